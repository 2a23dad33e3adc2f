// Owns the tests of the nearest road and district of a street map.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Streets around a position")
struct StreetPlaceTests {
  /// A tile's square around a place, with nothing in it.
  private static func empty(_ latitude: Double, _ longitude: Double, zoom: Int = 14) -> MapPiece {
    let id = TileID(around: WebMercator.project(Coordinate(latitude: latitude, longitude: longitude)), zoom: zoom)
    return MapPiece(origin: id.origin, unit: id.side / 4096, frame: 4096)
  }

  private static func add(_ kind: MapKind, _ name: String?, number: String? = nil, _ lines: [[(Int, Int)]], to piece: inout MapPiece) {
    let firstPart = Int32(piece.parts.count)
    for line in lines {
      let first = Int32(piece.points.count)
      piece.points += line.map { LocalPoint(x: Int32($0.0), y: Int32($0.1)) }
      piece.parts.append(first..<Int32(piece.points.count))
    }
    func index(_ text: String?) -> Int32 {
      guard let text else { return -1 }
      piece.names.append(MapName(local: text))
      return Int32(piece.names.count - 1)
    }
    let feature = MapFeature(
      kind: kind, parts: firstPart..<Int32(piece.parts.count), name: index(name), reference: index(number))
    let place = piece.features.firstIndex { $0.kind.rawValue > kind.rawValue } ?? piece.features.count
    piece.features.insert(feature, at: place)
  }

  private static func point(_ x: Double, _ y: Double, in piece: MapPiece) -> MapPoint {
    MapPoint(x: piece.origin.x + x * piece.unit, y: piece.origin.y + y * piece.unit)
  }

  @Test("the nearest road with a name or a number is told, and how far it is; others are passed over")
  func road() throws {
    var piece = Self.empty(43.77, 11.25)
    Self.add(.minorRoad, nil, [[(0, 1000), (4096, 1000)]], to: &piece)
    Self.add(.rail, "The railway", [[(0, 1001), (4096, 1001)]], to: &piece)
    Self.add(.waterName, "The Arno", [[(0, 1002), (4096, 1002)]], to: &piece)
    Self.add(.roadName, "Via Roma", [[(0, 900), (1000, 900)], [(1000, 1040), (2000, 1040), (2000, 1100)]], to: &piece)
    Self.add(.motorway, nil, number: "A 1", [[(3000, 0), (3000, 4096)]], to: &piece)
    let near = StreetPlace.nearest(to: Self.point(1500, 1005, in: piece), in: [piece])
    #expect(near.roadName?.local == "Via Roma" && near.roadReference == nil)
    // A tile of zoom 14 has 4096 units on its side, at 43.77° north some 1768 m.
    let metres = WebMercator.metresPerWorldUnit(atLatitude: 43.77) * piece.unit
    #expect(abs(try #require(near.roadDistance) - 35 * metres) < 0.05)
    let number = StreetPlace.nearest(to: Self.point(2990, 2000, in: piece), in: [piece])
    #expect(number.roadName == nil && number.roadReference == "A 1")
    let corner = StreetPlace.nearest(to: Self.point(2030, 1140, in: piece), in: [piece])
    #expect(abs(try #require(corner.roadDistance) - 50 * metres) < 0.05)
    #expect(StreetPlace.nearest(to: Self.point(500, 4000, in: piece), in: [piece]).isEmpty)
  }

  @Test("the district is the nearest suburb, village or hamlet within reach")
  func district() throws {
    var piece = Self.empty(43.77, 11.25)
    Self.add(.suburb, "San Marco", [[(1000, 1000)]], to: &piece)
    Self.add(.village, "Borgo", [[(3000, 3000)]], to: &piece)
    Self.add(.city, "Florence", [[(1010, 1010)]], to: &piece)
    Self.add(.peak, "Monte", [[(1001, 1001)]], to: &piece)
    Self.add(.hamlet, nil, [[(1002, 1002)]], to: &piece)
    let near = StreetPlace.nearest(to: Self.point(1005, 1005, in: piece), in: [piece])
    #expect(near.district?.local == "San Marco" && near.roadDistance == nil)
    #expect(StreetPlace.nearest(to: Self.point(3100, 3100, in: piece), in: [piece]).district?.local == "Borgo")
    let far = Self.point(1000 + 3100 / (WebMercator.metresPerWorldUnit(atLatitude: 43.77) * piece.unit), 1000, in: piece)
    #expect(StreetPlace.nearest(to: far, in: [Self.only(.suburb, of: piece)]).isEmpty)
  }

  private static func only(_ kind: MapKind, of piece: MapPiece) -> MapPiece {
    var piece = piece
    piece.features.removeAll { $0.kind != kind }
    return piece
  }

  @Test("pieces on other turns of the world, and at the antimeridian, are where they are")
  func turns() {
    var piece = Self.empty(-16.8, 179.999)
    Self.add(.primaryRoad, "Queens Road", [[(4000, 0), (4000, 4096)]], to: &piece)
    let point = Self.point(4010, 2000, in: piece)
    let here = StreetPlace.nearest(to: point, in: [piece])
    #expect(here.roadName?.local == "Queens Road")
    for turn in [-1.0, 1, 2] {
      let there = StreetPlace.nearest(to: MapPoint(x: point.x + turn, y: point.y), in: [piece])
      #expect(there.roadName == here.roadName)
    }
    // Just across the antimeridian.
    let across = StreetPlace.nearest(to: MapPoint(x: Self.point(4100, 2000, in: piece).x - 1, y: point.y), in: [piece])
    #expect(across.roadName?.local == "Queens Road")
  }

  @Test("a plain search over every leg of every road finds the same", arguments: 0..<12)
  func oracle(round: Int) throws {
    var random = SeededGenerator.announced("streets", seed: 20_261_200 &+ UInt64(round))
    let (latitude, longitude) = (random.double(-75...75), random.double(-179...179))
    var pieces: [MapPiece] = []
    for step in 0..<3 {
      var piece = Self.empty(latitude, longitude + Double(step) * 0.022)
      for number in 0..<60 {
        let kind: MapKind = [.roadName, .service, .tertiaryRoad, .motorway, .suburb, .hamlet, .river][Int.random(in: 0...6, using: &random)]
        let isPoint = kind.shape == .point
        var place = (Int.random(in: -100...4200, using: &random), Int.random(in: -100...4200, using: &random))
        let lines = (0...Int.random(in: 0...2, using: &random)).map { _ in
          (0..<(isPoint ? 1 : Int.random(in: 1...12, using: &random))).map { _ in
            place.0 = min(max(place.0 + Int.random(in: -300...300, using: &random), 0), 4096)
            place.1 = min(max(place.1 + Int.random(in: -300...300, using: &random), 0), 4096)
            return place
          }
        }
        let hasName = Bool.random(using: &random)
        Self.add(
          kind, hasName ? "\(kind) \(step) \(number)" : nil, number: Bool.random(using: &random) ? "N\(number)" : nil, lines, to: &piece)
      }
      pieces.append(piece)
    }
    for _ in 0..<60 {
      let piece = pieces[Int.random(in: 0..<3, using: &random)]
      let point = Self.point(random.double(-200...4300), random.double(-200...4300), in: piece)
      let found = StreetPlace.nearest(to: point, in: pieces)
      let (road, district) = Self.plain(point, pieces)
      #expect(found.roadDistance == nil ? road > StreetPlace.roadReach : abs(try #require(found.roadDistance) - road) < 1e-6)
      #expect(
        found.districtDistance == nil ? district > StreetPlace.districtReach : abs(try #require(found.districtDistance) - district) < 1e-6)
      if found.roadDistance != nil { #expect(found.roadName != nil || found.roadReference != nil) }
      if found.districtDistance != nil { #expect(found.district != nil) }
    }
  }

  /// Metres to the nearest road and district, by every point and leg.
  private static func plain(_ point: MapPoint, _ pieces: [MapPiece]) -> (road: Double, district: Double) {
    let scale = WebMercator.metresPerWorldUnit(atLatitude: WebMercator.unproject(point).latitude)
    var (road, district) = (Double.infinity, Double.infinity)
    for piece in pieces {
      for feature in piece.features where feature.name >= 0 || feature.reference >= 0 {
        for part in piece.parts[Int(feature.parts.lowerBound)..<Int(feature.parts.upperBound)] {
          let line = piece.points[Int(part.lowerBound)..<Int(part.upperBound)].map(piece.world)
          for (start, end) in zip(line, line.dropFirst() + line.suffix(1)) {
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            let length = dx * dx + dy * dy
            let along = length > 0 ? ((point.x - start.x) * dx + (point.y - start.y) * dy) / length : 0
            let share = max(0, min(1, along))
            let (awayX, awayY) = (start.x + share * dx - point.x, start.y + share * dy - point.y)
            let away = (awayX * awayX + awayY * awayY).squareRoot() * scale
            if feature.kind.isRoad || feature.kind == .roadName { road = min(road, away) }
            if [.suburb, .village, .hamlet].contains(feature.kind), feature.name >= 0 { district = min(district, away) }
          }
        }
      }
    }
    return (road, district)
  }

  @Test("nonsense is no street, and pieces that say wrong things of themselves are read as far as they go")
  func nonsense() {
    var piece = Self.empty(43.77, 11.25)
    Self.add(.roadName, "Via Roma", [[(0, 900), (1000, 900)]], to: &piece)
    let point = Self.point(500, 905, in: piece)
    for bad in [MapPoint(x: .nan, y: 0.5), MapPoint(x: 0.5, y: .infinity), MapPoint(x: 1e300, y: -1e300)] {
      #expect(StreetPlace.nearest(to: bad, in: [piece]).isEmpty)
    }
    #expect(StreetPlace.nearest(to: point, in: []).isEmpty)
    #expect(StreetPlace.nearest(to: point, in: [piece], metresPerUnit: .nan).isEmpty)
    var broken = piece
    broken.features[0].parts = -3..<900
    broken.parts.append(-5..<100_000)
    broken.features[0].name = 77
    #expect(StreetPlace.nearest(to: point, in: [broken]).roadName == nil)
    broken.unit = .nan
    #expect(StreetPlace.nearest(to: point, in: [broken]).isEmpty)
  }
}
