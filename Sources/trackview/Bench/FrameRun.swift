// A viewer that is played tick by tick on a terminal, its frames sorted by what moved in them.

import Cells
import MapScene
import Terminal
import TrackPlayback
import ViewerApp

/// One run of the viewer and what its frames took.
struct FrameRun {
  /// What moved since the frame before.
  enum Kind: CaseIterable { case marker, turning, pan }

  /// What frames of one kind took.
  struct Cost {
    var bytes = Samples()
    var view = Samples()
    var present = Samples()
    /// Ticks that changed nothing on the screen.
    var silent = 0

    var times: String {
      "view \(BenchUnit.milliseconds.text(view.median)) (p99 \(BenchUnit.milliseconds.text(view.percentile(99)))), "
        + "present \(BenchUnit.milliseconds.text(present.median)) (p99 \(BenchUnit.milliseconds.text(present.percentile(99))))"
    }
  }

  private let screen: TerminalScreen
  private var model: ViewerModel
  private let drawsTrackOnly: Bool
  private var costs: [Kind: Cost] = [:]
  private(set) var sent = 0
  private(set) var mostWrites = 0

  /// Degrees a tick from which on the ring counts as turning: 3° a second.
  private static let turning = 0.05

  /// - Parameters:
  ///   - keys: pressed before it plays.
  ///   - drawsTrackOnly: whether only the track and the marker are drawn, on the map's own part of the screen.
  init(_ settings: BenchSettings, _ screen: TerminalScreen, keys: [String] = [], drawsTrackOnly: Bool = false) {
    self.screen = screen
    self.drawsTrackOnly = drawsTrackOnly
    model = Self.model(settings)
    _ = update(&model, .tick, at: 9)
    for key in keys {
      _ = update(&model, .key(key == "\t" ? KeyPress(.tab) : KeyPress(.character(key.unicodeScalars.first ?? " "))), at: 9)
    }
  }

  static func model(_ settings: BenchSettings) -> ViewerModel {
    let look = Presentation(theme: Theme(depth: .indexed256, backdrop: .dark))
    return ViewerModel(
      journey: settings.journey, look: look, options: ViewerOptions(), columns: BenchSettings.columns, rows: BenchSettings.rows, now: 0)
  }

  /// Plays from the tenth second on, when the camera follows.
  mutating func play(seconds: Double) throws(TerminalError) {
    _ = update(&model, .tick, at: 10)
    let first = try screen.present(draw())
    sent += first.bytes
    for tick in 1...Int(seconds * 60) {
      let before = model
      _ = update(&model, .tick, at: 10 + Double(tick) / 60)
      try take(kind(since: before))
    }
  }

  private mutating func take(_ kind: Kind) throws(TerminalError) {
    let start = MonotonicClock.seconds
    let grid = draw()
    let drawn = MonotonicClock.seconds
    let report = try screen.present(grid)
    let end = MonotonicClock.seconds
    sent += report.bytes
    mostWrites = max(mostWrites, report.writes)
    var cost = costs[kind] ?? Cost()
    cost.view.add((drawn - start) * 1e3)
    cost.present.add((end - drawn) * 1e3)
    if report.bytes > 0 { cost.bytes.add(Double(report.bytes)) } else { cost.silent += 1 }
    costs[kind] = cost
  }

  private func kind(since before: ViewerModel) -> Kind {
    let (old, new) = (before.moment, model.moment)
    if old.camera != new.camera { return .pan }
    let difference = abs((new.pose.course ?? 0) - (old.pose.course ?? 0))
    return min(difference, 360 - difference) > Self.turning ? .turning : .marker
  }

  private func draw() -> CellGrid {
    guard drawsTrackOnly else { return view(model) }
    let moment = model.moment
    var grid = CellGrid(width: model.columns, height: model.rows)
    let map = ScreenLayout(width: model.columns, height: model.rows, showsPanels: model.showsPanels).map
    var picture = MapPicture(columns: map.width, rows: map.height, set: .braille, camera: moment.camera)
    TrackLayer.paint(&picture, moment)
    MarkerLayer.paint(&picture, moment)
    picture.compose(into: &grid, column: map.column, row: map.row)
    return grid
  }

  /// A frame drawn from nothing, at moments spread over the whole drive.
  mutating func repaint() throws(TerminalError) -> (bytes: Samples, times: String) {
    var cost = Cost()
    let duration = model.journey.timeline.duration
    for step in 0..<40 {
      model.player.seek(to: duration * Double(step) / 40, at: model.now)
      _ = update(&model, .tick, at: model.now + 10)
      let start = MonotonicClock.seconds
      let grid = draw()
      let drawn = MonotonicClock.seconds
      screen.invalidate()
      let report = try screen.present(grid)
      cost.view.add((drawn - start) * 1e3)
      cost.present.add((MonotonicClock.seconds - drawn) * 1e3)
      cost.bytes.add(Double(report.bytes))
      sent += report.bytes
      mostWrites = max(mostWrites, report.writes)
    }
    return (cost.bytes, cost.times)
  }

  /// The same frame once more.
  mutating func unchanged() throws(TerminalError) -> BenchRow {
    let grid = draw()
    sent += try screen.present(grid).bytes
    var bytes = 0
    var times = Samples()
    for _ in 0..<100 {
      let start = MonotonicClock.seconds
      bytes += try screen.present(grid).bytes
      times.add((MonotonicClock.seconds - start) * 1e3)
    }
    sent += bytes
    return BenchRow(
      "the same frame again", Double(bytes), .bytes, atMost: 0, reference: "present \(BenchUnit.milliseconds.text(times.median))")
  }

  /// The bytes of the present frame printed row by row without any memory of the one before.
  var plainFrameBytes: Int { ANSIText.render(draw(), depth: .indexed256).utf8.count }

  /// The line of the table for one kind.
  func row(_ kind: Kind, _ what: String, atMost limit: Double?) -> BenchRow {
    guard let cost = costs[kind], !cost.bytes.isEmpty else { return BenchRow(what, measured: "did not happen") }
    let all = cost.bytes.count + cost.silent
    let silent = cost.silent > 0 ? "; \(BenchUnit.percent.text(Double(cost.silent) / Double(all) * 100)) of \(all) ticks write nothing" : ""
    return BenchRow(what, cost.bytes, .bytes, median: limit, reference: cost.times + silent)
  }
}
