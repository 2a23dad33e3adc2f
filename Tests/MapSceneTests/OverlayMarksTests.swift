// The points of overlays: a mark in every cell that has one, whether there is a name or not, and names spread over the view.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("Points of overlays")
struct OverlayMarksTests {
  private let columns = 97
  private let rows = 30
  private var canvas: CanvasSize { CanvasSize(columns: columns, rows: rows, set: .braille) }

  /// A piece of points in metres around an origin, named or not, as a file's reader would make it.
  private static func piece(_ points: [(x: Double, y: Double)], named: (Int) -> Bool = { _ in true }) -> MapPiece {
    var piece = MapBuilder().piece
    let metre = piece.unit * 10
    for (index, point) in points.enumerated() {
      piece.points.append(LocalPoint(x: Int32(point.x * metre / piece.unit), y: Int32(point.y * metre / piece.unit)))
      piece.parts.append(Int32(index)..<Int32(index + 1))
      var feature = MapFeature(kind: .overlayPoint, parts: Int32(index)..<Int32(index + 1))
      if named(index) {
        feature.name = Int32(piece.names.count)
        piece.names.append(MapName(local: "n\(index)"))
      }
      piece.features.append(feature)
    }
    return piece
  }

  private func camera(metres: Double, bearing: Double = 0, set: GlyphSet = .braille) -> Camera {
    var camera = Camera(region: metres, around: MapBuilder().world(0, 0), canvas: CanvasSize(columns: columns, rows: rows, set: set))
    camera.bearing = bearing
    return camera
  }

  private func scene(_ pieces: [MapPiece], _ detail: BaseDetail = .full) -> BaseScene {
    BaseScene(parts: pieces.map { BasePart(piece: $0) }, detail: detail, version: 1)
  }

  private func picture(_ scene: BaseScene, _ camera: Camera, look: Presentation = Presentation(), previous: BasePicture? = nil)
    -> BasePicture
  {
    basePicture(scene, camera, columns: columns, rows: rows, look: look, previous: previous)
  }

  /// The cells with a point, one point after the other.
  private func cells(_ pieces: [MapPiece], _ transform: MapTransform) -> Set<CellPosition> {
    var cells: Set<CellPosition> = []
    for piece in pieces {
      for point in piece.points {
        let dot = transform.dot(piece.world(point))
        let column = ((dot.x + 0.5) / Double(transform.canvas.dotsPerColumn)).rounded(.down)
        let row = ((dot.y + 0.5) / Double(transform.canvas.dotsPerRow)).rounded(.down)
        if column >= 0, row >= 0, column < Double(columns), row < Double(rows) {
          cells.insert(CellPosition(column: Int(column), row: Int(row)))
        }
      }
    }
    return cells
  }

  private static func scattered(_ count: Int, over metres: Double, seed: UInt64 = 5) -> [(x: Double, y: Double)] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in (random.double(-metres...metres), random.double(-metres...metres)) }
  }

  /// Labels of the overlay, by the cell of their mark.
  private func marked(_ label: BaseLabel, _ sign: String) -> CellPosition {
    CellPosition(column: label.text.hasPrefix(sign) ? label.column : label.column + label.width - 1, row: label.row)
  }

  private func wholePicture(_ moment: Moment) -> MapPicture {
    var picture = MapPicture(columns: columns, rows: rows, set: moment.look.glyphs.dots, camera: moment.camera)
    picture.base = moment.base
    for layer in MapView.layers.reversed() { layer.paint(&picture, moment) }
    for layer in MapView.layers { layer.label(&picture, moment) }
    return picture
  }

  @Test("every cell with a point has one mark, however many points and pieces, however the map is turned", arguments: [0.0, 37, 90])
  func everyCell(bearing: Double) {
    for count in [1, 30, 2_000, 30_000] {
      let pieces = (0..<3).map { Self.piece(Self.scattered(count, over: 500, seed: UInt64($0)), named: { _ in false }) }
      let camera = camera(metres: 400, bearing: bearing)
      let found = picture(scene(pieces), camera)
      #expect(Set(found.marks.cells) == cells(pieces, MapTransform(camera, canvas: canvas)))
      #expect(Set(found.marks.cells).count == found.marks.cells.count)
      #expect(found.labels.isEmpty)
    }
  }

  @Test("a point without a name is seen, in every glyph set and however much of the map is shown")
  func nameless() {
    for set in GlyphSet.allCases {
      for detail in [BaseDetail.full, .lines, .unnamed] {
        let look = Presentation(glyphs: Glyphs(set))
        let canvas = CanvasSize(columns: columns, rows: rows, set: set)
        var route = RouteBuilder(latitude: 43.70, longitude: 7.42)
        route.point(latitude: 43.71, longitude: 7.42)
        var moment = Moment.of(route.journey(), at: 0, canvas: canvas, look: look)
        moment.camera = camera(metres: 400, set: set)
        moment.base = picture(scene([Self.piece([(20, 30)], named: { _ in false })], detail), moment.camera, look: look)
        var grid = CellGrid(width: columns, height: rows)
        MapView.draw(moment, into: &grid, rect: Rect(column: 0, row: 0, width: columns, height: rows))
        let sign: Character = look.glyphs.plain.contains(.symbols) ? "o" : "○"
        #expect(grid.text.joined().count { $0 == sign } == 1, "\(set) \(detail)")
      }
    }
  }

  @Test("a mark stands over nothing of the track and of the marker, and over no text")
  func beneathTheTrack() {
    var route = RouteBuilder(latitude: 43.74, longitude: 7.415)
    route.point(latitude: 43.74, longitude: 7.425)
    let field = (0..<20_000).map { index -> (x: Double, y: Double) in
      let (column, row) = (Double(index % 200), Double(index / 200))
      return (column * 4 - 400, row * 4 - 200)
    }
    for set in GlyphSet.allCases {
      let look = Presentation(glyphs: Glyphs(set))
      let canvas = CanvasSize(columns: columns, rows: rows, set: set)
      var moment = Moment.of(route.journey(), at: 20, canvas: canvas, look: look)
      moment.camera = camera(metres: 300, set: set)
      moment.base = picture(scene([Self.piece(field, named: { _ in false })]), moment.camera, look: look)
      let drawn = wholePicture(moment)
      let sign = moment.base?.marks.sign ?? ""
      let marks = drawn.texts.filter { $0.text == sign }
      #expect(marks.count > 1_000)
      var taken: Set<CellPosition> = []
      for text in drawn.texts {
        for column in text.column..<(text.column + TextWidth.columns(of: text.text)) {
          #expect(taken.insert(CellPosition(column: column, row: text.row)).inserted)
        }
      }
      for mark in marks { #expect(drawn.canvas.topLayer(column: mark.column, row: mark.row) < CompanionLayer.layer) }
      if let cell = drawn.cell(of: drawn.transform.dot(moment.markerPoint)) {
        #expect(!marks.contains { $0.row == cell.row && $0.column == cell.column })
      }
    }
  }

  @Test("where marks are few, no name hides one or touches another's", arguments: [0.0, 37])
  func namesBesideMarks(bearing: Double) {
    let pieces = [Self.piece(Self.scattered(400, over: 1_000))]
    var map = MapBuilder.city().piece
    map.origin = MapBuilder().world(-2_000, -2_000)
    let camera = camera(metres: 900, bearing: bearing)
    let found = picture(scene([map] + pieces), camera)
    let marks = Set(found.marks.cells)
    let own = found.labels.filter { $0.text.hasPrefix("○") || $0.text.hasSuffix("○") }
    #expect(own.count > 40)
    #expect(found.labels.count > own.count)
    for label in found.labels {
      let mark = marked(label, "○")
      let isOwn = label.text.hasPrefix("○") || label.text.hasSuffix("○")
      #expect(!isOwn || marks.contains(mark))
      for column in label.column..<(label.column + label.width) {
        let cell = CellPosition(column: column, row: label.row)
        #expect(!marks.contains(cell) || isOwn && cell == mark, "\(label.text) hides a mark")
      }
    }
  }

  @Test("with any number of points names and marks are spread over the whole view", arguments: [6_500, 20_000, 200_000])
  func spread(count: Int) {
    // In rows from the north, as a file may have them, in many pieces.
    let points = Self.scattered(count, over: 500).sorted { $0.y < $1.y }
    let pieces = stride(from: 0, to: count, by: 256).map { Self.piece(Array(points[$0..<min($0 + 256, count)])) }
    let found = picture(scene(pieces), camera(metres: 400))
    let names = found.labels.filter { $0.text.contains("○") }
    // A dozen parts of the view, and in each of them some of both.
    for part in 0..<12 {
      let across = (part % 4 * columns / 4)..<((part % 4 + 1) * columns / 4)
      let down = (part / 4 * rows / 3)..<((part / 4 + 1) * rows / 3)
      #expect(names.contains { across.contains($0.column) && down.contains($0.row) }, "no name in part \(part)")
      let marks = found.marks.cells.count { across.contains($0.column) && down.contains($0.row) }
      #expect(marks * 3 > across.count * down.count)
    }
    // Names do not fill it: most marks are seen.
    #expect(names.reduce(0) { $0 + $1.width } * 3 < columns * rows)
  }

  @Test("the order of the pieces changes nothing")
  func order() {
    let pieces = (0..<5).map { Self.piece(Self.scattered(500, over: 500, seed: UInt64($0))) }
    let one = picture(scene(pieces), camera(metres: 400))
    let other = picture(scene(pieces.reversed()), camera(metres: 400))
    #expect(one.labels == other.labels)
    #expect(one.marks == other.marks)
    #expect(!one.labels.isEmpty)
  }

  @Test("over sixty pans of a cell, what stays in view keeps its mark and its name, drawn anew or not", arguments: [0.0, 37])
  func panning(bearing: Double) {
    var random = SeededGenerator.announced("overlay panning \(bearing)")
    for count in [300, 15_000] {
      let scene = scene([Self.piece(Self.scattered(count, over: 1_000))])
      var camera = camera(metres: 400, bearing: bearing)
      var before = picture(scene, camera)
      var (kept, all) = (0, 0)
      for _ in 0..<60 {
        let heading = random.pick([(2.0, 0.0), (-2, 0), (0, 4), (0, -4)])
        camera = camera.panned(x: heading.0, y: heading.1)
        let after = picture(scene, camera, previous: before)
        let (old, new) = (before.key.transform.firstCell, after.key.transform.firstCell)
        let (across, down) = (old.column - new.column, old.row - new.row)
        let moved = Set(before.marks.cells.map { CellPosition(column: $0.column + across, row: $0.row + down) })
        let inside = moved.filter { $0.column >= 0 && $0.row >= 0 && $0.column < columns && $0.row < rows }
        #expect(inside.isSubset(of: after.marks.cells))
        let labels = Set(after.labels.map { "\($0.text) \($0.column) \($0.row)" })
        for label in before.labels {
          let (column, row) = (label.column + across, label.row + down)
          guard column >= 0, row >= 0, row < rows, column + label.width <= columns else { continue }
          #expect(labels.contains("\(label.text) \(column) \(row)"))
        }
        // Drawn at once, most of it is the same: which names are tried goes by the ground, not by the view.
        let fresh = Set(picture(scene, camera).labels.map(\.text))
        all += after.labels.count
        kept += after.labels.count { fresh.contains($0.text) }
        before = after
      }
      #expect(all > 500)
      #expect(kept * 10 > all * 8, "\(kept) of \(all) of \(count)")
    }
  }

  @Test("of the points in a cell the one with a name is named, of several the most important")
  func best() {
    var map = MapBuilder()
    for (name, rank) in [("Low", UInt8(200)), ("High", 10), ("Middle", 100)] { map.point(.overlayPoint, name, 5, 5, rank: rank) }
    let nameless = Self.piece([(5, 5), (5.1, 5.1)], named: { _ in false })
    for pieces in [[map.piece, nameless], [nameless, map.piece]] {
      let found = picture(scene(pieces), camera(metres: 400))
      #expect(found.labels.map(\.text) == ["○High"])
      #expect(found.marks.cells.count == 1)
    }
  }

  @Test("pieces that do not hold together mark nothing and do not trap")
  func broken() {
    let origin = MapPoint(x: 0.5, y: 0.4)
    let camera = Camera(center: origin, dotsPerUnit: 1e7)
    for parts in [Int32(-3)..<1, 0..<9, -9..<(-3), .min..<(.max)] {
      for range in [Int32(-4)..<90, 5..<7, .min..<(.max)] {
        for name in [Int32(-1), 0, 7, .min, .max] {
          let piece = MapPiece(
            origin: origin, unit: 1e-7, frame: 0, features: [MapFeature(kind: .overlayPoint, parts: parts, name: name)], parts: [range],
            points: [LocalPoint(x: 0, y: 0), LocalPoint(x: .min, y: .max)], names: [MapName(local: "a")])
          for turn in [0, -1, .max] {
            let scene = BaseScene(parts: [BasePart(piece: piece, turn: turn)])
            #expect(namesPicture(scene, camera, columns: columns, rows: rows).marks.cells.count <= 1)
          }
        }
      }
    }
  }

  @Test("a mark in a run of cells is found, by brute force")
  func touching() {
    var random = SeededGenerator.announced("touching")
    for _ in 0..<300 {
      let cells = Set(
        (0..<random.pick([0, 1, 5, 40])).map { _ in CellPosition(column: Int(random.double(0...19)), row: Int(random.double(0...9))) })
      let marks = BaseMarks(cells: cells.sorted { ($0.row, $0.column) < ($1.row, $1.column) })
      let (column, row, width) = (Int(random.double(-5...22)), Int(random.double(-2...11)), Int(random.double(0...9)))
      let expected = cells.contains { $0.row == row && (column..<(column + width)).contains($0.column) }
      #expect(marks.touch(column: column, row: row, width: width) == expected)
    }
  }
}
