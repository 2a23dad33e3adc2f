// The whole scene under any bearing: what is drawn lies on its ground, texts stay upright.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

private let bearings = [0.0, 37, 90, 180, 300]

@Suite("A map that is turned")
struct TurnedMapTests {
  private let columns = 60
  private let rows = 20
  private var canvas: CanvasSize { CanvasSize(columns: columns, rows: rows, set: .braille) }

  private func moment(_ journey: Journey, at seconds: Double, metres: Double, bearing: Double) -> Moment {
    close(journey, at: seconds, metres: metres, columns: columns, rows: rows, bearing: bearing)
  }

  /// The dots of a picture as places of the world.
  private func ground(_ picture: MapPicture) -> [MapPoint] {
    picture.canvas.setDots.map { picture.transform.world(DotPoint(Double($0.column), Double($0.row))) }
  }

  /// How many of some places have no dot of a picture within a distance, of those that lie well inside it.
  private func missing(_ places: [MapPoint], in picture: MapPicture, within reach: Double) -> (missing: Int, of: Int) {
    let dots = picture.canvas.setDots
    var (lost, all) = (0, 0)
    let around = Int(reach.rounded(.up))
    for place in places {
      let dot = picture.transform.dot(place)
      let inside = (6...Double(picture.canvas.width) - 7).contains(dot.x) && (6...Double(picture.canvas.height) - 7).contains(dot.y)
      guard inside else { continue }
      all += 1
      let (x, y) = (Int(dot.x.rounded()), Int(dot.y.rounded()))
      let isNear = (-around...around).contains { across in
        (-around...around).contains { down in
          let (dx, dy) = (Double(x + across) - dot.x, Double(y + down) - dot.y)
          return dx * dx + dy * dy <= reach * reach && dots.contains(CellPosition(column: x + across, row: y + down))
        }
      }
      if !isNear { lost += 1 }
    }
    return (lost, all)
  }

  @Test("what a layer draws lies on the same ground as with north up", arguments: bearings)
  func ground(bearing: Double) {
    var live = RouteBuilder(latitude: 40, longitude: 116)
    live.go(70, 900, accuracy: 120)
    // Rings stand around the middle of the marker's cell, which is another one on a turned map.
    let cases: [(any MapLayer.Type, Journey, Double, reach: Double)] = [
      (TrackLayer.self, TestJourney.corner(), 400, 2.3), (TrackLayer.self, TestJourney.corner(), 1_100, 2.3),
      (TrackLayer.self, TestJourney.corner(), 4_000, 2.3), (RingsLayer.self, live.journey(), 600, 6),
      (RingsLayer.self, live.journey(), 8_000, 2.3),
    ]
    for (layer, journey, metres, reach) in cases {
      let upright = picture([layer], moment(journey, at: 55, metres: metres, bearing: 0), columns: columns, rows: rows)
      let turned = picture([layer], moment(journey, at: 55, metres: metres, bearing: bearing), columns: columns, rows: rows)
      for (one, other) in [(turned, upright), (upright, turned)] {
        let (lost, all) = missing(ground(one), in: other, within: reach)
        #expect(lost * 50 <= all, "\(layer) at \(metres) m: \(lost) of \(all)")
      }
      if metres < 8_000 { #expect(!turned.canvas.setDots.isEmpty) }
    }
  }

  @Test("the lines of the base map lie on their ground, and its names stand upright beside theirs", arguments: bearings)
  func base(bearing: Double) {
    let city = MapBuilder.city()
    var camera = Camera(region: 600, around: city.world(2_000, 2_000), canvas: canvas)
    camera.bearing = bearing
    let picture = basePicture(city.scene(), camera, columns: columns, rows: rows)
    let transform = MapTransform(camera, canvas: canvas)
    // Every place of a street within the view has a dot near by.
    var (lost, all) = (0, 0)
    for feature in city.piece.features where feature.kind == .primaryRoad {
      for part in feature.parts {
        let range = city.piece.parts[Int(part)]
        let points = city.piece.points[Int(range.lowerBound)..<Int(range.upperBound)].map { transform.dot(city.piece.world($0)) }
        for (a, b) in zip(points, points.dropFirst()) {
          for step in 0..<40 {
            let share = Double(step) / 40
            let (x, y) = (Int((a.x + (b.x - a.x) * share).rounded()), Int((a.y + (b.y - a.y) * share).rounded()))
            guard (3..<(canvas.width - 3)).contains(x), (3..<(canvas.height - 3)).contains(y) else { continue }
            all += 1
            let isNear = (-2...2).contains { dx in (-2...2).contains { picture.canvas.isSet(x + dx, y + $0) } }
            if !isNear { lost += 1 }
          }
        }
      }
    }
    #expect(all > 30 && lost == 0, "\(lost) of \(all)")
    let names = Set(city.piece.names.map(\.local))
    for label in picture.labels {
      #expect(names.contains { label.text.hasSuffix($0) || label.text.hasPrefix($0) }, "\(label.text)")
    }
  }

  @Test("marks of start, finish and places stand on their cells", arguments: bearings)
  func marks(bearing: Double) {
    let journey = TestJourney.corner()
    let moment = moment(journey, at: 40, metres: 1_600, bearing: bearing)
    let map = picture([EndsLayer.self, PlacesLayer.self], moment, columns: columns, rows: rows)
    func cell(_ sign: String) -> [CellPosition] {
      map.texts.filter { $0.text == sign }.map { CellPosition(column: $0.column, row: $0.row) }
    }
    let shape = journey.shape
    #expect(cell("◉") == [map.cell(of: map.transform.dot(shape.point(0)))].compactMap { $0 })
    #expect(cell("⚑") == [map.cell(of: map.transform.dot(shape.point(shape.count - 1)))].compactMap { $0 })
    #expect(!map.texts.isEmpty)
    #expect(Set(cell("○")) == Set([60, 100].compactMap { map.cell(of: map.transform.dot(shape.point($0))) }))
  }

  @Test("the marker's arrow on a turned map is that of a course turned back on an upright one", arguments: bearings)
  func marker(bearing: Double) {
    func dots(course: Double, bearing: Double) -> Set<CellPosition> {
      var route = RouteBuilder(latitude: 0, longitude: 10)
      route.go(course, 200)
      let map = picture([MarkerLayer.self], moment(route.journey(), at: 10, metres: 300, bearing: bearing), columns: columns, rows: rows)
      let found = map.canvas.setDots
      let (left, top) = (found.map(\.column).min() ?? 0, found.map(\.row).min() ?? 0)
      return Set(found.map { CellPosition(column: $0.column - left, row: $0.row - top) })
    }
    for course in [10.0, 95, 250] {
      let (turned, upright) = (dots(course: course, bearing: bearing), dots(course: course - bearing, bearing: 0))
      #expect(turned.count > 25)
      // The place among the dots differs by a fraction of one.
      let shifts = (-1...1).flatMap { x in (-1...1).map { (x, $0) } }
      let least = shifts.map { shift in
        Set(turned.map { CellPosition(column: $0.column + shift.0, row: $0.row + shift.1) }).symmetricDifference(upright).count
      }
      #expect((least.min() ?? .max) * 3 <= turned.count, "course \(course): \(least)")
    }
  }

  @Test("edge pointers point the way on the screen", arguments: bearings)
  func pointers(bearing: Double) {
    let journey = TestJourney.straight()
    let moment = moment(journey, at: 50, metres: 150, bearing: bearing)
    let map = picture([EdgePointerLayer.self], moment, columns: columns, rows: rows)
    let arrows = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]
    for (name, point) in [("finish", journey.shape.point(journey.shape.count - 1)), ("start", journey.shape.point(0))] {
      guard let text = map.texts.first(where: { $0.text.contains(name) }) else {
        Issue.record("no pointer to the \(name)")
        continue
      }
      let (from, to) = (map.transform.dot(moment.markerPoint), map.transform.dot(point))
      let index = arrows.firstIndex { text.text.hasSuffix($0) } ?? -9
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      // The arrow's own direction is within 23° of that on the screen.
      let (ax, ay) = [(0.0, -1.0), (0.7071, -0.7071), (1, 0), (0.7071, 0.7071), (0, 1), (-0.7071, 0.7071), (-1, 0), (-0.7071, -0.7071)][
        max(0, index)]
      #expect((dx * ax + dy * ay) / (dx * dx + dy * dy).squareRoot() > 0.92, "\(text.text) at \(bearing)")
    }
  }

  @Test("the ground's grid lies on the same ground, named at the edges only with north up", arguments: bearings)
  func grid(bearing: Double) {
    let journey = TestJourney.straight()
    func points(_ bearing: Double) -> (MapPicture, [MapPoint]) {
      let map = picture([GroundGridLayer.self], moment(journey, at: 50, metres: 700, bearing: bearing), columns: columns, rows: rows)
      let world = map.texts.filter { $0.text == "·" }.map {
        map.transform.world(DotPoint(Double($0.column) * 2 + 0.5, Double($0.row) * 4 + 1.5))
      }
      return (map, world)
    }
    let (upright, expected) = points(0)
    let (turned, found) = points(bearing)
    #expect(found.count > 4)
    for point in found {
      let dot = upright.transform.dot(point)
      guard upright.cell(of: DotPoint(dot.x - 6, dot.y - 6)) != nil, upright.cell(of: DotPoint(dot.x + 6, dot.y + 6)) != nil else {
        continue
      }
      let isThere = expected.contains { abs(upright.transform.dot($0).x - dot.x) < 5 && abs(upright.transform.dot($0).y - dot.y) < 5 }
      #expect(isThere)
    }
    let labels = picture([GroundGridLayer.self], moment(journey, at: 50, metres: 20_000, bearing: bearing), columns: columns, rows: rows)
      .texts
    #expect(labels.contains { $0.text.contains("°") } == (bearing == 0))
    _ = turned
  }

  @Test("the scale bar is as long on any bearing", arguments: bearings)
  func scale(bearing: Double) {
    let texts = [0, bearing].map { turn in
      picture([ScaleLayer.self], moment(TestJourney.corner(), at: 10, metres: 500, bearing: turn), columns: columns, rows: rows).texts.map(
        \.text)
    }
    #expect(texts[0] == texts[1])
  }

  @Test(
    "an arrow tells where north is, but where it is up",
    arguments: [(0.0, nil), (360, nil), (-720, nil), (90, "←"), (180, "↓"), (270, "→"), (37, "↖"), (315, "↗")])
  func north(bearing: Double, arrow: String?) {
    for look in [Presentation(), Presentation(language: .chinese)] {
      var moment = moment(TestJourney.corner(), at: 10, metres: 500, bearing: bearing)
      moment.look.language = look.language
      let texts = picture([NorthLayer.self], moment, columns: columns, rows: rows).texts
      #expect(texts.map(\.text) == arrow.map { [$0 + look.language.pick("N", "北")] } ?? [])
      for text in texts { #expect(text.row == 0 && text.column + TextWidth.columns(of: text.text) == columns - 1) }
    }
  }

  @Test("the overview stays north-up and shows the view turned", arguments: bearings)
  func overview(bearing: Double) {
    var moment = moment(TestJourney.corner(), at: 75, metres: 200, bearing: bearing)
    var grid = CellGrid(width: 40, height: 20)
    let rect = Rect(column: 0, row: 0, width: 40, height: 20)
    OverviewPanel.draw(moment, mapCanvas: canvas, into: &grid, rect: rect)
    // The same panel's camera.
    let small = CanvasSize(columns: 38, rows: 19, set: .braille)
    guard let box = moment.journey.shape.bounds else { return }
    let transform = MapTransform(Camera(fitting: box, canvas: small, margin: 0.04), canvas: small)
    let view = MapTransform(moment.camera, canvas: canvas)
    func isSet(_ x: Int, _ y: Int) -> Bool {
      guard x >= 0, y >= 0 else { return false }
      let scalar = grid[1 + x / 2, y / 4].scalar
      guard (0x2800...0x28FF).contains(scalar) else { return false }
      let bit = x % 2 == 0 ? [1, 2, 4, 0x40][y % 4] : [8, 0x10, 0x20, 0x80][y % 4]
      return scalar & UInt32(bit) != 0
    }
    let (right, bottom) = (Double(canvas.width), Double(canvas.height))
    var (seen, all) = (0, 0)
    for step in 0..<50 {
      let share = Double(step) / 50
      for edge in [
        DotPoint(right * share, 0), DotPoint(right, bottom * share), DotPoint(right * share, bottom), DotPoint(0, bottom * share),
      ] {
        let dot = transform.dot(view.world(edge))
        guard (0..<75).contains(dot.x), (0..<75).contains(dot.y) else { continue }
        all += 1
        let (x, y) = (Int(dot.x.rounded()), Int(dot.y.rounded()))
        if (-1...1).contains(where: { dx in (-1...1).contains { isSet(x + dx, y + $0) } }) { seen += 1 }
      }
    }
    #expect(all > 60 && seen * 20 >= all * 19, "\(seen) of \(all)")
    moment.camera.bearing = 0
    _ = moment
  }

  @Test("what is under the pointer stays under it, and the ground of a cell is the ground that is drawn there", arguments: bearings)
  func pointer(bearing: Double) {
    var random = SeededGenerator.announced("pointer \(bearing)")
    for _ in 0..<100 {
      let camera = Camera(center: MapPoint(x: 0.52, y: 0.36), dotsPerUnit: random.double(1e5...1e7), bearing: bearing)
      let transform = MapTransform(camera, canvas: canvas)
      let dot = DotPoint(random.double(0...119), random.double(0...79))
      let back = transform.dot(transform.world(dot))
      #expect(abs(back.x - dot.x) < 1e-6 && abs(back.y - dot.y) < 1e-6)
      let moved = camera.panned(x: 8, y: -12)
      let after = MapTransform(moved, canvas: canvas).dot(transform.world(dot))
      #expect(abs(after.x - dot.x + 8) < 1e-6 && abs(after.y - dot.y - 12) < 1e-6)
    }
  }
}

@Suite("A journey that is a speck")
struct SpeckTests {
  @Test("on a map of a country a sign with the journey's title stands for all of it", arguments: GlyphSet.allCases)
  func speck(set: GlyphSet) {
    let journey = TestJourney.corner(title: "corner.txt")
    let canvas = CanvasSize(columns: 97, rows: 30, set: set)
    let look = Presentation(glyphs: Glyphs(set))
    var moment = Moment.of(journey, at: 5, canvas: canvas, look: look)
    moment.camera = Camera(region: 1_100_000, around: moment.markerPoint, canvas: canvas)
    var grid = CellGrid(width: 97, height: 30)
    MapView.draw(moment, into: &grid, rect: Rect(column: 0, row: 0, width: 97, height: 30))
    let rows = grid.text.filter { $0.contains("corner.txt") }
    #expect(rows.map { $0.split(separator: " ").joined(separator: " ") } == [set == .ascii ? "^ corner.txt" : "▲ corner.txt"])
    #expect(!grid.text.contains { $0.contains("Home") || $0.contains("Market") })
  }

  @Test("closer to the ground, and for a route that is seen, the marker is an arrow")
  func notASpeck() {
    let canvas = CanvasSize(columns: 97, rows: 30, set: .braille)
    var far = RouteBuilder(latitude: 40, longitude: 116)
    far.go(90, 500_000, step: 5_000)
    for (journey, metres) in [(TestJourney.single(), 400.0), (TestJourney.corner(), 60_000), (far.journey(), 1_100_000)] {
      var moment = Moment.of(journey, at: 5, canvas: canvas)
      moment.camera = Camera(region: metres, around: moment.markerPoint, canvas: canvas)
      #expect(!picture([MarkerLayer.self], moment, columns: 97, rows: 30).canvas.setDots.isEmpty)
    }
  }
}
