// Owns `WrittenName`: how the name of a thing on the map is written, by the language of the interface.
//
//                         English interface                     Chinese interface
//     country, city …     English; 北京 Beijing where there     Chinese, else as on the spot
//                         is room
//     anything smaller    as on the spot; 信息路 Xinxi Rd       Chinese, else as on the spot
//                         where that is not in Latin letters

import BaseMap
import Cells

/// A name ready for the screen: cleaned, measured, in the forms that may be tried.
struct WrittenName: Hashable, Sendable {
  /// The form that says most, and the shorter one where there are two.
  var forms: [Form]

  struct Form: Hashable, Sendable {
    var text: String
    var width: Int
  }

  /// Columns that a name takes at most.
  static let widest = 28
  /// What a source says beyond so many characters is not read.
  private static let longest = 200

  /// - Parameters:
  ///   - isInterfaceLanguage: whether the thing is so well known that the interface's language has a name for it.
  /// - Returns: `nil` where nothing is left to be shown.
  init?(_ name: MapName, language: Language, isInterfaceLanguage: Bool, isUpperCase: Bool = false, ellipsis: String = "…") {
    let texts: [String]
    switch language {
    case .chinese: texts = [name.chinese ?? name.local]
    case .english: texts = Self.english(name, isInterfaceLanguage: isInterfaceLanguage)
    }
    forms = []
    for text in texts {
      guard let clean = Self.clean(text) else { continue }
      let cased = isUpperCase ? clean.uppercased() : clean
      let width = TextWidth.columns(of: cased)
      if width <= Self.widest {
        if width > 0, forms.last?.text != cased { forms.append(Form(text: cased, width: width)) }
      } else if text == texts.last {
        let cut = TextWidth.truncated(cased, to: Self.widest, ellipsis: ellipsis)
        forms.append(Form(text: cut, width: TextWidth.columns(of: cut)))
      }
    }
    if forms.isEmpty { return nil }
  }

  private static func english(_ name: MapName, isInterfaceLanguage: Bool) -> [String] {
    guard let english = name.english, !english.isEmpty, english != name.local else { return [name.local] }
    switch script(of: name.local) {
    case .latin: return [isInterfaceLanguage ? english : name.local]
    // Letters that run from right to left would reorder what stands beside them.
    case .rightToLeft: return [english]
    case .other: return holds(name.local, english) ? [name.local, english] : ["\(name.local) \(english)", english]
    }
  }

  /// The text as a terminal may get it; `nil` where nothing is left.
  private static func clean(_ text: String) -> String? {
    let utf8 = text.utf8
    if utf8.count <= longest, utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), utf8.first != 0x20, utf8.last != 0x20, !holds(text, "  ") {
      return text.isEmpty ? nil : text
    }
    let start = text.unicodeScalars.prefix(longest)
    let clean = TextWidth.clean(String(String.UnicodeScalarView(start)), maximumScalars: longest)
    return clean.isEmpty ? nil : clean
  }

  private enum Script { case latin, rightToLeft, other }

  /// What a name is written in, by its first letter that is not Latin.
  private static func script(of text: String) -> Script {
    for scalar in text.unicodeScalars.prefix(longest) where scalar.value >= 0x370 {
      switch scalar.value {
      case 0x1E00...0x1EFF, 0x2000...0x2BFF: continue
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: return .rightToLeft
      default: return .other
      }
    }
    return .latin
  }

  /// Whether a text holds another.
  private static func holds(_ text: String, _ part: String) -> Bool {
    let (whole, wanted) = (Array(text.utf8.prefix(4 * longest)), Array(part.utf8.prefix(4 * longest)))
    guard !wanted.isEmpty, wanted.count <= whole.count else { return wanted.isEmpty }
    return (0...(whole.count - wanted.count)).contains { whole[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }
}

/// A number for a name that is the same in every frame, on every machine (Fowler, Noll and Vo's FNV-1a).
struct NameHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  mutating func add(_ text: String) {
    for byte in text.utf8.prefix(256) { add(byte) }
    add(UInt8(truncatingIfNeeded: text.utf8.count))
  }

  var identity: Int { Int(truncatingIfNeeded: value) }
}
