// Owns `RecordingFile`: a recording on the disk, which is a whole GPX file between any two calls.

import CPlatform
import TrackFormats

/// A recording that is open for appending, and locked against a second program.
///
/// ```
///  opening  points …  closing                    before
///  opening  points …  closing  ␣␣␣␣␣␣␣␣          1. room is taken with blanks: a full disk shows here, and nothing has changed
///  opening  points …  more points  closing       2. one write over the old closing, within the room
/// ```
///
/// The system may break a write off between two pages where the process is killed; what is left of it is mended by the next ``init(path:)``.
final class RecordingFile {
  /// The path as it was given.
  let path: String
  private let descriptor: Int32
  /// Where the points end, and where the file does.
  private var contentEnd: Int
  private var length: Int
  /// What stands behind the points.
  private var closing: [UInt8]
  /// The name's line of the track that the file ends with, `nil` where it has no points.
  let open: [UInt8]?
  /// How many points were in it already.
  let foundPoints: Int
  /// Whether a broken end was cut off.
  let isMended: Bool
  /// Whether the file is as this object left it; if not, it has to be opened anew.
  private(set) var isSound = true

  /// Opens a recording to go on with, or makes one.
  /// - Throws: where the file is not a recording, is being written by another program, or cannot be written.
  init(path: String) throws(FeedError) {
    let descriptor = try Self.open(path)
    var isKept = false
    defer { if !isKept { Self.release(descriptor) } }
    let content = try Self.content(of: descriptor, path)
    self.path = path
    self.descriptor = descriptor
    open = content.runs.last?.name
    closing = GPXRecording(open: open).closing
    contentEnd = content.end
    foundPoints = content.pointCount
    let found = Self.length(of: descriptor)
    length = found
    isMended = try Self.mend(descriptor, content, closing: closing, found: found, path)
    if contentEnd == 0 { contentEnd = GPXRecording.opening.count }
    length = contentEnd + closing.count
    isKept = true
  }

  deinit { Self.release(descriptor) }

  // MARK: Opening

  private static func release(_ descriptor: Int32) {
    cp_unlock_file(descriptor)
    close(descriptor)
  }

  private static func open(_ path: String) throws(FeedError) -> Int32 {
    // A pipe would wait for a reader without O_NONBLOCK.
    let descriptor = sysOpen(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw refusal(path, "cannot be written", errno) }
    var status = stat()
    var named = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    // A lock of the open file, which goes with the process; whoever replaced the file meanwhile has the name.
    let isLocked = isFile && cp_lock_file(descriptor) == 0
    if isLocked, stat(path, &named) == 0, named.st_ino == status.st_ino, named.st_dev == status.st_dev { return descriptor }
    if isLocked { cp_unlock_file(descriptor) }
    close(descriptor)
    if !isFile { throw FeedError("\(path): this is no regular file, so nothing can be recorded into it") }
    throw FeedError("\(path): another program is recording into it")
  }

  /// What a file holds, which must be nothing or a recording.
  private static func content(of descriptor: Int32, _ path: String) throws(FeedError) -> GPXRecordingContent {
    let count = length(of: descriptor)
    guard count > 0 else { return GPXRecordingContent([UInt8]().span) }
    guard let bytes = cp_map_file(descriptor, count) else { throw refusal(path, "cannot be read", errno) }
    defer { cp_unmap_file(bytes, count) }
    let content = GPXRecordingContent(UnsafeBufferPointer(start: bytes, count: count).span)
    guard content.isRecording else {
      throw FeedError("\(path): this file is not a recording of trackview’s, and is left as it is; \(freeName(like: path)) is free")
    }
    guard content.isMendable else {
      let line = content.oddLine.map { " at line \($0)" } ?? ""
      throw FeedError(
        "\(path): this recording was changed by another program\(line), and is left as it is; \(freeName(like: path)) is free")
    }
    return content
  }

  /// Makes the file whole: what follows the last point becomes the closing, or a new file gets its opening.
  /// - Returns: Whether anything was cut off.
  private static func mend(
    _ descriptor: Int32, _ content: GPXRecordingContent, closing: [UInt8], found: Int, _ path: String
  ) throws(FeedError) -> Bool {
    let text = content.end == 0 ? GPXRecording.opening + closing : closing
    if found == content.end + text.count, read(text.count, at: content.end, from: descriptor) == text { return false }
    guard write(text, at: content.end, to: descriptor), ftruncate(descriptor, off_t(content.end + text.count)) == 0 else {
      throw refusal(path, "cannot be written", errno)
    }
    return found > 0
  }

  /// A name like another that no file has yet: `walk-1.gpx`.
  static func freeName(like path: String) -> String {
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[folderEnd...].lastIndex(of: ".").flatMap { $0 > folderEnd ? $0 : nil } ?? path.endIndex
    for number in 1...999 {
      let name = "\(path[..<dot])-\(number)\(path[dot...])"
      var status = stat()
      if lstat(name, &status) != 0, errno == ENOENT { return name }
    }
    return "another name"
  }

  // MARK: Appending

  /// Appends points; either all are in the file afterwards, followed by the closing, or nothing has changed.
  func append(_ points: [UInt8], closing next: [UInt8]) throws(FeedError) {
    try checkUnchanged()
    let text = points + next
    let room = contentEnd + text.count - length
    if room > 0, !Self.write([UInt8](repeating: 0x20, count: room), at: length, to: descriptor) {
      let code = errno
      isSound = ftruncate(descriptor, off_t(length)) == 0
      throw Self.refusal(path, "cannot be written", code)
    }
    guard Self.write(text, at: contentEnd, to: descriptor) else {
      let code = errno
      isSound = Self.write(closing, at: contentEnd, to: descriptor) && ftruncate(descriptor, off_t(length)) == 0
      throw Self.refusal(path, "cannot be written", code)
    }
    contentEnd += points.count
    length = max(length, contentEnd + next.count)
    closing = next
  }

  /// How many bytes it has.
  var size: Int { length }

  /// Puts what was written onto the disk itself; this may take seconds.
  func synchronize() throws(FeedError) {
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { throw Self.refusal(path, "cannot be written", errno) }
  }

  /// A second descriptor of the same file, for whoever waits for the disk elsewhere; −1 where there is none.
  func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }

  private func checkUnchanged() throws(FeedError) {
    var status = stat()
    isSound = false
    guard fstat(descriptor, &status) == 0 else { throw Self.refusal(path, "cannot be written", errno) }
    if status.st_nlink == 0 { throw FeedError("\(path): the file was removed") }
    if Int(status.st_size) != length { throw FeedError("\(path): another program changed the file") }
    isSound = true
  }

  // MARK: Putting together

  /// The largest recording that is put together at its end.
  static let gatherLimit = 256 << 20

  /// Where sources took turns, writes the file anew with one track for each, and puts that in its place.
  func gather() throws(FeedError) {
    guard length <= Self.gatherLimit, let bytes = cp_map_file(descriptor, length) else { return }
    defer { cp_unmap_file(bytes, length) }
    let span = UnsafeBufferPointer(start: bytes, count: length).span
    let content = GPXRecordingContent(span)
    guard content.isMendable, content.isScattered else { return }
    try ReplacementFile.replace(path, like: descriptor, with: content.gathered, of: span)
  }
}

extension RecordingFile {
  static func refusal(_ path: String, _ what: String, _ code: Int32) -> FeedError {
    FeedError("\(path): \(what): \(String(cString: strerror(code)))")
  }

  private static func length(of descriptor: Int32) -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Writes all bytes at a place; `errno` says why it could not.
  static func write(_ bytes: [UInt8], at offset: Int, to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = pwrite(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
        if count < 0, errno == EINTR { continue }
        if count == 0 { errno = ENOSPC }
        if count <= 0 { return false }
        done += count
      }
      return true
    }
  }

  private static func read(_ count: Int, at offset: Int, from descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      used = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }
}

/// `open` of the C library, whose name `RecordingFile.open` hides.
private func sysOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o666) }
