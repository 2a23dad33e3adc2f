// Owns `LocalPlane`, metres around an origin, in which the routes are laid out, and the two-number point it works with.
import TrackGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A point of a local plane: metres to the east and to the north of its origin.
struct PlanePoint: Sendable, Hashable {
  var east: Double
  var north: Double

  /// The point that lies so many metres away in a direction (radians clockwise from north).
  func moved(_ metres: Double, course: Double) -> PlanePoint {
    PlanePoint(east: east + sin(course) * metres, north: north + cos(course) * metres)
  }

  /// The distance to another point in metres.
  func distance(to other: PlanePoint) -> Double {
    ((other.east - east) * (other.east - east) + (other.north - north) * (other.north - north)).squareRoot()
  }

  /// The direction of another point, in radians clockwise from north.
  func course(to other: PlanePoint) -> Double { atan2(other.east - east, other.north - north) }
}

/// Metres east and north of an origin, measured along parallels and meridians of the ellipsoid.
///
/// Within 30 km of the origin lengths are right to a few parts in ten thousand and directions to a tenth of a degree: plenty for inventing a drive.
/// Longitudes run on past 180° inside the plane and are wrapped on the way out.
struct LocalPlane: Sendable {
  let origin: Coordinate
  private let metresPerDegreeNorth: Double

  init(origin: Coordinate) {
    self.origin = origin
    metresPerDegreeNorth = Ellipsoid.wgs84.meridionalRadius(atLatitude: origin.latitude) * .pi / 180
  }

  /// A coordinate's place in the plane.
  func point(_ coordinate: Coordinate) -> PlanePoint {
    let turn = Angle.normalized180(coordinate.longitude - origin.longitude)
    return PlanePoint(
      east: turn * metresPerDegreeEast(atLatitude: coordinate.latitude),
      north: (coordinate.latitude - origin.latitude) * metresPerDegreeNorth)
  }

  /// The coordinate of a place in the plane, its longitude in −180 … 180.
  func coordinate(_ point: PlanePoint) -> Coordinate {
    let latitude = origin.latitude + point.north / metresPerDegreeNorth
    let longitude = origin.longitude + point.east / metresPerDegreeEast(atLatitude: latitude)
    return Coordinate(latitude: latitude, longitude: Angle.normalized180(longitude))
  }

  private func metresPerDegreeEast(atLatitude latitude: Double) -> Double {
    Ellipsoid.wgs84.transverseRadius(atLatitude: latitude) * cos(latitude * .pi / 180) * .pi / 180
  }
}
