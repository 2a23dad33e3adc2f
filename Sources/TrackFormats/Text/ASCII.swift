// Owns the names of the ASCII bytes that the readers look for.

extension UInt8 {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let hash: UInt8 = 0x23
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let point: UInt8 = 0x2E
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let less: UInt8 = 0x3C
  static let greater: UInt8 = 0x3E
  static let letterE: UInt8 = 0x65

  /// The value of an ASCII digit.
  @inline(__always)
  var digit: UInt64? {
    let value = self &- 0x30
    return value < 10 ? UInt64(value) : nil
  }

  /// Whether this is a space or tab.
  @inline(__always)
  var isSpaceOrTab: Bool { self == .space || self == .tab }

  /// Whether this is white space, line ends included.
  @inline(__always)
  var isBlank: Bool { self == .space || (self >= 0x09 && self <= 0x0D) }
}

extension Span<UInt8> {
  /// Whether the bytes at `offset` are those of an ASCII text.
  func hasBytes(_ text: StaticString, at offset: Int = 0) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset >= 0, offset <= self.count - count else { return false }
    for index in 0..<count where self[offset + index] != text.utf8Start[index] { return false }
    return true
  }

  /// The part without white space at its ends, as a range.
  var trimmedRange: Range<Int> {
    var start = 0
    var end = count
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
