// Owns `XMLRepair`: documents whose only fault are stray bytes, made readable.

/// Replaces what no XML document in UTF-8 may hold.
///
/// Programs that write names in the encoding of their system into a file that says UTF-8 are common, and expat rightly stops at
/// the first such byte. Each is replaced by one `?`, so that lines and offsets stay what they are; the reader says so.
enum XMLRepair {
  /// A document with every byte that is not UTF-8 and every forbidden control character replaced by `?`.
  static func repaired(_ bytes: Span<UInt8>) -> [UInt8] {
    var result = bytes.withUnsafeBufferPointer { Array($0) }
    var index = 0
    while index < result.count {
      let byte = result[index]
      if byte < 0x80 {
        if byte < 0x20, byte != .tab, byte != .lineFeed, byte != .carriageReturn { result[index] = 0x3F }
        index += 1
        continue
      }
      let length = sequenceLength(result, index)
      if length == 0 { result[index] = 0x3F }
      index += max(1, length)
    }
    return result
  }

  /// Whether a byte is one that ``repaired(_:)`` may replace.
  static func isSuspect(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte < 0x20 && byte != .tab && byte != .lineFeed && byte != .carriageReturn)
  }

  /// The length of a well-formed sequence of several bytes (Unicode Standard, table 3-7), 0 where there is none.
  private static func sequenceLength(_ bytes: [UInt8], _ index: Int) -> Int {
    let lead = bytes[index]
    let length = lead >= 0xC2 && lead <= 0xDF ? 2 : lead >= 0xE0 && lead <= 0xEF ? 3 : lead >= 0xF0 && lead <= 0xF4 ? 4 : 0
    guard length > 0, index + length <= bytes.count else { return 0 }
    for offset in 1..<length where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
    let second = bytes[index + 1]
    switch lead {
    case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90, 0xF4 where second > 0x8F: return 0
    // U+FFFE and U+FFFF are UTF-8 but no XML.
    case 0xEF where second == 0xBF && bytes[index + 2] >= 0xBE: return 0
    default: return length
    }
  }
}
