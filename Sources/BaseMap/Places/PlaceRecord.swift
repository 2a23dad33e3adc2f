// Owns `PlaceRecord`: where a position lies, found without making words.

public import TrackGeodesy

/// What kind of place a position is.
public enum PlaceSetting: String, Hashable, Sendable, CaseIterable {
  /// So near a town that it is taken to lie in it.
  case inside
  /// On land, within ``PlaceSetting/nearby`` metres of a town of the same country.
  case near
  /// On land, within ``PlaceSetting/farthest`` metres of a town of the same country.
  case away
  /// On land, far from all towns of the country: in deserts, on ice, on lonely islands.
  case land
  /// At sea within ``PlaceSetting/offshoreLimit`` metres of a coast.
  case offshore
  /// Farther out.
  case ocean

  /// Metres within which a position is said to be near a town.
  public static let nearby = 50_000.0
  /// Metres beyond which the nearest town says nothing of a position.
  public static let farthest = 200_000.0
  /// Metres from a coast beyond which it says nothing of a position: 200 nautical miles.
  public static let offshoreLimit = 370_400.0

  /// That of a position on land, by a town's distance in metres. Large towns reach farther: 10 km, with a million people 20 km, with five
  /// million 30 km.
  static func onLand(townDistance distance: Double, populationAtLeast population: Int) -> PlaceSetting {
    let reach = population >= 5_000_000 ? 30_000.0 : population >= 1_000_000 ? 20_000 : 10_000
    return distance <= reach ? .inside : distance <= nearby ? .near : distance <= farthest ? .away : .land
  }
}

/// Where a position lies, as numbers of the embedded world: ``Places/record(at:)`` makes it without allocation, ``Places/named(_:)`` gives it
/// its words.
public struct PlaceRecord: Hashable, Sendable {
  /// What kind of place it is.
  public let setting: PlaceSetting
  /// The number of the nearest town of the country; `nil` at sea and far from all.
  public let town: Int?
  /// Geodesic metres to the town's middle; `nil` without one.
  public let townDistance: Double?
  /// The number of the country that it lies in or off; `nil` on an ocean.
  let country: Int?
  /// Geodesic metres to the coast of a position at sea; `nil` on land and on an ocean.
  public let coastDistance: Double?
  /// The number of the sea; `nil` on land.
  let sea: Int?
}

extension Places {
  /// Metres by which the outlines, at 1:50,000,000, may be off.
  static let outlineError = 3000.0
  /// Metres within which a town's country counts more than an outline that is no farther than its error.
  static let townTrust = 2000.0
  /// Metres within which a town says in what country a position is that no outline of it holds: on a small island, in a small country.
  static let islandReach = 10_000.0
  /// Metres from a town that a position may be in the water and still be in town.
  static let harbour = 5000.0

  /// Where a position lies.
  /// - Returns: `nil` for a position that is not valid, and in a program without towns.
  public func record(at position: Coordinate) -> PlaceRecord? {
    guard let world, let nearest = nearestIndex(to: position) else { return nil }
    let town = record(at: nearest, in: world)
    let search = PlaceSearch(
      places: self, index: outlines, position: position, nearest: nearest, town: town,
      distance: Geodesic.wgs84.distance(from: position, to: town.coordinate))
    return search.record(in: world)
  }
}

/// A position, and the nearest town of all.
private struct PlaceSearch {
  let places: Places
  let index: CountryIndex
  let position: Coordinate
  let nearest: Int
  let town: CityRecord
  let distance: Double

  func record(in world: WorldBytes) -> PlaceRecord {
    // Without outlines there are only the towns.
    if index.isEmpty { return distance <= PlaceSetting.farthest ? land(town.country, in: world) : ocean }
    if let holder = index.number(at: position) { return land(country(heldBy: holder), in: world) }
    let coast = index.nearest(.coast, to: position, within: PlaceSetting.offshoreLimit)
    let isAshore = coast.map { $0.distance <= Places.outlineError } ?? false
    if distance <= (isAshore ? Places.islandReach : Places.harbour) { return land(town.country, in: world) }
    guard let coast else { return distance <= PlaceSetting.offshoreLimit ? offshore(town.country, distance) : ocean }
    if isAshore { return land(country(heldBy: coast.country), in: world) }
    // Islands too small for an outline may have a town.
    return distance < coast.distance ? offshore(town.country, distance) : offshore(coast.country, coast.distance)
  }

  /// The country of a position that an outline holds. The nearest town's counts where it is part of the other on the map alone, where it has
  /// no outline and is near, and where it is very near and its outline hardly farther away than outlines are wrong.
  private func country(heldBy holder: Int) -> Int {
    let other = town.country
    if other == holder { return other }
    if distance <= Places.islandReach, index.isInnerPart(other, of: holder) { return other }
    guard distance <= Places.townTrust else { return holder }
    return index.nearest(.country(other), to: position, within: Places.outlineError) == nil ? holder : other
  }

  /// On land: with the nearest town of the country.
  private func land(_ country: Int, in world: WorldBytes) -> PlaceRecord {
    var (number, record, away) = (nearest, town, distance)
    if country != town.country {
      guard let own = places.nearestIndex(to: position, of: country, within: PlaceSetting.farthest) else { return wilderness(country) }
      number = own
      record = places.record(at: own, in: world)
      away = Geodesic.wgs84.distance(from: position, to: record.coordinate)
    }
    let setting = PlaceSetting.onLand(townDistance: away, populationAtLeast: record.populationAtLeast)
    guard setting != .land else { return wilderness(country) }
    return PlaceRecord(setting: setting, town: number, townDistance: away, country: country, coastDistance: nil, sea: nil)
  }

  private func wilderness(_ country: Int) -> PlaceRecord {
    PlaceRecord(setting: .land, town: nil, townDistance: nil, country: country, coastDistance: nil, sea: nil)
  }

  private func offshore(_ country: Int, _ distance: Double) -> PlaceRecord {
    PlaceRecord(
      setting: .offshore, town: nil, townDistance: nil, country: country, coastDistance: distance, sea: Seas.shared.number(at: position))
  }

  private var ocean: PlaceRecord {
    PlaceRecord(setting: .ocean, town: nil, townDistance: nil, country: nil, coastDistance: nil, sea: Seas.shared.number(at: position))
  }
}
