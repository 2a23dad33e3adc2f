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
  @OptionGroup(title: "Giving out") var serve: ServeOptions

  func validate() throws {
    guard (1...240).contains(fps) else { throw ValidationError("--fps takes 1 to 240") }
    let sources = try LiveRoutes(routes)
    if record != nil, !sources.isLive, routes != ["-"], !routes.isEmpty {
      throw ValidationError("--record writes what a live source brings; “trackview convert” writes files")
    }
  }

  func run() throws {
    guard !routes.isEmpty else {
      try say(Trackview.helpMessage() + "\n")
      return
    }
    let environment = Environment.current()
    let sources = try LiveRoutes(routes)
    // The track comes through standard input, so the keys have to come from the terminal itself.
    if routes.contains("-") || sources.addresses.contains(.standardInput) { try StandardInput.keepForTrack() }
    if sources.isLive { return try watch(sources.addresses, beginning: [], environment) }
    if routes == ["-"], case .live(let beginning) = try StandardInput.look(environment) {
      return try watch([.standardInput], beginning: beginning, environment)
    }
    if record != nil { throw ProgramError("standard input is a file: there is nothing to record", status: EX_USAGE) }
    try playFiles(environment)
  }

  // MARK: Files

  private func playFiles(_ environment: Environment) throws {
    let loader = try TrackLoader(routes, reading.options(), playback.timelineOptions, display.clock(environment), environment)
    loader.start()
    let beginning = try FirstPart.wait(for: loader, environment)
    var options = try playback.viewerOptions(for: beginning.journeys[0].timeline)
    // The simulation's clock: the beginning of the track lies as far back as playback starts into it.
    options.startedAt = WallClock.seconds - (options.start ?? 0)
    options.utcOffset = WallClock.utcOffset
    let playback = playback
    let shown = try Shown(loader: loader, serve: serve) {
      playback.viewerOptions($0, like: $1)
    } makeModel: { look, columns, rows in
      ViewerModel(
        journeys: beginning.journeys, look: look, options: options, columns: columns, rows: rows, now: 0, loading: beginning.loading)
    }
    try run(shown, environment) {
      let journey = try FirstPart.whole(of: loader, beginning, environment)[0]
      try LineMode.run(journey, display.presentation(environment, depth: .none), options)
    }
  }

  // MARK: Live sources

  private func watch(_ addresses: [SourceAddress], beginning: [UInt8], _ environment: Environment) throws {
    let inputs = try LiveInputs(addresses)
    var options = try playback.viewerOptions(for: Timeline(track: Track(points: TrackPoints())))
    options.startedAt = WallClock.seconds
    options.utcOffset = WallClock.utcOffset
    let recording = try record.map { path throws(ProgramError) in try inputs.record(to: path) }
    let title = inputs.title
    let shown = try Shown(inputs: inputs, serve: serve) {
      $1
    } makeModel: { look, columns, rows in
      var model = ViewerModel(
        live: title, look: look, options: options, columns: columns, rows: rows, now: 0, hostTime: WallClock.seconds)
      if let recording { _ = update(&model, .live(.recording(recording)), at: 0) }
      return model
    }
    inputs.start(beginning: beginning, network: shown.serving?.network)
    defer { if let loss = inputs.stop() { complain("trackview: \(loss)") } }
    try run(shown, environment) {
      throw ProgramError("a live source needs a terminal that can do more than print lines")
    }
  }

  // MARK: Both

  /// What is shown, and what goes with it.
  private struct Shown {
    var loader: TrackLoader?
    var inputs: LiveInputs?
    var serving: Serving?
    let makeOptions: (Timeline, ViewerOptions) -> ViewerOptions
    let makeModel: (Presentation, Int, Int) -> ViewerModel

    /// Opens the outputs.
    init(
      loader: TrackLoader? = nil, inputs: LiveInputs? = nil, serve: ServeOptions,
      makeOptions: @escaping (Timeline, ViewerOptions) -> ViewerOptions, makeModel: @escaping (Presentation, Int, Int) -> ViewerModel
    ) throws {
      self.loader = loader
      self.inputs = inputs
      self.makeOptions = makeOptions
      self.makeModel = makeModel
      if serve.isWanted { serving = try Serving(serve) }
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
      throw ProgramError("standard input and output must be a terminal; “trackview snapshot \(routes[0])” prints a frame without one")
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
    let screen = try TerminalScreen(.init(environment: environment.all, colors: display.color.depth))
    defer { screen.close() }
    let look = display.presentation(environment, depth: screen.colorSupport.depth)
    let makeModel = shown.makeModel
    var loop = EventLoop(
      screen: screen, signals: signals, loader: shown.loader, inputs: shown.inputs, serving: shown.serving, display: display,
      fastest: Double(fps), makeOptions: shown.makeOptions, makeModel: { makeModel(look, $0, $1) })
    // The loop's own knows who listens.
    defer { serving = loop.serving }
    do throws(TerminalError) {
      return try loop.run()
    } catch .interrupted {
      // A terminal that takes nothing would not take a complaint either.
      return signals.read().first(where: \.ends) ?? .terminate
    }
  }
}
