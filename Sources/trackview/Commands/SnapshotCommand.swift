// `trackview snapshot`: one frame of the viewer, without a terminal.

import ArgumentParser
import Cells
import MapScene
import TrackGeodesy
import TrackPlayback
import ViewerApp

struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Print the frame that the viewer would show, without a terminal.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, ansi, words }

  @Argument(help: "Track files, or names of bundled routes; - is standard input. Several play together.")
  var routes: [String] = []

  @Option(help: ArgumentHelp("The moment: 90, 1:30, 1:02:03 or 50%.", valueName: "time"))
  var at: TimePoint?

  @Option(help: ArgumentHelp("Columns and rows.", valueName: "size"))
  var size = ScreenSize(columns: 120, rows: 36)

  @Option(help: ArgumentHelp("text, ansi (with colours) or words (what a screen reader would say).", valueName: "format"))
  var format: Format = .text

  @Option(help: ArgumentHelp("Keys to press first, as typed: '0' shows the whole route, '?' the help.", valueName: "keys"))
  var keys = ""

  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Playing") var playback: PlaybackOptions
  @OptionGroup(title: "Showing") var display: DisplayOptions
  @OptionGroup(title: "The map beneath") var map: MapOptions

  func validate() throws {
    guard !routes.isEmpty || map.isLookedAt else { throw ValidationError("Missing expected argument '<routes> ...'") }
  }

  func run() throws {
    let environment = Environment.current()
    let settings = try Settings.read(environment)
    let plan = try MapPlan(map, settings, environment)
    let display = display.with(settings)
    let depth = format == .ansi ? display.depth ?? (environment["NO_COLOR"] == nil ? .indexed256 : ColorDepth.none) : ColorDepth.none
    let look = display.presentation(environment, depth: depth)
    var model = routes.isEmpty ? try browsing(look, settings) : try playing(look, display, settings, environment)
    model.holdsBase = false
    _ = update(&model, .tick, at: model.now)
    for scalar in keys.unicodeScalars { _ = update(&model, .key(KeyPress(scalar)), at: model.now) }
    try MapPicking.fill(&model, plan)
    var frame = view(model)
    var words = Description.words(of: model.moment)
    if !environment.isUTF8, display.glyphs == nil {
      // The terminal of such a locale shows names as question marks; see TerminalScreen.
      frame.withCells { cells in for index in cells.indices { cells[index] = Self.plain(cells[index]) } }
      words = words.map { String($0.map { $0.isASCII ? $0 : "?" }) }
    }
    switch format {
    case .text: try say(frame.text.map { $0 + "\n" }.joined())
    case .ansi: try say(ANSIText.render(frame, depth: depth))
    case .words: try say(words.map { $0 + "\n" }.joined())
    }
  }

  /// A cell in ASCII; of a wide character the left half asks, the right half is blank.
  private static func plain(_ cell: Cell) -> Cell {
    var plain = cell
    if cell.scalar > 0x7E { plain.scalar = 0x3F }
    plain.width = 1
    plain.marks = 0
    return plain
  }

  /// A map without a track.
  private func browsing(_ look: Presentation, _ settings: Settings) throws(ProgramError) -> ViewerModel {
    var options = try playback.viewerOptions(for: Timeline(track: Track(points: TrackPoints())))
    options.startedAt = Self.noon
    return ViewerModel(browsing: map.applied(to: options, settings), look: look, columns: size.columns, rows: size.rows, now: 0)
  }

  private func playing(
    _ look: Presentation, _ display: DisplayOptions, _ settings: Settings, _ environment: Environment
  ) throws(ProgramError) -> ViewerModel {
    let files = try PlainLoading.read(routes, reading.options(), environment)
    let journeys = try Journey.together(files, options: playback.timelineOptions, detail: .full, clock: display.clock(environment))
    return try model(journeys, look, settings)
  }

  private static var noon: Double { (WallClock.seconds / 86_400).rounded(.down) * 86_400 + 43_200 }

  /// Simulated clocks start at noon of today, so that the same command prints the same frame, with the magnetic declination of the day.
  /// Plays up to the moment as the viewer would: a minute at most, so that the camera stands where it would have got to.
  private func model(_ journeys: [Journey], _ look: Presentation, _ settings: Settings) throws(ProgramError) -> ViewerModel {
    let timeline = journeys[0].timeline
    var options = map.applied(to: try playback.viewerOptions(for: timeline), settings)
    options.startedAt = Self.noon
    let from = options.start ?? 0
    let target = at?.seconds(of: timeline.duration) ?? from
    let rate = options.rate.value
    if target - from > 60 * rate { options.start = max(from, target - 60 * rate) }
    let run = max(0, target - (options.start ?? 0)) / rate
    let isPaused = options.isPaused
    options.isPaused = false
    let columns = size.columns
    let rows = size.rows
    if target < from { options.start = target }
    var model = ViewerModel(journeys: journeys, look: look, options: options, columns: columns, rows: rows, now: 0)
    model.holdsBase = true
    let steps = Int((run * 4).rounded(.down))
    for step in 0..<max(0, steps) { _ = update(&model, .tick, at: options.delay + Double(step) / 4) }
    _ = update(&model, .tick, at: options.delay + run)
    if isPaused { _ = model.perform(.togglePause) }
    // At the very end the camera has come to rest.
    if target >= timeline.duration {
      for step in 1...8 { _ = update(&model, .tick, at: options.delay + run + Double(step) * 0.25) }
    }
    return model
  }
}
