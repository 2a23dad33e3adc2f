// Owns `DirectoryCache`: the leaf directories of a PMTiles archive that were used last.

/// A bounded set of directories; the one that was not used for longest goes first.
struct DirectoryCache {
  /// How many entries are kept in all; 24 bytes each.
  let limit: Int
  private var directories: [UInt64: (directory: PMTilesDirectory, used: Int)] = [:]
  private var clock = 0
  /// How many entries there are.
  private(set) var count = 0

  init(limit: Int = 200_000) { self.limit = limit }

  /// The directory that was read from a place, if it is still there.
  mutating func directory(at offset: UInt64) -> PMTilesDirectory? {
    clock += 1
    directories[offset]?.used = clock
    return directories[offset]?.directory
  }

  /// Keeps a directory, at the cost of others. One that is larger than all of them may be is not kept.
  mutating func keep(_ directory: PMTilesDirectory, at offset: UInt64) {
    guard directory.entries.count <= limit, directories[offset] == nil else { return }
    count += directory.entries.count
    while count > limit, let oldest = directories.min(by: { $0.value.used < $1.value.used }) {
      count -= oldest.value.directory.entries.count
      directories[oldest.key] = nil
    }
    clock += 1
    directories[offset] = (directory, clock)
  }
}
