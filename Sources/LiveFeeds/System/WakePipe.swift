// Owns `WakePipe`: how one thread wakes another that waits in `poll`.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe whose readable end can be waited for; it closes with this object.
final class WakePipe: Sendable {
  /// Readable from a ``wake()`` to the next ``clear()``.
  let descriptor: Int32
  private let writeEnd: Int32

  /// - Throws: where the process has no descriptors left.
  init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError("cannot make a pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// Makes ``descriptor`` readable; a pipe that is full is readable already.
  func wake() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Makes ``descriptor`` unreadable.
  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}

/// A system call that failed, in words.
struct SystemError: Error, Hashable, CustomStringConvertible {
  /// One sentence without a full stop.
  let description: String

  /// What was tried, with the reason that the system gives for the last call.
  init(_ what: String, code: Int32 = errno) { description = "\(what): \(String(cString: strerror(code)))" }
}
