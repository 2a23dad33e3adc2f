// Owns `SmoothMarker`: fixes that arrive one by one turned into smooth motion. How a batch is laid out stands in `SmoothMarker+Schedule.swift`.

import TrackGeodesy

/// A marker that moves smoothly through fixes as they arrive, as ride-hailing apps show a car.
///
/// Fixes are collected; once enough wait, the marker runs through all of them, while new ones collect for the next batch:
///
/// ```
///  arrivals   a b c d e f g h i j k ………… silence
///  marker     a · · · a▸b▸c▸d▸e f▸g▸h▸i▸j …… k        the last batch is smaller: the source fell silent
/// ```
///
/// A leg takes its length over the speed of the fix it moves to, at constant speed. Where that speed is missing, 0 or
/// contradicts the times of the fixes threefold, it is computed from distance and time; where the course is missing it
/// is that of the leg, and where the leg is too short for one the last course is held. The marker turns the shorter way
/// in the first half second of a leg. A gap or jump is not animated through: the marker is at once where it went on.
///
/// A value without a clock: `now` is an argument, in seconds on any clock that does not go back. Asking changes nothing,
/// and what is shown does not depend on how often one asks. Moments before the batch under way are forgotten: there the marker
/// stands at that batch's start.
public struct SmoothMarker: Sendable {
  /// How the marker is set up.
  public let options: SmoothMarkerOptions

  /// A fix and the moment at which it came in.
  struct Arrival: Sendable {
    var fix: Fix
    var now: Double
  }

  /// The way from one fix to the next, in time.
  struct Leg: Sendable {
    var from: Arrival
    var to: Arrival
    var start: Double
    var duration: Double
    var speed: Double
    /// Metres.
    var length: Double
    /// The course before the leg and in it.
    var courseBefore: Double?
    var course: Double?
  }

  /// The legs of the batch under way, and of none before.
  var legs: [Leg] = []
  /// The fixes that no leg leads to yet.
  var waiting: [Arrival] = []
  /// The fix at which the last leg ends.
  var last: Arrival?
  /// The moment at which the last leg ends.
  var busyUntil = -Double.infinity
  /// The course and speed of the last leg that had one.
  var heldCourse: Double?
  var heldSpeed: Double?
  /// The moment of the last arrival, and the usual time between two.
  var lastArrival = -Double.infinity
  var usualInterval: Double?

  /// A marker without a place yet.
  public init(options: SmoothMarkerOptions = .init()) {
    self.options = options
  }

  /// Takes in a fix at the moment it arrives.
  ///
  /// A fix without a valid place is ignored; a moment that is not finite, or before the last, counts as the last.
  public mutating func add(_ fix: Fix, at now: Double) {
    guard fix.coordinate.normalized.isValid else { return }
    let now = now.isFinite ? max(now, lastArrival) : lastArrival.isFinite ? lastArrival : 0
    advance(to: now)
    let interval = now - lastArrival
    // A silence is no interval: after it, the marker waits no longer than before.
    if interval > 0, interval <= options.gapTime {
      usualInterval = usualInterval.map { $0 * 0.8 + interval * 0.2 } ?? interval
    }
    lastArrival = now
    let arrival = Arrival(fix: fix, now: now)
    if last == nil {
      last = arrival
      heldCourse = Self.course(of: fix)
    }
    waiting.append(arrival)
    // A source that floods faster than anyone can look loses every other fix rather than memory.
    if waiting.count > 4096 {
      waiting = waiting.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }
    advance(to: now)
  }

  /// What the marker shows at a moment; `nil` before the first fix. A moment that is not finite counts as the last arrival.
  public func pose(at now: Double) -> MarkerPose? {
    guard last != nil else { return nil }
    let now = now.isFinite ? now : lastArrival
    guard let start = nextStart(), start <= now else { return shown(at: now) }
    var ahead = self
    ahead.advance(to: now)
    return ahead.shown(at: now)
  }

  /// How many metres what is shown may lie from the last fix added, at any moment from then on.
  var radius: Double {
    var radius = 0.0
    for leg in legs { radius += leg.length }
    // What waits is not measured yet: it goes no faster than what is not a jump.
    if waiting.count > 1 || waiting.count == 1 && !legs.isEmpty { radius += Double(waiting.count) * options.jumpSpeed * 2 }
    return radius
  }

  /// The pose once all batches that begin by now are laid out.
  private func shown(at now: Double) -> MarkerPose? {
    guard let last else { return nil }
    if let first = legs.first, now < first.start {
      // Asked about the time before the batch under way, of which only its start is still known.
      var pose = standing(at: first.from, now: now)
      pose.course = first.courseBefore ?? first.course
      pose.waitingCount += legs.count
      return pose
    }
    guard let index = legs.lastIndex(where: { $0.start <= now }), now < legs[index].start + legs[index].duration else {
      return standing(at: last, now: now)
    }
    let leg = legs[index]
    let passed = now - leg.start
    let fraction = passed / leg.duration
    return MarkerPose(
      coordinate: Timeline.place(
        from: leg.from.fix.coordinate.normalized, to: leg.to.fix.coordinate.normalized, length: leg.length, fraction: fraction),
      altitude: Self.between(leg.from.fix.altitude, leg.to.fix.altitude, fraction),
      course: Self.turned(leg, after: passed),
      speed: leg.speed, isMoving: leg.speed > 0, waitingCount: waiting.count + legs.count - index,
      latency: now - interpolated(leg.from.now, leg.to.now, fraction))
  }

  /// The pose at the end of all legs, or before the first.
  private func standing(at arrival: Arrival, now: Double) -> MarkerPose {
    MarkerPose(
      coordinate: arrival.fix.coordinate.normalized, altitude: arrival.fix.altitude, course: heldCourse, speed: 0, isMoving: false,
      waitingCount: waiting.count, latency: max(0, now - arrival.now))
  }

  /// The course some seconds into a leg.
  private static func turned(_ leg: Leg, after passed: Double) -> Double? {
    guard let course = leg.course else { return leg.courseBefore }
    guard let before = leg.courseBefore else { return course }
    let turnTime = min(0.5, leg.duration / 2)
    return passed < turnTime ? Angle.interpolate(from: before, to: course, fraction: passed / turnTime) : course
  }

  private static func between(_ start: Double?, _ end: Double?, _ fraction: Double) -> Double? {
    guard let start, let end else { return start ?? end }
    return interpolated(start, end, fraction)
  }
}
