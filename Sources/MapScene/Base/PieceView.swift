// Owns `PieceView`: a piece of a map as cells of the screen.

import BaseMap
import TrackGeodesy

/// From a piece's own units to cells, and the part of it that lies in a field and in its window.
struct PieceView {
  private let originX: Double
  private let originY: Double
  private let across: (x: Double, y: Double)
  private let down: (x: Double, y: Double)
  /// The box in local units outside which nothing counts.
  private let seen: SegmentClip
  /// The same in whole units, rounded outwards: most lines are told to be outside by these.
  private let low: SIMD2<Int32>
  private let high: SIMD2<Int32>

  /// `nil` where nothing of the piece is in view.
  init?(_ part: BasePart, _ transform: MapTransform) {
    let piece = part.piece
    guard piece.unit > 0, piece.unit.isFinite, abs(piece.origin.x) < 1e3, abs(piece.origin.y) < 1e3, (-999...999).contains(part.turn) else {
      return nil
    }
    let turn = Double(part.turn)
    let (column, row) = (Double(transform.canvas.dotsPerColumn), Double(transform.canvas.dotsPerRow))
    // A step as long as a usual tile, so that little is lost to rounding.
    let step = 4_096.0
    let zero = transform.dot(x: piece.origin.x + turn, y: piece.origin.y)
    let right = transform.dot(x: piece.origin.x + turn + step * piece.unit, y: piece.origin.y)
    let below = transform.dot(x: piece.origin.x + turn, y: piece.origin.y + step * piece.unit)
    originX = (zero.x + 0.5) / column
    originY = (zero.y + 0.5) / row
    across = ((right.x - zero.x) / column / step, (right.y - zero.y) / row / step)
    down = ((below.x - zero.x) / column / step, (below.y - zero.y) / row / step)
    let margin = Double(max(NameField.marginColumns * transform.canvas.dotsPerColumn, NameField.marginRows * transform.canvas.dotsPerRow))
    var box = transform.visibleBox(margin: margin).turned(by: -turn)
    if let window = part.window {
      guard let common = box.intersection(window) else { return nil }
      box = common
    }
    seen = SegmentClip(
      minX: (box.minX - piece.origin.x) / piece.unit, minY: (box.minY - piece.origin.y) / piece.unit,
      maxX: (box.maxX - piece.origin.x) / piece.unit, maxY: (box.maxY - piece.origin.y) / piece.unit)
    func whole(_ value: Double) -> Int32 { Int32(max(-2e9, min(value, 2e9))) }
    low = SIMD2(whole(seen.minX.rounded(.down)), whole(seen.minY.rounded(.down)))
    high = SIMD2(whole(seen.maxX.rounded(.up)), whole(seen.maxY.rounded(.up)))
    if piece.frame > 0 {
      let frame = Double(piece.frame)
      guard seen.minX <= frame, seen.minY <= frame, seen.maxX >= 0, seen.maxY >= 0 else { return nil }
    }
  }

  /// The cell of a point; `nil` outside the window or the field.
  @inline(__always)
  func cell(of point: LocalPoint, in bounds: NameBounds) -> (column: Int, row: Int)? {
    let (x, y) = (Double(point.x), Double(point.y))
    guard x >= seen.minX, x <= seen.maxX, y >= seen.minY, y <= seen.maxY else { return nil }
    let column = (originX + x * across.x + y * down.x).rounded(.down)
    let row = (originY + x * across.y + y * down.y).rounded(.down)
    guard column >= Double(bounds.columns.lowerBound), column <= Double(bounds.columns.upperBound),
      row >= Double(bounds.rows.lowerBound), row <= Double(bounds.rows.upperBound)
    else { return nil }
    return (Int(column), Int(row))
  }

  /// The cells of the field that a line goes through, leg by leg, row by row.
  /// - Parameter range: the line's points among those of the piece.
  @inline(__always)
  func forEachRun(of range: Range<Int>, of piece: MapPiece, in bounds: NameBounds, _ body: (NameRun) -> Void) {
    guard range.count > 1, range.upperBound <= piece.points.count else { return }
    piece.points.withUnsafeBufferPointer { points in
      for index in (range.lowerBound + 1)..<range.upperBound {
        let (a, b) = (points[index - 1], points[index])
        if min(a.x, b.x) > high.x || max(a.x, b.x) < low.x || min(a.y, b.y) > high.y || max(a.y, b.y) < low.y { continue }
        runs(Double(a.x), Double(a.y), Double(b.x), Double(b.y), in: bounds, body)
      }
    }
  }

  private func runs(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, in bounds: NameBounds, _ body: (NameRun) -> Void) {
    guard let (from, to) = seen.share(ax, ay, bx, by) else { return }
    let (sx, sy) = (ax + (bx - ax) * from, ay + (by - ay) * from)
    let (ex, ey) = (ax + (bx - ax) * to, ay + (by - ay) * to)
    let startX = originX + sx * across.x + sy * down.x
    let startY = originY + sx * across.y + sy * down.y
    let endX = originX + ex * across.x + ey * down.x
    let endY = originY + ex * across.y + ey * down.y
    let (top, bottom) = startY <= endY ? ((startX, startY), (endX, endY)) : ((endX, endY), (startX, startY))
    let firstRow = max(top.1.rounded(.down), Double(bounds.rows.lowerBound))
    let lastRow = min(bottom.1.rounded(.down), Double(bounds.rows.upperBound))
    guard firstRow <= lastRow else { return }
    let slope = bottom.1 > top.1 ? (bottom.0 - top.0) / (bottom.1 - top.1) : 0
    for row in Int(firstRow)...Int(lastRow) {
      var (left, right) = (top.0, bottom.0)
      if Double(row) > top.1 { left = top.0 + slope * (Double(row) - top.1) }
      if Double(row + 1) < bottom.1 { right = top.0 + slope * (Double(row + 1) - top.1) }
      if left > right { swap(&left, &right) }
      let first = max(left.rounded(.down), Double(bounds.columns.lowerBound))
      let last = min(right.rounded(.down), Double(bounds.columns.upperBound))
      if first <= last { body(NameRun(row: Int32(row), first: Int32(first), last: Int32(last))) }
    }
  }
}
