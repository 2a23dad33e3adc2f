// Owns `TrackPyramidBuilder`: the walk along a track that finds the cells it visits.

import TrackGeodesy
import TrackPlayback

/// Walks along a shape on a fine grid, then gathers coarser grids from finer ones.
///
/// ```
///        ┌───┬───┬───┬───┐   A leg gives the cells of its ends and, where these are no neighbours,
///        │   │   │   │ b │   in every column (row, where it is steep) whose middle it crosses
///        ├───┼───┼───┼─╱─┤   the cell that it crosses it in. So a line is one cell thick.
///        │   │  ·│╱▪ │   │
///        ├───┼─╱─┼───┼───┤
///        │ a │▪  │   │   │
///        └───┴───┴───┴───┘
/// ```
struct TrackPyramidBuilder {
  typealias Tile = TrackPyramid.Tile
  typealias Place = TrackPyramid.Place
  typealias Level = TrackPyramid.Level

  /// A visit: consecutive legs in one cell. Four columns, for a visit costs 14 bytes.
  struct Visits {
    /// Numbers of tiles, in the order in which they were met.
    var tiles: [UInt32] = []
    var places: [UInt16] = []
    var firstLegs: [UInt32] = []
    var lastLegs: [UInt32] = []
    /// The tiles that have been met.
    var met: [Tile] = []

    mutating func reserve(_ count: Int) {
      tiles.reserveCapacity(count)
      places.reserveCapacity(count)
      firstLegs.reserveCapacity(count)
      lastLegs.reserveCapacity(count)
    }
  }

  /// What all levels together may take, a point.
  private static let mostBytesPerPoint = 16

  /// All levels worth keeping, from fine to coarse; `nil` where the shape has no leg, or too many.
  static func levels(of shape: TrackShape) -> [Level]? {
    guard let box = shape.bounds, shape.count < Int(UInt32.max) else { return nil }
    let extent = max(box.width, box.height)
    guard let size = finestSize(of: shape, box) else { return nil }
    var finest = walk(shape, cellSize: size)
    // Where the same ground is gone over again and again a grid has far fewer cells than visits, so a finer one is worth its memory.
    let steps = finest.places.count * 32 <= shape.count ? 4.0 : finest.places.count * 8 <= shape.count ? 2.0 : 1.0
    if steps > 1, size / steps >= smallestCell(extent: extent) { finest = walk(shape, cellSize: size / steps) }
    guard !finest.places.isEmpty else { return nil }
    // Just below the finest cells a line has few legs on the screen, but a scribble many: it gets what its memory allows, a cell a point.
    while finest.isDense, finest.places.count * 20 <= shape.count * 9, finest.cellSize / 2 >= smallestCell(extent: extent) {
      let finer = walk(shape, cellSize: finest.cellSize / 2)
      guard finer.places.count <= shape.count else { break }
      finest = finer
    }
    var levels = [finest]
    var last = finest
    while last.cellSize * 16 < extent {
      let next = coarser(last)
      // A level that saves little is passed over: the finer one stands in for it. So all levels together hold at most 3⅓ times the cells
      // of the finest; of a line, which halves, twice.
      if next.places.count * 10 <= (levels.last?.places.count ?? 0) * 7 { levels.append(next) }
      last = next
    }
    // Scattered cells thin out slowly from level to level, and then the finest is too dear.
    while levels.count > 1, levels.reduce(0, { $0 + $1.byteCount }) > mostBytesPerPoint * shape.count { levels.removeFirst() }
    return levels
  }

  /// The side of the finest cells: a power of two at which there are about half as many cells as points or fewer, because the track is not
  /// longer or because its box has no more.
  ///
  /// The second matters where legs are long compared with the whole: a shuttle between two places would else have a grid too coarse to be
  /// drawn. It may take up to 512 steps a leg there, about as many as drawing all legs takes once.
  private static func finestSize(of shape: TrackShape, _ box: WorldBox) -> Double? {
    var length = 0.0
    var nextBroken = 0
    for leg in 0..<max(0, shape.count - 1) {
      if nextBroken < shape.brokenLegs.count, shape.brokenLegs[nextBroken] == leg {
        nextBroken += 1
      } else {
        length += max(abs(shape.x[leg + 1] - shape.x[leg]), abs(shape.y[leg + 1] - shape.y[leg]))
      }
    }
    guard length.isFinite else { return nil }
    let points = Double(shape.count)
    let extent = max(box.width, box.height)
    let byArea = max((2 * box.width * box.height / points).squareRoot(), 4 * extent / points)
    let byTime = min(length / (4 * points), extent / 512)
    let wanted = max(min(2 * length / points, max(byArea, byTime)), smallestCell(extent: extent))
    var size = 0x1p-30
    while size < wanted { size *= 2 }
    return size
  }

  /// Cells are numbered in 32 bits: at most 2²⁴ across the shape, and none under 4 cm.
  private static func smallestCell(extent: Double) -> Double { max(0x1p-30, extent * 0x1p-24) }

  // MARK: The finest level

  /// The cells that the legs visit.
  private static func walk(_ shape: TrackShape, cellSize: Double) -> Level {
    var walker = Walker(shape, cellSize: cellSize)
    var most = shape.count + 65_536
    for leg in 0..<shape.count - 1 {
      if walker.isBroken(leg) { walker.leave() } else { walker.go(leg) }
      // Visits to the same cells over and over are made cells now and then, so that they never fill the memory.
      if walker.visits.places.count > most {
        walker.gather()
        most = max(most, 2 * walker.visits.places.count)
      }
    }
    walker.leave()
    return gathered(walker.visits, cellSize: cellSize)
  }

  /// Sorts visits by their tiles, and in each makes one cell of all visits to it.
  static func gathered(_ visits: Visits, cellSize: Double) -> Level {
    let order = visits.met.indices.sorted { visits.met[$0] < visits.met[$1] }
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, tile) in order.enumerated() { ranks[tile] = UInt32(rank) }
    // Counting sort; visits to a tile stay in the order of the legs.
    var ends = [UInt32](repeating: 0, count: order.count + 1)
    for tile in visits.tiles { ends[Int(ranks[Int(tile)]) + 1] += 1 }
    for rank in order.indices { ends[rank + 1] += ends[rank] }
    var sorted = [UInt32](repeating: 0, count: visits.tiles.count)
    var next = ends
    for (visit, tile) in visits.tiles.enumerated() {
      let rank = Int(ranks[Int(tile)])
      sorted[Int(next[rank])] = UInt32(visit)
      next[rank] += 1
    }
    var gatherer = Gatherer(cellSize: cellSize)
    for (rank, tile) in order.enumerated() {
      for visit in sorted[Int(ends[rank])..<Int(ends[rank + 1])] {
        let index = Int(visit)
        gatherer.add(Place(bits: visits.places[index]), visits.firstLegs[index], visits.lastLegs[index])
      }
      gatherer.close(visits.met[tile])
    }
    return gatherer.level
  }

  // MARK: Coarser levels

  /// The level of cells twice as large.
  private static func coarser(_ level: Level) -> Level {
    let order = level.tiles.indices.sorted { level.tiles[$0].parent < level.tiles[$1].parent }
    var gatherer = Gatherer(cellSize: level.cellSize * 2)
    let half = Tile.side / 2
    for (position, index) in order.enumerated() {
      let tile = level.tiles[index]
      let corner = (Int(tile.row) & 1) * half << Tile.bits | (Int(tile.column) & 1) * half
      for cell in Int(level.starts[index])..<Int(level.starts[index + 1]) {
        let place = Place(bits: level.places[cell])
        let number = corner + ((place.y >> 1) << Tile.bits | place.x >> 1)
        gatherer.add(Place(bits: UInt16(number) | place.directions), level.firstLegs[cell], level.lastLegs[cell])
      }
      let isLast = position + 1 == order.count || level.tiles[order[position + 1]].parent != tile.parent
      if isLast { gatherer.close(tile.parent) }
    }
    return gatherer.level
  }
}

/// Makes cells of visits, tile by tile.
private struct Gatherer {
  typealias Tile = TrackPyramid.Tile
  typealias Place = TrackPyramid.Place

  private let cellSize: Double
  private var tiles: [Tile] = []
  private var starts: [UInt32] = [0]
  private var places: [UInt16] = []
  private var firstLegs: [UInt32] = []
  private var lastLegs: [UInt32] = []
  /// For each cell of the tile under way its number among all cells, plus one; 0 where it has not been visited.
  private var known = [UInt32](repeating: 0, count: Tile.side * Tile.side)

  init(cellSize: Double) { self.cellSize = cellSize }

  /// Takes a visit to a cell of the tile under way.
  @inline(__always)
  mutating func add(_ place: Place, _ first: UInt32, _ last: UInt32) {
    let number = Int(known[place.index])
    if number > 0 {
      places[number - 1] |= place.directions
      firstLegs[number - 1] = min(firstLegs[number - 1], first)
      lastLegs[number - 1] = max(lastLegs[number - 1], last)
    } else {
      places.append(place.bits)
      firstLegs.append(first)
      lastLegs.append(last)
      known[place.index] = UInt32(places.count)
    }
  }

  /// Ends the tile under way.
  mutating func close(_ tile: Tile) {
    for cell in Int(starts[tiles.count])..<places.count { known[Place(bits: places[cell]).index] = 0 }
    tiles.append(tile)
    starts.append(UInt32(places.count))
  }

  var level: TrackPyramid.Level {
    var columns = Int(tiles.first?.column ?? 0)...Int(tiles.first?.column ?? 0)
    for tile in tiles { columns = min(columns.lowerBound, Int(tile.column))...max(columns.upperBound, Int(tile.column)) }
    return TrackPyramid.Level(
      cellSize: cellSize, tiles: tiles, starts: starts, places: places, firstLegs: firstLegs, lastLegs: lastLegs, columns: columns)
  }
}
