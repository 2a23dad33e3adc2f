// Thick lines, polygons and circles against their plain tests, dot by dot.

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

@Suite("Shapes of dots")
struct ShapeTests {
  @Test("a thick line is every dot within its radius")
  func thick() {
    var random = SeededGenerator.announced("thick")
    for _ in 0..<1_500 {
      let from = DotPoint(random.double(-20...44), random.double(-20...40))
      let to = random.once(in: 8) ? from : DotPoint(random.double(-20...44), random.double(-20...40))
      let radius = random.double(0...6)
      var canvas = DotCanvas(set: .braille, columns: 12, rows: 5)
      canvas.thickLine(from, to, radius: radius, ink)
      for y in 0..<canvas.height {
        for x in 0..<canvas.width {
          let away = distance(from: DotPoint(Double(x), Double(y)), to: from, to)
          if abs(away - radius) > 1e-9 { #expect(canvas.isSet(x, y) == (away < radius), "\(x),\(y) of \(from) to \(to), radius \(radius)") }
        }
      }
    }
  }

  private func distance(from point: DotPoint, to a: DotPoint, _ b: DotPoint) -> Double {
    func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
    let span = length(b.x - a.x, b.y - a.y)
    if span == 0 { return length(point.x - a.x, point.y - a.y) }
    let share = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / (span * span)
    let near = min(1, max(0, share))
    return length(point.x - a.x - near * (b.x - a.x), point.y - a.y - near * (b.y - a.y))
  }

  @Test("erasing with a thick line clears exactly what drawing one sets")
  func thickErase() {
    var canvas = DotCanvas(set: .braille, columns: 12, rows: 5)
    canvas.fill(polygon: [DotPoint(-1, -1), DotPoint(99, -1), DotPoint(99, 99), DotPoint(-1, 99)], ink)
    let all = canvas.setDots
    #expect(all.count == 24 * 20)
    canvas.thickLine(DotPoint(3, 3), DotPoint(20, 14), radius: 2.3, nil)
    var drawn = DotCanvas(set: .braille, columns: 12, rows: 5)
    drawn.thickLine(DotPoint(3, 3), DotPoint(20, 14), radius: 2.3, ink)
    #expect(canvas.setDots == all.subtracting(drawn.setDots))
  }

  @Test("a ribbon is two lines with a space between them")
  func ribbon() {
    var canvas = DotCanvas(set: .braille, columns: 8, rows: 2)
    canvas.thickLine(DotPoint(2, 3), DotPoint(13, 3), radius: 2.3, ink)
    canvas.thickLine(DotPoint(2, 3), DotPoint(13, 3), radius: 1.45, nil)
    #expect(
      canvas.dots == [
        "................",
        ".##############.",
        "#..............#",
        "#..............#",
        "#..............#",
        ".##############.",
        "................",
        "................",
      ])
  }

  @Test("a filled polygon is every dot whose centre is inside by the even-odd rule")
  func polygons() {
    var random = SeededGenerator.announced("polygons")
    for _ in 0..<800 {
      let corners = (0..<random.int(3...9)).map { _ in DotPoint(random.double(-10...34), random.double(-10...30)) }
      var canvas = DotCanvas(set: .braille, columns: 12, rows: 5)
      canvas.fill(polygon: corners, ink)
      for y in 0..<canvas.height {
        for x in 0..<canvas.width { #expect(canvas.isSet(x, y) == isInside(Double(x), Double(y), corners), "\(x),\(y) of \(corners)") }
      }
    }
  }

  private func isInside(_ x: Double, _ y: Double, _ corners: [DotPoint]) -> Bool {
    var inside = false
    for (index, a) in corners.enumerated() {
      let b = corners[(index + 1) % corners.count]
      if (a.y > y) != (b.y > y), x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x { inside.toggle() }
    }
    return inside
  }

  @Test("a polygon may be partly or wholly outside, or have too few corners")
  func odd() {
    var canvas = DotCanvas(set: .braille, columns: 2, rows: 1)
    canvas.fill(polygon: [], ink)
    canvas.fill(polygon: [DotPoint(0, 0), DotPoint(3, 3)], ink)
    canvas.fill(polygon: [DotPoint(100, 100), DotPoint(130, 100), DotPoint(100, 130)], ink)
    canvas.clear(polygon: [], margin: 2)
    #expect(canvas.setDots.isEmpty)
    canvas.fill(polygon: [DotPoint(-100, -100), DotPoint(200, -100), DotPoint(-100, 200)], ink)
    #expect(canvas.setDots.count == 16)
  }

  @Test("clearing a polygon leaves nothing inside it or within the margin")
  func clearing() {
    let polygon = [DotPoint(8, 4), DotPoint(16, 6), DotPoint(11, 15)]
    var canvas = DotCanvas(set: .braille, columns: 12, rows: 5)
    canvas.fill(polygon: [DotPoint(-1, -1), DotPoint(99, -1), DotPoint(99, 99), DotPoint(-1, 99)], ink)
    canvas.clear(polygon: polygon, margin: 1.6)
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let point = DotPoint(Double(x), Double(y))
        let edge = (0..<3).map { distance(from: point, to: polygon[$0], polygon[($0 + 1) % 3]) }.min() ?? 9
        let isCleared = isInside(point.x, point.y, polygon) || edge <= 1.6
        #expect(canvas.isSet(x, y) == !isCleared, "\(x),\(y)")
      }
    }
  }

  @Test("every dot of a circle lies on it, all the way round", arguments: [3.0, 7.5, 19, 40])
  func circle(radius: Double) {
    var canvas = DotCanvas(set: .braille, columns: 50, rows: 25)
    let center = DotPoint(50.3, 49.6)
    canvas.circle(center: center, radius: radius, ink)
    var octants: Set<Int> = []
    for dot in canvas.setDots {
      let (x, y) = (Double(dot.column) - center.x, Double(dot.row) - center.y)
      #expect(abs((x * x + y * y).squareRoot() - radius) <= 0.7072)
      octants.insert(Int(((atan2(y, x) / .pi + 1) * 4).rounded(.down)) % 8)
    }
    #expect(octants.count == 8)
  }

  @Test("a circle of spaced dots has about as many as its length allows, alike on all sides")
  func spacedCircle() {
    var canvas = DotCanvas(set: .braille, columns: 50, rows: 25)
    canvas.circle(center: DotPoint(50, 50), radius: 30, ink, spacing: 5)
    let dots = canvas.setDots.map { [$0.column - 50, $0.row - 50] }
    #expect(dots.count == 40)
    #expect(dots.allSatisfy { dots.contains([-$0[0], $0[1]]) && dots.contains([$0[0], -$0[1]]) && dots.contains([$0[1], $0[0]]) })
  }

  @Test("a circle with an impossible radius or spacing is not drawn", arguments: [0, -1, 1e7, Double.nan, .infinity])
  func noCircle(value: Double) {
    var canvas = DotCanvas(set: .braille, columns: 4, rows: 2)
    canvas.circle(center: DotPoint(4, 4), radius: value, ink)
    canvas.circle(center: DotPoint(4, 4), radius: 3, ink, spacing: value == 1e7 ? 1e-300 : value == 0 ? 0 : -1)
    #expect(canvas.setDots.isEmpty)
  }
}
