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

  /// The figures of a timeline. Linear in the number of points.
  public init(timeline: Timeline) {
    var moving = 0.0
    var movingLength = 0.0
    var stopped = 0.0
    var gaps = 0.0
    for leg in timeline.broken.indices {
      let time = timeline.time(ofLeg: leg)
      let length = timeline.length(ofLeg: leg)
      if timeline.broken[leg] {
        gaps += time
      } else if length >= Self.movingSpeed * time {
        moving += time
        movingLength += length
      } else {
        stopped += time
      }
    }
    pointCount = timeline.track.points.count
    segmentCount = timeline.track.segments.count
    length = timeline.length
    duration = (timeline.offsets.last ?? 0) - (timeline.offsets.first ?? 0)
    movingTime = moving
    stoppedTime = stopped
    gapTime = gaps
    meanSpeed = moving + stopped > 0 ? timeline.length / (moving + stopped) : nil
    movingMeanSpeed = moving > 0 ? movingLength / moving : nil
    topSpeed = Self.topSpeed(timeline)
    startTime = timeline.startTime
    let climb = Self.climb(timeline)
    ascent = climb?.up
    descent = climb?.down
    minAltitude = climb?.lowest
    maxAltitude = climb?.highest
  }

  /// The mean speed over the fastest window of each unbroken run.
  private static func topSpeed(_ timeline: Timeline) -> Double? {
    var top: Double?
    var first = 0
    for leg in timeline.broken.indices {
      if timeline.broken[leg] {
        first = leg + 1
        continue
      }
      // The shortest window that ends here; all of the run where that is shorter.
      let end = leg + 1
      while first < leg, timeline.offsets[end] - timeline.offsets[first + 1] >= topSpeedWindow { first += 1 }
      let time = timeline.offsets[end] - timeline.offsets[first]
      let runEnds = end == timeline.broken.count || timeline.broken[end]
      guard time >= topSpeedWindow || runEnds && time > 0 else { continue }
      let speed = (timeline.distances[end] - timeline.distances[first]) / time
      // A run shorter than the window speaks only where nothing else does.
      if time >= topSpeedWindow || top == nil { top = max(top ?? 0, speed) }
    }
    return top
  }

  /// Climbs, drops and extremes of the altitude, or `nil` where there is none.
  private static func climb(_ timeline: Timeline) -> (up: Double, down: Double, lowest: Double, highest: Double)? {
    let points = timeline.track.points
    guard points.hasAltitudes else { return nil }
    var up = 0.0
    var down = 0.0
    var lowest = Double.infinity
    var highest = -Double.infinity
    var wave = AltitudeWave()
    for index in 0..<points.count {
      if index > 0, timeline.broken[index - 1] {
        wave.finish(&up, &down)
        wave = AltitudeWave()
      }
      guard let altitude = points.altitude(at: index) else { continue }
      lowest = min(lowest, altitude)
      highest = max(highest, altitude)
      wave.add(altitude, &up, &down)
    }
    wave.finish(&up, &down)
    return lowest <= highest ? (up, down, lowest, highest) : nil
  }
}

/// Finds the turning points of an altitude that count.
///
/// ```
///      ╭╮  ← turns only once it has fallen 3 m
///   ╭──╯╰╮      small waves add nothing
///  ─╯    ╰─
/// ```
private struct AltitudeWave {
  /// The last turning point, and the lowest and highest altitude since.
  private var turning: Double?
  private var low = 0.0
  private var high = 0.0
  /// 1 while climbing, −1 while descending, 0 before it is known.
  private var direction = 0

  mutating func add(_ altitude: Double, _ up: inout Double, _ down: inout Double) {
    let step = TrackStatistics.altitudeHysteresis
    guard turning != nil else {
      (turning, low, high) = (altitude, altitude, altitude)
      return
    }
    low = min(low, altitude)
    high = max(high, altitude)
    if direction == 0 {
      if altitude - low >= step { (turning, direction) = (low, 1) } else if high - altitude >= step { (turning, direction) = (high, -1) }
      return
    }
    if direction > 0, high - altitude >= step {
      finish(&up, &down)
      (turning, direction, low) = (high, -1, altitude)
    } else if direction < 0, altitude - low >= step {
      finish(&up, &down)
      (turning, direction, high) = (low, 1, altitude)
    }
  }

  /// Adds the climb or drop under way.
  func finish(_ up: inout Double, _ down: inout Double) {
    guard let turning else { return }
    if direction > 0 { up += high - turning }
    if direction < 0 { down += turning - low }
  }
}
