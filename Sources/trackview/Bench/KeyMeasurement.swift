// From a key to the last byte of the frame it causes, through a process of its own and a pseudo-terminal.

enum KeyMeasurement: Measurement {
  static let name = "keys"
  static let title = "Key press to the last byte of the frame, 120×36, paused, through a pseudo-terminal"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let echo = try echo(settings.isQuick ? 100 : 400)
    let reference =
      "a byte through /bin/cat \(BenchUnit.milliseconds.text(echo.median)), p99 \(BenchUnit.milliseconds.text(echo.percentile(99)))"
    var all = Samples()
    var rows: [BenchRow] = []
    for (what, keys) in [("+ and − (zoom)", ["+", "+", "-", "-"]), ("] and [ (speed)", ["]", "["]), ("l and h (pan)", ["l", "h"])] {
      let program = try PtyProgram.viewer(settings, settings.route.path, ["--paused", "--start", "60"])
      var samples = Samples()
      var bytes = 0
      for index in 0..<(settings.isQuick ? 50 : 200) {
        let sent = MonotonicClock.seconds
        program.type(keys[index % keys.count])
        guard let frame = program.burst(within: 1) else { throw ProgramError("no frame for a key") }
        // The first few keys end the hints and settle the camera.
        guard index >= 4 else { continue }
        samples.add((frame.last - sent) * 1e3)
        all.add((frame.last - sent) * 1e3)
        bytes += frame.bytes.count
      }
      rows.append(
        BenchRow(what, samples, .milliseconds, reference: "\(BenchUnit.bytes.text(Double(bytes) / Double(samples.count))) a frame"))
    }
    return [BenchRow("any of these keys", all, .milliseconds, median: 1, percentile99: 3, reference: reference)] + rows
  }

  /// Milliseconds that a byte takes to a program that does nothing but write it back.
  private static func echo(_ runs: Int) throws(ProgramError) -> Samples {
    let program = try PtyProgram("/bin/cat", [], isRaw: true)
    var samples = Samples()
    for _ in 0..<runs {
      let sent = MonotonicClock.seconds
      program.type("x")
      guard let back = program.burst(within: 2, quiet: 0.001) else { throw ProgramError("no byte came back through cat") }
      samples.add((back.last - sent) * 1e3)
    }
    return samples
  }
}
