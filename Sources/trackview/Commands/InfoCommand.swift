// `trackview info`: what files hold, in figures.

import ArgumentParser
import MapScene
import TrackFormats
import TrackGeodesy
import TrackPlayback

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Say what track files hold: format, lengths, times, climbs, gaps; and what maps cover.",
    usage: "trackview info <files> ... [<options>]",
    discussion: """
      Lengths are geodesic, on WGS 84. Moving is 0.5 m/s or more; the top speed is the mean over the fastest 3 s. Ascent and descent add up \
      the climbs and drops between turning points of the altitude; a turning point counts once the altitude has come 3 m away from it. \
      Gaps (silences and jumps) count nothing.
      """)

  @Argument(help: "Track files, names of bundled routes, or maps (MBTiles, PMTiles); - is standard input.")
  var files: [String]

  @Flag(help: "As JSON: one object, or a list of them for several files.")
  var json = false

  @Flag(help: "Times in UTC, not in the time zone of the place.")
  var utc = false

  @Option(help: ArgumentHelp("Units: metric, imperial, nautical.", valueName: "units"))
  var units: UnitSystem = .metric

  @OptionGroup(title: "Reading") var reading: ReadingOptions

  func run() throws {
    let environment = Environment.current()
    var objects: [JSONText] = []
    // Whatever fails, what could be read is said.
    var failure: (any Error)?
    do {
      var isFirst = true
      func add(_ text: [String], _ object: JSONText) throws {
        if json { return objects.append(object) }
        try say((isFirst ? "" : "\n") + text.map { environment.plain($0) + "\n" }.joined())
        isFirst = false
      }
      try PlainLoading.each(files, reading: report) { try add($0.text, $0.json) }
    } catch {
      if files.count == 1 || (error as? ProgramError) != nil { throw error }
      failure = error
    }
    if json, !objects.isEmpty || files.count > 1 { try say((files.count == 1 ? objects[0] : .list(objects)).pretty + "\n") }
    if let failure { throw failure }
  }

  /// What there is to say of a map or of tracks.
  private func report(_ path: String) throws(ProgramError) -> (text: [String], json: JSONText) {
    if MapReport.isMap(path) {
      let report = try MapReport(path)
      return (report.text, report.json)
    }
    let environment = Environment.current()
    let file = try PlainLoading.read(path, reading.options(), environment)
    let report = InfoReport(TrackSummary(file), utc: utc, units: units, environment: environment)
    return (report.text, report.json)
  }
}
