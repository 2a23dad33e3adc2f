// Owns the tests of the nearest coast and the nearest border.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Nearest outlines")
struct ShoreTests {
  /// Every edge of the world, with its ends as places.
  private struct Edge {
    let start: Coordinate
    let end: Coordinate
    let vector: UnitVector
    /// Metres, roughly.
    let length: Double
    let left: Int?
    let right: Int?

    init(_ edge: CountryIndex.Edge) {
      start = WebMercator.unproject(edge.start)
      end = WebMercator.unproject(edge.end)
      vector = UnitVector(start)
      length = vector.squaredChord(to: UnitVector(end)).squareRoot() * 6_371_000
      (left, right) = (edge.left, edge.right)
    }
  }

  private static let edges: [Edge] = {
    var edges: [Edge] = []
    CountryIndex.embedded.edges(touching: WorldBox(minX: 0, minY: 0, maxX: 0.99999, maxY: 0.99999), limit: 1 << 20) { edge in
      edges.append(Edge(edge))
    }
    return edges
  }()

  /// Metres to the nearest of points along every edge that counts, none farther than some 100 m from the next.
  private func plain(_ place: Coordinate, within limit: Double, _ isWanted: (Edge) -> Bool) -> Double {
    let reach = limit / 111_000 + 6
    let vector = UnitVector(place)
    var least = Double.infinity
    for edge in Self.edges where abs(edge.start.latitude - place.latitude) < reach && isWanted(edge) {
      let rough = edge.vector.squaredChord(to: vector).squareRoot() * 6_371_000
      guard rough - edge.length < min(least, limit) * 1.02 else { continue }
      let steps = max(1, min(4000, Int(edge.length / 200)))
      for step in 0...steps {
        let share = Double(step) / Double(steps)
        let at = Coordinate(
          latitude: edge.start.latitude + share * (edge.end.latitude - edge.start.latitude),
          longitude: edge.start.longitude + share * (edge.end.longitude - edge.start.longitude))
        least = min(least, Geodesic.wgs84.distance(from: place, to: at))
      }
    }
    return least
  }

  @Test("the nearest coast is the one that points along every coast show, all over the globe")
  func coasts() throws {
    var random = SeededGenerator.announced("coasts", seed: 20_261_127)
    var found = 0
    var places = [
      Coordinate(latitude: -17, longitude: 179.9), Coordinate(latitude: -17, longitude: -179.9), Coordinate(latitude: 70.5, longitude: 180),
      Coordinate(latitude: 84.9, longitude: -30), Coordinate(latitude: 86, longitude: -33), Coordinate(latitude: -68, longitude: -180),
      Coordinate(latitude: 65.6, longitude: -169), Coordinate(latitude: 0, longitude: 0),
    ]
    for _ in 0..<40 { places.append(Coordinate(latitude: random.double(-80...85), longitude: random.double(-180...180))) }
    for place in places {
      let limit = PlaceSetting.offshoreLimit
      let least = plain(place, within: limit) { ($0.left == nil) != ($0.right == nil) }
      let shore = CountryIndex.embedded.nearest(.coast, to: place, within: limit)
      if abs(least - limit) < limit * 0.02 { continue }
      guard least < limit else {
        #expect(shore == nil, "\(place) \(least)")
        continue
      }
      found += 1
      let distance = try #require(shore, "\(place) \(least)").distance
      #expect(distance <= least * 1.02 + 10 && distance >= least * 0.999 - 150, "\(place): \(distance), \(least)")
    }
    #expect(found >= 15)
  }

  @Test("a country's nearest outline is looked for no farther than wanted")
  func borders() throws {
    // North of Basel: France and Switzerland are near, Italy is not.
    let place = Coordinate(latitude: 47.63, longitude: 7.62)
    let codes = CountryIndex.embedded.codes
    func distance(_ code: String, within limit: Double) throws -> Double? {
      CountryIndex.embedded.nearest(.country(try #require(codes.firstIndex(of: code))), to: place, within: limit)?.distance
    }
    for code in ["FR", "CH", "DE"] {
      let number = codes.firstIndex(of: code)
      let least = plain(place, within: 30_000) { $0.left == number || $0.right == number }
      let found = try #require(try distance(code, within: 30_000))
      #expect(abs(found - least) < 150, "\(code): \(found) \(least)")
      #expect(try distance(code, within: least * 0.9) == nil)
    }
    #expect(try distance("IT", within: 30_000) == nil && distance("IT", within: 300_000) != nil)
  }

  @Test("nonsense has no shore")
  func nonsense() {
    for (latitude, longitude) in [(Double.nan, 0.0), (0, .infinity), (91, 0), (0, 1e300)] {
      #expect(CountryIndex.embedded.nearest(.coast, to: Coordinate(latitude: latitude, longitude: longitude), within: 1e6) == nil)
    }
    let place = Coordinate(latitude: 47, longitude: 8)
    #expect(CountryIndex.embedded.nearest(.coast, to: place, within: .nan) == nil)
    #expect(CountryIndex.embedded.nearest(.coast, to: place, within: -5) == nil)
    #expect(CountryIndex.embedded.nearest(.country(-7), to: place, within: 1e9) == nil)
    #expect(CountryIndex(nil).nearest(.coast, to: place, within: 1e6) == nil)
  }
}
