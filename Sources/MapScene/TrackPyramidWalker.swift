// Owns `Walker`: from leg to leg over a grid, noting the cells on the way.

/// Follows the legs of a shape over a grid of cells and notes the visits.
struct Walker {
  typealias Tile = TrackPyramid.Tile
  typealias Place = TrackPyramid.Place

  private(set) var visits = TrackPyramidBuilder.Visits()
  private let cellSize: Double
  private let shape: TrackShape
  private let cellsPerUnit: Double
  /// The corner of the grid: whole cells, so that positions counted from it are positive and are rounded down by cutting off.
  private let corner: (x: Double, y: Double)
  private let cornerCell: (x: Int, y: Int)
  private var numbers: [Tile: UInt32] = [:]
  private var lastTile = Tile(column: .min, row: .min)
  private var lastNumber: UInt32 = 0
  private var nextBroken = 0

  /// The visit under way.
  private var isOpen = false
  private var column = 0
  private var row = 0
  private var first = 0
  private var last = 0
  private var directions: UInt16 = 0

  init(_ shape: TrackShape, cellSize: Double) {
    self.shape = shape
    self.cellSize = cellSize
    cellsPerUnit = 1 / cellSize
    let x = ((shape.bounds?.minX ?? 0) / cellSize).rounded(.down)
    let y = ((shape.bounds?.minY ?? 0) / cellSize).rounded(.down)
    cornerCell = (Int(x), Int(y))
    corner = (x * cellSize, y * cellSize)
    visits.reserve(shape.count / 2)
  }

  /// Whether a leg is broken; to be asked leg by leg.
  @inline(__always)
  mutating func isBroken(_ leg: Int) -> Bool {
    guard nextBroken < shape.brokenLegs.count, shape.brokenLegs[nextBroken] == leg else { return false }
    nextBroken += 1
    return true
  }

  /// Follows a leg.
  @inline(__always)
  mutating func go(_ leg: Int) {
    let x1 = (shape.x[leg + 1] - corner.x) * cellsPerUnit
    let y1 = (shape.y[leg + 1] - corner.y) * cellsPerUnit
    let x0 = (shape.x[leg] - corner.x) * cellsPerUnit
    let y0 = (shape.y[leg] - corner.y) * cellsPerUnit
    let isSteep = abs(y1 - y0) > abs(x1 - x0)
    let direction = isSteep ? Place.steep : Place.flat
    if !isOpen { enter(Int(x0), Int(y0), leg, direction) }
    directions |= direction
    last = leg
    let endColumn = Int(x1)
    let endRow = Int(y1)
    if endColumn == column, endRow == row { return }
    if abs(endColumn - column) > 1 || abs(endRow - row) > 1 {
      if isSteep {
        trace(y0, x0, y1, slope: (x1 - x0) / (y1 - y0)) { walker, major, minor in walker.move(minor, major, leg, direction) }
      } else {
        trace(x0, y0, x1, slope: (y1 - y0) / (x1 - x0)) { walker, major, minor in walker.move(major, minor, leg, direction) }
      }
    }
    move(endColumn, endRow, leg, direction)
  }

  /// Visits the cell of every middle of a column (row) between two positions.
  private mutating func trace(_ from: Double, _ minor: Double, _ to: Double, slope: Double, _ visit: (inout Walker, Int, Int) -> Void) {
    let forward = to > from
    // The first and the last whole number whose middle lies between the ends.
    let low = Int(min(from, to) + 0.5)
    let high = Int(max(from, to) + 0.5) - 1
    guard low <= high else { return }
    for step in 0...high - low {
      let major = forward ? low + step : high - step
      visit(&self, major, Int(max(0, minor + (Double(major) + 0.5 - from) * slope)))
    }
  }

  @inline(__always)
  private mutating func move(_ column: Int, _ row: Int, _ leg: Int, _ direction: UInt16) {
    if column == self.column, row == self.row { return }
    leave()
    enter(column, row, leg, direction)
  }

  @inline(__always)
  private mutating func enter(_ column: Int, _ row: Int, _ leg: Int, _ direction: UInt16) {
    isOpen = true
    (self.column, self.row) = (column, row)
    (first, last) = (leg, leg)
    directions = direction
  }

  /// Ends the visit under way.
  @inline(__always)
  mutating func leave() {
    guard isOpen else { return }
    isOpen = false
    let x = cornerCell.x + column
    let y = cornerCell.y + row
    let tile = Tile(column: Int32(truncatingIfNeeded: x >> Tile.bits), row: Int32(truncatingIfNeeded: y >> Tile.bits))
    if tile != lastTile { look(up: tile) }
    visits.tiles.append(lastNumber)
    visits.places.append(UInt16((y & (Tile.side - 1)) << Tile.bits | x & (Tile.side - 1)) | directions)
    visits.firstLegs.append(UInt32(first))
    visits.lastLegs.append(UInt32(last))
  }

  /// Makes one visit of all visits to a cell.
  mutating func gather() {
    let cells = TrackPyramidBuilder.gathered(visits, cellSize: cellSize)
    visits = TrackPyramidBuilder.Visits()
    visits.met = cells.tiles
    visits.places = cells.places
    visits.firstLegs = cells.firstLegs
    visits.lastLegs = cells.lastLegs
    for tile in cells.tiles.indices {
      for _ in cells.starts[tile]..<cells.starts[tile + 1] { visits.tiles.append(UInt32(tile)) }
      numbers[cells.tiles[tile]] = UInt32(tile)
    }
    lastTile = Tile(column: .min, row: .min)
  }

  @inline(never)
  private mutating func look(up tile: Tile) {
    lastTile = tile
    if let number = numbers[tile] {
      lastNumber = number
    } else {
      lastNumber = UInt32(visits.met.count)
      numbers[tile] = lastNumber
      visits.met.append(tile)
    }
  }
}
