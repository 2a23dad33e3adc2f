// Tests that damaged map files give sentences and no traps: every truncation, and bytes changed at random.

import BaseMap
import Synchronization
import Testing
import TrackGeodesy

@testable import MapSources

@Suite("Damaged maps")
struct MapDamageTests {
  private let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  private static let ids = (0...2).flatMap { zoom in
    (0..<1 << zoom).flatMap { column in (0..<1 << zoom).compactMap { TileID(zoom: zoom, column: column, row: $0) } }
  }

  /// Opens a file and asks for all its tiles; says what is wrong with what is said.
  private func fault(_ bytes: [UInt8], _ name: String) throws -> String? {
    let path = try folder.write(bytes, as: name)
    do throws(MapError) {
      guard case .tiles(let map) = try MapOpener.open(path: path, number: 1) else { return "not tiles" }
      guard map.info.zooms.lowerBound >= 0, map.info.zooms.upperBound <= TileID.deepest else { return "zooms \(map.info.zooms)" }
      for id in Self.ids {
        let box = Mutex<[TileAnswer]>([])
        map.fetch(id) { answer in box.withLock { $0.append(answer) } }
        let answers = box.withLock { $0 }
        guard answers.count == 1 else { return "\(answers.count) answers" }
        if case .failed(let sentence) = answers[0], let fault = Self.fault(of: sentence, beginning: "\(name): tile ") { return fault }
      }
      return nil
    } catch {
      return Self.fault(of: error.description, beginning: "\(path): ")
    }
  }

  private static func fault(of sentence: String, beginning: String) -> String? {
    guard sentence.hasPrefix(beginning), sentence.count > beginning.count + 5, sentence.count < beginning.count + 300 else {
      return sentence
    }
    return sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } ? nil : "controls in: \(sentence)"
  }

  /// A vector tile of one layer "water" with one square in it.
  private static let tile = bytes(
    hex: "1a2c0a057761746572120f180322 0b 09 00 00 1a 80 20 00 00 80 20 ff 1f 00 0f 28802078 02".split(separator: " ").joined())

  private static func archive(leaf: Int, packing: UInt8) -> [UInt8] {
    let content = packing == 2 ? InflateTests.packed[0].1 : tile
    var writer = PMTilesWriter(ids.map { ($0.curveNumber, content + [UInt8](repeating: 0, count: $0.column % 2)) }, leaf: leaf)
    writer.tilePacking = packing
    writer.zooms = (0, 2)
    writer.metadata = Array(#"{"attribution":"&copy; x","vector_layers":[{"id":"water"}]}"#.utf8)
    return writer.bytes
  }

  private func database() throws -> [UInt8] {
    let path = "\(folder.path)/whole.mbtiles"
    try MBTilesWriter.write(
      [
        MBTilesWriter.tables, MBTilesWriter.metadata("bounds", "-180,-85,180,85"), MBTilesWriter.metadata("attribution", "&copy; x"),
        "BEGIN;",
      ]
        + Self.ids.map { MBTilesWriter.tile($0.zoom, $0.column, $0.row, Self.tile) } + ["COMMIT;"], to: path)
    return try #require(contents(of: path))
  }

  @Test("Every truncation of a PMTiles archive", arguments: [(0, UInt8(1)), (4, 2)])
  func truncatedArchive(leaf: Int, packing: UInt8) throws {
    let bytes = Self.archive(leaf: leaf, packing: packing)
    for count in bytes.indices {
      let fault = try fault(Array(bytes[..<count]), "a.pmtiles")
      #expect(fault == nil, "\(count) bytes")
    }
  }

  @Test("Changed bytes in a PMTiles archive", arguments: [(0, UInt8(1)), (4, 2)])
  func changedArchive(leaf: Int, packing: UInt8) throws {
    let whole = Self.archive(leaf: leaf, packing: packing)
    var numbers = SeededGenerator(seed: 11)
    for round in 0..<3000 {
      var bytes = whole
      // What comes first says where all else is.
      let reach = round % 2 == 0 ? 260 : bytes.count
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        bytes[Int.random(in: 0..<reach, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      // The mark stays, else it is no archive.
      bytes.replaceSubrange(0..<8, with: whole[..<8])
      let fault = try fault(bytes, "a.pmtiles")
      #expect(fault == nil, "round \(round)")
    }
  }

  @Test("Truncations of an MBTiles file, in steps")
  func truncatedDatabase() throws {
    let bytes = try database()
    for count in stride(from: 1, to: bytes.count, by: 61) {
      let fault = try fault(Array(bytes[..<count]), "a.mbtiles")
      #expect(fault == nil, "\(count) bytes")
    }
  }

  @Test("Changed bytes in an MBTiles file")
  func changedDatabase() throws {
    let whole = try database()
    var numbers = SeededGenerator(seed: 13)
    for round in 0..<1500 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &numbers) {
        bytes[Int.random(in: 16..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      let fault = try fault(bytes, "a.mbtiles")
      #expect(fault == nil, "round \(round)")
    }
  }

  @Test("Truncations and changed bytes of GeoJSON")
  func overlay() throws {
    let whole = Array(
      (#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"\u5317京","name:en":"x"},"geometry":{"type":"#
        + #""MultiPolygon","coordinates":[[[[0,0],[4e0,0],[4,4],[0,0]],[[1,1],[2,1],[2,2]]]]}},{"type":"LineString","coordinates":"#
        + #"[[179,1],[-179,2],[0,3]]}]}"#).utf8)
    var numbers = SeededGenerator(seed: 17)
    var texts = whole.indices.map { Array(whole[..<$0]) }
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        bytes[Int.random(in: bytes.indices, using: &numbers)] =
          Array("[]{},:\"-0129eE.\\ \u{0}tfn".utf8).randomElement(using: &numbers) ?? 0
      }
      texts.append(bytes)
    }
    for (index, text) in texts.enumerated() {
      let path = try folder.write(text, as: "a.geojson")
      if let sentence = refusal(path) { #expect(Self.fault(of: sentence, beginning: "\(path): ") == nil, "\(index)") }
    }
  }
}
