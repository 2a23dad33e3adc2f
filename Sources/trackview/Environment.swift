// What the environment says of the person and the terminal; the only place that asks it.

import Cells
import MapScene

/// The variables that matter, read once.
struct Environment {
  private let values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  /// The process's own.
  static func current() -> Environment {
    var values: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let equals = text.firstIndex(of: "=") { values[String(text[..<equals])] = String(text[text.index(after: equals)...]) }
      entry += 1
    }
    return Environment(values)
  }

  /// A variable; an empty one counts as unset.
  subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  var all: [String: String] { values }
  var terminal: String { self["TERM"] ?? "dumb" }

  /// The interface language, from the locale's name as text: the locale itself need not be installed.
  var language: Language { Language(locale: self["LC_ALL"] ?? self["LC_MESSAGES"] ?? self["LANG"] ?? "C") }

  /// Whether characters are encoded as UTF-8.
  var isUTF8: Bool {
    let name = (self["LC_ALL"] ?? self["LC_CTYPE"] ?? self["LANG"] ?? "C").lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }

  /// A text as the locale can show it: where that is not UTF-8, in ASCII.
  func plain(_ text: String) -> String {
    if isUTF8 || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.isASCII || !TextWidth.isCombining($0) }.map { scalar in
          switch scalar {
          case _ where scalar.isASCII: scalar
          case "\u{2013}", "\u{2014}", "\u{2026}": "-"
          case "\u{201C}", "\u{201D}": "\""
          case "\u{2018}", "\u{2019}": "'"
          default: "?"
          }
        }))
  }

  /// What the terminal's font can be trusted with: the Linux console has half blocks but no braille.
  var glyphs: GlyphSet {
    guard isUTF8 else { return .ascii }
    return terminal == "linux" || terminal.hasPrefix("linux-") ? .half : .braille
  }

  /// Dark or light, where COLORFGBG (rxvt, konsole) says; the terminal's own answer comes later and wins.
  var backdrop: Backdrop? {
    guard let last = self["COLORFGBG"]?.split(separator: ";").last, let index = Int(last) else { return nil }
    return index == 7 || index >= 9 ? .light : .dark
  }
}
