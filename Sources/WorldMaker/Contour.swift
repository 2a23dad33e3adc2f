// Owns finding the zero line of a field as closed rings, by marching squares.

/// A grid of values over a rectangle of the map.
struct FieldGrid {
  let origin: PlanePoint
  let step: Double
  let columns: Int
  let rows: Int
  var values: [Float]

  init(origin: PlanePoint, step: Double, columns: Int, rows: Int, value: (PlanePoint) -> Double) {
    (self.origin, self.step, self.columns, self.rows) = (origin, step, columns, rows)
    values = []
    values.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        // A value of exactly zero would put two crossings on one place.
        let found = Float(value(PlanePoint(x: origin.x + Double(column) * step, y: origin.y + Double(row) * step)))
        values.append(found == 0 ? 1e-7 : found)
      }
    }
  }

  /// The rings of the zero line, the positive side on their left.
  func zeroLine() -> [[PlanePoint]] {
    var next: [Int: Int] = [:]
    for row in 0..<(rows - 1) {
      for column in 0..<(columns - 1) { addCell(column, row, to: &next) }
    }
    var rings: [[PlanePoint]] = []
    for start in next.keys.sorted() {
      var ring: [PlanePoint] = []
      var at = start
      while let following = next.removeValue(forKey: at) {
        ring.append(crossing(at))
        at = following
      }
      if ring.count > 2 { rings.append(ring) }
    }
    return rings
  }

  /// Joins the crossings on a cell's sides. A side is named by the grid point at its lower left end, twice, plus one if it is upright.
  ///
  ///     3───2
  ///     │   │   corners as bits; positive is set
  ///     0───1
  private func addCell(_ column: Int, _ row: Int, to next: inout [Int: Int]) {
    let corner = row * columns + column
    let bottom = corner * 2
    let left = corner * 2 + 1
    let right = (corner + 1) * 2 + 1
    let top = (corner + columns) * 2
    let values = [values[corner], values[corner + 1], values[corner + columns + 1], values[corner + columns]]
    var pattern = 0
    for (index, value) in values.enumerated() where value > 0 { pattern |= 1 << index }
    let isCentrePositive = values.reduce(0, +) > 0
    switch pattern {
    case 1: next[bottom] = left
    case 2: next[right] = bottom
    case 3: next[right] = left
    case 4: next[top] = right
    case 5 where isCentrePositive: (next[bottom], next[top]) = (right, left)
    case 5: (next[bottom], next[top]) = (left, right)
    case 6: next[top] = bottom
    case 7: next[top] = left
    case 8: next[left] = top
    case 9: next[bottom] = top
    case 10 where isCentrePositive: (next[left], next[right]) = (bottom, top)
    case 10: (next[left], next[right]) = (top, bottom)
    case 11: next[right] = top
    case 12: next[left] = right
    case 13: next[bottom] = right
    case 14: next[left] = bottom
    default: break
    }
  }

  private func crossing(_ side: Int) -> PlanePoint {
    let first = side / 2
    let isUpright = side % 2 == 1
    let second = isUpright ? first + columns : first + 1
    let t = Double(values[first] / (values[first] - values[second]))
    let column = Double(first % columns) + (isUpright ? 0 : t)
    let row = Double(first / columns) + (isUpright ? t : 0)
    return PlanePoint(x: origin.x + column * step, y: origin.y + row * step)
  }
}

/// Fewer vertices for a ring.
enum Simplification {
  /// The ring without the vertices that the tolerance (degrees of latitude) makes needless, by Douglas and Peucker; `weight` scales what a
  /// vertex's distance counts.
  static func ring(_ ring: [PlanePoint], tolerance: Double, weight: (PlanePoint) -> Double) -> [PlanePoint] {
    guard ring.count > 8 else { return ring }
    var keep = [Bool](repeating: false, count: ring.count)
    let half = ring.count / 2
    keep[0] = true
    keep[half] = true
    var spans = [(0, half), (half, ring.count)]
    while let (first, last) = spans.popLast() {
      var worst = tolerance
      var split: Int?
      for index in (first + 1)..<max(first + 1, last) {
        let distance = distance(ring[index], ring[first], ring[last % ring.count]) * weight(ring[index])
        if distance > worst { (worst, split) = (distance, index) }
      }
      if let split {
        keep[split] = true
        spans += [(first, split), (split, last)]
      }
    }
    return ring.indices.filter { keep[$0] }.map { ring[$0] }
  }

  private static func distance(_ point: PlanePoint, _ start: PlanePoint, _ end: PlanePoint) -> Double {
    let shrink = cosine(point.y)
    let (ex, ey) = ((end.x - start.x) * shrink, end.y - start.y)
    let (px, py) = ((point.x - start.x) * shrink, point.y - start.y)
    let square = ex * ex + ey * ey
    let t = square > 0 ? max(0, min(1, (px * ex + py * ey) / square)) : 0
    let (dx, dy) = (px - t * ex, py - t * ey)
    return (dx * dx + dy * dy).squareRoot()
  }
}
