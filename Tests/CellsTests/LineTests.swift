// Lines of dots against the same rule walked without clipping.

import Cells
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

private let ink = Ink(.standard, layer: 1)

@Suite("Lines of dots")
struct LineTests {
  /// The plain twin: the same rule, walked from end to end without any clipping.
  private static func oracle(_ from: DotPoint, _ to: DotPoint, width: Int, height: Int) -> Set<CellPosition> {
    var dots: Set<CellPosition> = []
    let dx = to.x - from.x
    let dy = to.y - from.y
    let isSteep = abs(dx) < abs(dy)
    let (start, end) = (isSteep ? from.y <= to.y : from.x <= to.x) ? (from, to) : (to, from)
    let slope = isSteep ? dx / dy : dx == 0 ? 0 : dy / dx
    var step = (isSteep ? start.y : start.x).rounded()
    while step <= (isSteep ? end.y : end.x).rounded() {
      let minor = isSteep ? start.x + (step - start.y) * slope : start.y + (step - start.x) * slope
      let dot = isSteep ? (minor.rounded(), step) : (step, minor.rounded())
      if dot.0 >= 0, dot.1 >= 0, dot.0 < Double(width), dot.1 < Double(height) {
        dots.insert(CellPosition(column: Int(dot.0), row: Int(dot.1)))
      }
      step += 1
    }
    return dots
  }

  private func expectLikeOracle(_ from: DotPoint, _ to: DotPoint, set: GlyphSet = .braille) {
    var canvas = DotCanvas(set: set, columns: 12, rows: 5)
    canvas.line(from, to, ink)
    let expected = Self.oracle(from, to, width: canvas.width, height: canvas.height)
    let found = canvas.setDots
    #expect(found == expected, "\(from) to \(to)")
  }

  @Test("a line is the unclipped walk, for near and far ends in all octants")
  func random() {
    var random = SeededGenerator.announced("lines")
    for round in 0..<6_000 {
      let reach = [10.0, 30, 100, 3_000, 60_000][round % 5]
      func end() -> DotPoint {
        let isNear = random.once(in: 2)
        let size = isNear ? 30 : reach
        let point = DotPoint(random.double(-size...size) + 12, random.double(-size...size) + 10)
        // Whole and half dots are where rounding is decided.
        return random.once(in: 3) ? DotPoint((point.x * 2).rounded() / 2, (point.y * 2).rounded() / 2) : point
      }
      let from = end()
      var to = end()
      switch round % 11 {
      case 0: to.x = from.x
      case 1: to.y = from.y
      case 2: to = from
      case 3: to = DotPoint(from.x + (to.y - from.y), to.y)
      default: break
      }
      expectLikeOracle(from, to, set: round % 4 == 0 ? .half : .braille)
    }
  }

  @Test("a line is the same from either end, in every octant")
  func reversed() {
    for degrees in stride(from: 0.0, to: 360, by: 7.5) {
      let from = DotPoint(12, 10)
      let to = DotPoint(12 + 40 * cos(degrees * .pi / 180), 10 + 40 * sin(degrees * .pi / 180))
      var one = DotCanvas(set: .braille, columns: 12, rows: 5)
      one.line(from, to, ink)
      var other = DotCanvas(set: .braille, columns: 12, rows: 5)
      other.line(to, from, ink)
      #expect(one.setDots == other.setDots, "\(degrees)°")
      expectLikeOracle(from, to)
    }
  }

  @Test("a line through the canvas with ends very far away is drawn where it should be", arguments: [1e4, 1e6, 1e9, 1e12])
  func farAway(distance: Double) {
    var canvas = DotCanvas(set: .braille, columns: 12, rows: 5)
    canvas.line(DotPoint(-distance, 10 - distance), DotPoint(distance, 10 + distance), ink)
    let expected = Set((0..<10).map { CellPosition(column: $0, row: $0 + 10) })
    #expect(canvas.setDots == expected)
  }

  @Test("a flat or upright line with ends very far away is drawn from edge to edge", arguments: [1e6, 1e15, 1e300])
  func farFlat(distance: Double) {
    var canvas = DotCanvas(set: .braille, columns: 12, rows: 5)
    canvas.line(DotPoint(-distance, 3), DotPoint(distance, 3), ink)
    #expect(canvas.setDots == Set((0..<24).map { CellPosition(column: $0, row: 3) }))
    canvas.line(DotPoint(7, distance), DotPoint(7, -distance), ink)
    #expect(canvas.setDots.count == 24 + 19)
  }

  @Test("a line that stays outside draws nothing")
  func outside() {
    var canvas = DotCanvas(set: .braille, columns: 4, rows: 2)
    canvas.line(DotPoint(-5, -1), DotPoint(20, -1), ink)
    canvas.line(DotPoint(-1, -9), DotPoint(-1, 30), ink)
    canvas.line(DotPoint(8, 4), DotPoint(80, 40), ink)
    canvas.line(DotPoint(-10, 5), DotPoint(5, 30), ink)
    #expect(canvas.setDots.isEmpty)
  }

  @Test("numbers that are none, and immense ones, neither draw nor trap")
  func impossible() {
    let values = [
      Double.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, 3.5,
    ]
    var canvas = DotCanvas(set: .braille, columns: 4, rows: 2)
    for a in values {
      for b in values {
        for c in values {
          canvas.line(DotPoint(a, b), DotPoint(c, a), ink)
          canvas.line(DotPoint(a, b), DotPoint(b, c), ink, dash: (on: 1, off: 2))
          canvas.thickLine(DotPoint(a, b), DotPoint(c, a), radius: b, ink)
          canvas.circle(center: DotPoint(a, b), radius: c, ink, spacing: a)
          canvas.fill(polygon: [DotPoint(a, b), DotPoint(b, c), DotPoint(c, a)], ink)
          canvas.clear(polygon: [DotPoint(a, b), DotPoint(b, c), DotPoint(c, a)], margin: b)
        }
      }
    }
    var nothing = DotCanvas(set: .braille, columns: 4, rows: 2)
    nothing.line(DotPoint(.nan, 1), DotPoint(5, 1), ink)
    nothing.line(DotPoint(0, .infinity), DotPoint(5, 1), ink)
    #expect(nothing.setDots.isEmpty)
  }

  @Test("a dash without a length does not trap")
  func dashes() {
    var canvas = DotCanvas(set: .braille, columns: 4, rows: 1)
    canvas.line(DotPoint(0, 0), DotPoint(7, 0), ink, dash: (on: 0, off: 0))
    canvas.line(DotPoint(0, 0), DotPoint(7, 0), ink, dash: (on: -1, off: 1))
    var dashed = DotCanvas(set: .braille, columns: 4, rows: 1)
    dashed.line(DotPoint(0, 1), DotPoint(7, 1), ink, dash: (on: 2, off: 1))
    #expect(dashed.dots[1] == "##.##.##")
  }

  @Test("a canvas without cells takes everything and shows nothing", arguments: [(0, 0), (0, 3), (3, 0), (-1, 5)])
  func empty(columns: Int, rows: Int) {
    var canvas = DotCanvas(set: .braille, columns: columns, rows: rows)
    canvas.line(DotPoint(-9, -9), DotPoint(9, 9), ink)
    canvas.thickLine(DotPoint(-9, -9), DotPoint(9, 9), radius: 3, ink)
    canvas.circle(center: DotPoint(0, 0), radius: 3, ink)
    canvas.fill(polygon: [DotPoint(-9, -9), DotPoint(9, -9), DotPoint(0, 9)], ink)
    canvas.plot(0, 0, ink)
    #expect(canvas.setDots.isEmpty)
  }
}
