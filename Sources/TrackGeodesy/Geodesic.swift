// Owns `Geodesic`: shortest paths on an ellipsoid, the public face. The series, the inverse solution and the short path stand in `Geodesic+*.swift`.

/// The solution of the inverse problem: how far and in which direction one place lies from another.
public struct GeodesicSolution: Sendable, Hashable {
  /// The length of the shortest path in metres.
  public let distance: Double
  /// The true course at the start in degrees, 0 ..< 360, clockwise from north.
  public let initialCourse: Double
  /// The true course on arrival in degrees, 0 ..< 360, clockwise from north (onward, not back).
  public let finalCourse: Double

  /// A solution with the given parts: metres, and degrees within 0 ..< 360.
  public init(distance: Double, initialCourse: Double, finalCourse: Double) {
    self.distance = distance
    self.initialCourse = initialCourse
    self.finalCourse = finalCourse
  }
}

/// The solution of the direct problem: where a path ends and which course it has there.
public struct GeodesicDestination: Sendable, Hashable {
  /// The place reached, its longitude within −180 ..< 180.
  public let coordinate: Coordinate
  /// The true course on arrival in degrees, 0 ..< 360, clockwise from north.
  public let finalCourse: Double

  /// A destination with the given parts.
  public init(coordinate: Coordinate, finalCourse: Double) {
    self.coordinate = coordinate
    self.finalCourse = finalCourse
  }
}

/// Shortest paths on an oblate ellipsoid.
///
/// Distances are right to 25 nm for the WGS 84 ellipsoid, between any two places, antipodes and poles included: 3.7 nm at worst against
/// GeodTest, 22 nm against exact elliptic integrals on nearly antipodal lines.
///
/// Invalid latitudes and numbers that are not finite give NaN, never a trap. Longitudes may be given in any turn (370° is 10°).
///
/// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87, 43–55 (2013), series to the sixth order.
public struct Geodesic: Sendable {
  /// The ellipsoid on which paths run.
  public let ellipsoid: Ellipsoid

  let a: Double
  let f: Double
  /// 1 − f, the ratio of the axes.
  let axisRatio: Double
  let b: Double
  /// First eccentricity squared, e².
  let e2: Double
  /// Second eccentricity squared, e′².
  let ep2: Double
  /// Third flattening, n.
  let n: Double
  let longitudeSeries: LongitudeSeries

  /// Paths on the given ellipsoid, whose flattening must lie within 0…1/50 for the stated accuracy.
  public init(_ ellipsoid: Ellipsoid) {
    self.ellipsoid = ellipsoid
    a = ellipsoid.equatorialRadius
    f = ellipsoid.flattening
    axisRatio = 1 - ellipsoid.flattening
    b = ellipsoid.polarRadius
    e2 = ellipsoid.eccentricitySquared
    ep2 = e2 / ((1 - ellipsoid.flattening) * (1 - ellipsoid.flattening))
    n = ellipsoid.thirdFlattening
    longitudeSeries = LongitudeSeries(n: ellipsoid.thirdFlattening)
  }

  /// Paths on the WGS 84 ellipsoid.
  public static let wgs84 = Geodesic(.wgs84)

  /// The shortest path between two places: its length and its courses at both ends.
  ///
  /// Where several paths are equally short (between antipodes) one of them is given; between equal places the courses are 0.
  /// At a pole, courses count from the meridian of that end's own longitude.
  public func inverse(from start: Coordinate, to end: Coordinate) -> GeodesicSolution {
    if let short = shortPath(from: start, to: end) {
      return GeodesicSolution(distance: short.distance, initialCourse: short.initialCourse, finalCourse: short.finalCourse)
    }
    return fullInverse(from: start, to: end)
  }

  /// The length of the shortest path in metres.
  public func distance(from start: Coordinate, to end: Coordinate) -> Double {
    if let metres = shortDistance(from: start, to: end) { return metres }
    return fullInverse(from: start, to: end).distance
  }

  /// The true course in degrees, 0 ..< 360, at the start of the shortest path; 0 between equal places.
  public func course(from start: Coordinate, to end: Coordinate) -> Double {
    inverse(from: start, to: end).initialCourse
  }

  /// The place a fraction of the way along the shortest path between two places.
  ///
  /// - Parameter fraction: 0 gives `start`, 1 gives `end`, both with the longitude wrapped; values outside 0…1 go on along the path.
  public func interpolate(from start: Coordinate, to end: Coordinate, fraction: Double) -> Coordinate {
    if fraction == 0 { return start.normalized }
    if fraction == 1 { return end.normalized }
    let path = inverse(from: start, to: end)
    if path.distance == 0 { return start.normalized }
    return direct(from: start, course: path.initialCourse, distance: path.distance * fraction).coordinate
  }

  /// The lengths in metres of the legs between neighbouring places; one fewer than the places, none for fewer than two.
  @inlinable
  public func legLengths(_ coordinates: some Collection<Coordinate>) -> [Double] {
    var lengths: [Double] = []
    guard var previous = coordinates.first else { return lengths }
    lengths.reserveCapacity(coordinates.count - 1)
    for coordinate in coordinates.dropFirst() {
      lengths.append(distance(from: previous, to: coordinate))
      previous = coordinate
    }
    return lengths
  }
}
