// Owns the making of MBTiles files for the tests, through SQLite.

import CSQLite
import Testing

/// Writes a database by statements.
enum MBTilesWriter {
  /// The tables as the specification has them.
  static let tables = """
    CREATE TABLE metadata (name text, value text);
    CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
    CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
    """
  /// The same as a view of two other tables, as many tile makers have it.
  static let view = """
    CREATE TABLE metadata (name text, value text);
    CREATE TABLE map (zoom_level integer, tile_column integer, tile_row integer, tile_id text);
    CREATE TABLE images (tile_id text, tile_data blob);
    CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
    CREATE UNIQUE INDEX images_id ON images (tile_id);
    CREATE VIEW tiles AS SELECT map.zoom_level, map.tile_column, map.tile_row, images.tile_data
      FROM map JOIN images ON images.tile_id = map.tile_id;
    """

  /// A row of the metadata.
  static func metadata(_ name: String, _ value: String) -> String {
    "INSERT INTO metadata VALUES ('\(name)', '\(value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))');"
  }

  /// A row of the tiles; the row is counted from the south.
  static func tile(_ zoom: Int, _ column: Int, _ row: Int, _ bytes: [UInt8]) -> String {
    "INSERT INTO tiles VALUES (\(zoom), \(column), \(row), X'\(hex(bytes))');"
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Makes a file of statements.
  static func write(_ statements: [String], to path: String) throws {
    var database: OpaquePointer?
    try #require(sqlite3_open(path, &database) == SQLITE_OK)
    defer { sqlite3_close(database) }
    for statement in ["PRAGMA page_size = 512;"] + statements {
      let status = sqlite3_exec(database, statement, nil, nil, nil)
      try #require(status == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database))): \(statement.prefix(80))")
    }
  }
}
