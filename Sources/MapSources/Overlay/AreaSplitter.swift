// Owns `AreaSplitter`: large areas cut into squares, so that drawing one costs what is in view of it.

internal import BaseMap

/// An area cut by the squares of a quadtree until each holds few points. Where it falls apart within a square, its pieces stay joined along the
/// square's edge, there and back, which encloses nothing (Sutherland and Hodgman).
struct AreaSplitter {
  /// A square of the plane and what of the area lies in it.
  struct Cell {
    /// The north-west corner and the side, in steps of the plane; the side is a power of two.
    var x: Int64
    var y: Int64
    var side: Int64
    var rings: [[LocalPoint]]
  }

  /// Areas of more points are cut.
  static let most = 2048
  /// Squares are not smaller than this: half a kilometre.
  private static let smallest: Int64 = 1 << 14

  private(set) var cells: [Cell] = []

  /// Cuts an area, of a place of the plane.
  init(_ rings: [[LocalPoint]]) {
    split(Cell(x: -2 * Int64(OverlayPlane.turn), y: -2 * Int64(OverlayPlane.turn), side: 4 * Int64(OverlayPlane.turn), rings: rings))
  }

  private mutating func split(_ cell: Cell) {
    guard cell.rings.reduce(0, { $0 + $1.count }) > Self.most / 2, cell.side > Self.smallest else {
      cells.append(cell)
      return
    }
    let side = cell.side / 2
    let (x, y) = (cell.x + side, cell.y + side)
    for (column, west) in [cell.x, x].enumerated() {
      let half = Self.cut(cell.rings, \.x, at: x, keepsGreater: column == 1)
      guard !half.isEmpty else { continue }
      for (row, north) in [cell.y, y].enumerated() {
        let quarter = Self.cut(half, \.y, at: y, keepsGreater: row == 1)
        if !quarter.isEmpty { split(Cell(x: west, y: north, side: side, rings: quarter)) }
      }
    }
  }

  /// What lies on one side of a line along an axis.
  private static func cut(
    _ rings: [[LocalPoint]], _ axis: WritableKeyPath<LocalPoint, Int32>, at limit: Int64, keepsGreater: Bool
  ) -> [[LocalPoint]] {
    func isKept(_ point: LocalPoint) -> Bool {
      keepsGreater ? Int64(point[keyPath: axis]) >= limit : Int64(point[keyPath: axis]) <= limit
    }
    return rings.compactMap { ring in
      guard let last = ring.last else { return nil }
      var kept: [LocalPoint] = []
      var previous = last
      for point in ring {
        if isKept(point) != isKept(previous) { kept.append(crossing(previous, point, axis, limit)) }
        if isKept(point) { kept.append(point) }
        previous = point
      }
      // What merely touches the line has no area there.
      let isArea = kept.contains { Int64($0[keyPath: axis]) != limit }
      return kept.count >= 3 && isArea ? kept : nil
    }
  }

  /// Where a stretch crosses the line, the same from both of its ends.
  private static func crossing(
    _ a: LocalPoint, _ b: LocalPoint, _ axis: WritableKeyPath<LocalPoint, Int32>, _ limit: Int64
  ) -> LocalPoint {
    let (low, high) = a[keyPath: axis] < b[keyPath: axis] ? (a, b) : (b, a)
    let other = axis == \LocalPoint.x ? \LocalPoint.y : \LocalPoint.x
    let share = Double(limit - Int64(low[keyPath: axis])) / Double(Int64(high[keyPath: axis]) - Int64(low[keyPath: axis]))
    let (start, end) = (Double(low[keyPath: other]), Double(high[keyPath: other]))
    var point = low
    // Between the two ends, so within the plane.
    point[keyPath: axis] = Int32(limit)
    point[keyPath: other] = Int32((start + share * (end - start)).rounded())
    return point
  }
}
