// The embedded world on the map: how near its lines are drawn, what lies beyond Mercator's edges, where the names of countries stand.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy

@testable import MapScene

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The embedded world on the map")
struct WorldOnMapTests {
  private static let theme = Theme(depth: .direct, backdrop: .dark)

  private static func look(_ set: GlyphSet = .braille) -> Presentation { Presentation(theme: theme, glyphs: Glyphs(set)) }

  /// The embedded world as a camera sees it.
  private static func world(_ camera: Camera, set: GlyphSet = .braille, columns: Int = 120, rows: Int = 32) -> BasePicture {
    let transform = MapTransform(camera, canvas: CanvasSize(columns: columns, rows: rows, set: set))
    let parts = World.embedded.pieces(touching: transform.visibleBox(), dotsPerUnit: transform.dotsPerUnit).map {
      BasePart(piece: $0.piece, turn: $0.turn)
    }
    return BasePicture(BaseScene(parts: parts), transform: transform, look: look(set))
  }

  private static func place(_ latitude: Double, _ longitude: Double) -> MapPoint {
    WebMercator.project(Coordinate(latitude: latitude, longitude: longitude))
  }

  private static func region(_ metres: Double, _ latitude: Double, _ longitude: Double, set: GlyphSet = .braille) -> BasePicture {
    let canvas = CanvasSize(columns: 120, rows: 32, set: set)
    return world(Camera(region: metres, around: place(latitude, longitude), canvas: canvas), set: set)
  }

  private static func isBare(_ picture: BasePicture) -> Bool {
    picture.canvas.setDots.isEmpty && picture.signs.isEmpty && picture.backgrounds.allSatisfy { $0 == .standard }
  }

  // MARK: How near

  /// One thing of a kind in the middle of a view with so many metres a column, and a town beside it.
  private static func thing(_ kind: MapKind, accuracy: Double, metresAColumn: Double, _ set: GlyphSet) -> BasePicture {
    let middle = place(10, 20)
    let metre = 1 / WebMercator.metresPerWorldUnit(atLatitude: 10)
    var maker = PieceMaker(origin: middle, unit: metre * metresAColumn / 100)
    if kind.shape == .area { maker.box(kind, -1_500...1_500, -1_500...1_500) } else { maker.add(kind, [], (-1_500, 77), (1_500, -133)) }
    maker.add(.city, [], (0, 0))
    var piece = maker.piece
    piece.accuracy = accuracy
    piece.names = [MapName(local: "Town")]
    for index in piece.features.indices where piece.features[index].kind == .city { piece.features[index].name = 0 }
    let canvas = CanvasSize(columns: 60, rows: 30, set: set)
    let dots = 1 / metre / metresAColumn * Double(canvas.dotsPerColumn)
    return BasePicture(
      BaseScene(parts: [BasePart(piece: piece)]), transform: MapTransform(Camera(center: middle, dotsPerUnit: dots), canvas: canvas),
      look: look(set))
  }

  @Test(
    "what is so many metres off is drawn where that is two columns at most, in whatever glyphs; its towns are named everywhere",
    arguments: [GlyphSet.braille, .half, .ascii])
  func limit(set: GlyphSet) {
    for kind in [MapKind.ocean, .water, .river, .coast, .countryBorder, .regionBorder, .ice, .urban] {
      // Far enough in for all kinds, and for towns as a whole.
      for metresAColumn in [100.0, 300, 598, 602, 1_200] {
        let picture = Self.thing(kind, accuracy: 1_200, metresAColumn: metresAColumn, set)
        #expect(Self.isBare(picture) == (metresAColumn < 600), "\(kind) at \(metresAColumn)")
        #expect(picture.labels.map(\.text).contains { $0.contains("Town") }, "\(kind) at \(metresAColumn)")
        #expect(!Self.isBare(Self.thing(kind, accuracy: 0, metresAColumn: metresAColumn, set)), "\(kind) at \(metresAColumn)")
      }
    }
  }

  @Test("the world is there as a whole or not at all: zooming in, its lines end once", arguments: [GlyphSet.braille, .half, .ascii])
  func endsOnce(set: GlyphSet) {
    let metres = sequence(first: 400_000.0) { $0 > 2_000 ? $0 * 0.9 : nil }
    let isBare = metres.map { Self.isBare(Self.region($0, 22.3, 114.17, set: set)) }
    #expect(isBare.first == false && isBare.last == true)
    #expect(zip(isBare, isBare.dropFirst()).count { $0 != $1 } == 1)
  }

  @Test("close by no sea lies on land, and the towns are named")
  func closeBy() {
    for (latitude, longitude, name) in [(22.3, 114.17, "Hong Kong"), (37.77, -122.42, "San Francisco"), (43.735, 7.42, "Monaco")] {
      let picture = Self.region(20_000, latitude, longitude)
      #expect(Self.isBare(picture), "\(name)")
      #expect(picture.labels.contains { $0.text.contains(name) }, "\(name)")
      #expect(!Self.isBare(Self.region(200_000, latitude, longitude)), "\(name)")
    }
  }

  // MARK: Beyond the edges

  @Test("beyond the northern edge is sea, beyond the southern one land", arguments: [0.0, 50, 180, 271])
  func edges(bearing: Double) {
    for dots in [150.0, 600, 9_000] {
      for y in [0.0, 1] {
        let picture = Self.world(Camera(center: MapPoint(x: 0.41, y: y), dotsPerUnit: dots, bearing: bearing))
        let transform = picture.key.transform
        let water = MapPalette(Self.theme).area(.water).background
        var beyond = 0
        for row in 0..<32 {
          for column in 0..<120 {
            let world = transform.world(DotPoint(Double(column) * 2 + 0.5, Double(row) * 4 + 1.5))
            // Cells on the edge hold both.
            guard y == 0 ? world.y < -4 / dots : world.y > 1 + 4 / dots else { continue }
            beyond += 1
            let background = picture.backgrounds[row * 120 + column]
            if background != (y == 0 ? water : .standard) { Issue.record("\(dots): \(background) at \(column), \(row)") }
          }
        }
        #expect(beyond > 1_000)
        // Nor is there a shore where the world ends.
        let shores = picture.canvas.setDots.count { dot in
          let world = transform.world(DotPoint(Double(dot.column), Double(dot.row)))
          return world.y < -1.5 / dots || world.y > 1 + 1.5 / dots
        }
        #expect(shores == 0)
      }
    }
  }

  @Test("over the sea and over land, an area of a map of one's own ends in the same row")
  func overlayOverSea() {
    let tile = BaseRasterTests.tile
    for bottom in stride(from: Int32(2_000), through: 2_600, by: 20) {
      var land = PieceMaker(tile)
      land.box(.ocean, 0...2_048, 0...4_096)
      var box = PieceMaker(tile)
      box.box(.overlayArea, 500...3_500, 1_000...bottom)
      let picture = BaseRasterTests.look(
        [BasePart(piece: land.piece), BasePart(piece: box.piece)], dots: 200, at: (0.5, 0.5), depth: .direct)
      let overlay = MapPalette(Self.theme).area(.overlay).background
      func rows(_ column: Int) -> Int { (0..<25).count { picture.backgrounds[$0 * 60 + column] == overlay } }
      #expect(rows(20) == rows(40), "\(bottom)")
      #expect(rows(20) > 3)
    }
  }

  // MARK: Countries

  @Test(
    "the name of a country covers the country's middle, or stands a little above or below it where the country is high",
    arguments: [(0.0, 0.0, 20_000_000.0), (48.2, 11.6, 12_000_000), (5, 20, 6_000_000)])
  func countries(view: (latitude: Double, longitude: Double, metres: Double)) {
    let canvas = CanvasSize(columns: 120, rows: 32, set: .braille)
    for bearing in [0.0, 35] {
      var camera = Camera(region: view.metres, around: Self.place(view.latitude, view.longitude), canvas: canvas)
      camera.bearing = bearing
      let transform = MapTransform(camera, canvas: canvas)
      // Where each country's own point lies.
      var cells: [String: [(column: Int, row: Int, reach: Int)]] = [:]
      for (piece, turn) in World.embedded.pieces(touching: transform.visibleBox(), dotsPerUnit: transform.dotsPerUnit) {
        for feature in piece.features where feature.kind == .country {
          guard let name = piece.name(of: feature) else { continue }
          let point = piece.points[Int(piece.parts[Int(feature.parts.lowerBound)].lowerBound)]
          let dot = transform.dot(
            x: piece.origin.x + Double(turn) + Double(point.x) * piece.unit, y: piece.origin.y + Double(point.y) * piece.unit)
          // Less than a fifth of its height, which is that of a square of its area: e^(−rank/8) of the world's.
          let rows = transform.dotsPerUnit / 4 * exp(-Double(feature.rank) / 16)
          let cell = (Int(((dot.x + 0.5) / 2).rounded(.down)), Int(((dot.y + 0.5) / 4).rounded(.down)), min(2, Int(rows / 5)))
          cells[(name.english ?? name.local).uppercased(), default: []].append(cell)
        }
      }
      let labels = Self.world(camera).labels.filter(\.isCountry)
      #expect(labels.count > 15)
      for label in labels {
        let own = cells.filter { $0.key == label.text || label.text.hasSuffix("…") && $0.key.hasPrefix(label.text.dropLast()) }.flatMap(
          \.value)
        let columns = label.column..<label.column + label.width
        #expect(own.contains { abs($0.row - label.row) <= $0.reach && columns.contains($0.column) }, "\(label.text)")
      }
    }
  }

  @Test("a country that is called like its city is named once where both are at one place, and twice where not")
  func namesakes() {
    func labels(_ metresBetween: Double, city: String = "Monaco") -> [String] {
      var map = MapBuilder()
      map.point(.country, "Monaco", 0, 0, rank: 8)
      map.point(.city, city, metresBetween, 0, rank: 80)
      let canvas = CanvasSize(columns: 97, rows: 30, set: .braille)
      return namesPicture(map.scene(), Camera(region: 240_000, around: map.world(0, 0), canvas: canvas), columns: 97, rows: 30).labels.map(
        \.text)
    }
    #expect(labels(3_000) == ["•Monaco"])
    #expect(Set(labels(120_000)) == ["MONACO", "•Monaco"])
    #expect(labels(3_000, city: "La Condamine").contains("MONACO"))
  }
}
