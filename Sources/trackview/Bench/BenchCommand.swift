// `trackview bench`: measures the program in one run and prints a table; for people who work on it, so not in the short help.

import ArgumentParser

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure the program, and print a table.",
    discussion: """
      Every figure stands beside the one to reach and a reference that was measured in the same run. It needs no terminal: the program is started
      on pseudo-terminals of its own.
      """,
    shouldDisplay: false)

  /// Everything that is measured, in the order of the table.
  static let measurements: [any Measurement.Type] = [
    // First, while the heap is as it is in a program that has just started: memory that others gave back would hide what a file takes.
    BigFileMeasurement.self,
    RasterMeasurement.self, DotsMeasurement.self, FrameMeasurement.self, KeyMeasurement.self, StartMeasurement.self, MemoryMeasurement.self,
    CPUMeasurement.self, LoadMeasurement.self, JitterMeasurement.self, ServeMeasurement.self, LiveMarkersMeasurement.self,
    LiveFixMeasurement.self, TileMeasurement.self, MapMeasurement.self, BaseMapMeasurement.self,
  ]

  @Flag(help: "Fewer runs and smaller tracks: for a look, not for the record.")
  var quick = false

  @Option(
    help: ArgumentHelp("Only this one (may be repeated): \(measurements.map { $0.name }.joined(separator: ", ")).", valueName: "name"))
  var only: [String] = []

  @Option(help: ArgumentHelp("How long “jitter” listens; 600 for the record (default: 20, with --quick 5).", valueName: "seconds"))
  var seconds: Double?

  @Flag(help: "Print the table as Markdown.")
  var markdown = false

  func validate() throws {
    let names = Self.measurements.map { $0.name }
    if let seconds, !(1...86_400).contains(seconds) { throw ValidationError("--seconds takes 1 to 86400") }
    for name in only where !names.contains(name) {
      throw ValidationError("--only takes \(names.joined(separator: ", ")), not “\(name)”")
    }
  }

  func run() throws {
    let settings = try BenchSettings(isQuick: quick, seconds: seconds, environment: Environment.current())
    var table = BenchTable()
    for measurement in Self.measurements where only.isEmpty || only.contains(measurement.name) {
      complain("measuring \(measurement.name) …")
      do {
        table.add(try measurement.measure(settings), under: measurement.title)
      } catch let error as ProgramError {
        table.add([BenchRow("not measured", measured: error.description)], under: measurement.title)
      }
    }
    try say(markdown ? table.markdown : table.text)
  }
}
