// Owns `FITExtent`: where the messages of a FIT file end, whatever its header says.

/// Where the messages of a file end: as its header says, where that can be.
struct FITExtent {
  /// The messages.
  let messages: Range<Int>
  /// Where the checksum stands, where there is one.
  let checksum: Int?
  /// Where the next file may begin.
  let next: Int
  /// What is wrong with the length that the header says.
  var fault: (offset: Int, found: String, expected: String)?

  init(_ bytes: Span<UInt8>, at start: Int, _ header: FITHeader) {
    let first = min(start + header.length, bytes.count)
    let end = first + header.dataSize
    let hasChecksum = end + 2 <= bytes.count
    let isFollowed = hasChecksum && (end + 2 == bytes.count || FITHeader(bytes, at: end + 2) != nil)
    let isTrusted =
      isFollowed || (hasChecksum && bytes.isZero(from: end + 2))
      || (hasChecksum && FITChecksum.of(bytes.extracting(start..<end)) == FITChecksum.stated(bytes, at: end))
    if isTrusted {
      (messages, checksum, next) = (first..<end, end, end + 2)
      return
    }
    // A recorder that lost power leaves 0 or all ones for the length; what is there is read, to a checksum that fits if there is one.
    let last = bytes.count - 2
    let isClosed = last >= first && FITChecksum.of(bytes.extracting(start..<last)) == FITChecksum.stated(bytes, at: last)
    messages = first..<(isClosed ? last : hasChecksum ? max(first, last) : min(bytes.count, end))
    checksum = nil
    next = bytes.count
    let missing = end + 2 - bytes.count
    if isClosed {
      return
    } else if missing > 0 {
      fault = (bytes.count, "the end of the file", "\(missing) bytes more, by the length in the header")
    } else {
      fault = (end, "\(bytes.count - end) bytes behind the length in the header", "a checksum that fits")
    }
  }
}

extension Span<UInt8> {
  /// Whether there is nothing but zeros from a place on.
  func isZero(from start: Int) -> Bool {
    for index in start..<count where self[index] != 0 { return false }
    return true
  }
}
