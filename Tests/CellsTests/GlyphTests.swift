// Which bit is which dot, which characters stand for them, and whose ink wins.

import Cells
import TestSupport
import Testing

private let ink = Ink(.standard, layer: 1)

@Suite("Dots and glyph sets")
struct GlyphSetTests {
  @Test("each braille dot stands where Unicode says")
  func brailleOrder() {
    var canvas = DotCanvas(set: .braille, columns: 8, rows: 1)
    for (column, dot) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)].enumerated() {
      canvas.plot(column * 2 + dot.0, dot.1, ink)
    }
    // Dots 1 to 8 in Unicode's order.
    expectFrame(canvas, "⠁⠂⠄⠈⠐⠠⡀⢀")
  }

  @Test("half blocks have two dots a cell, one above the other")
  func halfBlocks() {
    var canvas = DotCanvas(set: .half, columns: 4, rows: 1)
    for (x, y) in [(1, 0), (2, 1), (3, 0), (3, 1)] { canvas.plot(x, y, ink) }
    expectFrame(canvas, " ▀▄█")
  }

  @Test("plain characters do the same in ASCII")
  func ascii() {
    var canvas = DotCanvas(set: .ascii, columns: 4, rows: 1)
    for (x, y) in [(1, 0), (2, 1), (3, 0), (3, 1)] { canvas.plot(x, y, ink) }
    expectFrame(canvas, " '.:")
  }

  @Test("every glyph of every set is one column wide", arguments: GlyphSet.allCases)
  func widths(set: GlyphSet) {
    for bits in UInt8.min...UInt8.max {
      let scalar = Unicode.Scalar(set.scalar(bits: bits))
      #expect(scalar.map { TextWidth.columns(of: $0) } == 1)
      if set == .ascii { #expect(set.scalar(bits: bits) < 0x7F) }
    }
  }

  @Test("the furniture is one column a character, and ASCII where it must be", arguments: GlyphSet.allCases)
  func furniture(set: GlyphSet) {
    for plain in [Set<Glyphs.Kind>(), Set(Glyphs.Kind.allCases)] {
      let glyphs = Glyphs(set, plain: plain)
      var all = [
        glyphs.vertical, glyphs.heavyVertical, glyphs.horizontal, glyphs.cross, glyphs.scaleLeft, glyphs.scaleRight, glyphs.timelineDone,
        glyphs.timelineHead,
        glyphs.timelineAhead, glyphs.corners.0, glyphs.corners.1, glyphs.corners.2, glyphs.corners.3, glyphs.middleDot, glyphs.play,
        glyphs.reverse,
        glyphs.end, glyphs.start, glyphs.finish, glyphs.place, glyphs.bead, glyphs.post, glyphs.gridPoint, glyphs.northDot, glyphs.ellipsis,
        glyphs.endash, glyphs.times,
      ]
      all += glyphs.levels
      all += stride(from: -720.0, through: 720, by: 15).map { glyphs.arrow($0) }
      all += stride(from: -180.0, through: 180, by: 15).map { glyphs.turnArrow($0) }
      for text in all {
        #expect(TextWidth.columns(of: text) == 1, "\(text)")
        if glyphs.plain == Set(Glyphs.Kind.allCases) { #expect(text.utf8.allSatisfy { $0 < 0x7F }, "\(text)") }
      }
      #expect(glyphs.levels.count == 8)
    }
  }

  @Test(
    "arrows point the right way, from any angle",
    arguments: [
      (0.0, "↑"), (45, "↗"), (90, "→"), (135, "↘"), (180, "↓"), (225, "↙"), (270, "←"), (315, "↖"), (359, "↑"), (-90, "←"), (22, "↑"),
      (23, "↗"), (810, "→"),
    ])
  func arrows(degrees: Double, arrow: String) { #expect(Glyphs(.braille).arrow(degrees) == arrow) }

  @Test("an arrow of no angle does not trap", arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func noAngle(degrees: Double) {
    #expect(TextWidth.columns(of: Glyphs(.braille).arrow(degrees)) == 1)
    #expect(TextWidth.columns(of: Glyphs(.ascii).turnArrow(degrees)) == 1)
  }
}

@Suite("Inks")
struct InkTests {
  @Test("where inks meet in a cell, the highest layer gives the colour, in any order")
  func layers() {
    let low = Ink(.palette(20), layer: 1)
    let high = Ink(.palette(30), .bold, layer: 5)
    for order in [[low, high], [high, low]] {
      var canvas = DotCanvas(set: .braille, columns: 1, rows: 1)
      canvas.plot(0, 0, order[0])
      canvas.plot(1, 3, order[1])
      var grid = CellGrid(width: 1, height: 1)
      canvas.draw(into: &grid, column: 0, row: 0)
      #expect(grid[0, 0].foreground == .palette(30))
      #expect(grid[0, 0].attributes == .bold)
      #expect(grid.text(row: 0) == "⢁")
    }
  }

  @Test("an erased cell takes the colour of what is drawn next")
  func erase() {
    var canvas = DotCanvas(set: .braille, columns: 1, rows: 1)
    canvas.plot(0, 0, Ink(.palette(30), layer: 9))
    canvas.erase(0, 0)
    #expect(canvas.isEmpty(column: 0, row: 0))
    canvas.plot(1, 1, Ink(.palette(40), layer: 1))
    var grid = CellGrid(width: 1, height: 1)
    canvas.draw(into: &grid, column: 0, row: 0)
    #expect(grid[0, 0].foreground == .palette(40))
    canvas.eraseCell(column: 0, row: 0)
    #expect(canvas.setDots.isEmpty)
  }

  @Test("a canvas is clipped where it lies over the grid's edge, and nothing outside it is touched")
  func drawClips() {
    var canvas = DotCanvas(set: .braille, columns: 4, rows: 2)
    canvas.fill(polygon: [DotPoint(-1, -1), DotPoint(9, -1), DotPoint(9, 9), DotPoint(-1, 9)], ink)
    var grid = CellGrid(width: 5, height: 3)
    canvas.draw(into: &grid, column: 3, row: 2)
    expectFrame(grid, "\n\n   ⣿⣿")
    canvas.draw(into: &grid, column: -1, row: 0)
    canvas.draw(into: &grid, column: 5, row: 0)
    expectFrame(grid, "\n\n   ⣿⣿")
  }

  @Test("plotting outside and at impossible places does nothing")
  func outside() {
    var canvas = DotCanvas(set: .braille, columns: 2, rows: 1)
    for (x, y) in [(-1, 0), (0, -1), (4, 0), (0, 4), (Int.max, 0), (Int.min, Int.min)] {
      canvas.plot(x, y, ink)
      canvas.erase(x, y)
      #expect(!canvas.isSet(x, y))
    }
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e9] {
      canvas.plot(value, 0, ink)
      canvas.plot(0, value, ink)
    }
    #expect(canvas.setDots.isEmpty)
  }
}
