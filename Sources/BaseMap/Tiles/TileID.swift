// Owns `TileID`: a square of the world as tile servers number them.

public import TrackGeodesy

/// A map tile: at zoom z the world square is divided into 2^z × 2^z squares, counted from the north-west (XYZ, not TMS).
public struct TileID: Hashable, Sendable {
  /// 0…``deepest``.
  public let zoom: Int
  /// Counted from 180°W, 0 ..< 2^zoom.
  public let column: Int
  /// Counted from the north, 0 ..< 2^zoom.
  public let row: Int

  /// The deepest zoom that is numbered.
  public static let deepest = 24
  /// The one tile of the whole world.
  public static let world = TileID(unchecked: 0, 0, 0)

  /// `nil` where no such tile exists.
  public init?(zoom: Int, column: Int, row: Int) {
    guard (0...Self.deepest).contains(zoom), column >= 0, row >= 0, column < 1 << zoom, row < 1 << zoom else { return nil }
    self.init(unchecked: zoom, column, row)
  }

  private init(unchecked zoom: Int, _ column: Int, _ row: Int) {
    self.zoom = zoom
    self.column = column
    self.row = row
  }

  /// The tile around a point of the world; x is taken around the world, y kept within it.
  public init(around point: MapPoint, zoom: Int) {
    let zoom = min(max(zoom, 0), Self.deepest)
    let count = Double(1 << zoom)
    let x = point.x - point.x.rounded(.down)
    let last = (1 << zoom) - 1
    func index(_ share: Double) -> Int { share.isFinite ? min(max(Int(max(-1, min(share, 2)) * count), 0), last) : 0 }
    self.init(unchecked: zoom, index(x), index(point.y))
  }

  /// Its side in world units.
  public var side: Double { 1 / Double(1 << zoom) }
  /// Its north-west corner.
  public var origin: MapPoint { MapPoint(x: Double(column) * side, y: Double(row) * side) }
  /// The square it covers.
  public var box: WorldBox { WorldBox(minX: origin.x, minY: origin.y, maxX: origin.x + side, maxY: origin.y + side) }
  /// The tile above, which holds this one; `nil` at the top.
  public var parent: TileID? { zoom == 0 ? nil : TileID(unchecked: zoom - 1, column >> 1, row >> 1) }

  /// The tile of an upper zoom that holds this one; itself at its own zoom and below.
  public func ancestor(zoom wanted: Int) -> TileID {
    guard wanted < zoom else { return self }
    let shift = zoom - max(0, wanted)
    return TileID(unchecked: max(0, wanted), column >> shift, row >> shift)
  }

  /// The tiles of a zoom that touch a box, row by row, with the whole turns of the world by which each has to be moved to lie there; no more
  /// than `limit`, those nearest to the middle of the box.
  public static func covering(_ box: WorldBox, zoom: Int, limit: Int = 64) -> [(id: TileID, turn: Int)] {
    let zoom = min(max(zoom, 0), deepest)
    let count = Double(1 << zoom)
    guard box.minX.isFinite, box.maxX.isFinite, abs(box.minX) < 1e3, abs(box.maxX) < 1e3, box.minY.isFinite, box.maxY.isFinite else {
      return []
    }
    let firstRow = min(max((box.minY * count).rounded(.down), 0), count - 1)
    let lastRow = min(max((box.maxY * count).rounded(.down), 0), count - 1)
    let firstColumn = (box.minX * count).rounded(.down)
    let lastColumn = (box.maxX * count).rounded(.down)
    guard firstRow <= lastRow, firstColumn <= lastColumn, box.minY < 1, box.maxY > 0 else { return [] }
    let middle = (column: (firstColumn + lastColumn) / 2, row: (firstRow + lastRow) / 2)
    // Never more of a side than could be kept in the end.
    let reach = Double(limit)
    var found: [(id: TileID, turn: Int, away: Double)] = []
    for row in Int(max(firstRow, middle.row - reach))...Int(min(lastRow, middle.row + reach)) {
      for column in Int(max(firstColumn, middle.column - reach))...Int(min(lastColumn, middle.column + reach)) {
        let turn = Int((Double(column) / count).rounded(.down))
        let id = TileID(unchecked: zoom, column - turn << zoom, row)
        let (dx, dy) = (Double(column) - middle.column, Double(row) - middle.row)
        found.append((id, turn, dx * dx + dy * dy))
      }
    }
    if found.count > limit {
      found.sort { $0.away < $1.away }
      found.removeSubrange(limit...)
    }
    return found.map { ($0.id, $0.turn) }
  }
}
