// Texts on the map: no two overlap, none leaves the map, none covers the marker.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("Texts on the map")
struct LabelTests {
  private func cells(of text: (text: String, column: Int, row: Int, style: Style)) -> [CellPosition] {
    (0..<TextWidth.columns(of: text.text)).map { CellPosition(column: text.column + $0, row: text.row) }
  }

  private func expectNoOverlap(_ picture: MapPicture, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    var taken: Set<CellPosition> = []
    for text in picture.texts {
      for cell in cells(of: text) {
        #expect(taken.insert(cell).inserted, "\(name): \(text.text) covers another text at \(cell)", sourceLocation: sourceLocation)
        #expect(
          (0..<picture.columns).contains(cell.column) && (0..<picture.rows).contains(cell.row), "\(name): \(text.text) outside at \(cell)",
          sourceLocation: sourceLocation)
      }
    }
    let words = picture.texts.filter { TextWidth.columns(of: $0.text) > 1 }
    let ends = Dictionary(words.map { (CellPosition(column: $0.column + TextWidth.columns(of: $0.text), row: $0.row), $0.text) }) { $1 }
    for text in words {
      let before = ends[CellPosition(column: text.column, row: text.row)]
      #expect(before == nil, "\(name): \(before ?? "")|\(text.text) run together", sourceLocation: sourceLocation)
    }
  }

  @Test("no two texts of the whole map overlap, at any size, scale and place")
  func wholeMaps() {
    var random = SeededGenerator.announced("wholeMaps")
    let journeys = TestJourney.all()
    for _ in 0..<400 {
      let journey = random.pick(journeys)
      let set = random.pick(GlyphSet.allCases)
      let (columns, rows) = (random.int(1...150), random.int(1...50))
      let canvas = CanvasSize(columns: columns, rows: rows, set: set)
      let look = Presentation(glyphs: Glyphs(set), units: random.pick(UnitSystem.allCases), language: random.pick(Language.allCases))
      var moment = Moment.of(journey, at: random.double(0...max(1, journey.timeline.duration)), canvas: canvas, look: look)
      if !random.once(in: 4) {
        moment.camera = Camera(region: random.pick([60, 150, 400, 900, 3_000, 40_000, 5e6]), around: moment.markerPoint, canvas: canvas)
        if random.once(in: 3) { moment.camera.bearing = random.double(0...360) }
        if random.once(in: 3) { moment.camera = moment.camera.panned(x: random.double(-200...200), y: random.double(-200...200)) }
      }
      var picture = MapPicture(columns: columns, rows: rows, set: set, camera: moment.camera)
      for layer in MapView.layers.reversed() { layer.paint(&picture, moment) }
      for layer in MapView.layers { layer.label(&picture, moment) }
      expectNoOverlap(picture, journey.title)
      if set != .ascii, !picture.isSpeck(moment), let marker = picture.cell(of: picture.transform.dot(moment.markerPoint)) {
        for text in picture.texts {
          #expect(
            !cells(of: text).contains { abs($0.column - marker.column) <= 3 && abs($0.row - marker.row) <= 1 },
            "\(text.text) covers the marker")
        }
      }
      var grid = CellGrid(width: columns + 4, height: rows + 2)
      MapView.draw(moment, into: &grid, rect: Rect(column: 2, row: 1, width: columns, height: rows))
      #expect(faults(of: grid) == [], "\(journey.title)")
      for row in 0..<grid.height {
        for column in 0..<grid.width where row == 0 || row == rows + 1 || column < 2 || column >= columns + 2 {
          #expect(grid[column, row] == .blank, "drawn outside the map at \(column),\(row)")
        }
      }
    }
  }

  @Test("a name goes to the right of its mark, and elsewhere where there is no room")
  func candidates() {
    var picture = MapPicture(columns: 24, rows: 5, set: .braille, camera: Camera(center: MapPoint(x: 0.5, y: 0.5), dotsPerUnit: 1_000))
    #expect(picture.putLabel("right", mark: "o", at: DotPoint(4, 2), markStyle: .plain, style: .plain) == true)
    #expect(picture.putLabel("left", mark: "o", at: DotPoint(47, 2), markStyle: .plain, style: .plain) == true)
    #expect(picture.putLabel("one", mark: "o", at: DotPoint(20, 10), markStyle: .plain, style: .plain) == true)
    #expect(picture.putLabel("two", mark: "o", at: DotPoint(22, 10), markStyle: .plain, style: .plain) == true)
    #expect(picture.putLabel("outside", mark: "o", at: DotPoint(48, 2), markStyle: .plain, style: .plain) == false)
    var grid = CellGrid(width: 24, height: 5)
    picture.compose(into: &grid, column: 0, row: 0)
    expectFrame(
      grid,
      """
        oright           lefto
                  two
                oone


      """)
  }

  @Test("between two names in a row there is a blank, whoever comes first and whatever stands between them", arguments: 14...40)
  func apart(spot: Int) {
    for other in ["Columbus Circle", "国家图书馆"] {
      var picture = MapPicture(columns: 60, rows: 1, set: .braille, camera: Camera(center: MapPoint(x: 0.5, y: 0.5), dotsPerUnit: 1_000))
      picture.putLabel("Tavern", mark: "o", at: DotPoint(20, 1), markStyle: .plain, style: .plain)
      picture.putLabel(other, mark: "o", at: DotPoint(Double(2 * spot), 1), markStyle: .plain, style: .plain)
      picture.putApart("17", column: spot + 1, row: 0, style: .plain)
      var grid = CellGrid(width: 60, height: 1)
      picture.compose(into: &grid, column: 0, row: 0)
      let words = grid.text(row: 0).split(separator: " ").joined(separator: " ")
      // A sign may touch a name that is not its own, where it is; its name then stands elsewhere.
      #expect(["oTavern", "oTaverno", "oTavern 17"].contains(words) || words.hasPrefix("oTavern o\(other)"), "\(spot): \(words)")
    }
  }

  @Test("names avoid dots where they can")
  func avoidsDots() {
    var picture = MapPicture(columns: 24, rows: 3, set: .braille, camera: Camera(center: MapPoint(x: 0.5, y: 0.5), dotsPerUnit: 1_000))
    picture.canvas.line(DotPoint(20, 5), DotPoint(47, 5), Ink(.standard, layer: 1))
    picture.putLabel("name", mark: "o", at: DotPoint(20, 5), markStyle: .plain, style: .plain)
    var grid = CellGrid(width: 24, height: 3)
    picture.compose(into: &grid, column: 0, row: 0)
    expectFrame(
      grid,
      """

            nameo⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒

      """)
  }

  @Test("a text never begins or ends outside, and nothing is put on a reserved place")
  func reserving() {
    var picture = MapPicture(columns: 10, rows: 3, set: .braille, camera: Camera(center: MapPoint(x: 0.5, y: 0.5), dotsPerUnit: 1_000))
    picture.reserve(Rect(column: 4, row: 1, width: 3, height: 1))
    picture.reserve(Rect(column: -9, row: -9, width: 3, height: 1))
    picture.reserve(Rect(column: 8, row: 2, width: 30, height: 30))
    #expect(picture.put("abcd", column: 0, row: 1, style: .plain) == true)
    #expect(picture.put("x", column: 4, row: 1, style: .plain) == false)
    #expect(picture.put("x", column: 6, row: 1, style: .plain) == false)
    #expect(picture.put("x", column: 7, row: 1, style: .plain) == true)
    #expect(picture.put("abcdef", column: 5, row: 0, style: .plain) == false)
    #expect(picture.put("x", column: -1, row: 0, style: .plain) == false)
    #expect(picture.put("x", column: 0, row: 3, style: .plain) == false)
    #expect(picture.put("x", column: 9, row: 2, style: .plain) == false)
    #expect(picture.put("", column: 0, row: 0, style: .plain) == false)
  }

  @Test("the cell of a dot is the cell in which it is drawn")
  func cellOfDot() {
    var random = SeededGenerator.announced("cellOfDot")
    for _ in 0..<500 {
      let set = random.pick(GlyphSet.allCases)
      var picture = MapPicture(columns: 10, rows: 4, set: set, camera: Camera(center: MapPoint(x: 0.5, y: 0.5), dotsPerUnit: 1_000))
      let dot = DotPoint(random.double(-3...23), random.double(-3...19))
      picture.canvas.plot(dot.x, dot.y, Ink(.standard, layer: 1))
      let cell = picture.cell(of: dot)
      #expect((cell == nil) == picture.canvas.setDots.isEmpty, "\(dot)")
      if let cell { #expect(!picture.canvas.isEmpty(column: cell.column, row: cell.row)) }
    }
    let picture = MapPicture(columns: 10, rows: 4, set: .braille, camera: Camera(center: MapPoint(x: 0.5, y: 0.5), dotsPerUnit: 1_000))
    for value in [Double.nan, .infinity, -.infinity, 1e300] { #expect(picture.cell(of: DotPoint(value, 1)) == nil) }
  }
}
