// How fast files become journeys.

import MapScene
import TrackFormats
import TrackPlayback

enum LoadMeasurement: Measurement {
  static let name = "load"
  static let title = "Loading, in memory (the figures come with big tracks)"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let count = settings.isQuick ? 100_000 : 1_000_000
    let source = SyntheticTrack(count: count)
    var rows: [BenchRow] = []
    for (what, fileName, bytes) in [("coordinate text", "big.txt", source.coordinateText), ("GPX", "big.gpx", source.gpx)] {
      let read = Samples.milliseconds(runs: 3, seconds: 0) {
        keep(try? FormatRegistry.read(bytes, options: ReadOptions(fileName: fileName)))
      }
      let pass = Samples.milliseconds(runs: 3, seconds: 0) { keep(lineCount(bytes)) }
      rows.append(
        BenchRow(
          "\(what), \(count / 1000)k points, \(BenchUnit.megabytes.text(megabytes(bytes)))", measured: rate(bytes, read),
          reference: "counting its lines \(rate(bytes, pass))"))
    }
    let track = source.track
    let timeline = Timeline(track: track)
    let points = "\(count / 1000)k points: "
    let steps: [(String, () -> Void)] = [
      ("timeline", { keep(Timeline(track: track)) }), ("turns", { keep(TurnList(timeline: timeline)) }),
      ("statistics", { keep(TrackStatistics(timeline: timeline)) }),
      ("shape", { keep(TrackShape(points: track.points) { timeline.isBroken(leg: $0) }) }),
      ("profile", { keep(ProfileCurve(timeline: timeline)) }),
    ]
    for (what, step) in steps {
      rows.append(BenchRow(points + what, Samples.milliseconds(runs: 3, seconds: 0, step).median, .milliseconds))
    }
    return rows
  }

  private static func megabytes(_ bytes: [UInt8]) -> Double { Double(bytes.count) / 1e6 }

  private static func rate(_ bytes: [UInt8], _ samples: Samples) -> String {
    "\(BenchUnit.megabytesPerSecond.text(megabytes(bytes) / samples.median * 1e3)) (\(BenchUnit.milliseconds.text(samples.median)))"
  }

  @inline(never)
  private static func lineCount(_ bytes: [UInt8]) -> Int {
    var count = 0
    for byte in bytes where byte == UInt8(ascii: "\n") { count += 1 }
    return count
  }
}
