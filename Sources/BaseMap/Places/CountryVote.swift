// Owns `CountryVote`: whose a position is where outlines and towns disagree.

import TrackGeodesy

/// Towns near a position pull it to their country's side (``TownsAround``), by so many metres as their country's outline may be wrong there; the
/// country wins whose outline is, less its strongest pull, the nearest.
struct CountryVote {
  /// Metres beyond which outlines are all equally far from a position that none holds.
  private static let far = 5000.0

  /// The number of the country.
  private(set) var country: Int

  /// - Parameters:
  ///   - holder: the number of the country whose outline holds the position; `nil` for none.
  ///   - shore: the number of the country of the nearest coast; the holder's where there is one.
  init(_ around: TownsAround, outlines: CountryIndex, position: Coordinate, holder: Int?, shore: Int) {
    country = shore
    let hasOther = (0..<around.count).contains { around[$0].country != shore }
    guard hasOther else { return }
    func gain(_ country: Int, _ pull: Double, over best: Double) -> Double? {
      Self.gain(country, pull, over: best, outlines: outlines, position: position, holder: holder)
    }
    let own = (0..<around.count).first { around[$0].country == shore }.map { around[$0].pull } ?? 0
    var best = gain(shore, own, over: -.infinity) ?? -.infinity
    for slot in 0..<around.count where around[slot].country != shore {
      guard let found = gain(around[slot].country, around[slot].pull, over: best), found > best else { continue }
      (country, best) = (around[slot].country, found)
    }
  }

  /// Metres that a country's towns pull, less those to its land; `nil` for one that cannot be it, or gains no more than another.
  private static func gain(
    _ country: Int, _ pull: Double, over best: Double, outlines: CountryIndex, position: Coordinate, holder: Int?
  ) -> Double? {
    let code = outlines.codes.indices.contains(country) ? outlines.codes[country] : ""
    let small = SmallTerritories.shared
    if small.isWhole(code) {
      // Its rim is known better than coasts are, so that no town moves it, and it ends there on land.
      return holder == nil ? -min(4 * small.distance(from: position, to: code), far) : nil
    }
    if country == holder { return pull }
    guard pull > best else { return nil }
    guard holder == nil else {
      let outline = outlines.nearest(.country(country), to: position, within: min(Places.outlineLimit, pull - best))
      return outline.map { pull - $0.distance }
    }
    let outline = outlines.nearest(.country(country), to: position, within: far)?.distance ?? far
    return pull - min(outline, small.distance(from: position, to: code))
  }
}
