// Tests maps by others.

import BaseMap
import Testing
import TrackGeodesy

@testable import MapSources

@Suite(.enabled(if: fixture("tiles") != nil, "the folder of files by others is not there"))
struct MapFixtureTests {
  private func path(_ name: String) throws -> String { try #require(fixturesFolder) + "/tiles/" + name }

  /// The tiles of Monaco, with the lengths that Python's sqlite3, pmtiles and gzip give, and the CRC-32 of Python's zlib.
  private static let monaco: [(zoom: Int, column: Int, row: Int, count: Int, checksum: UInt32)] = [
    (0, 0, 0, 0, 0x0000_0000),
    (1, 1, 0, 74, 0xC375_0231),
    (2, 2, 1, 74, 0xC5F7_0C4A),
    (3, 4, 2, 182, 0x34A7_FFF7),
    (4, 8, 5, 209, 0xF0F0_B058),
    (5, 16, 11, 234, 0x2AC0_335E),
    (6, 33, 23, 234, 0x3F39_B48A),
    (7, 66, 46, 926, 0x5626_B068),
    (8, 133, 93, 1112, 0x8AC0_408F),
    (9, 266, 186, 1903, 0xC52E_7862),
    (10, 533, 373, 2156, 0xED9E_A614),
    (11, 1066, 746, 4269, 0xE76F_2D59),
    (12, 2132, 1493, 24004, 0xED53_776F),
    (13, 4264, 2987, 28999, 0xC8DB_F561),
    (13, 4264, 2986, 3572, 0x63EF_87A5),
    (13, 4265, 2987, 3933, 0x7540_398E),
    (13, 4265, 2986, 12403, 0xEE7C_09B3),
    (14, 8529, 5975, 844, 0x8C09_EC71),
    (14, 8529, 5974, 174520, 0x3827_2167),
    (14, 8529, 5973, 17934, 0x067B_EFB5),
    (14, 8530, 5974, 16873, 0x956B_E54D),
    (14, 8530, 5973, 57169, 0x17E8_05F9),
  ]

  @Test("Monaco's tiles are those that Python's readers give, from both kinds of archive", arguments: ["mbtiles", "pmtiles"])
  func monaco(ending: String) throws {
    let map = try tiles(path("monaco-omt.\(ending)"))
    #expect(map.info.zooms == 0...14)
    #expect(map.info.credits == ["© OpenMapTiles", "© OpenStreetMap contributors"])
    let bounds = try #require(map.info.bounds)
    let place = WebMercator.unproject(bounds.center)
    #expect(abs(place.longitude - 7.428921) < 1e-6 && abs(place.latitude - 43.7375) < 1e-3)
    for tile in Self.monaco {
      guard case .bytes(let bytes) = try map.outcome(tile.zoom, tile.column, tile.row) else {
        Issue.record("tile \(tile.zoom)/\(tile.column)/\(tile.row) is not there")
        continue
      }
      #expect(bytes.count == tile.count)
      #expect(checksum(bytes) == tile.checksum)
    }
    let neighbours = Set(Self.monaco.map { [$0.zoom, $0.column, $0.row] })
    for zoom in 0...14 {
      let around = TileID(around: WebMercator.project(place), zoom: zoom)
      for column in around.column - 2...around.column + 2 {
        for row in around.row - 2...around.row + 2
        where !neighbours.contains([zoom, column, row]) && TileID(zoom: zoom, column: column, row: row) != nil {
          #expect(try map.outcome(zoom, column, row) == .missing)
        }
      }
    }
  }

  @Test("Monaco's tiles become pieces", arguments: ["mbtiles", "pmtiles"])
  func pieces(ending: String) throws {
    guard case .tiles(let map) = try MapOpener.open(path: path("monaco-omt.\(ending)"), number: 1) else {
      Issue.record("not tiles")
      return
    }
    for tile in Self.monaco {
      let id = try #require(TileID(zoom: tile.zoom, column: tile.column, row: tile.row))
      map.fetch(id) { answer in
        guard case .piece(let piece) = answer else {
          Issue.record("\(answer)")
          return
        }
        #expect(tile.zoom < 12 || !piece.features.isEmpty)
      }
    }
  }

  @Test("A leaf directory by the Rust library")
  func leaf() throws {
    let map = try tiles(path("leaf.pmtiles"))
    #expect(map.info.zooms == 0...1)
    #expect(try map.outcome(0, 0, 0) == .text("0"))
    #expect(try [map.outcome(1, 0, 0), map.outcome(1, 0, 1), map.outcome(1, 1, 1), map.outcome(1, 1, 0)] == (1...4).map { .text("\($0)") })
  }

  @Test("Broken archives say what is wrong")
  func broken() throws {
    for (name, reason) in [
      ("empty.pmtiles", "an empty file"), ("invalid.pmtiles", "not a map that trackview reads (MBTiles, PMTiles or GeoJSON)"),
      ("invalid_v4.pmtiles", "a PMTiles archive of version 4; trackview reads version 3"),
      ("invalid.mbtiles", "a database without map tiles in it (no table \"tiles\")"),
      ("corrupt.mbtiles", "the database is damaged (database disk image is malformed)"),
      ("0.pbf", "not a map that trackview reads (MBTiles, PMTiles or GeoJSON)"),
    ] {
      let path = try path(name)
      #expect(refusal(path) == "\(path): \(reason)")
    }
  }

  /// CRC-32 (RFC 1952, section 8), bit by bit.
  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { value, byte in
      (0..<8).reduce(value ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
  }
}
