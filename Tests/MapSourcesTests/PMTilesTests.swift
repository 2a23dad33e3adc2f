// Tests maps in PMTiles archives.

import BaseMap
import Testing
import TrackGeodesy

@testable import MapSources

@Suite("PMTiles")
struct PMTilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  private func open(_ writer: PMTilesWriter) throws -> any TileSource { try tiles(folder.write(writer.bytes, as: "city.pmtiles")) }

  private func refused(_ writer: PMTilesWriter) throws -> String? {
    refusal(try folder.write(writer.bytes, as: "city.pmtiles")).map { String($0.dropFirst(folder.path.count + 1)) }
  }

  /// A tile for every square of zooms 0 to 3, named for itself; those of zoom 3 in the south are one sea.
  private static let world: [(number: UInt64, bytes: [UInt8])] = (0...3).flatMap { zoom in
    (0..<1 << zoom).flatMap { column in
      (0..<1 << zoom).compactMap { row in
        TileID(zoom: zoom, column: column, row: row).map { ($0.curveNumber, Array(Self.name(zoom, column, row).utf8)) }
      }
    }
  }

  private static func name(_ zoom: Int, _ column: Int, _ row: Int) -> String {
    zoom == 3 && row >= 4 ? "sea" : "tile \(zoom)/\(column)/\(row)"
  }

  @Test("Every tile is found, with one directory and with leaf directories of any size", arguments: [0, 1, 3, 40, 1000])
  func directories(leaf: Int) throws {
    var writer = PMTilesWriter(Self.world, leaf: leaf)
    writer.zooms = (0, 4)
    let map = try open(writer)
    for zoom in 0...3 {
      for column in 0..<1 << zoom {
        for row in 0..<1 << zoom { #expect(try map.outcome(zoom, column, row) == .text(Self.name(zoom, column, row))) }
      }
    }
    #expect(try map.outcome(4, 0, 0) == .missing, "nothing is there")
    #expect(try map.outcome(5, 0, 0) == .missing, "beyond its zooms")
  }

  @Test("Runs share an entry, so the sea is stored once")
  func runs() throws {
    let writer = PMTilesWriter(Self.world)
    #expect(writer.tiles.count < 700)
    #expect(PMTilesDirectory(writer.root)?.entries.contains { $0.run > 10 } == true)
  }

  @Test("Directories in directories are followed three deep, and no deeper: a leaf that is itself does not hang us")
  func depth() throws {
    var writer = PMTilesWriter()
    writer.root = PMTilesWriter.directory([.init(tile: 0, run: 0, count: 6, offset: 0)])
    writer.leaves = PMTilesWriter.directory([.init(tile: 0, run: 0, count: 6, offset: 0)])
    writer.leaves += [UInt8](repeating: 0, count: 6 - writer.leaves.count)
    let map = try open(writer)
    #expect(try map.outcome(0, 0, 0) == .failed("city.pmtiles: tile 0/0/0: its directories lie too deep in one another"))
  }

  @Test("A leaf two below the root is found")
  func deepLeaf() throws {
    let lowest = PMTilesWriter.directory([.init(tile: 0, count: 4, offset: 0)])
    var writer = PMTilesWriter()
    writer.leaves = lowest
    let middle = PMTilesWriter.directory([.init(tile: 0, run: 0, count: UInt64(lowest.count), offset: 0)])
    writer.root = PMTilesWriter.directory([.init(tile: 0, run: 0, count: UInt64(middle.count), offset: UInt64(lowest.count))])
    writer.leaves += middle
    writer.tiles = Array("deep".utf8)
    #expect(try open(writer).outcome(0, 0, 0) == .text("deep"))
  }

  @Test("Tiles packed by each method; what is packed in another way is refused")
  func packings() throws {
    for (method, packing) in [(UInt8(2), Packing.gzip), (3, .brotli), (4, .zstandard)] {
      let packed = try #require(InflateTests.packed.first { $0.0 == packing }).1
      var writer = PMTilesWriter([(0, packed)])
      writer.tilePacking = method
      #expect(try open(writer).outcome(0, 0, 0) == .bytes(InflateTests.text))
    }
    // A method of 0 says nothing: each tile is asked.
    var writer = PMTilesWriter([(0, InflateTests.packed[0].1), (1, InflateTests.text)])
    writer.tilePacking = 0
    #expect(try open(writer).outcome(0, 0, 0) == .bytes(InflateTests.text))
    #expect(try open(writer).outcome(1, 0, 0) == .bytes(InflateTests.text))
    writer.tilePacking = 9
    #expect(try refused(writer) == "city.pmtiles: a PMTiles archive whose tiles are packed in a way that is not read here (method 9)")
    writer.tilePacking = 1
    writer.directoryPacking = 7
    #expect(try refused(writer) == "city.pmtiles: a PMTiles archive whose directories are packed in a way that is not read here (method 7)")
  }

  @Test("What the header and the metadata say")
  func information() throws {
    var writer = PMTilesWriter(Self.world)
    writer.zooms = (0, 3)
    writer.bounds = (7.4, 43.7, 7.5, 43.8)
    writer.metadata = Array(#"{"name":"x","attribution":"<a href=\"y\">&copy; Town</a>","vector_layers":[{"id":"roads"}]}"#.utf8)
    let info = try open(writer).info
    #expect(info.title == "city.pmtiles")
    #expect(info.number == 1)
    #expect(info.zooms == 0...3)
    #expect(info.credits == ["© Town"])
    let bounds = try #require(info.bounds)
    let (first, last) = (
      WebMercator.project(Coordinate(latitude: 43.8, longitude: 7.4)), WebMercator.project(Coordinate(latitude: 43.7, longitude: 7.5))
    )
    #expect(abs(bounds.minX - first.x) < 1e-9 && abs(bounds.minY - first.y) < 1e-9)
    #expect(abs(bounds.maxX - last.x) < 1e-9 && abs(bounds.maxY - last.y) < 1e-9)
  }

  @Test("Across the antimeridian the box goes on beyond 1; a box that is none covers everything")
  func bounds() throws {
    var writer = PMTilesWriter(Self.world)
    writer.bounds = (177, -20, -178, -12)
    let box = try #require(try open(writer).info.bounds)
    #expect(abs(box.minX - (177.0 / 360 + 0.5)) < 1e-9 && abs(box.maxX - (182.0 / 360 + 0.5)) < 1e-9)
    for none in [(0.0, 0.0, 0.0, 0.0), (10, 20, 30, 10), (10, -95, 30, 10)] {
      writer.bounds = none
      #expect(try open(writer).info.bounds == nil)
    }
  }

  @Test("Metadata that cannot be read takes nothing from the tiles")
  func badMetadata() throws {
    for text in ["", "{", "[1,2]", "\u{0}\u{1}", #"{"attribution":3,"vector_layers":{"id":"x"}}"#] {
      var writer = PMTilesWriter([(0, Array("a".utf8))])
      writer.metadata = Array(text.utf8)
      let map = try open(writer)
      #expect(map.info.credits == [])
      #expect(try map.outcome(0, 0, 0) == .text("a"))
    }
  }

  @Test("What cannot be drawn is refused in a sentence")
  func refusals() throws {
    var writer = PMTilesWriter([(0, [1])])
    for (kind, name) in [(UInt8(2), "PNG"), (3, "JPEG"), (4, "WebP"), (5, "AVIF")] {
      writer.tileType = kind
      #expect(try refused(writer) == "city.pmtiles: holds pictures (\(name)), not vector tiles; trackview draws vector maps")
    }
    writer.tileType = 6
    #expect(
      try refused(writer) == "city.pmtiles: holds tiles of a kind that is not read here (type 6); trackview reads Mapbox Vector Tiles")
    writer.tileType = 1
    writer.zooms = (9, 3)
    #expect(try refused(writer) == "city.pmtiles: a PMTiles archive with a damaged header (zooms 9 to 3)")
    writer.zooms = (0, 3)
    writer.version = 4
    #expect(try refused(writer) == "city.pmtiles: a PMTiles archive of version 4; trackview reads version 3")
    writer.version = 2
    let advice = "pmtiles convert OLD.pmtiles NEW.pmtiles makes one of it"
    #expect(try refused(writer) == "city.pmtiles: a PMTiles archive of version 2; trackview reads version 3; \(advice)")
    let old = try folder.write([0x50, 0x4D, 2, 0, 0, 0], as: "old.pmtiles")
    #expect(refusal(old)?.hasSuffix("old.pmtiles: a PMTiles archive of version 2; trackview reads version 3; \(advice)") == true)
    #expect(try refused(PMTilesWriter([])) == "city.pmtiles: holds no tiles")
    writer.version = 3
    writer.root = [0xFF, 0xFF, 0xFF]
    #expect(try refused(writer) == "city.pmtiles: a PMTiles archive that cannot be read: its directory is damaged")
    let short = try folder.write(Array(writer.bytes[..<100]), as: "short.pmtiles")
    #expect(refusal(short)?.hasSuffix("short.pmtiles: a PMTiles archive that breaks off in its header") == true)
  }

  @Test("A tile that cannot be read is said to be so; the others go on")
  func badTiles() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    var writer = PMTilesWriter([(0, Array("a".utf8)), (1, png)])
    writer.root = PMTilesWriter.directory([
      .init(tile: 0, count: 1, offset: 0), .init(tile: 1, count: UInt64(png.count), offset: 1),
      .init(tile: 2, count: 10, offset: 1000), .init(tile: 3, count: 17 << 20, offset: 0), .init(tile: 4, count: 0, offset: 3),
    ])
    let map = try open(writer)
    #expect(try map.outcome(0, 0, 0) == .text("a"))
    #expect(try map.outcome(1, 0, 0) == .failed("city.pmtiles: tile 1/0/0: it holds a picture (PNG), not a vector tile"))
    #expect(try map.outcome(1, 0, 1) == .failed("city.pmtiles: tile 1/0/1: it lies beyond the end of the file, which is not whole"))
    #expect(try map.outcome(1, 1, 1) == .failed("city.pmtiles: tile 1/1/1: it is larger than 16 MiB"))
    #expect(try map.outcome(1, 1, 0) == .missing)
    writer.tilePacking = 2
    #expect(try open(writer).outcome(0, 0, 0) == .failed("city.pmtiles: tile 0/0/0: its gzip data end too early"))
  }

  @Test("Numbers in directories that overflow are damage")
  func overflow() {
    let huge = PMTilesWriter.varint(.max)
    #expect(PMTilesDirectory(PMTilesWriter.varint(2) + huge + huge + [1, 1, 1, 1, 1, 1]) == nil)
    #expect(PMTilesDirectory([1] + [0] + PMTilesWriter.varint(1 << 32) + [1, 1]) == nil, "a run of 2³²")
    #expect(PMTilesDirectory([1] + [0] + [1] + PMTilesWriter.varint(1 << 32) + [1]) == nil, "a length of 2³²")
    #expect(PMTilesDirectory([1, 0, 1, 1, 0]) == nil, "the first lies behind none")
    #expect(PMTilesDirectory([2, 0, 1, 1, 1, 2, 2] + huge + [0]) == nil, "an offset beyond all")
    var reader = VarintReader(bytes: huge + [0x80, 0x80] + [UInt8](repeating: 0xFF, count: 12))
    #expect(reader.next() == .max)
    #expect(reader.next() == nil)
  }

  @Test("The cache of leaves holds no more than it may, and forgets what was not used for longest")
  func cache() throws {
    var cache = DirectoryCache(limit: 10)
    let directory = try #require(
      PMTilesDirectory(PMTilesWriter.directory((0..<4).map { .init(tile: $0, count: 1, offset: $0) })))
    cache.keep(directory, at: 1)
    cache.keep(directory, at: 2)
    #expect(cache.directory(at: 1) != nil)
    cache.keep(directory, at: 3)
    #expect(cache.count == 8)
    #expect(cache.directory(at: 2) == nil)
    #expect(cache.directory(at: 1) != nil && cache.directory(at: 3) != nil)
    var small = DirectoryCache(limit: 3)
    small.keep(directory, at: 1)
    #expect(small.count == 0)
  }
}
