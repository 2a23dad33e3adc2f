// The screen that frames are measured on: a terminal of 256 colours in this very process that swallows everything.

import Terminal

enum BenchScreen {
  /// Gives a measurement a screen for as long as it runs.
  /// - Parameters:
  ///   - isSynchronized: whether the terminal takes a frame as one, as most do.
  ///   - body: gets the screen and what is behind it.
  static func with<Result>(
    columns: Int = BenchSettings.columns, rows: Int = BenchSettings.rows, isSynchronized: Bool = true,
    _ body: (TerminalScreen, PtyDrain) throws -> Result
  ) throws -> Result {
    let drain = try PtyDrain(columns: columns, rows: rows)
    defer { drain.finish() }
    do {
      var configuration = TerminalScreen.Configuration(
        input: drain.terminal, output: drain.terminal, environment: ["TERM": "xterm-256color"])
      configuration.probes = false
      let screen = try TerminalScreen(configuration)
      defer {
        screen.close()
        TerminalGuard.remove()
      }
      if isSynchronized { screen.synchronizedOutput = true }
      return try body(screen, drain)
    } catch let error as TerminalError {
      throw ProgramError(error.description)
    }
  }
}
