// What a map beneath takes: drawing its areas and lines, its names, a whole frame over it, and the bytes of a pan over a full city.

import BaseMap
import Cells
import MapScene
import Terminal
import TrackGeodesy
import TrackPlayback

enum BaseMapMeasurement: Measurement {
  static let name = "basemap"
  static let title =
    "A city beneath the track, 120×40 cells of map, 256 colours (its tiles at hand; a pan moves by one cell, in turns to all sides)"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    var rows: [BenchRow] = []
    for scale in [1.5, 3, 6, 12] { rows += try measure(settings, try BaseMapScene(metresPerDot: scale, settings.journey)) }
    return rows
  }

  private static func measure(_ settings: BenchSettings, _ scene: BaseMapScene) throws -> [BenchRow] {
    let what = "\(DecimalText.fixed(scene.metresPerDot, digits: 1)) m a dot, "
    let lines = Samples.milliseconds { keep(scene.base(scene.camera, .unnamed)) }
    let names = Samples.milliseconds { keep(scene.base(scene.camera, .full)) }
    let run = try BenchScreen.with(columns: BaseMapScene.columns, rows: BaseMapScene.rows) { screen, _ in
      try pans(settings, scene, screen)
    }
    let tiles = "\(scene.pointCount / 1000)k points in \(scene.parts.count) tiles"
    return [
      BenchRow(
        what + "areas and lines", lines.median, .milliseconds, atMost: 1.2,
        reference: "\(tiles); with names \(BenchUnit.milliseconds.text(names.median))"),
      BenchRow(what + "a frame of a pan: base, view and present", run.times.median, .milliseconds, atMost: 2),
      BenchRow(what + "bytes of a pan", run.bytes, .bytes, median: 12_000, reference: "mapscii sends 15 to 18 kB"),
      BenchRow(what + "bytes of a full repaint", Double(run.repaint), .bytes, atMost: 16_000),
    ]
  }

  /// Pans to all sides, a frame each.
  private static func pans(
    _ settings: BenchSettings, _ scene: BaseMapScene, _ screen: TerminalScreen
  ) throws(TerminalError) -> (times: Samples, bytes: Samples, repaint: Int) {
    var (times, bytes) = (Samples(), Samples())
    var (camera, base) = (scene.camera, scene.base(scene.camera, .full))
    let repaint = try screen.present(scene.grid(camera, base)).bytes
    for step in 0..<(settings.isQuick ? 24 : 120) {
      let (x, y) = [(2.0, 0.0), (0, 4), (-2, 0), (-2, 0), (0, -4), (2, 0)][step % 6]
      camera = camera.panned(x: x, y: y)
      let start = MonotonicClock.seconds
      base = scene.base(camera, .full, previous: base)
      let report = try screen.present(scene.grid(camera, base))
      times.add((MonotonicClock.seconds - start) * 1e3)
      bytes.add(Double(report.bytes))
    }
    return (times, bytes, repaint)
  }
}

/// The made-up city around the marker of a drive.
struct BaseMapScene {
  static let columns = 120
  static let rows = 40
  static let canvas = CanvasSize(columns: columns, rows: rows, set: .braille)

  let metresPerDot: Double
  let camera: Camera
  let parts: [BasePart]
  private let drive: RasterScene
  private let look = Presentation(theme: Theme(depth: .indexed256, backdrop: .dark))

  init(metresPerDot: Double, _ journey: Journey) throws(ProgramError) {
    self.metresPerDot = metresPerDot
    drive = RasterScene(journey: journey, share: 0.3)
    camera = Camera(region: metresPerDot * Double(Self.canvas.height), around: drive.marker, canvas: Self.canvas)
    let box = MapTransform(camera, canvas: Self.canvas).visibleBox(margin: 64)
    do {
      var parts: [BasePart] = []
      for (id, turn) in TileID.covering(box, zoom: 14) {
        parts.append(BasePart(piece: try VectorTile.piece(SyntheticCity.tile, id: id), turn: turn))
      }
      self.parts = parts
    } catch {
      throw ProgramError("the made-up city cannot be read: \(error)")
    }
  }

  var pointCount: Int { parts.reduce(0) { $0 + $1.piece.points.count } }

  func base(_ camera: Camera, _ detail: BaseDetail, previous: BasePicture? = nil) -> BasePicture {
    BasePicture(
      BaseScene(parts: parts, detail: detail, hasStreets: true, version: 1), transform: MapTransform(camera, canvas: Self.canvas),
      look: look,
      previous: previous)
  }

  /// The whole map, in cells.
  func grid(_ camera: Camera, _ base: BasePicture) -> CellGrid {
    var moment = drive.moment(camera)
    moment.base = base
    var grid = CellGrid(width: Self.columns, height: Self.rows)
    MapView.draw(moment, into: &grid, rect: grid.bounds)
    return grid
  }
}
