// Owns `TileCache`: tiles from the network, kept on the disk.

import BaseMap
internal import Synchronization

/// Tiles from the network, kept in a folder: one file a tile, at most so many bytes in all; what was used least recently goes first. Several
/// processes may share a folder. That it cannot be written is never an error, only a ``note``.
public final class TileCache: Sendable {
  /// The limit where none is given: 200 MB.
  public static let usualLimit = 200 << 20

  /// The name of the file that holds what a server says of its tiles.
  static let aboutName = "about"

  private struct State {
    var note: String?
    /// Nothing is written before this second of the monotonic clock: writing has failed.
    var restsUntil = 0
    /// Bytes written since the files were last counted; `nil` before the first time.
    var written: Int?
    var isTrimming = false
  }

  /// The most bytes that its files may take on the disk.
  public let limit: Int
  private let folder: CacheFolder
  private let state = Mutex(State())

  /// A cache in a folder, which is made when something is first kept.
  /// - Parameters:
  ///   - folder: Its path, usually `$XDG_CACHE_HOME/trackview/tiles`.
  ///   - limit: The most bytes on the disk; with 0 nothing is kept.
  public init(folder: String, limit: Int = usualLimit) {
    self.folder = CacheFolder(path: folder)
    self.limit = max(0, limit)
  }

  /// What is wrong with writing, in one sentence; `nil` where nothing is.
  public var note: String? { state.withLock { $0.note } }

  /// A folder in the cache for tiles of one source.
  struct Shelf: Hashable, Sendable {
    fileprivate let name: String

    /// - Parameter source: What tells the source from others: the address of its tiles. Only its digest reaches the disk, because keys may be in it.
    init(source: String) { name = Checksum.hexadecimal(of: source, count: 32) }

    /// The file of a tile, or that of what the server says of them all.
    fileprivate func file(_ id: TileID?) -> CacheFolder.File {
      CacheFolder.File(shelf: name, name: id.map { "\($0.zoom)-\($0.column)-\($0.row)" } ?? TileCache.aboutName)
    }
  }

  /// What is kept of a tile (`nil`: of what the server says of its tiles). A damaged file is deleted and is not there.
  func answer(for id: TileID?, on shelf: Shelf) -> KeptAnswer? {
    let file = shelf.file(id)
    guard let bytes = folder.bytes(of: file, limit: KeptAnswer.bodyLimit + 4096) else { return nil }
    if let answer = KeptAnswer(decoding: bytes) { return answer }
    folder.remove(file)
    return nil
  }

  /// Keeps an answer in the place of what there was. May delete others; call it where waiting for a disk does no harm.
  func keep(_ answer: KeptAnswer, for id: TileID?, on shelf: Shelf) {
    let bytes = answer.encoded()
    guard bytes.count <= limit, answer.body.count <= KeptAnswer.bodyLimit else { return }
    let now = Self.monotonic()
    guard state.withLock({ now >= $0.restsUntil }) else { return }
    let failure = folder.put(bytes, at: shelf.file(id))
    let mustTrim = state.withLock { state in
      guard failure == 0 else {
        state.note = "the tile cache cannot be written (\(String(cString: strerror(failure))))"
        state.restsUntil = now + 60
        // Room may be made by what is ours.
        return failure == ENOSPC || failure == EDQUOT ? Self.beginTrimming(&state) : false
      }
      state.note = nil
      state.written = state.written.map { $0 + bytes.count + 4096 }
      // Once at first, and again after a twentieth of the limit.
      return state.written.map { $0 > limit / 20 } ?? true ? Self.beginTrimming(&state) : false
    }
    if mustTrim { trim() }
  }

  /// Forgets a tile.
  func remove(_ id: TileID?, from shelf: Shelf) { folder.remove(shelf.file(id)) }

  private static func beginTrimming(_ state: inout State) -> Bool {
    guard !state.isTrimming else { return false }
    state.isTrimming = true
    state.written = 0
    return true
  }

  /// Deletes files, those used least recently first, until a tenth of the room is free; nothing where the limit is kept.
  private func trim() {
    defer { state.withLock { $0.isTrimming = false } }
    var files = folder.files()
    var size = files.reduce(0) { $0 + $1.size }
    guard size > limit else { return }
    files.sort { $0.used < $1.used }
    for file in files {
      guard size > limit / 10 * 9 else { break }
      folder.remove(file)
      size -= file.size
    }
    for shelf in Set(files.map(\.shelf)) { folder.removeIfEmpty(shelf: shelf) }
  }

  private static func monotonic() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
