// What scripts ask of the viewer over its control socket: the loop is the one adapter between them and the model.

import LiveProtocols
import TrackFormats
import TrackGeodesy
import TrackPlayback
import ViewerApp

extension EventLoop {
  /// Seconds between two words to observers about what only time changes.
  private static let changeInterval = 0.1

  /// Does what has come over the control socket.
  mutating func serveControl() {
    guard var desk = serving?.desk else { return }
    // Out of the loop while it asks the loop.
    serving?.desk = nil
    desk.serve(&self)
    serving?.desk = desk
  }

  /// Tells the control socket's clients of events and changes.
  mutating func tellControl(at clock: Double, isHurried: Bool) {
    guard var desk = serving?.desk else { return }
    let frame = model.shownFrame
    let hasEnded = frame.state == .ended
    if hasEnded, !told.hadEnded { desk.tell(.ended) }
    told.hadEnded = hasEnded
    if frame.lap != told.lap { desk.tell(.lap) }
    told.lap = frame.lap
    if let live = model.live {
      let state = live.fleet.focused?.state(at: model.now)
      let hasFix = state == .moving || state == .stopped
      if hasFix != told.hadFix ?? false { desk.tell(hasFix ? .fixFound : .fixLost) }
      told.hadFix = hasFix
    }
    guard desk.isObserved, isHurried || clock >= told.changesAt + Self.changeInterval else { return }
    told.changesAt = clock
    serving?.desk = nil
    desk.tellChanges(of: self)
    serving?.desk = desk
  }
}

extension EventLoop: ControlTarget {
  mutating func perform(_ command: ControlCommand) -> Result<JSONValue, ControlFailure> {
    switch command {
    case .setLocation(let fix): asked += act(.mock(fix))
    case .hold:
      guard model.hasPosition else { return Self.refusal("there is no position yet") }
      asked += act(.order(.hold))
    case .release: asked += act(.mock(nil))
    case .lose(let seconds):
      guard model.live == nil else { return Self.refusal("a live receiver finds and loses its fix by itself") }
      serving?.lose(for: seconds, at: MonotonicClock.seconds)
      told.isHurried = true
    case .rate(let rate): serving?.setRate(rate, at: MonotonicClock.seconds)
    case .quit: asked.append(.quit)
    case .pause, .resume, .toggle, .seek, .speed, .step, .loop: return play(command)
    }
    return .success(.null)
  }

  private mutating func play(_ command: ControlCommand) -> Result<JSONValue, ControlFailure> {
    guard model.hasTrack else { return Self.refusal("there is no position yet") }
    switch command {
    case .pause: asked += act(.order(.pause))
    case .resume: asked += act(.order(.play))
    case .toggle: asked += act(.order(model.isRunning ? .pause : .play))
    case .seek(let target):
      let frame = model.shownFrame
      asked += act(.order(.seek(target.position(from: frame.position, duration: frame.duration))))
    case .speed(let rate):
      if model.live?.isAtEdge == true { return Self.refusal("what is live goes at its own speed") }
      asked += act(.order(.rate(rate)))
    case .step(let count): asked += act(.order(.step(count)))
    case .loop(let isLooping):
      if model.live != nil { return Self.refusal("what is live has no end to begin again at") }
      asked += act(.order(.looping(isLooping)))
    default: break
    }
    return .success(.null)
  }

  private static func refusal(_ words: String) -> Result<JSONValue, ControlFailure> { .failure(ControlFailure(.notPossible, words)) }

  func value(of property: ControlProperty) -> JSONValue? {
    let frame = model.shownFrame
    switch property {
    case .state: return .string(state)
    case .position: return model.hasTrack ? .number(frame.position) : nil
    case .duration: return model.hasTrack ? .number(frame.duration) : nil
    case .percent: return model.hasTrack && frame.duration > 0 ? .number(100 * frame.position / frame.duration) : nil
    case .paused: return .bool(frame.state == .paused)
    case .speed: return .number(frame.rate)
    case .rate: return serving.map { .number($0.rate) }
    case .loop: return .bool(frame.isLooping)
    case .lap: return .number(Double(frame.lap))
    case .mock: return model.mock.map { Self.object($0, isSimulated: true) } ?? .null
    case .route: return .string(TextCleaning.cleaned(model.live?.address ?? model.journey.title))
    case .live: return .bool(model.live != nil)
    case .outputs: return .array((serving?.outputs ?? []).map { .string(TextCleaning.cleaned($0.description)) })
    case .clients: return .number(Double(serving?.listenerCount ?? 0))
    case .sent: return .number(Double(serving?.sent ?? 0))
    case .accepted: return model.live.map { .number(Double($0.fleet.counts.accepted)) }
    case .rejected: return model.live.map { .number(Double($0.fleet.counts.rejected)) }
    case .version: return .string("trackview \(trackviewVersion)")
    case .fix, .latitude, .longitude, .altitude, .course, .groundSpeed, .accuracy, .time: return value(of: property, in: frame)
    }
  }

  /// `playing`, `paused` or `ended`; of a live source what it is doing.
  private var state: String {
    guard let live = model.live, live.isAtEdge else {
      switch model.shownFrame.state {
      case .playing: return "playing"
      case .paused: return "paused"
      case .ended: return "ended"
      }
    }
    switch live.fleet.focused?.state(at: model.now) {
    case .moving?: return "moving"
    case .stopped?: return "stopped"
    case .noSignal?: return "no-signal"
    case .searching?, nil: return "searching"
    }
  }

  /// What belongs to the position that is shown.
  private func value(of property: ControlProperty, in frame: PlaybackFrame) -> JSONValue? {
    guard model.hasPosition, let fix = model.report(time: WallClock.seconds)?.fix else { return nil }
    switch property {
    case .fix: return Self.object(fix, isSimulated: model.makesReports)
    case .latitude: return .number(fix.coordinate.latitude)
    case .longitude: return .number(fix.coordinate.longitude)
    case .altitude: return fix.altitude.map { .number($0) }
    case .course: return fix.course.map { .number($0) }
    case .groundSpeed: return fix.speed.map { .number($0) }
    case .accuracy: return fix.horizontalAccuracy.map { .number($0) }
    case .time: return fix.time.map { .number($0) }
    default: return nil
    }
  }

  private static func object(_ fix: Fix, isSimulated: Bool) -> JSONValue {
    let numbers: [(String, Double?)] = [
      ("latitude", fix.coordinate.latitude), ("longitude", fix.coordinate.longitude), ("altitude", fix.altitude), ("course", fix.course),
      ("speed", fix.speed), ("accuracy", fix.horizontalAccuracy), ("time", fix.time),
    ]
    return .object(
      numbers.compactMap { name, value in value.map { JSONValue.Member(name, .number($0)) } }
        + [JSONValue.Member("simulated", .bool(isSimulated))])
  }
}
