// Owns the look-up of places in the outline of mainland China by cells of a quarter of a degree.

/// The outline's edges, by cell.
struct MainlandChinaIndex: Sendable {
  /// The rectangle of the cells, in degrees; the outline and its fading edge lie within.
  static let west = 73.0
  static let south = 16.5
  static let east = 136.0
  static let north = 54.0
  /// How near to a cell an edge must be to be in its list, in degrees of latitude.
  static let reach = 0.016

  private static let size = 0.25
  private static let columns = 252
  private static let rows = 150

  /// Of each cell: 0 outside, 1 inside, else 2 more than its list's number.
  private var cells = [UInt16](repeating: 0, count: columns * rows)
  /// Edges near a cell: list n is `nearEdges[nearStarts[n] ..< nearStarts[n + 1]]`.
  private var nearStarts: [Int] = [0]
  private var nearEdges: [OutlineEdge] = []
  /// Edges that cross the latitudes of a row, for the count of crossings.
  private var rowStarts: [Int] = [0]
  private var rowEdges: [OutlineEdge] = []
  let edges: [OutlineEdge]

  /// - Parameter vertices: east and north in 0.001° alternately, rings ended by a pair of zeros.
  init(vertices: [Int32]) {
    edges = Self.edges(vertices)
    // Each pair of a cell and an edge (of which there are some thousands) as one number, sorted by cell.
    var pairs: [Int] = []
    var rowPairs: [Int] = []
    for (number, edge) in edges.enumerated() { Self.enter(edge, number, &pairs, &rowPairs) }
    pairs.sort()
    rowPairs.sort()
    var next = 0
    var nextInRow = 0
    for row in 0..<Self.rows {
      while nextInRow < rowPairs.count, rowPairs[nextInRow] >> 16 == row {
        rowEdges.append(edges[rowPairs[nextInRow] & 0xFFFF])
        nextInRow += 1
      }
      rowStarts.append(rowEdges.count)
      var isAfterBorder = false
      var state: UInt16 = 0
      for column in 0..<Self.columns {
        let cell = row * Self.columns + column
        if next < pairs.count, pairs[next] >> 16 == cell {
          cells[cell] = UInt16(nearStarts.count + 1)
          while next < pairs.count, pairs[next] >> 16 == cell {
            nearEdges.append(edges[pairs[next] & 0xFFFF])
            next += 1
          }
          nearStarts.append(nearEdges.count)
          isAfterBorder = true
        } else {
          // Between cells without edges the state cannot change.
          if isAfterBorder {
            let middle = (x: Self.west + (Double(column) + 0.5) * Self.size, y: Self.south + (Double(row) + 0.5) * Self.size)
            state = isInside(middle.x, middle.y, row) ? 1 : 0
          }
          isAfterBorder = false
          cells[cell] = state
        }
      }
    }
  }

  private static func edges(_ vertices: [Int32]) -> [OutlineEdge] {
    var edges: [OutlineEdge] = []
    var ring: [(x: Double, y: Double)] = []
    for index in stride(from: 0, to: vertices.count - 1, by: 2) {
      let (x, y) = (vertices[index], vertices[index + 1])
      guard x == 0, y == 0 else {
        ring.append((Double(x) / 1000, Double(y) / 1000))
        continue
      }
      for (position, end) in ring.enumerated() {
        let start = ring[position == 0 ? ring.count - 1 : position - 1]
        edges.append(OutlineEdge(startX: start.x, startY: start.y, endX: end.x, endY: end.y))
      }
      ring = []
    }
    return edges
  }

  /// Enters an edge with the cells it passes within reach, and with the rows whose latitudes it touches.
  private static func enter(_ edge: OutlineEdge, _ number: Int, _ pairs: inout [Int], _ rowPairs: inout [Int]) {
    // A reach in latitude is less than twice that in longitude up to 60°.
    let sideways = 2 * reach
    let firstColumn = max(0, Int((min(edge.startX, edge.endX) - sideways - west) / size))
    let lastColumn = min(columns - 1, Int((max(edge.startX, edge.endX) + sideways - west) / size))
    let firstRow = max(0, Int((min(edge.startY, edge.endY) - reach - south) / size))
    let lastRow = min(rows - 1, Int((max(edge.startY, edge.endY) + reach - south) / size))
    guard firstRow <= lastRow, firstColumn <= lastColumn else { return }
    for row in firstRow...lastRow { rowPairs.append(row << 16 | number) }
    let half = size / 2
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn {
        let x = west + (Double(column) + 0.5) * size
        let y = south + (Double(row) + 0.5) * size
        // In the plane of the map a cell lies within half its diagonal of its middle.
        let away = edge.squaredDistance(x, y, shrink: 1).squareRoot()
        if away <= half * 2.0.squareRoot() + sideways { pairs.append((row * columns + column) << 16 | number) }
      }
    }
  }

  /// The share of the shift at a place of the rectangle.
  func weight(_ x: Double, _ y: Double, _ width: Double) -> Double {
    let column = Int((x - Self.west) / Self.size)
    let row = Int((y - Self.south) / Self.size)
    guard column >= 0, column < Self.columns, row >= 0, row < Self.rows else { return 0 }
    let state = cells[row * Self.columns + column]
    if state < 2 { return Double(state) }
    if isInside(x, y, row) { return 1 }
    let shrink = cosine(Angle.radians(y))
    var nearest = Double.infinity
    for index in nearStarts[Int(state) - 2]..<nearStarts[Int(state) - 1] {
      nearest = min(nearest, nearEdges[index].squaredDistance(x, y, shrink: shrink))
    }
    return nearest < width * width ? 1 - nearest.squareRoot() / width : 0
  }

  /// Whether a ray to the east crosses the outline an odd number of times.
  private func isInside(_ x: Double, _ y: Double, _ row: Int) -> Bool {
    var isInside = false
    for index in rowStarts[row]..<rowStarts[row + 1] where rowEdges[index].isCrossed(x, y) { isInside.toggle() }
    return isInside
  }
}
