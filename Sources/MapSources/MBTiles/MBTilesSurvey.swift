// Owns `MBTilesSurvey`: what can be told of an MBTiles file from its tiles themselves.

internal import BaseMap
internal import TrackGeodesy

/// What the tiles of a file say of it. What takes too long, because there is no index, stays unknown.
struct MBTilesSurvey {
  /// Whether there is no tile at all.
  private(set) var isEmpty = false
  /// What the first tile is, where it is a picture.
  private(set) var pictures: String?
  /// The zooms that hold tiles.
  private(set) var zooms: ClosedRange<Int>?
  /// What the tiles of the deepest zoom cover.
  private(set) var bounds: WorldBox?

  /// Steps of SQLite's machine for each question.
  private static let steps = 2_000_000

  /// Whether there is a table or a view of tiles.
  static func hasTiles(_ database: SQLiteDatabase) throws(SQLiteDatabase.Failure) -> Bool {
    let query = try database.query("SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = 'tiles' COLLATE NOCASE")
    return try database.first(query, steps: steps) { _ in true } ?? false
  }

  init(_ database: SQLiteDatabase) throws(SQLiteDatabase.Failure) {
    try lookAtFirst(database)
    guard !isEmpty else { return }
    guard let first = try end("ASC", database), let last = try end("DESC", database), first <= last, last >= 0 else { return }
    let (top, deepest) = (min(max(0, first), TileID.deepest), min(last, TileID.deepest))
    zooms = top...deepest
    bounds = try box(deepest, database)
  }

  private mutating func lookAtFirst(_ database: SQLiteDatabase) throws(SQLiteDatabase.Failure) {
    let query = try database.query("SELECT tile_data FROM tiles LIMIT 1")
    let first = try patiently { () throws(SQLiteDatabase.Failure) in
      let bytes = try database.first(query, steps: Self.steps) { $0.bytes(0) ?? [] }
      return (isEmpty: bytes == nil, pictures: bytes.flatMap(PictureKind.init)?.rawValue)
    }
    isEmpty = first?.isEmpty ?? false
    pictures = first?.pictures
  }

  /// The first or last zoom.
  private func end(_ order: String, _ database: SQLiteDatabase) throws(SQLiteDatabase.Failure) -> Int? {
    // Not min() and max(), which go through all rows where tiles are a view.
    let query = try database.query("SELECT zoom_level FROM tiles ORDER BY zoom_level \(order) LIMIT 1")
    return try patiently { () throws(SQLiteDatabase.Failure) in try database.first(query, steps: Self.steps) { $0.integer(0) } ?? nil }
  }

  /// What the tiles of a zoom cover.
  private func box(_ zoom: Int, _ database: SQLiteDatabase) throws(SQLiteDatabase.Failure) -> WorldBox? {
    let query = try database.query(
      "SELECT min(tile_column), min(tile_row), max(tile_column), max(tile_row) FROM tiles WHERE zoom_level = ?1")
    let ends = try patiently { () throws(SQLiteDatabase.Failure) in
      try database.first(query, [zoom], steps: Self.steps) { row in (0..<4).map { row.integer($0) } }
    }
    guard let ends, let west = ends[0], let south = ends[1], let east = ends[2], let north = ends[3],
      let first = TileID(zoom: zoom, column: west, row: (1 << zoom) - 1 - min(max(-1, north), 1 << zoom)),
      let last = TileID(zoom: zoom, column: east, row: (1 << zoom) - 1 - min(max(-1, south), 1 << zoom))
    else { return nil }
    return WorldBox(minX: first.box.minX, minY: first.box.minY, maxX: last.box.maxX, maxY: last.box.maxY)
  }

  /// The outcome of a query; `nil` where it was given up because it took too long.
  private func patiently<Value>(_ body: () throws(SQLiteDatabase.Failure) -> Value?) throws(SQLiteDatabase.Failure) -> Value? {
    do throws(SQLiteDatabase.Failure) { return try body() } catch { if error.isTooLong { return nil } else { throw error } }
  }
}
