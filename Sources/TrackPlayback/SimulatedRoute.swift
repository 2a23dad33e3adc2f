// Owns `SimulatedRoute`: the points that a simulator plays, and what a receiver would say at each of them.

import TrackGeodesy

/// The points of everything loaded, one after another.
struct SimulatedRoute: Sendable {
  private var points = TrackPoints()
  /// Whether nothing leads from the point before to each point: the first of all, of a segment, and after a gap or jump.
  private var startsAnew: [Bool] = []
  /// The course of the leg from each point, held where the leg is too short for one; NaN where nothing moves.
  private var courses: [Float] = []

  /// The number of points.
  var count: Int { points.count }

  /// No points.
  init() {}

  /// The points of a track.
  init(_ track: Track) {
    guard !track.points.isEmpty else { return }
    let timeline = Timeline(track: track)
    points = track.points
    startsAnew = [true] + timeline.broken
    courses = timeline.courses
  }

  /// Adds a route after what is there; nothing leads from one to the other.
  mutating func append(_ other: SimulatedRoute) {
    guard count > 0 else {
      self = other
      return
    }
    points.append(contentsOf: other.points)
    startsAnew += other.startsAnew
    courses += other.courses
  }

  /// What a receiver says at a point, when a point is reached each `interval` seconds.
  ///
  /// Speed and course are those of the leg that leads to the point, so that whoever animates the leg at that speed takes one interval for
  /// it; where none leads to it, of the leg ahead. A course that was recorded while moving wins. While standing the course is held.
  func fix(at index: Int, interval: Double, time: Double, accuracy: Double) -> Fix {
    var fix = points[index]
    let recorded = SmoothMarker.course(of: fix)
    fix.time = time
    if fix.horizontalAccuracy == nil { fix.horizontalAccuracy = accuracy }
    let arrives = !startsAnew[index]
    let hasLeg = arrives || index + 1 < count && !startsAnew[index + 1]
    guard hasLeg else {
      fix.speed = 0
      fix.course = recorded ?? known(courses[index])
      return fix
    }
    let leg = arrives ? index - 1 : index
    let path = Geodesic.wgs84.inverse(from: points.coordinate(at: leg), to: points.coordinate(at: leg + 1))
    let isMoving = path.distance >= Timeline.stillLength
    fix.speed = path.distance / interval
    fix.course = recorded ?? (isMoving ? (arrives ? path.finalCourse : path.initialCourse) : known(courses[leg]))
    return fix
  }

  private func known(_ course: Float) -> Double? { course.isNaN ? nil : Double(course) }
}
