// Owns `LiveTrack`: one live source, with what it said last, where it has been and what it is doing.

import TrackGeodesy

/// One live source: a receiver, a vehicle, a person.
///
/// It takes in what the source says, judges its fixes (see ``FixFilter``), moves a marker through those taken, and knows what the source is
/// doing:
///
/// ```
///                 fix                 1.0 m/s or more
///   searching ────────► stopped ◄──────────────────────► moving
///                          │    under 0.5 m/s for 3 s      │
///                          └──────────► noSignal ◄─────────┘     no fix for 5 s or three usual intervals (at most 10 min),
///                              fix ◄─────┘                       or 2 s after the receiver says that it has none
/// ```
///
/// A value without a clock. `now` is in seconds on any clock of the host that does not go back; `hostTime` is the host's time in seconds
/// since 1970 UTC, which may be set.
public struct LiveTrack: Sendable, Identifiable {
  /// Its name, as the source gives it; not cleaned for a terminal. Empty where the source names none.
  public let id: String
  /// What it stands for on the map.
  public var kind = MarkerKind.car
  /// How it is watched.
  public let options: LiveTrackOptions
  /// The rules for its fixes, with the counts.
  public private(set) var filter = FixFilter()
  /// The motion through its fixes.
  public private(set) var marker: SmoothMarker
  /// The fixes taken.
  public private(set) var history = LiveHistory()
  /// What it said last of its position, with or without a fix.
  public private(set) var lastReport: ReceiverReport?
  /// The satellites that it said last.
  public private(set) var sky: SkyView?
  /// Where it said last that its device points.
  public private(set) var heading: Heading?
  /// The last of these that was valid: it is held while the source calls its compass invalid.
  public private(set) var validHeading: Heading?
  /// The moment of the last fix taken, and of the last message of any kind.
  public private(set) var lastFixArrival: Double?
  public private(set) var lastMessageArrival: Double?
  /// The usual seconds between two fixes; `nil` before the second.
  public private(set) var usualInterval: Double?

  /// Since when the receiver says that it has no fix.
  private var noFixSince: Double?
  private var motion = MotionJudge()

  /// Metres a second from which a source that stands counts as moving.
  public static let movingSpeed = MotionJudge.movingSpeed
  /// Metres a second below which, for ``stoppingTime`` seconds of its own time, a moving source counts as standing.
  public static let stoppedSpeed = MotionJudge.stoppedSpeed
  public static let stoppingTime = MotionJudge.stoppingTime
  /// Seconds without a fix after which the signal counts as lost, at least and at most; in between three usual intervals.
  public static let silence = 5.0...600.0
  /// Seconds after which it counts as lost where the receiver says that it has no fix.
  public static let noFixPatience = 2.0

  /// A source that has said nothing yet.
  public init(id: String, options: LiveTrackOptions = .init()) {
    self.id = id
    self.options = options
    marker = SmoothMarker(options: options.motion)
  }

  /// The last fix taken, with the time that held for it.
  public var lastFix: Fix? { filter.last }

  /// Takes in what the source says. Constant time on average.
  /// - Returns: What became of the fix; `nil` where the message is none of a position.
  @discardableResult
  public mutating func receive(_ message: ReceiverMessage, at now: Double, hostTime: Double) -> FixVerdict? {
    let now = now.isFinite ? max(now, lastMessageArrival ?? now) : lastMessageArrival ?? 0
    lastMessageArrival = now
    switch message {
    case .report(let report): return receive(report, at: now, hostTime: hostTime)
    case .sky(let sky): self.sky = sky
    case .heading(let heading, _):
      self.heading = heading
      if heading.isValid { validHeading = heading }
    case .notice: break
    }
    return nil
  }

  private mutating func receive(_ report: ReceiverReport, at now: Double, hostTime: Double) -> FixVerdict {
    lastReport = report
    let verdict = filter.receive(report, hostTime: hostTime)
    switch verdict {
    case .rejected(.noFix): noFixSince = noFixSince ?? now
    case .rejected: break
    case .accepted(let fix, let newSegment):
      noFixSince = nil
      take(fix, startsSegment: newSegment != nil, at: now)
    }
    return verdict
  }

  private mutating func take(_ fix: Fix, startsSegment: Bool, at now: Double) {
    if let lastFixArrival {
      // One long silence does not make it usual.
      let interval = now - lastFixArrival
      usualInterval = usualInterval.map { $0 * 0.8 + min(interval, 4 * max($0, 0.1)) * 0.2 } ?? interval
    }
    lastFixArrival = now
    marker.add(fix, at: now)
    motion.add(fix, startsSegment: startsSegment)
    history.append(fix, startsSegment: startsSegment)
    if history.count > max(16, options.historyLimit) { history.thin() }
  }

  /// Makes the history shorter, until it holds at most so many points or cannot be thinned.
  mutating func thinHistory(to count: Int) {
    var before = Int.max
    while history.count > max(4, count), history.count < before {
      before = history.count
      history.thin()
    }
  }

  // MARK: Asking

  /// What the source is doing.
  public func state(at now: Double) -> LiveState {
    guard lastFixArrival != nil else { return .searching }
    if let lost = signalEnd, now >= lost { return .noSignal }
    return motion.isMoving ? .moving : .stopped
  }

  /// The seconds since the last fix came in; `nil` before the first.
  public func age(at now: Double) -> Double? { lastFixArrival.map { max(0, now - $0) } }

  /// The moment at which the signal counts as lost if no fix comes; `nil` before the first.
  public var signalEnd: Double? {
    guard let lastFixArrival else { return nil }
    let patience = min(max(3 * (usualInterval ?? 0), Self.silence.lowerBound), Self.silence.upperBound)
    return min(lastFixArrival + patience, noFixSince.map { $0 + Self.noFixPatience } ?? .infinity)
  }

  /// The moment after `now` at which ``state(at:)`` changes if nothing comes; `nil` where it does not.
  public func nextChange(after now: Double) -> Double? { signalEnd.flatMap { $0 > now ? $0 : nil } }

  /// How many metres the marker may lie from the last fix: the way of the fixes that it has not reached yet.
  var motionRadius: Double { marker.radius }

  /// What the marker shows; `nil` before the first fix.
  public func pose(at now: Double) -> MarkerPose? { marker.pose(at: now) }

  /// The speed in metres a second by which moving is told from standing: as stated, else measured over three seconds or more.
  public var speed: Double? { motion.speed }
}

/// Tells moving from standing, with hysteresis: a receiver at rest wanders at a few decimetres a second.
struct MotionJudge: Sendable {
  static let movingSpeed = 1.0
  static let stoppedSpeed = 0.5
  static let stoppingTime = 3.0

  private(set) var isMoving = false
  private(set) var speed: Double?
  /// Where and when measuring began.
  private var base: (coordinate: Coordinate, time: Double)?
  /// The fix's time since which it is slow.
  private var slowSince: Double?

  mutating func add(_ fix: Fix, startsSegment: Bool) {
    let time = fix.time ?? 0
    measure(fix, time, startsSegment: startsSegment)
    guard let speed else { return }
    if speed >= Self.movingSpeed { isMoving = true }
    if speed >= Self.stoppedSpeed { slowSince = nil }
    guard speed < Self.stoppedSpeed else { return }
    let since = slowSince ?? time
    slowSince = since
    if time - since >= Self.stoppingTime { isMoving = false }
  }

  private mutating func measure(_ fix: Fix, _ time: Double, startsSegment: Bool) {
    if startsSegment {
      slowSince = nil
      base = nil
    }
    if let stated = fix.speed, stated >= 0, stated.isFinite {
      speed = stated
      base = (fix.coordinate, time)
      return
    }
    guard let base else {
      self.base = (fix.coordinate, time)
      return
    }
    guard time - base.time >= Self.stoppingTime else { return }
    speed = Geodesic.wgs84.distance(from: base.coordinate, to: fix.coordinate) / (time - base.time)
    self.base = (fix.coordinate, time)
  }
}
