// Owns when a smooth marker's batches begin and how long their legs take.

import TrackGeodesy

extension SmoothMarker {
  /// Lays out every batch that begins by a moment.
  mutating func advance(to now: Double) {
    while let start = nextStart(), start <= now { layOut(from: start) }
  }

  /// The moment at which the waiting fixes are set out for: enough of them wait, or the source is silent; never before
  /// the batch under way has ended.
  func nextStart() -> Double? {
    guard let newest = waiting.last else { return nil }
    let size = max(1, options.bufferSize)
    let silent = newest.now + max(0, options.silence, min(10, 2.5 * (usualInterval ?? 0)))
    let ready = waiting.count >= size ? waiting[size - 1].now : silent
    return max(busyUntil, min(ready, silent))
  }

  /// Turns all waiting fixes into legs from a moment on.
  private mutating func layOut(from start: Double) {
    guard let first = last else { return }
    legs.removeAll(keepingCapacity: true)
    var from = first
    var time = start
    for to in waiting {
      let leg = leg(from: from, to: to, start: time)
      if let course = leg.course { heldCourse = course }
      if leg.speed > 0 { heldSpeed = leg.speed }
      legs.append(leg)
      time += leg.duration
      from = to
    }
    time = hurry(from: start, until: time, newest: from.now)
    waiting.removeAll(keepingCapacity: true)
    last = from
    busyUntil = time
  }

  /// Shortens the batch where it would end too long after its last fix came in; at most fourfold.
  private mutating func hurry(from start: Double, until end: Double, newest: Double) -> Double {
    let total = end - start
    let allowed = newest + max(0, options.maximumLatency) - start
    guard total > 0, total > allowed else { return end }
    let scale = max(0.25, allowed / total)
    for index in legs.indices {
      legs[index].start = start + (legs[index].start - start) * scale
      legs[index].duration *= scale
      legs[index].speed /= scale
    }
    return start + total * scale
  }

  /// The leg between two fixes.
  private func leg(from: Arrival, to: Arrival, start: Double) -> Leg {
    let path = Geodesic.wgs84.inverse(from: from.fix.coordinate, to: to.fix.coordinate)
    let length = path.distance
    let elapsed = Self.elapsed(from, to)
    var duration = 0.0
    if !isBroken(length: length, elapsed: elapsed) {
      duration = length < 0.01 ? min(elapsed ?? 0, options.gapTime) : drivingTime(length: length, elapsed: elapsed, to: to.fix)
    }
    let own = Self.course(of: to.fix) ?? (length >= Timeline.stillLength ? path.initialCourse : nil)
    return Leg(
      from: from, to: to, start: start, duration: duration, speed: duration > 0 && length >= 0.01 ? length / duration : 0,
      length: length, courseBefore: heldCourse, course: own)
  }

  /// The seconds between two fixes by their own times, else by their arrivals; `nil` where neither tells.
  private static func elapsed(_ from: Arrival, _ to: Arrival) -> Double? {
    if let first = from.fix.time, let second = to.fix.time, second > first, second - first < 1e9 { return second - first }
    return to.now > from.now ? to.now - from.now : nil
  }

  /// Whether a leg is not to be animated through.
  private func isBroken(length: Double, elapsed: Double?) -> Bool {
    guard let elapsed else { return length > 1000 }
    return length > options.jumpSpeed * max(1, elapsed) || elapsed > options.gapTime && length > 50
  }

  /// How long a leg takes: by the speed of the fix it moves to where that can be, else by the time between the fixes,
  /// else at the speed before, else a second.
  private func drivingTime(length: Double, elapsed: Double?, to fix: Fix) -> Double {
    if let speed = fix.speed, speed > 0, speed.isFinite {
      let time = length / speed
      guard let elapsed else { return min(time, 60) }
      // A speed that would take three times as long as it took is no speed to drive by (and 0.01 m/s would freeze the marker).
      if time <= 3 * elapsed + 1 { return time }
    }
    if let elapsed { return elapsed }
    guard let heldSpeed else { return 1 }
    return min(length / heldSpeed, 60)
  }

  /// The course that a fix states, unless it states one that cannot be or stands still, where receivers make one up.
  static func course(of fix: Fix) -> Double? {
    guard let course = fix.course, course >= 0, course <= 360 else { return nil }
    if let speed = fix.speed, speed < 0.2 { return nil }
    return Angle.normalized360(course)
  }
}
