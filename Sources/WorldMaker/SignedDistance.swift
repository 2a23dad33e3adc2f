// Owns the distance of a place from a set of rings, positive inside them.

/// Rings as edges in buckets of half a degree, so that a place asks only what lies near it.
///
/// Distances are in degrees of latitude (east–west shrunk by the cosine of the place's latitude), and none is told beyond ``reach``.
struct SignedDistance {
  /// Distances are capped here, in degrees.
  static let reach = 0.6
  private static let bucketSize = 0.5

  private struct Edge {
    let start: PlanePoint
    let end: PlanePoint
  }

  private var edges: [Edge] = []
  /// Edges that touch a bucket's surroundings.
  private var near: [BucketKey: [Int32]] = [:]
  /// Edges by the rows of buckets whose latitudes they cross, for the count of crossings.
  private var rows: [Int: [Int32]] = [:]

  struct BucketKey: Hashable {
    let column: Int
    let row: Int

    init(_ point: PlanePoint) {
      column = Int((point.x / bucketSize).rounded(.down))
      row = Int((point.y / bucketSize).rounded(.down))
    }
    init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
  }

  init(_ rings: [[PlanePoint]]) {
    for ring in rings {
      var previous = ring.last ?? PlanePoint(x: 0, y: 0)
      for point in ring {
        if point != previous { add(Edge(start: previous, end: point)) }
        previous = point
      }
    }
  }

  private mutating func add(_ edge: Edge) {
    let index = Int32(edges.count)
    edges.append(edge)
    let low = PlanePoint(x: min(edge.start.x, edge.end.x), y: min(edge.start.y, edge.end.y))
    let high = PlanePoint(x: max(edge.start.x, edge.end.x), y: max(edge.start.y, edge.end.y))
    // In longitude a reach of 0.6° of latitude is twice that at 60°.
    let first = BucketKey(PlanePoint(x: low.x - 2 * Self.reach, y: low.y - Self.reach))
    let last = BucketKey(PlanePoint(x: high.x + 2 * Self.reach, y: high.y + Self.reach))
    for row in first.row...last.row {
      for column in first.column...last.column { near[BucketKey(column: column, row: row), default: []].append(index) }
    }
    for row in BucketKey(low).row...BucketKey(high).row { rows[row, default: []].append(index) }
  }

  /// Whether any edge lies within reach of the bucket that holds the place.
  func hasEdges(near point: PlanePoint) -> Bool { near[BucketKey(point)] != nil }

  /// The distance of the place from the rings' nearest edge, positive inside, −``reach``…``reach``.
  func callAsFunction(_ point: PlanePoint) -> Double {
    let shrink = cosine(point.y)
    var nearest = Self.reach * Self.reach
    for index in near[BucketKey(point)] ?? [] {
      nearest = min(nearest, Self.squared(point, edges[Int(index)], shrink))
    }
    return isInside(point) ? nearest.squareRoot() : -nearest.squareRoot()
  }

  /// Whether a ray to the east crosses the rings an odd number of times.
  func isInside(_ point: PlanePoint) -> Bool {
    var isInside = false
    for index in rows[BucketKey(point).row] ?? [] {
      let edge = edges[Int(index)]
      guard (edge.start.y > point.y) != (edge.end.y > point.y) else { continue }
      let t = (point.y - edge.start.y) / (edge.end.y - edge.start.y)
      if point.x < edge.start.x + t * (edge.end.x - edge.start.x) { isInside.toggle() }
    }
    return isInside
  }

  private static func squared(_ point: PlanePoint, _ edge: Edge, _ shrink: Double) -> Double {
    let ex = (edge.end.x - edge.start.x) * shrink
    let ey = edge.end.y - edge.start.y
    let px = (point.x - edge.start.x) * shrink
    let py = point.y - edge.start.y
    let t = max(0, min(1, (px * ex + py * ey) / (ex * ex + ey * ey)))
    let dx = px - t * ex
    let dy = py - t * ey
    return dx * dx + dy * dy
  }
}
