// The loop of `trackview feed`: sleeps until the next fix is due, a client asks or a signal comes.

import CPlatform
import LiveFeeds
import LiveProtocols
import Terminal
import TrackFormats
import TrackPlayback

/// What is played, and how.
struct FeedPlan {
  var routes: [(title: String, timeline: Timeline)]
  var playing: FeedPlayingOptions
  var receiver: ReceiverModel
  var script: FeedScript

  /// - Throws: where the options leave nothing to play.
  func check() throws(ProgramError) {
    for route in routes {
      let options = playing.options(for: route.timeline, now: 0, isOnly: routes.count == 1)
      if let start = options.start, let end = options.end, end <= start {
        throw ProgramError("--end lies before --start", status: EX_USAGE)
      }
    }
  }

  /// A session of one of the routes.
  /// - Parameters:
  ///   - receiver: as it was left by the route before.
  ///   - now: the date of the first fix, in seconds since 1970 UTC.
  func session(
    _ route: (title: String, timeline: Timeline), _ receiver: ReceiverModel, _ outputs: FeedOutputs, now: Double
  ) -> FeedSession {
    let options = playing.options(for: route.timeline, now: now, isOnly: routes.count == 1)
    var session = FeedSession(
      player: FeedPlayer(timeline: route.timeline, options: options), receiver: receiver, script: script, route: route.title)
    session.outputs = outputs.open.map { $0.address.description }
    session.version = "trackview \(trackviewVersion)"
    return session
  }
}

/// Plays routes one after another into the outputs.
///
/// Fix n of a route is due at the route's beginning + n ÷ rate, on a clock that goes on evenly: nothing adds up.
struct FeedLoop {
  /// How it ends.
  enum Ending {
    /// The last route has ended, or somebody said so.
    case done(fixes: Int)
    case signal(Signal)
    /// Standard output takes no more; the system's error.
    case outputEnded(Int32)
  }

  private let plan: FeedPlan
  private let outputs: FeedOutputs
  private let signals: FeedSignals
  private var desk: ControlDesk?
  private var fixes = 0

  /// Seconds behind its due time from which on a fix is left out: the program was stopped, or the machine slept.
  private static let patience = 2.0

  init(_ plan: FeedPlan, _ outputs: FeedOutputs, _ signals: FeedSignals) {
    (self.plan, self.outputs, self.signals) = (plan, outputs, signals)
    desk = outputs.control.map { ControlDesk($0) }
  }

  /// - Parameter waitsForClient: whether to begin when the first client listens.
  mutating func run(waitsForClient: Bool) -> Ending {
    var early: [ControlCommand] = []
    if waitsForClient {
      switch waitForClient() {
      case .success(let commands): early = commands
      case .failure(let ending): return ending.ending
      }
    }
    var receiver = plan.receiver
    repeat {
      for route in plan.routes {
        var session = plan.session(route, receiver, outputs, now: WallClock.seconds)
        for command in early { _ = session.perform(command) }
        early = []
        if let ending = play(&session) { return finish(ending) }
        receiver = session.receiver
      }
    } while plan.playing.timing.loop && plan.routes.count > 1
    return finish(.done(fixes: fixes))
  }

  private mutating func finish(_ ending: Ending) -> Ending {
    desk?.stop()
    return ending
  }

  // MARK: Playing

  /// - Returns: how everything ends, unless the next route follows.
  private mutating func play(_ session: inout FeedSession) -> Ending? {
    let origin = MonotonicClock.seconds
    defer { fixes += session.sentCount }
    while true {
      let now = MonotonicClock.seconds - origin
      advance(&session, to: .seconds(now))
      if session.hasQuit { return .done(fixes: fixes + session.sentCount) }
      if session.isDone { return nil }
      let wait = session.nextDue.map { $0 / .seconds(1) - (MonotonicClock.seconds - origin) }
      if wait.map({ $0 > 0 }) ?? true, let ending = sleep(wait ?? 3_600) { return ending }
    }
  }

  /// Gives out what is due, and does what clients ask for.
  private mutating func advance(_ session: inout FeedSession, to now: Duration) {
    if let due = session.nextDue, now - due > .seconds(Self.patience) { session.skip(to: now) }
    give(&session, until: now)
    guard desk != nil else {
      _ = session.takeEvents()
      return
    }
    session.clientCount = outputs.hub.listenerCount
    desk?.serve(&session)
    // A place set by hand goes out at once.
    give(&session, until: now)
    for event in session.takeEvents() where event != .shutdown { desk?.tell(event) }
    desk?.tellChanges(of: session)
  }

  private func give(_ session: inout FeedSession, until now: Duration) {
    while true {
      outputs.hub.publish(session.due(until: now).map(\.message))
      guard let next = session.nextDue, next <= now else { return }
    }
  }

  /// Sleeps until something happens, at most so many seconds.
  /// - Returns: how it ends, if it does.
  private func sleep(_ seconds: Double) -> Ending? {
    _ = cp_wait_any([signals.descriptor, outputs.wake.descriptor, desk?.descriptor ?? -1], 3, max(0, seconds))
    outputs.wake.clear()
    if let code = outputs.outputError { return .outputEnded(code) }
    for case .end(let signal) in signals.take() { return .signal(signal) }
    return nil
  }

  // MARK: Waiting

  private struct Interruption: Error { let ending: Ending }

  /// A route that has not begun: what it is told is kept until it does.
  private struct Waiting: ControlTarget {
    var session: FeedSession
    var commands: [ControlCommand] = []

    func value(of property: ControlProperty) -> JSONValue? { session.value(of: property) }

    mutating func perform(_ command: ControlCommand) -> Result<JSONValue, ControlFailure> {
      guard commands.count < 10_000 else { return .failure(ControlFailure(.notPossible, "too much before the beginning")) }
      commands.append(command)
      return session.perform(command)
    }
  }

  /// Waits until somebody listens.
  /// - Returns: what was asked for meanwhile.
  private mutating func waitForClient() -> Result<[ControlCommand], Interruption> {
    var waiting = Waiting(session: plan.session(plan.routes[0], plan.receiver, outputs, now: WallClock.seconds))
    while outputs.hub.listenerCount == 0 {
      if let ending = sleep(0.05) { return .failure(Interruption(ending: finish(ending))) }
      desk?.serve(&waiting)
      if waiting.session.hasQuit { return .failure(Interruption(ending: finish(.done(fixes: 0)))) }
      // Who opens a pseudo-terminal does not tell.
      outputs.hub.refreshListeners()
    }
    return .success(waiting.commands)
  }
}
