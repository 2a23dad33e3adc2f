// Tests which layers maps are told to have, by what they say and by their tiles.

import BaseMap
import Testing

@testable import MapSources

@Suite("Layers of maps")
struct MapLayersTests {
  private let folder = TemporaryFolder()

  /// A tile of layers without features (Mapbox Vector Tile Specification 2.1, section 4.1): name, keys, version.
  private static func tile(_ layers: [(name: String, keys: [String])]) -> [UInt8] {
    func run(_ tag: UInt8, _ bytes: [UInt8]) -> [UInt8] { [tag] + PMTilesWriter.varint(UInt64(bytes.count)) + bytes }
    return layers.flatMap { layer in
      run(0x1A, run(0x0A, Array(layer.name.utf8)) + layer.keys.flatMap { run(0x1A, Array($0.utf8)) } + [0x78, 2])
    }
  }

  private static func tile(_ names: String...) -> [UInt8] { tile(names.map { ($0, []) }) }

  private static func json(_ layers: [(name: String, fields: [String])]) -> String {
    let list = layers.map { layer in
      "{\"id\":\"\(layer.name)\",\"fields\":{\(layer.fields.map { "\"\($0)\":\"String\"" }.joined(separator: ","))}}"
    }
    return "{\"vector_layers\":[\(list.joined(separator: ","))]}"
  }

  private func mbtiles(_ rows: [String], json: String? = nil, name: String = "city.mbtiles") throws -> MapLayers? {
    let path = "\(folder.path)/\(name)"
    try MBTilesWriter.write([MBTilesWriter.tables] + (json.map { [MBTilesWriter.metadata("json", $0)] } ?? []) + rows, to: path)
    return try tiles(path).layers()
  }

  @Test("What the metadata list counts, whatever a tile holds", arguments: [false, true])
  func stated(isPMTiles: Bool) throws {
    let json = Self.json([("transportation", ["class"]), ("water", ["class"]), ("traffic", [])])
    let layers: MapLayers?
    if isPMTiles {
      var writer = PMTilesWriter([(0, Self.tile("roads"))])
      writer.metadata = Array(json.utf8)
      layers = try tiles(folder.write(writer.bytes, as: "city.pmtiles")).layers()
    } else {
      layers = try mbtiles([MBTilesWriter.tile(0, 0, 0, Self.tile("roads"))], json: json)
    }
    let told = try #require(layers)
    #expect(told.isStated)
    #expect(told.layers.schema == "OpenMapTiles")
    #expect(told.layers.names == ["transportation", "water", "traffic"])
    #expect(told.layers.undrawn == ["traffic"])
  }

  @Test("Layers without fields that could be of two schemas are told apart by a tile's")
  func fields() throws {
    let rows = [MBTilesWriter.tile(0, 0, 0, Self.tile([("water", ["pmap:kind"])]))]
    #expect(try mbtiles(rows, json: Self.json([("water", [])]))?.layers.schema == "Protomaps")
    #expect(try mbtiles(rows, json: Self.json([("water", ["class"])]), name: "b.mbtiles")?.layers.schema == "OpenMapTiles")
  }

  @Test("Without a list the tiles above the middle tell, at all zooms")
  func seen() throws {
    // The deepest zoom covers all of 4 × 4: the middle lies in 2/2/2, 1/1/1, 0/0/0; rows are counted from the south.
    let rows = [
      MBTilesWriter.tile(0, 0, 0, Self.tile("earth", "boundaries")), MBTilesWriter.tile(2, 2, 1, Self.tile("buildings", "roads")),
      MBTilesWriter.tile(2, 0, 0, Self.tile("cats")),
      MBTilesWriter.tile(2, 3, 3, Self.tile("dogs")), MBTilesWriter.tile(1, 1, 0, [0xFF, 0xFF, 0xFF]),
    ]
    let layers = try #require(try mbtiles(rows))
    #expect(!layers.isStated)
    #expect(layers.layers.names == ["buildings", "roads", "earth", "boundaries"])
    #expect(layers.layers.schema == "Protomaps")
    #expect(layers.layers.undrawn == ["earth"])
  }

  @Test("Where the middle is empty, the quarters tell; where they are too, nothing does")
  func quarters() throws {
    let corners = [(0, 0), (7, 0), (0, 7), (7, 7)].map { MBTilesWriter.tile(3, $0.0, $0.1, Self.tile("cats")) }
    #expect(try mbtiles(corners, name: "a.mbtiles") == nil)
    let layers = try mbtiles(corners + [MBTilesWriter.tile(3, 6, 5, Self.tile("streets", "ocean"))], name: "b.mbtiles")
    #expect(layers?.layers.schema == "Shortbread")
  }

  @Test("Lists that are none, too long, or named absurdly")
  func hostile() throws {
    let rows = [MBTilesWriter.tile(0, 0, 0, Self.tile("ocean", String(repeating: "x", count: 300)))]
    let long = String(repeating: "y", count: 300)
    for (index, json) in [
      "", "[]", "{\"vector_layers\":7}", "{\"vector_layers\":[7,{\"id\":8},{}]}", Self.json([(long, [])]), Self.json([("", [])]),
    ].enumerated() {
      let layers = try mbtiles(rows, json: json, name: "\(index).mbtiles")
      #expect(layers?.layers.names == ["ocean"], "\(json.prefix(40))")
    }
    let many = try mbtiles(rows, json: Self.json((0..<5000).map { ("layer \($0)", ["field \($0)"]) }), name: "many.mbtiles")
    #expect(many?.layers.names.count == 1000)
  }

  @Test("Zooms without end, and a view that takes too long, are given up")
  func endless() throws {
    let path = "\(folder.path)/endless.mbtiles"
    try MBTilesWriter.write(
      [
        "CREATE TABLE metadata (name text, value text);", MBTilesWriter.metadata("minzoom", "0"),
        MBTilesWriter.metadata("maxzoom", "9000000000000000000"),
        "CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) "
          + "SELECT 30 AS zoom_level, i % 5 + 1 AS tile_column, i * 2 AS tile_row, X'00' AS tile_data FROM n;",
      ], to: path)
    #expect(try tiles(path).layers() == nil)
  }

  @Test("Monaco's layers are those that Python reads of its metadata", .enabled(if: fixturesFolder != nil, "no files by others"))
  func monaco() throws {
    let folder = try #require(fixturesFolder)
    for ending in ["mbtiles", "pmtiles"] {
      let layers = try #require(try tiles("\(folder)/tiles/monaco-omt.\(ending)").layers())
      #expect(layers.isStated && layers.layers.schema == "OpenMapTiles")
      #expect(
        layers.layers.names == [
          "place", "boundary", "poi", "housenumber", "waterway", "transportation", "transportation_name", "building", "water", "water_name",
          "aeroway", "aerodrome_label", "park", "landuse", "landcover", "mountain_peak",
        ])
      #expect(layers.layers.undrawn == [])
    }
  }
}
