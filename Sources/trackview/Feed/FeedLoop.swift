// The loop of `trackview feed`: sleeps until the next fix is due, a client asks or a signal comes.

import CPlatform
import LiveFeeds
import LiveProtocols
import Terminal
import TrackPlayback

/// Plays tracks one after another into the outputs.
///
/// Fix n of a track is due at the track's beginning + n ÷ rate, on a clock that goes on evenly: nothing adds up.
struct FeedLoop {
  /// How it ends.
  enum Ending {
    /// The last track has ended, or a client said so.
    case done(fixes: Int)
    case signal(Signal)
    /// Standard output takes no more; the system's error.
    case outputEnded(Int32)
  }

  private let outputs: FeedOutputs
  private let signals: FeedSignals
  private let playing: FeedPlayingOptions
  private let realism: FeedRealismOptions
  private let routes: [(title: String, timeline: Timeline)]
  private var fixes = 0

  /// Seconds behind its due time from which on a fix is left out: the program was stopped, or the machine slept.
  private static let patience = 2.0

  init(
    _ outputs: FeedOutputs, _ signals: FeedSignals, _ playing: FeedPlayingOptions, _ realism: FeedRealismOptions,
    _ routes: [(title: String, timeline: Timeline)], _ script: String?
  ) {
    (self.outputs, self.signals, self.playing, self.realism, self.routes) = (outputs, signals, playing, realism, routes)
  }

  mutating func run(waitsForClient: Bool) throws(ProgramError) -> Ending {
    if waitsForClient, let ending = waitForClient() { return ending }
    repeat {
      for route in routes { if let ending = play(route) { return ending } }
    } while playing.loop && routes.count > 1
    return .done(fixes: fixes)
  }

  /// - Returns: how it ends before a client has come.
  private func waitForClient() -> Ending? {
    while outputs.hub.listenerCount == 0 {
      if let ending = sleep(0.05) { return ending }
      // Who opens a pseudo-terminal does not tell.
      outputs.hub.refreshListeners()
    }
    return nil
  }

  private mutating func play(_ route: (title: String, timeline: Timeline)) -> Ending? {
    let origin = MonotonicClock.seconds
    let options = playing.options(for: route.timeline, now: WallClock.seconds, isOnly: routes.count == 1)
    var player = FeedPlayer(timeline: route.timeline, options: options)
    while !player.isDone {
      let wait = player.nextDue.map { $0 / .seconds(1) - (MonotonicClock.seconds - origin) }
      if wait.map({ $0 > 0 }) ?? true, let ending = sleep(wait ?? 3_600) { return ending }
      let now = MonotonicClock.seconds - origin
      if let wait, wait < -Self.patience { player.skip(to: .seconds(now)) }
      for step in player.due(until: .seconds(now)) {
        fixes += 1
        let report = ReceiverReport(
          mode: step.fix.altitude == nil ? .twoDimensional : .threeDimensional, status: realism.noMark ? .normal : .simulated,
          time: step.fix.time, fix: step.fix)
        outputs.hub.publish(.report(report))
      }
    }
    return nil
  }

  /// Sleeps until something happens, at most so many seconds.
  /// - Returns: how it ends, if it does.
  private func sleep(_ seconds: Double) -> Ending? {
    _ = cp_wait_for(signals.descriptor, outputs.wake.descriptor, outputs.control?.descriptor ?? -1, max(0, seconds))
    outputs.wake.clear()
    if let code = outputs.outputError { return .outputEnded(code) }
    for case .end(let signal) in signals.take() { return .signal(signal) }
    return nil
  }
}
