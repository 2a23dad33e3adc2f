// Owns `Coordinate`: a place on the ellipsoid as latitude and longitude in degrees.

/// A place as geodetic latitude and longitude in degrees.
///
/// North and east are positive. Nothing is checked on the way in, so that data from files can be kept as found; ask ``isValid``.
public struct Coordinate: Sendable, Hashable {
  /// The geodetic latitude in degrees, −90…90 where valid.
  public var latitude: Double
  /// The longitude in degrees east of Greenwich, −180…180 where valid.
  public var longitude: Double

  /// A place at the given latitude and longitude, in degrees.
  @inlinable
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite, the latitude within ±90° and the longitude within ±180°.
  @inlinable
  public var isValid: Bool {
    // Comparisons with NaN are false, so they also turn away everything that is not finite.
    abs(latitude) <= 90 && abs(longitude) <= 180
  }

  /// The same place with its longitude wrapped into −180 ..< 180; the latitude is left alone.
  @inlinable
  public var normalized: Coordinate {
    Coordinate(latitude: latitude, longitude: Angle.normalized180(longitude))
  }
}
