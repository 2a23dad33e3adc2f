// Owns the names of the ASCII bytes that the readers look for.

extension UInt8 {
  package static let tab: UInt8 = 0x09
  package static let lineFeed: UInt8 = 0x0A
  package static let carriageReturn: UInt8 = 0x0D
  package static let space: UInt8 = 0x20
  package static let hash: UInt8 = 0x23
  package static let plus: UInt8 = 0x2B
  package static let comma: UInt8 = 0x2C
  package static let minus: UInt8 = 0x2D
  package static let point: UInt8 = 0x2E
  package static let colon: UInt8 = 0x3A
  package static let semicolon: UInt8 = 0x3B
  package static let less: UInt8 = 0x3C
  package static let greater: UInt8 = 0x3E
  package static let letterE: UInt8 = 0x65

  /// The value of an ASCII digit.
  @inline(__always)
  package var digit: UInt64? {
    let value = self &- 0x30
    return value < 10 ? UInt64(value) : nil
  }

  /// Whether this is a space or tab.
  @inline(__always)
  package var isSpaceOrTab: Bool { self == .space || self == .tab }

  /// Whether this is white space, line ends included.
  @inline(__always)
  package var isBlank: Bool { self == .space || (self >= 0x09 && self <= 0x0D) }
}

extension Span<UInt8> {
  /// Whether the bytes at `offset` are those of an ASCII text.
  package func hasBytes(_ text: StaticString, at offset: Int = 0) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset >= 0, offset <= self.count - count else { return false }
    for index in 0..<count where self[offset + index] != text.utf8Start[index] { return false }
    return true
  }

  /// The part without white space at its ends, as a range.
  package var trimmedRange: Range<Int> {
    var start = 0
    var end = count
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
