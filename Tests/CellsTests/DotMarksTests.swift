// Marks laid onto a canvas, against the same dots plotted one by one.

import TestSupport
import Testing

@testable import Cells

@Suite("Marks of dots")
struct DotMarksTests {
  private static let thin = Ink(.palette(3), layer: 4)
  private static let wide = Ink(.palette(5), .bold, layer: 6)

  @Test("they give the dots and inks that plotting them one by one gives", arguments: GlyphSet.allCases)
  func likePlotting(set: GlyphSet) {
    var random = SeededGenerator.announced("likePlotting \(set)")
    for (columns, rows) in [(1, 1), (3, 2), (4, 4), (5, 3), (17, 9), (64, 2)] {
      for share in [40, 4, 1] {
        var canvas = DotCanvas(set: set, columns: columns, rows: rows)
        for _ in 0..<20 {
          let spot = (random.int(0...canvas.width - 1), random.int(0...canvas.height - 1))
          canvas.plot(spot.0, spot.1, Ink(.palette(7), layer: UInt8(random.int(1...8))))
        }
        var plain = canvas
        var marks = DotMarks(width: canvas.width, height: canvas.height)
        for y in -3...canvas.height + 2 {
          for x in -3...canvas.width + 2 where random.once(in: share) {
            let mark = DotMarks.Mark(rawValue: UInt8(random.int(0...7)))
            let index = Int(marks.frame.across(Double(x) + random.double(-0.49...0.49)) + marks.frame.down(Double(y)))
            marks.withBytes { $0[index] |= mark.rawValue }
            if mark.contains(.thin) { plain.plot(x, y, Self.thin) }
          }
        }
        for y in -1..<canvas.height {
          for x in -1..<canvas.width where !marks.mark(x, y).isDisjoint(with: [.low, .broad]) {
            plain.plot(x, y, Self.wide)
            if marks.mark(x, y).contains(.low) { plain.plot(x, y + 1, Self.wide) }
            if marks.mark(x, y).contains(.broad) { plain.plot(x + 1, y, Self.wide) }
          }
        }
        canvas.lay(marks, thin: Self.thin, wide: Self.wide)
        #expect(canvas.slots == plain.slots, "\(columns)×\(rows)")
      }
    }
  }

  @Test("a line of marks has the dots of a line of dots, and of the row and column before them")
  func lines() {
    var random = SeededGenerator.announced("lines")
    for _ in 0..<2_000 {
      var canvas = DotCanvas(set: .braille, columns: 10, rows: 6)
      var marks = DotMarks(width: canvas.width, height: canvas.height)
      let reach = random.pick([3.0, 30, 300, 1e6])
      func end() -> DotPoint { DotPoint(10 + random.double(-1...1) * reach, 12 + random.double(-1...1) * reach) }
      let (from, to) = (end(), end())
      let isSteep = abs(to.y - from.y) > abs(to.x - from.x)
      marks.line(from, to, flat: .low, steep: .broad)
      for offset in [0.0, 1] {
        canvas.line(
          DotPoint(from.x + (isSteep ? offset : 0), from.y + (isSteep ? 0 : offset)),
          DotPoint(to.x + (isSteep ? offset : 0), to.y + (isSteep ? 0 : offset)), Self.wide)
      }
      var laid = DotCanvas(set: .braille, columns: 10, rows: 6)
      laid.lay(marks, thin: Self.thin, wide: Self.wide)
      #expect(laid.setDots == canvas.setDots, "\(from) \(to)")
    }
  }

  @Test("what is not a number and what lies outside marks nothing")
  func outside() {
    var marks = DotMarks(width: 8, height: 8)
    let frame = marks.frame
    for x in [Double.nan, .infinity, -.infinity, 1e300, -1.6, 7.6] {
      let indices = [Int(frame.across(x) + frame.down(3)), Int(frame.across(3) + frame.down(x))]
      marks.withBytes { bytes in for index in indices { bytes[index] = 7 } }
      marks.line(DotPoint(x, 3), DotPoint(3, x), flat: .thin, steep: .thin)
    }
    var canvas = DotCanvas(set: .braille, columns: 4, rows: 2)
    canvas.lay(DotMarks(width: 6, height: 8), thin: Self.thin, wide: Self.wide)
    #expect(canvas.setDots.isEmpty)
    #expect(DotMarks(width: -3, height: -1).frame.width == 0)
  }
}
