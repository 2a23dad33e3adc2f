// Owns lines of marks: the dots of `DotCanvas.line`, and of the row and column before the canvas.

extension DotMarks {
  /// Marks a line between two points, ends included, as ``DotCanvas/line(_:_:_:dash:)`` draws it: `steep` where it is steep, `flat` elsewhere.
  @inline(__always)
  public mutating func line(_ from: DotPoint, _ to: DotPoint, flat: Mark, steep: Mark) {
    let dx = to.x - from.x
    let dy = to.y - from.y
    // Not a number fails here.
    guard abs(dx) < .infinity, abs(dy) < .infinity else { return }
    if abs(dx) >= abs(dy) {
      let slope = dx == 0 ? 0 : dy / dx
      if dx >= 0 {
        walk(from.x + 1, from.y + 1, to.x + 1, slope, frame.width + 1, frame.height + 1, 1, frame.stride, flat.rawValue)
      } else {
        walk(to.x + 1, to.y + 1, from.x + 1, slope, frame.width + 1, frame.height + 1, 1, frame.stride, flat.rawValue)
      }
    } else if dy >= 0 {
      walk(from.y + 1, from.x + 1, to.y + 1, dx / dy, frame.height + 1, frame.width + 1, frame.stride, 1, steep.rawValue)
    } else {
      walk(to.y + 1, to.x + 1, from.y + 1, dx / dy, frame.height + 1, frame.width + 1, frame.stride, 1, steep.rawValue)
    }
  }

  /// Marks along the major axis; positions are counted from the dot (−1, −1).
  private mutating func walk(
    _ major0: Double, _ minor0: Double, _ major1: Double, _ slope: Double, _ majorSize: Int, _ minorSize: Int, _ majorStride: Int,
    _ minorStride: Int, _ mark: UInt8
  ) {
    guard let steps = DotCanvas.steps(major0, minor0, major1, slope: slope, majorSize: majorSize, minorSize: minorSize) else { return }
    let edge = Double(minorSize) - 0.5
    bytes.withUnsafeMutableBufferPointer { bytes in
      for step in steps {
        let minor = minor0 + (Double(step) - major0) * slope
        guard minor > -0.5, minor < edge else { continue }
        bytes[step * majorStride + Int(minor + 0.5) * minorStride] |= mark
      }
    }
  }
}
