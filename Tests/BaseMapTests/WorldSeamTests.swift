// Owns the tests of where pieces of the embedded world meet: along their frames, at the antimeridian, at the poles.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("World's seams")
struct WorldSeamTests {
  /// Where the outlines of areas of a kind cross a line a hair's breadth inside a side of a piece, in order.
  private func crossings(_ piece: MapPiece, _ kind: MapKind, _ side: Side) -> [Double] {
    let hair = 1.0 / 65536
    let at = side == .west || side == .north ? hair : Double(piece.frame) - hair
    let isUpright = side == .west || side == .east
    var found: [Double] = []
    piece.forEachEdge(of: kind) { start, end in
      let (a, b) = isUpright ? (start.x, end.x) : (start.y, end.y)
      guard (Double(a) > at) != (Double(b) > at) else { return }
      let share = (at - Double(a)) / Double(b - a)
      found.append(isUpright ? Double(start.y) + share * Double(end.y - start.y) : Double(start.x) + share * Double(end.x - start.x))
    }
    return found.sorted()
  }

  private enum Side { case north, east, south, west }

  /// The stretches of a frame along which two pieces say different things, but for those along which an outline runs.
  private func disagreement(_ one: [Double], _ other: [Double], _ outlines: [ClosedRange<Double>]) -> Double {
    var length = 0.0
    let marks = (one.map { ($0, 1) } + other.map { ($0, 2) }).sorted { $0.0 < $1.0 }
    var (state, last) = (0, 0.0)
    for (at, who) in marks {
      let middle = (last + at) / 2
      if state == 1 || state == 2, !outlines.contains(where: { $0.contains(middle) }) { length += at - last }
      state ^= who
      last = at
    }
    return length
  }

  /// The stretches of a side along which an outline of the area runs.
  private func outlines(_ piece: MapPiece, _ kind: MapKind, _ side: Side) -> [ClosedRange<Double>] {
    var found: [ClosedRange<Double>] = []
    for feature in piece.features where feature.kind == (kind == .ocean ? .coast : kind) {
      for part in feature.parts {
        let points = piece.points[Int(piece.parts[Int(part)].lowerBound)..<Int(piece.parts[Int(part)].upperBound)]
        for (a, b) in zip(points, points.dropFirst()) where piece.isCut(a, b) {
          if side == .west && a.x == 0 && b.x == 0 || side == .east && a.x == piece.frame && b.x == piece.frame {
            found.append(Double(min(a.y, b.y))...Double(max(a.y, b.y)))
          } else if side == .north && a.y == 0 && b.y == 0 || side == .south && a.y == piece.frame && b.y == piece.frame {
            found.append(Double(min(a.x, b.x))...Double(max(a.x, b.x)))
          }
        }
      }
    }
    return found
  }

  @Test("pieces agree along their frames, at the antimeridian too", arguments: [0, 3, 5])
  func frames(zoom: Int) {
    let probe = WorldProbe()
    let side = 1 << zoom
    var (asked, wrong) = (0, [MapKind: [String]]())
    for row in 0..<side {
      for column in 0..<side {
        guard let id = TileID(zoom: zoom, column: column, row: row),
          let east = TileID(zoom: zoom, column: (column + 1) % side, row: row)
        else { continue }
        for kind in [MapKind.ocean, .water, .urban] {
          let pairs =
            [(east, Side.east, Side.west)] + (TileID(zoom: zoom, column: column, row: row + 1).map { [($0, .south, .north)] } ?? [])
          for (other, near, far) in pairs {
            let (a, b) = (crossings(probe.piece(id), kind, near), crossings(probe.piece(other), kind, far))
            let along = outlines(probe.piece(id), .ocean, near) + outlines(probe.piece(other), .ocean, far)
            // One island of Fiji has its western shore on the antimeridian, 5 km long.
            let allowance = near == .east && column == side - 1 ? 20.0 : 1
            if disagreement(a, b, along) > allowance { wrong[kind, default: []].append("\(near) of \(id)") }
            asked += a.count
          }
        }
      }
    }
    #expect(wrong[.ocean] == nil)
    // The shore of a lake and the edge of a town may run along a frame, and no line tells.
    #expect(wrong.values.reduce(0) { $0 + $1.count } <= 3, "\(wrong)")
    #expect(asked >= 10)
  }

  @Test("lines go on where they leave a piece", arguments: [MapKind.coast, .countryBorder, .river, .regionBorder])
  func lines(kind: MapKind) {
    // Every end of a line on a frame is an end of another piece's line.
    struct Place: Hashable { var x: Int, y: Int }
    var ends: [Place: Int] = [:]
    let zoom = 5
    var frame = 0
    for row in 0..<(1 << zoom) {
      for column in 0..<(1 << zoom) {
        guard let id = TileID(zoom: zoom, column: column, row: row) else { continue }
        let piece = World.embedded.piece(id)
        frame = Int(piece.frame)
        for feature in piece.features where feature.kind == kind {
          for part in feature.parts {
            let range = piece.parts[Int(part)]
            for index in [range.lowerBound, range.upperBound - 1] {
              let point = piece.points[Int(index)]
              guard [0, piece.frame].contains(point.x) || [0, piece.frame].contains(point.y) else { continue }
              let x = (column * frame + Int(point.x)) % (frame << zoom)
              ends[Place(x: x, y: row * frame + Int(point.y)), default: 0] += 1
            }
          }
        }
      }
    }
    #expect(ends.count > 40)
    // A line may end on a frame by chance (a river's source, a junction), but hardly ever does.
    let loose = ends.filter { $0.value == 1 && $0.key.y != 0 && $0.key.y != frame << zoom }
    #expect(loose.count * 100 < ends.count, "\(loose.keys.map { "\($0.x) \($0.y)" })")
  }

  @Test("a view across the antimeridian has the pieces of both sides, each turned to its place")
  func antimeridian() {
    let fiji = WebMercator.project(Coordinate(latitude: -17.5, longitude: 180))
    let box = WorldBox(minX: fiji.x - 0.01, minY: fiji.y - 0.005, maxX: fiji.x + 0.01, maxY: fiji.y + 0.005)
    let pieces = World.embedded.pieces(touching: box, dotsPerUnit: 8000)
    #expect(Set(pieces.map(\.turn)) == [0, 1])
    for (piece, turn) in pieces {
      let west = piece.origin.x + Double(turn)
      #expect(west < box.maxX && west + piece.unit * Double(piece.frame) > box.minX)
    }
    let west = World.embedded.pieces(touching: box.turned(by: -1), dotsPerUnit: 8000)
    #expect(Set(west.map(\.turn)) == [-1, 0])
    #expect(pieces.map(\.piece.points) == west.map(\.piece.points))
  }

  @Test("no coast is drawn along the antimeridian or the lower edge of the world", arguments: [0, 3, 5])
  func edges(zoom: Int) throws {
    let side = 1 << zoom
    for row in 0..<side {
      for column in [0, side - 1] {
        let piece = World.embedded.piece(try #require(TileID(zoom: zoom, column: column, row: row)))
        let edges: [Int32] = (column == 0 ? [0] : []) + (column == side - 1 ? [piece.frame] : [])
        for feature in piece.features where feature.kind == .coast {
          for part in feature.parts {
            let points = piece.points[Int(piece.parts[Int(part)].lowerBound)..<Int(piece.parts[Int(part)].upperBound)]
            let along = zip(points, points.dropFirst()).filter { a, b in a.x == b.x && edges.contains(a.x) }
            #expect(along.isEmpty)
          }
        }
      }
    }
  }

  @Test("the top of the world is sea, and its bottom land but for the ice shelves' seas")
  func poles() throws {
    let probe = WorldProbe()
    for longitude in stride(from: -179.5, through: 179.5, by: 1) {
      #expect(probe.covers(.ocean, Coordinate(latitude: 85.05, longitude: longitude), zoom: 5))
    }
    let land = stride(from: -179.5, through: 179.5, by: 1).filter {
      !probe.covers(.ocean, Coordinate(latitude: -85.05, longitude: $0), zoom: 5)
    }
    #expect(land.count > 340)
  }
}
