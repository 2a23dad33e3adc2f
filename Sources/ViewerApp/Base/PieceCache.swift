// Owns `PieceCache`: the pieces of tiles that are kept in memory, within a number of bytes.

import BaseMap

/// Pieces of tiles by their keys. The bytes never exceed the limit: pieces that were not used for the longest time give way.
struct PieceCache: Sendable {
  /// A piece that is kept.
  struct Entry: Sendable {
    var piece: MapPiece
    var byteCount: Int
    /// Tells this piece apart from any other that had the same key before.
    var serial: Int
    /// Whether there are ways for wheels or feet in it.
    var hasRoads: Bool
    var lastUse: Int
  }

  /// Bytes that all pieces together may take.
  let limit: Int
  /// Bytes that they take.
  private(set) var byteCount = 0
  private var entries: [TileKey: Entry] = [:]
  private var uses = 0
  private var serials = 0

  /// Megabytes that are kept if nobody says otherwise.
  static let usualMegabytes = 24

  /// - Parameter limit: bytes.
  init(limit: Int = usualMegabytes << 20) { self.limit = max(0, limit) }

  /// How many pieces are kept.
  var count: Int { entries.count }

  /// What is kept of a tile; does not count as a use.
  subscript(_ key: TileKey) -> Entry? { entries[key] }

  /// Notes that a piece was used now.
  mutating func use(_ key: TileKey) {
    uses += 1
    entries[key]?.lastUse = uses
  }

  /// Keeps a piece, for which others give way.
  /// - Parameter shown: tiles that may not give way: the piece is refused where there is no room beside them.
  /// - Returns: whether there was room.
  mutating func insert(_ piece: MapPiece, for key: TileKey, beside shown: Set<TileKey> = []) -> Bool {
    remove(key)
    let bytes = piece.byteCount
    let room = limit - bytes
    guard room >= 0 else { return false }
    if byteCount > room {
      let others = entries.filter { !shown.contains($0.key) }.sorted { $0.value.lastUse < $1.value.lastUse }
      guard others.reduce(0, { $0 + $1.value.byteCount }) >= byteCount - room else { return false }
      for other in others where byteCount > room { remove(other.key) }
    }
    uses += 1
    serials += 1
    let hasRoads = piece.features.contains { $0.kind.isRoad }
    entries[key] = Entry(piece: piece, byteCount: bytes, serial: serials, hasRoads: hasRoads, lastUse: uses)
    byteCount += bytes
    return true
  }

  /// Forgets all tiles of a map.
  mutating func removeAll(of map: Int) {
    for key in entries.keys where key.map == map { remove(key) }
  }

  private mutating func remove(_ key: TileKey) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    byteCount -= entry.byteCount
  }
}
