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
    usage: "trackview <route> [<options>]",
    discussion: "While it plays: Space pause, ? all keys, q quit.")

  @Argument(help: "A track file (coordinate text, GPX), or the name of a bundled route such as beijing.")
  var route: String?

  @Option(help: ArgumentHelp("Frames a second at most.", valueName: "n"))
  var fps: Int = 60

  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Playing") var playback: PlaybackOptions
  @OptionGroup(title: "Showing") var display: DisplayOptions

  func validate() throws {
    guard (1...240).contains(fps) else { throw ValidationError("--fps takes 1 to 240") }
  }

  func run() throws {
    guard let route else {
      try say(Trackview.helpMessage() + "\n")
      return
    }
    let environment = Environment.current()
    let journey = try Journey.load(route, reading, playback, environment)
    var options = try playback.viewerOptions(for: journey.timeline)
    // The simulation's clock: the beginning of the track lies as far back as playback starts into it.
    options.startedAt = WallClock.seconds - (options.start ?? 0)
    options.utcOffset = WallClock.utcOffset
    try play(journey, options, environment)
  }

  private func play(_ journey: Journey, _ options: ViewerOptions, _ environment: Environment) throws {
    let ending: Signal?
    do {
      ending = try show(journey, options, environment)
    } catch .dumb {
      // Nothing to give back: signals end and stop the program as they do any other.
      TerminalGuard.remove()
      return try LineMode.run(journey, display.presentation(environment, depth: .none), options)
    } catch .notATerminal {
      throw ProgramError("standard input and output must be a terminal; “trackview snapshot \(route ?? "")” prints a frame without one")
    } catch .gone {
      throw ExitCode(128 + SIGHUP)
    } catch {
      throw ProgramError(error.description)
    }
    if let ending { TerminalGuard.end(by: ending) }
  }

  /// - Returns: the signal that ended the program, if one did.
  private func show(_ journey: Journey, _ options: ViewerOptions, _ environment: Environment) throws(TerminalError) -> Signal? {
    let signals = try TerminalGuard.install()
    let screen = try TerminalScreen(.init(environment: environment.all, colors: display.color.depth))
    defer { screen.close() }
    let look = display.presentation(environment, depth: screen.colorSupport.depth)
    var loop = EventLoop(screen: screen, signals: signals, display: display, fastest: Double(fps)) { columns, rows in
      ViewerModel(journey: journey, look: look, options: options, columns: columns, rows: rows, now: 0)
    }
    do throws(TerminalError) {
      return try loop.run()
    } catch .interrupted {
      // A terminal that takes nothing would not take a complaint either.
      return signals.read().first(where: \.ends) ?? .terminate
    }
  }
}
