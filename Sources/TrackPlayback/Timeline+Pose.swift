// Owns the interpolation of a timeline: place, course and speed at any moment between two points.

import TrackGeodesy

extension Timeline {
  /// The longest stretch in seconds of playback, on either side of a point, over which course and speed pass from one leg to the next.
  static var blendTime: Double { 0.75 }
  /// Legs shorter than this many metres have no course of their own.
  static var stillLength: Double { 0.5 }

  /// The state at an offset in seconds; offsets outside the timeline (and NaN) are clamped to it.
  ///
  /// Places lie on the geodesic, within 1 cm. Inside a leg course and speed are the leg's; around each point they pass
  /// to the next leg's, the course the shorter way, over at most half of either leg and 0.75 s:
  ///
  /// ```
  ///  course  ───────╮                  legs of 20 s: the marker turns at the corner
  ///                 ╰╮_______
  ///  time    ────────●────────
  /// ```
  ///
  /// Course and speed that were recorded win, interpolated from point to point. An empty track gives 0°, 0° and nothing known.
  public func pose(at offset: Double) -> Pose {
    guard !offsets.isEmpty else { return Pose(coordinate: Coordinate(latitude: 0, longitude: 0)) }
    let index = index(at: offset)
    let fraction = fraction(at: offset, after: index)
    let segment = segment(ofPoint: index)
    let last = index + 1 >= offsets.count
    if last || fraction == 0 || broken[index] {
      return standing(at: index, fraction: fraction, segment: segment, offset: offset)
    }
    let points = track.points
    return Pose(
      coordinate: place(leg: index, fraction: fraction),
      altitude: between(points.altitude(at: index), points.altitude(at: index + 1), fraction),
      course: course(leg: index, fraction: fraction),
      speed: speed(leg: index, fraction: fraction),
      distance: interpolated(distances[index], distances[index + 1], fraction),
      pointIndex: index, fraction: fraction, segmentIndex: segment, isInGap: false,
      time: recordedTime(at: offset),
      accuracy: between(points.horizontalAccuracy(at: index), points.horizontalAccuracy(at: index + 1), fraction),
      sensors: points.hasSensors ? points.sensors(at: index) : SensorValues())
  }

  /// The pose at a point itself, or while waiting at it in a broken leg.
  private func standing(at index: Int, fraction: Double, segment: Int, offset: Double) -> Pose {
    let isInGap = fraction > 0
    let isStill = isInGap || isOutside(offset)
    return Pose(
      coordinate: place(index), altitude: track.points.altitude(at: index), course: course(atPoint: index),
      speed: isStill ? 0 : speed(atPoint: index), distance: distances[index], pointIndex: index, fraction: fraction,
      segmentIndex: segment, isInGap: isInGap, time: recordedTime(at: offset),
      accuracy: track.points.horizontalAccuracy(at: index),
      sensors: track.points.hasSensors ? track.points.sensors(at: index) : SensorValues())
  }

  /// The value between two that may be unknown: the first where only that is known.
  private func between(_ start: Double?, _ end: Double?, _ fraction: Double) -> Double? {
    guard let start else { return nil }
    guard let end else { return start }
    return interpolated(start, end, fraction)
  }

  // MARK: Place

  /// The place a fraction of the way along a leg.
  func place(leg: Int, fraction: Double) -> Coordinate {
    Self.place(from: place(leg), to: place(leg + 1), length: length(ofLeg: leg), fraction: fraction)
  }

  /// The place a fraction of the way between two that are so many metres apart, within 1 cm of the geodesic.
  static func place(from start: Coordinate, to end: Coordinate, length: Double, fraction: Double) -> Coordinate {
    let turn = end.longitude - start.longitude
    guard isFlat(length: length, latitude: start.latitude), abs(turn) < 180 else {
      return length > 0 ? Geodesic.wgs84.interpolate(from: start, to: end, fraction: fraction) : start
    }
    return Coordinate(
      latitude: interpolated(start.latitude, end.latitude, fraction), longitude: start.longitude + turn * fraction)
  }

  private func isFlat(leg: Int, latitude: Double) -> Bool { Self.isFlat(length: length(ofLeg: leg), latitude: latitude) }

  /// Whether a straight line in degrees stays within 1 cm of the geodesic.
  ///
  /// They part by about s² tan φ / 8R in the middle: 0.9 cm for 500 m at 60°, 0.3 cm for 50 m at 89°.
  private static func isFlat(length: Double, latitude: Double) -> Bool {
    abs(latitude) <= 60 ? length < 500 : abs(latitude) < 89 && length < 50
  }

  /// The metres travelled in a leg.
  func length(ofLeg leg: Int) -> Double { distances[leg + 1] - distances[leg] }

  /// The playback seconds that a leg takes.
  func time(ofLeg leg: Int) -> Double { offsets[leg + 1] - offsets[leg] }

  // MARK: Course

  /// The course at a point: recorded, or midway between those of its legs as ``course(leg:fraction:)`` passes it.
  func course(atPoint index: Int) -> Double? {
    if let recorded = recordedCourse(index) { return recorded }
    guard !courses.isEmpty else { return nil }
    let before = index > 0 && !broken[index - 1] ? index - 1 : nil
    let after = index < broken.count && !broken[index] ? index : nil
    guard let after else {
      // In a gap, and at the end, the course on arrival is held.
      guard let before else { return known(Double(courses[min(index, courses.count - 1)])) }
      return known(legCourse(before, fraction: 1))
    }
    let next = legCourse(after, fraction: 0)
    guard let before else { return known(next) }
    let left = blendWidth(leg: before)
    let right = blendWidth(leg: after)
    guard left + right > 0 else { return known(next) }
    return blended(legCourse(before, fraction: 1), next, left / (left + right))
  }

  /// The course inside an unbroken leg, its fraction above 0 and below 1.
  private func course(leg: Int, fraction: Double) -> Double? {
    if recordedCourse(leg) != nil || recordedCourse(leg + 1) != nil {
      guard let start = course(atPoint: leg), let end = course(atPoint: leg + 1) else { return nil }
      return Angle.interpolate(from: start, to: end, fraction: fraction)
    }
    let own = legCourse(leg, fraction: fraction)
    let time = time(ofLeg: leg)
    let width = blendWidth(leg: leg)
    let passed = time * fraction
    if passed < width, leg > 0, !broken[leg - 1] {
      let left = blendWidth(leg: leg - 1)
      return blended(legCourse(leg - 1, fraction: 1), own, (left + passed) / (left + width))
    }
    if time - passed < width, leg + 1 < broken.count, !broken[leg + 1] {
      let right = blendWidth(leg: leg + 1)
      return blended(own, legCourse(leg + 1, fraction: 0), (width - (time - passed)) / (width + right))
    }
    return known(own)
  }

  /// The seconds on either side of a leg's ends that belong to the turn there.
  private func blendWidth(leg: Int) -> Double { min(time(ofLeg: leg) / 2, Self.blendTime) }

  private func blended(_ start: Double, _ end: Double, _ fraction: Double) -> Double? {
    known(start == end ? start : Angle.interpolate(from: start, to: end, fraction: fraction))
  }

  /// The course recorded at a point, unless it was standing there, where receivers make one up.
  private func recordedCourse(_ index: Int) -> Double? {
    guard let course = track.points.course(at: index) else { return nil }
    if let speed = track.points.speed(at: index), speed < 0.2 { return nil }
    return course
  }

  /// The course along a leg: on long ones it changes as the geodesic crosses the meridians.
  private func legCourse(_ leg: Int, fraction: Double) -> Double {
    let course = Double(courses[leg])
    guard !broken[leg], length(ofLeg: leg) >= Self.stillLength else { return course }
    let start = place(leg)
    // Along 500 m the course changes by 0.008° at 60°.
    if fraction == 0 || isFlat(leg: leg, latitude: start.latitude) { return course }
    let path = Geodesic.wgs84.inverse(from: start, to: place(leg + 1))
    if fraction == 1 { return path.finalCourse }
    return Geodesic.wgs84.direct(from: start, course: path.initialCourse, distance: path.distance * fraction).finalCourse
  }

  // MARK: Speed

  /// The speed at a point: recorded, or between those of its legs.
  func speed(atPoint index: Int) -> Double? {
    if let recorded = track.points.speed(at: index) { return recorded }
    let before = index > 0 ? speedOfLeg(index - 1) : nil
    let after = index < broken.count ? speedOfLeg(index) : nil
    guard let before, let after else { return before ?? after }
    // A stop is at speed 0 from its first moment to its last.
    if before == 0 || after == 0 { return 0 }
    let left = blendWidth(leg: index - 1)
    let right = blendWidth(leg: index)
    return interpolated(before, after, left / (left + right))
  }

  /// The speed inside an unbroken leg, its fraction above 0 and below 1.
  private func speed(leg: Int, fraction: Double) -> Double? {
    if track.points.speed(at: leg) != nil || track.points.speed(at: leg + 1) != nil,
      let start = speed(atPoint: leg), let end = speed(atPoint: leg + 1)
    {
      return interpolated(start, end, fraction)
    }
    guard let own = speedOfLeg(leg), own > 0 else { return 0 }
    let time = time(ofLeg: leg)
    let width = blendWidth(leg: leg)
    let passed = time * fraction
    if passed < width, let start = speed(atPoint: leg) { return interpolated(start, own, passed / width) }
    if time - passed < width, let end = speed(atPoint: leg + 1) {
      return interpolated(end, own, (time - passed) / width)
    }
    return own
  }

  /// The mean speed of a leg in metres a second, `nil` where it is broken or takes no time.
  func speedOfLeg(_ leg: Int) -> Double? {
    let time = time(ofLeg: leg)
    return broken[leg] || !(time > 0) ? nil : length(ofLeg: leg) / time
  }

  private func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
}
