// Owns `GeoBounds`: the smallest latitude–longitude box around places, also where that crosses the antimeridian.

import TrackGeodesy

/// A box of latitudes and longitudes in degrees.
///
/// Where `west` is greater than `east` the box crosses the antimeridian:
///
/// ```
///   −180          0          180
///     ├──┐                ┌──┤       west 170, east −165
///     └ east            west ┘
/// ```
public struct GeoBounds: Sendable, Hashable {
  /// The southern edge in degrees.
  public var south: Double
  /// The western edge in degrees, −180…180.
  public var west: Double
  /// The northern edge in degrees.
  public var north: Double
  /// The eastern edge in degrees, −180…180.
  public var east: Double

  /// A box with the given edges in degrees.
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// The smallest box around the places, or `nil` where none of them is valid.
  public init?(coordinates: some Sequence<Coordinate>) {
    var latitudes: [Double] = []
    var longitudes: [Double] = []
    for coordinate in coordinates where coordinate.normalized.isValid {
      latitudes.append(coordinate.latitude)
      longitudes.append(abs(coordinate.longitude) <= 180 ? coordinate.longitude : coordinate.normalized.longitude)
    }
    self.init(latitudes: latitudes, longitudes: longitudes)
  }

  /// The smallest box around the points, or `nil` where there are none.
  public init?(points: TrackPoints) {
    self.init(latitudes: points.latitudes, longitudes: points.longitudes)
  }

  /// The smallest box around valid latitudes and longitudes.
  private init?(latitudes: [Double], longitudes: [Double]) {
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(), let east = longitudes.max() else {
      return nil
    }
    self.init(south: south, west: west, north: north, east: east)
    // With at most half the globe inside, the part outside is the largest gap, and the plain box the smallest.
    if east - west > 180 { turnOutside(longitudes) }
  }

  /// Whether the box crosses the 180th meridian.
  public var crossesAntimeridian: Bool { west > east }

  /// The width in degrees of longitude, 0…360.
  public var width: Double { crossesAntimeridian ? east - west + 360 : east - west }

  /// The height in degrees of latitude.
  public var height: Double { north - south }

  /// The middle of the box.
  public var center: Coordinate {
    let longitude = west + width / 2
    return Coordinate(latitude: south + height / 2, longitude: longitude > 180 ? longitude - 360 : longitude)
  }

  /// Whether a place lies within the box or on its edge.
  public func contains(_ coordinate: Coordinate) -> Bool {
    guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
    let longitude = coordinate.longitude
    return crossesAntimeridian ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
  }

  /// Puts the box around the globe the other way where the widest empty stretch of longitudes is inside it.
  ///
  /// Longitudes are sorted into tenths of a degree, each with its extremes, instead of being sorted one by one: a gap
  /// narrower than a tenth is never the widest unless the track goes all around the globe.
  private mutating func turnOutside(_ longitudes: [Double]) {
    var lowest = [Double](repeating: .infinity, count: 3600)
    var highest = [Double](repeating: -.infinity, count: 3600)
    for longitude in longitudes {
      let slot = min(3599, max(0, Int((longitude + 180) * 10)))
      lowest[slot] = min(lowest[slot], longitude)
      highest[slot] = max(highest[slot], longitude)
    }
    var widest = west + 360 - east
    var previous = west
    for slot in lowest.indices where lowest[slot] <= highest[slot] {
      if lowest[slot] - previous > widest {
        widest = lowest[slot] - previous
        (east, west) = (previous, lowest[slot])
      }
      previous = highest[slot]
    }
  }
}
