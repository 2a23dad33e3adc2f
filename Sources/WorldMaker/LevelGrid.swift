// Owns the grid of a level of detail: whole numbers over the world square, and the lines at which it is cut into tiles.

/// A level's grid: 2^zoom tiles on a side, each of so many steps.
struct LevelGrid {
  let zoom: Int
  /// Steps on a side of a tile.
  let frame: Int

  var tiles: Int { 1 << zoom }
  var side: Int { tiles * frame }

  /// The line on the grid, without repeated points and spikes, with a point wherever it crosses from tile to tile. Both tiles then have the
  /// same point.
  func line(_ line: WorldLine) -> [GridPoint] {
    var corners: [GridPoint] = []
    for place in line.points {
      let point = GridPoint(Int((place.x * Double(side)).rounded()), Int((place.y * Double(side)).rounded()))
      if corners.last == point { continue }
      if corners.count > 1, corners[corners.count - 2] == point { corners.removeLast() } else { corners.append(point) }
    }
    var points = Array(corners.prefix(1))
    for (start, end) in zip(corners, corners.dropFirst()) { points += crossings(start, end) + [end] }
    return points
  }

  /// Where an edge crosses the lines between tiles, in its order.
  private func crossings(_ start: GridPoint, _ end: GridPoint) -> [GridPoint] {
    // The same from both ends.
    let (low, high) = start < end ? (start, end) : (end, start)
    let (dx, dy) = (high.x - low.x, high.y - low.y)
    var found: [(share: Double, point: GridPoint)] = []
    var x = (low.x / frame + 1) * frame
    while x < high.x {
      let share = Double(x - low.x) / Double(dx)
      found.append((share, GridPoint(x, low.y + Int((share * Double(dy)).rounded()))))
      x += frame
    }
    var y = (min(low.y, high.y) / frame + 1) * frame
    while y < max(low.y, high.y) {
      let share = Double(y - low.y) / Double(dy)
      found.append((share, GridPoint(low.x + Int((share * Double(dx)).rounded()), y)))
      y += frame
    }
    var points: [GridPoint] = []
    for (_, point) in found.sorted(by: { $0.share < $1.share }) where point != low && point != high && point != points.last {
      points.append(point)
    }
    return start < end ? points : points.reversed()
  }

  /// The number of the tile that an edge without crossings lies in: of two, the lower or right one.
  func tile(_ start: GridPoint, _ end: GridPoint) -> Int {
    func index(_ sum: Int) -> Int { min(tiles - 1, max(0, sum / (2 * frame))) }
    return index(start.y + end.y) * tiles + index(start.x + end.x)
  }
}
