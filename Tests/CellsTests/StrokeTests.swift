// Ways drawn with a width and a dash, against a plain test of every dot; and one canvas beneath another.

import TestSupport
import Testing

@testable import Cells

@Suite("Strokes")
struct StrokeTests {
  private static let ink = Ink(.palette(3), layer: 4)

  private static func way(_ random: inout SeededGenerator, reach: Double, around: DotPoint = DotPoint(30, 20)) -> [DotPoint] {
    (0..<random.int(2...6)).map { _ in
      DotPoint(around.x + random.double(-1...1) * reach, around.y + random.double(-1...1) * reach)
    }
  }

  /// The distance of a dot from a leg.
  private static func distance(_ x: Double, _ y: Double, _ a: DotPoint, _ b: DotPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let share = square == 0 ? 0 : min(1, max(0, ((x - a.x) * dx + (y - a.y) * dy) / square))
    let (ex, ey) = (x - a.x - share * dx, y - a.y - share * dy)
    return (ex * ex + ey * ey).squareRoot()
  }

  @Test("a single line has the dots of its legs drawn one by one")
  func thin() {
    var random = SeededGenerator.announced("thin")
    for _ in 0..<500 {
      let way = Self.way(&random, reach: random.pick([2.0, 30, 400, 1e8]))
      var canvas = DotCanvas(set: .braille, columns: 30, rows: 10)
      var plain = canvas
      canvas.stroke(way, Self.ink)
      for (a, b) in zip(way, way.dropFirst()) { plain.line(a, b, Self.ink) }
      #expect(canvas.slots == plain.slots, "\(way)")
    }
  }

  @Test("a wide line has every dot within half its width, and no other", arguments: [1.5, 2, 3, 4.4, 9])
  func wide(width: Double) {
    var random = SeededGenerator.announced("wide \(width)")
    for _ in 0..<40 {
      var way = Self.way(&random, reach: random.pick([3.0, 30, 300, 1e6]))
      if random.once(in: 4) { way[1].y = way[0].y }
      if random.once(in: 4) { way[1].x = way[0].x }
      if random.once(in: 8) { way[1] = way[0] }
      var canvas = DotCanvas(set: .braille, columns: 30, rows: 10)
      canvas.stroke(way, Self.ink, width: width)
      var cleared = DotCanvas(set: .braille, columns: 30, rows: 10)
      for y in 0..<40 { for x in 0..<60 { cleared.plot(x, y, Self.ink) } }
      cleared.clear(along: way, width: width)
      for y in 0..<40 {
        for x in 0..<60 {
          let away = zip(way, way.dropFirst()).map { Self.distance(Double(x), Double(y), $0, $1) }.min() ?? .infinity
          // Dots on the very edge may fall to either side.
          guard abs(away - width / 2) > 1e-6 else { continue }
          guard canvas.isSet(x, y) != (away < width / 2) || cleared.isSet(x, y) != (away > width / 2) else { continue }
          Issue.record("\(x),\(y) of \(way)")
        }
      }
    }
  }

  @Test("what is on the canvas does not depend on how much of the way lies outside", arguments: [1.0, 2.6], [nil, DotDash("###..#")])
  func clipped(width: Double, dash: DotDash?) {
    var random = SeededGenerator.announced("clipped \(width)")
    for _ in 0..<100 {
      let way = Self.way(&random, reach: random.pick([30.0, 90]), around: DotPoint(60, 40))
      var whole = DotCanvas(set: .braille, columns: 60, rows: 20)
      whole.stroke(way, Self.ink, width: width, dash: dash)
      var part = DotCanvas(set: .braille, columns: 20, rows: 8)
      // The part begins 20 columns and 6 rows further on.
      part.stroke(way.map { DotPoint($0.x - 40, $0.y - 24) }, Self.ink, width: width, dash: dash)
      for y in 0..<32 { for x in 0..<40 where part.isSet(x, y) != whole.isSet(x + 40, y + 24) { Issue.record("\(x),\(y) of \(way)") } }
    }
  }

  @Test("a dash goes on from leg to leg")
  func dashes() {
    var canvas = DotCanvas(set: .braille, columns: 12, rows: 1)
    canvas.stroke([DotPoint(0, 0), DotPoint(7, 0), DotPoint(23, 0)], Self.ink, dash: DotDash("###."))
    canvas.stroke([DotPoint(23, 2), DotPoint(9, 2), DotPoint(0, 2)], Self.ink, dash: DotDash("####..#.."))
    #expect(canvas.dots[0] == "###.###.###.###.###.###.")
    #expect(canvas.dots[2] == String("####..#..####..#..####..".reversed()))
    #expect(DotDash("") == DotDash("#"))
  }

  @Test("clearing beside a way leaves the way and what goes on at its ends")
  func besides() {
    var canvas = DotCanvas(set: .braille, columns: 6, rows: 2)
    for y in 0..<8 { for x in 0..<12 { canvas.plot(x, y, Self.ink) } }
    canvas.clear(beside: [DotPoint(3, 2), DotPoint(6, 2), DotPoint(8, 2)], width: 1)
    canvas.clear(beside: [DotPoint(10, 4.5), DotPoint(10, 7)], width: 3)
    expectPicture(
      canvas.dots,
      """
      ############
      ###......###
      ############
      ###......###
      ############
      ########.###
      ########.###
      ########.###
      """)
  }

  @Test("ways that are not numbers, or endlessly far away, draw nothing and stop nothing")
  func hostile() {
    for far in [Double.nan, .infinity, -.infinity, 1e300, -1e12] {
      for width in [1.0, 5] {
        var canvas = DotCanvas(set: .half, columns: 9, rows: 9)
        canvas.stroke([DotPoint(far, 3), DotPoint(3, far), DotPoint(far, far)], Self.ink, width: width, dash: DotDash("#."))
        canvas.clear(along: [DotPoint(far, 3), DotPoint(3, far)], width: width)
        canvas.stroke([DotPoint(1, 1), DotPoint(3, 1)], Self.ink, width: width)
        #expect(canvas.isSet(2, 1))
      }
    }
    var none = DotCanvas(set: .braille, columns: 0, rows: 0)
    none.stroke([DotPoint(0, 0), DotPoint(9, 9)], Self.ink, width: 3)
    none.stroke([], Self.ink)
  }

  @Test("what lies beneath shows where nothing lies above, and keeps a dot away from what is loud")
  func beneath() {
    var below = DotCanvas(set: .braille, columns: 7, rows: 3)
    for y in 0..<12 { for x in 0..<14 { below.plot(x, y, Self.ink) } }
    var above = DotCanvas(set: .braille, columns: 7, rows: 3)
    above.plot(4, 5, Ink(.palette(1), layer: 12))
    above.plot(11, 6, Ink(.palette(2), layer: 2))
    var grid = CellGrid(width: 7, height: 3)
    below.draw(beneath: above, parting: 10, into: &grid, column: 0, row: 0)
    above.draw(into: &grid, column: 0, row: 0)
    expectFrame(
      grid,
      """
      ⣿⣿⠿⣿⣿⣿⣿
      ⣿⡇⠂⢸⣿⠠⣿
      ⣿⣿⣶⣿⣿⣿⣿
      """)
    #expect(grid[2, 1].foreground == .palette(1))
    #expect(grid[1, 1].foreground == .palette(3))
    // Of another size it is not drawn.
    var other = CellGrid(width: 7, height: 3)
    below.draw(beneath: DotCanvas(set: .braille, columns: 6, rows: 3), parting: 10, into: &other, column: 0, row: 0)
    below.draw(beneath: DotCanvas(set: .half, columns: 7, rows: 3), parting: 10, into: &other, column: 0, row: 0)
    #expect(other == CellGrid(width: 7, height: 3))
  }
}
