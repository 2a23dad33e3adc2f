// `trackview ROUTE`: the viewer.

import ArgumentParser
import Cells
import MapScene
import Terminal
import TrackPlayback
import ViewerApp

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Play a track in the terminal (the default).",
    usage: "trackview <route> ... [<options>]",
    discussion: "While it plays: Space pause, ? all keys, q quit.")

  @Argument(
    help: """
      Track files of any format, gzip'ed or in a zip too, or names of bundled routes such as beijing; - is standard input. Several play \
      together.
      """)
  var routes: [String] = []

  @Option(help: ArgumentHelp("Frames a second at most.", valueName: "n"))
  var fps: Int = 60

  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Playing") var playback: PlaybackOptions
  @OptionGroup(title: "Showing") var display: DisplayOptions

  func validate() throws {
    guard (1...240).contains(fps) else { throw ValidationError("--fps takes 1 to 240") }
  }

  func run() throws {
    guard !routes.isEmpty else {
      try say(Trackview.helpMessage() + "\n")
      return
    }
    let environment = Environment.current()
    // The track comes through standard input, so the keys have to come from the terminal itself.
    if routes.contains("-") { try StandardInput.keepForTrack() }
    let loader = try TrackLoader(routes, reading.options(), playback.timelineOptions, display.clock(environment), environment)
    loader.start()
    let beginning = try FirstPart.wait(for: loader, environment)
    var options = try playback.viewerOptions(for: beginning.journeys[0].timeline)
    // The simulation's clock: the beginning of the track lies as far back as playback starts into it.
    options.startedAt = WallClock.seconds - (options.start ?? 0)
    options.utcOffset = WallClock.utcOffset
    try play(beginning, loader, options, environment)
  }

  private func play(_ beginning: FirstPart, _ loader: TrackLoader, _ options: ViewerOptions, _ environment: Environment) throws {
    let ending: Signal?
    do {
      ending = try show(beginning, loader, options, environment)
    } catch .dumb {
      // Nothing to give back: signals end and stop the program as they do any other.
      TerminalGuard.remove()
      let journey = try FirstPart.whole(of: loader, beginning, environment)[0]
      return try LineMode.run(journey, display.presentation(environment, depth: .none), options)
    } catch .notATerminal {
      throw ProgramError("standard input and output must be a terminal; “trackview snapshot \(routes[0])” prints a frame without one")
    } catch .gone {
      throw ExitCode(128 + SIGHUP)
    } catch {
      throw ProgramError(error.description)
    }
    if let ending { TerminalGuard.end(by: ending) }
  }

  /// - Returns: the signal that ended the program, if one did.
  private func show(
    _ beginning: FirstPart, _ loader: TrackLoader, _ options: ViewerOptions, _ environment: Environment
  ) throws(TerminalError) -> Signal? {
    let signals = try TerminalGuard.install()
    let screen = try TerminalScreen(.init(environment: environment.all, colors: display.color.depth))
    defer { screen.close() }
    let look = display.presentation(environment, depth: screen.colorSupport.depth)
    let playback = playback
    var loop = EventLoop(
      screen: screen, signals: signals, loader: loader, display: display, fastest: Double(fps),
      makeOptions: { playback.viewerOptions($0, like: $1) },
      makeModel: { columns, rows in
        ViewerModel(
          journeys: beginning.journeys, look: look, options: options, columns: columns, rows: rows, now: 0, loading: beginning.loading)
      })
    do throws(TerminalError) {
      return try loop.run()
    } catch .interrupted {
      // A terminal that takes nothing would not take a complaint either.
      return signals.read().first(where: \.ends) ?? .terminate
    }
  }
}
