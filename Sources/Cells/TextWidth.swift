// How many columns a character takes, and which characters never reach a screen.

/// Widths as terminals that follow Unicode's East Asian Width measure them; the ranges of wide characters are those for which glibc 2.36's
/// `wcwidth` answers 2, so that ncurses and we agree.
public enum TextWidth {
  /// Columns of one scalar: 0, 1 or 2; −1 for what must not reach a terminal (controls, bidi and format characters, surrogates,
  /// unassigned and private code points, and characters younger than Unicode 14, which a terminal of 2022 does not measure).
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value >= 0x20 && value < 0x7F { return 1 }
    if value < 0xA0 { return -1 }
    if value < 0x300 { return value == 0xAD ? -1 : 1 }
    if value >= 0x4E00 && value <= 0x9FFF { return 2 }
    if value >= 0x2500 && value <= 0x25FC || value >= 0x2800 && value <= 0x28FF { return 1 }
    // What is younger than the C library's table has no width there, and ncurses would garble the line.
    guard let age = scalar.properties.age, age.major <= newestUnicode else { return -1 }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return -1
    case .nonspacingMark, .enclosingMark: return 0
    default: return isWide(value) ? 2 : isConjoining(value) ? 0 : 1
    }
  }

  /// Columns of a whole text, what must not be shown left out.
  public static func columns(of text: String) -> Int {
    var sum = 0
    for scalar in text.unicodeScalars { sum += max(0, columns(of: scalar)) }
    return sum
  }

  /// Whether a scalar joins the character before it.
  public static func isCombining(_ scalar: Unicode.Scalar) -> Bool { columns(of: scalar) == 0 }

  /// Text that is safe on one line of a terminal: controls, bidi and format characters, and private code points are dropped; tabs and
  /// line ends become a space; runs of white space become one space; the length is bounded.
  public static func clean(_ text: String, maximumScalars: Int = 256) -> String {
    var out = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      let space = scalar.properties.isWhitespace
      if space {
        if let last = out.last, last != " " { out.append(" ") }
        continue
      }
      guard columns(of: scalar) >= 0 else { continue }
      count += 1
      if count > maximumScalars { break }
      out.append(scalar)
    }
    while out.last == " " { out.removeLast() }
    return String(out)
  }

  /// The text without what must not reach a terminal; spaces stay as they are.
  public static func printable(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where columns(of: scalar) >= 0 { out.append(scalar) }
    return String(out)
  }

  /// The text cut to so many columns, the last one an ellipsis (`…` or `~`) where something was lost.
  public static func truncated(_ text: String, to limit: Int, ellipsis: String = "…") -> String {
    if columns(of: text) <= limit { return text }
    guard limit > 0 else { return "" }
    var out = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      let width = max(0, columns(of: scalar))
      if used + width > limit - 1 { break }
      out.append(scalar)
      used += width
    }
    return String(out) + ellipsis
  }

  /// The text filled with spaces on the right (or left) to so many columns.
  public static func padded(_ text: String, to columns: Int, leading: Bool = false) -> String {
    let missing = columns - Self.columns(of: text)
    guard missing > 0 else { return text }
    let spaces = String(repeating: " ", count: missing)
    return leading ? spaces + text : text + spaces
  }

  /// The version of Unicode that glibc 2.36 knows.
  private static let newestUnicode = 14

  /// Hangul vowels and finals, which join the syllable before them, and a sign of Ahom that was a mark until Unicode 15.
  private static func isConjoining(_ value: UInt32) -> Bool {
    value == 0x1171E || (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7C6).contains(value) || (0xD7CB...0xD7FB).contains(value)
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count - 1
    while low <= high {
      let middle = (low + high) / 2
      let range = wideRanges[middle]
      if value < range.0 { high = middle - 1 } else if value > range.1 { low = middle + 1 } else { return true }
    }
    return false
  }

  private static let wideRanges: [(UInt32, UInt32)] = [
    (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3), (0x25FD, 0x25FE),
    (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1), (0x26AA, 0x26AB), (0x26BD, 0x26BE),
    (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA), (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA),
    (0x26FD, 0x26FD), (0x2705, 0x2705), (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755),
    (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55),
    (0x2E80, 0x2E99), (0x2E9B, 0x2EF3), (0x2F00, 0x2FD5), (0x2FF0, 0x2FFB), (0x3000, 0x3029), (0x302E, 0x303E), (0x3041, 0x3096),
    (0x309B, 0x30FF), (0x3105, 0x312F), (0x3131, 0x318E), (0x3190, 0x31E3), (0x31F0, 0x321E), (0x3220, 0xA48C), (0xA490, 0xA4C6),
    (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFA6D), (0xFA70, 0xFAD9), (0xFE10, 0xFE19), (0xFE30, 0xFE52), (0xFE54, 0xFE66),
    (0xFE68, 0xFE6B), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6), (0x16FE0, 0x16FE3), (0x16FF0, 0x16FF1), (0x17000, 0x187F7),
    (0x18800, 0x18CD5), (0x18D00, 0x18D08), (0x1AFF0, 0x1AFF3), (0x1AFF5, 0x1AFFB), (0x1AFFD, 0x1AFFE), (0x1B000, 0x1B122),
    (0x1B150, 0x1B152), (0x1B164, 0x1B167), (0x1B170, 0x1B2FB), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E),
    (0x1F191, 0x1F19A), (0x1F200, 0x1F202), (0x1F210, 0x1F23B), (0x1F240, 0x1F248), (0x1F250, 0x1F251), (0x1F260, 0x1F265),
    (0x1F300, 0x1F320), (0x1F32D, 0x1F335), (0x1F337, 0x1F37C), (0x1F37E, 0x1F393), (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3),
    (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440), (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D),
    (0x1F54B, 0x1F54E), (0x1F550, 0x1F567), (0x1F57A, 0x1F57A), (0x1F595, 0x1F596), (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F),
    (0x1F680, 0x1F6C5), (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6D7), (0x1F6DD, 0x1F6DF), (0x1F6EB, 0x1F6EC),
    (0x1F6F4, 0x1F6FC), (0x1F7E0, 0x1F7EB), (0x1F7F0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF),
    (0x1FA70, 0x1FA74), (0x1FA78, 0x1FA7C), (0x1FA80, 0x1FA86), (0x1FA90, 0x1FAAC), (0x1FAB0, 0x1FABA), (0x1FAC0, 0x1FAC5),
    (0x1FAD0, 0x1FAD9), (0x1FAE0, 0x1FAE7), (0x1FAF0, 0x1FAF6), (0x20000, 0x2A6DF), (0x2A700, 0x2B738), (0x2B740, 0x2B81D),
    (0x2B820, 0x2CEA1), (0x2CEB0, 0x2EBE0), (0x2F800, 0x2FA1D), (0x30000, 0x3134A),
  ]
}
