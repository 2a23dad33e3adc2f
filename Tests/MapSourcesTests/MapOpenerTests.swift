// Tests what files are taken for, and the folder of maps.

import BaseMap
import Testing
import TrackGeodesy

@testable import MapSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Opening maps")
struct MapOpenerTests {
  private let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  private static let point = #"{"type":"Point","coordinates":[11.25,43.77]}"#

  @Test("A file is what is in it, whatever it is called")
  func content() throws {
    let database = "\(folder.path)/x.geojson"
    try MBTilesWriter.write([MBTilesWriter.tables, MBTilesWriter.tile(0, 0, 0, [1])], to: database)
    #expect(try tiles(database).outcome(0, 0, 0) == .bytes([1]))
    #expect(try tiles(folder.write(PMTilesWriter([(0, [2])]).bytes, as: "y.mbtiles")).outcome(0, 0, 0) == .bytes([2]))
    guard case .overlay(let info, _) = try MapOpener.open(path: folder.write(Self.point, as: "z.pmtiles"), number: 9) else {
      Issue.record("not an overlay")
      return
    }
    #expect(info.number == 9)
  }

  @Test("What is no map says what it is")
  func others() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 1, 2, 3]
    let said: [([UInt8], String)] = [
      ([], "an empty file"), ([0], "not a map that trackview reads (MBTiles, PMTiles or GeoJSON)"),
      (Array("<html>".utf8), "not a map that trackview reads (MBTiles, PMTiles or GeoJSON)"),
      (
        [0, 0, 0, 0x0D, 0x0A, 0x09] + Array("OSMHeader and more".utf8),
        "raw data of OpenStreetMap, not a map; tilemaker or planetiler makes tiles of it"
      ),
      ([0x50, 0x4B, 3, 4, 0, 0], "a zip archive; trackview reads the maps themselves (MBTiles, PMTiles, GeoJSON)"),
      (png, "holds pictures (PNG), not vector tiles; trackview draws vector maps"),
    ]
    for (bytes, reason) in said {
      let path = try folder.write(bytes, as: "thing")
      #expect(refusal(path) == "\(path): \(reason)")
    }
    #expect(refusal(folder.path) == "\(folder.path): a directory, not a map")
    #expect(refusal(folder.path + "/none") == "\(folder.path)/none: no such file")
    #expect(refusal("/dev/null") == "/dev/null: not a file, so it cannot be a map")
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(refusal(pipe) == "\(pipe): not a file, so it cannot be a map")
  }

  @Test("The folder gives what touches a box, once, and notes what is wrong")
  func mapFolder() throws {
    func archive(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [UInt8] {
      var writer = PMTilesWriter([(0, [1])])
      writer.bounds = (west, south, east, north)
      return writer.bytes
    }
    try folder.write(archive(7, 43, 8, 44), as: "b-monaco.pmtiles")
    try folder.write(archive(116, 39, 117, 41), as: "beijing.PMTiles")
    try folder.write(archive(176, -20, -178, -12), as: "fiji.pmtiles")
    try folder.write(#"{"type":"Point","coordinates":[7.5,43.5]}"#, as: "a-places.geojson")
    try folder.write("nothing", as: "broken.mbtiles")
    try folder.write("nothing", as: "notes.txt")
    try folder.write(archive(7, 43, 8, 44), as: ".hidden.pmtiles")
    var maps = MapFolder(path: folder.path)
    func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> WorldBox {
      try #require(MapBounds.box(west: west, south: south, east: east, north: north))
    }
    let first = maps.open(touching: try box(7.4, 43.6, 7.5, 43.7), firstNumber: 5).map(\.info)
    #expect(first.map(\.title) == ["b-monaco.pmtiles"])
    #expect(first.map(\.number) == [5])
    #expect(maps.notes == ["\(folder.path)/broken.mbtiles: not a map that trackview reads (MBTiles, PMTiles or GeoJSON)"])
    #expect(maps.open(touching: try box(7.4, 43.6, 7.5, 43.7), firstNumber: 6).isEmpty, "each is given once")
    #expect(maps.open(touching: try box(0, 40, 10, 50), firstNumber: 6).map(\.info.title) == ["a-places.geojson"])
    // Fiji from the other side of the antimeridian, and on other turns.
    #expect(maps.open(touching: try box(-179, -18, -178.5, -17).turned(by: -3), firstNumber: 7).map(\.info.title) == ["fiji.pmtiles"])
    #expect(maps.open(touching: WorldBox(minX: 0, minY: 0, maxX: 1, maxY: 1), firstNumber: 7).map(\.info.title) == ["beijing.PMTiles"])
    #expect(maps.notes.count == 1)
  }

  @Test("A folder that is not there has no maps, and nothing to say")
  func noFolder() {
    for path in [folder.path + "/none", "/dev/null/none", ""] {
      var maps = MapFolder(path: path)
      #expect(maps.open(touching: WorldBox(minX: 0, minY: 0, maxX: 1, maxY: 1), firstNumber: 1).isEmpty)
      #expect(maps.notes.isEmpty)
    }
  }

  @Test("Where a person's maps lie")
  func usualPath() {
    #expect(MapFolder.usualPath(dataHome: "/data", home: "/h") == "/data/trackview/maps")
    #expect(MapFolder.usualPath(dataHome: nil, home: "/h") == "/h/.local/share/trackview/maps")
    #expect(MapFolder.usualPath(dataHome: "", home: "/h") == "/h/.local/share/trackview/maps")
    #expect(MapFolder.usualPath(dataHome: "relative", home: "/h") == "/h/.local/share/trackview/maps")
    #expect(MapFolder.usualPath(dataHome: nil, home: nil) == nil)
  }
}
