// Owns `TrackPyramid`: the track as the cells it visits, at every scale, so that drawing costs what is on the screen.
//
//      level k+1   ┌───────┬───────┐     a cell of level k+1 is four of level k;
//                  │ ▪▪▪▪▪ │       │     it is visited if one of them is
//      level k     ├───┬───┼───┬───┤
//                  │   │▪▪▪│▪▪▪│▪▪ │     each visited cell knows the first and the last leg that comes through:
//                  ├───┼───┼───┼───┤     the first before the playhead: travelled; the last beyond it: ahead
//                  │▪▪▪│   │   │   │
//                  └───┴───┴───┴───┘

import TrackPlayback

/// The cells that a track visits, on square grids from fine to coarse.
///
/// A level whose cells are no larger than a dot is drawn as a dot at each cell's centre. The centre lies within half a cell of the line on
/// either axis; every place of the line has such a centre within half a cell on one axis and a whole one on the other. So every dot is at
/// most one dot away from those that all legs one by one would give, and the other way round. Where the next finer level costs little it is
/// taken, and most dots are the same.
///
/// What a view costs depends on the cells on the screen, at most four a dot; never on the length of the track. Immutable, and made apart
/// from the shape, so that it can be made while the shape is being drawn without it.
public struct TrackPyramid: Sendable {
  /// From fine to coarse.
  let levels: [Level]

  /// Below so many points every leg is drawn exactly, which is fast enough then.
  public static let fewestPoints = 8_192

  /// Finds the cells of a shape; O(points). `nil` where the shape is better drawn leg by leg.
  public init?(_ shape: TrackShape, fewestPoints: Int = Self.fewestPoints) {
    guard shape.count >= max(2, fewestPoints), let levels = TrackPyramidBuilder.levels(of: shape), !levels.isEmpty else { return nil }
    self.levels = levels
  }

  /// The cells of all levels.
  public var cellCount: Int { levels.reduce(0) { $0 + $1.places.count } }
  /// What all levels take in memory.
  public var byteCount: Int { levels.reduce(0) { $0 + $1.byteCount } }

  /// A square block of cells, by its place among the blocks of its level. Ordered by rows.
  struct Tile: Hashable, Comparable, Sendable {
    var column: Int32
    var row: Int32

    /// Cells along a side: 2⁵.
    static let bits = 5
    static let side = 1 << bits

    static func < (one: Tile, other: Tile) -> Bool { one.row == other.row ? one.column < other.column : one.row < other.row }

    /// The tile of the next coarser level that holds this one.
    var parent: Tile { Tile(column: column >> 1, row: row >> 1) }
  }

  /// Where in its tile a cell lies, and how the track goes through it: `0000 steep flat yyyyy xxxxx`.
  struct Place: Hashable, Sendable {
    var bits: UInt16

    static let flat: UInt16 = 1 << 10
    static let steep: UInt16 = 1 << 11

    @inline(__always)
    var x: Int { Int(bits) & (Tile.side - 1) }
    @inline(__always)
    var y: Int { Int(bits) >> Tile.bits & (Tile.side - 1) }
    /// Its number within the tile.
    @inline(__always)
    var index: Int { Int(bits) & (Tile.side * Tile.side - 1) }
    /// `flat`, `steep` or both.
    @inline(__always)
    var directions: UInt16 { bits & (Self.flat | Self.steep) }
  }

  /// All visited cells of one size.
  struct Level: Sendable {
    /// The side of a cell in world units, a power of two; the grid begins at 0.
    let cellSize: Double
    /// The tiles that hold cells, in order.
    let tiles: [Tile]
    /// Where each tile's cells begin, and where the last tile's end.
    let starts: [UInt32]
    /// The cells, tile by tile.
    let places: [UInt16]
    /// The first leg that visits each cell.
    let firstLegs: [UInt32]
    /// The last leg that visits each cell.
    let lastLegs: [UInt32]
    /// The range of the tiles' columns.
    let columns: ClosedRange<Int>

    /// Whether the track goes over the same ground again and again; a plain line visits some 32 to 64 cells of a tile.
    var isDense: Bool { places.count > tiles.count * Tile.side * 2 }

    /// What it takes in memory.
    var byteCount: Int { places.count * 10 + tiles.count * MemoryLayout<Tile>.stride + starts.count * 4 }

    /// The index of the first tile at or after one.
    func firstTile(from tile: Tile) -> Int {
      var low = 0
      var high = tiles.count
      while low < high {
        let middle = (low + high) / 2
        if tiles[middle] < tile { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// The level to draw for dots of a size: the coarsest whose cells are no larger than a dot, or half a dot where that costs little.
  /// - Parameter dot: the side of a dot in world units, less where the view is turned (see `MapTransform.spread`).
  func level(forDot dot: Double) -> Level? {
    guard let fit = levels.lastIndex(where: { $0.cellSize <= dot }) else { return nil }
    let finer = levels[...fit].lastIndex { $0.cellSize <= dot / 2 }
    return finer.flatMap { levels[$0].isDense ? nil : levels[$0] } ?? levels[fit]
  }
}
