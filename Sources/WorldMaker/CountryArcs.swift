// Owns the countries' outlines as arcs: each stretch of coast or border once, between the places where three meet.

/// A stretch of an outline.
struct CountryArc {
  /// A ring where the first point is the last too.
  let points: [GridPoint]
  /// The rings on its right and on its left; none of the left is the sea.
  let right: Int
  let left: Int?

  var isClosed: Bool { points.first == points.last }
}

enum CountryArcs {
  /// The arcs of rings that meet: an edge used once is coast, twice border. The same rings give the same arcs in the same order.
  static func all(_ countries: CountryRings) throws(MakerError) -> [CountryArc] {
    let uses = countries.uses()
    var degree: [GridPoint: Int] = [:]
    for (edge, users) in uses where !isSpike(users) {
      degree[edge.low, default: 0] += 1
      degree[edge.high, default: 0] += 1
    }
    var arcs: [CountryArc] = []
    for (number, ring) in countries.rings.enumerated() {
      let count = ring.points.count
      // Each edge's other ring: −1 the sea, −2 for an edge that is not to be told here.
      var others: [Int] = []
      for (index, start) in ring.points.enumerated() {
        let users = uses[GridEdge(start, ring.points[(index + 1) % count])] ?? []
        guard users.count <= 2 else {
          throw MakerError("an edge of three countries at \(start.x), \(start.y) \(ring.points[(index + 1) % count]) \(users)")
        }
        let other = users.first { $0.feature != ring.feature }
        others.append(isSpike(users) ? -2 : other.map { $0.ring > number ? $0.ring : -2 } ?? -1)
      }
      let begins = ring.points.indices.filter { index in
        others[index] != others[(index + count - 1) % count] || degree[ring.points[index]] != 2
      }
      // A ring all of one kind begins at its lowest point.
      let first = begins.first ?? ring.points.indices.min { ring.points[$0] < ring.points[$1] } ?? 0
      var starts = begins.isEmpty ? [first] : begins
      starts.append(starts[0] + count)
      for (start, end) in zip(starts, starts.dropFirst()) where others[start] != -2 {
        arcs.append(
          CountryArc(
            points: (start...end).map { ring.points[$0 % count] }, right: number, left: others[start] < 0 ? nil : others[start]))
      }
    }
    return arcs
  }

  /// Whether a country runs to and fro on an edge, or two rings of one country meet there.
  private static func isSpike(_ users: [CountryRings.Use]) -> Bool { users.count == 2 && users[0].feature == users[1].feature }
}

extension CountryArcs {
  /// The coasts as rings: the numbers of the arcs of each, in order.
  static func coasts(_ arcs: [CountryArc]) throws(MakerError) -> [[Int]] {
    var starting: [GridPoint: [Int]] = [:]
    for (number, arc) in arcs.enumerated() where arc.left == nil && !arc.isClosed { starting[arc.points[0], default: []].append(number) }
    var rings: [[Int]] = []
    var isTaken = [Bool](repeating: false, count: arcs.count)
    for (number, arc) in arcs.enumerated() where arc.left == nil && !isTaken[number] {
      var ring = [number]
      isTaken[number] = true
      while let end = arcs[ring[ring.count - 1]].points.last, end != arc.points[0] {
        guard let next = starting[end]?.first(where: { !isTaken[$0] }) else { throw MakerError("a coast ends at \(end.x), \(end.y)") }
        isTaken[next] = true
        ring.append(next)
      }
      rings.append(ring)
    }
    return rings
  }
}
