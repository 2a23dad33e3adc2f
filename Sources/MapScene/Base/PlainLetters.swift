// Owns `PlainLetters`: names in the letters of ASCII.

/// Latin letters without their marks, by the names that Unicode gives them: `LATIN SMALL LETTER E WITH ACUTE` is an e.
enum PlainLetters {
  /// More of a name is not read.
  private static let longest = 200

  /// The text in ASCII; `nil` where a letter has no counterpart there.
  static func ascii(_ text: String) -> String? {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longest) {
      if scalar.isASCII {
        out.append(scalar)
      } else if let letters = letters(scalar) {
        out.append(contentsOf: letters.unicodeScalars)
      } else {
        return nil
      }
    }
    return String(out)
  }

  /// What stands for a character beyond ASCII.
  private static func letters(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "ß": return "ss"
    case "æ", "Æ": return scalar == "æ" ? "ae" : "AE"
    case "œ", "Œ": return scalar == "œ" ? "oe" : "OE"
    case "ı": return "i"
    case "\u{2018}", "\u{2019}", "\u{2BB}", "\u{2BC}", "\u{2032}": return "'"
    case "\u{201C}", "\u{201D}": return "\""
    case "\u{2010}"..."\u{2015}": return "-"
    case "·": return "."
    default: break
    }
    if scalar.properties.isWhitespace { return " " }
    // Marks that follow their letter, and what is not to be seen at all.
    if [.nonspacingMark, .format].contains(scalar.properties.generalCategory) { return "" }
    guard let name = scalar.properties.name else { return nil }
    for (start, isSmall) in [("LATIN SMALL LETTER ", true), ("LATIN CAPITAL LETTER ", false)] where name.hasPrefix(start) {
      let letter = name.dropFirst(start.count).prefix { $0 != " " }
      guard letter.utf8.count == 1 else { return nil }
      return isSmall ? letter.lowercased() : String(letter)
    }
    return nil
  }
}
