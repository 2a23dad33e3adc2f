// Owns the making of PMTiles archives for the tests, after the specification of version 3; everything in one can be made wrong.

/// Puts an archive together: header, root directory, metadata, leaf directories, tiles.
struct PMTilesWriter {
  /// An entry of a directory; a run of 0 is a leaf directory.
  struct Entry {
    var tile: UInt64
    var run: UInt64 = 1
    var count: UInt64
    var offset: UInt64
  }

  var version: UInt8 = 3
  var directoryPacking: UInt8 = 1
  var tilePacking: UInt8 = 1
  var tileType: UInt8 = 1
  var zooms: (UInt8, UInt8) = (0, 14)
  /// West, south, east, north in degrees.
  var bounds = (-180.0, -85.0, 180.0, 85.0)
  var metadata: [UInt8] = Array("{}".utf8)
  var root: [UInt8] = []
  var leaves: [UInt8] = []
  var tiles: [UInt8] = []

  init() {}

  /// An archive of tiles by their numbers; equal tiles that follow one another share an entry. So many entries go into a leaf; 0: no leaves.
  init(_ tiles: [(number: UInt64, bytes: [UInt8])], leaf: Int = 0) {
    var entries: [Entry] = []
    var places: [[UInt8]: UInt64] = [:]
    for tile in tiles.sorted(by: { $0.number < $1.number }) {
      let place = places[tile.bytes] ?? UInt64(self.tiles.count)
      if places[tile.bytes] == nil {
        places[tile.bytes] = place
        self.tiles += tile.bytes
      }
      if let last = entries.last, last.tile + last.run == tile.number, last.offset == place {
        entries[entries.count - 1].run += 1
      } else {
        entries.append(Entry(tile: tile.number, count: UInt64(tile.bytes.count), offset: place))
      }
    }
    guard leaf > 0 else {
      root = Self.directory(entries)
      return
    }
    var top: [Entry] = []
    for start in stride(from: 0, to: entries.count, by: leaf) {
      let bytes = Self.directory(Array(entries[start..<min(entries.count, start + leaf)]))
      top.append(Entry(tile: entries[start].tile, run: 0, count: UInt64(bytes.count), offset: UInt64(leaves.count)))
      leaves += bytes
    }
    root = Self.directory(top)
  }

  /// A directory's bytes.
  static func directory(_ entries: [Entry]) -> [UInt8] {
    var bytes = varint(UInt64(entries.count))
    var before: UInt64 = 0
    for entry in entries {
      bytes += varint(entry.tile - before)
      before = entry.tile
    }
    for entry in entries { bytes += varint(entry.run) }
    for entry in entries { bytes += varint(entry.count) }
    for (index, entry) in entries.enumerated() {
      let follows = index > 0 && entries[index - 1].offset + entries[index - 1].count == entry.offset
      bytes += varint(follows ? 0 : entry.offset + 1)
    }
    return bytes
  }

  static func varint(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(value & 0x7F) | 0x80)
      value >>= 7
    }
    return bytes + [UInt8(value)]
  }

  /// The whole archive.
  var bytes: [UInt8] {
    var header = Array("PMTiles".utf8) + [version]
    func number(_ value: UInt64, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) } }
    func degrees(_ value: Double) -> [UInt8] { number(UInt64(UInt32(bitPattern: Int32((value * 1e7).rounded()))), 4) }
    var offset = 127
    for section in [root, metadata, leaves, tiles] {
      header += number(UInt64(offset), 8) + number(UInt64(section.count), 8)
      offset += section.count
    }
    header += number(0, 24)
    header += [1, directoryPacking, tilePacking, tileType, zooms.0, zooms.1]
    header += degrees(bounds.0) + degrees(bounds.1) + degrees(bounds.2) + degrees(bounds.3)
    header += [0] + number(0, 8)
    return header + root + metadata + leaves + tiles
  }
}
