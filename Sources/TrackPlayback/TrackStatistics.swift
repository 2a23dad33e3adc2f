// Owns `TrackStatistics`: the figures that sum up a track.

import TrackGeodesy

/// The figures that sum up a track, as it is laid out on its timeline.
///
/// - **Moving** is a leg at 0.5 m/s (1.8 km/h) or faster; slower ones are stops. Broken legs are neither.
/// - **Top speed** is the mean speed over the fastest stretch of at least 3 s without a break, so that one stray fix of a
///   fast receiver does not set it. Recorded speeds are not looked at.
/// - **Ascent and descent** add up the climbs and drops between turning points of the altitude; a turning point counts
///   once the altitude has come 3 m away from it, so that noise adds nothing. Broken legs add nothing.
public struct TrackStatistics: Sendable, Hashable {
  /// The number of points.
  public let pointCount: Int
  /// The number of segments.
  public let segmentCount: Int
  /// The metres travelled.
  public let length: Double
  /// The playback seconds from the first point to the last, with stops and gaps.
  public let duration: Double
  /// The seconds spent moving.
  public let movingTime: Double
  /// The seconds spent standing.
  public let stoppedTime: Double
  /// The seconds of which nothing is known: the broken legs.
  public let gapTime: Double
  /// The length over the moving and the stopped time, in metres a second; `nil` where no time passes.
  public let meanSpeed: Double?
  /// The length over the moving time, in metres a second; `nil` where nothing moves.
  public let movingMeanSpeed: Double?
  /// The top speed in metres a second; `nil` where no time passes.
  public let topSpeed: Double?
  /// The metres climbed; `nil` without altitudes.
  public let ascent: Double?
  /// The metres descended, not negative; `nil` without altitudes.
  public let descent: Double?
  /// The lowest altitude in metres; `nil` without altitudes.
  public let minAltitude: Double?
  /// The highest altitude in metres; `nil` without altitudes.
  public let maxAltitude: Double?
  /// The moment of the first point in seconds since 1970 UTC, if the track tells.
  public let startTime: Double?

  /// The speed in metres a second from which a leg counts as moving.
  public static let movingSpeed = 0.5
  /// The seconds over which the top speed is taken at least.
  public static let topSpeedWindow = 3.0
  /// The metres by which the altitude has to change to count.
  public static let altitudeHysteresis = 3.0

  /// The figures of a timeline. Linear in the number of points; for one that grows see ``RunningStatistics``.
  public init(timeline: Timeline) {
    var running = RunningStatistics()
    running.advance(over: timeline)
    self = running.statistics(of: timeline)
  }

  /// The figures of a timeline whose legs have been added up.
  init(_ sums: RunningStatistics, of timeline: Timeline) {
    pointCount = timeline.track.points.count
    segmentCount = timeline.track.segments.count
    length = timeline.length
    duration = (timeline.offsets.last ?? 0) - (timeline.offsets.first ?? 0)
    movingTime = sums.moving
    stoppedTime = sums.stopped
    gapTime = sums.gaps
    meanSpeed = sums.moving + sums.stopped > 0 ? timeline.length / (sums.moving + sums.stopped) : nil
    movingMeanSpeed = sums.moving > 0 ? sums.movingLength / sums.moving : nil
    topSpeed = sums.topSpeed
    startTime = timeline.startTime
    let climb = sums.climb
    ascent = climb?.up
    descent = climb?.down
    minAltitude = climb?.lowest
    maxAltitude = climb?.highest
  }
}
