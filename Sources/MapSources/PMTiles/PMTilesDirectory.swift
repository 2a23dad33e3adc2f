// Owns `PMTilesDirectory`: where the tiles of a PMTiles archive lie.

/// A directory of a PMTiles archive (PMTiles 3, section 5), unpacked: entries in the order of the tiles' numbers.
struct PMTilesDirectory {
  /// A run of tiles that are the same bytes, or another directory.
  struct Entry: Hashable {
    /// The number of the first tile.
    var tile: UInt64
    /// Where the bytes lie within the tiles, or within the leaf directories.
    var offset: UInt64
    var count: UInt32
    /// How many tiles have these bytes; 0 for a directory of the tiles from here to the next entry.
    var run: UInt32
  }

  let entries: [Entry]

  /// The most that a directory may be, unpacked, in bytes; an entry takes at least four.
  static let limit = 4 << 20

  /// Reads a directory: a count, then all numbers, all runs, all lengths, all offsets, as variable-length integers. `nil` where it is damaged.
  init?(_ bytes: [UInt8]) {
    var reader = VarintReader(bytes: bytes)
    guard let count = reader.next(), count <= UInt64(bytes.count / 4) else { return nil }
    var entries = [Entry](repeating: Entry(tile: 0, offset: 0, count: 0, run: 0), count: Int(count))
    var tile: UInt64 = 0
    for index in entries.indices {
      guard let step = reader.next() else { return nil }
      let (sum, hasOverflown) = tile.addingReportingOverflow(step)
      guard !hasOverflown else { return nil }
      tile = sum
      entries[index].tile = tile
    }
    for index in entries.indices {
      guard let run = reader.next().flatMap({ UInt32(exactly: $0) }) else { return nil }
      entries[index].run = run
    }
    for index in entries.indices {
      guard let count = reader.next().flatMap({ UInt32(exactly: $0) }) else { return nil }
      entries[index].count = count
    }
    for index in entries.indices {
      guard let value = reader.next() else { return nil }
      if value > 0 {
        entries[index].offset = value - 1
      } else {
        // 0: right behind the entry before.
        guard index > 0 else { return nil }
        let (sum, hasOverflown) = entries[index - 1].offset.addingReportingOverflow(UInt64(entries[index - 1].count))
        guard !hasOverflown else { return nil }
        entries[index].offset = sum
      }
    }
    self.entries = entries
  }

  /// The entry that a tile belongs to; `nil` where there is none.
  func entry(of tile: UInt64) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    return entry.run == 0 || tile - entry.tile < UInt64(entry.run) ? entry : nil
  }
}

/// Reads variable-length integers: seven bits a byte, the lowest first.
struct VarintReader {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The next one; `nil` where the bytes end, or it has more than 64 bits.
  mutating func next() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count, shift < 64 {
      let byte = bytes[position]
      position += 1
      if shift == 63, byte > 1 { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
