// Owns what a feed's fix says: place, time, course and speed of the route or of a location set by hand.

import TrackGeodesy
import TrackPlayback

/// A location set by hand, and how it moves.
struct FeedMock: Sendable {
  /// As it was set.
  let fix: Fix
  /// Metres a second and degrees, its own or those of the way from the mock before.
  private let speed: Double
  let course: Double?
  /// Until when it counts as moving, in seconds of the feed.
  private let movingUntil: Double
  /// The place and moment from which the next one's speed is told.
  private let reference: (place: Coordinate, moment: Double)

  /// Two mocks further apart than this in seconds are not one motion; nearer than the least one, too near to tell a speed.
  private static let spacing = 0.05...10.0
  /// Metres a second above which it was put somewhere else, and did not go there (1,500 km/h, as ``TimelineOptions/jumpSpeed``).
  private static let fastest = 1500 / 3.6

  init(_ fix: Fix, after previous: FeedMock?, at now: Double) {
    self.fix = fix
    guard let previous else {
      (speed, course, movingUntil, reference) = (0, nil, now, (fix.coordinate, now))
      return
    }
    let passed = now - previous.reference.moment
    if passed < Self.spacing.lowerBound {
      (speed, course, movingUntil, reference) = (previous.speed, previous.course, previous.movingUntil, previous.reference)
      return
    }
    reference = (fix.coordinate, now)
    let path = Geodesic.wgs84.inverse(from: previous.reference.place, to: fix.coordinate)
    let way = path.distance / passed
    if passed <= Self.spacing.upperBound, way <= Self.fastest {
      (speed, course, movingUntil) = (way, path.distance >= 0.5 ? path.finalCourse : previous.course, now + passed * 1.5)
    } else {
      (speed, course, movingUntil) = (0, previous.course, now)
    }
  }

  func speed(at now: Double) -> Double { fix.speed ?? (now <= movingUntil ? speed : 0) }
}

extension FeedPlayer {
  /// The fix that is due at a moment; `nil` where the distance filter passes it over, or there is nothing to give out.
  mutating func step(at due: Duration) -> FeedStep? {
    let now = due.seconds
    let place = motion.place(at: now)
    let pose = timeline.pose(at: place.position)
    var fix: Fix
    if let mockState {
      fix = mockFix(mockState, pose: pose, at: now)
    } else {
      guard !timeline.offsets.isEmpty else { return nil }
      fix = routeFix(pose, place)
      if place.isEnded, !motion.isPaused { hasGivenEnd = true }
      if let filter = options.distanceFilter, filter.isFinite, let last,
        !(Geodesic.wgs84.distance(from: last.place, to: fix.coordinate) > filter)
      {
        return nil
      }
    }
    let time = time(at: due, recorded: pose.time)
    fix.time = time
    last = (due, time, fix.coordinate)
    return FeedStep(due: due, fix: fix, isMock: mockState != nil, position: place.position)
  }

  private func routeFix(_ pose: Pose, _ place: FeedMotion.Place) -> Fix {
    let isStanding = motion.isPaused || place.isEnded && hasGivenEnd
    return Fix(
      coordinate: pose.coordinate, altitude: pose.altitude ?? options.altitude,
      course: pose.course.map { place.isReversed ? Angle.normalized360($0 + 180) : $0 },
      speed: isStanding ? 0 : pose.speed.map { $0 * speedFactor }, horizontalAccuracy: pose.accuracy ?? accuracy, sensors: pose.sensors)
  }

  private func mockFix(_ mock: FeedMock, pose: Pose, at now: Double) -> Fix {
    var fix = mock.fix
    fix.altitude = fix.altitude ?? (timeline.offsets.isEmpty ? nil : pose.altitude) ?? options.altitude
    fix.course = fix.course ?? mock.course ?? pose.course
    fix.speed = mock.speed(at: now)
    fix.horizontalAccuracy = fix.horizontalAccuracy ?? accuracy
    return fix
  }

  private var accuracy: Double { options.accuracy >= 0 && options.accuracy.isFinite ? options.accuracy : 5 }

  /// How many times faster than the route the place moves by the times that the fixes state.
  private var speedFactor: Double {
    if case .recorded = options.clock, timeline.startTime != nil { return 1 }
    return motion.speed
  }

  private mutating func time(at due: Duration, recorded: Double?) -> Double {
    switch (options.clock, recorded) {
    case (.start(let start), _), (.recorded(let start), nil): return (start.isFinite ? start : 0) + due.seconds
    case (.recorded, let recorded?):
      guard let last, recorded + shift <= last.time else { return recorded + shift }
      let time = last.time + max(0.001, (due - last.due).seconds)
      shift = time - recorded
      return time
    }
  }

  /// The position so many points from another, points at the same moment being one.
  func point(_ count: Int, from position: Double) -> Double {
    let offsets = timeline.offsets
    guard !offsets.isEmpty, count != 0 else { return position }
    var index = timeline.index(at: position)
    var left = count.magnitude
    // Between two points the one before is a step back.
    if count < 0, offsets[index] < position { left -= 1 }
    while left > 0, count > 0 ? index + 1 < offsets.count : index > 0 {
      let offset = offsets[index]
      index += count > 0 ? 1 : -1
      if offsets[index] != offset { left -= 1 }
    }
    return offsets[index]
  }
}
