// Owns lines and areas in the plane of the map, as the levels of detail need them: projected, and with fewer points at each coarser level.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A line in the Web Mercator world square; the first point is the last too where it is a ring.
struct WorldLine {
  var points: [PlanePoint]

  init(_ points: [PlanePoint]) { self.points = points }

  /// The projection of a line in degrees. Its straight edges are straight in degrees; where that differs they get points between.
  init(degrees: [PlanePoint]) {
    points = []
    for (index, place) in degrees.enumerated() {
      if index > 0 { between(degrees[index - 1], place, depth: 0) }
      points.append(Self.project(place))
    }
  }

  private mutating func between(_ start: PlanePoint, _ end: PlanePoint, depth: Int) {
    guard depth < 12, start.x != end.x, start.y != end.y else { return }
    let middle = PlanePoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    let (from, to, at) = (Self.project(start), Self.project(end), Self.project(middle))
    guard abs((from.y + to.y) / 2 - at.y) > 1e-5 else { return }
    between(start, middle, depth: depth + 1)
    points.append(at)
    between(middle, end, depth: depth + 1)
  }

  static func project(_ place: PlanePoint) -> PlanePoint {
    let limit = 85.05112877980659
    let s = sine(max(-limit, min(limit, place.y)))
    return PlanePoint(x: place.x / 360 + 0.5, y: max(0, min(1, 0.5 - log((1 + s) / (1 - s)) / (4 * Double.pi))))
  }

  /// The place in degrees at a point of the world square.
  static func unproject(_ point: PlanePoint) -> PlanePoint {
    PlanePoint(x: (point.x - 0.5) * 360, y: atan(sinh((0.5 - point.y) * 2 * Double.pi)) * 180 / Double.pi)
  }

  /// The natural logarithm.
  static func logarithm(_ value: Double) -> Double { log(value) }

  var isRing: Bool { points.count > 2 && points.first == points.last }

  /// The longer side of the box around it.
  var extent: Double {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    return max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
  }

  /// The line without the points that a tolerance in world units makes needless, by Douglas and Peucker. Its ends stay; a ring keeps its
  /// first point and the one farthest from it.
  func simplified(_ tolerance: Double) -> WorldLine {
    guard points.count > 2 else { return self }
    var keep = [Bool](repeating: false, count: points.count)
    keep[0] = true
    keep[points.count - 1] = true
    var spans = [(0, points.count - 1)]
    if isRing {
      let far = points.indices.max { Self.square(points[$0], points[0]) < Self.square(points[$1], points[0]) } ?? 0
      keep[far] = true
      spans = [(0, far), (far, points.count - 1)]
    }
    while let (first, last) = spans.popLast() {
      guard last - first > 1 else { continue }
      var worst = tolerance * tolerance
      var split: Int?
      for index in (first + 1)..<last {
        let away = Self.squaredDistance(points[index], points[first], points[last])
        if away > worst { (worst, split) = (away, index) }
      }
      if let split {
        keep[split] = true
        spans += [(first, split), (split, last)]
      }
    }
    // A ring keeps three corners, so that it stays an area.
    if isRing, keep.count(where: { $0 }) == 3, let far = keep.indices.dropFirst().first(where: { keep[$0] }) {
      let third = points.indices.max {
        Self.squaredDistance(points[$0], points[0], points[far]) < Self.squaredDistance(points[$1], points[0], points[far])
      }
      keep[third ?? 0] = true
    }
    return WorldLine(points.indices.filter { keep[$0] }.map { points[$0] })
  }

  private static func square(_ one: PlanePoint, _ other: PlanePoint) -> Double {
    (one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)
  }

  private static func squaredDistance(_ point: PlanePoint, _ start: PlanePoint, _ end: PlanePoint) -> Double {
    let (ex, ey) = (end.x - start.x, end.y - start.y)
    let length = ex * ex + ey * ey
    let share = length > 0 ? max(0, min(1, ((point.x - start.x) * ex + (point.y - start.y) * ey) / length)) : 0
    return square(point, PlanePoint(x: start.x + share * ex, y: start.y + share * ey))
  }
}

/// An area of the Web Mercator world square: rings, the ground on the right of each, the first the outer one.
struct WorldArea {
  private(set) var rings: [WorldLine]
  /// The box around it.
  private let low: PlanePoint
  private let high: PlanePoint

  private init(_ rings: [WorldLine]) {
    self.rings = rings
    let (xs, ys) = (rings[0].points.map(\.x), rings[0].points.map(\.y))
    low = PlanePoint(x: xs.min() ?? 0, y: ys.min() ?? 0)
    high = PlanePoint(x: xs.max() ?? 0, y: ys.max() ?? 0)
  }

  /// The longer side of the box around it.
  var extent: Double { max(high.x - low.x, high.y - low.y) }

  /// The areas of a file: each outer ring with the holes behind it. Those that lie in a larger one are left away (Natural Earth has the lakes
  /// Superior, Michigan and Huron as one and each by itself): a place is never in two.
  static func all(_ file: PN2File) -> [WorldArea] {
    var areas: [WorldArea] = []
    for ring in file.rings where ring.points.count > 2 {
      let isClockwise = CountryRings.doubleArea(ring.points.map { GridPoint($0) }) < 0
      let points = isClockwise != ring.isHole ? ring.points : ring.points.reversed()
      let line = WorldLine(degrees: points + points.prefix(1))
      if ring.isHole, !areas.isEmpty { areas[areas.count - 1].rings.append(line) } else { areas.append(WorldArea([line])) }
    }
    return areas.filter { area in
      let around = areas.filter { $0.extent > area.extent && area.rings[0].points.contains(where: $0.holds) }
      if around.isEmpty { return true }
      let inner = InnerPlace.farthest(in: area.rings[0].points, all: area.rings.map(\.points))
      return !around.contains { $0.holds(inner) }
    }
  }

  private func holds(_ place: PlanePoint) -> Bool {
    guard place.x > low.x, place.x < high.x, place.y > low.y, place.y < high.y else { return false }
    var isInside = false
    for ring in rings {
      for (start, end) in zip(ring.points, ring.points.dropFirst()) where (start.y > place.y) != (end.y > place.y) {
        if place.x < start.x + (place.y - start.y) / (end.y - start.y) * (end.x - start.x) { isInside.toggle() }
      }
    }
    return isInside
  }

  func simplified(_ tolerance: Double) -> WorldArea { WorldArea(rings.map { $0.simplified(tolerance) }) }

  /// Its rings in each tile that it touches.
  func cut(_ grid: LevelGrid, into add: (_ tile: Int, _ rings: [[GridPoint]]) -> Void) {
    let frame = grid.frame
    let square = [GridPoint(0, 0), GridPoint(frame, 0), GridPoint(frame, frame), GridPoint(0, frame)]
    grid.cut(rings.map { grid.line($0).dropLast().map { Corner(point: $0, mark: 1) } }) { tile, area in
      add(tile, (area.isAround ? [square] : []) + area.rings.map { $0.map(\.point) })
    }
  }
}
