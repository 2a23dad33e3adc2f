// Owns `TextDecoding`: finding out how a text is encoded, and turning it into UTF-8, once for all formats.

/// Turns text of other encodings into UTF-8 before any format sees it.
///
/// - UTF-16: by its byte order mark, or by the zero bytes that digits and commas have in it.
/// - What is valid UTF-8 stays as it is, without a copy.
/// - GB18030 (and with it GBK and GB2312), where the text follows its grammar and most of its characters are common Chinese ones.
/// - Else Windows-1252, which has Latin-1 within it.
/// - XML that names an encoding expat does not know. All other XML, and binary files, stay as they are.
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

  /// A text in UTF-8, without a mark; `nil` where the bytes already are that, or are to stay what they are.
  ///
  /// Lines stay lines: every encoding here keeps line ends, and what cannot be decoded becomes `?` or U+FFFD.
  static func decoded(_ bytes: Span<UInt8>) -> [UInt8]? {
    switch mark(bytes) {
    case .utf8: return nil
    case .utf16LittleEndian: return isWideXML(bytes, low: 2) ? nil : Transcoding.fromUTF16(bytes, from: 2, low: 0)
    case .utf16BigEndian: return isWideXML(bytes, low: 3) ? nil : Transcoding.fromUTF16(bytes, from: 2, low: 1)
    case .none: break
    }
    let head = bytes.extracting(first: min(bytes.count, FormatRegistry.headLength))
    if ContentKind.binaryName(head) != nil { return nil }
    if let low = unmarkedUTF16(head) {
      return XMLEncoding.withoutDeclaration(Transcoding.fromUTF16(bytes, from: 0, low: low))
    }
    if XMLEncoding.isXML(head) { return XMLEncoding.decoded(bytes) }
    for index in head.indices where head[index] == 0 { return nil }
    switch TextEncoding(of: bytes) {
    case .utf8: return nil
    case .gb18030: return Transcoding.fromGB18030(bytes)
    case .windows1252: return Transcoding.fromWindows1252(bytes)
    }
  }

  /// Whether UTF-16 is XML, which expat reads by itself.
  private static func isWideXML(_ bytes: Span<UInt8>, low: Int) -> Bool {
    var index = low
    while index < bytes.count, bytes[index].isBlank { index += 2 }
    return index < bytes.count && bytes[index] == .less
  }

  /// Where the low byte of each pair lies (0 or 1) in a text that is UTF-16 without a mark; `nil` where it is none.
  ///
  /// Files of positions are digits, points and commas for the most part, so most pairs have a zero byte, always on the same side, and
  /// beside it a character of text.
  private static func unmarkedUTF16(_ head: Span<UInt8>) -> Int? {
    let pairs = min(head.count, 4096) / 2
    guard pairs >= 4 else { return nil }
    var (evenZeros, oddZeros) = (0, 0)
    for pair in 0..<pairs {
      let (even, odd) = (head[pair * 2], head[pair * 2 + 1])
      if even == 0, odd == 0 { return nil }
      if even == 0 { evenZeros += 1 }
      if odd == 0 { oddZeros += 1 }
      let text = even == 0 ? odd : odd == 0 ? even : .space
      if text < 0x20, !text.isBlank { return nil }
    }
    if evenZeros == 0, oddZeros * 2 > pairs { return 0 }
    if oddZeros == 0, evenZeros * 2 > pairs { return 1 }
    return nil
  }
}
