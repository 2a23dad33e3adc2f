// Owns strokes: ways of many points drawn with a width and a dash, and the clearing of the ground along them.
//
//      width 1      a line, each dot the nearest to it           dash   ####..#..####..#
//      width > 1    every dot within width / 2 of it, row by row        goes on from leg to leg

/// Which steps of a line are drawn: a picture that repeats, `#` drawn and `.` left out.
public struct DotDash: Hashable, Sendable {
  private let bits: UInt64
  private let period: Int

  /// - Parameter picture: 1 to 64 signs; what is longer is cut off, and an empty one draws every step.
  public init(_ picture: String) {
    var bits: UInt64 = 0
    var count = 0
    for sign in picture.utf8.prefix(64) {
      if sign == UInt8(ascii: "#") { bits |= 1 << UInt64(count) }
      count += 1
    }
    self.bits = count == 0 ? 1 : bits
    period = max(1, count)
  }

  /// Whether a step is drawn; steps are counted from the beginning of the way.
  @inline(__always)
  func isOn(_ step: Int) -> Bool { bits >> UInt64(step % period) & 1 == 1 }
}

extension DotCanvas {
  /// Draws a way: a line through all its points.
  /// - Parameters:
  ///   - width: dots across; 1 or less draws a single line.
  ///   - dash: for single lines. It begins at the first point, wherever that lies, so that it moves with the ground.
  public mutating func stroke(_ way: [DotPoint], _ ink: Ink, width: Double = 1, dash: DotDash? = nil) {
    guard self.width > 0, self.height > 0, var from = way.first else { return }
    let layout = layout
    let (across, down) = (self.width, self.height)
    var passed = 0.0
    slots.withUnsafeMutableBufferPointer { slots in
      for to in way.dropFirst() {
        defer {
          passed += max(abs(to.x - from.x), abs(to.y - from.y))
          from = to
        }
        guard Self.mayShow(from, to, reach: width / 2, across, down) else { continue }
        if width > 1 {
          Self.sweep(from, to, radius: width / 2, width: across, height: down) { row, dots in
            for x in dots { layout.set(&slots[layout.index(x: x, y: row)], x: x, y: row, ink) }
          }
        } else if let dash, passed < 1e9 {
          let start = Int(passed)
          Self.walk(from, to, width: across, height: down) { x, y, step in
            if dash.isOn(start + step) { layout.set(&slots[layout.index(x: x, y: y)], x: x, y: y, ink) }
          }
        } else {
          Self.walk(from, to, width: across, height: down) { x, y, _ in
            layout.set(&slots[layout.index(x: x, y: y)], x: x, y: y, ink)
          }
        }
      }
    }
  }

  /// Clears the dots within half a width of a way.
  public mutating func clear(along way: [DotPoint], width: Double) {
    guard self.width > 0, self.height > 0, var from = way.first else { return }
    let layout = layout
    let (across, down) = (self.width, self.height)
    slots.withUnsafeMutableBufferPointer { slots in
      for to in way.dropFirst() {
        defer { from = to }
        guard Self.mayShow(from, to, reach: width / 2, across, down) else { continue }
        if Self.isBare(slots, layout, from, to, reach: width / 2, across, down) { continue }
        Self.sweep(from, to, radius: width / 2, width: across, height: down) { row, dots in
          for x in dots { layout.clear(&slots[layout.index(x: x, y: row)], x: x, y: row) }
        }
      }
    }
  }

  /// Clears a line of dots on either side of a way that is so many dots wide, and nothing beyond its ends: what goes on there stays joined.
  public mutating func clear(beside way: [DotPoint], width: Double) {
    guard self.width > 0, self.height > 0, var from = way.first else { return }
    let layout = layout
    let (across, down) = (self.width, self.height)
    let reach = max(1, width / 2 + 0.5)
    slots.withUnsafeMutableBufferPointer { slots in
      for to in way.dropFirst() {
        defer { from = to }
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0, Self.mayShow(from, to, reach: reach, across, down) else { continue }
        for side in 0..<2 {
          let share = (side == 0 ? reach : -reach) / length
          let (x, y) = (-dy * share, dx * share)
          Self.walk(DotPoint(from.x + x, from.y + y), DotPoint(to.x + x, to.y + y), width: across, height: down) { x, y, _ in
            layout.clear(&slots[layout.index(x: x, y: y)], x: x, y: y)
          }
        }
      }
    }
  }

  /// Adds every dot of a set.
  public mutating func plot(_ mask: DotMask, _ ink: Ink) { mask.visit { plot($0, $1, ink) } }

  /// Whether there is surely nothing to clear around a short leg: it is quicker to look than to sweep.
  @inline(__always)
  private static func isBare(
    _ slots: UnsafeMutableBufferPointer<Slot>, _ layout: Layout, _ a: DotPoint, _ b: DotPoint, reach: Double, _ width: Int, _ height: Int
  ) -> Bool {
    guard abs(a.x - b.x) < 32, abs(a.y - b.y) < 32, reach < 32 else { return false }
    // A leg that may show lies near the canvas, so these are small numbers.
    let left = max(0, Int(min(a.x, b.x) - reach))
    let right = min(width - 1, Int(max(a.x, b.x) + reach + 1))
    let top = max(0, Int(min(a.y, b.y) - reach))
    let bottom = min(height - 1, Int(max(a.y, b.y) + reach + 1))
    guard left <= right, top <= bottom else { return true }
    for row in top >> layout.rowShift...bottom >> layout.rowShift {
      for column in left >> layout.columnShift...right >> layout.columnShift where slots[row * layout.columns + column].bits != 0 {
        return false
      }
    }
    return true
  }

  /// Whether a leg may have dots on the canvas; not for what is not a number.
  @inline(__always)
  private static func mayShow(_ a: DotPoint, _ b: DotPoint, reach: Double, _ width: Int, _ height: Int) -> Bool {
    let edge = reach + 1
    return min(a.x, b.x) <= Double(width) + edge && max(a.x, b.x) >= -edge && min(a.y, b.y) <= Double(height) + edge
      && max(a.y, b.y) >= -edge
  }

  /// Visits the dots of a line on a canvas, as ``line(_:_:_:dash:)`` draws it, with the steps from its first point on.
  @inline(__always)
  static func walk(
    _ from: DotPoint, _ to: DotPoint, width: Int, height: Int, _ body: (_ x: Int, _ y: Int, _ step: Int) -> Void
  ) {
    let dx = to.x - from.x
    let dy = to.y - from.y
    // Not a number fails here.
    guard abs(dx) < 1e12, abs(dy) < 1e12, abs(from.x) < 1e12, abs(from.y) < 1e12 else { return }
    let isSteep = abs(dy) > abs(dx)
    let isBackward = isSteep ? dy < 0 : dx < 0
    let (start, end) = isBackward ? (to, from) : (from, to)
    let (major0, minor0) = isSteep ? (start.y, start.x) : (start.x, start.y)
    let major1 = isSteep ? end.y : end.x
    let slope = isSteep ? dx / dy : dx == 0 ? 0 : dy / dx
    let edge = Double(isSteep ? width : height) - 0.5
    guard
      let steps = steps(
        major0, minor0, major1, slope: slope, majorSize: isSteep ? height : width, minorSize: isSteep ? width : height)
    else { return }
    // Counted from the first point, whichever way the walk goes.
    let origin = Int((isBackward ? major1 : major0).rounded(.down))
    for step in steps {
      let minor = minor0 + (Double(step) - major0) * slope
      guard minor > -0.5, minor < edge else { continue }
      let nearest = Int(minor + 0.5)
      body(isSteep ? nearest : step, isSteep ? step : nearest, abs(step - origin))
    }
  }

  /// Visits the runs of dots within a radius of a leg, row by row: in each row they are what a disc at either end and the band between cover.
  @inline(__always)
  static func sweep(
    _ from: DotPoint, _ to: DotPoint, radius: Double, width: Int, height: Int, _ body: (_ row: Int, _ dots: ClosedRange<Int>) -> Void
  ) {
    guard abs(from.x) < 1e12, abs(from.y) < 1e12, abs(to.x) < 1e12, abs(to.y) < 1e12, radius > 0, radius < 1e6 else { return }
    let low = max(0, (min(from.y, to.y) - radius).rounded(.up))
    let high = min(Double(height - 1), (max(from.y, to.y) + radius).rounded(.down))
    guard low <= high else { return }
    let dx = to.x - from.x
    let dy = to.y - from.y
    let length = (dx * dx + dy * dy).squareRoot()
    let (ux, uy) = length > 0 ? (dx / length, dy / length) : (1, 0)
    for row in Int(low)...Int(high) {
      let y = Double(row)
      var left = Double.infinity
      var right = -Double.infinity
      for index in 0..<2 {
        let (x, above) = index == 0 ? (from.x, y - from.y) : (to.x, y - to.y)
        let square = radius * radius - above * above
        guard square >= 0 else { continue }
        let half = square.squareRoot()
        left = min(left, x - half)
        right = max(right, x + half)
      }
      if let band = band(from, length, ux, uy, radius: radius, y: y) {
        left = min(left, band.left)
        right = max(right, band.right)
      }
      let first = max(0, left.rounded(.up))
      let last = min(Double(width - 1), right.rounded(.down))
      if first <= last { body(row, Int(first)...Int(last)) }
    }
  }

  /// Where a row lies beside a leg rather than beyond its ends, within the radius.
  @inline(__always)
  private static func band(
    _ from: DotPoint, _ length: Double, _ ux: Double, _ uy: Double, radius: Double, y: Double
  ) -> (left: Double, right: Double)? {
    let down = y - from.y
    var left = -Double.infinity
    var right = Double.infinity
    // |(x − x₀)·uy − (y − y₀)·ux| ≤ radius
    if uy != 0 {
      let a = (down * ux - radius) / uy
      let b = (down * ux + radius) / uy
      (left, right) = (min(a, b), max(a, b))
    } else if abs(down) > radius {
      return nil
    }
    // 0 ≤ (x − x₀)·ux + (y − y₀)·uy ≤ length
    if ux != 0 {
      let a = -down * uy / ux
      let b = (length - down * uy) / ux
      left = max(left, min(a, b))
      right = min(right, max(a, b))
    } else if down * uy < 0 || down * uy > length {
      return nil
    }
    return left <= right ? (from.x + left, from.x + right) : nil
  }
}
