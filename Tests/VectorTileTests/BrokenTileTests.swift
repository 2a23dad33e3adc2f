// Tests tiles that are broken: nothing traps, nothing grows out of proportion, and what can be read is.

import BaseMap
import Testing
import TileSketch

@Suite struct BrokenTileTests {
  private func message(_ bytes: [UInt8]) -> String? {
    do {
      _ = try VectorTile.piece(bytes, id: monaco)
      return nil
    } catch { return error.message }
  }

  @Test func nothingIsAnEmptyTile() throws {
    let reading = try VectorTile.read([UInt8]().span, id: monaco)
    #expect(reading.piece.features.isEmpty && reading.piece.frame == 4096)
    #expect(reading.piece.origin == monaco.origin)
  }

  @Test func everyTruncationIsToldOf() throws {
    for (_, layers) in SketchTiles.all {
      let whole = TileSketch(layers).bytes
      // Between two layers a tile may end.
      var ends: Set<Int> = []
      for count in 1...layers.count { ends.insert(TileSketch(Array(layers[..<count])).bytes.count) }
      for count in 1..<whole.count {
        let part = Array(whole[..<count])
        if ends.contains(count) {
          #expect(message(part) == nil)
        } else {
          let words = try #require(self.message(part))
          #expect(!words.hasSuffix(".") && !words.isEmpty)
        }
      }
    }
  }

  @Test func flippedBytesNeverTrap() throws {
    var random = SeededGenerator(seed: 11)
    for (_, layers) in SketchTiles.all {
      let whole = TileSketch(layers).bytes
      for _ in 0..<400 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        guard let piece = try? VectorTile.piece(bytes, id: monaco) else { continue }
        #expect(piece.faults == [])
        #expect(piece.byteCount < 4096 + bytes.count * 100)
      }
    }
  }

  @Test(.enabled(if: tileFixtures != nil, noFixtures)) func flippedBytesOfRealTilesNeverTrap() throws {
    var random = SeededGenerator(seed: 12)
    for tile in realTiles.prefix(12) {
      for _ in 0..<15 {
        var bytes = tile.bytes
        for _ in 0..<20 { bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8(1) << UInt8.random(in: 0...7, using: &random) }
        if let piece = try? VectorTile.piece(bytes, id: tile.id) { #expect(piece.faults == []) }
      }
      for _ in 0..<40 {
        _ = try? VectorTile.piece(Array(tile.bytes.prefix(Int.random(in: tile.bytes.indices, using: &random))), id: tile.id)
      }
    }
  }

  @Test func bytesOfAnotherKindAreToldOf() {
    #expect(message(Array("<html><body>404 Not Found</body></html>".utf8)) == "these bytes are no vector tile")
    #expect(message([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == "these bytes are no vector tile")
    #expect(message([0x1F, 0x8B, 8, 0, 0, 0, 0, 0]) == "these bytes are no vector tile")
    #expect(message(Array(repeating: 0, count: 100)) == "these bytes are no vector tile")
  }

  @Test func aBadFeatureIsLeftOutAndTheRestGoesOn() throws {
    let bad: [(String, SketchShape, [UInt32])] = [
      ("tags that are odd", SketchTiles.street, [0]), ("a key that is not there", SketchTiles.street, [9, 0]),
      ("a value that is not there", SketchTiles.street, [0, 9]),
      ("a line before it begins", .raw(type: 2, commands: [1 << 3 | 2, 2, 2]), [0, 0]),
      ("a close before it begins", .raw(type: 3, commands: [15]), [0, 0]),
      ("a count of none", .raw(type: 2, commands: [1]), [0, 0]),
      ("an unknown command", .raw(type: 2, commands: [9, 2, 2, 1 << 3 | 5, 2, 2]), [0, 0]),
      ("more points than there are", .raw(type: 1, commands: [0xFFFF_FFF8 | 1, 2, 2]), [0, 0]),
      ("half a point", .raw(type: 1, commands: [9, 2]), [0, 0]),
      ("no geometry", .raw(type: 2, commands: []), [0, 0]),
      ("two closes", .raw(type: 3, commands: [9, 0, 0, 2 << 3 | 2, 20, 0, 0, 20, 2 << 3 | 7]), [0, 0]),
      ("a line that moves twice", .raw(type: 2, commands: [2 << 3 | 1, 2, 2, 2, 2, 1 << 3 | 2, 2, 2]), [0, 0]),
      ("a type that is none", .raw(type: 4, commands: [9, 2, 2]), [0, 0]),
    ]
    for (what, shape, tags) in bad {
      var layer = SketchLayer("things")
      layer.add(SketchTiles.street, ["name": "Before"])
      layer.add(shape, tags: tags)
      layer.add(SketchTiles.spot, ["name": "Behind"])
      let reading = try reading([layer])
      #expect(reading.skippedFeatures == 1, "\(what)")
      #expect(reading.piece.features.map(\.kind) == [.overlayLine, .overlayPoint], "\(what)")
    }
  }

  @Test func aBadLayerIsLeftOutAndTheRestGoesOn() throws {
    let good = layer("water", SketchTiles.square)
    for bad in [
      layer("transportation", SketchTiles.street, extent: 0), layer("transportation", SketchTiles.street, extent: 1 << 30),
      layer("transportation", SketchTiles.street, version: 3), layer("", SketchTiles.street),
    ] {
      let reading = try reading([good, bad])
      #expect(reading.skippedLayers == 1)
      #expect(reading.piece.features.map(\.kind) == [.water])
      #expect(message(TileSketch([bad]).bytes) == "none of the vector tile's layers can be read")
    }
  }

  @Test func longNamesAreNotMultiplied() throws {
    // Each feature with a translation of its own beside one long name.
    var places = SketchLayer("place")
    let long = String(repeating: "x", count: 100_000)
    for index in 0..<2000 {
      places.add(SketchTiles.spot, ["class": "city", "name": .text(long), "name:en": .text("\(index)")])
    }
    let piece = try piece([places])
    #expect(piece.features.count == 2000)
    #expect(piece.byteCount < 1_000_000)
  }

  @Test func tooLargeATileIsRefused() {
    let bytes = [UInt8](repeating: 0, count: VectorTile.limit + 1)
    #expect(message(bytes) == "the vector tile is larger than 64 MB")
  }
}
