// Owns joining what the frame of a tile cut: stretches of an outline that end on it become rings along it.

/// The frame of a tile, walked with its inside on the right.
///
///     0 ──►── frame
///     ▲         ▼        an outline has its ground on the right, so that from where it leaves the tile the way leads on
///     └────◄────┘        along the frame, in this direction, to where the next stretch enters
struct Perimeter {
  let frame: Int

  /// The area with rings that are joined anew; a tile into which outlines lead is told by its rings alone.
  func joined(_ area: TileArea) -> TileArea {
    var stretches: [[Corner]] = []
    var whole: [[Corner]] = []
    for ring in area.rings {
      if ring.allSatisfy({ $0.mark != 0 }) { whole.append(ring) } else { stretches += Self.stretches(ring) }
    }
    guard !stretches.isEmpty else { return TileArea(rings: whole, isAround: area.isAround) }
    return TileArea(rings: joined(stretches) + whole, isAround: false)
  }

  /// The stretches of a ring between those along the frame, behind one of which it begins; the last corner of each is marked 0.
  private static func stretches(_ ring: [Corner]) -> [[Corner]] {
    var stretches: [[Corner]] = []
    var current: [Corner] = []
    for corner in ring {
      if corner.mark != 0 {
        current.append(corner)
      } else if !current.isEmpty {
        stretches.append(current + [corner])
        current = []
      }
    }
    return stretches
  }

  private func joined(_ stretches: [[Corner]]) -> [[Corner]] {
    var free = stretches.indices.sorted { (place(stretches[$0][0].point), $0) < (place(stretches[$1][0].point), $1) }
    var rings: [[Corner]] = []
    while let first = free.first {
      free.removeFirst()
      var ring = stretches[first]
      let start = place(ring[0].point)
      while true {
        let end = place(ring[ring.count - 1].point)
        let home = ahead(start, of: end)
        // What begins where this one ends comes first; the ring's own beginning before what lies behind it.
        let next = free.min { (ahead(place(stretches[$0][0].point), of: end), $0) < (ahead(place(stretches[$1][0].point), of: end), $1) }
        if let next, ahead(place(stretches[next][0].point), of: end) < home {
          addCorners(to: &ring, from: end, way: ahead(place(stretches[next][0].point), of: end))
          ring = ring.last?.point == stretches[next][0].point ? ring.dropLast() + stretches[next] : ring + stretches[next]
          free.removeAll { $0 == next }
        } else {
          addCorners(to: &ring, from: end, way: home)
          if ring.count > 1, ring[ring.count - 1].point == ring[0].point { ring.removeLast() }
          break
        }
      }
      if ring.count > 2, CountryRings.doubleArea(ring.map(\.point)) != 0 { rings.append(ring) }
    }
    return rings
  }

  /// The corners of the frame that lie strictly within a way along it.
  private func addCorners(to ring: inout [Corner], from start: Int, way: Int) {
    var corner = (start / frame + 1) * frame
    while corner < start + way {
      ring.append(Corner(point: point(corner % (4 * frame)), mark: 0))
      corner += frame
    }
  }

  private func ahead(_ place: Int, of other: Int) -> Int { (place - other + 4 * frame) % (4 * frame) }

  /// How far along the frame a point of it lies.
  private func place(_ point: GridPoint) -> Int {
    if point.y <= 0, point.x < frame { return max(0, point.x) }
    if point.x >= frame, point.y < frame { return frame + max(0, point.y) }
    if point.y >= frame, point.x > 0 { return 2 * frame + frame - min(frame, point.x) }
    return 3 * frame + frame - min(frame, max(1, point.y))
  }

  private func point(_ place: Int) -> GridPoint {
    switch place / frame {
    case 0: GridPoint(place, 0)
    case 1: GridPoint(frame, place - frame)
    case 2: GridPoint(3 * frame - place, frame)
    default: GridPoint(0, 4 * frame - place)
    }
  }
}
