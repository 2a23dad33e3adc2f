// Owns `TextDecoding`: byte order marks, and UTF-16 turned into UTF-8.

/// Finds out how text is encoded, as far as a byte order mark says.
enum TextDecoding {
  /// What the first bytes of a text say about it.
  enum Mark: Hashable {
    case none, utf8, utf16LittleEndian, utf16BigEndian

    /// The number of bytes of the mark.
    var length: Int {
      switch self {
      case .none: 0
      case .utf8: 3
      case .utf16LittleEndian, .utf16BigEndian: 2
      }
    }
  }

  /// The byte order mark at the start.
  static func mark(_ bytes: Span<UInt8>) -> Mark {
    if bytes.hasBytes("\u{FEFF}") { return .utf8 }
    guard bytes.count >= 2 else { return .none }
    if bytes[0] == 0xFF, bytes[1] == 0xFE { return .utf16LittleEndian }
    if bytes[0] == 0xFE, bytes[1] == 0xFF { return .utf16BigEndian }
    return .none
  }

  /// Text in UTF-16 as UTF-8, or `nil` where it is not marked as UTF-16. What is not valid becomes U+FFFD.
  static func utf8FromUTF16(_ bytes: Span<UInt8>) -> [UInt8]? {
    let mark = mark(bytes)
    guard mark == .utf16LittleEndian || mark == .utf16BigEndian else { return nil }
    let low = mark == .utf16LittleEndian ? 0 : 1
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = 2
    while index + 1 < bytes.count {
      units.append(UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8)
      index += 2
    }
    var result: [UInt8] = []
    result.reserveCapacity(units.count)
    _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) { result.append($0) }
    return result
  }
}
