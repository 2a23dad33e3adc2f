// Owns `FeedSession`: a feed as a whole, from route to messages: player, receiver, script. How it answers a control socket stands in
// `FeedSession+Control.swift`.

import TrackPlayback

/// A message that is due.
public struct FeedMessage: Sendable, Hashable {
  /// When it is due, from the beginning of the feed.
  public var due: Duration
  /// A sky view, or a report with the time at which it was due; after a burst that lies before.
  public var message: ReceiverMessage

  /// A message that is due at a moment.
  public init(due: Duration, message: ReceiverMessage) {
    self.due = due
    self.message = message
  }
}

/// A feed as a whole: a route is played, a receiver errs, a script and control sockets interfere.
///
/// ```
///  FeedScript ───┐
///  ControlSession┴─► FeedPlayer ─► FeedStep ─► ReceiverModel ─► due(until:) ─► outputs
/// ```
///
/// A value without a clock: moments are counted from the beginning of the feed. Whoever drives it sleeps until ``nextDue``, takes
/// ``due(until:)`` and gives that out; before a control session is asked something it sets the moment by ``due(until:)`` too, and afterwards
/// takes it once more, so that a mock goes out at once:
///
/// ```swift
/// publish(feed.due(until: now))
/// let reply = client.receive(bytes, target: &feed)
/// publish(feed.due(until: now))
/// ```
///
/// Same route, options, parameters, seed and script: same messages, whenever it is asked.
public struct FeedSession: Sendable {
  /// The route.
  public private(set) var player: FeedPlayer
  /// What the route is received with.
  public private(set) var receiver: ReceiverModel
  /// The name of the route, for those who ask.
  public let route: String
  /// What those who ask are told of the outputs and of the program; whoever runs them keeps it up to date.
  public var outputs: [String] = []
  public var clientCount = 0
  public var version = ""

  /// The moment up to which messages were taken.
  public private(set) var now = Duration.zero
  /// How many fixes were given out, and what the last one said.
  public private(set) var sentCount = 0
  public private(set) var lastReport: ReceiverReport?
  /// Whether a command has ended it.
  public private(set) var hasQuit = false
  private var script: FeedScript
  private var events: [ControlEvent] = []
  private var lap = 0
  private var hasToldEnd = false
  private var hasFinished = false

  /// A feed at its beginning.
  public init(player: FeedPlayer, receiver: ReceiverModel = ReceiverModel(), script: FeedScript = FeedScript(), route: String = "") {
    self.player = player
    self.receiver = receiver
    self.script = script
    self.route = route
  }

  /// When something is due next; `nil` while nothing is.
  public var nextDue: Duration? {
    if hasQuit { return nil }
    guard let scripted = script.nextDue else { return player.nextDue }
    return player.nextDue.map { min($0, scripted) } ?? scripted
  }

  /// Whether nothing follows: the route has ended and the script too, or a command has ended it.
  public var isDone: Bool { hasQuit || player.isDone && script.nextDue == nil }

  /// The messages that are due up to a moment and were not taken yet, in their order. Some thousand at most: while ``nextDue`` is not later than
  /// the moment, there are more.
  ///
  /// - Parameter now: not before the last one; one that is counts as that.
  public mutating func due(until now: Duration) -> [FeedMessage] {
    let now = max(now, self.now)
    var out: [FeedMessage] = []
    while !hasQuit, let moment = script.nextDue, moment <= now {
      // Fixes that are due before the command go out as they were.
      let before = moment - .nanoseconds(1)
      take(until: before, into: &out)
      if out.count >= FeedPlayer.stepLimit { return out }
      self.now = moment
      for command in script.due(until: moment) where !hasQuit { _ = perform(command.command) }
    }
    guard !hasQuit else { return out }
    take(until: now, into: &out)
    if (player.nextDue ?? now + .seconds(1)) > now { self.now = now }
    if isDone, !hasFinished {
      hasFinished = true
      for message in receiver.finish() { add(message, at: now, to: &out) }
    }
    return out
  }

  /// Leaves out the fixes that should have come before a moment, as after the machine slept.
  /// - Returns: how many were left out.
  @discardableResult
  public mutating func skip(to now: Duration) -> Int { player.skip(to: now) }

  /// What has happened since it was asked last.
  public mutating func takeEvents() -> [ControlEvent] {
    defer { events = [] }
    return events
  }

  // MARK: Commands

  /// Carries a command out at the moment ``now``.
  mutating func carryOut(_ command: ControlCommand) {
    switch command {
    case .setLocation(let fix): player.setMock(fix, at: now)
    case .hold: player.hold(at: now)
    case .release: player.release(at: now)
    case .pause: player.pause(at: now)
    case .resume: player.resume(at: now)
    case .toggle: if player.state(at: now) == .playing { player.pause(at: now) } else { player.resume(at: now) }
    case .seek(let target):
      player.seek(to: target.position(from: player.position(at: now), duration: player.timeline.duration), at: now)
    case .speed(let speed): player.setSpeed(PlaybackRate(speed), at: now)
    case .rate(let rate): player.setRate(rate, at: now)
    case .step(let count): player.step(count, at: now)
    case .loop(let isLooping): player.setLooping(isLooping, at: now)
    case .lose(let seconds):
      // The receiver counts from its last fix.
      let since = player.last.map { max(0, (now - $0.due).seconds) } ?? 0
      receiver.lose(for: seconds > 0 ? seconds + since : 0)
    case .quit:
      hasQuit = true
      events.append(.shutdown)
    }
  }

  // MARK: Parts

  private mutating func take(until now: Duration, into out: inout [FeedMessage]) {
    for step in player.due(until: now) {
      for message in receiver.messages(for: step.fix, isExact: step.isMock) { add(message, at: step.due, to: &out) }
    }
    let lap = player.lap(at: now)
    if lap != self.lap { events.append(.lap) }
    self.lap = lap
    if player.isDone, !hasToldEnd { events.append(.ended) }
    hasToldEnd = player.isDone
  }

  private mutating func add(_ message: ReceiverMessage, at due: Duration, to out: inout [FeedMessage]) {
    if case .report(let report) = message {
      if report.fix != nil { sentCount += 1 }
      if let lastReport, (lastReport.fix == nil) != (report.fix == nil) { events.append(report.fix == nil ? .fixLost : .fixFound) }
      lastReport = report
    }
    if events.count > 1000 { events.removeFirst(500) }
    out.append(FeedMessage(due: due, message: message))
  }
}
