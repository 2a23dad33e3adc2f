// How late a simulated fix comes in real time, beside a thread that does nothing but sleep in the same rhythm.

import Synchronization
import TrackPlayback

enum JitterMeasurement: Measurement {
  static let name = "jitter"
  static let title = "A simulated GPS in real time, 10 fixes a second"

  private static let interval = Duration.milliseconds(100)

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let seconds = settings.seconds ?? (settings.isQuick ? 5 : 20)
    let count = max(10, Int((seconds / (interval / .seconds(1))).rounded()))
    let clock = ContinuousClock()
    let simulator = LocationSimulator(clock: clock, updateInterval: interval, keepsRunning: true)
    simulator.load(settings.journey.track)
    let listener = Listener(clock: clock, interval: interval, count: count)
    simulator.delegate = listener
    simulator.start(at: 0)
    let asleep = naps(count, on: clock)
    try waitUntilDone(simulator)

    let fixes = Samples(listener.lateness)
    let what = "\(BenchUnit.count.text(Double(count) / 10)) s"
    func text(_ value: Double) -> String { BenchUnit.milliseconds.text(value) }
    return [
      BenchRow(
        "fix after the moment at which it is due, 99th percentile of \(what)", fixes.percentile(99), .milliseconds, atMost: 2,
        reference: "a thread in nanosleep \(text(asleep.percentile(99))), median \(text(asleep.median))"),
      BenchRow(
        "the same, median and latest", measured: "\(text(fixes.median)), \(text(fixes.most))", reference: "latest \(text(asleep.most))"),
      BenchRow("later at the end than at the beginning (medians of a tenth)", measured: text(drift(listener.lateness))),
      BenchRow("fixes left out", Double(count - fixes.count), .count, atMost: 0),
    ]
  }

  /// How much later in milliseconds the last tenth came than the first; negative is earlier.
  private static func drift(_ lateness: [Double]) -> Double {
    let tenth = max(1, lateness.count / 10)
    return Samples(Array(lateness.suffix(tenth))).median - Samples(Array(lateness.prefix(tenth))).median
  }

  /// Sleeps on this thread to so many moments half-way between those of the fixes; milliseconds by which it was late at each.
  private static func naps(_ count: Int, on clock: ContinuousClock) -> Samples {
    var samples = Samples()
    let began = clock.now + interval / 2
    for index in 0..<count {
      let due = began + interval * index
      // A signal ends a sleep early: on with what is left of it.
      while case let rest = clock.now.duration(to: due), rest > .zero {
        var time = rest.asTimespec
        nanosleep(&time, nil)
      }
      samples.add(due.duration(to: clock.now) / .milliseconds(1))
    }
    return samples
  }

  /// Waits until the listener has stopped the simulator.
  private static func waitUntilDone(_ simulator: LocationSimulator) throws(ProgramError) {
    let limit = MonotonicClock.seconds + 10
    while simulator.isRunning {
      guard MonotonicClock.seconds < limit else { throw ProgramError("the simulator is more than 10 s late") }
      usleep(10_000)
    }
  }
}

/// Notes how many milliseconds after its moment each fix comes, and stops the simulator after so many.
private final class Listener: LocationDelegate {
  private let clock: ContinuousClock
  private let began: ContinuousClock.Instant
  private let interval: Duration
  private let count: Int
  private let notes: Mutex<[Double]>

  init(clock: ContinuousClock, interval: Duration, count: Int) {
    self.clock = clock
    began = clock.now
    self.interval = interval
    self.count = count
    var notes: [Double] = []
    notes.reserveCapacity(count)
    self.notes = Mutex(notes)
  }

  var lateness: [Double] { notes.withLock { $0 } }

  func locationSource(_ source: any LocationSource, didUpdateLocations locations: [Location]) {
    let now = clock.now
    let isLast = notes.withLock { notes in
      let due = began + interval * notes.count
      notes.append(due.duration(to: now) / .milliseconds(1))
      return notes.count >= count
    }
    if isLast { (source as? LocationSimulator)?.stop() }
  }
}

extension Duration {
  /// The duration for the C library.
  fileprivate var asTimespec: timespec {
    let parts = components
    return timespec(tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
  }
}
