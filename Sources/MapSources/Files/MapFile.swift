// Owns `MapFile`: a map's file, open for reading.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file. It is read in pieces wherever they lie; any thread may read at any time.
final class MapFile: Sendable {
  /// The path that it was opened by.
  let path: String
  let descriptor: Int32
  /// Its length in bytes when it was opened.
  let size: Int

  /// Opens a regular file.
  /// - Throws: A sentence that names the file, where it is missing, may not be read, or is a directory, a pipe or a device.
  init(path: String) throws(MapError) {
    // A pipe without a writer must not make us wait.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw MapError("\(path): \(Self.reason(errno))") }
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard kind == S_IFREG else {
      close(descriptor)
      throw MapError("\(path): \(kind == S_IFDIR ? "a directory, not a map" : "not a file, so it cannot be a map")")
    }
    self.path = path
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Its name without the folders.
  var name: String { Self.name(of: path) }

  /// The last part of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// So many bytes from a place on; `nil` where the file has fewer, or they cannot be read.
  func read(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, count <= size, offset <= size - count else { return nil }
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      while got < count, let start = buffer.baseAddress {
        let step = pread(descriptor, start + got, count - got, off_t(offset + got))
        if step < 0, errno == EINTR { continue }
        if step <= 0 { break }
        got += step
      }
      used = got
    }
    return got == count ? bytes : nil
  }

  /// What a failure to open means, in a few words.
  private static func reason(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR: "no such file"
    case EACCES, EPERM: "may not be read (permission denied)"
    default: "cannot be opened: \(String(cString: strerror(number)))"
    }
  }
}
