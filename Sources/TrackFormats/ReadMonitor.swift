// Owns `ReadMonitor`: how a long reading shows itself and is ended.

import TrackPlayback

/// Watches a file being read.
///
/// The function runs on the thread that reads. It gets the bytes gone through, the points found so far, and a function that gives the
/// points themselves (which costs a copy as soon as the reading goes on), and says whether to go on.
public struct ReadMonitor: Sendable {
  /// How many bytes are read between two reports, roughly.
  public static let usualStep = 256 * 1024

  /// Called with the bytes read, the points found and a way to have them; `false` ends the reading with ``FormatError/Code/cancelled``.
  public typealias Report = @Sendable (_ bytes: Int, _ points: Int, _ part: () -> TrackPoints) -> Bool

  let step: Int
  let report: Report?

  /// Nobody watches.
  public static let none = ReadMonitor(step: .max, report: nil)

  /// A watcher that is told every `step` bytes or so.
  public init(step: Int = ReadMonitor.usualStep, report: @escaping Report) {
    self.init(step: max(1, step), report: Optional(report))
  }

  private init(step: Int, report: Report?) {
    self.step = step
    self.report = report
  }
}

extension ReadMonitor {
  /// A watcher of one part of the work: what it is told of `count` bytes is shown as a place within `range`.
  func share(_ range: Range<Int>, of count: Int) -> ReadMonitor {
    guard let report else { return self }
    let factor = Double(range.count) / Double(max(1, count))
    let ownStep = factor > 0 ? min(1e15, Double(step) / factor) : 1e15
    return ReadMonitor(step: max(1, Int(ownStep))) { bytes, points, part in
      report(range.lowerBound + min(range.count, Int(Double(bytes) * factor)), points, part)
    }
  }
}

/// A reader's side of a ``ReadMonitor``: cheap to ask often.
///
/// ```swift
/// var watch = ReadWatch(monitor)
/// // after each line or record:
/// guard watch.goesOn(bytes: position, points: points.count, part: { points }) else { throw .cancelled }
/// ```
struct ReadWatch {
  private let monitor: ReadMonitor
  private var next: Int

  init(_ monitor: ReadMonitor) {
    self.monitor = monitor
    next = monitor.report == nil ? .max : monitor.step
  }

  /// Reports, where it is time to, and says whether to go on.
  @inline(__always)
  mutating func goesOn(bytes: Int, points: @autoclosure () -> Int, part: () -> TrackPoints) -> Bool {
    if bytes < next { return true }
    return tell(bytes, points(), part)
  }

  @inline(never)
  private mutating func tell(_ bytes: Int, _ points: Int, _ part: () -> TrackPoints) -> Bool {
    next = bytes &+ monitor.step
    return monitor.report?(bytes, points, part) ?? true
  }
}
