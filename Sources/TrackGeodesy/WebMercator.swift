// Owns the Web Mercator projection (EPSG:3857) onto the unit square that map tiles divide.

/// The Web Mercator projection onto a world square of side 1.
///
/// ```
/// (0,0) ── x → ── (1,0)     180°W, 85.05°N … 180°E, 85.05°N
///   │                │
///   y   (½,½): 0°,0° │
///   ↓                │
/// (0,1) ───────── (1,1)     180°W, 85.05°S … 180°E, 85.05°S
/// ```
///
/// Source: EPSG Guidance Note 7-2, method 1024 (spherical formulas applied to geodetic latitude).
public enum WebMercator {
  /// The latitude in degrees at which the world becomes a square, atan(sinh π).
  public static let maximumLatitude = 85.051_128_779_806_59

  /// The projected place; `x` of a longitude within ±180° lies in 0…1, `y` in 0…1 with north at 0.
  ///
  /// Latitudes beyond ±``maximumLatitude`` are clamped to it. The longitude is not wrapped: 190°E gives x > 1, so that a
  /// track across the antimeridian can be unrolled by the caller. NaN gives NaN.
  public static func project(_ coordinate: Coordinate) -> MapPoint {
    let limit = maximumLatitude
    let latitude = coordinate.latitude > limit ? limit : coordinate.latitude < -limit ? -limit : coordinate.latitude
    // asinh(tan φ) = ½ ln((1 + sin φ) / (1 − sin φ)): one sine and one logarithm.
    let s = sine(Angle.radians(latitude))
    let y = 0.5 - naturalLogarithm((1 + s) / (1 - s)) * (1 / (4 * Double.pi))
    return MapPoint(x: coordinate.longitude * (1 / 360.0) + 0.5, y: y < 0 ? 0 : y > 1 ? 1 : y)
  }

  /// The projected places, in the order given.
  @inlinable
  public static func project(_ coordinates: some Collection<Coordinate>) -> [MapPoint] {
    var points: [MapPoint] = []
    points.reserveCapacity(coordinates.count)
    for coordinate in coordinates { points.append(project(coordinate)) }
    return points
  }

  /// The place at a point of the world square; the inverse of ``project(_:)``, with the longitude not wrapped.
  public static func unproject(_ point: MapPoint) -> Coordinate {
    let latitude = Angle.degrees(arcTangent(hyperbolicSine((0.5 - point.y) * (2 * Double.pi)), 1))
    return Coordinate(latitude: latitude, longitude: (point.x - 0.5) * 360)
  }

  /// Ground metres along the parallel (east–west) for one unit of the world square, on the WGS 84 ellipsoid.
  ///
  /// Exact for a horizontal scale bar. North–south lengths differ by up to 0.67 % at the equator, 0 at the poles: see
  /// ``northwardMetresPerWorldUnit(atLatitude:)``. The latitude in degrees is clamped to ±``maximumLatitude``.
  public static func metresPerWorldUnit(atLatitude latitude: Double) -> Double {
    let clamped = max(-maximumLatitude, min(maximumLatitude, latitude))
    return 2 * Double.pi * Ellipsoid.wgs84.transverseRadius(atLatitude: clamped) * Angle.sineCosine(degrees: clamped).cosine
  }

  /// Ground metres along the meridian (north–south) for one unit of the world square, on the WGS 84 ellipsoid.
  ///
  /// The latitude in degrees is clamped to ±``maximumLatitude``.
  public static func northwardMetresPerWorldUnit(atLatitude latitude: Double) -> Double {
    let clamped = max(-maximumLatitude, min(maximumLatitude, latitude))
    return 2 * Double.pi * Ellipsoid.wgs84.meridionalRadius(atLatitude: clamped) * Angle.sineCosine(degrees: clamped).cosine
  }
}

/// A point of the Web Mercator world square: x grows to the east, y to the south, the world spans 0…1 in both.
public struct MapPoint: Sendable, Hashable {
  /// The easting in world units; 0 is 180°W, 1 is 180°E.
  public var x: Double
  /// The southing in world units; 0 is 85.05°N, 1 is 85.05°S.
  public var y: Double

  /// A point at the given place of the world square.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension WebMercator {
  /// The point type of this projection.
  public typealias MapPoint = TrackGeodesy.MapPoint
}
