// What the program needs of the machine's memory, at its peak.

enum MemoryMeasurement: Measurement {
  static let name = "memory"
  static let title = "Peak memory, after two seconds of playing"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let source = SyntheticTrack(count: 100_000)
    let bare = try? PtyProgram("/bin/cat", []).peak()
    var rows = [BenchRow("Routes/beijing.txt", try peak(settings, settings.route.path), .megabytes)]
    for (what, ending, bytes) in [("coordinate text", "txt", source.coordinateText), ("GPX", "gpx", source.gpx)] {
      let file = try TemporaryFile(bytes, ending: ending)
      let reference = "the file is \(BenchUnit.megabytes.text(Double(bytes.count) / 1e6))"
      rows.append(BenchRow("100k points, \(what)", try peak(settings, file.path), .megabytes, atMost: 20, reference: reference))
    }
    if let bare { rows[0].reference = "/bin/cat \(BenchUnit.megabytes.text(bare))" }
    return rows
  }

  private static func peak(_ settings: BenchSettings, _ path: String) throws(ProgramError) -> Double {
    let program = try PtyProgram.viewer(settings, path, ["--speed", "10"])
    _ = program.drain(seconds: 2)
    return try program.peak()
  }
}

extension PtyProgram {
  /// Megabytes (10⁶ bytes) of the process's largest resident set. Not `ru_maxrss`: Linux counts in it what the parent had before `exec`.
  func peak() throws(ProgramError) -> Double {
    // A program that has only just been started may not have become itself yet.
    _ = burst(within: 0.05)
    guard let kilobytes = status("VmHWM") else { throw ProgramError("/proc says nothing of the program's memory") }
    return Double(kilobytes) * 1024 / 1e6
  }
}

/// A file that goes when this value goes.
struct TemporaryFile: ~Copyable {
  let path: String

  init(_ bytes: [UInt8], ending: String) throws(ProgramError) {
    var template = Array("/tmp/trackview-bench.XXXXXX.\(ending)".utf8CString)
    let descriptor = mkstemps(&template, Int32(ending.utf8.count + 1))
    guard descriptor >= 0 else { throw ProgramError("no temporary file to be had") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { close(descriptor) }
    if !writeAll(bytes, to: descriptor) { complain("\(path): cannot be written whole") }
  }

  deinit { unlink(path) }
}
