// A long file opened by the program itself: memory for its points, and how soon something is seen of it.

import TrackFormats
import TrackPlayback

enum BigFileMeasurement: Measurement {
  static let name = "big"
  static let title = "A long GPX file, from the disk's cache"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let count = settings.isQuick ? 100_000 : 1_000_000
    let file = try TemporaryFile(SyntheticTrack(count: count).gpx, ending: "gpx")
    let what = "GPX, \(count / 1000)k points: "
    let memory = try memory(file.path, count)
    var rows = [
      BenchRow(
        what + "anonymous memory a point, after the load", memory.perPoint, .bytes, atMost: 48,
        reference: "four columns alone: 28 B; resident at the peak of the load \(BenchUnit.megabytes.text(memory.peak))")
    ]
    let runs = settings.isQuick ? 3 : 10
    let first = try firstFrames(settings, runs, file.path, until: "? help")
    let whole = try firstFrames(settings, runs, file.path, until: "Space pause")
    rows.append(
      BenchRow(
        what + "start to the first frame", first, .milliseconds, median: 150,
        reference: "to the first frame of the whole track \(BenchUnit.milliseconds.text(whole.median))"))
    return rows
  }

  /// Bytes of anonymous memory that a track of the file takes, and megabytes resident at most while it was read.
  private static func memory(_ path: String, _ count: Int) throws(ProgramError) -> (perPoint: Double, peak: Double) {
    // The reading runs once before, so that what it sets up for good is not counted as the points'.
    let route = try RouteFile(named: "Routes/beijing.txt", environment: Environment.current())
    keep(try FileReading.read(route, ReadOptions()) { _, _ in true })
    let file = try RouteFile(named: path, environment: Environment.current())
    let before = ownStatus("RssAnon")
    let loaded = try FileReading.read(file, ReadOptions()) { _, _ in true }
    let after = ownStatus("RssAnon")
    keep(loaded.document.tracks.count)
    let peak = Double(ownStatus("VmHWM")) * 1024 / 1e6
    return (Double(after - before) * 1024 / Double(count), peak)
  }

  /// Milliseconds from the start until a frame is complete that holds a text.
  private static func firstFrames(
    _ settings: BenchSettings, _ runs: Int, _ path: String, until text: String
  ) throws(ProgramError) -> Samples {
    var samples = Samples()
    for _ in 0..<runs {
      let program = try PtyProgram(settings.program, [path])
      guard let frame = program.burst(within: 20, text: text) else { throw ProgramError("the viewer showed nothing") }
      samples.add((frame.last - program.startedAt) * 1e3)
    }
    return samples
  }

  /// Kilobytes of a line of /proc/self/status; 0 where there is none.
  private static func ownStatus(_ name: String) -> Int {
    var buffer = [UInt8](repeating: 0, count: 8192)
    let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    let count = max(0, read(descriptor, &buffer, buffer.count))
    let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix(name + ":") }.flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) } ?? 0
  }
}
