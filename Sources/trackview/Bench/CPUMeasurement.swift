// What following costs of a processor, and that a paused viewer sleeps.

enum CPUMeasurement: Measurement {
  static let name = "cpu"
  static let title = "Processor time and wake-ups, Routes/beijing.txt"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let seconds = settings.isQuick ? 2.0 : 8
    var rows: [BenchRow] = []
    for (what, speed, figure) in [("following at 60 frames a second (20×)", "20", 5.0), ("following at 1×", "1", nil)] {
      let program = try PtyProgram.viewer(settings, settings.route.path, ["--fps", "60", "--speed", speed, "--start", "60"])
      let share = Self.share(of: program, seconds: seconds)
      var row = BenchRow(what, share.percent, .percent, atMost: figure)
      let rate = BenchUnit.count.text((Double(share.frames) / seconds * 10).rounded() / 10)
      let size = BenchUnit.bytes.text(Double(share.bytes) / Double(max(1, share.frames)))
      row.reference = "\(rate) frames/s (stops at red lights included), \(size) each"
      rows.append(row)
    }
    return rows + (try paused(settings))
  }

  private static func paused(_ settings: BenchSettings) throws(ProgramError) -> [BenchRow] {
    let program = try PtyProgram.viewer(settings, settings.route.path, ["--paused", "--start", "60"])
    // The hints for a newcomer come and go by themselves in the first 38 s; a key ends them.
    program.type("\u{1B}[17~")
    _ = program.drain(seconds: 1)
    let before = program.status("voluntary_ctxt_switches") ?? 0
    let share = Self.share(of: program, seconds: 3)
    let after = program.status("voluntary_ctxt_switches") ?? 0
    return [
      BenchRow("paused: wake-ups in 3 s", Double(after - before), .count, atMost: 0),
      BenchRow("paused: processor time", share.percent, .percent, atMost: 0, reference: "\(share.bytes) B written"),
    ]
  }

  private static func share(of program: borrowing PtyProgram, seconds: Double) -> (percent: Double, bytes: Int, frames: Int) {
    let start = MonotonicClock.seconds
    let before = program.processorSeconds
    let output = program.drain(seconds: seconds)
    // Where nothing comes `drain` waits all the same; a program that has died makes NaN of it.
    let used = program.processorSeconds - before
    return (used / (MonotonicClock.seconds - start) * 100, output.bytes, output.frames)
  }
}
