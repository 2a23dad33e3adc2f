// Lines, circles, discs, ribbons and polygons on a dot canvas.
//
// A line visits the dot columns (or rows, where it is steep) from one end to the other, and in each the dot nearest to it:
//
//      y1 ┤            ▪▪         major axis x: for every whole x between the rounded ends
//         │         ▪▪▪              y = round(y0 + (x − x0)·Δy/Δx)
//      y0 ┤ ▪▪▪▪▪▪▪▪
//         └─x0───────────x1
//
// so the dots inside the canvas are the same whether or not the rest of the line lies outside it.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A point on a dot canvas; real dots, y downwards.
public struct DotPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

extension DotCanvas {
  /// A line between two points, ends included. `dash`: draw only `on` of every `on + off` steps.
  public mutating func line(_ from: DotPoint, _ to: DotPoint, _ ink: Ink, dash: (on: Int, off: Int)? = nil) {
    guard from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite, width > 0, height > 0 else { return }
    let dx = to.x - from.x
    let dy = to.y - from.y
    if abs(dx) >= abs(dy) {
      let (start, end) = from.x <= to.x ? (from, to) : (to, from)
      walk(start.x, start.y, end.x, slope: dx == 0 ? 0 : dy / dx, majorSize: width, minorSize: height, steep: false, ink, dash)
    } else {
      let (start, end) = from.y <= to.y ? (from, to) : (to, from)
      walk(start.y, start.x, end.y, slope: dx / dy, majorSize: height, minorSize: width, steep: true, ink, dash)
    }
  }

  /// Walks the major axis of a line within the canvas.
  @inline(__always)
  private mutating func walk(
    _ major0: Double, _ minor0: Double, _ major1: Double, slope: Double, majorSize: Int, minorSize: Int, steep: Bool, _ ink: Ink,
    _ dash: (on: Int, off: Int)?
  ) {
    guard let steps = Self.steps(major0, minor0, major1, slope: slope, majorSize: majorSize, minorSize: minorSize) else { return }
    let period = max(1, dash.map { $0.on + $0.off } ?? 1)
    let edge = Double(minorSize) - 0.5
    let layout = layout
    // One look at the array's owner for the whole line: most lines of a large track are a dot or two long.
    slots.withUnsafeMutableBufferPointer { slots in
      for step in steps {
        if let dash, step % period >= dash.on { continue }
        let minor = minor0 + (Double(step) - major0) * slope
        guard minor > -0.5, minor < edge else { continue }
        // Rounds to the nearest; the processor's own rounding is a call on old ones.
        let nearest = Int(minor + 0.5)
        let (x, y) = steep ? (nearest, step) : (step, nearest)
        layout.set(&slots[layout.index(x: x, y: y)], x: x, y: y, ink)
      }
    }
  }

  /// The whole steps of the major axis at which a line may have dots on the canvas.
  @inline(__always)
  static func steps(
    _ major0: Double, _ minor0: Double, _ major1: Double, slope: Double, majorSize: Int, minorSize: Int
  ) -> ClosedRange<Int>? {
    let minor1 = minor0 + (major1 - major0) * slope
    let last = Double(majorSize) - 0.5
    if major0 > -0.5, major1 < last, min(minor0, minor1) > -0.5, max(minor0, minor1) < Double(minorSize) - 0.5 {
      return Int(major0 + 0.5)...Int(major1 + 0.5)
    }
    var low = max(0, major0.rounded())
    var high = min(Double(majorSize - 1), major1.rounded())
    if slope != 0 {
      // Leave out the stretch whose dots lie above or below the canvas; one step of slack on each side keeps rounding out of it.
      let a = major0 + (-1 - minor0) / slope
      let b = major0 + (Double(minorSize) - minor0) / slope
      low = max(low, min(a, b).rounded(.down) - 1)
      high = min(high, max(a, b).rounded(.up) + 1)
    }
    return low <= high ? Int(low)...Int(high) : nil
  }

  /// A circle line, a dot every `spacing` dots of the circumference; with 1 it is closed.
  public mutating func circle(center: DotPoint, radius: Double, _ ink: Ink, spacing: Double = 1) {
    guard radius.isFinite, radius > 0, radius < 1e6, center.x.isFinite, center.y.isFinite, spacing > 0 else { return }
    let wanted = 2 * Double.pi * radius / spacing
    guard wanted < 200_000 else { return }
    // A multiple of eight, so that the dots lie alike on all sides.
    let count = max(8, Int((wanted / 8).rounded()) * 8)
    for step in 0..<count {
      let angle = 2 * Double.pi * Double(step) / Double(count)
      plot(center.x + radius * cos(angle), center.y + radius * sin(angle), ink)
    }
  }

  /// Sets the dot that a real position falls into.
  public mutating func plot(_ x: Double, _ y: Double, _ ink: Ink) {
    guard abs(x) < 1e9, abs(y) < 1e9 else { return }
    plot(Int(x.rounded()), Int(y.rounded()), ink)
  }

  /// A line of some width, its ends round: every dot whose centre lies within `radius` of it. Without ink the dots are cleared.
  public mutating func thickLine(_ from: DotPoint, _ to: DotPoint, radius: Double, _ ink: Ink?) {
    guard let columns = span(from.x, to.x, radius, width), let rows = span(from.y, to.y, radius, height) else { return }
    let dx = to.x - from.x
    let dy = to.y - from.y
    let square = dx * dx + dy * dy
    let layout = layout
    slots.withUnsafeMutableBufferPointer { slots in
      for row in rows {
        for column in columns {
          let px = Double(column) - from.x
          let py = Double(row) - from.y
          let along = square == 0 ? 0 : min(1, max(0, (px * dx + py * dy) / square))
          let ex = px - along * dx
          let ey = py - along * dy
          guard ex * ex + ey * ey <= radius * radius else { continue }
          let index = layout.index(x: column, y: row)
          if let ink { layout.set(&slots[index], x: column, y: row, ink) } else { layout.clear(&slots[index], x: column, y: row) }
        }
      }
    }
  }

  /// A filled polygon by the even-odd rule; a dot belongs to it if its centre does.
  public mutating func fill(polygon: [DotPoint], _ ink: Ink) {
    forEachDot(inside: polygon) { canvas, x, y in canvas.plot(x, y, ink) }
  }

  /// Clears the dots inside a polygon and within `margin` of its outline.
  public mutating func clear(polygon: [DotPoint], margin: Double) {
    forEachDot(inside: polygon) { canvas, x, y in canvas.erase(x, y) }
    for (index, point) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      thickLine(point, next, radius: margin, nil)
    }
  }

  private mutating func forEachDot(inside polygon: [DotPoint], _ body: (inout DotCanvas, Int, Int) -> Void) {
    guard polygon.count >= 3, polygon.allSatisfy({ abs($0.x) < 1e9 && abs($0.y) < 1e9 }) else { return }
    var lowest = Double.infinity
    var highest = -Double.infinity
    for point in polygon {
      lowest = min(lowest, point.y)
      highest = max(highest, point.y)
    }
    let top = max(0, Int(lowest.rounded(.up)))
    let bottom = min(height - 1, Int(highest.rounded(.down)))
    guard top <= bottom else { return }
    for y in top...bottom {
      var crossings: [Double] = []
      for (index, a) in polygon.enumerated() {
        let b = polygon[(index + 1) % polygon.count]
        guard (a.y <= Double(y)) != (b.y <= Double(y)) else { continue }
        crossings.append(a.x + (Double(y) - a.y) * (b.x - a.x) / (b.y - a.y))
      }
      crossings.sort()
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let left = max(0, Int(crossings[pair].rounded(.up)))
        let right = min(width - 1, Int(crossings[pair + 1].rounded(.down)))
        if left <= right { for x in left...right { body(&self, x, y) } }
      }
    }
  }

  /// The whole dots between two positions widened by a radius, inside `0..<size`; `nil` where there are none.
  private func span(_ a: Double, _ b: Double, _ radius: Double, _ size: Int) -> ClosedRange<Int>? {
    guard a.isFinite, b.isFinite else { return nil }
    let low = max(0, (min(a, b) - radius).rounded(.up))
    let high = min(Double(size - 1), (max(a, b) + radius).rounded(.down))
    return low <= high ? Int(low)...Int(high) : nil
  }
}
