// Owns `CourseFold`: the course of each leg of a track, one after another.

import TrackGeodesy

/// The courses of the legs of a track, one after another, held where a leg is too short to have one.
///
/// Short legs add up: from the last place whose course counted, the first point half a metre away gives a course again
/// (a walk at ten fixes a second), unless that takes over five seconds (drift at rest). The legs before the first
/// movement take the course of that movement: once ``firstMove`` is known they are to be filled in.
struct CourseFold: Sendable {
  /// The course of the last leg; NaN before the first movement.
  private(set) var held = Float.nan
  /// The first leg that has a course of its own.
  private(set) var firstMove: Int?
  /// The point from which short legs are added up.
  private var anchor = 0
  private var ruler = CourseRuler()

  /// The course of the next leg in degrees.
  /// - Parameters:
  ///   - length: Its metres.
  ///   - offsets: The seconds at which the points are reached, up to the leg's end.
  ///   - place: The place of a point.
  @inline(__always)
  mutating func course(ofLeg leg: Int, length: Double, isBroken: Bool, offsets: [Double], place: (Int) -> Coordinate) -> Float {
    if isBroken {
      anchor = leg + 1
    } else if length >= Timeline.stillLength {
      move(leg, from: place(leg), to: place(leg + 1))
    } else if offsets[leg + 1] - offsets[anchor] > 5 {
      anchor = leg + 1
    } else if length > 0, anchor < leg {
      let start = place(anchor)
      let end = place(leg + 1)
      if Geodesic.wgs84.distance(from: start, to: end) >= Timeline.stillLength { move(leg, from: start, to: end) }
    }
    return held
  }

  private mutating func move(_ leg: Int, from start: Coordinate, to end: Coordinate) {
    held = ruler.course(from: start, to: end)
    anchor = leg + 1
    if firstMove == nil { firstMove = leg }
  }
}

/// Courses of short legs without an inverse problem each.
private struct CourseRuler: Sendable {
  private var latitude = Double.nan
  /// Metres for a degree of latitude and of longitude near `latitude`.
  private var metresNorth = 0.0
  private var metresEast = 0.0

  /// The course from one place to another, exact on long legs and within 0.01° on short ones.
  mutating func course(from start: Coordinate, to end: Coordinate) -> Float {
    let north = end.latitude - start.latitude
    let east = end.longitude - start.longitude
    guard abs(north) < 0.005, abs(east) < 0.005, abs(start.latitude) < 80 else {
      return Self.rounded(Geodesic.wgs84.course(from: start, to: end))
    }
    let middle = start.latitude + north / 2
    // The scale eastward changes by tan φ a radian: under 0.01 % over 0.001° up to 80°.
    if !(abs(middle - latitude) < 0.001) {
      latitude = middle
      metresNorth = Ellipsoid.wgs84.meridionalRadius(atLatitude: middle)
      metresEast = Ellipsoid.wgs84.transverseRadius(atLatitude: middle) * Angle.sineCosine(degrees: middle).cosine
    }
    return Self.rounded(Angle.normalized360(Angle.degrees(arcTangent(east * metresEast, north * metresNorth))))
  }

  /// As a `Float`, which may round up to 360 itself.
  private static func rounded(_ course: Double) -> Float {
    let value = Float(course)
    return value >= 360 ? 0 : value
  }
}
