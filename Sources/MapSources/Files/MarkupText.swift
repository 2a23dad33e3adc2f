// Owns `MarkupText`: the words of a text in HTML.

/// What stays of HTML when its tags are taken away.
enum MarkupText {
  /// The text without tags and comments, with entities resolved, white space and controls made single spaces. Texts without markup stay
  /// as they are; a `<` that begins no tag stays too.
  static func plain(_ markup: String) -> String {
    var line = Line()
    var rest = Substring(markup)
    while let first = rest.unicodeScalars.first {
      if first == "<", let tag = tag(rest) {
        if tag.separates { line.append(" ") }
        rest = rest[tag.end...]
      } else if first == "&", let entity = entity(rest) {
        for scalar in entity.text.unicodeScalars { line.append(scalar) }
        rest = rest[entity.end...]
      } else {
        line.append(first)
        rest = Substring(rest.unicodeScalars.dropFirst())
      }
    }
    return line.text
  }

  /// A text with white space and controls made single spaces.
  static func collapsed(_ text: String) -> String {
    var line = Line()
    for scalar in text.unicodeScalars { line.append(scalar) }
    return line.text
  }

  /// A text on one line.
  private struct Line {
    private(set) var text = ""
    private var owesSpace = false

    mutating func append(_ scalar: Unicode.Scalar) {
      let properties = scalar.properties
      if properties.isWhitespace || properties.generalCategory == .control || properties.isBidiControl {
        owesSpace = true
        return
      }
      if owesSpace, !text.isEmpty { text += " " }
      owesSpace = false
      text.unicodeScalars.append(scalar)
    }
  }

  /// The tag or comment that a text begins with, and where it ends; one that does not end goes to the end of the text.
  private static func tag(_ text: Substring) -> (end: Substring.Index, separates: Bool)? {
    let scalars = text.unicodeScalars
    let behind = scalars.index(after: scalars.startIndex)
    guard behind < scalars.endIndex else { return nil }
    let next = scalars[behind]
    guard next == "/" || next == "!" || next == "?" || next.properties.isAlphabetic else { return nil }
    let name = String(String.UnicodeScalarView(scalars[behind...].prefix { $0 == "/" || $0.properties.isAlphabetic })).lowercased()
    let separates = ["br", "br/", "p", "/p", "div", "/div", "li", "/li"].contains(name)
    var quote: Unicode.Scalar?
    var index = behind
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == ">" {
        return (scalars.index(after: index), separates)
      }
      index = scalars.index(after: index)
    }
    return (scalars.endIndex, separates)
  }

  /// The character reference that a text begins with, and where it ends; `nil` where it is none that is known.
  private static func entity(_ text: Substring) -> (text: String, end: Substring.Index)? {
    let head = text.unicodeScalars.prefix(12)
    guard let end = head.firstIndex(of: ";") else { return nil }
    let name = String(String.UnicodeScalarView(head[..<end].dropFirst()))
    guard let value = named[name] ?? numbered(name) else { return nil }
    return (value, text.unicodeScalars.index(after: end))
  }

  private static func numbered(_ name: String) -> String? {
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return number.flatMap(Unicode.Scalar.init).map(String.init)
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®", "trade": "™", "middot": "·",
    "bull": "•", "ndash": "–", "mdash": "—", "hellip": "…", "eacute": "é", "egrave": "è", "auml": "ä", "ouml": "ö", "uuml": "ü",
    "szlig": "ß", "ccedil": "ç",
  ]
}
