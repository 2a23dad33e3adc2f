// Owns `NMEAScanner`: sentences found in a stream of bytes, whatever stands between them.

/// Finds one sentence after another.
///
/// Prefixes of loggers, TAG blocks, several sentences on a line and bytes of other protocols are passed over, because a sentence
/// begins at its `$` (or `!`) and at no other place. For a live source, give the bytes that are there with `isComplete: false`: a
/// sentence whose end is not there yet is left for the next time.
public struct NMEAScanner: Sendable, Hashable {
  /// A longer run of bytes without an end is no sentence. The standard allows 82; receivers of several systems write more.
  public static let lengthLimit = 1024

  /// Where the search goes on; a live source moves it back by as many bytes as it drops from the front.
  public var position: Int
  /// The line that ``position`` is in, from 1; lines end at a line feed.
  public private(set) var line = 1

  /// A search from a place.
  public init(position: Int = 0) { self.position = position }

  /// The next sentence, sound or not; `nil` where there is none any more.
  /// - Parameter isComplete: Whether the bytes end where the source ends.
  public mutating func next(in bytes: Span<UInt8>, isComplete: Bool = true) -> NMEASentence? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x24 || byte == 0x21 {
        guard let address = Self.address(in: bytes, at: position, isComplete: isComplete) else { return nil }
        if !address.isEmpty {
          guard let end = Self.end(in: bytes, from: position, isComplete: isComplete) else { return nil }
          let start = position
          position = end.next
          if end.isSentence { return Self.sentence(in: bytes, from: start, address, end) }
          continue
        }
      } else if byte == .lineFeed {
        line += 1
      }
      position += 1
    }
    return nil
  }

  /// Where a sentence ends and what its checksum is.
  private struct End {
    var content: Int
    var next: Int
    var checksum: NMEASentence.Checksum
    var isSentence = true
  }

  /// The name behind `$`: two to ten capitals and digits before a comma or star. Empty where there is none, `nil` where it may come.
  @inline(__always)
  private static func address(in bytes: Span<UInt8>, at start: Int, isComplete: Bool) -> Range<Int>? {
    var index = start + 1
    let limit = min(bytes.count, start + 12)
    while index < limit, bytes[index] &- 0x41 < 26 || bytes[index].digit != nil { index += 1 }
    let empty = start..<start
    guard index < bytes.count else { return isComplete && index - start < 6 ? empty : isComplete ? start + 1..<index : nil }
    guard index - start > 2, bytes[index] == .comma || bytes[index] == 0x2A else { return empty }
    // An exclamation mark is common in texts; only the talkers' five letters make it a sentence.
    if bytes[start] == 0x21, index - start != 6 { return empty }
    return start + 1..<index
  }

  /// Goes through a sentence to its end, adding up its checksum eight bytes at a time.
  @inline(__always)
  private static func end(in bytes: Span<UInt8>, from start: Int, isComplete: Bool) -> End? {
    let raw = bytes.bytes
    let limit = min(bytes.count, start + lengthLimit)
    var index = start + 1
    var wide: UInt64 = 0
    var sum: UInt8 = 0
    while true {
      // Whatever ends a sentence is below 0x2B, and nearly nothing else in it is; see "hasless" in Anderson's "Bit Twiddling Hacks".
      while index + 8 <= limit {
        let word = raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        if (word &- 0x2B2B_2B2B_2B2B_2B2B) & ~word & 0x8080_8080_8080_8080 != 0 { break }
        wide ^= word
        index += 8
      }
      var stop: UInt8?
      while index < limit {
        let byte = bytes[index]
        if byte < 0x2B, isStop(byte) {
          stop = byte
          break
        }
        sum ^= byte
        index += 1
        if byte < 0x2B { break }
      }
      if stop == nil, index < limit { continue }
      guard let stop else {
        if limit == start + lengthLimit { return End(content: index, next: index, checksum: .absent, isSentence: false) }
        return isComplete ? End(content: index, next: index, checksum: .absent) : nil
      }
      if stop == 0x2A { return checked(in: bytes, at: index, folded(wide) ^ sum, isComplete: isComplete) }
      return End(content: index, next: index, checksum: stop == 0x24 ? .brokenOff : .absent)
    }
  }

  @inline(__always)
  private static func isStop(_ byte: UInt8) -> Bool {
    byte == 0x2A || byte == .carriageReturn || byte == .lineFeed || byte == 0x24 || byte == 0
  }

  @inline(__always)
  private static func folded(_ wide: UInt64) -> UInt8 {
    let half = wide ^ wide >> 32
    let quarter = half ^ half >> 16
    return UInt8(truncatingIfNeeded: quarter ^ quarter >> 8)
  }

  /// Compares what stands behind the star at `index`.
  @inline(__always)
  private static func checked(in bytes: Span<UInt8>, at index: Int, _ computed: UInt8, isComplete: Bool) -> End? {
    guard index + 2 < bytes.count else {
      return isComplete ? End(content: index, next: bytes.count, checksum: .brokenOff) : nil
    }
    guard let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2]) else {
      return End(content: index, next: index + 1, checksum: .brokenOff)
    }
    let stated = high << 4 | low
    return End(
      content: index, next: index + 3, checksum: stated == computed ? .right : .wrong(stated: stated, computed: computed))
  }

  @inline(__always)
  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    let digit = byte &- 0x30
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  @inline(__always)
  private static func sentence(in bytes: Span<UInt8>, from start: Int, _ address: Range<Int>, _ end: End) -> NMEASentence {
    let first = bytes[start + 1]
    var kind = NMEASentence.Kind.other
    var talker: UInt16 = 0
    if bytes[start] == 0x21 {
      kind = .encapsulated
    } else if first == 0x50 {
      kind = .proprietary
    } else if address.count == 5 {
      talker = UInt16(first) << 8 | UInt16(bytes[start + 2])
      kind = NMEASentence.Kind(formatter: bytes[start + 3], bytes[start + 4], bytes[start + 5])
    }
    return NMEASentence(
      kind: kind, talker: talker, range: start..<end.next, fields: min(address.upperBound + 1, end.content)..<end.content,
      checksum: end.checksum)
  }
}
