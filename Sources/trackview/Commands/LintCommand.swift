// `trackview lint`: every broken record of a file, by its place.

import ArgumentParser
import Cells
import TrackFormats
import TrackGeodesy
import TrackPlayback

struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Name every broken record of track files.",
    usage: "trackview lint <files> ... [<options>]",
    discussion: "The status is 0 where nothing is broken, 1 where something is.")

  @Argument(help: "Track files, or names of bundled routes; - is standard input.")
  var files: [String]

  @OptionGroup(title: "Reading") var reading: ReadingOptions

  /// Broken records that are described in one file; more are only counted.
  static let limit = 1_000_000

  func run() throws {
    let environment = Environment.current()
    var isBroken = false
    let options = reading.options(recordLimit: Self.limit)
    func read(_ name: String) throws(ProgramError) -> LoadedFile { try PlainLoading.read(name, options, environment) }
    try PlainLoading.each(files, reading: read) { loaded in
      let lines = Self.lines(loaded)
      isBroken = isBroken || !lines.isEmpty
      let points = loaded.document.tracks.reduce(0) { $0 + $1.points.count }
      let title = TextWidth.clean(loaded.file.title)
      if lines.isEmpty { try say(environment.plain("\(title): \(points) points, nothing broken\n")) }
      for start in stride(from: 0, to: lines.count, by: 1000) {
        let some = lines[start..<min(start + 1000, lines.count)]
        try say(some.map { environment.plain(TextWidth.clean($0, maximumScalars: 2_000)) + "\n" }.joined())
      }
    }
    if isBroken { throw ExitCode(1) }
  }

  private static func lines(_ loaded: LoadedFile) -> [String] {
    let title = loaded.file.title
    let skipped = loaded.document.skipped
    var lines = skipped.first.map { line($0, title) }
    let rest = skipped.count + skipped.valueCount - skipped.first.count
    if rest > 0 { lines.append("\(title): and \(rest) more") }
    for (number, track) in loaded.document.tracks.enumerated() {
      lines += backwardTimes(track, title: "\(title): " + (loaded.document.tracks.count > 1 ? "track \(number + 1), " : ""))
    }
    if let truncation = skipped.truncation { lines.append(line(truncation, title)) }
    return lines
  }

  /// Points whose time is before that of the point before.
  private static func backwardTimes(_ track: Track, title: String) -> [String] {
    BackwardTimes.indices(track).prefix(limit).map { index in
      let back = DecimalText.fixed(track.points.times[index - 1] - track.points.times[index], digits: 3)
      return "\(title)point \(index + 1): found a time \(JSONText.trimmed(back)) s before the last, expected times that go on"
    }
  }

  private static func line(_ record: SkippedRecord, _ title: String) -> String {
    let place = record.line.map { ":\($0): " } ?? record.byteOffset.map { ": byte \($0): " } ?? ": "
    let what = record.extent == .value ? "value ignored: " : ""
    return "\(title)\(place)\(what)found \(record.found), expected \(record.expected)"
  }
}
