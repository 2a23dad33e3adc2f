// How long the track takes to become dots, for tracks of all sizes, whole and zoomed in.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

enum RasterMeasurement: Measurement {
  static let name = "raster"
  static let title = "Raster, 120×40 cells (240×160 dots), the playhead in the middle of the track"

  static func measure(_ settings: BenchSettings) -> [BenchRow] {
    let counts = settings.isQuick ? [1_000, 100_000] : [1_000, 100_000, 1_000_000]
    return SyntheticTrack.Kind.allCases.flatMap { kind in
      counts.flatMap { count in
        let scene = RasterScene(journey: SyntheticTrack.journey(count: count, kind: kind))
        return RasterScene.View.allCases.map { row(scene, $0, "\(kind.rawValue) of \(count / 1000)k points, \($0.rawValue)", count) }
      }
    }
  }

  private static func row(_ scene: RasterScene, _ view: RasterScene.View, _ what: String, _ count: Int) -> BenchRow {
    let track = Samples.milliseconds { keep(scene.track(view)) }
    let naive = Samples.milliseconds { keep(scene.naive(view)) }
    let map = Samples.milliseconds { keep(scene.map(view)) }
    let ratio = DecimalText.fixed(track.median / naive.median, digits: 2)
    let all = BenchUnit.milliseconds.text(map.median)
    return BenchRow(
      what, track.median, .milliseconds, atMost: view.figure(count),
      reference: "plain loop \(BenchUnit.milliseconds.text(naive.median)) (\(ratio) of it); with all layers \(all)")
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
