// A file that appears whole or not at all: written beside its place, then renamed.

import CPlatform
import TrackFormats

/// A file being written. Unless it is kept it vanishes with this object.
final class NewFile {
  private let path: String
  private let temporary: String?
  private var descriptor: Int32

  /// Begins a file; where one stands in its place already, that one stays until ``keep()``.
  init(path: String) throws(ProgramError) {
    // A link is followed, so that what it leads to is replaced and not the link; a device or pipe is written to as it is.
    let place = Self.realPath(path) ?? Self.target(ofLink: path) ?? path
    self.path = place
    var status = stat()
    let exists = stat(place, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw ProgramError("\(path): this is a folder") }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      temporary = nil
      descriptor = open(place, O_WRONLY | O_CLOEXEC)
    } else {
      var name = Array((place + ".XXXXXX").utf8CString)
      descriptor = mkstemp(&name)
      temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if descriptor >= 0 {
        // mkstemp makes it readable for the owner alone.
        let mask = umask(0)
        umask(mask)
        // Only root can give a file away; for others it is theirs already.
        if exists { _ = fchown(descriptor, status.st_uid, status.st_gid) }
        fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~mask)
      }
    }
    // A pipe that nobody reads yet waits in `open`.
    if descriptor < 0, errno == EINTR, cp_noted_interrupt() != 0 { throw .cancelled }
    if descriptor < 0 { throw ProgramError("\(path): cannot be written: \(String(cString: strerror(errno)))") }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  private static func realPath(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// Where a link leads to that has nothing at its end yet; `nil` where it is none.
  private static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    let target = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if target.hasPrefix("/") { return target }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return path.contains("/") ? "\(folder)/\(target)" : target
  }

  /// Adds bytes; `false` where they could not be written.
  func write(_ bytes: borrowing Span<UInt8>) -> Bool { bytes.withUnsafeBufferPointer { writeAll(Array($0), to: descriptor) } }

  /// Puts the file in its place.
  func keep() throws(ProgramError) {
    defer { descriptor = -1 }
    let isSafe = temporary == nil || fsync(descriptor) == 0
    let isClosed = close(descriptor) == 0
    guard let temporary else { return }
    if isSafe, isClosed, rename(temporary, path) == 0 { return }
    let reason = String(cString: strerror(errno))
    unlink(temporary)
    throw ProgramError("\(path): cannot be written: \(reason)")
  }
}
