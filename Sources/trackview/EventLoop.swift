// The one loop: input, signals and time become events; the model's answer becomes a frame. Only this touches the terminal. What live sources
// bring and what is given out stands in EventLoop+Live.swift, what scripts ask in EventLoop+Control.swift.

import CPlatform
import Cells
import MapScene
import Terminal
import TrackPlayback
import ViewerApp

/// Runs a viewer on a terminal until it quits.
struct EventLoop {
  private let screen: TerminalScreen
  private let signals: SignalDescriptor
  /// What reads the tracks, until all is read.
  var loader: TrackLoader?
  /// Opens what the person asks for.
  let opening: (String) throws -> Opening
  /// What the options mean for a track that is whole now.
  private let makeOptions: (Timeline, ViewerOptions) -> ViewerOptions
  /// What opens and fetches maps.
  private let maps: MapLoader?
  /// The live sources, where there are any.
  var inputs: LiveInputs?
  /// Who is given the position, and who steers.
  var serving: Serving?
  /// What a script asked for that ends the round.
  var asked: [ViewerEffect] = []
  /// What observers and listeners were told of last.
  var told = Told()
  private var decoder = InputDecoder()
  /// Until when the rest of a cut sequence is waited for.
  private var inputDeadline: Double?
  private var probe = TerminalProbe()
  var model: ViewerModel
  let display: DisplayOptions
  /// Frames a second at most.
  private let fastest: Double
  /// Seconds the program was suspended: a file's clock stands still meanwhile.
  private var suspended = 0.0
  private let origin: Double
  private var painted: CellGrid?
  private var paintedAt = -Double.infinity
  /// Whether tiles have come that are shown with the next frame.
  private var isHoldingMaps = false
  /// Seconds after a frame until tiles ask for another.
  private static let mapPause = 1.0 / 60
  /// When the loop last went round; after SIGCONT what has passed since was a stop.
  private var lastAwake: Double

  init(
    screen: TerminalScreen, signals: SignalDescriptor, loader: TrackLoader?, maps: MapLoader?, inputs: LiveInputs?, serving: Serving?,
    display: DisplayOptions, opening: @escaping (String) throws -> Opening, fastest: Double,
    makeOptions: @escaping (Timeline, ViewerOptions) -> ViewerOptions, makeModel: (Int, Int) -> ViewerModel
  ) {
    self.screen = screen
    self.signals = signals
    self.loader = loader
    self.maps = maps
    self.opening = opening
    self.inputs = inputs
    self.serving = serving
    self.makeOptions = makeOptions
    self.display = display
    self.fastest = fastest
    origin = MonotonicClock.seconds
    lastAwake = origin
    model = makeModel(screen.size.columns, screen.size.rows)
    if let serving { _ = update(&model, .outputs(serving.outputs.map(\.description)), at: 0) }
  }

  /// Seconds since the loop began, without the time spent suspended.
  var now: Double { MonotonicClock.seconds - origin - suspended }

  /// - Returns: the signal that ended the program, if one did.
  mutating func run() throws(TerminalError) -> Signal? {
    cp_prompt_thread()
    try present()
    wantTiles()
    while true {
      let wait = try waitForWork()
      if wait.hasNews, !wait.hasInput, !wait.hasSignals, holdMaps() { continue }
      var effects: [ViewerEffect] = []
      // Whatever this round brings, what lies beneath is made anew once, at its end.
      model.holdsBase = true
      if wait.hasSignals, let end = handleSignals() { return end }
      if wait.hasInput { effects += try readInput() }
      if wait.hasNews || isHoldingMaps { takeMaps() }
      if wait.hasNews {
        takeNews()
        effects += takeLive()
        serveControl()
      }
      if let inputDeadline, inputDeadline <= MonotonicClock.seconds { effects += feed(decoder.timeout()) }
      lastAwake = MonotonicClock.seconds
      model.holdsBase = false
      effects += update(&model, .tick, at: now) + asked
      asked = []
      giveOut()
      if try carryOut(effects) { return nil }
      // A key that has come meanwhile goes first: the picture that it asks for shows all of this too.
      if !wait.hasInput, screen.hasInput { continue }
      try present()
      wantTiles()
    }
  }

  /// Maps and tiles that have come.
  private mutating func takeMaps() {
    isHoldingMaps = false
    for event in maps?.take() ?? [] { _ = update(&model, event, at: now) }
  }

  /// Tiles that come shortly after a frame wait for those that follow them: they share the next frame, be it due or brought by a key.
  /// - Returns: whether they wait from now on.
  private mutating func holdMaps() -> Bool {
    guard !isHoldingMaps, maps?.hasNews == true, MonotonicClock.seconds < mapsDue else { return false }
    isHoldingMaps = true
    return true
  }

  private var mapsDue: Double { paintedAt + Self.mapPause }

  /// Says which tiles are missing from the view.
  private func wantTiles() { maps?.want(model.wantedTiles, view: model.viewedBox) }

  /// Sleeps until there is input, a signal, or the next frame is due; without end while nothing moves.
  private func waitForWork() throws(TerminalError) -> TerminalScreen.Wakeup {
    var limit = model.nextFrame(fastest: fastest).map { $0 - now }
    if let due = serving?.nextDue, model.makesReports { limit = min(limit ?? .infinity, due - MonotonicClock.seconds) }
    if let inputDeadline { limit = min(limit ?? .infinity, inputDeadline - MonotonicClock.seconds) }
    if isHoldingMaps { limit = min(limit ?? .infinity, mapsDue - MonotonicClock.seconds) }
    let maps = isHoldingMaps ? nil : maps?.descriptor
    let news = [loader?.descriptor, maps, serving?.descriptor].compactMap { $0 } + (inputs?.descriptors ?? [])
    return try screen.wait(for: signals, news: news, seconds: limit)
  }

  /// What the loader has read meanwhile.
  private mutating func takeNews() {
    for news in loader?.takeNews() ?? [] {
      switch news {
      case .progress(let progress): _ = update(&model, .loading(progress.state), at: now)
      case .part(let journeys, let progress):
        _ = update(&model, .part(journeys), at: now)
        _ = update(&model, .loading(progress.state), at: now)
      case .done(let journeys):
        _ = update(&model, .loaded(journeys, makeOptions(journeys[0].timeline, model.options)), at: now)
        if journeys.allSatisfy(\.isFull) { loader = nil }
      case .refined(let journeys):
        _ = update(&model, .refined(journeys), at: now)
        if journeys.allSatisfy(\.isFull) { loader = nil }
      case .failed(let error):
        _ = update(&model, .loadingFailed(error.description), at: now)
        loader = nil
      }
    }
  }

  private mutating func readInput() throws(TerminalError) -> [ViewerEffect] { feed(decoder.feed(try screen.readInput())) }

  private mutating func feed(_ events: [InputEvent]) -> [ViewerEffect] {
    inputDeadline = decoder.patience.map { MonotonicClock.seconds + $0 / .seconds(1) }
    var effects: [ViewerEffect] = []
    for event in events {
      switch event {
      case .key(KeyPress(.character("z"), .control)): suspend()
      case .key(let key): effects += act(.key(key))
      case .mouse(let mouse): effects += act(.mouse(mouse))
      case .paste(let text): effects += act(.paste(text))
      case .reply(let reply): learn(reply)
      }
    }
    return effects
  }

  /// An answer of the terminal to the questions that went out with the first frame.
  private mutating func learn(_ reply: TerminalReply) {
    guard probe.receive(reply) else { return }
    let result = probe.result
    screen.synchronizedOutput = result.synchronizedOutput
    var plain = model.look.glyphs.plain
    if result.wide.contains(.boxLine) { plain.insert(.boxLines) }
    if result.wide.contains(.block) { plain.insert(.blocks) }
    if result.wide.contains(.arrow) { plain.formUnion([.arrows, .symbols]) }
    if result.wide.contains(.degree) { plain.insert(.degree) }
    var dots = model.look.glyphs.dots
    if display.glyphs == nil, dots == .braille, result.wide.contains(.braille) { dots = .half }
    if display.glyphs == nil, dots == .half, result.wide.contains(.block) { dots = .ascii }
    let backdrop: Backdrop? =
      display.background ?? .auto != .auto ? nil : result.background == .light ? .light : result.background == .dark ? .dark : nil
    _ = update(&model, .terminal(glyphs: Glyphs(dots, plain: plain), backdrop: backdrop), at: now)
  }

  /// - Returns: the signal that ends the program, if one came.
  private mutating func handleSignals() -> Signal? {
    for signal in signals.read() {
      switch signal {
      case .windowChange:
        screen.refreshSize()
        resize()
      case .stop: suspend()
      case .continued:
        passOver(max(0, MonotonicClock.seconds - lastAwake))
        lastAwake = MonotonicClock.seconds
        screen.resume()
        resize()
      case .interrupt, .terminate, .hangup: return signal
      }
    }
    return nil
  }

  private mutating func resize() {
    painted = nil
    _ = update(&model, .resize(columns: screen.size.columns, rows: screen.size.rows), at: now)
  }

  /// Gives the terminal back, stops, and takes it again; the clock of a file stands still meanwhile.
  private mutating func suspend() {
    let stopped = MonotonicClock.seconds
    screen.stopAndResume()
    passOver(MonotonicClock.seconds - stopped)
    lastAwake = MonotonicClock.seconds
    resize()
  }

  /// A file's clock stands still while the program is suspended; what is live goes on.
  private mutating func passOver(_ seconds: Double) {
    if inputs == nil { suspended += seconds }
  }

  /// Tells the model of something that a person or a script does; what changes the position at once is given out at once.
  mutating func act(_ event: ViewerEvent) -> [ViewerEffect] {
    let moment = now
    guard serving != nil else { return update(&model, event, at: moment) }
    _ = update(&model, .tick, at: moment)
    let before = model.servedState
    let effects = update(&model, event, at: moment)
    if model.servedState != before { told.isHurried = true }
    return effects
  }

  /// - Returns: whether the program ends.
  private mutating func carryOut(_ effects: [ViewerEffect]) throws(TerminalError) -> Bool {
    for effect in effects {
      switch effect {
      case .quit:
        loader?.cancel()
        return true
      case .redraw:
        screen.invalidate()
        painted = nil
      case .copy(let text): try screen.copyToClipboard(text)
      case .saveScreen: save()
      case .bell: try screen.ring()
      case .startRecording: startRecording()
      case .stopRecording: stopRecording()
      case .open(let text): open(text)
      case .record(let fixes): inputs?.record(fixes)
      }
    }
    return false
  }

  /// Writes the screen as text to a new file in the current folder.
  private mutating func save() {
    let rows = view(model).text.map { $0 + "\n" }.joined()
    for number in 1...9999 {
      let digits = String(number)
      let name = "trackview-" + String(repeating: "0", count: 4 - digits.count) + digits + ".txt"
      let descriptor = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if descriptor < 0, errno == EEXIST { continue }
      let isWritten = descriptor >= 0 && writeAll(Array(rows.utf8), to: descriptor)
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      _ = update(&model, isWritten ? .saved(name: name) : .failed(message: "\(name): \(reason)"), at: now)
      return
    }
  }

  private mutating func present() throws(TerminalError) {
    let frame = view(model)
    if frame == painted { return }
    try screen.present(frame)
    painted = frame
    paintedAt = MonotonicClock.seconds
  }
}
