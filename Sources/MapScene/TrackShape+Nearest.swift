// The point of a track nearest to a place, by the tree of boxes: whole branches that lie farther away than the best so far are left out.

import TrackGeodesy

extension TrackShape {
  /// The point nearest to a place on the map, and how far away it is in world units; `nil` where none lies within `limit`.
  ///
  /// Logarithmic in the number of points, unless many lie equally near. Of equally near points the first is given.
  /// - Parameter limit: world units.
  public func nearestPoint(to place: MapPoint, within limit: Double) -> (index: Int, distance: Double)? {
    guard let bounds, limit >= 0 else { return nil }
    var best: (index: Int, square: Double)?
    // The track may have gone round the world: each turn that it touches is asked.
    let first = (bounds.minX - limit - place.x).rounded(.up)
    let last = (bounds.maxX + limit - place.x).rounded(.down)
    guard first <= last, last - first < 64 else { return nil }
    for turn in stride(from: first, through: last, by: 1) {
      search(MapPoint(x: place.x + turn, y: place.y), limit * limit, &best)
    }
    return best.map { ($0.index, $0.square.squareRoot()) }
  }

  private func search(_ place: MapPoint, _ limit: Double, _ best: inout (index: Int, square: Double)?) {
    guard let top = levels.indices.last else {
      // A single point has no legs, and no tree.
      for index in 0..<count { consider(index, place, limit, &best) }
      return
    }
    descend(level: top, nodes: levels[top].indices, place, limit, &best)
  }

  private func descend(
    level: Int, nodes: Range<Int>, _ place: MapPoint, _ limit: Double, _ best: inout (index: Int, square: Double)?
  ) {
    // The nearest branch first, so that the others can be left out.
    let order = nodes.map { (node: $0, square: levels[level][$0].square(from: place)) }.sorted { $0.square < $1.square }
    for (node, square) in order {
      guard square <= best?.square ?? limit else { return }
      if level > 0 {
        let children = node * Self.fanOut..<min((node + 1) * Self.fanOut, levels[level - 1].count)
        descend(level: level - 1, nodes: children, place, limit, &best)
      } else {
        for index in node * Self.legsPerLeaf...min((node + 1) * Self.legsPerLeaf, count - 1) { consider(index, place, limit, &best) }
      }
    }
  }

  private func consider(_ index: Int, _ place: MapPoint, _ limit: Double, _ best: inout (index: Int, square: Double)?) {
    let (dx, dy) = (x[index] - place.x, y[index] - place.y)
    let square = dx * dx + dy * dy
    guard square <= limit else { return }
    if let known = best, square > known.square || (square == known.square && index > known.index) { return }
    best = (index, square)
  }
}

extension WorldBox {
  /// The square of the distance from a place to the box; 0 within.
  fileprivate func square(from place: MapPoint) -> Double {
    let dx = max(0, max(minX - place.x, place.x - maxX))
    let dy = max(0, max(minY - place.y, place.y - maxY))
    return dx * dx + dy * dy
  }
}
