// How long the track takes to become dots, for tracks of all sizes, whole and zoomed in.

import Cells
import Chance
import MapScene
import TrackGeodesy
import TrackPlayback

enum RasterMeasurement: Measurement {
  static let name = "raster"
  static let title = "Raster, 120×40 cells (240×160 dots), the playhead in the middle of the track"

  static func measure(_ settings: BenchSettings) -> [BenchRow] {
    SyntheticTrack.Kind.allCases.flatMap { kind in
      counts(kind, settings).flatMap { count in rows(SyntheticTrack.journey(count: count, kind: kind, detail: .quick), kind, count) }
    }
  }

  private static func counts(_ kind: SyntheticTrack.Kind, _ settings: BenchSettings) -> [Int] {
    if settings.isQuick { return [1_000, 100_000] }
    return [1_000, 100_000, 1_000_000] + (kind == .tour ? [10_000_000] : [])
  }

  /// All that is told of one track.
  private static func rows(_ quick: Journey, _ kind: SyntheticTrack.Kind, _ count: Int) -> [BenchRow] {
    let what = "\(kind.rawValue) of \(count / 1000)k points, "
    let scene = RasterScene(journey: quick.completed(to: .drawing))
    var rows = RasterScene.View.allCases.map { row(scene, $0, what + $0.rawValue, count) }
    rows.append(slowest(scene, what))
    guard let pyramid = scene.journey.shape.pyramid else { return rows }
    let building = Samples.milliseconds(runs: 3, seconds: 0) { keep(TrackPyramid(quick.shape)) }
    rows.append(
      BenchRow(
        what + "finding its cells", building.median, .milliseconds, atMost: count == 1_000_000 ? 150 : nil,
        reference: "\(pyramid.cellCount / 1000)k cells; drawing all legs once with the plain loop \(naiveText(scene))"))
    rows.append(BenchRow(what + "its cells in memory", Double(pyramid.byteCount) / Double(count), .bytes, atMost: 16, reference: "a point"))
    if count >= 1_000_000, kind == .tour { rows.append(seek(scene.journey.timeline, what)) }
    return rows
  }

  private static func naiveText(_ scene: RasterScene) -> String {
    BenchUnit.milliseconds.text(Samples.milliseconds(runs: 3, seconds: 0) { keep(scene.naive(.whole)) }.median)
  }

  private static func row(_ scene: RasterScene, _ view: RasterScene.View, _ what: String, _ count: Int) -> BenchRow {
    let runs = count > 1_000_000 ? 3 : 20
    let track = Samples.milliseconds { keep(scene.track(view)) }
    let naive = Samples.milliseconds(runs: runs) { keep(scene.naive(view)) }
    let map = Samples.milliseconds { keep(scene.map(view)) }
    let ratio = DecimalText.fixed(track.median / naive.median, digits: 2)
    let all = BenchUnit.milliseconds.text(map.median)
    return BenchRow(
      what, track.median, .milliseconds, atMost: view.figure(count),
      reference: "plain loop \(BenchUnit.milliseconds.text(naive.median)) (\(ratio) of it); with all layers \(all)")
  }

  /// The zoom that takes longest, from the whole track in steps of 1.4 down to streets: between the views above nothing hides.
  private static func slowest(_ scene: RasterScene, _ what: String) -> BenchRow {
    var camera = scene.camera(.whole)
    camera.center = scene.marker
    var (worst, height) = (0.0, 0.0)
    while camera.metresPerDot > 1 {
      let time = Samples.milliseconds(runs: 9, seconds: 0) { keep(scene.track(camera)) }.median
      if time > worst { (worst, height) = (time, camera.metresPerDot * Double(RasterScene.canvas.height)) }
      camera = camera.zoomed(by: 1.4)
    }
    return BenchRow(
      what + "the slowest zoom", worst, .milliseconds, reference: "\(DecimalText.fixed(height / 1000, digits: 1)) km from top to bottom")
  }

  /// A jump to any time.
  private static func seek(_ timeline: Timeline, _ what: String) -> BenchRow {
    var random = SplitMix64(seed: SyntheticTrack.seed)
    let offsets = (0..<10_000).map { _ in random.unit() * timeline.duration }
    let batches = Samples.milliseconds(runs: 20, seconds: 0) { for offset in offsets { keep(timeline.pose(at: offset)) } }
    return BenchRow(
      what + "pose at any time", batches.median / Double(offsets.count), .milliseconds, atMost: 0.01, reference: "mean of 10 000 jumps")
  }
}

/// A journey and the views that are measured.
struct RasterScene {
  enum View: String, CaseIterable {
    case whole = "whole"
    case zoomed = "5 km around the marker"
    case street = "400 m, a ribbon"

    /// Milliseconds to reach; terminal.md names none for 1,000 points as a whole, where 100,000's holds all the more.
    func figure(_ count: Int) -> Double { self == .whole ? (count > 100_000 ? 0.4 : 0.25) : 0.05 }
  }

  static let columns = 120
  static let rows = 40
  static let canvas = CanvasSize(columns: columns, rows: rows, set: .braille)

  let journey: Journey
  /// Where the playhead stands, as a share of the playback time.
  let share: Double
  private let frame: PlaybackFrame

  init(journey: Journey, share: Double = 0.5) {
    self.journey = journey
    self.share = share
    var player = Player(timeline: journey.timeline, now: 0)
    player.seek(to: journey.timeline.duration * share, at: 0)
    frame = player.frame(at: 0)
  }

  func camera(_ view: View) -> Camera {
    switch view {
    case .whole: Camera(fitting: journey.shape.bounds ?? WorldBox(minX: 0, minY: 0, maxX: 1, maxY: 1), canvas: Self.canvas)
    case .zoomed: Camera(region: 5_000, around: marker, canvas: Self.canvas)
    case .street: Camera(region: 400, around: marker, canvas: Self.canvas)
    }
  }

  var marker: MapPoint { journey.shape.place(frame.pose.coordinate, near: frame.pose.pointIndex) }

  func moment(_ camera: Camera) -> Moment {
    let look = Presentation(theme: Theme(depth: .indexed256, backdrop: .dark))
    return Moment(
      journey: journey, frame: frame, camera: camera, look: look, clock: Clock(utc: 0, offset: 0, isRecorded: false), rateText: "1×")
  }

  /// The track's own layer, as the viewer paints it.
  func track(_ view: View) -> DotCanvas { track(camera(view)) }

  func track(_ camera: Camera) -> DotCanvas {
    var picture = MapPicture(columns: Self.columns, rows: Self.rows, set: .braille, camera: camera)
    TrackLayer.paint(&picture, moment(camera))
    return picture.canvas
  }

  /// The whole map, in cells.
  func map(_ view: View) -> CellGrid {
    var grid = CellGrid(width: Self.columns, height: Self.rows)
    MapView.draw(moment(camera(view)), into: &grid, rect: grid.bounds)
    return grid
  }

  func naive(_ view: View) -> NaiveRaster { naive(camera(view)) }

  func naive(_ camera: Camera) -> NaiveRaster {
    var raster = NaiveRaster(Self.canvas)
    raster.draw(journey.shape, MapTransform(camera, canvas: Self.canvas))
    return raster
  }
}
