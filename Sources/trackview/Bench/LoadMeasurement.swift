// How fast files become tracks, beside what the library under each reader takes for nothing, and beside other programs.

import MapScene
import TrackFormats
import TrackPlayback

enum LoadMeasurement: Measurement {
  static let name = "load"
  static let title = "Reading, in memory; other programs read the same bytes from a file"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let count = settings.isQuick ? 100_000 : 1_000_000
    let source = SyntheticTrack(count: count)
    var rows: [BenchRow] = []
    rows += try gpx(source)
    rows += try nmea(source)
    rows.append(yardstick("KML", "kml", source.written(as: "kml"), XMLBarePass.name) { XMLBarePass.run($0) ? 1 : 0 })
    rows.append(yardstick("TCX", "tcx", source.tcx, XMLBarePass.name) { XMLBarePass.run($0) ? 1 : 0 })
    rows.append(
      yardstick("GeoJSON", "geojson", source.written(as: "geojson"), "RapidJSON with empty handlers") { JSONYardstick.barePass($0) })
    rows.append(
      try paced("FIT", "fit", source.fit, "fitdecode", "import fitdecode,sys", "for f in fitdecode.FitReader(sys.argv[1]): pass"))
    rows.append(
      try paced(
        "CSV", "csv", source.written(as: "csv"), "Python's csv", "import csv,sys", "for r in csv.reader(open(sys.argv[1])): pass"))
    rows.append(plain("coordinate text", "txt", source.coordinateText))
    return rows + derived(source.track, count)
  }

  // MARK: Formats

  /// GPX against bare expat, gpsbabel and gpxpy.
  private static func gpx(_ source: SyntheticTrack) throws -> [BenchRow] {
    let bytes = source.gpx
    let (ours, bare) = Samples.alternating(runs: 5, { keep(read(bytes, "big.gpx")) }, { keep(XMLBarePass.run(bytes.span)) })
    let what = title("GPX", bytes, source)
    var rows = [
      BenchRow(
        what + ", to bare expat", ours.median / bare.median, .ratio, atMost: 1,
        reference: "\(rate(bytes, ours)); \(XMLBarePass.name) \(rate(bytes, bare))")
    ]
    let file = try TemporaryFile(bytes, ending: "gpx")
    if let seconds = ReferenceProgram.seconds(["gpsbabel", "-t", "-i", "gpx", "-f", file.path]) {
      rows.append(
        BenchRow(
          what + ", times gpsbabel", seconds * 1e3 / ours.median, .times, atLeast: 8,
          reference: "gpsbabel \(rate(bytes, Samples([seconds * 1e3])))"))
    } else {
      rows.append(BenchRow(what + ", times gpsbabel", measured: "gpsbabel is not installed"))
    }
    // gpxpy takes 40 s and 2 GB for a million points: a tenth is enough to know its pace.
    let part = SyntheticTrack(count: min(100_000, source.count)).gpx
    let small = try TemporaryFile(part, ending: "gpx")
    if let seconds = ReferenceProgram.python("import gpxpy,sys", "gpxpy.parse(open(sys.argv[1]))", file: small.path) {
      let theirs = seconds / Double(part.count) * Double(bytes.count)
      rows.append(
        BenchRow(
          what + ", times gpxpy", theirs * 1e3 / ours.median, .times, atLeast: 50,
          reference: "gpxpy \(rate(part, Samples([seconds * 1e3]))) over \(min(100, source.count / 1000))k points"))
    } else {
      rows.append(BenchRow(what + ", times gpxpy", measured: "gpxpy is not installed"))
    }
    return rows
  }

  /// A million sentences against gpsdecode.
  private static func nmea(_ source: SyntheticTrack) throws -> [BenchRow] {
    // RMC and GGA, two sentences a point.
    let bytes = SyntheticTrack(count: source.count / 2).written(as: "nmea")
    let lines = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let ours = Samples.milliseconds(runs: 5, seconds: 0) { keep(read(bytes, "big.nmea")) }
    let what = "NMEA, \(lines / 1000)k sentences, \(BenchUnit.megabytes.text(Double(bytes.count) / 1e6))"
    let file = try TemporaryFile(bytes, ending: "nmea")
    guard let seconds = ReferenceProgram.seconds(["sh", "-c", "exec gpsdecode -j < \"$0\"", file.path]) else {
      return [BenchRow(what, measured: rate(bytes, ours), reference: "gpsdecode is not installed")]
    }
    return [
      BenchRow(
        what + ", times gpsdecode", seconds * 1e3 / ours.median, .times, atLeast: 10,
        reference: "\(rate(bytes, ours)); gpsdecode \(rate(bytes, Samples([seconds * 1e3])))")
    ]
  }

  /// A format against the library that it is read with.
  private static func yardstick(
    _ format: String, _ ending: String, _ bytes: [UInt8], _ name: String, _ bare: (Span<UInt8>) -> Int
  ) -> BenchRow {
    let (ours, pass) = Samples.alternating(runs: 5, { keep(read(bytes, "big." + ending)) }, { keep(bare(bytes.span)) })
    return BenchRow(
      "\(format), \(BenchUnit.megabytes.text(Double(bytes.count) / 1e6)), to \(name)", ours.median / pass.median, .ratio, atMost: 3,
      reference: "\(rate(bytes, ours)); \(name) \(rate(bytes, pass))")
  }

  /// A format with a pace to reach, and a program in Python over a part of it.
  private static func paced(
    _ format: String, _ ending: String, _ bytes: [UInt8], _ name: String, _ imports: String, _ body: String
  ) throws -> BenchRow {
    let ours = Samples.milliseconds(runs: 5, seconds: 0) { keep(read(bytes, "big." + ending)) }
    var row = BenchRow(
      "\(format), \(BenchUnit.megabytes.text(Double(bytes.count) / 1e6))", Double(bytes.count) / 1e3 / ours.median, .megabytesPerSecond,
      atLeast: 100)
    let part = ending == "fit" ? SyntheticTrack(count: 25_000).fit : bytes
    let file = try TemporaryFile(part, ending: ending)
    if let seconds = ReferenceProgram.python(imports, body, file: file.path) {
      row.reference = "\(name) \(BenchUnit.megabytesPerSecond.text(Double(part.count) / 1e6 / seconds))"
    } else {
      row.reference = "\(name) is not installed"
    }
    return row
  }

  private static func plain(_ format: String, _ ending: String, _ bytes: [UInt8]) -> BenchRow {
    let ours = Samples.milliseconds(runs: 5, seconds: 0) { keep(read(bytes, "big." + ending)) }
    let pass = Samples.milliseconds(runs: 5, seconds: 0) { keep(lineCount(bytes)) }
    return BenchRow(
      "\(format), \(BenchUnit.megabytes.text(Double(bytes.count) / 1e6))", measured: rate(bytes, ours),
      reference: "counting its lines \(rate(bytes, pass))")
  }

  // MARK: What follows

  /// What is worked out of a track before it plays.
  private static func derived(_ track: Track, _ count: Int) -> [BenchRow] {
    let timeline = Timeline(track: track)
    let points = "\(count / 1000)k points: "
    let steps: [(String, () -> Void)] = [
      ("timeline", { keep(Timeline(track: track)) }), ("turns", { keep(TurnList(timeline: timeline)) }),
      ("statistics", { keep(TrackStatistics(timeline: timeline)) }),
      ("shape", { keep(TrackShape(points: track.points) { timeline.isBroken(leg: $0) }) }),
      ("profile", { keep(ProfileCurve(timeline: timeline)) }),
    ]
    return steps.map { BenchRow(points + $0.0, Samples.milliseconds(runs: 3, seconds: 0, $0.1).median, .milliseconds) }
  }

  private static func read(_ bytes: [UInt8], _ fileName: String) -> TrackDocument? {
    do { return try FormatRegistry.read(bytes, options: ReadOptions(fileName: fileName)) } catch {
      complain("\(fileName): \(error.message)")
      return nil
    }
  }

  private static func title(_ format: String, _ bytes: [UInt8], _ source: SyntheticTrack) -> String {
    "\(format), \(source.count / 1000)k points, \(BenchUnit.megabytes.text(Double(bytes.count) / 1e6))"
  }

  private static func rate(_ bytes: [UInt8], _ samples: Samples) -> String {
    "\(BenchUnit.megabytesPerSecond.text(Double(bytes.count) / 1e3 / samples.median)) (\(BenchUnit.milliseconds.text(samples.median)))"
  }

  @inline(never)
  private static func lineCount(_ bytes: [UInt8]) -> Int {
    var count = 0
    for byte in bytes where byte == UInt8(ascii: "\n") { count += 1 }
    return count
  }
}

extension XMLBarePass {
  fileprivate static var name: String { "expat with empty handlers" }
}
