// Tests the drawing commands, units and joined lines.

import Testing
import TileSketch

@testable import BaseMap

@Suite struct GeometryTests {
  private func lines(_ shape: SketchShape) throws -> [[LocalPoint]] {
    let piece = try piece([layer("transportation", shape, ["class": "minor"])])
    return piece.features.flatMap { piece.shapes($0) }
  }

  @Test func multiPolygonsKeepTheirHoles() throws {
    let piece = try piece([layer("water", SketchTiles.withHole)])
    let water = try #require(piece.features.first)
    #expect(piece.shapes(water).map(\.count) == [4, 4, 4])
    #expect(piece.shapes(water)[1] == [point(1200, 1200), point(1200, 1800), point(1800, 1800), point(1800, 1200)])
  }

  @Test func whatAddsNothingIsLeftOut() throws {
    let line = SketchShape.lines([[(0, 0), (10, 0), (10, 0), (20, 0), (30, 0), (30, 10), (30, 5), (31, 6), (33, 8)]])
    #expect(try lines(line) == [[point(0, 0), point(30, 0), point(30, 10), point(30, 5), point(33, 8)]])
    #expect(try lines(.lines([[(5, 5), (5, 5)]])).isEmpty)
  }

  @Test func ringsThatEncloseNothingAreLeftOut() throws {
    #expect(try piece([layer("water", .polygons([[(0, 0), (10, 10)]]))]).features.isEmpty)
    #expect(try piece([layer("water", .polygons([[(0, 0), (10, 10), (20, 20)]]))]).features.isEmpty)
    #expect(try piece([layer("water", .polygons([[(0, 0), (10, 0), (10, 10), (0, 0)]]))]).points.count == 3)
  }

  @Test func layersOfOtherExtentsComeToOneFrame() throws {
    let coarse = layer("water", .polygons([[(0, 0), (256, 0), (256, 256), (0, 256)]]), extent: 256)
    let fine = layer("building", .polygons([[(0, 0), (8192, 0), (8192, 4096), (0, 4096)]]), extent: 8192)
    let piece = try piece([coarse, fine])
    #expect(piece.frame == 8192)
    #expect(piece.unit == monaco.side / 8192)
    #expect(piece.features.map { piece.shapes($0)[0].map(\.x).max() } == [8192, 8192])
    let corner = piece.world(point(8192, 8192))
    #expect(abs(corner.x - monaco.box.maxX) < 1e-15 && abs(corner.y - monaco.box.maxY) < 1e-15)
  }

  @Test func unitsAreRoundedToTheNearest() {
    let scale = TileScale(extent: 3, frame: 10)
    for value in -20...20 { #expect(scale.apply(value) == Int((Double(value) * 10 / 3 + 0.5).rounded(.down))) }
  }

  @Test func anExtentThatIsNotSaidIs4096() throws {
    #expect(try piece([layer("water", SketchTiles.square, extent: nil)]).frame == 4096)
  }

  @Test func linesAreClosedOnlyInVersion1() throws {
    let closed = SketchShape.raw(type: 2, commands: [9, 20, 20, 2 << 3 | 2, 20, 0, 0, 20, 15])
    let old = try reading([layer("transportation", closed, ["class": "minor"], version: 1)])
    #expect(old.skippedFeatures == 0)
    #expect(old.piece.points == [point(10, 10), point(20, 10), point(20, 20), point(10, 10)])
    let new = try reading([layer("transportation", closed, ["class": "minor"])])
    #expect(new.skippedFeatures == 1 && new.piece.points.isEmpty)
  }

  @Test func coordinatesBeyondAllBoundsDoNoHarm() throws {
    let far = SketchShape.raw(
      type: 2, commands: [9, 200, 200, UInt32(60 << 3 | 2)] + Array(repeating: UInt32.max - 1, count: 120))
    let piece = try piece([layer("transportation", far, ["class": "minor"])])
    #expect(piece.faults == [])
    #expect(piece.points.first == point(100, 100))
  }

  // MARK: Joined lines

  private func joined(_ lines: [[LocalPoint]]) -> [[LocalPoint]] {
    var source: [LocalPoint] = []
    var ranges: [Range<Int32>] = []
    for line in lines {
      ranges.append(Int32(source.count)..<Int32(source.count + line.count))
      source += line
    }
    var points: [LocalPoint] = []
    var parts: [Range<Int32>] = []
    LineJoiner.join(ranges, of: source, into: &points, &parts)
    return parts.map { Array(points[Int($0.lowerBound)..<Int($0.upperBound)]) }
  }

  @Test func stretchesJoinInAnyDirection() {
    let (a, b, c, d) = (point(0, 0), point(10, 0), point(20, 5), point(30, 5))
    #expect(joined([[c, b], [a, b], [c, d]]).count == 1)
    #expect(Set(joined([[c, b], [a, b], [c, d]])[0]) == [a, b, c, d])
    #expect(joined([[a, b], [c, d]]) == [[a, b], [c, d]])
  }

  @Test func linesEndAtForks() {
    let (a, b, c, d) = (point(0, 0), point(10, 0), point(20, 5), point(20, -5))
    #expect(joined([[a, b], [b, c], [b, d]]).count == 3)
  }

  @Test func ringsOfStretchesEnd() {
    let (a, b, c) = (point(0, 0), point(10, 0), point(5, 8))
    let ring = joined([[a, b], [b, c], [c, a]])
    #expect(ring.count == 1)
    #expect(ring[0].count == 4 && ring[0].first == ring[0].last)
    #expect(joined([[a, b, c, a]]).count == 1)
  }

  @Test func noStretchIsLostOrToldTwice() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let lines = (0..<Int.random(in: 1...30, using: &random)).map { _ -> [LocalPoint] in
        var line = [point(.random(in: 0...4, using: &random), .random(in: 0...4, using: &random))]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          line.append(point(.random(in: 0...4, using: &random), .random(in: 0...4, using: &random)))
        }
        return line
      }
      // Each stretch as a pair of ends, whichever way it goes.
      func stretches(_ lines: [[LocalPoint]]) -> [[Int32]: Int] {
        var counts: [[Int32]: Int] = [:]
        for line in lines {
          for (a, b) in zip(line, line.dropFirst()) {
            counts[
              [a.x, a.y, b.x, b.y].lexicographicallyPrecedes([b.x, b.y, a.x, a.y]) ? [a.x, a.y, b.x, b.y] : [b.x, b.y, a.x, a.y], default: 0
            ] += 1
          }
        }
        return counts
      }
      #expect(stretches(joined(lines)) == stretches(lines))
    }
  }
}
