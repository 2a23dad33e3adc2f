// Owns making the countries' rings meet: Natural Earth's neighbours share their borders, but each copy of a PN2 file is rounded by itself.

/// A point of PN2's grid: 1/120°, east and north.
struct GridPoint: Hashable, Comparable {
  var x: Int
  var y: Int

  init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }

  /// The point nearest to one in degrees. What lies one step before the antimeridian was rounded away from it.
  init(_ place: PlanePoint) {
    let east = Int((place.x * 120).rounded())
    self.init(abs(east) == 21599 ? east.signum() * 21600 : east, Int((place.y * 120).rounded()))
  }

  static func < (one: GridPoint, other: GridPoint) -> Bool { (one.x, one.y) < (other.x, other.y) }
  static func - (one: GridPoint, other: GridPoint) -> GridPoint { GridPoint(one.x - other.x, one.y - other.y) }
  var square: Int { x * x + y * y }
}

/// An edge of a ring without its direction.
struct GridEdge: Hashable {
  let low: GridPoint
  let high: GridPoint

  init(_ one: GridPoint, _ other: GridPoint) { (low, high) = one < other ? (one, other) : (other, one) }
}

/// The rings of all countries so that neighbours have the same vertices along their borders; the land lies right of every edge.
struct CountryRings {
  struct Ring {
    let feature: Int
    var points: [GridPoint]
  }

  /// Who uses an edge, and whether from its lower to its higher end.
  struct Use {
    let feature: Int
    let ring: Int
    let isForward: Bool
  }

  private(set) var rings: [Ring] = []

  init(_ file: PN2File) {
    let points = Self.snapped(file.rings)
    rings = zip(file.rings, points).map { Ring(feature: Int($0.feature), points: Self.clean($1)) }
    weld()
    insertNeighbours()
    for _ in 0..<8 where heal() {}
    rings.removeAll { $0.points.count < 3 }
  }

  /// Moves each vertex onto one of another country at most two steps away, which is the same vertex rounded otherwise.
  private static func snapped(_ rings: [PN2Ring]) -> [[GridPoint]] {
    var owners: [GridPoint: Set<UInt32>] = [:]
    // Where outlines meet the antimeridian, which both sides of it share.
    var seam: Set<Int> = []
    return rings.map { ring in
      ring.points.map { place in
        var point = GridPoint(place)
        if abs(point.x) == 21600 {
          point.y = [0, -1, 1].lazy.map { point.y + $0 }.first { seam.contains($0) } ?? point.y
          seam.insert(point.y)
          owners[point, default: []].insert(ring.feature)
          return point
        }
        var best = point
        var nearest = Int.max
        for dx in -2...2 {
          for dy in -2...2 {
            let other = GridPoint(point.x + dx, point.y + dy)
            // A ring's own vertices stay apart.
            guard let known = owners[other], other == point || known != [ring.feature] else { continue }
            if dx * dx + dy * dy < nearest { (nearest, best) = (dx * dx + dy * dy, other) }
          }
        }
        owners[best, default: []].insert(ring.feature)
        return best
      }
    }
  }

  /// Makes one of two vertices of borders that lie one step apart: where borders meet, one of the rings may have been moved onto either.
  private mutating func weld() {
    let owners = owners()
    var kept: Set<GridPoint> = []
    var moved: [GridPoint: GridPoint] = [:]
    for point in owners.keys.sorted() {
      let beside = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)].lazy.map { GridPoint(point.x + $0, point.y + $1) }
      let users = owners[point, default: []]
      if let other = beside.first(where: { kept.contains($0) && users.union(owners[$0, default: []]).count > 1 }) {
        moved[point] = other
      } else {
        kept.insert(point)
      }
    }
    for index in rings.indices { rings[index].points = Self.clean(rings[index].points.map { moved[$0] ?? $0 }) }
  }

  private func owners() -> [GridPoint: Set<Int>] {
    var owners: [GridPoint: Set<Int>] = [:]
    for ring in rings {
      for point in ring.points { owners[point, default: []].insert(ring.feature) }
    }
    return owners
  }

  /// A ring without repeated points and without spikes of no width.
  static func clean(_ points: [GridPoint]) -> [GridPoint] {
    var clean: [GridPoint] = []
    for point in points {
      if clean.last == point { continue }
      if clean.count >= 2, clean[clean.count - 2] == point {
        clean.removeLast()
        continue
      }
      clean.append(point)
    }
    while clean.count > 1 {
      if clean[0] == clean[clean.count - 1] {
        clean.removeLast()
      } else if clean.count > 2, clean[1] == clean[clean.count - 1] {
        clean.removeFirst()
      } else if clean.count > 2, clean[0] == clean[clean.count - 2] {
        clean.removeLast()
      } else {
        break
      }
    }
    return clean
  }

  /// Gives each edge the vertices that other rings have on it: where one country's border has a corner that the other's lacks.
  private mutating func insertNeighbours() {
    var buckets: [GridPoint: [GridPoint]] = [:]
    let owners = owners()
    for point in owners.keys.sorted() {
      buckets[GridPoint(point.x >> 4, point.y >> 4), default: []].append(point)
    }
    for index in rings.indices where rings[index].points.count > 2 {
      let points = rings[index].points
      var more: [GridPoint] = []
      for (number, start) in points.enumerated() {
        let end = points[(number + 1) % points.count]
        more.append(start)
        var found: [(share: Double, point: GridPoint)] = []
        let (low, high) = (
          GridPoint(min(start.x, end.x) - 2, min(start.y, end.y) - 2), GridPoint(max(start.x, end.x) + 2, max(start.y, end.y) + 2)
        )
        for column in (low.x >> 4)...(high.x >> 4) {
          for row in (low.y >> 4)...(high.y >> 4) {
            for point in buckets[GridPoint(column, row)] ?? []
            where point != start && point != end && owners[point] != [rings[index].feature] {
              if let share = Self.share(of: point, start, end) { found.append((share, point)) }
            }
          }
        }
        more += found.sorted { ($0.share, $0.point) < ($1.share, $1.point) }.map(\.point)
      }
      rings[index].points = Self.clean(more)
    }
  }

  /// How far along an edge a point lies that is at most one and a half steps away from it; `nil` for other points.
  private static func share(of point: GridPoint, _ start: GridPoint, _ end: GridPoint) -> Double? {
    let (along, to) = (end - start, point - start)
    let length = Double(along.square)
    let share = Double(to.x * along.x + to.y * along.y) / length
    guard share > 0, share < 1 else { return nil }
    let cross = Double(to.x * along.y - to.y * along.x)
    return cross * cross <= 2.25 * length ? share : nil
  }

  /// Who uses each edge.
  func uses() -> [GridEdge: [Use]] {
    var uses: [GridEdge: [Use]] = [:]
    for (number, ring) in rings.enumerated() where ring.points.count > 2 {
      for (index, start) in ring.points.enumerated() {
        let end = ring.points[(index + 1) % ring.points.count]
        uses[GridEdge(start, end), default: []].append(Use(feature: ring.feature, ring: number, isForward: start < end))
      }
    }
    return uses
  }

  /// Closes the small triangles that remain where one country cuts a corner: the longest side is led through the other corners.
  /// - Returns: whether there was one.
  private mutating func heal() -> Bool {
    var next: [GridPoint: [GridPoint]] = [:]
    let uses = uses()
    for (edge, users) in uses where users.count == 1 {
      let (start, end) = users[0].isForward ? (edge.low, edge.high) : (edge.high, edge.low)
      next[start, default: []].append(end)
    }
    var healed = false
    var taken: Set<GridPoint> = []
    for start in next.keys.sorted() {
      for first in next[start, default: []].sorted() {
        guard let loop = Self.loop(from: start, first, next), taken.isDisjoint(with: loop) else { continue }
        let users = loop.indices.compactMap { uses[GridEdge(loop[$0], loop[($0 + 1) % loop.count])]?.first }
        guard users.count == loop.count, Set(users.map(\.feature)).count > 1 else { continue }
        let lengths = loop.indices.map { (loop[($0 + 1) % loop.count] - loop[$0]).square }
        guard let longest = lengths.indices.max(by: { lengths[$0] < lengths[$1] }) else { continue }
        let (from, to) = (loop[longest], loop[(longest + 1) % loop.count])
        let path = (2..<loop.count).map { loop[(longest + $0) % loop.count] }
        let ring = users[longest].ring
        guard
          let place = rings[ring].points.indices.first(where: {
            rings[ring].points[$0] == from && rings[ring].points[($0 + 1) % rings[ring].points.count] == to
          })
        else { continue }
        rings[ring].points.insert(contentsOf: path.reversed(), at: place + 1)
        rings[ring].points = Self.clean(rings[ring].points)
        taken.formUnion(loop)
        healed = true
      }
    }
    return healed
  }

  /// The loop of at most eight edges, each used once, that begins with an edge and holds little ground.
  private static func loop(from start: GridPoint, _ first: GridPoint, _ next: [GridPoint: [GridPoint]]) -> [GridPoint]? {
    var paths = [[start, first]]
    while let path = paths.popLast() {
      guard let last = path.last, path.count <= 8 else { continue }
      for end in (next[last] ?? []).sorted().reversed() {
        if end == start { return abs(doubleArea(path)) < 300 ? path : nil }
        if !path.contains(end) { paths.append(path + [end]) }
      }
    }
    return nil
  }

  /// The ring, of features that a condition chooses, with the vertex nearest to a point.
  func ring(near place: GridPoint, where isWanted: (_ feature: Int) -> Bool) -> Int? {
    var nearest = Int.max
    var found: Int?
    for (number, ring) in rings.enumerated() where isWanted(ring.feature) {
      for point in ring.points where (point - place).square < nearest { (nearest, found) = ((point - place).square, number) }
    }
    return found
  }

  /// Twice the area in square steps, negative for a ring that runs clockwise.
  static func doubleArea(_ points: [GridPoint]) -> Int {
    var sum = 0
    for (index, point) in points.enumerated() {
      let next = points[(index + 1) % points.count]
      sum += point.x * next.y - next.x * point.y
    }
    return sum
  }
}
