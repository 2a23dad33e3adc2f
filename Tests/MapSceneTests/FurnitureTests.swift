// Scale bar, ground grid, rings, beads, names and pointers on the map.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("Furniture of the map")
struct FurnitureTests {
  @Test("the scale bar is as long as it says, to half a cell", arguments: UnitSystem.allCases)
  func scale(units: UnitSystem) {
    var random = SeededGenerator.announced("scale \(units)")
    for round in 0..<300 {
      let set = GlyphSet.allCases[round % 3]
      let place = Coordinate(latitude: random.double(-70...70), longitude: random.double(-180...180))
      var route = RouteBuilder(latitude: place.latitude, longitude: place.longitude)
      route.go(90, 100)
      let (columns, rows) = (random.int(30...120), random.int(6...40))
      var moment = close(
        route.journey(), at: 0, metres: random.pick([50, 200, 731, 5_000, 20_000]), columns: columns, rows: rows, set: set)
      moment.look.units = units
      let grid = frame([ScaleLayer.self], moment, columns: columns, rows: rows)
      let row = grid.text(row: rows - 1)
      guard !row.isEmpty else { continue }
      let bar = row.unicodeScalars.filter { "├─┤|-".unicodeScalars.contains($0) }.count
      let label = row.split(separator: " ").suffix(2)
      let number = Double(label.first.map { $0.filter { $0 != "," } } ?? "") ?? .nan
      let sizes: [String: Double] = ["m": 1, "km": 1_000, "ft": 0.3048, "mi": 1_609.344, "nmi": 1_852]
      let metres = number * (sizes[String(label.last ?? "")] ?? .nan)
      let map = MapPicture(columns: columns, rows: rows, set: set, camera: moment.camera)
      // The bar measures at the middle of the view.
      let middle = Double(map.canvas.height) / 2
      let perColumn = Double(set.dotsPerColumn)
      let from = WebMercator.unproject(map.transform.world(DotPoint(10, middle)))
      let to = WebMercator.unproject(map.transform.world(DotPoint(10 + Double(bar) * perColumn, middle)))
      let ground = Geodesic.wgs84.inverse(from: from, to: to).distance
      #expect(abs(ground - metres) <= ground / Double(bar) * 0.5 + ground * 0.01, "\(row) is \(ground) m")
    }
  }

  @Test("the scale bar stands at the bottom left")
  func scalePicture() {
    let moment = close(TestJourney.straight(), at: 0, metres: 200, columns: 40, rows: 5)
    expectFrame(
      frame([ScaleLayer.self], moment, columns: 40, rows: 5),
      """




       ├────────┤ 200 m
      """)
  }

  @Test("the ground grid is fixed to the ground: it moves as the ground does")
  func gridMoves() {
    let journey = TestJourney.straight()
    var moment = close(journey, at: 0, metres: 700, columns: 80, rows: 24)
    let before = frame([GroundGridLayer.self], moment, columns: 80, rows: 24)
    let points = before.rows().map { $0.unicodeScalars.count { $0 == "·" } }.reduce(0, +)
    #expect(points >= 4)
    moment.camera = moment.camera.panned(x: 2 * 3, y: 4 * 2)
    let after = frame([GroundGridLayer.self], moment, columns: 80, rows: 24)
    for row in 0..<22 { for column in 0..<77 { #expect(after[column, row].scalar == before[column + 3, row + 2].scalar) } }
  }

  @Test("the grid's points are a round number of metres apart")
  func gridStep() {
    let moment = close(TestJourney.straight(), at: 50, metres: 400, columns: 120, rows: 12)
    let grid = frame([GroundGridLayer.self], moment, columns: 120, rows: 12)
    let row = (0..<12).first { !grid.text(row: $0).isEmpty } ?? 0
    let columns = (0..<120).filter { grid[$0, row].scalar == 0xB7 }
    let gaps = zip(columns, columns.dropFirst()).map { $1 - $0 }
    let metres = gaps.map { Double($0) * 2 * moment.camera.metresPerDot }
    // Every other point of a grid of 200 m.
    for metre in metres { #expect(abs(metre - 400) <= 2 * moment.camera.metresPerDot + 0.1, "\(metre) m") }
    #expect(!metres.isEmpty)
  }

  @Test("a coordinate at the edge is that of its line to a fraction of a cell", arguments: [6_500, 10_000, 37_000, 100_000, 200_000])
  func gridCoordinates(metres: Double) {
    var route = RouteBuilder(latitude: 48.2, longitude: 11.6)
    route.go(90, 100)
    for set in GlyphSet.allCases {
      let moment = close(route.journey(), at: 0, metres: metres, columns: 120, rows: 36, set: set)
      let map = picture([GroundGridLayer.self], moment, columns: 120, rows: 36)
      var places: (east: [Double], north: [Double]) = ([], [])
      for text in map.texts where text.text.hasSuffix("E") || text.text.hasSuffix("N") {
        guard let degrees = Double(text.text.filter { $0.isNumber || $0 == "." }) else { continue }
        let isEast = text.text.hasSuffix("E")
        let spot = Coordinate(latitude: isEast ? 48.2 : degrees, longitude: isEast ? degrees : 11.6)
        let dot = map.transform.dot(WebMercator.project(spot))
        let cell = isEast ? dot.x / Double(set.dotsPerColumn) : dot.y / Double(set.dotsPerRow)
        let shown = isEast ? text.column + TextWidth.columns(of: text.text) / 2 : text.row
        #expect(abs(cell - 0.5 - Double(shown)) < 1, "\(text.text) stands at \(shown), not at \(cell)")
        if isEast { places.east.append(cell) } else { places.north.append(cell) }
      }
      #expect(places.east.count > 2 && places.north.count > 2)
      // The lines are evenly spaced; the numbers that stand for them are so too, whatever is left out between them.
      for cells in [places.east.sorted(), places.north.sorted()] {
        let gaps = zip(cells, cells.dropFirst()).map { $1 - $0 }
        let step = gaps.min() ?? 1
        for gap in gaps { #expect(abs(gap / step - (gap / step).rounded()) * step < 0.5, "\(gaps)") }
      }
    }
  }

  @Test("range rings have round radii, named on the ring")
  func rings() {
    let moment = close(TestJourney.straight(), at: 50, metres: 400, columns: 40, rows: 16)
    expectFrame(
      frame([RingsLayer.self], moment, columns: 40, rows: 16),
      """
                       ⠄  ⠄  ⠠
                 ⢀  ⠁           ⠈  ⡀
               ⡀                     ⢀200 m

             ⠁         ⡀  ⠠  ⢀         ⠈
           ⠐        ⠠           ⠄100 m   ⠂
          ⢀        ⡀             ⢀        ⡀

          ⠠       ⠠               ⠠       ⠠

          ⠈        ⠁             ⠈        ⠁
           ⠠        ⠐           ⠂        ⠄
             ⡀         ⠁  ⠠  ⠈         ⢀

               ⠁                     ⠈
                 ⠈  ⡀           ⢀  ⠁
      """)
  }

  @Test("the disc of the accuracy is as wide as it says")
  func accuracy() {
    var route = RouteBuilder(latitude: 0, longitude: 0)
    route.go(90, 200, accuracy: 60)
    let moment = close(route.journey(), at: 10, metres: 200, columns: 60, rows: 20)
    let map = picture([RingsLayer.self], moment, columns: 60, rows: 20)
    let at = map.transform.dot(moment.markerPoint)
    let radius = 60 / map.metresPerDot
    var count = 0
    for dot in map.canvas.setDots {
      let (x, y) = (Double(dot.column) - at.x, Double(dot.row) - at.y)
      if abs((x * x + y * y).squareRoot() - radius) < 0.75 { count += 1 }
    }
    #expect(Double(count) > radius * 3)
  }

  @Test("beads stand where the marker will be at whole tens of seconds")
  func beads() {
    let journey = TestJourney.straight()
    let moment = close(journey, at: 12, metres: 400, columns: 80, rows: 12)
    let map = picture([BeadsLayer.self], moment, columns: 80, rows: 12)
    let expected = [20.0, 30, 40, 50, 60, 70, 80, 90, 100].compactMap { time in
      map.cell(of: map.transform.dot(journey.shape.place(journey.timeline.pose(at: time).coordinate, near: 0)))
    }
    let found = map.texts.map { CellPosition(column: $0.column, row: $0.row) }
    #expect(found == expected)
    #expect(!expected.isEmpty)
  }

  @Test("edge pointers tell name, distance and direction of what lies outside")
  func edgePointers() {
    let moment = close(TestJourney.corner(), at: 60, metres: 150, columns: 60, rows: 9)
    expectFrame(
      frame([EdgePointerLayer.self], moment, columns: 60, rows: 9),
      """




       ◉ Home 600 m 270° ←



       ○ Bridge Street 400 m 180° ↓ ⚑ Market 640 m 129° ↘
      """)
  }

  @Test("an edge pointer's arrow points to the place on the screen, however the map is turned", arguments: [0.0, 90, 180, 270])
  func edgeArrow(bearing: Double) {
    let moment = close(TestJourney.straight(), at: 50, metres: 200, columns: 60, rows: 9, bearing: bearing)
    let text = picture([EdgePointerLayer.self], moment, columns: 60, rows: 9).texts.first { $0.text.contains("finish") }
    let arrow = text.flatMap { $0.text.last }
    #expect(arrow == ["→", "↑", "←", "↓"][Int(bearing / 90)])
  }

  @Test("what lies inside has no edge pointer")
  func inside() {
    let moment = Moment.of(TestJourney.corner(), at: 5, canvas: CanvasSize(columns: 60, rows: 12, set: .braille))
    #expect(picture([EdgePointerLayer.self], moment, columns: 60, rows: 12).texts.isEmpty)
  }

  @Test("start, finish and places are named where they are")
  func places() {
    let canvas = CanvasSize(columns: 60, rows: 12, set: .braille)
    let moment = Moment.of(TestJourney.corner(), at: 5, canvas: canvas)
    expectFrame(
      frame([EndsLayer.self, PlacesLayer.self], moment, columns: 60, rows: 12),
      """

         ◉Home                        ○Mill Road









                                      ○Bridge Street    Market⚑
      """)
  }
}
