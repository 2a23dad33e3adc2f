import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy
@testable import MapScene
@Suite struct LookTests {
  @Test func look() {
    let city = MapBuilder.city()
    for metres in [400.0, 1000.0] {
      let canvas = CanvasSize(columns: 97, rows: 30, set: .braille)
      let camera = Camera(region: metres, around: city.world(2000, 2000), canvas: canvas)
      let p = basePicture(city.scene(), camera, columns: 97, rows: 30)
      print("=== \(metres) m, \(p.labels.count)")
      var canvas2 = DotCanvas(set: .braille, columns: 97, rows: 30)
      let t = MapTransform(camera, canvas: canvas)
      for f in city.piece.features where f.kind == .roadName {
        for part in f.parts { let r = city.piece.parts[Int(part)]; let pts = city.piece.points[Int(r.lowerBound)..<Int(r.upperBound)].map { t.dot(city.piece.world($0)) }
          for i in 1..<pts.count { canvas2.line(pts[i-1], pts[i], Ink(.standard, layer: 1)) } }
      }
      var grid = CellGrid(width: 97, height: 30)
      canvas2.draw(into: &grid, column: 0, row: 0)
      for label in p.labels { grid.put(label.text, column: label.column, row: label.row, style: label.style) }
      print(grid.text.joined(separator: "\n"))
    }
  }
}
