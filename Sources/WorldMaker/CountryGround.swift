// Owns the countries as ground: their rings, arcs and codes together, and where their names stand.

struct CountryGround {
  let rings: CountryRings
  let arcs: [CountryArc]
  /// Of each ring.
  let codes: [String]
  private let index: RingIndex
  private var numbers: [String: Int] = [:]

  init(_ file: PN2File, towns: [CityTable.Town]) throws(MakerError) {
    rings = CountryRings(file)
    arcs = try CountryArcs.all(rings)
    codes = try CountryCodes(rings, towns: towns.map { ($0.degrees, $0.country) }).codes
    index = RingIndex(rings)
  }

  /// Fixes the countries' numbers: their places among codes.
  mutating func number(_ codes: [String]) { numbers = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) }) }

  /// The number of the country around a point of the world square, plus one; 0 at sea.
  func number(at place: PlanePoint) -> UInt8 {
    guard let ring = index.ring(at: WorldLine.unproject(place)), let number = numbers[codes[ring]] else { return 0 }
    return UInt8(number + 1)
  }

  /// Where each country's name stands: the place of its largest ring that lies farthest from the ring; and how large the country is.
  func labels(_ order: [String]) -> [(country: Int, rank: UInt8, place: PlanePoint)] {
    var areas: [String: Double] = [:]
    var largest: [String: (area: Double, ring: Int)] = [:]
    for (number, ring) in rings.rings.enumerated() {
      let area = Self.area(Self.plane(ring.points))
      areas[codes[number], default: 0] += area
      if area > largest[codes[number]]?.area ?? 0 { largest[codes[number]] = (area, number) }
    }
    return order.enumerated().compactMap { number, code in
      guard let main = largest[code], let area = areas[code] else { return nil }
      // Holes count too, as the name is not to lie in another country.
      let all = rings.rings.filter { $0.feature == rings.rings[main.ring].feature }.map { Self.plane($0.points) }
      let place = InnerPlace.farthest(in: Self.plane(rings.rings[main.ring].points), all: all)
      return (number, UInt8(max(0, min(255, -8 * WorldLine.logarithm(area)))), place)
    }
  }

  private static func plane(_ points: [GridPoint]) -> [PlanePoint] {
    points.map { WorldLine.project(PlanePoint(x: Double($0.x) / 120, y: Double($0.y) / 120)) }
  }

  /// Positive for a ring with its ground on the right, in the world square.
  private static func area(_ ring: [PlanePoint]) -> Double {
    var sum = 0.0
    for (index, point) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      sum += point.x * next.y - next.x * point.y
    }
    return sum / 2
  }
}

/// The search for the place inside a ring that lies farthest from every edge.
enum InnerPlace {
  static func farthest(in ring: [PlanePoint], all: [[PlanePoint]]) -> PlanePoint {
    let (xs, ys) = (ring.map(\.x), ring.map(\.y))
    var low = PlanePoint(x: xs.min() ?? 0, y: ys.min() ?? 0)
    var high = PlanePoint(x: xs.max() ?? 0, y: ys.max() ?? 0)
    // Of a long ring only some points count, for speed; the search is coarser than what they leave out.
    let edges = all.flatMap { ring in ring.indices.map { (ring[$0], ring[($0 + 1) % ring.count]) } }
    var best = (place: PlanePoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2), away: -1.0)
    for _ in 0..<3 {
      let step = PlanePoint(x: (high.x - low.x) / 16, y: (high.y - low.y) / 16)
      for column in 0...16 {
        for row in 0...16 {
          let place = PlanePoint(x: low.x + Double(column) * step.x, y: low.y + Double(row) * step.y)
          let away = distance(place, edges)
          if away > best.away { best = (place, away) }
        }
      }
      low = PlanePoint(x: best.place.x - step.x, y: best.place.y - step.y)
      high = PlanePoint(x: best.place.x + step.x, y: best.place.y + step.y)
    }
    return best.place
  }

  /// The squared distance from the nearest edge, negative outside. Names are wider than high, so what lies beside counts as nearer.
  private static func distance(_ place: PlanePoint, _ edges: [(PlanePoint, PlanePoint)]) -> Double {
    var nearest = Double.infinity
    var isInside = false
    for (start, end) in edges {
      if (start.y > place.y) != (end.y > place.y) {
        if place.x < start.x + (place.y - start.y) / (end.y - start.y) * (end.x - start.x) { isInside.toggle() }
      }
      let (ex, ey) = ((end.x - start.x) / 2, end.y - start.y)
      let (px, py) = ((place.x - start.x) / 2, place.y - start.y)
      let length = ex * ex + ey * ey
      let share = length > 0 ? max(0, min(1, (px * ex + py * ey) / length)) : 0
      let (dx, dy) = (px - share * ex, py - share * ey)
      nearest = min(nearest, dx * dx + dy * dy)
    }
    return isInside ? nearest : -1
  }
}
