// Sets of dots: areas filled by toggling against a plain test of every dot, and what is made of them.

import TestSupport
import Testing

@testable import Cells

@Suite("Sets of dots")
struct DotMaskTests {
  /// Whether an odd number of edges cross the dot's row at or to the left of its centre: the rule, dot by dot.
  private static func isInside(_ x: Int, _ y: Int, _ rings: [[DotPoint]]) -> Bool {
    var crossings = 0
    for ring in rings {
      for index in ring.indices {
        let (a, b) = (ring[index], ring[(index + 1) % ring.count])
        guard (a.y <= Double(y)) != (b.y <= Double(y)) else { continue }
        let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
        if upper.x + (Double(y) - upper.y) * ((lower.x - upper.x) / (lower.y - upper.y)) <= Double(x) { crossings += 1 }
      }
    }
    return crossings % 2 == 1
  }

  private static func ring(_ random: inout SeededGenerator, reach: Double, around: DotPoint) -> [DotPoint] {
    (0..<random.int(3...9)).map { _ in
      let (x, y) = (around.x + random.double(-1...1) * reach, around.y + random.double(-1...1) * reach)
      // Corners on whole dots are where rules differ.
      return random.once(in: 3) ? DotPoint(x.rounded(), y.rounded()) : DotPoint(x, y)
    }
  }

  private static func dots(_ mask: DotMask) -> Set<CellPosition> {
    var found: Set<CellPosition> = []
    mask.visit { found.insert(CellPosition(column: $0, row: $1)) }
    return found
  }

  @Test("areas of several rings hold the dots that the rule gives, wherever their corners lie", arguments: [1, 30, 64, 65, 150])
  func fills(width: Int) {
    var random = SeededGenerator.announced("fills \(width)")
    for _ in 0..<100 {
      let reach = random.pick([2.0, 20, 200, 1e5, 9e8])
      let rings = (0..<random.int(1...3)).map { _ in Self.ring(&random, reach: reach, around: DotPoint(Double(width) / 2, 12)) }
      var mask = DotMask(width: width, height: 24)
      for ring in rings { mask.toggle(ring: ring) }
      mask.fill()
      for y in 0..<24 {
        for x in 0..<width where mask.contains(x, y) != Self.isInside(x, y, rings) {
          Issue.record("dot \(x),\(y) of \(rings)")
          return
        }
      }
    }
  }

  @Test("draining visits the filled dots in runs, only those in the window, and leaves nothing behind")
  func drains() {
    var random = SeededGenerator.announced("drains")
    for _ in 0..<100 {
      let (width, height) = (random.pick([7, 64, 100, 129]), 20)
      let rings = [Self.ring(&random, reach: 80, around: DotPoint(50, 10)), Self.ring(&random, reach: 80, around: DotPoint(50, 10))]
      var whole = DotMask(width: width, height: height)
      for ring in rings { whole.toggle(ring: ring) }
      var drained = whole
      var windowed = whole
      whole.fill()
      var window = DotMask(width: width, height: height)
      window.toggle(ring: Self.ring(&random, reach: 60, around: DotPoint(40, 10)))
      window.fill()
      var found: Set<CellPosition> = []
      var visits = 0
      drained.drain(within: nil) { row, dots in
        visits += dots.count
        for x in dots { found.insert(CellPosition(column: x, row: row)) }
      }
      #expect(found == Self.dots(whole))
      #expect(visits == found.count)
      #expect(drained.isEmpty)
      found = []
      windowed.drain(within: window) { row, dots in for x in dots { found.insert(CellPosition(column: x, row: row)) } }
      #expect(found == Self.dots(whole).intersection(Self.dots(window)))
      #expect(windowed.isEmpty)
    }
  }

  @Test("areas that share an edge share no dot and leave none out")
  func seams() {
    var random = SeededGenerator.announced("seams")
    for _ in 0..<100 {
      let edge = (0...6).map { index in
        DotPoint(random.once(in: 2) ? random.double(0...40).rounded() : random.double(0...40), Double(index) * 5 - 3 + random.double(0...2))
      }
      let (top, bottom) = (edge[0].y, edge[6].y)
      var left = DotMask(width: 40, height: 24)
      left.toggle(ring: [DotPoint(-9, top)] + edge + [DotPoint(-9, bottom)])
      left.fill()
      var right = DotMask(width: 40, height: 24)
      right.toggle(ring: edge.reversed() + [DotPoint(60, top), DotPoint(60, bottom)])
      right.fill()
      #expect(Self.dots(left).isDisjoint(with: Self.dots(right)))
      #expect(Self.dots(left).union(Self.dots(right)).count == 40 * 24)
    }
  }

  @Test("what is no area, or too far away to be drawn, is left out")
  func hostile() {
    for ring in [
      [], [DotPoint(1, 1)], [DotPoint(1, 1), DotPoint(5, 5)], [DotPoint(.nan, 0), DotPoint(5, 0), DotPoint(5, 5)],
      [DotPoint(0, 0), DotPoint(.infinity, 0), DotPoint(5, 5)], [DotPoint(-1e300, -1e300), DotPoint(1e300, 0), DotPoint(0, 1e300)],
    ] {
      var mask = DotMask(width: 20, height: 20)
      mask.toggle(ring: ring)
      mask.fill()
      #expect(mask.isEmpty)
    }
    var none = DotMask(width: 0, height: -3)
    none.toggle(ring: [DotPoint(-9, -9), DotPoint(9, -9), DotPoint(0, 9)])
    none.fill()
    none.insert(0, 0)
    #expect(none.isEmpty)
    #expect(none.eroded() == none)
  }

  @Test("eroding keeps the dots whose neighbours on the canvas are all there", arguments: [1, 20, 63, 64, 65, 128, 130])
  func erodes(width: Int) {
    var random = SeededGenerator.announced("erodes \(width)")
    for share in [2, 8, 40] {
      var mask = DotMask(width: width, height: 9)
      for y in 0..<9 { for x in 0..<width where !random.once(in: share) { mask.insert(x, y) } }
      let eroded = mask.eroded()
      for y in 0..<9 {
        for x in 0..<width {
          var isKept = true
          for (i, j) in (-1...1).flatMap({ i in (-1...1).map { (i, $0) } }) where (0..<width).contains(x + i) && (0..<9).contains(y + j) {
            isKept = isKept && mask.contains(x + i, y + j)
          }
          if eroded.contains(x, y) != isKept { Issue.record("dot \(x),\(y)") }
        }
      }
    }
  }

  @Test("sets of one size are joined, cut and taken away")
  func sets() {
    var random = SeededGenerator.announced("sets")
    func scatter() -> DotMask {
      var mask = DotMask(width: 70, height: 5)
      for _ in 0..<150 { mask.insert(random.int(-5...75), random.int(-2...7)) }
      return mask
    }
    let (a, b) = (scatter(), scatter())
    var (joined, cut, rest) = (a, a, a)
    joined.formUnion(b)
    cut.formIntersection(b)
    rest.subtract(b)
    #expect(Self.dots(joined) == Self.dots(a).union(Self.dots(b)))
    #expect(Self.dots(cut) == Self.dots(a).intersection(Self.dots(b)))
    #expect(Self.dots(rest) == Self.dots(a).subtracting(Self.dots(b)))
  }
}
