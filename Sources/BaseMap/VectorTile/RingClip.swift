// Owns `RingClip`: what of a ring lies within a frame.

/// Rings cut by the square 0…frame, after Sutherland and Hodgman: one side after the other. Where a ring falls apart its pieces stay joined along the
/// frame, there and back, which encloses nothing.
struct RingClip {
  private var ring: [LocalPoint] = []
  private var next: [LocalPoint] = []

  /// Adds what lies within the frame of a ring, if it encloses anything.
  /// - Parameters:
  ///   - points, parts: what is added to.
  mutating func add(_ source: ArraySlice<LocalPoint>, frame: Int32, to points: inout [LocalPoint], _ parts: inout [Range<Int32>]) {
    ring.removeAll(keepingCapacity: true)
    ring.append(contentsOf: source)
    cut(.x, at: 0, keepsGreater: true)
    cut(.x, at: frame, keepsGreater: false)
    cut(.y, at: 0, keepsGreater: true)
    cut(.y, at: frame, keepsGreater: false)
    Self.add(ring[...], to: &points, &parts)
  }

  /// Adds a ring as it is, without a last point that repeats the first, if it encloses anything.
  static func add(_ ring: ArraySlice<LocalPoint>, to points: inout [LocalPoint], _ parts: inout [Range<Int32>]) {
    var ring = ring
    while ring.count > 1, ring.first == ring.last { ring.removeLast() }
    guard ring.count >= 3, encloses(ring) else { return }
    let start = Int32(points.count)
    points.append(contentsOf: ring)
    parts.append(start..<Int32(points.count))
  }

  /// Whether a ring is more than a line there and back. Two loops that cancel each other count as nothing, which even-odd filling would not;
  /// rings are simple.
  private static func encloses(_ ring: ArraySlice<LocalPoint>) -> Bool {
    guard let origin = ring.first else { return false }
    var twice = 0
    var (x, y) = (0, 0)
    for point in ring.dropFirst() {
      let (u, v) = (Int(point.x) - Int(origin.x), Int(point.y) - Int(origin.y))
      twice &+= x &* v &- u &* y
      (x, y) = (u, v)
    }
    return twice != 0
  }

  private enum Axis {
    case x, y

    @inline(__always) func of(_ point: LocalPoint) -> Int32 { self == .x ? point.x : point.y }
    @inline(__always) func across(_ point: LocalPoint) -> Int32 { self == .x ? point.y : point.x }
    @inline(__always) func point(_ along: Int32, _ across: Int32) -> LocalPoint {
      self == .x ? LocalPoint(x: along, y: across) : LocalPoint(x: across, y: along)
    }
  }

  /// Keeps what is on one side of a straight line along an axis.
  private mutating func cut(_ axis: Axis, at limit: Int32, keepsGreater: Bool) {
    func isKept(_ point: LocalPoint) -> Bool { keepsGreater ? axis.of(point) >= limit : axis.of(point) <= limit }
    guard let last = ring.last, !ring.allSatisfy(isKept) else { return }
    next.removeAll(keepingCapacity: true)
    var previous = last
    for point in ring {
      if isKept(point) != isKept(previous) { append(Self.crossing(previous, point, axis, limit)) }
      if isKept(point) { append(point) }
      previous = point
    }
    swap(&ring, &next)
  }

  private mutating func append(_ point: LocalPoint) { if next.last != point { next.append(point) } }

  /// Where a stretch crosses the line; the same for both directions of the stretch.
  private static func crossing(_ a: LocalPoint, _ b: LocalPoint, _ axis: Axis, _ limit: Int32) -> LocalPoint {
    let (low, high) = axis.of(a) < axis.of(b) ? (a, b) : (b, a)
    let share = (Double(limit) - Double(axis.of(low))) / (Double(axis.of(high)) - Double(axis.of(low)))
    let (from, to) = (Double(axis.across(low)), Double(axis.across(high)))
    return axis.point(limit, Int32((from + share * (to - from) + 0.5).rounded(.down)))
  }
}
