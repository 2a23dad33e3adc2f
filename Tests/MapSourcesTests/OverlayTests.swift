// Tests GeoJSON as an overlay.

import BaseMap
import Testing
import TrackGeodesy

@testable import MapSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("GeoJSON overlays")
struct OverlayTests {
  private let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  private func pieces(_ text: String) throws -> [MapPiece] { try overlay(text).pieces }

  private func overlay(_ text: String, as name: String = "places.geojson") throws -> (info: MapInfo, pieces: [MapPiece]) {
    guard case .overlay(let info, let pieces) = try MapOpener.open(path: folder.write(text, as: name), number: 3) else {
      throw MapError("not an overlay")
    }
    for piece in pieces { try check(piece) }
    return (info, pieces)
  }

  /// What every piece promises.
  private func check(_ piece: MapPiece) throws {
    #expect(!piece.features.isEmpty)
    #expect(zip(piece.features, piece.features.dropFirst()).allSatisfy { $0.kind.rawValue <= $1.kind.rawValue })
    for feature in piece.features {
      #expect(feature.parts.lowerBound >= 0 && Int(feature.parts.upperBound) <= piece.parts.count && !feature.parts.isEmpty)
      #expect(Int(feature.name) < piece.names.count)
    }
    #expect(piece.parts.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= piece.points.count && !$0.isEmpty })
    #expect(piece.points.allSatisfy { (1..<piece.frame).contains($0.x) && (1..<piece.frame).contains($0.y) }, "nothing lies on the frame")
  }

  /// The places of a feature's parts in degrees, as texts of five digits.
  private func parts(_ feature: MapFeature, _ piece: MapPiece) -> [[String]] {
    piece.parts[Int(feature.parts.lowerBound)..<Int(feature.parts.upperBound)].map { part in
      piece.points[Int(part.lowerBound)..<Int(part.upperBound)].map { point in
        let place = WebMercator.unproject(piece.world(point))
        func rounded(_ value: Double) -> String {
          let value = (value * 1e5).rounded() / 1e5
          return value == value.rounded() ? "\(Int(value))" : "\(value)"
        }
        return "\(rounded(place.longitude)),\(rounded(place.latitude))"
      }
    }
  }

  private func feature(_ type: String, _ coordinates: String, _ properties: String = "{}") -> String {
    #"{"type":"Feature","properties":\#(properties),"geometry":{"type":"\#(type)","coordinates":\#(coordinates)}}"#
  }

  private func collection(_ features: [String]) -> String {
    #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
  }

  @Test("Every type of geometry")
  func geometries() throws {
    let ring = "[[0,0],[4,0],[4,4],[0,4],[0,0]]"
    let hole = "[[1,1],[2,1],[2,2],[1,1]]"
    let drawn: [(String, String, MapKind, [[[String]]])] = [
      ("Point", "[11.25,43.77]", .overlayPoint, [[["11.25,43.77"]]]),
      ("MultiPoint", "[[1,2],[3,4]]", .overlayPoint, [[["1,2"]], [["3,4"]]]),
      ("LineString", "[[1,2],[3,4],[3,4],[5,6,700]]", .overlayLine, [[["1,2", "3,4", "5,6"]]]),
      ("MultiLineString", "[[[1,2],[3,4]],[[5,6],[7,8]]]", .overlayLine, [[["1,2", "3,4"]], [["5,6", "7,8"]]]),
      (
        "Polygon", "[\(ring),\(hole)]", .overlayArea, [[["0,0", "4,0", "4,4", "0,4"], ["1,1", "2,1", "2,2"]]]
      ),
      (
        "MultiPolygon", "[[\(ring)],[\(hole)]]", .overlayArea, [[["0,0", "4,0", "4,4", "0,4"]], [["1,1", "2,1", "2,2"]]]
      ),
    ]
    for (type, coordinates, kind, expected) in drawn {
      for text in [
        feature(type, coordinates), #"{"coordinates":\#(coordinates),"type":"\#(type)"}"#, collection([feature(type, coordinates)]),
        #"{"type":"GeometryCollection","geometries":[{"type":"\#(type)","coordinates":\#(coordinates)}]}"#,
        "\u{FEFF} \u{1E}" + feature(type, coordinates) + "\n",
      ] {
        let pieces = try pieces(text)
        let found = pieces.flatMap { piece in piece.features.map { (kind: $0.kind, parts: parts($0, piece)) } }
        #expect(found.allSatisfy { $0.kind == kind })
        #expect(Set(found.map(\.parts)) == Set(expected), "\(text)")
      }
    }
  }

  @Test("Areas come first, then lines, then points")
  func order() throws {
    let kinds = try pieces(
      collection([
        feature("Point", "[1,1]"), feature("LineString", "[[1,1],[2,2]]"), feature("Polygon", "[[[0,0],[1,0],[1,1],[0,0]]]"),
        feature("Point", "[50,50]"),
      ])
    ).flatMap { $0.features.map(\.kind) }
    #expect(kinds == [.overlayArea, .overlayLine, .overlayPoint, .overlayPoint])
  }

  @Test("Names, also in English and Chinese, whichever member comes first")
  func names() throws {
    let named: [(String, MapName?)] = [
      (#"{"name":"上地"}"#, MapName(local: "上地")), (#"{"title":"A \"b\""}"#, MapName(local: "A \"b\"")),
      (#"{"title":"b","name":"a"}"#, MapName(local: "a")), (#"{"title":"b","Name":"a"}"#, MapName(local: "a")),
      (#"{"NAME":"c","name":"a"}"#, MapName(local: "a")), (#"{"name":"a","NAME":"c"}"#, MapName(local: "a")),
      (#"{"NAME":"c"}"#, MapName(local: "c")),
      (#"{"nAmE":"c"}"#, nil),
      (#"{"name":"","title":"t"}"#, MapName(local: "t")),
      (#"{"name":"北京","name:en":"Beijing","name:zh":"北京"}"#, MapName(local: "北京", english: "Beijing")),
      (#"{"name_en":"Rome","name":"Roma","name_zh":"罗马"}"#, MapName(local: "Roma", english: "Rome", chinese: "罗马")),
      (#"{"name":7,"other":{"name":"x"},"list":["name","y"]}"#, nil), ("null", nil),
    ]
    for (properties, name) in named {
      let texts = [
        feature("Point", "[1,1]", properties),
        #"{"geometry":{"coordinates":[1,1],"type":"Point"},"properties":\#(properties),"type":"Feature"}"#,
      ]
      for text in texts {
        let piece = try #require(try pieces(text).first)
        #expect(piece.name(of: piece.features[0]) == name, "\(properties)")
      }
    }
    let long = try #require(try pieces(feature("Point", "[1,1]", #"{"name":"\#(String(repeating: "北", count: 5000))"}"#)).first)
    #expect(long.names[0].local == String(repeating: "北", count: 66) + "…")
  }

  @Test("The name of several areas goes to the largest")
  func largest() throws {
    let text = feature("MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]],[[[10,0],[19,0],[19,9],[10,0]]]]", #"{"name":"isles"}"#)
    let named = try pieces(text).flatMap { piece in piece.features.filter { $0.name >= 0 }.map { parts($0, piece) } }
    #expect(named == [[["10,0", "19,0", "19,9"]]])
  }

  @Test("Across the antimeridian lines and areas go the short way")
  func antimeridian() throws {
    let line = try #require(try pieces(feature("LineString", "[[178,-17],[-179,-18]]")).first)
    #expect(parts(line.features[0], line) == [["178,-17", "181,-18"]])
    let area = try #require(
      try pieces(feature("Polygon", "[[[177,-20],[-178,-20],[-178,-12],[177,-12],[177,-20]],[[-179.5,-15],[-179,-15],[-179,-14]]]")).first)
    #expect(
      parts(area.features[0], area) == [["177,-20", "182,-20", "182,-12", "177,-12"], ["180.5,-15", "181,-15", "181,-14"]])
    // As the middle of each lies in the world, wherever it was begun.
    let other = try #require(try pieces(feature("LineString", "[[-170,0],[175,0]]")).first)
    #expect(parts(other.features[0], other) == [["-170,0", "-185,0"]])
    let (info, _) = try overlay(feature("LineString", "[[178,-17],[-179,-18]]"))
    let box = try #require(info.bounds)
    #expect(abs(box.width - 3.0 / 360) < 1e-6)
  }

  @Test("A map of the whole world, and a ring around a pole, stay as they are")
  func wholeWorld() throws {
    let world = try #require(try pieces(feature("Polygon", "[[[-180,-80],[180,-80],[180,80],[-180,80],[-180,-80]]]")).first)
    #expect(parts(world.features[0], world) == [["-180,-80", "180,-80", "180,80", "-180,80"]])
    let south = "[[-180,-85],[180,-85],[180,-70],[90,-65],[0,-70],[-90,-72],[-180,-70],[-180,-85]]"
    let pole = try #require(try pieces(feature("Polygon", "[\(south)]")).first)
    #expect(parts(pole.features[0], pole)[0].count == 7)
    #expect(parts(pole.features[0], pole)[0][1] == "180,-85")
    // A line that goes around the world again and again has no leg of more than half a turn.
    let spiral = (0..<200).map { "[\(($0 * 47 + 180) % 360 - 180),\(Double($0) / 4)]" }.joined(separator: ",")
    for piece in try pieces(feature("LineString", "[\(spiral)]")) {
      for part in piece.parts {
        let points = piece.points[Int(part.lowerBound)..<Int(part.upperBound)]
        for (a, b) in zip(points, points.dropFirst()) { #expect(abs(piece.world(a).x - piece.world(b).x) < 0.5) }
      }
    }
  }

  @Test("Positions that are none are left out; what stays is drawn")
  func badPositions() throws {
    let line = try #require(
      try pieces(feature("LineString", #"[[1,1],[2],[null,3],["a","b"],[2,2],[NaN,1],[3,99],[3,3],[4,4],[5,5]]"#)).first)
    #expect(parts(line.features[0], line) == [["1,1", "2,2", "3,3", "4,4", "5,5"]])
    for text in [
      feature("LineString", "[[1,1]]"), feature("Polygon", "[[[0,0],[1,1],[0,0]]]"), feature("Point", "[]"),
      feature("Polygon", "[[0,0],[1,1]]"),
      feature("Point", "[[1,2]]"), feature("LineString", "{}"), #"{"type":"Feature","geometry":null}"#, collection([]),
    ] {
      #expect(throws: MapError.self) { try pieces(text) }
    }
  }

  @Test("Large files are in pieces of neighbours, and nothing is lost")
  func splitting() throws {
    var numbers = SeededGenerator(seed: 3)
    let places = (0..<5000).map { _ in
      (longitude: Double.random(in: -180..<180, using: &numbers), latitude: Double.random(in: -80..<80, using: &numbers))
    }
    let points = places.enumerated().map { feature("Point", "[\($1.longitude),\($1.latitude)]", #"{"name":"n\#($0)"}"#) }
    let long = (0..<10_000).map { "[\(Double($0) / 100),\(Double($0 % 7) / 10)]" }.joined(separator: ",")
    let (info, pieces) = try overlay(collection(points + [feature("LineString", "[\(long)]", #"{"name":"road"}"#)]))
    var names: Set<String> = []
    var legs = 0
    for piece in pieces {
      #expect(piece.points.count <= 4096)
      for feature in piece.features {
        names.insert(piece.name(of: feature)?.local ?? "")
        if feature.kind == .overlayLine { legs += piece.parts[Int(feature.parts.lowerBound)].count - 1 }
      }
    }
    #expect(names.count == 5001)
    #expect(legs == 9999)
    #expect(info.number == 3)
    #expect(info.title == "places.geojson")
    // A small view meets few of the pieces: that is what they are made for.
    let view = WorldBox(minX: 0.5, minY: 0.4, maxX: 0.51, maxY: 0.41)
    let met = pieces.filter {
      let side = Double($0.frame) * $0.unit
      return WorldBox(minX: $0.origin.x, minY: $0.origin.y, maxX: $0.origin.x + side, maxY: $0.origin.y + side).touches(view)
    }
    #expect(met.count <= 3 && pieces.count >= 20)
  }

  @Test("A large area in squares covers what it covered, and is cut along their edges")
  func largeArea() throws {
    // A star with a hole, of 24,000 points, from 20°W to 60°E.
    let star = (0..<20_000).map { index in
      let angle = Double(index) / 20_000 * 2 * .pi
      let radius = 30 + 10 * sin(angle * 97)
      return (20 + radius * cos(angle), 10 + radius * sin(angle))
    }
    let hole = (0..<4_000).map { index in
      let angle = Double(index) / 4_000 * 2 * .pi
      return (20 + 8 * cos(angle), 10 + 8 * sin(angle))
    }
    func text(_ ring: [(Double, Double)]) -> String { "[" + ring.map { "[\($0.0),\($0.1)]" }.joined(separator: ",") + "]" }
    guard
      case .overlay(_, let pieces) = try MapOpener.open(
        path: folder.write(feature("Polygon", "[\(text(star)),\(text(hole))]", #"{"name":"star"}"#), as: "star.json"), number: 1)
    else { throw MapError("not an overlay") }
    #expect(pieces.count > 10)
    #expect(pieces.allSatisfy { $0.points.count <= AreaSplitter.most })
    #expect(pieces.filter { !$0.names.isEmpty }.count == 1)
    #expect(pieces.allSatisfy { piece in piece.points.allSatisfy { (0...piece.frame).contains($0.x) && (0...piece.frame).contains($0.y) } })
    // Even-odd, at places drawn by lot: in the pieces as in the area itself.
    func isInside(_ rings: [[MapPoint]], _ place: MapPoint) -> Bool {
      var inside = false
      for ring in rings {
        var before = ring[ring.count - 1]
        for point in ring {
          if (point.y > place.y) != (before.y > place.y),
            place.x < (before.x - point.x) * (place.y - point.y) / (before.y - point.y) + point.x
          {
            inside.toggle()
          }
          before = point
        }
      }
      return inside
    }
    let whole = [star, hole].map { $0.map { WebMercator.project(Coordinate(latitude: $0.1, longitude: $0.0)) } }
    let drawn = pieces.map { piece in
      (piece: piece, rings: piece.parts.map { part in piece.points[Int(part.lowerBound)..<Int(part.upperBound)].map(piece.world) })
    }
    var numbers = SeededGenerator(seed: 5)
    var wrong = 0
    for _ in 0..<500 {
      let place = MapPoint(x: Double.random(in: 0.4...0.7, using: &numbers), y: Double.random(in: 0.3...0.65, using: &numbers))
      let holders = drawn.count { isInside($0.rings, place) }
      if holders != (isInside(whole, place) ? 1 : 0) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("Several texts in one file, one a line")
  func lines() throws {
    let text = feature("Point", "[1,1]") + "\n" + feature("Point", "[2,2]") + "\n\u{1E}" + feature("Point", "[3,3]")
    #expect(try pieces(text).flatMap(\.features).count == 3)
  }

  @Test("Packed with gzip")
  func packed() throws {
    // {"type":"Point","coordinates":[1,2]} by Python's gzip.
    let packed = bytes(
      hex: "1f8b0800000000000203ab562aa92c4855b2520ac8cfcc2b51d2514acecf2f4ac9cc4b2c492d56b28a36d4318aad05006f15199f24000000")
    let path = try folder.write(packed, as: "x.geojson.gz")
    guard case .overlay(_, let pieces) = try MapOpener.open(path: path, number: 1) else { throw MapError("not an overlay") }
    #expect(parts(pieces[0].features[0], pieces[0]) == [["1,2"]])
    let cut = try folder.write(Array(packed.dropLast(9)), as: "y.geojson.gz")
    #expect(refusal(cut)?.hasSuffix("y.geojson.gz: the gzip data end too early") == true)
    let other = try folder.write(InflateTests.packed[0].1, as: "z.gz")
    #expect(refusal(other)?.hasSuffix("z.gz: holds something packed with gzip that is not GeoJSON") == true)
  }

  @Test("What would take more memory than it may is refused with what to do, and what fits is not")
  func memory() throws {
    var texts: [(text: String, isRefused: Bool)] = []
    let points = (0..<20_000).map { feature("Point", "[\(Double($0) / 1000),1]", #"{"name":"place number \#($0)"}"#) }
    texts.append((collection(points), true))
    texts.append((collection(Array(points.prefix(2_000))), false))
    // One a line, a line of many points, and many texts without names.
    texts.append((points.joined(separator: "\n"), true))
    texts.append((feature("LineString", "[" + (0..<20_000).map { "[\(Double($0) / 1000),1]" }.joined(separator: ",") + "]"), false))
    texts.append((feature("MultiPoint", "[" + (0..<40_000).map { "[\(Double($0) / 1000),1]" }.joined(separator: ",") + "]"), true))
    for (index, (text, isRefused)) in texts.enumerated() {
      let path = try folder.write(text, as: "\(index).geojson")
      let whole = try MapOpener.open(path: path, number: 1).overlayBytes
      #expect((whole > 1 << 20) == isRefused)
      do {
        let opened = try MapOpener.open(path: path, number: 1, overlayBytes: 1 << 20)
        #expect(!isRefused && opened.overlayBytes == whole)
      } catch {
        #expect(isRefused)
        #expect(
          error.description
            == "\(path): takes more than the 1 MB of memory that are left for overlays; a larger --map-cache makes room, or tippecanoe makes tiles "
            + "of it")
      }
    }
  }

  @Test("What was refused for its memory was not read to its end")
  func memoryAtOnce() throws {
    let points = (0..<5_000).map { feature("Point", "[\(Double($0) / 1000),1]", #"{"name":"p\#($0)"}"#) }
    let path = try folder.write(collection(points) + "{ no JSON", as: "a.geojson")
    do {
      _ = try MapOpener.open(path: path, number: 1, overlayBytes: 100_000)
      Issue.record("opened")
    } catch { #expect(error.description.contains("--map-cache")) }
    #expect(refusal(path)?.contains("is no JSON") == true)
  }

  @Test("What cannot be read says why")
  func refusals() throws {
    let said: [(String, String)] = [
      ("{", "breaks off in the middle of its JSON (line 1)"), ("{\n\n\"a\":x}", "line 3 is no JSON: "),
      ("{\"a\":1}", "JSON that is not GeoJSON, so there is nothing to draw in it"), ("[1,2]", "JSON that is not GeoJSON"),
      (String(repeating: "[", count: 1000), "line 1: arrays lie too deep in one another"),
      (#"{"type":"FeatureCollection","features":[]}"#, "GeoJSON without a geometry that can be drawn"),
      (#"{"type":"LineString","coordinates":[[691000,5336000],[692000,5337000]]}"#, "its coordinates are not longitudes and latitudes"),
    ]
    for (text, reason) in said {
      let sentence = try #require(refusal(try folder.write(text, as: "a.json")))
      #expect(sentence.hasPrefix("\(folder.path)/a.json: \(reason)"), "\(sentence)")
    }
  }
}
