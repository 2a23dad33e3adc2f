// Owns `WorldShelf`: the pieces of the embedded world that were used last.

import BaseMap
import TrackGeodesy

/// Keeps pieces of the embedded world, so that each is made once for as long as it is in use.
struct WorldShelf: Sendable {
  /// A piece of the world.
  struct Item: Sendable {
    var piece: MapPiece
    var id: TileID
    /// Whole turns of the world by which it is moved.
    var turn: Int
  }

  /// Where pieces come from: see `World.keys` and `World.piece`.
  struct Source: Sendable {
    var keys: @Sendable (WorldBox, _ dotsPerUnit: Double) -> [(id: TileID, turn: Int)]
    var piece: @Sendable (TileID) -> MapPiece

    static let embedded = Source {
      World.embedded.keys(touching: $0, dotsPerUnit: $1)
    } piece: {
      World.embedded.piece($0)
    }
  }

  private let source: Source
  private var cache = PieceCache(limit: limit)

  /// Bytes that are kept.
  static let limit = 6 << 20
  /// The world counts as a map of that number.
  private static let map = -1

  init(_ source: Source = .embedded) { self.source = source }

  /// The pieces that touch a box, at the detail that a scale can show; those that hold nothing are left out.
  mutating func items(touching box: WorldBox, dotsPerUnit: Double) -> [Item] {
    let keys = source.keys(box, dotsPerUnit)
    let shown = Set(keys.map { TileKey(map: Self.map, id: $0.id) })
    return keys.compactMap { id, turn in
      let piece = piece(id, beside: shown)
      return piece.features.isEmpty ? nil : Item(piece: piece, id: id, turn: turn)
    }
  }

  private mutating func piece(_ id: TileID, beside shown: Set<TileKey>) -> MapPiece {
    let key = TileKey(map: Self.map, id: id)
    if let entry = cache[key] {
      cache.use(key)
      return entry.piece
    }
    let piece = source.piece(id)
    _ = cache.insert(piece, for: key, beside: shown)
    return piece
  }
}
