// Owns `TextCleaning`: names and excerpts from files made safe to show.

/// Makes text from files safe to show.
///
/// What goes: control characters (a terminal would obey them), format characters (among them the bidirectional controls that
/// make a text read otherwise than it is), private use, surrogates and noncharacters. What counts as white space, line ends
/// included, becomes one space. The categories are those of the Unicode Character Database, chapter 4.5 of the standard.
public enum TextCleaning {
  /// The longest name in Unicode scalars.
  public static let nameLimit = 256

  /// A text without what should not be shown, trimmed, white space collapsed, at most `limit` scalars long.
  public static func cleaned(_ text: some StringProtocol, limit: Int = nameLimit) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    var isSpacePending = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        isSpacePending = count > 0
        continue
      }
      guard isShown(scalar) else { continue }
      guard count + (isSpacePending ? 1 : 0) < limit else { break }
      if isSpacePending {
        result.append(" ")
        count += 1
        isSpacePending = false
      }
      result.append(scalar)
      count += 1
    }
    return String(result)
  }

  /// A name out of UTF-8 bytes, `nil` where nothing remains of it; bytes that are not UTF-8 become U+FFFD.
  public static func name(_ bytes: Span<UInt8>) -> String? {
    // A scalar has at most four bytes, and white space is all that can shrink much: this bounds the work on endless names.
    let count = min(bytes.count, nameLimit * 16)
    let text = bytes.extracting(first: count).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    let name = cleaned(text)
    return name.isEmpty ? nil : name
  }

  /// The beginning of a piece of a file in quotation marks, for messages.
  static func excerpt(_ bytes: Span<UInt8>, limit: Int = 32) -> String {
    let head = bytes.extracting(first: min(bytes.count, limit * 4))
    let text = cleaned(head.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }, limit: limit + 1)
    guard !text.isEmpty else { return bytes.count == 0 ? "nothing" : "characters that cannot be shown" }
    let isWhole = bytes.count <= limit * 4 && text.unicodeScalars.count <= limit
    return isWhole ? "\"\(text)\"" : "\"\(String(text.unicodeScalars.prefix(limit)))…\""
  }

  /// Whether a scalar that is not white space may be shown.
  static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x21, scalar.value < 0x7F { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator: return false
    case .unassigned: return !scalar.properties.isNoncharacterCodePoint
    default: return true
    }
  }
}
