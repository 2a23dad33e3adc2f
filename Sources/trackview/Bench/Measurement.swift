// What a measurement is, and what it is given.

import MapScene
import TrackFormats
import TrackPlayback

/// One kind of figure. A new one is a file with a type like this and a line in `BenchCommand.measurements`.
protocol Measurement: Sendable {
  /// For `--only`.
  static var name: String { get }
  /// The heading of its rows.
  static var title: String { get }
  /// - Throws: `ProgramError` where it cannot be measured here; the others go on.
  static func measure(_ settings: BenchSettings) throws -> [BenchRow]
}

/// What all measurements share.
struct BenchSettings {
  let isQuick: Bool
  /// How long what has to pass in real time is measured, in seconds; `nil` is as long as the measurement finds enough.
  let seconds: Double?
  /// This very program, to be started again.
  let program: String
  /// The bundled drive through Beijing.
  let route: RouteFile
  let journey: Journey

  /// The screen of the figures.
  static let columns = 120
  static let rows = 36

  init(isQuick: Bool, seconds: Double? = nil, environment: Environment) throws {
    self.isQuick = isQuick
    self.seconds = seconds
    program = "/proc/self/exe"
    route = try RouteFile(named: "Routes/beijing.txt", environment: environment)
    journey = try Journey.together(
      PlainLoading.read([route.path], ReadOptions(), environment), options: TimelineOptions(), detail: .full, clock: .utc)[0]
  }
}
