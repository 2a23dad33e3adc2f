// Owns `TextEncoding`: which of three encodings a text without a mark is in, found out at the speed of memory.

/// An encoding that a text without a mark may be in.
enum TextEncoding: Hashable {
  case utf8, gb18030, windows1252

  /// The encoding of a text that is not UTF-16.
  ///
  /// A text with a few broken bytes among much good UTF-8 is UTF-8. One that ends within a character is as well.
  init(of bytes: Span<UInt8>) {
    let census = bytes.withUnsafeBufferPointer { UTF8Census(of: $0) }
    if census.strayBytes == 0 || census.characters > census.strayBytes * 4 {
      self = .utf8
    } else {
      self = bytes.withUnsafeBufferPointer { ChineseCensus(of: $0) }.isPlausible ? .gb18030 : .windows1252
    }
  }
}

/// What a text would be as UTF-8.
struct UTF8Census: Hashable {
  /// Well-formed characters of more than one byte.
  private(set) var characters = 0
  /// Bytes that belong to none.
  private(set) var strayBytes = 0

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while true {
      index = ASCIIScan.end(in: bytes, from: index)
      guard index < bytes.count else { return }
      let length = Self.length(of: bytes, at: index)
      if length > 0 {
        characters += 1
        index += length
      } else if Self.isCut(bytes, at: index) {
        return
      } else {
        strayBytes += 1
        index += 1
      }
    }
  }

  /// The length of the well-formed sequence at an index (Unicode Standard, table 3-7), 0 where there is none.
  @inline(__always)
  static func length(of bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let left = bytes.count - index
    func isTail(_ offset: Int) -> Bool { bytes[index + offset] & 0xC0 == 0x80 }
    let lead = bytes[index]
    switch lead {
    case 0xC2...0xDF: return left >= 2 && isTail(1) ? 2 : 0
    case 0xE0...0xEF:
      guard left >= 3, isTail(1), isTail(2) else { return 0 }
      let second = bytes[index + 1]
      return (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ? 0 : 3
    case 0xF0...0xF4:
      guard left >= 4, isTail(1), isTail(2), isTail(3) else { return 0 }
      let second = bytes[index + 1]
      return (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F) ? 0 : 4
    default: return 0
    }
  }

  /// Whether the text ends within the character that begins here.
  private static func isCut(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let lead = bytes[index]
    let wanted = lead >= 0xF0 && lead <= 0xF4 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0
    guard lead <= 0xF4, wanted > bytes.count - index else { return false }
    return bytes[(index + 1)...].allSatisfy { $0 & 0xC0 == 0x80 }
  }
}

/// What a text would be as GB18030 (GB 18030-2005; GBK and GB2312 are parts of it).
struct ChineseCensus: Hashable {
  /// Characters of level 1 of GB2312, the 3,755 that nearly all text is made of, and full-width ASCII.
  private(set) var common = 0
  /// All characters of two or four bytes, but for punctuation.
  private(set) var all = 0
  /// Whether some bytes are no GB18030.
  private(set) var isBroken = false

  /// Whether the text is to be taken as Chinese.
  ///
  /// Latin-1 fails here: an accented letter stands alone before an ASCII one, which gives rare characters, and two in a row give
  /// characters of level 2, for small letters are 0xE0 and up.
  var isPlausible: Bool { !isBroken && common * 2 > all }

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while true {
      index = ASCIIScan.end(in: bytes, from: index)
      // A character that is cut off by the end of the text is no fault.
      guard index + 1 < bytes.count else { return }
      let (lead, trail) = (bytes[index], bytes[index + 1])
      switch (lead, trail) {
      case (0x81...0xFE, 0x40...0x7E), (0x81...0xFE, 0x80...0xFE):
        count(lead, trail)
        index += 2
      case (0x81...0xFE, 0x30...0x39):
        guard index + 3 < bytes.count else { return }
        guard (0x81...0xFE).contains(bytes[index + 2]), (0x30...0x39).contains(bytes[index + 3]) else {
          isBroken = true
          return
        }
        all += 1
        index += 4
      default:
        isBroken = true
        return
      }
    }
  }

  private mutating func count(_ lead: UInt8, _ trail: UInt8) {
    // Rows 1 and 2 are punctuation, row 3 is ASCII in full width, rows 16 to 55 are level 1.
    if trail >= 0xA1, lead == 0xA1 || lead == 0xA2 { return }
    all += 1
    if trail >= 0xA1, lead == 0xA3 || (0xB0...0xD7).contains(lead) { common += 1 }
  }
}

/// Goes over ASCII, 32 bytes at a time.
enum ASCIIScan {
  /// The index of the first byte at or behind `start` that is not ASCII, or the end.
  @inline(__always)
  static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = start
    let high: UInt64 = 0x8080_8080_8080_8080
    while index + 32 <= raw.count {
      let (first, second) = (
        raw.loadUnaligned(fromByteOffset: index, as: UInt64.self), raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
      )
      let (third, fourth) = (
        raw.loadUnaligned(fromByteOffset: index + 16, as: UInt64.self), raw.loadUnaligned(fromByteOffset: index + 24, as: UInt64.self)
      )
      if (first | second | third | fourth) & high != 0 { break }
      index += 32
    }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }
}
