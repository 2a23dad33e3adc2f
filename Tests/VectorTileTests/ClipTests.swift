// Tests cutting by the frame against plain twins: many samples along lines, and of areas.

import Testing
import TileSketch

@testable import BaseMap

@Suite struct ClipTests {
  static let frame: Int32 = 100

  // MARK: Lines

  private func clipped(_ line: [LocalPoint]) -> [[LocalPoint]] {
    var points: [LocalPoint] = []
    var parts: [Range<Int32>] = []
    LineClip.add(line[...], frame: Self.frame, to: &points, &parts)
    return parts.map { Array(points[Int($0.lowerBound)..<Int($0.upperBound)]) }
  }

  /// The distance from a place to the nearest place of some lines.
  private func distance(_ x: Double, _ y: Double, _ lines: [[LocalPoint]]) -> Double {
    var best = Double.infinity
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
        let square = dx * dx + dy * dy
        let share = square == 0 ? 0 : max(0, min(1, ((x - Double(a.x)) * dx + (y - Double(a.y)) * dy) / square))
        let (u, v) = (Double(a.x) + share * dx - x, Double(a.y) + share * dy - y)
        best = min(best, (u * u + v * v).squareRoot())
      }
    }
    return best
  }

  private func samples(_ line: [LocalPoint]) -> [(Double, Double)] {
    zip(line, line.dropFirst()).flatMap { a, b in
      (0...200).map { step in
        let share = Double(step) / 200
        return (Double(a.x) + share * Double(b.x - a.x), Double(a.y) + share * Double(b.y - a.y))
      }
    }
  }

  @Test func whatIsKeptIsWhatLiesWithin() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<400 {
      let line = (0..<Int.random(in: 2...8, using: &random)).map { _ in
        point(.random(in: -80...180, using: &random), .random(in: -80...180, using: &random))
      }
      let parts = clipped(line)
      let frame = Double(Self.frame)
      for (x, y) in samples(line) where x > 1.5 && y > 1.5 && x < frame - 1.5 && y < frame - 1.5 {
        if distance(x, y, parts) >= 0.8 { Issue.record("\(x) \(y) of \(line) is lost") }
      }
      for part in parts {
        #expect(part.count >= 2)
        #expect(part.allSatisfy { (0...Self.frame).contains($0.x) && (0...Self.frame).contains($0.y) })
        for (x, y) in samples(part) where distance(x, y, [line]) >= 0.8 { Issue.record("\(x) \(y) is not of \(line)") }
      }
    }
  }

  @Test func whatLiesWithinStaysAsItIs() {
    let line = [point(1, 1), point(50, 99), point(99, 3)]
    #expect(clipped(line) == [line])
  }

  @Test func aLineThatLeavesAndComesBackIsTwo() {
    let line = [point(50, 50), point(150, 50), point(150, 70), point(50, 70)]
    #expect(clipped(line) == [[point(50, 50), point(100, 50)], [point(100, 70), point(50, 70)]])
  }

  @Test func aLineAlongTheFrameBelongsToOneTile() {
    #expect(clipped([point(0, 10), point(0, 90)]).count == 1)
    #expect(clipped([point(100, 10), point(100, 90)]).isEmpty)
    #expect(clipped([point(10, 0), point(90, 0)]).count == 1)
    #expect(clipped([point(10, 100), point(90, 100)]).isEmpty)
    #expect(clipped([point(-10, 40), point(-10, 60), point(-80, 60)]).isEmpty)
    #expect(clipped([point(-10, 110), point(110, 110)]).isEmpty)
  }

  @Test func linesOfNeighboursMeet() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let a = point(.random(in: 1..<100, using: &random), .random(in: 1..<100, using: &random))
      let b = point(.random(in: 101..<200, using: &random), .random(in: 1..<100, using: &random))
      let left = clipped([a, b])
      let right = clipped([point(a.x - 100, a.y), point(b.x - 100, b.y)])
      #expect(left.last?.last?.y == right.first?.first?.y)
      #expect(left.last?.last?.x == 100 && right.first?.first?.x == 0)
    }
  }

  // MARK: Areas

  private func clippedRing(_ ring: [LocalPoint]) -> [[LocalPoint]] {
    var points: [LocalPoint] = []
    var parts: [Range<Int32>] = []
    var clip = RingClip()
    clip.add(ring[...], frame: Self.frame, to: &points, &parts)
    return parts.map { Array(points[Int($0.lowerBound)..<Int($0.upperBound)]) }
  }

  /// Whether a place lies within rings, by the even-odd rule.
  private func contains(_ x: Double, _ y: Double, _ rings: [[LocalPoint]]) -> Bool {
    var isInside = false
    for ring in rings {
      for index in ring.indices {
        let (a, b) = (ring[index], ring[(index + 1) % ring.count])
        guard (Double(a.y) > y) != (Double(b.y) > y) else { continue }
        let crossing = Double(a.x) + (y - Double(a.y)) / Double(b.y - a.y) * Double(b.x - a.x)
        if crossing > x { isInside.toggle() }
      }
    }
    return isInside
  }

  /// A star-shaped ring without crossings.
  private func star(_ random: inout SeededGenerator) -> [LocalPoint] {
    let (x, y) = (Double.random(in: -60...160, using: &random), Double.random(in: -60...160, using: &random))
    let count = Int.random(in: 3...14, using: &random)
    return (0..<count).map { index in
      let angle = Double(index) / Double(count) * 2 * Double.pi
      let radius = Double.random(in: 5...120, using: &random)
      // The sine and cosine by their series' cousins: any star will do.
      let (s, c) = sineCosine(angle)
      return point(Int32(x + radius * c), Int32(y + radius * s))
    }
  }

  private func sineCosine(_ angle: Double) -> (Double, Double) { (sine(angle), cosine(angle)) }

  @Test func anAreaIsTheSameWithin() {
    var random = SeededGenerator(seed: 2)
    var inside = 0
    for _ in 0..<400 {
      let ring = star(&random)
      let parts = clippedRing(ring)
      for _ in 0..<60 {
        let (x, y) = (Double.random(in: 1...99, using: &random), Double.random(in: 1...99, using: &random))
        guard distance(x, y, [ring + [ring[0]]]) > 1 else { continue }
        let wanted = contains(x, y, [ring])
        inside += wanted ? 1 : 0
        #expect(contains(x, y, parts) == wanted, "\(x) \(y) of \(ring)")
      }
      for part in parts {
        #expect(part.count >= 3)
        #expect(part.allSatisfy { (0...Self.frame).contains($0.x) && (0...Self.frame).contains($0.y) })
      }
    }
    #expect(inside > 3000)
  }

  @Test func anAreaThatFallsApartHasNoBridgeWithin() {
    // A comb whose back lies outside.
    let comb = [
      point(-20, 10), point(50, 10), point(50, 30), point(-10, 30), point(-10, 60), point(50, 60), point(50, 80), point(-20, 80),
    ]
    let parts = clippedRing(comb)
    #expect(contains(25, 20, parts) && contains(25, 70, parts) && !contains(25, 45, parts) && !contains(1, 45, parts))
    let piece = MapPiece(origin: .init(x: 0, y: 0), unit: 1, frame: Self.frame)
    for part in parts {
      for (a, b) in zip(part, part.dropFirst() + [part[0]]) where a.x == 0 && b.x == 0 { #expect(piece.isCut(a, b)) }
    }
  }

  @Test func theWholeTileIsItsFrame() throws {
    for reach: Int32 in [0, 1, 200, 1 << 28] {
      let shape = SketchShape.polygons([[(-reach, -reach), (4096 + reach, -reach), (4096 + reach, 4096 + reach), (-reach, 4096 + reach)]])
      let piece = try piece([layer("water", shape)])
      let ring = try #require(piece.features.first.map { piece.shapes($0) }?.first)
      #expect(Set(ring) == [point(0, 0), point(4096, 0), point(4096, 4096), point(0, 4096)])
      for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) { #expect(piece.isCut(a, b)) }
    }
  }

  @Test func areasThatOnlyTouchTheFrameAreNone() throws {
    #expect(clippedRing([point(-10, 10), point(0, 10), point(0, 50), point(-10, 50)]).isEmpty)
    #expect(clippedRing([point(-10, -10), point(-5, -10), point(-5, 500)]).isEmpty)
  }

  // MARK: Points

  @Test func pointsBelongToOneTile() throws {
    let shape = SketchShape.points([(0, 0), (4095, 4095), (4096, 5), (5, 4096), (-1, 5), (5000, 5000)])
    let piece = try piece([layer("place", shape, ["class": "city", "name": "A"])])
    #expect(piece.features.map { piece.shapes($0) } == [[[point(0, 0), point(4095, 4095)]]])
  }
}
