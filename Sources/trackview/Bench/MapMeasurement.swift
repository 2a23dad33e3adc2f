// Owns what maps beneath cost: frames, bytes, processor time, keys while tiles load, memory.

import BaseMap
import Cells
import MapScene
import MapSources
import Terminal
import TrackPlayback
import ViewerApp

enum MapMeasurement: Measurement {
  static let name = "maps"
  static let title =
    "Over a full street map (a made-up city, tiles of 179 kB everywhere), Routes/beijing.txt; published: mapscii 15–18 kB a pan, 1–2 ms to render"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let file = try TemporaryFile(SyntheticCity.archive(), ending: "pmtiles")
    var rows = try frames(settings, file.path)
    rows.append(try following(settings, file.path))
    rows += try keys(settings, file.path)
    rows.append(try memory(settings, file.path))
    return rows
  }

  // MARK: Frames

  private static func frames(_ settings: BenchSettings, _ map: String) throws -> [BenchRow] {
    var rows: [BenchRow] = []
    for (columns, rowCount, times, bytes) in [(120, 40, true, false), (120, 36, false, true)] {
      let run = try MapFrames.run(settings, map: map, columns: columns, rows: rowCount, seconds: settings.isQuick ? 30 : 120)
      if times {
        rows.append(
          BenchRow(
            "120×40, a frame when the camera moves a cell: view and present", run.showing, .milliseconds, median: 2,
            reference: "view \(text(run.drawing)), present \(text(run.presenting))"))
        rows.append(
          BenchRow(
            "120×40, the same with the base map made anew", run.moving, .milliseconds,
            reference: "base map, names and update \(text(run.updating))"))
        rows.append(BenchRow("120×40, a frame between: view and present", run.resting, .milliseconds, median: 2))
      }
      if bytes {
        rows.append(
          BenchRow("120×36, pan by a cell, panels on", run.panBytes, .bytes, median: 12_000, reference: "mapscii 15–18 kB (published)"))
        rows.append(BenchRow("120×36, full repaint", run.repaintBytes, .bytes, median: 16_000))
      }
    }
    return rows
  }

  private static func text(_ samples: Samples) -> String {
    "\(BenchUnit.milliseconds.text(samples.median)) (p99 \(BenchUnit.milliseconds.text(samples.percentile(99))))"
  }

  // MARK: The program

  private static func following(_ settings: BenchSettings, _ map: String) throws(ProgramError) -> BenchRow {
    let seconds = settings.isQuick ? 3.0 : 8
    func share(_ options: [String]) throws(ProgramError) -> (percent: Double, frames: Double, bytes: Double) {
      let program = try PtyProgram.viewer(settings, settings.route.path, ["--fps", "60", "--speed", "20", "--start", "60"] + options)
      _ = program.drain(seconds: 1)
      let start = MonotonicClock.seconds
      let before = program.processorSeconds
      let output = program.drain(seconds: seconds)
      let used = (program.processorSeconds - before) / (MonotonicClock.seconds - start)
      return (used * 100, Double(output.frames) / seconds, Double(output.bytes) / Double(max(1, output.frames)))
    }
    let over = try share(["--map", map])
    let bare = try share(["--no-map"])
    let rate = BenchUnit.count.text((over.frames * 10).rounded() / 10)
    return BenchRow(
      "following at 60 frames a second (20×), processor", over.percent, .percent, atMost: 8,
      reference: "without a map \(BenchUnit.percent.text(bare.percent)); \(rate) frames/s, \(BenchUnit.bytes.text(over.bytes)) each")
  }

  /// Keys that move the view to where no tile is yet, so that tiles are read and made while they are answered; at irregular moments, so that
  /// they meet whatever the program is at.
  private static func keys(_ settings: BenchSettings, _ map: String) throws(ProgramError) -> [BenchRow] {
    let program = try PtyProgram.viewer(settings, settings.route.path, ["--paused", "--start", "60", "--map", map, "--map-cache", "8"])
    _ = program.drain(seconds: 1)
    var samples = Samples()
    var bytes = 0
    for index in 0..<(settings.isQuick ? 60 : 200) {
      let sent = MonotonicClock.seconds
      program.type(index % 20 == 19 ? "j" : "l")
      guard let frame = program.burst(within: 1) else { throw ProgramError("no frame for a key") }
      defer { _ = program.drain(seconds: Double(index * 7_919 % 200) / 1e4) }
      guard index >= 4 else { continue }
      samples.add((frame.last - sent) * 1e3)
      bytes += frame.bytes.count
    }
    let size = BenchUnit.bytes.text(Double(bytes) / Double(max(1, samples.count)))
    return [
      BenchRow(
        "key press to the last byte while tiles load (pans by eight cells)", samples, .milliseconds, median: 3, percentile99: 3,
        reference: "\(size) a key; pressed at irregular moments, 4 to 24 ms apart")
    ]
  }

  private static func memory(_ settings: BenchSettings, _ map: String) throws(ProgramError) -> BenchRow {
    let program = try PtyProgram.viewer(settings, settings.route.path, ["--map", map])
    for key in ["-", "-", "-", "-"] + [String](repeating: "l", count: 60) + [String](repeating: "j", count: 60) + ["0", "f"] {
      program.type(key)
      _ = program.burst(within: 0.2, quiet: 0.01)
    }
    _ = program.drain(seconds: 1)
    let peak = try program.peak()
    let without = try PtyProgram.viewer(settings, settings.route.path, ["--no-map"])
    _ = without.drain(seconds: 1)
    return BenchRow(
      "peak memory after a walk over more tiles than the cache holds (24 MB)", peak, .megabytes, atMost: 80,
      reference: "without a map \(BenchUnit.megabytes.text(try without.peak()))")
  }
}

/// A viewer over a map, tick by tick, its tiles all there before a frame is timed.
private struct MapFrames {
  var moving = Samples()
  var resting = Samples()
  var updating = Samples()
  var drawing = Samples()
  var presenting = Samples()
  var showing = Samples()
  var panBytes = Samples()
  var repaintBytes = Samples()

  static func run(_ settings: BenchSettings, map: String, columns: Int, rows: Int, seconds: Double) throws -> MapFrames {
    try BenchScreen.with(columns: columns, rows: rows) { screen, _ in
      try run(settings, map: map, columns: columns, rows: rows, seconds: seconds, on: screen)
    }
  }

  private static func run(
    _ settings: BenchSettings, map: String, columns: Int, rows: Int, seconds: Double, on screen: TerminalScreen
  ) throws -> MapFrames {
    var frames = MapFrames()
    let look = Presentation(theme: Theme(depth: .indexed256, backdrop: .dark))
    var model = ViewerModel(journey: settings.journey, look: look, options: ViewerOptions(), columns: columns, rows: rows, now: 0)
    let source = try MapOpener.open(path: map, number: 1)
    guard case .tiles(let tiles) = source else { throw ProgramError("the made-up city is no map") }
    _ = update(&model, .map(.opened(tiles.info)), at: 9)
    _ = update(&model, .tick, at: 10)
    load(&model, tiles)
    try screen.present(view(model))
    for tick in 1...Int(seconds * 60) {
      // What the frame needs is there before it is timed.
      var ahead = model
      _ = update(&ahead, .tick, at: 10 + Double(tick) / 60)
      if !ahead.wantedTiles.isEmpty { load(&model, tiles, wanted: ahead.wantedTiles) }
      let before = model.moment.camera
      let start = MonotonicClock.seconds
      _ = update(&model, .tick, at: 10 + Double(tick) / 60)
      let updated = MonotonicClock.seconds
      let grid = view(model)
      let drawn = MonotonicClock.seconds
      let report = try screen.present(grid)
      let end = MonotonicClock.seconds
      guard model.moment.camera != before else {
        frames.resting.add((end - updated) * 1e3)
        continue
      }
      frames.moving.add((end - start) * 1e3)
      frames.updating.add((updated - start) * 1e3)
      frames.drawing.add((drawn - updated) * 1e3)
      frames.presenting.add((end - drawn) * 1e3)
      frames.showing.add((end - updated) * 1e3)
      frames.panBytes.add(Double(report.bytes))
      guard frames.panBytes.count % 10 == 0 else { continue }
      screen.invalidate()
      frames.repaintBytes.add(Double(try screen.present(grid).bytes))
    }
    return frames
  }

  /// Tiles of a file are there when they are asked for.
  private static func load(_ model: inout ViewerModel, _ source: any TileSource, wanted: [TileKey]? = nil) {
    for key in wanted ?? model.wantedTiles {
      let box = AnswerBox()
      source.fetch(key.id) { box.answer = $0 }
      _ = update(&model, .map(.answer(key, box.answer)), at: model.now)
    }
  }
}

/// Where an answer that comes at once is put.
private final class AnswerBox: @unchecked Sendable {
  var answer = TileAnswer.missing
}
