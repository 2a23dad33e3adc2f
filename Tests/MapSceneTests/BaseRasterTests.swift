// The areas and lines of the base map: the same whatever pieces they come in, however the view is turned and wherever the rest lies.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy

@testable import MapScene

@Suite("The base map's areas and lines")
struct BaseRasterTests {
  static let tile = TileID(zoom: 14, column: 8_700, row: 5_600) ?? .world

  /// A look at some parts: `dots` dots to the side of a tile, a place of the tile in the middle.
  static func look(
    _ parts: [BasePart], dots: Double = 200, at middle: (Double, Double) = (0.5031, 0.4973), bearing: Double = 0,
    depth: ColorDepth = .indexed256,
    set: GlyphSet = .braille, detail: BaseDetail = .full, pan: (Int, Int) = (0, 0), columns: Int = 60, rows: Int = 25
  ) -> BasePicture {
    let canvas = CanvasSize(columns: columns, rows: rows, set: set)
    var camera = Camera(
      center: MapPoint(x: tile.origin.x + middle.0 * tile.side, y: tile.origin.y + middle.1 * tile.side), dotsPerUnit: dots / tile.side,
      bearing: bearing)
    camera = camera.panned(x: Double(pan.0 * canvas.dotsPerColumn), y: Double(pan.1 * canvas.dotsPerRow))
    let look = Presentation(theme: Theme(depth: depth, backdrop: .dark), glyphs: Glyphs(set))
    return BasePicture(BaseScene(parts: parts, detail: detail), transform: MapTransform(camera, canvas: canvas), look: look)
  }

  static let bearings = [0.0, 37, 90, 180, 251.5]

  // MARK: Pieces

  @Test("a lake and a road in two tiles look like those in one piece", arguments: bearings)
  func seams(bearing: Double) {
    var whole = PieceMaker(Self.tile)
    whole.frame = 0
    whole.add(.water, [], (3_000, 1_000), (4_096, 600), (5_000, 900), (5_400, 2_600), (4_096, 3_100), (2_700, 2_500))
    whole.add(.minorRoad, [], (2_500, 3_300), (4_096, 3_500), (5_600, 3_300))
    var left = PieceMaker(Self.tile)
    left.add(.water, [], (3_000, 1_000), (4_096, 600), (4_096, 3_100), (2_700, 2_500))
    left.add(.minorRoad, [], (2_500, 3_300), (4_096, 3_500))
    var right = PieceMaker(TileID(zoom: 14, column: 8_701, row: 5_600) ?? .world)
    right.add(.water, [], (0, 600), (904, 900), (1_304, 2_600), (0, 3_100))
    right.add(.minorRoad, [], (0, 3_500), (1_504, 3_300))
    for dots in [60.0, 137, 210] {
      let one = Self.look([BasePart(piece: whole.piece)], dots: dots, at: (1, 0.5), bearing: bearing)
      let two = Self.look([BasePart(piece: left.piece), BasePart(piece: right.piece)], dots: dots, at: (1, 0.5), bearing: bearing)
      #expect(!one.canvas.setDots.isEmpty && one.backgrounds.contains { $0 != .standard })
      #expect(one.backgrounds == two.backgrounds)
      #expect(one.canvas.setDots == two.canvas.setDots, "\(dots)")
    }
  }

  @Test("a part is drawn only within its window, and two windows side by side make the whole", arguments: bearings)
  func windows(bearing: Double) {
    var maker = PieceMaker(Self.tile)
    maker.add(.water, [], (300, 500), (2_100, 200), (3_900, 900), (3_000, 3_000), (700, 2_200))
    maker.add(.minorRoad, [], (100, 3_600), (2_300, 3_100), (4_000, 3_700))
    maker.add(.river, [], (200, 100), (3_800, 3_900))
    let piece = maker.piece
    var (west, east) = (Self.tile.box, Self.tile.box)
    west.maxX = west.minX + Self.tile.side * 0.47
    east.minX = west.maxX
    let whole = Self.look([BasePart(piece: piece)], bearing: bearing)
    let halves = Self.look([BasePart(piece: piece, window: west), BasePart(piece: piece, window: east)], bearing: bearing)
    #expect(halves.backgrounds == whole.backgrounds)
    #expect(halves.canvas.setDots == whole.canvas.setDots)
    let half = Self.look([BasePart(piece: piece, window: west)], bearing: bearing)
    let transform = half.key.transform
    for dot in half.canvas.setDots {
      let place = transform.world(DotPoint(Double(dot.column), Double(dot.row)))
      #expect(place.x <= west.maxX + 1 / transform.dotsPerUnit)
    }
    #expect(!half.canvas.setDots.isEmpty && half.canvas.setDots.count < whole.canvas.setDots.count)
  }

  @Test("a piece is drawn as many turns of the world away as its part says")
  func turns() {
    var maker = PieceMaker(TileID(zoom: 14, column: 0, row: 5_600) ?? .world)
    maker.add(.water, [], (0, 500), (3_000, 700), (2_000, 3_000), (0, 3_500))
    maker.add(.primaryRoad, [], (0, 200), (4_096, 3_000))
    let canvas = CanvasSize(columns: 40, rows: 20, set: .braille)
    let look = Presentation(theme: Theme(depth: .indexed256, backdrop: .dark))
    func picture(x: Double, turn: Int) -> BasePicture {
      let camera = Camera(center: MapPoint(x: x, y: Self.tile.box.center.y), dotsPerUnit: 128 / Self.tile.side)
      return BasePicture(
        BaseScene(parts: [BasePart(piece: maker.piece, turn: turn)]), transform: MapTransform(camera, canvas: canvas), look: look)
    }
    let home = picture(x: 0, turn: 0)
    #expect(!home.canvas.setDots.isEmpty)
    for turn in [-2, 1, 3] {
      let away = picture(x: Double(turn), turn: turn)
      #expect(away.canvas.setDots == home.canvas.setDots)
      #expect(away.backgrounds == home.backgrounds)
    }
    #expect(picture(x: 1, turn: 0).canvas.setDots.isEmpty)
  }

  @Test("where two waters meet there is no shore, and where an area was cut none either")
  func shores() {
    var maker = PieceMaker(Self.tile)
    maker.box(.water, 0...2_000, 1_000...3_000)
    maker.box(.water, 2_000...4_096, 1_000...3_000)
    let dots = Self.look([BasePart(piece: maker.piece)]).canvas.setDots
    let rows = Set(dots.map(\.row))
    // Only the two long shores: each is one row of dots, or two where it lies between them.
    #expect(rows.count <= 4 && !rows.isEmpty)
    #expect(dots.count >= 100)
  }

  // MARK: Turned views

  @Test("the ground at a place is the same under every bearing", arguments: bearings)
  func sameGround(bearing: Double) {
    var random = SeededGenerator.announced("sameGround")
    let style = MapStyle(theme: Theme(depth: .direct, backdrop: .dark), dots: .braille, metresPerDot: 2)
    for _ in 0..<8 {
      var maker = PieceMaker(Self.tile)
      var rings: [(MapKind, [(Int32, Int32)])] = []
      for kind in [MapKind.wood, .park, .water, .building] {
        let ring = (0..<random.int(3...7)).map { _ in (Int32(random.int(0...4_096)), Int32(random.int(0...4_096))) }
        rings.append((kind, ring))
        maker.add(kind, [], [ring])
      }
      let transform = Self.look([], bearing: bearing, columns: 150, rows: 75).key.transform
      guard let view = BasePartView(BasePart(piece: maker.piece), transform, metresPerDot: 2) else { return }
      var areas = BaseAreas(width: transform.canvas.width, height: transform.canvas.height)
      var path = BasePath()
      areas.fill(view, style, &path)
      for _ in 0..<300 {
        let place = (random.double(0...4_096), random.double(0...4_096))
        // Twenty local units are a dot: near an edge, a dot's middle may lie on the other side.
        guard rings.allSatisfy({ Self.away(place, from: $0.1) > 32 }) else { continue }
        let expected = rings.last { Self.isInside(place, $0.1) }.flatMap { style.ground($0.0) } ?? .none
        let world = MapPoint(x: maker.origin.x + place.0 * maker.unit, y: maker.origin.y + place.1 * maker.unit)
        let dot = transform.dot(world)
        let index = Int(dot.y.rounded()) * areas.width + Int(dot.x.rounded())
        if areas.grounds[index] != expected.rawValue { Issue.record("\(place) is \(areas.grounds[index]), not \(expected)") }
      }
    }
  }

  private static func isInside(_ place: (Double, Double), _ ring: [(Int32, Int32)]) -> Bool {
    var isInside = false
    for index in ring.indices {
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      let (ax, ay, bx, by) = (Double(a.0), Double(a.1), Double(b.0), Double(b.1))
      if (ay > place.1) != (by > place.1), place.0 < (bx - ax) * (place.1 - ay) / (by - ay) + ax { isInside.toggle() }
    }
    return isInside
  }

  private static func away(_ place: (Double, Double), from ring: [(Int32, Int32)]) -> Double {
    ring.indices.map { index in
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      let (ax, ay) = (Double(a.0), Double(a.1))
      let (dx, dy) = (Double(b.0) - ax, Double(b.1) - ay)
      let square = max(1e-9, dx * dx + dy * dy)
      let share = min(1, max(0, ((place.0 - ax) * dx + (place.1 - ay) * dy) / square))
      let (ex, ey) = (place.0 - ax - share * dx, place.1 - ay - share * dy)
      return (ex * ex + ey * ey).squareRoot()
    }.min() ?? .infinity
  }

  @Test("every place of a road is drawn, and nothing that is not near one", arguments: bearings)
  func sameRoads(bearing: Double) {
    var random = SeededGenerator.announced("sameRoads")
    for _ in 0..<10 {
      let road = (0..<5).map { _ in (Int32(random.int(0...4_096)), Int32(random.int(0...4_096))) }
      var maker = PieceMaker(Self.tile)
      maker.add(.minorRoad, [], [road])
      let picture = Self.look([BasePart(piece: maker.piece)], bearing: bearing, columns: 150, rows: 75)
      let transform = picture.key.transform
      let scale = maker.unit * transform.dotsPerUnit
      for dot in picture.canvas.setDots {
        let world = transform.world(DotPoint(Double(dot.column), Double(dot.row)))
        let place = ((world.x - maker.origin.x) / maker.unit, (world.y - maker.origin.y) / maker.unit)
        let near = zip(road, road.dropFirst()).map { Self.away(place, from: [$0, $1]) }.min() ?? .infinity
        #expect(near * scale < 1.3)
      }
      for (a, b) in zip(road, road.dropFirst()) {
        for step in 0...20 {
          let share = Double(step) / 20
          let x = Double(a.0) + (Double(b.0) - Double(a.0)) * share
          let y = Double(a.1) + (Double(b.1) - Double(a.1)) * share
          let dot = transform.dot(MapPoint(x: maker.origin.x + x * maker.unit, y: maker.origin.y + y * maker.unit))
          let (column, row) = (Int(dot.x.rounded()), Int(dot.y.rounded()))
          #expect((-1...1).contains { i in (-1...1).contains { picture.canvas.isSet(column + i, row + $0) } }, "\(x), \(y)")
        }
      }
    }
  }

  @Test("a pan of some cells moves the picture by those cells: hatches and dashes lie on the ground", arguments: GlyphSet.allCases)
  func pans(set: GlyphSet) {
    let part = BasePart(piece: SyntheticPiece.city)
    for depth in ColorDepth.allCases {
      for (dots, bearing) in [(150.0, 0.0), (1_100, 0), (400, 33)] {
        let home = Self.look([part], dots: dots, bearing: bearing, depth: depth, set: set)
        for pan in [(1, 0), (0, -1), (3, 2)] {
          let away = Self.look([part], dots: dots, bearing: bearing, depth: depth, set: set, pan: pan)
          for row in 3..<22 {
            // The outermost columns have no neighbours to be steadied by.
            for column in 5..<55 {
              let (x, y) = (column + pan.0, row + pan.1)
              let isSame =
                home.cell(x, y) == away.cell(column, row)
                && home.backgrounds[y * 60 + x] == away.backgrounds[row * 60 + column]
              if !isSame { Issue.record("\(column),\(row) after \(pan) at \(dots), \(depth)") }
            }
          }
        }
      }
    }
  }

  // MARK: Detail and hostile pieces

  @Test("lines only: shores without water; no names: as with them; nothing: nothing")
  func details() {
    let part = BasePart(piece: SyntheticPiece.city)
    let full = Self.look([part])
    let lines = Self.look([part], detail: .lines)
    #expect(full.backgrounds.contains { $0 != .standard })
    #expect(lines.backgrounds.allSatisfy { $0 == .standard })
    #expect(lines.canvas.setDots.isSubset(of: full.canvas.setDots) && lines.canvas.setDots.count > 500)
    let unnamed = Self.look([part], detail: .unnamed)
    #expect(unnamed.canvas.setDots == full.canvas.setDots && unnamed.backgrounds == full.backgrounds)
    let none = Self.look([part], detail: .none)
    #expect(none.canvas.setDots.isEmpty && none.backgrounds.allSatisfy { $0 == .standard })
  }

  @Test("points at the end of all numbers make neither spikes nor chords")
  func farAway() {
    let (low, high) = (Int32.min, Int32.max)
    var maker = PieceMaker(Self.tile)
    maker.frame = 0
    maker.add(.primaryRoad, [], (low, 2_048), (high, 2_048))
    for dots in [200.0, 5_000, 200_000] {
      let rows = Set(Self.look([BasePart(piece: maker.piece)], dots: dots, at: (0.5, 0.5)).canvas.setDots.map(\.row))
      #expect(!rows.isEmpty && (rows.max() ?? 0) - (rows.min() ?? 0) < 5)
    }
    // An ocean around everything, with an island in the middle of the view.
    var ocean = PieceMaker(Self.tile)
    ocean.frame = 0
    ocean.add(
      .ocean, [],
      [[(low, low), (high, low), (high, high), (low, high)], [(1_500, 1_500), (2_500, 1_500), (2_500, 2_500), (1_500, 2_500)]])
    let picture = Self.look([BasePart(piece: ocean.piece)], dots: 100)
    #expect(picture.backgrounds[0] != .standard && picture.backgrounds[59] != .standard)
    #expect(picture.backgrounds[12 * 60 + 30] == .standard)
    let shore = picture.canvas.setDots
    #expect(shore.count > 60 && shore.count < 130)
  }

  @Test("pieces that do not hold together are drawn as far as they do")
  func broken() {
    var piece = SyntheticPiece.city
    for index in piece.features.indices where index % 3 == 0 { piece.features[index].parts = 2_000_000..<2_000_009 }
    for index in piece.features.indices where index % 3 == 1 { piece.features[index].parts = -9..<1 }
    for index in piece.parts.indices where index % 5 == 0 { piece.parts[index] = 5_000_000..<5_000_100 }
    for index in piece.parts.indices where index % 5 == 1 { piece.parts[index] = -70..<3 }
    _ = Self.look([BasePart(piece: piece)])
    for unit in [0, -1, Double.nan, .infinity] {
      var piece = SyntheticPiece.city
      piece.unit = unit
      #expect(Self.look([BasePart(piece: piece)]).canvas.setDots.isEmpty)
    }
    var piece2 = SyntheticPiece.city
    piece2.origin = MapPoint(x: .nan, y: .infinity)
    #expect(Self.look([BasePart(piece: piece2)]).canvas.setDots.isEmpty)
    #expect(Self.look([BasePart(piece: SyntheticPiece.city, turn: .max)]).canvas.setDots.isEmpty)
    #expect(Self.look([BasePart(piece: SyntheticPiece.city)], columns: 0, rows: 0).backgrounds.isEmpty)
  }
}

extension BasePicture {
  /// What a cell shows: its dots, or its sign.
  func cell(_ column: Int, _ row: Int) -> String {
    let (across, down) = (canvas.set.dotsPerColumn, canvas.set.dotsPerRow)
    let dots = (0..<down).flatMap { y in (0..<across).map { x in canvas.isSet(column * across + x, row * down + y) ? "#" : "." } }
    let sign = signs.first { $0.column == column && $0.row == row }
    return dots.joined() + (sign.map { " \($0.scalar)" } ?? "")
  }
}
