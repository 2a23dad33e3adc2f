// The bytes of an input: a file mapped into memory, or a pipe read to its end.

import CPlatform
import TrackFormats

/// Bytes to be read once. A large file is mapped, so that reading it takes no memory for its text; whatever else is read whole.
final class InputBytes: Sendable {
  /// How many there are.
  let count: Int
  nonisolated(unsafe) private let map: UnsafePointer<UInt8>?
  private let owned: [UInt8]

  /// Files below this many bytes are simply read.
  static let smallest = 256 * 1024
  /// What is read at most, mapped or not.
  static let limit = 16 << 30
  /// What is read at most where it has to be held.
  static let heldLimit = 4 << 30
  /// Milliseconds between two words about a pipe that brings nothing.
  static let pause: Int32 = 100

  /// Told how much has been read of what has to be held, with a way to have it (which costs a copy); `false` ends the reading.
  typealias Progress = (_ count: Int, _ beginning: () -> [UInt8]) -> Bool

  /// The bytes of an open descriptor, named for messages, behind those that somebody read of it already.
  init(descriptor: Int32, name: String, beginning: [UInt8] = [], progress: Progress = { _, _ in true }) throws(ProgramError) {
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    let isFile = kind == S_IFREG
    let size = isFile ? Int(status.st_size) : 0
    if isFile, size > Self.limit { throw ProgramError("\(name): larger than 16 GiB, which is more than is read at once") }
    if isFile, size >= Self.smallest, lseek(descriptor, 0, SEEK_CUR) == 0, let bytes = cp_map_file(descriptor, size) {
      map = bytes
      count = size
      owned = []
      return
    }
    map = nil
    // Devices such as /dev/zero have no end.
    let isDevice = kind == S_IFCHR || kind == S_IFBLK
    owned = try Self.readAll(descriptor, name: name, beginning: beginning, size: size, isDevice: isDevice, progress)
    count = owned.count
  }

  deinit { cp_unmap_file(map, count) }

  /// Lends the bytes, as far as they are still there.
  func withSpan<Result>(_ body: (Span<UInt8>) throws(FormatError) -> Result) throws(FormatError) -> Result {
    if let map {
      var whole = self.whole
      // The last page is filled up with zeros.
      if whole < count { while whole > 0, map[whole - 1] == 0 { whole -= 1 } }
      let buffer = UnsafeBufferPointer(start: map, count: whole)
      return try body(buffer.span)
    }
    let bytes = owned
    return try body(bytes.span)
  }

  /// A function that gives back the memory of what has been read, for a monitor to call with the bytes gone through.
  var forget: @Sendable (Int) -> Void {
    guard let map else { return { _ in } }
    let address = UInt(bitPattern: map)
    let count = count
    return { bytes in cp_forget_map(UnsafePointer(bitPattern: address), min(bytes, count)) }
  }

  /// How many of the bytes have not been missed so far.
  var whole: Int { map == nil ? count : cp_map_whole(map, count) }

  private static func readAll(
    _ descriptor: Int32, name: String, beginning: [UInt8], size: Int, isDevice: Bool, _ progress: Progress
  ) throws(ProgramError) -> [UInt8] {
    var bytes = beginning
    bytes.reserveCapacity(min(size, heldLimit) + beginning.count + 1)
    while true {
      // Whoever waits for a pipe wants to see what has come, and to be able to end it.
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let readiness = size == 0 ? poll(&ready, 1, pause) : 1
      if readiness == 0 || (readiness < 0 && errno == EINTR) {
        if !progress(bytes.count, { bytes }) { throw .cancelled }
        continue
      }
      let room = min(1 << 20, max(1 << 16, size - bytes.count + 1))
      var got = 0
      bytes.append(
        contentsOf: [UInt8](unsafeUninitializedCapacity: room) { buffer, used in
          got = read(descriptor, buffer.baseAddress, room)
          used = max(0, got)
        })
      if got < 0, errno != EINTR { throw ProgramError("\(name): cannot be read: \(String(cString: strerror(errno)))") }
      if got == 0 { return bytes }
      if isDevice, got > 0 { throw ProgramError("\(name): this is a device, not a route file") }
      if bytes.count > heldLimit { throw ProgramError("\(name): more than 4 GiB, which is more than is held at once") }
      if !progress(bytes.count, { bytes }) { throw .cancelled }
    }
  }
}
