// Owns the tests of the embedded world's pieces: land and sea, names, levels of detail.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("World")
struct WorldTests {
  enum Ground: String, Sendable { case land, sea, lake }

  /// Places from general knowledge, some distance from every coast; whether the coarsest level has to know too.
  static let known: [(name: String, latitude: Double, longitude: Double, ground: Ground, isWide: Bool)] = [
    ("Beijing", 39.9, 116.4, .land, true), ("Tibet", 32, 88, .land, true), ("Hainan", 19.2, 109.8, .land, false),
    ("Honshu", 36.3, 138, .land, false), ("Borneo", 1, 114, .land, true), ("Sri Lanka", 7.5, 80.7, .land, false),
    ("Alps", 46.5, 8.5, .land, true), ("Ireland", 53.3, -7.7, .land, true), ("Crete", 35.2, 24.9, .land, false),
    ("Iceland", 64.8, -18.5, .land, true), ("Svalbard", 78.5, 16.5, .land, false), ("Novaya Zemlya", 75.5, 60, .land, false),
    ("Sahara", 23, 10, .land, true), ("Congo", 0, 22, .land, true), ("Madagascar", -20, 46.5, .land, true),
    ("Kansas", 38.5, -98, .land, true), ("Cuba", 22.3, -79.5, .land, false), ("Baffin Island", 69, -72, .land, true),
    ("Greenland", 72, -40, .land, true), ("Amazonas", -5, -63, .land, true), ("Patagonia", -46, -70, .land, true),
    ("Tasmania", -42.2, 146.7, .land, true), ("Australia", -25, 133, .land, true), ("New Zealand", -44, 170.5, .land, true),
    ("New Guinea", -5.5, 143.5, .land, true), ("Viti Levu", -17.8, 178, .land, false), ("Vanua Levu", -16.6, 179.3, .land, false),
    ("Taveuni", -16.9, 179.95, .land, false), ("Hawaii", 19.6, -155.5, .land, false), ("Chukotka at 180° W", 68, -179.9, .land, true),
    ("Chukotka at 180° E", 68, 179.9, .land, true), ("Antarctica", -78, 90, .land, true), ("Antarctica at 180°", -84.8, 179.9, .land, true),
    ("Antarctica at the edge", -85.04, 20, .land, true), ("South Shetlands' sea", -61, -63, .sea, false),
    ("mid-Pacific", 0, -150, .sea, true), ("Pacific at 180° E", 30, 179.99, .sea, true), ("Pacific at 180° W", 30, -179.99, .sea, true),
    ("Atlantic", 30, -45, .sea, true), ("Indian Ocean", -20, 80, .sea, true), ("Southern Ocean", -60, 120, .sea, true),
    ("Arctic", 84.9, -150, .sea, true), ("Caspian", 41, 51, .sea, true), ("Black Sea", 43.2, 34, .sea, true),
    ("Mediterranean", 34.5, 20, .sea, true), ("Baltic", 58, 20, .sea, true), ("Red Sea", 20, 38.5, .sea, true),
    ("Persian Gulf", 27, 51.5, .sea, true), ("Hudson Bay", 60, -86, .sea, true), ("Gulf of Mexico", 25, -90, .sea, true),
    ("Bohai", 38.7, 119.7, .sea, false), ("Taiwan Strait", 24.5, 119.6, .sea, false), ("Bass Strait", -39.8, 145.7, .sea, false),
    ("Drake Passage", -58, -65, .sea, true), ("Weddell Sea", -68, -45, .sea, true),
    ("Lake Superior", 47.6, -87, .lake, true), ("Lake Michigan", 43.5, -87, .lake, true), ("Lake Erie", 42.2, -81.2, .lake, true),
    ("Lake Victoria", -1, 33, .lake, true), ("Lake Baikal", 53.3, 108, .lake, false), ("Lake Ladoga", 60.8, 31.5, .lake, true),
    ("Great Bear Lake", 66, -121, .lake, true), ("Lake Titicaca", -15.8, -69.4, .lake, false),
  ]

  @Test("land, sea and lakes are where they are", arguments: known)
  func ground(known: (name: String, latitude: Double, longitude: Double, ground: Ground, isWide: Bool)) {
    let probe = WorldProbe()
    let place = Coordinate(latitude: known.latitude, longitude: known.longitude)
    for zoom in known.isWide ? [0, 3, 5] : [3, 5] {
      #expect(probe.covers(.ocean, place, zoom: zoom) == (known.ground == .sea), "zoom \(zoom)")
      #expect(probe.covers(.water, place, zoom: zoom) == (known.ground == .lake), "zoom \(zoom)")
    }
  }

  @Test("the sea's rings and the countries' outlines agree")
  func oceanAndCountries() {
    let probe = WorldProbe()
    var random = SeededGenerator.announced("ocean and countries", seed: 0x0CEA)
    for _ in 0..<1000 {
      let place = Coordinate(latitude: random.double(-85...85), longitude: random.double(-180...180))
      #expect(probe.covers(.ocean, place, zoom: 5) == (CountryIndex.embedded.code(at: place) == nil), "\(place)")
    }
  }

  @Test("every piece is well made")
  func wellMade() {
    for zoom in World.embedded.zooms {
      for row in 0..<(1 << zoom) {
        for column in 0..<(1 << zoom) {
          guard let id = TileID(zoom: zoom, column: column, row: row) else { continue }
          let piece = World.embedded.piece(id)
          if let fault = WorldProbe.fault(piece) ?? WorldProbe.ugliness(piece) { Issue.record("\(fault): \(id)") }
          if piece.origin != id.origin || abs(piece.unit * Double(piece.frame) - id.side) > 1e-15 { Issue.record("misplaced: \(id)") }
        }
      }
    }
  }

  @Test("coarser coasts are made of the finer ones' points")
  func nesting() {
    func coast(_ zoom: Int) -> (points: [(at: MapPoint, isInside: Bool)], unit: Double) {
      var points: [(at: MapPoint, isInside: Bool)] = []
      var unit = 0.0
      for row in 0..<(1 << zoom) {
        for column in 0..<(1 << zoom) {
          guard let id = TileID(zoom: zoom, column: column, row: row) else { continue }
          let piece = World.embedded.piece(id)
          unit = piece.unit
          for feature in piece.features where feature.kind == .coast {
            for part in feature.parts {
              for index in piece.parts[Int(part)] {
                let point = piece.points[Int(index)]
                // Points on the frame are where lines were cut, mostly.
                let isInside = point.x > 0 && point.y > 0 && point.x < piece.frame && point.y < piece.frame
                points.append((piece.world(point), isInside))
              }
            }
          }
        }
      }
      return (points, unit)
    }
    let levels = [0, 3, 5].map(coast)
    #expect(levels[0].points.count * 2 < levels[1].points.count && levels[1].points.count * 3 < levels[2].points.count * 2)
    for (coarse, fine) in zip(levels, levels.dropFirst()) {
      struct Cell: Hashable { var x: Int, y: Int }
      let size = coarse.unit
      var cells: Set<Cell> = []
      for point in fine.points {
        let (x, y) = (Int(point.at.x / size), Int(point.at.y / size))
        for dx in -1...1 { for dy in -1...1 { cells.insert(Cell(x: x + dx, y: y + dy)) } }
      }
      let strays = coarse.points.filter { $0.isInside && !cells.contains(Cell(x: Int($0.at.x / size), y: Int($0.at.y / size))) }
      #expect(strays.isEmpty, "\(strays.prefix(5))")
    }
  }

  @Test("the whole globe is cheap, and a close view has its small towns")
  func scale() {
    let whole = World.embedded.pieces(touching: WorldBox(minX: 0.001, minY: 0, maxX: 0.999, maxY: 1), dotsPerUnit: 480)
    #expect(whole.count == 1)
    #expect(whole.reduce(0) { $0 + $1.piece.points.count } < 20_000)
    #expect(whole.reduce(0) { $0 + $1.piece.features.filter { $0.kind == .city || $0.kind == .town }.count } < 400)
    let beijing = WebMercator.project(Coordinate(latitude: 39.9, longitude: 116.4))
    let box = WorldBox(minX: beijing.x - 0.003, minY: beijing.y - 0.003, maxX: beijing.x + 0.003, maxY: beijing.y + 0.003)
    let near = World.embedded.keys(touching: box, dotsPerUnit: 40_000)
    #expect(Set(near.map(\.id.zoom)) == [5, 6] && near.count <= 6)
    #expect(World.embedded.keys(touching: box, dotsPerUnit: 10_000).allSatisfy { $0.id.zoom == 5 })
    #expect(World.embedded.keys(touching: box, dotsPerUnit: 2_000).allSatisfy { $0.id.zoom == 3 })
    let names = near.flatMap { key in World.embedded.piece(key.id).names.map(\.local) }
    #expect(names.contains("北京"))
  }

  @Test("each town is in one piece of the finest level")
  func towns() {
    var count = 0
    for zoom in [5, 6] {
      for row in 0..<(1 << zoom) {
        for column in 0..<(1 << zoom) {
          guard let id = TileID(zoom: zoom, column: column, row: row) else { continue }
          count += World.embedded.piece(id).features.filter { $0.kind == .city || $0.kind == .town }.count
        }
      }
    }
    #expect(count == Places.embedded.count)
  }

  @Test("towns have their names, rank and whether they are capitals")
  func names() throws {
    func find(_ name: String, _ latitude: Double, _ longitude: Double) throws -> (feature: MapFeature, name: MapName) {
      let id = TileID(around: WebMercator.project(Coordinate(latitude: latitude, longitude: longitude)), zoom: 5)
      let piece = World.embedded.piece(id)
      let found = try #require(piece.features.first { $0.kind == .city && piece.name(of: $0)?.local == name })
      return (found, try #require(piece.name(of: found)))
    }
    let beijing = try find("北京", 39.9, 116.4)
    #expect(beijing.feature.flags == .capital && beijing.feature.rank / 16 == 1)
    #expect(beijing.name == MapName(local: "北京", english: "Beijing", chinese: "北京"))
    let paris = try find("Paris", 48.86, 2.35)
    #expect(paris.feature.flags == .capital && paris.name.chinese == "巴黎" && paris.name.english == nil)
    let zurich = try find("Zürich", 47.37, 8.54)
    #expect(zurich.feature.flags.isEmpty && zurich.feature.rank / 16 == 6)
  }

  @Test("a country's name stands in the country")
  func countryNames() {
    let (english, chinese) = (
      WorldBytes.embedded.map { $0.texts($0.section("CNEN")) } ?? [], WorldBytes.embedded.map { $0.texts($0.section("CNZH")) } ?? []
    )
    var count = 0
    for zoom in [0, 5] {
      for row in 0..<(1 << zoom) {
        for column in 0..<(1 << zoom) {
          guard let id = TileID(zoom: zoom, column: column, row: row) else { continue }
          let piece = World.embedded.piece(id)
          for feature in piece.features where feature.kind == .country {
            let point = piece.world(piece.points[Int(piece.parts[Int(feature.parts.lowerBound)].lowerBound)])
            guard let name = piece.name(of: feature), let number = english.firstIndex(of: name.local) else {
              Issue.record("a country without a name")
              continue
            }
            #expect(name.chinese == chinese[number])
            count += 1
            // At the coarsest level a point is rounded by 5 km, which is more than some countries.
            guard feature.rank < (zoom == 5 ? 160 : 100) else { continue }
            let found = CountryIndex.embedded.number(at: WebMercator.unproject(point))
            #expect(found == number, "\(name.local): \(found.map { english[$0] } ?? "sea")")
          }
        }
      }
    }
    #expect(count > 400)
  }
}
