// Owns where the Chinese datums apply, as a field that is positive there, made of Natural Earth's countries and of hand-set pieces.

/// The field whose zero line becomes the outline of mainland China.
///
/// On land it is zero where China's polygons end. At sea it is zero where China's coast is as far away as another country's, and at most
/// ``seaward`` from China's coast: map services shift coastal waters too, and coasts at 1:50,000,000 cut capes and lose islands.
///
///       China's land │ sea                   f = min( c + seaward, (c − o) / 2 )
///     ───────────────┤······ seaward ······┐     c  distance from China's rings, positive inside
///       other's land │  half way between   ┘     o  distance from the others' rings, positive inside
struct ChinaField {
  /// How far out at sea the shift still applies: 24 nautical miles, in degrees.
  static let seaward = 0.4

  private let china: SignedDistance
  private let others: SignedDistance
  private let pieces: [(isChina: Bool, box: (low: PlanePoint, high: PlanePoint), distance: SignedDistance)]

  init(countries: PN2File) throws(MakerError) {
    func feature(at place: PlanePoint, _ name: String) throws(MakerError) -> UInt32 {
      let found = Set(countries.rings.filter { !$0.isHole && SignedDistance([$0.points]).isInside(place) }.map(\.feature))
      guard found.count == 1, let one = found.first else { throw MakerError("\(name) lies in \(found.count) countries") }
      return one
    }
    // Country polygons carry no names, so China is what holds its cities, and what holds the others is not China.
    let mainland = try feature(at: PlanePoint(x: 116.4, y: 39.9), "Beijing")
    guard try feature(at: PlanePoint(x: 110.3, y: 19.95), "Haikou") == mainland else { throw MakerError("Hainan is not China's") }
    for (name, place) in [("Hong Kong", PlanePoint(x: 114.12, y: 22.4)), ("Taipei", PlanePoint(x: 121.5, y: 25))] {
      guard try feature(at: place, name) != mainland else { throw MakerError("\(name) is in China's polygon") }
    }
    china = SignedDistance(countries.rings.filter { $0.feature == mainland }.map(\.points))
    let window = (low: PlanePoint(x: 71, y: 14), high: PlanePoint(x: 138, y: 56))
    others = SignedDistance(
      countries.rings.filter { ring in
        ring.feature != mainland
          && ring.points.contains { $0.x > window.low.x && $0.x < window.high.x && $0.y > window.low.y && $0.y < window.high.y }
      }.map(\.points))
    pieces = HandSetPieces.all.map { piece in
      let xs = piece.ring.map(\.x)
      let ys = piece.ring.map(\.y)
      let margin = SignedDistance.reach
      let low = PlanePoint(x: (xs.min() ?? 0) - 2 * margin, y: (ys.min() ?? 0) - margin)
      let high = PlanePoint(x: (xs.max() ?? 0) + 2 * margin, y: (ys.max() ?? 0) + margin)
      return (piece.isChina, (low, high), SignedDistance([piece.ring]))
    }
  }

  /// Positive where the datums apply; near the outline about the distance from it in degrees.
  func callAsFunction(_ place: PlanePoint) -> Double {
    var value = -SignedDistance.reach
    let inside = china(place)
    if inside > -Self.seaward - 0.1 {
      value = min(inside + Self.seaward, (inside - others(place)) / 2)
    }
    for piece in pieces
    where place.x > piece.box.low.x && place.x < piece.box.high.x && place.y > piece.box.low.y && place.y < piece.box.high.y {
      let distance = piece.distance(place)
      value = piece.isChina ? max(value, distance) : min(value, -distance)
    }
    return value
  }

  /// The distance from China's own coast or border, positive inside, for judging how exact a vertex need be.
  func depth(_ place: PlanePoint) -> Double { china(place) }
}
