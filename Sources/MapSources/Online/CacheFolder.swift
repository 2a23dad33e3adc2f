// Owns `CacheFolder`: the files of the tile cache, by plain system calls.
//
//     tiles/                          the folder that is given
//       5f0c…32 digits/               one a source, named by the digest of its address
//         about                       what the server says of its tiles
//         14-8704-5972                a tile: zoom, column, row
//         .new-4711-3                 one that is being written

internal import Synchronization

/// The files of the tile cache. Links are never followed, and nothing is ever deleted whose name is not one that the cache gives.
struct CacheFolder: Sendable {
  let path: String

  /// A file of the cache.
  struct File: Hashable, Sendable {
    let shelf: String
    let name: String
    /// Bytes that it takes on the disk.
    var size = 0
    /// When it was last used, in seconds since 1970.
    var used = 0
  }

  private func path(of file: File) -> String { path + "/" + file.shelf + "/" + file.name }

  // MARK: - One file

  /// The bytes of a file; `nil` where there is none, or none that can be read. Marks it as used.
  func bytes(of file: File, limit: Int) -> [UInt8]? {
    let descriptor = open(path(of: file), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { read(descriptor, $0 + position, buffer.count - position) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      position += count
    }
    // An hour is exact enough to tell which was used least recently.
    if time(nil) - status.st_mtim.tv_sec > 3600 { futimens(descriptor, nil) }
    return bytes
  }

  /// Writes a file beside its place and puts it there once it is whole.
  /// - Returns: 0, or the system's number of what failed.
  func put(_ bytes: [UInt8], at file: File) -> Int32 {
    var (descriptor, name) = create(in: file.shelf)
    if descriptor < 0, errno == ENOENT {
      guard makeFolders(shelf: file.shelf) else { return errno }
      (descriptor, name) = create(in: file.shelf)
    }
    guard descriptor >= 0 else { return errno }
    var failure = Self.fill(descriptor, with: bytes)
    if close(descriptor) != 0, failure == 0 { failure = errno }
    if failure == 0, rename(name, path(of: file)) == 0 { return 0 }
    if failure == 0 { failure = errno }
    unlink(name)
    return failure
  }

  func remove(_ file: File) { unlink(path(of: file)) }

  private static let counter = Mutex(0)

  private func create(in shelf: String) -> (descriptor: Int32, name: String) {
    let number = Self.counter.withLock { count in
      count &+= 1
      return count
    }
    let name = "\(path)/\(shelf)/.new-\(getpid())-\(number)"
    var descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST {
      // What a process of the same number left behind.
      unlink(name)
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    return (descriptor, name)
  }

  private static func fill(_ descriptor: Int32, with bytes: [UInt8]) -> Int32 {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { write(descriptor, $0 + position, buffer.count - position) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? EIO : errno }
      position += count
    }
    return 0
  }

  /// Makes the folder, those above it and one in it; only its owner may look into them, because they tell where somebody looked.
  private func makeFolders(shelf: String) -> Bool {
    let whole = path + "/" + shelf
    var end = whole.startIndex
    while end != whole.endIndex {
      end = whole[whole.index(after: end)...].firstIndex(of: "/") ?? whole.endIndex
      if mkdir(String(whole[..<end]), 0o700) != 0, errno != EEXIST { return false }
    }
    return true
  }

  // MARK: - All files

  /// Every file that the cache has written, of all sources; what is left of unfinished ones goes.
  func files() -> [File] {
    var files: [File] = []
    for shelf in Self.names(in: path) where Self.isShelf(shelf) {
      guard let folder = opendir(path + "/" + shelf) else { continue }
      defer { closedir(folder) }
      let descriptor = dirfd(folder)
      while let name = Self.next(folder) {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        if name.hasPrefix(".new-") {
          if time(nil) - status.st_mtim.tv_sec > 3600 { unlinkat(descriptor, name, 0) }
        } else if Self.isFile(name) {
          files.append(File(shelf: shelf, name: name, size: Int(status.st_blocks) * 512, used: status.st_mtim.tv_sec))
        }
      }
    }
    return files
  }

  /// Removes the folder of a source if nothing is in it.
  func removeIfEmpty(shelf: String) { rmdir(path + "/" + shelf) }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let name = next(folder) { names.append(name) }
    return names
  }

  private static func next(_ folder: OpaquePointer) -> String? {
    guard let entry = readdir(folder) else { return nil }
    return withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func isShelf(_ name: String) -> Bool {
    name.utf8.count == 32 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func isFile(_ name: String) -> Bool {
    if name == TileCache.aboutName { return true }
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
