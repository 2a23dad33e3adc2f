// Owns `CompassPoint`: the eight directions by name.

import TrackGeodesy

/// One of the eight directions of the compass, each 45° wide around its middle.
public enum CompassPoint: Int, Sendable, Hashable, CaseIterable {
  case north, northEast, east, southEast, south, southWest, west, northWest

  /// The direction nearest to a heading in degrees, any number of turns; halfway between two the one clockwise. `nil` where the heading is
  /// not finite.
  public init?(heading: Double) {
    guard heading.isFinite else { return nil }
    let eighth = Int(((Angle.normalized360(heading) + 22.5) / 45).rounded(.down)) % 8
    self.init(rawValue: eighth)
  }

  /// The middle of the direction in degrees clockwise from north.
  public var degrees: Double { Double(rawValue) * 45 }

  /// The letters: N, NE, E …
  public var abbreviation: String { ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][rawValue] }

  /// The name in English.
  public var name: String { ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"][rawValue] }

  /// The name in Chinese.
  public var chineseName: String { ["北", "东北", "东", "东南", "南", "西南", "西", "西北"][rawValue] }
}
