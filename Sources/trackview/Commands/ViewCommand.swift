// `trackview ROUTE`: the viewer, of files or of what is live.

import ArgumentParser
import Cells
import LiveFeeds
import LiveProtocols
import MapScene
import Terminal
import TrackPlayback
import ViewerApp

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Play a track in the terminal, or watch a receiver (the default).",
    usage: "trackview <route> ... [<options>]",
    discussion: "While it plays: Space pause, ? all keys, q quit.")

  @Argument(
    help: """
      Track files of any format, gzip'ed or in a zip too, or names of bundled routes such as beijing; - is standard input. Several play \
      together. Or a live source: gpsd://[HOST][:PORT][/DEVICE], tcp://HOST:PORT, udp://[HOST]:PORT, serial:PATH[?baud=N], stdin:.
      """)
  var routes: [String] = []

  @Option(help: ArgumentHelp("Frames a second at most.", valueName: "n"))
  var fps: Int = 60

  @Option(help: ArgumentHelp("Write what a live source brings to a GPX file.", valueName: "file"))
  var record: String?

  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Playing") var playback: PlaybackOptions
  @OptionGroup(title: "Showing") var display: DisplayOptions
  @OptionGroup(title: "The map beneath") var map: MapOptions
  @OptionGroup(title: "Giving out") var serve: ServeOptions

  func validate() throws {
    guard (1...240).contains(fps) else { throw ValidationError("--fps takes 1 to 240") }
    let sources = try LiveRoutes(routes)
    if record != nil, routes.isEmpty, map.isLookedAt { throw ValidationError("--record writes what a live source brings") }
    if record != nil, !sources.isLive, routes != ["-"], !routes.isEmpty {
      throw ValidationError("--record writes what a live source brings; “trackview convert” writes files")
    }
  }

  func run() throws {
    guard !routes.isEmpty || map.isLookedAt else {
      try say(Trackview.helpMessage() + "\n")
      return
    }
    let environment = Environment.current()
    let settings = try Settings.read(environment)
    var command = self
    command.display = display.with(settings)
    try command.run(MapPlan(map, settings, environment), settings, environment)
  }

  private func run(_ plan: MapPlan, _ settings: Settings, _ environment: Environment) throws {
    let begun = Beginning(plan: plan, settings: settings, environment: environment)
    if routes.isEmpty { return try browse(begun) }
    let sources = try LiveRoutes(routes)
    // The track comes through standard input, so the keys have to come from the terminal itself.
    if routes.contains("-") || sources.addresses.contains(.standardInput) { try StandardInput.keepForTrack() }
    if sources.isLive { return try watch(sources.addresses, beginning: [], begun) }
    if routes == ["-"], case .live(let beginning) = try StandardInput.look(environment) {
      return try watch([.standardInput], beginning: beginning, begun)
    }
    if record != nil { throw ProgramError("standard input is a file: there is nothing to record", status: EX_USAGE) }
    try playFiles(begun)
  }

  /// What every way to begin needs.
  private struct Beginning {
    let plan: MapPlan
    let settings: Settings
    let environment: Environment
  }

  // MARK: Files

  private func playFiles(_ begun: Beginning) throws {
    let environment = begun.environment
    let loader = try TrackLoader(routes, reading.options(), playback.timelineOptions, display.clock(environment), environment)
    loader.start()
    var beginning = try FirstPart.wait(for: loader, environment)
    var options = map.applied(to: try playback.viewerOptions(for: beginning.journeys[0].timeline), begun.settings)
    // The simulation's clock: the beginning of the track lies as far back as playback starts into it.
    options.startedAt = WallClock.seconds - (options.start ?? 0)
    options.utcOffset = WallClock.utcOffset
    let playback = playback
    let shown = try Shown(loader: loader, plan: begun.plan, serve: serve) {
      playback.viewerOptions($0, like: $1)
    } makeModel: { look, columns, rows in
      // Given away: the beginning of a long file would else stay in memory beside the whole, as long as the viewer runs.
      defer { beginning.journeys = [] }
      return ViewerModel(
        journeys: beginning.journeys, look: look, options: options, columns: columns, rows: rows, now: 0, loading: beginning.loading)
    }
    try run(shown, environment) {
      let journey = try FirstPart.whole(of: loader, beginning, environment)[0]
      try LineMode.run(journey, display.presentation(environment, depth: .none), options)
    }
  }

  // MARK: Live sources

  private func watch(_ addresses: [SourceAddress], beginning: [UInt8], _ begun: Beginning) throws {
    let inputs = try LiveInputs(addresses)
    let options = try emptyOptions(begun)
    let recording = try record.map { path throws(ProgramError) in try inputs.record(to: path) }
    let title = inputs.title
    let shown = try Shown(inputs: inputs, plan: begun.plan, serve: serve) {
      $1
    } makeModel: { look, columns, rows in
      var model = ViewerModel(
        live: title, look: look, options: options, columns: columns, rows: rows, now: 0, hostTime: WallClock.seconds)
      if let recording { _ = update(&model, .live(.recording(recording)), at: 0) }
      return model
    }
    inputs.start(beginning: beginning, network: shown.serving?.network)
    defer { if let loss = inputs.stop() { complain("trackview: \(loss)") } }
    try run(shown, begun.environment) {
      throw ProgramError("a live source needs a terminal that can do more than print lines")
    }
  }

  /// The viewer's options where there is no track yet.
  private func emptyOptions(_ begun: Beginning) throws -> ViewerOptions {
    var options = try playback.viewerOptions(for: Timeline(track: Track(points: TrackPoints())))
    options.startedAt = WallClock.seconds
    options.utcOffset = WallClock.utcOffset
    return map.applied(to: options, begun.settings)
  }

  // MARK: A map alone

  private func browse(_ begun: Beginning) throws {
    let options = try emptyOptions(begun)
    let playback = playback
    let shown = try Shown(plan: begun.plan, serve: serve) { timeline, _ in
      // The first view is that of the map; the track that is opened from it begins as any other.
      var opened = playback.viewerOptions(timeline, like: options)
      opened.center = nil
      opened.startedAt = WallClock.seconds - (opened.start ?? 0)
      return opened
    } makeModel: { look, columns, rows in
      ViewerModel(browsing: options, look: look, columns: columns, rows: rows, now: 0)
    }
    try run(shown, begun.environment) {
      throw ProgramError("a map needs a terminal that can do more than print lines; “trackview snapshot” prints it")
    }
  }

  /// Opens what is asked for on a map alone.
  private func open(_ text: String, _ environment: Environment) throws -> Opening {
    guard text != "-" else { throw ProgramError("standard input is the keyboard: name a file") }
    var path = text
    if let home = environment["HOME"], text.hasPrefix("~/") { path = home + text.dropFirst() }
    let sources = try LiveRoutes([path])
    if sources.addresses.contains(.standardInput) { throw ProgramError("standard input is the keyboard: name a file or another source") }
    if sources.isLive { return .live(try LiveInputs(sources.addresses)) }
    return .track(try TrackLoader([path], reading.options(), playback.timelineOptions, display.clock(environment), environment))
  }

  // MARK: All of them

  /// What is shown, and what goes with it.
  private struct Shown {
    var loader: TrackLoader?
    var inputs: LiveInputs?
    var serving: Serving?
    var maps: MapLoader?
    let makeOptions: (Timeline, ViewerOptions) -> ViewerOptions
    let makeModel: (Presentation, Int, Int) -> ViewerModel

    /// Opens the outputs.
    init(
      loader: TrackLoader? = nil, inputs: LiveInputs? = nil, plan: MapPlan, serve: ServeOptions,
      makeOptions: @escaping (Timeline, ViewerOptions) -> ViewerOptions, makeModel: @escaping (Presentation, Int, Int) -> ViewerModel
    ) throws {
      self.loader = loader
      self.inputs = inputs
      self.makeOptions = makeOptions
      self.makeModel = makeModel
      if serve.isWanted { serving = try Serving(serve) }
      if !plan.isEmpty { maps = try MapLoader(plan) }
    }
  }

  /// Runs the viewer; where the terminal can only print lines, something else.
  private func run(_ shown: Shown, _ environment: Environment, onDumb: () throws -> Void) throws {
    let ending: Signal?
    do {
      ending = try show(shown, environment)
    } catch .dumb {
      // Nothing to give back: signals end and stop the program as they do any other.
      TerminalGuard.remove()
      return try onDumb()
    } catch .notATerminal {
      let what = routes.first.map { " \($0)" } ?? ""
      throw ProgramError("standard input and output must be a terminal; “trackview snapshot\(what)” prints a frame without one")
    } catch .gone {
      throw ExitCode(128 + SIGHUP)
    } catch {
      throw ProgramError(error.description)
    }
    if let ending {
      // What was recorded is on its way to the disk before the signal ends the program.
      if let loss = shown.inputs?.stop() { complain("trackview: \(loss)") }
      TerminalGuard.end(by: ending)
    }
  }

  /// - Returns: the signal that ended the program, if one did.
  private func show(_ shown: Shown, _ environment: Environment) throws(TerminalError) -> Signal? {
    var serving = shown.serving
    defer { serving?.stop() }
    let signals = try TerminalGuard.install()
    let screen = try TerminalScreen(.init(environment: environment.all, colors: display.depth))
    defer { screen.close() }
    let look = display.presentation(environment, depth: screen.colorSupport.depth)
    let makeModel = shown.makeModel
    var loop = EventLoop(
      screen: screen, signals: signals, loader: shown.loader, maps: shown.maps, inputs: shown.inputs, serving: shown.serving,
      display: display, opening: { try open($0, environment) }, fastest: Double(fps), makeOptions: shown.makeOptions,
      makeModel: { makeModel(look, $0, $1) })
    // The loop's own knows who listens, and what was opened meanwhile.
    defer {
      serving = loop.serving
      if shown.inputs == nil, let loss = loop.inputs?.stop() { complain("trackview: \(loss)") }
    }
    shown.maps?.start()
    defer { shown.maps?.stop() }
    do throws(TerminalError) {
      return try loop.run()
    } catch .interrupted {
      // A terminal that takes nothing would not take a complaint either.
      return signals.read().first(where: \.ends) ?? .terminate
    }
  }
}
