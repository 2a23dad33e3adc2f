// Owns the tests of a damaged world: no bytes make its readers trap, or work without end.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Damaged world")
struct WorldDamageTests {
  /// The bytes of the program's world.
  private var whole: [UInt8] { WorldBytes.embedded.map { Array($0.raw(0..<WorldBytes.embeddedCount)) } ?? [] }

  /// Asks a world for some pieces and countries, and says what is wrong with them.
  private func use(_ bytes: UnsafeRawBufferPointer, _ random: inout SeededGenerator) -> String? {
    guard let file = WorldBytes(bytes) else { return nil }
    let world = World(file)
    let countries = CountryIndex(file)
    for zoom in world.zooms {
      for _ in 0..<3 {
        let point = MapPoint(x: random.double(0...1), y: random.double(0.15...0.75))
        let piece = world.piece(TileID(around: point, zoom: zoom))
        if let fault = WorldProbe.fault(piece), fault != "a place without a name" { return fault }
        if piece.points.count > bytes.count { return "more points than bytes" }
        _ = countries.number(at: WebMercator.unproject(point))
      }
    }
    _ = world.keys(touching: WorldBox(minX: -1e300, minY: 0, maxX: .nan, maxY: 1), dotsPerUnit: .nan)
    return nil
  }

  @Test("bytes changed at random are read without a trap, and give pieces whose numbers hold")
  func flips() {
    var random = SeededGenerator.announced("world damage", seed: 0xF119)
    let whole = whole
    #expect(whole.count > 1_000_000)
    for round in 0..<120 {
      var bytes = whole
      // In the tables of contents, in the index of tiles, anywhere.
      let reach = round % 3 == 0 ? 400 : bytes.count
      for _ in 0..<(round % 3 == 0 ? 2 : 20_000) {
        bytes[Int.random(in: 8..<reach, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let fault = bytes.withUnsafeBytes { use($0, &random) }
      #expect(fault == nil, "round \(round)")
    }
  }

  @Test("a world that ends early is none, or one of fewer sections")
  func truncations() {
    var random = SeededGenerator.announced("world truncation", seed: 0x7CA7)
    let whole = whole
    for _ in 0..<60 {
      let count = Int.random(in: 0..<whole.count, using: &random)
      let fault = Array(whole[..<count]).withUnsafeBytes { use($0, &random) }
      #expect(fault == nil)
    }
    // The sections kept, the bytes of the tiles cut: lengths that lie.
    for _ in 0..<60 {
      var bytes = whole
      let first = Int.random(in: 700_000..<whole.count, using: &random)
      for index in first..<min(whole.count, first + 60_000) { bytes[index] = 255 }
      let fault = bytes.withUnsafeBytes { use($0, &random) }
      #expect(fault == nil)
    }
  }

  @Test("a program without a world has none")
  func none() {
    let world = World(nil)
    #expect(world.keys(touching: WorldBox(minX: 0, minY: 0, maxX: 1, maxY: 1), dotsPerUnit: 100).isEmpty)
    #expect(world.piece(.world).features.isEmpty && world.zooms.isEmpty)
    #expect(CountryIndex(nil).code(at: Coordinate(latitude: 0, longitude: 20)) == nil)
  }
}
