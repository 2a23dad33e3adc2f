// A street map of a city without end: one tile, in a PMTiles archive whose directory says that all tiles are that one.

@testable import trackview

enum EndlessCity {
  /// The archive: zooms 0 to 14.
  /// - Parameters:
  ///   - box: what it says that it covers, degrees: west, south, east, north.
  ///   - tile: what every tile holds.
  ///   - layers: the layers that it lists, as JSON.
  static func archive(
    _ box: (Double, Double, Double, Double) = (116, 39.5, 117, 40.5), tile: [UInt8] = SyntheticCity.tile, layers: String = "[]"
  ) -> [UInt8] {
    // All tiles of zooms 0…14, one run of the same content.
    let count = ((1 << 30) - 1) / 3
    let directory = varint(1) + varint(0) + varint(count) + varint(tile.count) + varint(1)
    let metadata = Array(#"{"attribution":"&copy; <a href=\"x\">OpenStreetMap</a> contributors","vector_layers":\#(layers)}"#.utf8)
    let start = 127
    var out = Array("PMTiles".utf8) + [3]
    let parts = [
      (start, directory.count), (start + directory.count, metadata.count), (0, 0), (start + directory.count + metadata.count, tile.count),
    ]
    for part in parts { out += word(part.0, 8) + word(part.1, 8) }
    out += word(count, 8) + word(1, 8) + word(1, 8)
    out += [1, 1, 1, 1, 0, 14]
    func degrees(_ value: Double) -> [UInt8] { word(Int(value * 1e7), 4) }
    out += degrees(box.0) + degrees(box.1) + degrees(box.2) + degrees(box.3)
    out += [12] + degrees((box.0 + box.2) / 2) + degrees((box.1 + box.3) / 2)
    return out + directory + metadata + tile
  }

  private static func word(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

  private static func varint(_ value: Int) -> [UInt8] {
    var out: [UInt8] = []
    var rest = value
    while rest >= 0x80 {
      out.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return out + [UInt8(rest)]
  }
}
