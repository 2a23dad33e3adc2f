// Owns `World`: the embedded world as pieces of a map.

public import TrackGeodesy

/// The embedded world: land and water, borders, cities.
///
/// It is kept at a few levels of detail, each cut into tiles of one zoom. Opening it reads nothing but its table of contents; a piece is made
/// from the bytes of its own tile.
public struct World: Sendable {
  /// The world that is part of the program.
  public static let embedded = World(WorldBytes.embedded)

  /// From the coarsest to the finest.
  private let levels: [WorldLevel]
  private let names: WorldNames

  init(_ world: WorldBytes?) {
    levels =
      world.map { world in
        ["LOD0", "LOD1", "LOD2"].compactMap { WorldLevel(world, tag: $0) }.sorted { $0.zoom < $1.zoom }
      } ?? []
    names = WorldNames(world)
  }

  /// From how many dots to one world unit on the small towns are shown. They have pieces of their own, one zoom below the finest level.
  public static let smallTownsFrom = 16_000.0

  /// Metres by which its coasts, waters and borders may lie off: most of those of Natural Earth 1:50m keep to it, some are 3 km off.
  public static let accuracy = 1_200.0

  /// The zooms of its levels of detail, from the coarsest to the finest, and below them that of the small towns.
  public var zooms: [Int] { levels.map(\.zoom) + (levels.last.map { [$0.zoom + 1] } ?? []) }

  /// The tiles of the world that touch a box, at the detail that a scale can show: what a piece can be kept under.
  /// - Parameters:
  ///   - box: a part of the world square; x may leave 0…1, the turns say by how much.
  ///   - dotsPerUnit: dots of the screen to one world unit.
  ///   - limit: the most tiles, those nearest to the middle of the box.
  /// - Returns: each tile, and the whole turns of the world by which it has to be moved to lie in the box; row by row, those with ground first.
  public func keys(touching box: WorldBox, dotsPerUnit: Double, limit: Int = 160) -> [(id: TileID, turn: Int)] {
    guard let level = levels.last(where: { $0.fromDots <= dotsPerUnit }) ?? levels.first else { return [] }
    let tiles = TileID.covering(box, zoom: level.zoom, limit: limit)
    guard level.zoom == levels.last?.zoom, dotsPerUnit >= Self.smallTownsFrom else { return tiles }
    return tiles + TileID.covering(box, zoom: level.zoom + 1, limit: limit)
  }

  /// What a tile holds; the same each time. Empty for a tile whose zoom is none of ``zooms``.
  public func piece(_ id: TileID) -> MapPiece {
    guard let level = levels.first(where: { $0.zoom == id.zoom }) ?? levels.last(where: { $0.zoom + 1 == id.zoom }) else {
      return MapPiece(origin: id.origin, unit: id.side, frame: 0)
    }
    var maker = WorldPieceMaker(id: id, level: level, names: names)
    return maker.make()
  }

  /// The pieces of the world that touch a box, at the detail that a scale can show. A caller that draws often keeps the pieces by their
  /// ``keys(touching:dotsPerUnit:)``.
  /// - Parameters:
  ///   - box: a part of the world square; x may leave 0…1, the pieces' turns say by how much.
  ///   - dotsPerUnit: dots of the screen to one world unit.
  /// - Returns: each piece, and the whole turns of the world by which it has to be moved to lie in the box.
  public func pieces(touching box: WorldBox, dotsPerUnit: Double) -> [(piece: MapPiece, turn: Int)] {
    keys(touching: box, dotsPerUnit: dotsPerUnit).map { (piece($0.id), $0.turn) }
  }
}
