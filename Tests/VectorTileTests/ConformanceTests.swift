// Tests Mapbox's conformance fixtures: what they call valid is read whole, what they call invalid is left out or told of.

import BaseMap
import Testing

@Suite(.enabled(if: tileFixtures != nil, noFixtures)) struct ConformanceTests {
  /// Invalid ones that are read without a word, and why.
  static let tolerated: [String: String] = [
    "003": "a type that is missing is the default, UNKNOWN; the bytes are those of 016, which is valid",
    "010": "a value that no schema asks for is not read", "011": "a value that no schema asks for is not read",
    "015": "two layers of one name are both read", "024": "a version that is missing is the default, 1",
    "026": "a value that no schema asks for is not read", "046": "points that repeat the one before are left out of every line",
  ]
  /// Valid ones of which something is left out, and why.
  static let refused: [String: String] = ["057": "it counts more points than it has"]

  private var fixtures: [(name: String, isValid: Bool, bytes: [UInt8])] {
    let folder = (tileFixtures ?? "") + "/mvt-fixtures/fixtures"
    return fileNames(in: folder).map { name in
      let info = String(decoding: bytes(of: "\(folder)/\(name)/info.json"), as: UTF8.self)
      let words = info.filter { !$0.isWhitespace }
      return (name, words.contains("\"v2\":true"), bytes(of: "\(folder)/\(name)/tile.mvt"))
    }
  }

  @Test func validTilesAreReadWhole() throws {
    let valid = fixtures.filter(\.isValid)
    #expect(valid.count > 40)
    for fixture in valid {
      let reading = try VectorTile.read(fixture.bytes.span, id: .world)
      let isWhole = reading.skippedFeatures == 0 && reading.skippedLayers == 0
      #expect(isWhole == (Self.refused[fixture.name] == nil), "\(fixture.name)")
      #expect(reading.piece.faults == [], "\(fixture.name)")
    }
  }

  @Test func invalidTilesAreNoticed() {
    let invalid = fixtures.filter { !$0.isValid }
    #expect(invalid.count > 20)
    for fixture in invalid {
      let isNoticed: Bool
      do {
        let reading = try VectorTile.read(fixture.bytes.span, id: .world)
        isNoticed = reading.skippedFeatures > 0 || reading.skippedLayers > 0
      } catch { isNoticed = !error.message.isEmpty }
      #expect(isNoticed == (Self.tolerated[fixture.name] == nil), "\(fixture.name)")
    }
  }
}
