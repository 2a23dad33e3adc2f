// Tests maps in MBTiles files.

import BaseMap
import CSQLite
import Testing
import TrackGeodesy

@testable import MapSources

@Suite("MBTiles")
struct MBTilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  private func write(_ statements: [String], as name: String = "city.mbtiles") throws -> String {
    let path = "\(folder.path)/\(name)"
    try MBTilesWriter.write(statements, to: path)
    return path
  }

  private func refused(_ statements: [String], as name: String = "city.mbtiles") throws -> String? {
    refusal(try write(statements, as: name)).map { String($0.dropFirst(folder.path.count + 1)) }
  }

  /// Row 1 from the south at zoom 2 is row 2 from the north.
  private static let rows = [
    MBTilesWriter.tile(0, 0, 0, Array("world".utf8)), MBTilesWriter.tile(2, 3, 1, InflateTests.packed[0].1),
    MBTilesWriter.tile(2, 1, 1, InflateTests.packed[1].1), MBTilesWriter.tile(2, 0, 3, InflateTests.packed[2].1),
  ]

  @Test("Tiles by their number from the north, packed in any way or none")
  func tilesFound() throws {
    let map = try tiles(write([MBTilesWriter.tables, MBTilesWriter.metadata("format", "pbf")] + Self.rows))
    #expect(try map.outcome(0, 0, 0) == .text("world"))
    #expect(try map.outcome(2, 3, 2) == .bytes(InflateTests.text))
    #expect(try map.outcome(2, 1, 2) == .bytes(InflateTests.text))
    #expect(try map.outcome(2, 0, 0) == .bytes(InflateTests.text))
    #expect(try map.outcome(2, 3, 1) == .missing)
    #expect(try map.outcome(1, 0, 0) == .missing)
    #expect(try map.outcome(3, 0, 0) == .missing)
    #expect(folder.names == ["city.mbtiles"], "nothing is left beside it")
  }

  @Test("Tiles that are a view of other tables")
  func view() throws {
    let map = try tiles(
      write([
        MBTilesWriter.view, "INSERT INTO images VALUES ('a', X'616263'), ('b', X'646566');",
        "INSERT INTO map VALUES (1, 0, 0, 'a'), (1, 1, 1, 'a'), (3, 5, 2, 'b');",
      ]))
    #expect(try map.outcome(1, 0, 1) == .text("abc"))
    #expect(try map.outcome(1, 1, 0) == .text("abc"))
    #expect(try map.outcome(3, 5, 5) == .text("def"))
    #expect(map.info.zooms == 1...3)
  }

  @Test("What the metadata say")
  func metadata() throws {
    let info = try tiles(
      write(
        [
          MBTilesWriter.tables, MBTilesWriter.metadata("name", "City"), MBTilesWriter.metadata("format", "PBF"),
          MBTilesWriter.metadata("bounds", "7.4, 43.7,7.5,43.8"), MBTilesWriter.metadata("minzoom", "0"),
          MBTilesWriter.metadata("maxzoom", "14"),
          MBTilesWriter.metadata("json", #"{"vector_layers":[{"id":"transportation"},{"id":"water"}]}"#),
        ] + Self.rows), number: 7
    ).info
    #expect(info.number == 7)
    #expect(info.title == "city.mbtiles")
    #expect(info.zooms == 0...2, "as the tiles have it, whatever is stated")
    #expect(info.credits == ["© OpenMapTiles", "© OpenStreetMap contributors"])
    #expect(!info.isOnline)
    let box = try #require(info.bounds)
    #expect(abs(box.minX - (7.4 / 360 + 0.5)) < 1e-9 && abs(box.maxX - (7.5 / 360 + 0.5)) < 1e-9)
  }

  @Test("Without metadata, and with some that are nonsense, the tiles tell")
  func noMetadata() throws {
    let deepest = WorldBox(minX: 0, minY: 0, maxX: 1, maxY: 0.75)
    let bare = try tiles(write([MBTilesWriter.tables, "DROP TABLE metadata;"] + Self.rows)).info
    #expect(bare.zooms == 0...2)
    #expect(bare.bounds == deepest)
    #expect(bare.credits == [])
    for bounds in ["", "1,2,3", "a,b,c,d", "nan,0,inf,1", "0,0,0,0", "1e300,0,2e300,1"] {
      let statements = [MBTilesWriter.tables, MBTilesWriter.metadata("bounds", bounds), MBTilesWriter.metadata("maxzoom", "99999999999")]
      #expect(try tiles(write(statements + Self.rows, as: "\(bounds.utf8.count)\(bounds.hashValue).mbtiles")).info.bounds == deepest)
    }
  }

  @Test("Pictures are refused, by the metadata or by the first tile")
  func pictures() throws {
    for (format, name) in [("png", "PNG"), ("jpg", "JPEG"), ("JPEG", "JPEG"), ("webp", "WebP")] {
      #expect(
        try refused([MBTilesWriter.tables, MBTilesWriter.metadata("format", format)] + Self.rows, as: "\(format).mbtiles")
          == "\(format).mbtiles: holds pictures (\(name)), not vector tiles; trackview draws vector maps")
    }
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 12)
    #expect(
      try refused([MBTilesWriter.tables, MBTilesWriter.tile(0, 0, 0, jpeg)])
        == "city.mbtiles: holds pictures (JPEG), not vector tiles; trackview draws vector maps")
  }

  @Test("A database of something else, or of nothing")
  func others() throws {
    #expect(
      try refused(["CREATE TABLE gpkg_contents (x);"], as: "a.mbtiles")
        == "a.mbtiles: a database without map tiles in it (no table \"tiles\")")
    #expect(try refused([MBTilesWriter.tables], as: "b.mbtiles") == "b.mbtiles: holds no tiles")
    #expect(
      try refused(["CREATE TABLE tiles (z, x, y);", "INSERT INTO tiles VALUES (1, 2, 3);"], as: "c.mbtiles")
        == "c.mbtiles: the database cannot be read (no such column: tile_data)")
  }

  @Test("Odd rows: NULL, nothing, texts, numbers that are no tile's")
  func oddRows() throws {
    let map = try tiles(
      write([
        MBTilesWriter.tables, "INSERT INTO tiles VALUES (0, 0, 0, NULL), (1, 0, 0, X''), (1, 1, 0, 'text'), (1, 0, 1, 5);",
        "INSERT INTO tiles VALUES (-5, 0, 0, X'00'), (99, -7, 9223372036854775807, X'00'), ('x', 'y', 'z', X'00');",
      ]))
    #expect(try map.outcome(0, 0, 0) == .missing)
    #expect(try map.outcome(1, 0, 1) == .text(""))
    #expect(try map.outcome(1, 1, 1) == .text("text"))
    #expect(map.info.bounds == nil)
  }

  @Test("A tile that cannot be unpacked, and one that is too large, fail alone")
  func badTiles() throws {
    let cut = Array(InflateTests.packed[0].1.dropLast(12))
    let map = try tiles(
      write([
        MBTilesWriter.tables, MBTilesWriter.tile(0, 0, 0, cut), MBTilesWriter.tile(1, 0, 0, [1]),
        "INSERT INTO tiles VALUES (1, 1, 1, zeroblob(17000000)), (1, 0, 1, zeroblob(30000000));",
      ]))
    #expect(try map.outcome(0, 0, 0) == .failed("city.mbtiles: tile 0/0/0: its gzip data end too early"))
    #expect(try map.outcome(1, 1, 0) == .failed("city.mbtiles: tile 1/1/0: it would unpack to more than 16 MiB"))
    #expect(try map.outcome(1, 0, 0) == .failed("city.mbtiles: tile 1/0/0: the database holds something larger than 20 MiB"))
    #expect(try map.outcome(1, 0, 1) == .bytes([1]))
  }

  @Test("A view that never ends is given up")
  func endless() throws {
    let path = try write([
      "CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) "
        + "SELECT 3 AS zoom_level, i % 5 + 1 AS tile_column, i * 2 AS tile_row, X'00' AS tile_data FROM n;"
    ])
    let map = try tiles(path)
    #expect(map.info.zooms == 0...14, "what is not known")
    let outcome = try map.outcome(3, 0, 0)
    #expect(outcome == .failed("city.mbtiles: tile 3/0/0: the database takes too long to find it (there is no index)"))
  }

  @Test("Names with spaces, signs of addresses and other scripts")
  func names() throws {
    for name in ["my city.mbtiles", "a?mode=rwc#b%41&c.mbtiles", "北京.mbtiles", "-x.mbtiles"] {
      #expect(try tiles(write([MBTilesWriter.tables] + Self.rows, as: name)).outcome(0, 0, 0) == .text("world"))
    }
  }

  @Test("Eight threads at once get what one gets")
  func threads() async throws {
    let tile = { (column: Int, row: Int) in Array("tile \(column) \(row)".utf8) }
    let map = try tiles(
      write(
        [MBTilesWriter.tables, "BEGIN;"]
          + (0..<1024).map { MBTilesWriter.tile(5, $0 % 32, $0 / 32, tile($0 % 32, $0 / 32)) } + ["COMMIT;"]))
    let wrong = await withTaskGroup(of: Int.self) { group in
      for part in 0..<8 {
        group.addTask {
          (0..<1024).count { index in
            let (column, row) = ((index + part * 100) % 32, index / 32)
            return (try? map.outcome(5, column, row)) != .text("tile \(column) \(31 - row)")
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
