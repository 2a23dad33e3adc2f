// Owns cutting the rings and lines of a level into its tiles.

/// A corner of a ring, and what the edge behind it is: 0 along the frame where the ring was cut, otherwise the ring's own mark.
struct Corner: Equatable {
  var point: GridPoint
  var mark: UInt8
}

/// What an area leaves in a tile.
struct TileArea {
  /// The area's rings there, its ground on the right; none runs along the frame and back.
  var rings: [[Corner]]
  /// Whether the tile lies in the area but for its rings, which are holes then.
  var isAround: Bool
}

extension LevelGrid {
  /// The rings of an area in each tile that they touch, in the tile's own steps, tile by tile.
  ///
  /// The rings must have points wherever they cross from tile to tile, and their ground on the right.
  func cut(_ rings: [[Corner]], into add: (_ tile: Int, _ area: TileArea) -> Void) {
    var found: [Int: TileArea] = [:]
    for ring in rings {
      cut(ring) { tile, part in
        if part.count == 4, part.allSatisfy({ $0.mark == 0 }) {
          found[tile, default: TileArea(rings: [], isAround: false)].isAround.toggle()
        } else {
          found[tile, default: TileArea(rings: [], isAround: false)].rings.append(part)
        }
      }
    }
    let perimeter = Perimeter(frame: frame)
    for (tile, area) in found.sorted(by: { $0.key < $1.key }) { add(tile, perimeter.joined(area)) }
  }

  /// A ring in each tile that it touches, where it may run along the frame and back. A tile that lies wholly inside the ring has its four
  /// corners, all marked 0.
  private func cut(_ ring: [Corner], into add: (_ tile: Int, _ ring: [Corner]) -> Void) {
    guard let box = Self.box(ring) else { return }
    let rows = min(tiles - 1, box.low.y / frame)...min(tiles - 1, box.high.y / frame)
    let columns = min(tiles - 1, box.low.x / frame)...min(tiles - 1, box.high.x / frame)
    for column in columns {
      var strip = Self.clip(ring, \.x, from: column * frame)
      strip = Self.clip(strip, \.x, to: (column + 1) * frame)
      for row in rows where !strip.isEmpty {
        var part = Self.clip(strip, \.y, from: row * frame)
        part = Self.clip(part, \.y, to: (row + 1) * frame)
        let local = tidy(part.map { Corner(point: GridPoint($0.point.x - column * frame, $0.point.y - row * frame), mark: $0.mark) })
        if !local.isEmpty { add(row * tiles + column, local) }
      }
    }
  }

  private static func box(_ ring: [Corner]) -> (low: GridPoint, high: GridPoint)? {
    guard var low = ring.first?.point else { return nil }
    var high = low
    for corner in ring {
      low = GridPoint(min(low.x, corner.point.x), min(low.y, corner.point.y))
      high = GridPoint(max(high.x, corner.point.x), max(high.y, corner.point.y))
    }
    return (low, high)
  }

  private static func clip(_ ring: [Corner], _ axis: WritableKeyPath<GridPoint, Int>, from limit: Int) -> [Corner] {
    clip(ring, axis, limit) { $0 >= limit }
  }
  private static func clip(_ ring: [Corner], _ axis: WritableKeyPath<GridPoint, Int>, to limit: Int) -> [Corner] {
    clip(ring, axis, limit) { $0 <= limit }
  }

  /// What lies on one side of a line, by Sutherland and Hodgman. Only edges along other lines between tiles can cross this one within.
  private static func clip(_ ring: [Corner], _ axis: WritableKeyPath<GridPoint, Int>, _ limit: Int, isIn: (Int) -> Bool) -> [Corner] {
    var kept: [Corner] = []
    for (index, corner) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      let (starts, ends) = (isIn(corner.point[keyPath: axis]), isIn(next.point[keyPath: axis]))
      var crossing = corner.point
      crossing[keyPath: axis] = limit
      if starts, ends {
        kept.append(corner)
      } else if starts {
        // From a point on the line the way leads along it to where the ring comes back.
        if corner.point[keyPath: axis] == limit {
          kept.append(Corner(point: corner.point, mark: 0))
        } else {
          kept += [corner, Corner(point: crossing, mark: 0)]
        }
      } else if ends, next.point[keyPath: axis] != limit {
        kept.append(Corner(point: crossing, mark: corner.mark))
      }
    }
    return kept
  }

  /// A cut ring without repeated points, spikes and needless points on the frame, beginning behind a stretch along the frame; empty where it
  /// holds no ground.
  private func tidy(_ ring: [Corner]) -> [Corner] {
    var ring = ring
    var changed = true
    while changed, ring.count > 2 {
      changed = false
      var kept: [Corner] = []
      for corner in ring {
        if let last = kept.last, last.point == corner.point {
          kept[kept.count - 1].mark = corner.mark
          changed = true
        } else if kept.count > 1, kept[kept.count - 2].point == corner.point {
          // A spike of no width.
          kept.removeLast()
          kept[kept.count - 1].mark = corner.mark
          changed = true
        } else if kept.count > 1, kept[kept.count - 1].mark == 0, kept[kept.count - 2].mark == 0,
          isStraight(kept[kept.count - 2].point, kept[kept.count - 1].point, corner.point)
        {
          kept[kept.count - 1] = corner
          changed = true
        } else {
          kept.append(corner)
        }
      }
      // Once around, so that the seam of the array is looked at too.
      if kept.count > 1, kept[0].point == kept[kept.count - 1].point {
        kept.removeLast()
        changed = true
      }
      ring = changed ? Array(kept[1...] + kept[..<1]) : kept
      if !changed, let turned = Self.seam(ring), isStraight(turned.0, turned.1, turned.2) {
        ring.removeFirst()
        changed = true
      } else if !changed, let turned = Self.seam(Array(ring.suffix(1) + ring.dropLast())), isStraight(turned.0, turned.1, turned.2) {
        ring.removeLast()
        changed = true
      }
    }
    guard ring.count > 2, CountryRings.doubleArea(ring.map(\.point)) != 0 else { return [] }
    if let start = ring.indices.first(where: { ring[$0].mark != 0 && ring[($0 + ring.count - 1) % ring.count].mark == 0 }) {
      return Array(ring[start...] + ring[..<start])
    }
    return ring
  }

  /// The last, first and second point of a ring whose edges between them run along the frame.
  private static func seam(_ ring: [Corner]) -> (GridPoint, GridPoint, GridPoint)? {
    guard ring.count > 2, ring[0].mark == 0, ring[ring.count - 1].mark == 0 else { return nil }
    return (ring[ring.count - 1].point, ring[0].point, ring[1].point)
  }

  /// Whether three points lie on one side of the frame.
  private func isStraight(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Bool {
    a.x == b.x && b.x == c.x && (a.x == 0 || a.x == frame) || a.y == b.y && b.y == c.y && (a.y == 0 || a.y == frame)
  }

  /// A line in each tile that it runs through, in the tile's own steps.
  func cut(_ line: [GridPoint], into add: (_ tile: Int, _ line: [GridPoint]) -> Void) {
    var start = 0
    while start + 1 < line.count {
      let tile = tile(line[start], line[start + 1])
      var end = start + 1
      while end + 1 < line.count, self.tile(line[end], line[end + 1]) == tile { end += 1 }
      let corner = GridPoint(tile % tiles * frame, tile / tiles * frame)
      add(tile, line[start...end].map { $0 - corner })
      start = end
    }
  }
}
