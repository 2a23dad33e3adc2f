// Owns `FixFilter`: the rules by which the fixes of a live source are taken or not.

import TrackGeodesy

/// The rules by which the fixes of one live source are taken. The first that applies counts:
///
/// | rule | what happens |
/// |---|---|
/// | the receiver says it has no fix, or gives no place | ``FixRejection/noFix`` |
/// | the latitude is not within ±90°, or the longitude no number | ``FixRejection/invalidPlace`` |
/// | the accuracy is negative or no number | ``FixRejection/invalidAccuracy`` |
/// | there is no time | it counts as that of its arrival: the last fix's time and what has passed on the host since, or the host's time |
/// | time and place are those of the last one taken | ``FixRejection/duplicate`` |
/// | the time is before that of the last one taken | ``FixRejection/late`` |
/// | … and so it was with the two before it, each later than the one before and not faster than time passes; or, however fast, with the 19 before it | the clock was set back: taken, in a new segment |
/// | it would take more than 1,500 km/h from the last one taken (within a second: 417 m) | ``FixRejection/impossible`` |
/// | … and so it was with the two before it, while from each to the next it would not | it is somewhere else: taken, in a new segment |
/// | none of these | taken |
///
/// "In a row" means that nothing was taken in between. Those that prove a reset or a jump stay rejected; the one that completes the proof is
/// the first of its segment.
///
/// A value without a clock. It keeps a few fixes, whatever comes.
public struct FixFilter: Sendable {
  /// How many fixes came, were taken, and were not.
  public private(set) var counts = FixCounts()
  /// The last fix taken, with the time that held for it.
  public private(set) var last: Fix?

  /// Metres a second beyond which nothing goes: 1,500 km/h.
  public static let impossibleSpeed = 1500 / 3.6
  /// How many in a row are believed.
  public static let provingCount = 3
  /// How many late ones in a row are believed although they come faster than time passes, as from a log that is read at once.
  public static let provingBurst = 20

  /// The host's time of the last one taken.
  private var lastHostTime = 0.0
  /// Rejected ones in a row that may prove something.
  private var lateRun = Run()
  private var farRun = Run()

  /// Rejected fixes in a row, each going on from the one before.
  private struct Run: Sendable {
    var count = 0
    /// How many of them, without a break, came at the pace of their times.
    var pacedCount = 0
    var last: (fix: Fix, time: Double, hostTime: Double)?
  }

  /// No fix yet.
  public init() {}

  /// Judges what a receiver says at the moment it arrives, and counts it.
  /// - Parameter hostTime: Seconds since 1970 UTC by the host's clock.
  public mutating func receive(_ report: ReceiverReport, hostTime: Double) -> FixVerdict {
    let verdict = judge(report, hostTime: hostTime.isFinite ? hostTime : lastHostTime)
    counts.count(verdict)
    return verdict
  }

  private mutating func judge(_ report: ReceiverReport, hostTime: Double) -> FixVerdict {
    guard var fix = report.fix, report.mode != .none else { return .rejected(.noFix) }
    fix.coordinate = fix.coordinate.normalized
    guard fix.coordinate.isValid else { return .rejected(.invalidPlace) }
    if let accuracy = fix.horizontalAccuracy, !(accuracy >= 0) { return .rejected(.invalidAccuracy) }
    let time = time(of: fix, report, hostTime)
    fix.time = time
    guard let last, let lastTime = last.time else { return accept(fix, hostTime, .first) }
    if time == lastTime, fix.coordinate == last.coordinate { return .rejected(.duplicate) }
    if time < lastTime { return judgeLate(fix, time, hostTime) }
    if Self.isImpossible(from: last, lastTime, to: fix, time) { return judgeFar(fix, time, hostTime) }
    return accept(fix, hostTime, nil)
  }

  /// The time that holds for a fix. Beyond the year 33,000 a number is no time.
  private func time(of fix: Fix, _ report: ReceiverReport, _ hostTime: Double) -> Double {
    if let time = fix.time ?? report.time, abs(time) < 1e12 { return time }
    guard let last, let lastTime = last.time else { return min(max(hostTime, -1e12), 1e12) }
    return lastTime + min(max(hostTime - lastHostTime, -1e9), 1e9)
  }

  private mutating func judgeLate(_ fix: Fix, _ time: Double, _ hostTime: Double) -> FixVerdict {
    farRun = Run()
    let isGoingOn = lateRun.last.map { time > $0.time && !Self.isImpossible(from: $0.fix, $0.time, to: fix, time) } ?? false
    // What was held up somewhere comes in a burst; a clock that was set back goes on at the pace of time.
    let isPaced = lateRun.last.map { hostTime - $0.hostTime >= (time - $0.time) / 2 } ?? false
    lateRun.count = isGoingOn ? lateRun.count + 1 : 1
    lateRun.pacedCount = isGoingOn && isPaced ? lateRun.pacedCount + 1 : 1
    lateRun.last = (fix, time, hostTime)
    guard lateRun.pacedCount >= Self.provingCount || lateRun.count >= Self.provingBurst else { return .rejected(.late) }
    return accept(fix, hostTime, .clockReset)
  }

  private mutating func judgeFar(_ fix: Fix, _ time: Double, _ hostTime: Double) -> FixVerdict {
    lateRun = Run()
    let isGoingOn = farRun.last.map { time >= $0.time && !Self.isImpossible(from: $0.fix, $0.time, to: fix, time) } ?? false
    farRun.count = isGoingOn ? farRun.count + 1 : 1
    farRun.last = (fix, time, hostTime)
    guard farRun.count >= Self.provingCount else { return .rejected(.impossible) }
    return accept(fix, hostTime, .jump)
  }

  private mutating func accept(_ fix: Fix, _ hostTime: Double, _ reason: SegmentReason?) -> FixVerdict {
    last = fix
    lastHostTime = hostTime
    lateRun = Run()
    farRun = Run()
    return .accepted(fix, newSegment: reason)
  }

  /// Whether nothing could have gone so far in the time. Within a second the speed says nothing: many clocks count whole seconds only.
  private static func isImpossible(from start: Fix, _ startTime: Double, to end: Fix, _ endTime: Double) -> Bool {
    let limit = impossibleSpeed * max(1, endTime - startTime)
    // A degree of latitude is more than 110 km: most pairs need no geodesic.
    let north = abs(end.coordinate.latitude - start.coordinate.latitude) * 112_000
    let east = abs(Angle.normalized180(end.coordinate.longitude - start.coordinate.longitude)) * 112_000
    if north + east < limit { return false }
    return Geodesic.wgs84.distance(from: start.coordinate, to: end.coordinate) > limit
  }
}
