// The names of the base map: which come first, where they stand, how they are written, and that they stay there.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy

@testable import MapScene

@Suite("Names of the base map")
struct BaseNamesTests {
  private let columns = 97
  private let rows = 30
  private var canvas: CanvasSize { CanvasSize(columns: columns, rows: rows, set: .braille) }

  private func camera(_ map: MapBuilder, _ x: Double, _ y: Double, metres: Double, bearing: Double = 0) -> Camera {
    var camera = Camera(region: metres, around: map.world(x, y), canvas: canvas)
    camera.bearing = bearing
    return camera
  }

  private func picture(_ map: MapBuilder, _ camera: Camera, look: Presentation = Presentation(), previous: BasePicture? = nil)
    -> BasePicture
  {
    namesPicture(map.scene(), camera, columns: columns, rows: rows, look: look, previous: previous)
  }

  // MARK: Which

  @Test("of two names that want one place the louder gets it, whatever the order in the file")
  func priorities() {
    // Pairs of kinds, the louder first, at a scale where both are named.
    let pairs: [(MapKind, MapKind, Double)] = [
      (.overlayPoint, .city, 20), (.country, .city, 2_000), (.city, .town, 100), (.town, .village, 100), (.village, .hamlet, 30),
      (.suburb, .pointOfInterest, 2), (.station, .pointOfInterest, 2), (.pointOfInterest, .houseNumber, 1), (.city, .region, 1_000),
    ]
    for (loud, quiet, metresAColumn) in pairs {
      for isLoudFirst in [true, false] {
        var map = MapBuilder()
        for kind in isLoudFirst ? [loud, quiet] : [quiet, loud] {
          // A wall of names: wherever the quiet one could go, the loud one's fellows stand.
          let name = kind == loud ? "Loud" : "Quiet"
          map.point(kind, name, 0, 0, rank: 20)
        }
        let camera = camera(map, 0, 0, metres: metresAColumn / 2 * 120)
        let labels = picture(map, camera).labels
        let first = labels.first.map { $0.text.uppercased().contains("LOUD") }
        #expect(first == true, "\(loud) before \(quiet): \(labels.map(\.text))")
      }
    }
  }

  @Test("of things of one kind the more important one is named where only one has room")
  func ranks() {
    for order in [[10, 200], [200, 10]] as [[UInt8]] {
      var map = MapBuilder()
      for rank in order { map.point(.city, "Rank \(rank)", Double(rank), 0, rank: rank) }
      #expect(picture(map, camera(map, 0, 0, metres: 40_000)).labels.map(\.text) == ["•Rank 10"])
    }
  }

  @Test("a capital goes before a city of the same rank, and is written bold")
  func capital() {
    var map = MapBuilder()
    map.point(.city, "Aaa", 0, 0, rank: 60)
    map.point(.city, "Capital", 100, 0, rank: 60, flags: .capital)
    let look = Presentation(theme: Theme(depth: .direct, backdrop: .dark))
    let labels = picture(map, camera(map, 0, 0, metres: 40_000), look: look).labels
    #expect(labels.map(\.text) == ["•Capital"])
    #expect(labels[0].style.attributes.contains(.bold))
  }

  @Test("each kind is named at its scales only")
  func scales() {
    let expected: [(MapKind, near: Bool, town: Bool, region: Bool, continent: Bool)] = [
      (.country, false, false, true, true), (.city, true, true, true, true), (.town, true, true, false, false),
      (.village, true, true, false, false), (.hamlet, true, false, false, false), (.pointOfInterest, true, false, false, false),
      (.station, true, false, false, false), (.peak, true, true, false, false),
    ]
    for row in expected {
      for (metresAColumn, isNamed) in [(4.0, row.near), (80, row.town), (2_000, row.region), (15_000, row.continent)] {
        // Rank 20: important of its kind.
        var map = MapBuilder()
        map.point(row.0, "Name", 0, 0, rank: 20)
        let labels = picture(map, camera(map, 0, 0, metres: metresAColumn / 2 * 120)).labels
        #expect(labels.isEmpty == !isNamed, "\(row.0) at \(metresAColumn) m a column")
      }
    }
  }

  @Test("house numbers are named by their number, at the closest scales")
  func houses() {
    var map = MapBuilder()
    map.line(.houseNumber, nil, [(0, 0)], reference: "12 bis")
    #expect(picture(map, camera(map, 0, 0, metres: 60)).labels.map(\.text) == ["12 bis"])
    #expect(picture(map, camera(map, 0, 0, metres: 600)).labels.isEmpty)
  }

  // MARK: Where

  @Test("no two names touch: a blank column is between them, by brute force", arguments: [0.0, 37, 90, 180, 300])
  func collisions(bearing: Double) {
    var random = SeededGenerator.announced("collisions \(bearing)")
    for round in 0..<12 {
      let map = MapBuilder.city(seed: UInt64(round))
      let metres = random.pick([150.0, 300, 700, 1_500, 5_000])
      let camera = camera(map, random.double(0...4_000), random.double(0...4_000), metres: metres, bearing: bearing)
      let labels = picture(map, camera).labels
      var taken: [CellPosition: String] = [:]
      for label in labels {
        #expect(label.width == TextWidth.columns(of: label.text))
        #expect(label.row >= 0 && label.row < rows && label.column >= 0 && label.column + label.width <= columns, "\(label) leaves the map")
        for column in label.column..<(label.column + label.width) {
          let other = taken.updateValue(label.text, forKey: CellPosition(column: column, row: label.row))
          #expect(other == nil, "\(label.text) over \(other ?? "")")
        }
      }
      for label in labels {
        for column in [label.column - 1, label.column + label.width] {
          let beside = taken[CellPosition(column: column, row: label.row)]
          #expect(beside == nil, "\(label.text) touches \(beside ?? "")")
        }
      }
    }
  }

  @Test("a town's mark stands on the town, however the map is turned", arguments: [0.0, 37, 90, 180, 300])
  func marks(bearing: Double) {
    var random = SeededGenerator.announced("marks \(bearing)")
    var seen = 0
    for _ in 0..<60 {
      var map = MapBuilder()
      let (x, y) = (random.double(-20_000...20_000), random.double(-8_000...8_000))
      map.point(.city, "Town", x, y, rank: 30)
      let camera = camera(map, 0, 0, metres: 40_000, bearing: bearing)
      let transform = MapTransform(camera, canvas: canvas)
      let dot = transform.dot(map.world(x, y))
      guard let label = picture(map, camera).labels.first else { continue }
      let mark = label.text.hasPrefix("•") ? label.column : label.column + label.width - 1
      #expect(abs((dot.x + 0.5) / 2 - 0.5 - Double(mark)) < 0.6)
      #expect(abs((dot.y + 0.5) / 4 - 0.5 - Double(label.row)) < 0.6)
      seen += 1
    }
    #expect(seen > 25)
  }

  @Test("a level street is named in the middle of what is seen of it, on the street")
  func levelStreet() {
    for (from, to) in [(-300.0, 300.0), (-100, 300), (-300, 100)] {
      var map = MapBuilder()
      map.line(.roadName, "Long Road", [(from, 0), (to, 0)], rank: 60)
      let camera = camera(map, 0, 0, metres: 400)
      let labels = picture(map, camera).labels
      let transform = MapTransform(camera, canvas: canvas)
      let (first, last) = (transform.dot(map.world(from, 0)), transform.dot(map.world(to, 0)))
      let (left, right) = (max(0, first.x / 2), min(Double(columns), last.x / 2))
      #expect(labels.count == 1)
      if let label = labels.first {
        #expect(label.row == Int((first.y + 0.5) / 4))
        let middle = Double(label.column) + Double(label.width) / 2
        #expect(abs(middle - (left + right) / 2) < 17, "\(middle) of \(left)…\(right)")
      }
    }
  }

  @Test("a street that is shorter than its name is not named, nor one that is a corner of the view")
  func shortStreet() {
    var map = MapBuilder()
    map.line(.roadName, "A Name That Is Too Long", [(-30, 0), (30, 0)], rank: 60)
    #expect(picture(map, camera(map, 0, 0, metres: 400)).labels.isEmpty)
    #expect(picture(map, camera(map, 0, 0, metres: 100)).labels.map(\.text) == ["A Name That Is Too Long"])
  }

  @Test("a street from north to south is named across itself, in its middle")
  func steepStreet() {
    var map = MapBuilder()
    map.line(.roadName, "North Road", [(0, -150), (0, 150)], rank: 60)
    let camera = camera(map, 0, 0, metres: 400)
    let label = picture(map, camera).labels.first
    let dot = MapTransform(camera, canvas: canvas).dot(map.world(0, 0))
    #expect(label.map { abs($0.row - Int(dot.y / 4)) <= 5 } == true)
    #expect(label.map { $0.column <= Int(dot.x / 2) && $0.column + $0.width > Int(dot.x / 2) } == true)
  }

  @Test("a street that the edge of a tile cuts is named once, as the whole street is")
  func cutStreet() {
    var whole = MapBuilder()
    whole.line(.roadName, "Border Street", [(-200, 10), (200, 14)], rank: 60)
    var (left, right) = (MapBuilder(), MapBuilder())
    left.line(.roadName, "Border Street", [(-200, 10), (0, 12)], rank: 60)
    right.line(.roadName, "Border Street", [(0, 12), (200, 14)], rank: 60)
    let camera = camera(whole, 0, 0, metres: 400)
    let scene = BaseScene(parts: [BasePart(piece: left.piece), BasePart(piece: right.piece)], hasStreets: true, version: 1)
    let cut = namesPicture(scene, camera, columns: columns, rows: rows)
    #expect(cut.labels == picture(whole, camera).labels)
    #expect(cut.labels.count == 1)
  }

  @Test("the runs of a line are those that stepping along it finds", arguments: [0.0, 37, 90, 200])
  func runs(bearing: Double) throws {
    var random = SeededGenerator.announced("runs \(bearing)")
    for _ in 0..<40 {
      var map = MapBuilder()
      let way = (0..<4).map { _ in (random.double(-900...900), random.double(-500...500)) }
      map.line(.roadName, "x", way)
      let camera = camera(map, 0, 0, metres: 600, bearing: bearing)
      let transform = MapTransform(camera, canvas: canvas)
      let field = NameField(columns: columns, rows: rows)
      let view = try #require(PieceView(BasePart(piece: map.piece), transform))
      var found: Set<CellPosition> = []
      view.forEachRun(of: 0..<map.piece.points.count, of: map.piece, in: field.bounds) { run in
        for column in run.first...run.last { found.insert(CellPosition(column: Int(column), row: Int(run.row))) }
      }
      var expected: Set<CellPosition> = []
      var near: Set<CellPosition> = []
      for (a, b) in zip(way, way.dropFirst()) {
        for step in 0...4_000 {
          let share = Double(step) / 4_000
          let dot = transform.dot(map.world(a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share))
          let (x, y) = ((dot.x + 0.5) / 2, (dot.y + 0.5) / 4)
          let cell = CellPosition(column: Int(x.rounded(.down)), row: Int(y.rounded(.down)))
          guard field.bounds.columns.contains(cell.column), field.bounds.rows.contains(cell.row) else { continue }
          expected.insert(cell)
          for (dx, dy) in [(0.03, 0.0), (-0.03, 0), (0, 0.03), (0, -0.03)] {
            near.insert(CellPosition(column: Int((x + dx).rounded(.down)), row: Int((y + dy).rounded(.down))))
          }
        }
      }
      // A corner that the line just cuts may fall between two steps, and the points are rounded to decimetres.
      for cell in expected.subtracting(found) { #expect(near.contains(cell) && expected.count > 50 || expected.isEmpty, "missed \(cell)") }
      #expect(expected.subtracting(found).count <= 4)
      #expect(found.subtracting(expected.union(near)).count <= 4)
    }
  }

  @Test("a name is not repeated within forty columns, a long street gets it again beyond")
  func repeated() {
    var map = MapBuilder()
    map.line(.roadName, "Endless", [(-5_000, 0), (5_000, 0)], rank: 60)
    let labels = namesPicture(map.scene(), camera(map, 0, 0, metres: 400), columns: 200, rows: rows).labels
    #expect(labels.count >= 2)
    for (index, label) in labels.enumerated() {
      for other in labels[(index + 1)...] where other.row == label.row {
        let gap = max(other.column - label.column - label.width, label.column - other.column - other.width)
        #expect(gap >= NamePlacer.repeatDistance)
      }
    }
  }

  @Test("a road's number stands on the road beside its name")
  func numbers() {
    var map = MapBuilder()
    map.line(.roadName, "Coast Road", [(-300, 0), (300, 0)], rank: 20, reference: "A 8")
    let labels = picture(map, camera(map, 0, 0, metres: 400)).labels
    #expect(Set(labels.map(\.text)) == ["Coast Road", "A 8"])
    #expect(Set(labels.map(\.row)).count == 1)
  }

  @Test("towns keep a distance from each other, and a usual screen names about a dozen however many there are")
  func towns() {
    var random = SeededGenerator.announced("towns")
    var map = MapBuilder()
    for index in 0..<400 {
      map.point(.city, "Town \(index)", random.double(-300_000...300_000), random.double(-100_000...100_000), rank: UInt8(index / 2))
    }
    map.line(.waterName, "Long River", [(-200_000, 3_000), (200_000, 3_000)])
    let labels = picture(map, camera(map, 0, 0, metres: 200_000)).labels
    let towns = labels.filter { $0.text.contains("Town") }
    #expect((10...18).contains(towns.count), "\(towns.count)")
    #expect(labels.contains { $0.text == "Long River" })
    for (index, town) in towns.enumerated() {
      for other in towns[(index + 1)...] {
        let gap = max(other.column - town.column - town.width, town.column - other.column - other.width)
        #expect(gap >= 3 || abs(other.row - town.row) > 1, "\(town.text), \(other.text)")
      }
    }
    // The greatest is there.
    #expect(towns.contains { $0.text.contains("Town 0") || $0.text.contains("Town 1") })
  }

  @Test("a country is named where it is wide enough for it, by its rank")
  func countries() {
    // rank = −8 ln area: a country a hundredth of the world wide, and one a hundred-thousandth.
    for (rank, world, isNamed) in [(UInt8(74), 200.0, false), (74, 2_000, true), (184, 20_000, false)] {
      var map = MapBuilder()
      map.point(.country, "Land", 0, 0, rank: rank)
      let camera = Camera(center: map.world(0, 0), dotsPerUnit: world * 2)
      #expect(picture(map, camera).labels.isEmpty == !isNamed, "rank \(rank) at \(world) columns")
    }
  }

  // MARK: Language and script

  private func texts(_ kind: MapKind, _ name: MapName, _ language: Language, metres: Double = 40_000) -> [String] {
    var map = MapBuilder()
    map.point(kind, name.local, 0, 0, rank: 10, english: name.english, chinese: name.chinese)
    return picture(map, camera(map, 0, 0, metres: metres), look: Presentation(language: language)).labels.map(\.text)
  }

  @Test("names are in the language of the interface where the data have it")
  func languages() {
    let beijing = MapName(local: "北京", english: "Beijing", chinese: "北京")
    #expect(texts(.city, beijing, .english) == ["•北京 Beijing"])
    #expect(texts(.city, beijing, .chinese) == ["•北京"])
    let florence = MapName(local: "Firenze", english: "Florence", chinese: "佛罗伦萨")
    #expect(texts(.city, florence, .english) == ["•Florence"])
    #expect(texts(.city, florence, .chinese) == ["•佛罗伦萨"])
    #expect(texts(.city, MapName(local: "Nice"), .chinese) == ["•Nice"])
    // What is not widely known is called as on its signs.
    #expect(texts(.village, MapName(local: "Borgo", english: "Hamlet"), .english, metres: 3_000) == ["Borgo"])
    #expect(texts(.village, MapName(local: "上地", english: "Shangdi"), .english, metres: 3_000) == ["上地 Shangdi"])
    #expect(texts(.city, MapName(local: "香港 Hong Kong", english: "Hong Kong"), .english) == ["•香港 Hong Kong"])
    // Two directions of writing on one line would be put into disorder by a terminal.
    #expect(texts(.city, MapName(local: "القاهرة", english: "Cairo"), .english) == ["•Cairo"])
    #expect(texts(.country, MapName(local: "Deutschland", english: "Germany"), .english, metres: 400_000) == ["GERMANY"])
  }

  @Test("the shorter form is taken where both have no room")
  func shorterForm() {
    var map = MapBuilder()
    map.line(.roadName, "信息路", [(-35, 0), (35, 0)], rank: 60, english: "Xinxi Road")
    #expect(picture(map, camera(map, 0, 0, metres: 400)).labels.map(\.text) == ["Xinxi Road"])
    #expect(picture(map, camera(map, 0, 0, metres: 200)).labels.map(\.text) == ["信息路 Xinxi Road"])
  }

  @Test("wide characters count for two columns, and are cut at whole characters")
  func wide() {
    var map = MapBuilder()
    map.point(.suburb, String(repeating: "京", count: 40), 0, 0)
    let label = picture(map, camera(map, 0, 0, metres: 400)).labels.first
    #expect(label?.text == String(repeating: "京", count: 13) + "…")
    #expect(label?.width == 27)
  }

  @Test("hostile names reach no terminal, and do not trap")
  func hostile() {
    let names = [
      "\u{1B}[31mred\u{7}", "\u{202E}olleh", "\u{200B}\u{FEFF}", "", "   ", "\r\n\t\0", String(repeating: "x", count: 10_000),
      String(repeating: "\u{301}", count: 10_000), "e" + String(repeating: "\u{301}", count: 500),
      String(repeating: "\u{200D}", count: 5_000),
      "\u{E000}\u{10FFFF}", "a\u{2028}b", String(repeating: "界", count: 10_000), "👨‍👩‍👧‍👦", "\u{FDFD}\u{FDFD}",
    ]
    for name in names {
      for kind in [MapKind.city, .suburb, .country, .pointOfInterest, .overlayPoint] {
        for language in Language.allCases {
          var map = MapBuilder()
          map.point(kind, name, 0, 0, rank: 1, english: name, chinese: name)
          map.line(.roadName, name, [(-500, 50), (500, 50)], reference: name)
          for metres in [100.0, 100_000] {
            let found = picture(map, camera(map, 0, 0, metres: metres), look: Presentation(language: language))
            #expect(faults(of: found.namesGrid) == [])
            for label in found.labels {
              #expect(label.width <= WrittenName.widest + 1 && label.width > 0)
              #expect(label.text.unicodeScalars.allSatisfy { TextWidth.columns(of: $0) >= 0 })
              #expect(label.text.unicodeScalars.count <= 600)
            }
          }
        }
      }
    }
  }

  @Test("pieces that do not hold together are passed over")
  func broken() {
    let origin = MapPoint(x: 0.5, y: 0.4)
    let camera = Camera(center: origin, dotsPerUnit: 1e7)
    func feature(_ kind: MapKind, _ parts: Range<Int32>, name: Int32 = 0) -> MapFeature { MapFeature(kind: kind, parts: parts, name: name) }
    let point = LocalPoint(x: 0, y: 0)
    let pieces = [
      MapPiece(
        origin: origin, unit: 1e-7, frame: 0, features: [feature(.suburb, 0..<9)], parts: [0..<1], points: [point],
        names: [MapName(local: "a")]),
      MapPiece(
        origin: origin, unit: 1e-7, frame: 0, features: [feature(.suburb, -3..<1)], parts: [-4..<90], points: [point],
        names: [MapName(local: "a")]),
      MapPiece(
        origin: origin, unit: 1e-7, frame: 0, features: [feature(.roadName, 0..<1, name: 7)], parts: [0..<2], points: [point, point]),
      MapPiece(
        origin: MapPoint(x: .nan, y: .infinity), unit: .nan, frame: 0, features: [feature(.suburb, 0..<1)], parts: [0..<1], points: [point]),
      MapPiece(
        origin: origin, unit: 1e-3, frame: 4_096, features: [feature(.roadName, 0..<1)], parts: [0..<2],
        points: [LocalPoint(x: .min, y: .min), LocalPoint(x: .max, y: .max)], names: [MapName(local: "a")]),
    ]
    for piece in pieces {
      for turn in [0, -1, 900, .max] {
        for window in [nil, WorldBox(minX: .nan, minY: 0, maxX: .nan, maxY: 1), WorldBox(minX: 0, minY: 0, maxX: 1, maxY: 1)] {
          let scene = BaseScene(parts: [BasePart(piece: piece, window: window, turn: turn)])
          #expect(namesPicture(scene, camera, columns: columns, rows: rows).labels.count <= 1)
        }
      }
    }
  }

  @Test("what lies outside a part's window is not named")
  func window() {
    var map = MapBuilder()
    map.point(.station, "In", -50, 0)
    map.point(.station, "Out", 50, 0)
    let (from, to) = (map.world(-100, -100), map.world(0, 100))
    let box = WorldBox(minX: from.x, minY: from.y, maxX: to.x, maxY: to.y)
    let scene = BaseScene(parts: [BasePart(piece: map.piece, window: box)])
    #expect(namesPicture(scene, camera(map, 0, 0, metres: 400), columns: columns, rows: rows).labels.map(\.text) == ["▪In"])
  }

  @Test("a piece that is turned around the world is named where it is seen")
  func turned() {
    var map = MapBuilder()
    map.point(.station, "Here", 0, 0)
    var camera = camera(map, 0, 0, metres: 400)
    let expected = picture(map, camera).labels
    camera.center.x += 1
    let scene = BaseScene(parts: [BasePart(piece: map.piece, turn: 1)], version: 1)
    #expect(namesPicture(scene, camera, columns: columns, rows: rows).labels == expected)
    #expect(expected.count == 1)
  }

  @Test("without names where the person wants none")
  func switchedOff() {
    let city = MapBuilder.city()
    for detail in BaseDetail.allCases {
      var scene = city.scene()
      scene.detail = detail
      let labels = basePicture(scene, camera(city, 2_000, 2_000, metres: 400), columns: columns, rows: rows).labels
      #expect(labels.isEmpty == (detail == .none || detail == .unnamed), "\(detail)")
    }
  }
}
