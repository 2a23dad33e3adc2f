// Owns `ReplacementFile`: a file written beside another, which takes its place once it is whole.

import TrackFormats

enum ReplacementFile {
  /// Writes pieces of `bytes` to a file beside `path`, with the rights of `descriptor`'s, and renames it to `path` once it is on the disk.
  static func replace(
    _ path: String, like descriptor: Int32, with pieces: [GPXRecordingContent.Piece], of bytes: Span<UInt8>
  ) throws(FeedError) {
    // A link is followed, so that what it leads to is replaced and not the link.
    guard let target = realpath(path, nil) else { throw RecordingFile.refusal(path, "cannot be found again", errno) }
    defer { free(target) }
    var name = Array((String(cString: target) + ".XXXXXX").utf8CString)
    let temporary = mkstemp(&name)
    guard temporary >= 0 else { throw RecordingFile.refusal(path, "cannot be written anew", errno) }
    let isWritten = write(pieces, of: bytes, to: temporary) && copyRights(of: descriptor, to: temporary) && fsync(temporary) == 0
    let code = errno
    close(temporary)
    if isWritten, rename(name, target) == 0 { return }
    let reason = isWritten ? errno : code
    unlink(name)
    throw RecordingFile.refusal(path, "cannot be written anew", reason)
  }

  private static func write(_ pieces: [GPXRecordingContent.Piece], of bytes: Span<UInt8>, to descriptor: Int32) -> Bool {
    var buffer: [UInt8] = []
    var offset = 0
    func flush() -> Bool {
      guard RecordingFile.write(buffer, at: offset, to: descriptor) else { return false }
      offset += buffer.count
      buffer.removeAll(keepingCapacity: true)
      return true
    }
    for piece in pieces {
      switch piece {
      case .old(let range): bytes.extracting(range).withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
      case .new(let text): buffer += text
      }
      if buffer.count >= 1 << 20, !flush() { return false }
    }
    return flush()
  }

  private static func copyRights(of old: Int32, to new: Int32) -> Bool {
    var status = stat()
    guard fstat(old, &status) == 0, fchmod(new, status.st_mode & 0o7777) == 0 else { return false }
    // Only root can give a file away; for others it is theirs already.
    _ = fchown(new, status.st_uid, status.st_gid)
    return true
  }
}
