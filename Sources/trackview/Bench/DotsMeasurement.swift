// Whether the fast raster draws the dots that the plain one draws.

import Cells
import MapScene

enum DotsMeasurement: Measurement {
  static let name = "dots"
  static let title = "Dots against the plain loop, from the whole track down to 2 km, nothing travelled yet"

  static func measure(_ settings: BenchSettings) -> [BenchRow] {
    SyntheticTrack.Kind.allCases.flatMap { kind in
      let counts = settings.isQuick ? [1_000] : [1_000, 100_000, 1_000_000] + (kind == .tour ? [10_000_000] : [])
      return counts.map { row(kind, $0) }
    }
  }

  private static func row(_ kind: SyntheticTrack.Kind, _ count: Int) -> BenchRow {
    let scene = RasterScene(journey: SyntheticTrack.journey(count: count, kind: kind), share: 0)
    var total = Comparison()
    var views = 0
    for camera in cameras(scene) {
      total.add(scene.track(camera), scene.naive(camera))
      views += 1
    }
    var row = BenchRow(
      "\(kind.rawValue) of \(count / 1000)k points: dots more than one dot away", Double(total.far), .count, atMost: 0,
      reference: "\(total.dots) dots in \(views) views; \(BenchUnit.percent.text(total.differing)) differ at all")
    row.measured += " of \(total.dots)"
    return row
  }

  /// Each twice as close as the one before, around the middle of the track's points so that there is something to see.
  private static func cameras(_ scene: RasterScene) -> [Camera] {
    var camera = scene.camera(.whole)
    var cameras = [camera]
    camera.center = scene.journey.shape.point(scene.journey.shape.count / 2)
    while camera.metresPerDot * Double(RasterScene.canvas.height) > 4_000 {
      camera = camera.zoomed(by: 2)
      cameras.append(camera)
    }
    return cameras
  }

  /// What two rasters have and do not have in common.
  private struct Comparison {
    var dots = 0
    var far = 0
    private var lonely = 0
    var differing: Double { dots == 0 ? 0 : Double(lonely) / Double(dots) * 100 }

    /// The outermost dots are left out: what is one dot away from them may lie outside.
    mutating func add(_ ours: DotCanvas, _ plain: NaiveRaster) {
      for y in 1..<plain.height - 1 {
        for x in 1..<plain.width - 1 {
          let mine = ours.isSet(x, y)
          let theirs = plain.isSet(x, y)
          guard mine || theirs else { continue }
          dots += 1
          guard mine != theirs else { continue }
          lonely += 1
          let hasNeighbour = (-1...1).contains { dy in
            (-1...1).contains { dx in mine ? plain.isSet(x + dx, y + dy) : ours.isSet(x + dx, y + dy) }
          }
          if !hasNeighbour { far += 1 }
        }
      }
    }
  }
}
