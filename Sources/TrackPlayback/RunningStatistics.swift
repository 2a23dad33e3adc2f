// Owns `RunningStatistics`: the figures of a track added up leg by leg, for tracks that grow.

/// The figures of a track that grows, brought up to date in the time that its new points take.
///
/// ```swift
/// var running = RunningStatistics()
/// timeline.append(fix)
/// running.advance(over: timeline)
/// let statistics = running.statistics(of: timeline)
/// ```
public struct RunningStatistics: Sendable {
  /// How many points have been looked at.
  private var pointCount = 0
  /// Seconds, and the metres of the moving ones.
  private(set) var moving = 0.0
  private(set) var movingLength = 0.0
  private(set) var stopped = 0.0
  private(set) var gaps = 0.0
  /// The first point of the shortest window that ends at the last point; the speed over all of a run that is shorter than a window.
  private var windowStart = 0
  private var shortRunSpeed: Double?
  private var top: Double?
  /// The climbs and drops so far, but for the one under way; the extremes.
  private var up = 0.0
  private var down = 0.0
  private var lowest = Double.infinity
  private var highest = -Double.infinity
  private var wave = AltitudeWave()

  /// Nothing yet.
  public init() {}

  /// Takes in the points that a timeline has got since the last time; it has to be the same one, grown.
  public mutating func advance(over timeline: Timeline) {
    let count = timeline.offsets.count
    guard pointCount < count else { return }
    for leg in max(0, pointCount - 1)..<count - 1 { addTime(ofLeg: leg, timeline) }
    let points = timeline.track.points
    if points.hasAltitudes { for index in pointCount..<count { addAltitude(at: index, points, timeline.broken) } }
    pointCount = count
  }

  /// The figures of the timeline that was last taken in.
  public func statistics(of timeline: Timeline) -> TrackStatistics { TrackStatistics(self, of: timeline) }

  @inline(__always)
  private mutating func addTime(ofLeg leg: Int, _ timeline: Timeline) {
    let time = timeline.time(ofLeg: leg)
    if timeline.broken[leg] {
      gaps += time
      endRun()
      windowStart = leg + 1
      return
    }
    let length = timeline.length(ofLeg: leg)
    if length >= TrackStatistics.movingSpeed * time {
      moving += time
      movingLength += length
    } else {
      stopped += time
    }
    addSpeed(at: leg + 1, timeline)
  }

  /// Looks at the shortest window that ends at a point; all of the run where that is shorter.
  @inline(__always)
  private mutating func addSpeed(at end: Int, _ timeline: Timeline) {
    let window = TrackStatistics.topSpeedWindow
    while windowStart < end - 1, timeline.offsets[end] - timeline.offsets[windowStart + 1] >= window { windowStart += 1 }
    let time = timeline.offsets[end] - timeline.offsets[windowStart]
    let speed = time > 0 ? (timeline.distances[end] - timeline.distances[windowStart]) / time : nil
    if time >= window {
      top = max(top ?? 0, speed ?? 0)
      shortRunSpeed = nil
    } else {
      shortRunSpeed = speed
    }
  }

  /// A run shorter than the window speaks only where nothing else does.
  private mutating func endRun() {
    top = topSpeed
    shortRunSpeed = nil
  }

  /// The mean speed over the fastest window of each unbroken run.
  var topSpeed: Double? { top ?? shortRunSpeed }

  @inline(__always)
  private mutating func addAltitude(at index: Int, _ points: TrackPoints, _ broken: [Bool]) {
    if index > 0, broken[index - 1] {
      wave.finish(&up, &down)
      wave = AltitudeWave()
    }
    guard let altitude = points.altitude(at: index) else { return }
    lowest = min(lowest, altitude)
    highest = max(highest, altitude)
    wave.add(altitude, &up, &down)
  }

  /// Climbs, drops and extremes of the altitude, or `nil` where there is none.
  var climb: (up: Double, down: Double, lowest: Double, highest: Double)? {
    guard lowest <= highest else { return nil }
    var (up, down) = (up, down)
    wave.finish(&up, &down)
    return (up, down, lowest, highest)
  }
}

/// Finds the turning points of an altitude that count.
///
/// ```
///      ╭╮  ← turns only once it has fallen 3 m
///   ╭──╯╰╮      small waves add nothing
///  ─╯    ╰─
/// ```
struct AltitudeWave: Sendable {
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
