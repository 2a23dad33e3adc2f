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
  /// The number of the town of the country that it lies in, or the nearest; `nil` at sea and far from all.
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
  /// Metres from the outline that holds a position beyond which no town says that the other side is right.
  static let outlineLimit = 3500.0
  /// Metres within which a town says in what country a position is that no outline of it holds: on a small island, in a small country.
  static let islandReach = 10_000.0
  /// Metres from a town that a position may be in the water and still be in town.
  static let harbour = 5000.0

  /// Where a position lies.
  /// - Returns: `nil` for a position that is not valid, and in a program without towns.
  public func record(at position: Coordinate) -> PlaceRecord? {
    guard let world, count > 0, position.isValid else { return nil }
    return PlaceSearch(position, in: self, world: world).record()
  }
}
