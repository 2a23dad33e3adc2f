// Owns `PlaceSearch`: from a position to its record.

import TrackGeodesy

/// A position, and the nearest town of all where one is near.
struct PlaceSearch {
  private struct Town {
    let number: Int
    let record: CityRecord
    let distance: Double
  }

  private let places: Places
  private let world: WorldBytes
  private let position: Coordinate
  private let town: Town?
  private let around: TownsAround

  private var index: CountryIndex { places.outlines }

  init(_ position: Coordinate, in places: Places, world: WorldBytes) {
    (self.position, self.places, self.world) = (position, places, world)
    // Towns farther away say nothing.
    town = places.nearestIndex(to: position, within: PlaceSetting.offshoreLimit).map { Self.measured($0, from: position, places, world) }
    around = TownsAround(position, in: places, isAlone: (town?.distance ?? .infinity) > 1.01 * TownsAround.reach)
  }

  func record() -> PlaceRecord {
    // Without outlines there are only the towns.
    if index.isEmpty { return near(PlaceSetting.farthest).map { land($0.record.country) } ?? ocean }
    if let code = SmallTerritories.shared.code(at: position), let number = index.codes.firstIndex(of: code) { return land(number) }
    if let holder = index.number(at: position) { return land(country(heldBy: holder, orShoreOf: holder)) }
    let coast = index.nearest(.coast, to: position, within: PlaceSetting.offshoreLimit)
    let isAshore = coast.map { $0.distance <= Places.outlineError } ?? false
    if let town = near(isAshore ? Places.islandReach : Places.harbour) {
      return land(country(heldBy: nil, orShoreOf: coast?.country ?? town.record.country))
    }
    // Islands too small for an outline may have a town.
    if let town = near(min(coast?.distance ?? .infinity, PlaceSetting.offshoreLimit)) {
      return offshore(town.record.country, town.distance)
    }
    guard let coast else { return ocean }
    return isAshore ? land(country(heldBy: nil, orShoreOf: coast.country)) : offshore(coast.country, coast.distance)
  }

  /// The nearest town, where it is no farther away than so many metres.
  private func near(_ limit: Double) -> Town? { town.flatMap { $0.distance <= limit ? $0 : nil } }

  /// The country of a position on land: that of the outline that holds it, or of another's towns.
  /// - Parameters:
  ///   - holder: the number of the country whose outline holds the position; `nil` for none.
  ///   - shore: the number of the country of the nearest coast.
  private func country(heldBy holder: Int?, orShoreOf shore: Int) -> Int {
    if let holder, let town = near(Places.islandReach), index.isInnerPart(town.record.country, of: holder) { return town.record.country }
    return CountryVote(around, outlines: index, position: position, holder: holder, shore: shore).country
  }

  /// On land: with the nearest town of the country.
  private func land(_ country: Int) -> PlaceRecord {
    guard let town = own(country) else { return wilderness(country) }
    let setting = PlaceSetting.onLand(townDistance: town.distance, populationAtLeast: town.record.populationAtLeast)
    guard setting != .land else { return wilderness(country) }
    return PlaceRecord(
      setting: setting, town: town.number, townDistance: town.distance, country: country, coastDistance: nil, sea: nil)
  }

  /// The town of a country that a position lies in the most, and elsewhere the nearest.
  private func own(_ country: Int) -> Town? {
    if let number = around.town(of: country), number != town?.number {
      return Self.measured(number, from: position, places, world)
    }
    if let town, town.record.country == country { return town }
    return places.nearestIndex(to: position, of: country, within: PlaceSetting.farthest)
      .map { Self.measured($0, from: position, places, world) }
  }

  private static func measured(_ number: Int, from position: Coordinate, _ places: Places, _ world: WorldBytes) -> Town {
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
