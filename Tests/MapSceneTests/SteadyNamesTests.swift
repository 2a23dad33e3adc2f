// Names from frame to frame: they lie still on the ground.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy

@testable import MapScene

@Suite("Names stay where they are")
struct SteadyNamesTests {
  private let columns = 97
  private let rows = 30
  private var canvas: CanvasSize { CanvasSize(columns: columns, rows: rows, set: .braille) }

  /// Where a label lies on the ground, in cells from a corner that never moves.
  private struct Grounded: Hashable {
    var text: String
    var column: Int
    var row: Int
  }

  private func grounded(_ picture: BasePicture) -> Set<Grounded> {
    let first = picture.key.transform.firstCell
    return Set(picture.labels.map { Grounded(text: $0.text, column: $0.column + first.column, row: $0.row + first.row) })
  }

  /// Whether a label would be shown as a whole.
  private func fits(_ label: Grounded, in picture: BasePicture) -> Bool {
    let first = picture.key.transform.firstCell
    let (column, row) = (label.column - first.column, label.row - first.row)
    return column >= 0 && row >= 0 && row < rows && column + TextWidth.columns(of: label.text) <= columns
  }

  @Test("over two hundred pans of a cell no name that fits goes or moves", arguments: [0.0, 37, 90, 180, 300])
  func panning(bearing: Double) {
    var random = SeededGenerator.announced("panning \(bearing)")
    let city = MapBuilder.city()
    for metres in bearing == 0 ? [300.0, 800] : [500] {
      var camera = Camera(region: metres, around: city.world(2_000, 2_000), canvas: canvas)
      camera.bearing = bearing
      var picture = namesPicture(city.scene(), camera, columns: columns, rows: rows)
      #expect(picture.labels.count > 2)
      var heading = (x: 2.0, y: 0.0)
      var shown = 0
      for step in 0..<200 {
        if step % 20 == 0 { heading = random.pick([(2, 0), (-2, 0), (0, 4), (0, -4), (2, 4), (-2, 4)]) }
        camera = camera.panned(x: heading.x, y: heading.y)
        let next = namesPicture(city.scene(), camera, columns: columns, rows: rows, previous: picture)
        let (before, after) = (grounded(picture), grounded(next))
        for label in before.subtracting(after) { #expect(!fits(label, in: next), "step \(step): \(label) has gone") }
        shown += after.count
        picture = next
      }
      #expect(shown > 500)
    }
  }

  @Test("an important name that comes into view finds its room kept, as if the map had been drawn there at once")
  func comingIntoView() {
    let city = MapBuilder.city(seed: 3)
    let scene = city.scene()
    var camera = Camera(region: 500, around: city.world(1_000, 2_000), canvas: canvas)
    var picture = namesPicture(scene, camera, columns: columns, rows: rows)
    for _ in 0..<300 {
      camera = camera.panned(x: 2, y: 0)
      picture = namesPicture(scene, camera, columns: columns, rows: rows, previous: picture)
    }
    let fresh = namesPicture(scene, camera, columns: columns, rows: rows)
    // Streets may be named elsewhere along themselves; suburbs and stations have one place each.
    for prefix in ["Quarter", "▪Stop", "Maketown"] {
      let (walked, drawn) = (picture.labels.count { $0.text.hasPrefix(prefix) }, fresh.labels.count { $0.text.hasPrefix(prefix) })
      #expect(abs(walked - drawn) <= 1, "\(prefix): \(walked), \(drawn)")
    }
    #expect(picture.labels.count * 2 >= fresh.labels.count)
  }

  @Test("names keep their places when parts come or go that do not concern them")
  func newParts() {
    let city = MapBuilder.city()
    let camera = Camera(region: 400, around: city.world(2_000, 2_000), canvas: canvas)
    let before = namesPicture(city.scene(version: 1), camera, columns: columns, rows: rows)
    var far = MapBuilder()
    far.point(.suburb, "Elsewhere", 90_000, 0)
    var scene = city.scene(version: 2)
    scene.parts.append(BasePart(piece: far.piece))
    let after = namesPicture(scene, camera, columns: columns, rows: rows, previous: before)
    #expect(grounded(after) == grounded(before))
  }

  @Test("a much more important newcomer takes the place of a lesser name, an equal one does not")
  func newcomers() {
    // A view so small that only one of them is seen.
    for (rank, expected) in [(UInt8(10), "Newcomer"), (90, "Settled")] {
      var map = MapBuilder()
      map.point(.suburb, "Settled", 0, 0, rank: 90)
      let small = CanvasSize(columns: 12, rows: 1, set: .braille)
      let camera = Camera(region: 16, around: map.world(0, 0), canvas: small)
      let before = namesPicture(map.scene(version: 1), camera, columns: 12, rows: 1)
      #expect(before.labels.map(\.text) == ["Settled"])
      map.point(.suburb, "Newcomer", 0.2, 0, rank: rank)
      let after = namesPicture(map.scene(version: 2), camera, columns: 12, rows: 1, previous: before)
      #expect(after.labels.map(\.text) == [expected])
    }
  }

  @Test("zooming by a step keeps most names")
  func zooming() {
    let city = MapBuilder.city()
    var camera = Camera(region: 600, around: city.world(2_000, 2_000), canvas: canvas)
    var picture = namesPicture(city.scene(), camera, columns: columns, rows: rows)
    for _ in 0..<4 {
      camera = camera.zoomed(by: 1.1)
      let next = namesPicture(city.scene(), camera, columns: columns, rows: rows, previous: picture)
      let inner = picture.labels.filter { (20..<(columns - 20)).contains($0.column) && (6..<(rows - 6)).contains($0.row) }.map(\.text)
      let kept = Set(next.labels.map(\.text))
      #expect(inner.filter(kept.contains).count * 4 >= inner.count * 3)
      picture = next
    }
  }

  @Test("while the map turns a degree at a time, most names stay beside their ground")
  func turning() {
    let city = MapBuilder.city()
    var camera = Camera(region: 500, around: city.world(2_000, 2_000), canvas: canvas)
    var picture = namesPicture(city.scene(), camera, columns: columns, rows: rows)
    var (kept, all) = (0, 0)
    for _ in 0..<60 {
      camera.bearing += 1
      let next = namesPicture(city.scene(), camera, columns: columns, rows: rows, previous: picture)
      let inner = picture.labels.filter { (30..<(columns - 30)).contains($0.column) && (8..<(rows - 8)).contains($0.row) }
      let names = Set(next.labels.map(\.identity))
      all += inner.count
      kept += inner.count { names.contains($0.identity) }
      picture = next
    }
    #expect(all > 200)
    #expect(kept * 10 >= all * 9, "\(kept) of \(all)")
  }

  @Test("the same scene, camera and picture before give the same names")
  func deterministic() {
    let city = MapBuilder.city()
    for bearing in [0.0, 37] {
      var camera = Camera(region: 700, around: city.world(1_800, 2_100), canvas: canvas)
      camera.bearing = bearing
      let first = namesPicture(city.scene(), camera, columns: columns, rows: rows)
      #expect(first.labels == namesPicture(city.scene(), camera, columns: columns, rows: rows).labels)
      let moved = camera.panned(x: 14, y: 8)
      let (one, other) = (
        namesPicture(city.scene(), moved, columns: columns, rows: rows, previous: first),
        namesPicture(city.scene(), moved, columns: columns, rows: rows, previous: first)
      )
      #expect(one.labels == other.labels)
    }
  }
}
