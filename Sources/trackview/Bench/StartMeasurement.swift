// From before the process is started to the last byte of its first frame.

enum StartMeasurement: Measurement {
  static let name = "start"
  static let title = "Start"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let runs = settings.isQuick ? 5 : 20
    let frame = try firstFrames(settings, runs, settings.route.path)
    let nothing = try? exits("/bin/true", [], runs)
    let curses = try? exits("/usr/bin/tput", ["clear"], runs)
    let version = try exits(settings.program, ["--version"], runs)
    var reference = "trackview --version \(BenchUnit.milliseconds.text(version.median))"
    if let curses { reference = "tput clear \(BenchUnit.milliseconds.text(curses.median)), " + reference }
    if let nothing { reference = "/bin/true \(BenchUnit.milliseconds.text(nothing.median)), " + reference }
    let figure = BenchRow(
      "start to the first full frame, Routes/beijing.txt, the embedded world beneath", frame, .milliseconds, median: 15,
      reference: reference + "; published: btop 14 ms")
    let bare = try firstFrames(settings, runs, settings.route.path, ["--no-map"])
    return [figure, BenchRow("the same without a map (--no-map; any option goes through the parser)", bare, .milliseconds)]
  }

  /// Milliseconds to the first frame: all that came until a silence after the end of the status bar.
  private static func firstFrames(_ settings: BenchSettings, _ runs: Int, _ path: String, _ options: [String] = []) throws(ProgramError)
    -> Samples
  {
    var samples = Samples()
    for _ in 0..<runs {
      let program = try PtyProgram(settings.program, [path] + options)
      guard let frame = program.burst(text: "? help") else { throw ProgramError("the viewer showed nothing") }
      samples.add((frame.last - program.startedAt) * 1e3)
    }
    return samples
  }

  /// Milliseconds until a program has closed its terminal.
  private static func exits(_ path: String, _ arguments: [String], _ runs: Int) throws(ProgramError) -> Samples {
    var samples = Samples()
    for _ in 0..<runs {
      let program = try PtyProgram(path, arguments)
      _ = program.burst(within: 5, quiet: 5)
      samples.add((MonotonicClock.seconds - program.startedAt) * 1e3)
    }
    return samples
  }
}
