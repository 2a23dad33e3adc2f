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
    guard let world, count > 0, position.isValid else { return nil }
    // Towns farther away say nothing.
    let town = nearestIndex(to: position, within: PlaceSetting.offshoreLimit).map { number in
      let record = record(at: number, in: world)
      return PlaceSearch.Town(
        number: number, record: record, distance: Geodesic.wgs84.distance(from: position, to: record.coordinate))
    }
    return PlaceSearch(places: self, world: world, position: position, town: town).record()
  }
}

/// A position, and the nearest town of all where one is near.
private struct PlaceSearch {
  struct Town {
    let number: Int
    let record: CityRecord
    let distance: Double
  }

  let places: Places
  let world: WorldBytes
  let position: Coordinate
  let town: Town?

  private var index: CountryIndex { places.outlines }

  func record() -> PlaceRecord {
    // Without outlines there are only the towns.
    if index.isEmpty { return near(PlaceSetting.farthest).map { land($0.record.country) } ?? ocean }
    if let holder = index.number(at: position) { return land(country(heldBy: holder)) }
    let coast = index.nearest(.coast, to: position, within: PlaceSetting.offshoreLimit)
    let isAshore = coast.map { $0.distance <= Places.outlineError } ?? false
    if let town = near(isAshore ? Places.islandReach : Places.harbour) { return land(town.record.country) }
    // Islands too small for an outline may have a town.
    if let town = near(min(coast?.distance ?? .infinity, PlaceSetting.offshoreLimit)) {
      return offshore(town.record.country, town.distance)
    }
    guard let coast else { return ocean }
    return isAshore ? land(country(heldBy: coast.country)) : offshore(coast.country, coast.distance)
  }

  /// The nearest town, where it is no farther away than so many metres.
  private func near(_ limit: Double) -> Town? { town.flatMap { $0.distance <= limit ? $0 : nil } }

  /// The country of a position that an outline holds. The nearest town's counts where it is part of the other on the map alone, where it has
  /// no outline and is near, and where it is very near and its outline hardly farther away than outlines are wrong, or it lies in the other itself.
  private func country(heldBy holder: Int) -> Int {
    guard let town = near(Places.islandReach), town.record.country != holder else { return holder }
    let other = town.record.country
    if index.isInnerPart(other, of: holder) { return other }
    guard town.distance <= Places.townTrust else { return holder }
    if index.nearest(.country(other), to: position, within: Places.outlineError) != nil { return other }
    // An exclave that the outlines leave out (Ceuta, Melilla): the town's own place is the holder's ground on the map.
    return index.number(at: town.record.coordinate) == holder ? other : holder
  }

  /// On land: with the nearest town of the country.
  private func land(_ country: Int) -> PlaceRecord {
    guard let town = own(country) else { return wilderness(country) }
    let setting = PlaceSetting.onLand(townDistance: town.distance, populationAtLeast: town.record.populationAtLeast)
    guard setting != .land else { return wilderness(country) }
    return PlaceRecord(
      setting: setting, town: town.number, townDistance: town.distance, country: country, coastDistance: nil, sea: nil)
  }

  /// The nearest town of a country.
  private func own(_ country: Int) -> Town? {
    if let town, town.record.country == country { return town }
    guard let number = places.nearestIndex(to: position, of: country, within: PlaceSetting.farthest) else { return nil }
    let record = places.record(at: number, in: world)
    return Town(number: number, record: record, distance: Geodesic.wgs84.distance(from: position, to: record.coordinate))
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
