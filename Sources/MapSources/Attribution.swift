// Owns `Attribution`: what a map says of its makers, out of HTML into plain words.

/// The words that name the makers of a map, which maps carry as a piece of HTML.
enum Attribution {
  /// Bytes of HTML that are looked at, credits that are kept, and characters of each.
  private static let limits = (bytes: 8192, credits: 8, characters: 120)

  /// The credits in a piece of HTML or plain text, in their order, each once, without markup; white space collapsed, not cleaned otherwise.
  ///
  /// A credit begins where a link begins, at a © and at a new sentence: `<a>© OpenMapTiles</a> <a>© OpenStreetMap</a> contributors` are two,
  /// because small letters behind a link go on with it.
  static func plain(_ html: String) -> [String] {
    var collector = CreditCollector()
    var rest = Substring(decoding: html.utf8.prefix(limits.bytes), as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "<", let tag = takeTag(&rest) {
        if tag == "script" || tag == "style" { skip(to: tag, in: &rest) }
        collector.take(tag: tag)
      } else if scalar == "&", let meant = takeEntity(&rest) {
        collector.take(meant)
      } else {
        collector.take(scalar)
        rest.removeFirst()
      }
    }
    var credits: [String] = []
    for credit in collector.finished() where !credits.contains(credit) && credits.count < limits.credits {
      credits.append(String(credit.prefix(limits.characters)))
    }
    return credits
  }

  /// Goes behind a tag and gives its name in small letters, `/a` for an end; `nil` where the sign is none of markup.
  private static func takeTag(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let inside = rest.dropFirst()
    guard let first = inside.first, first == "/" || first == "!" || ("a"..."z").contains(first) || ("A"..."Z").contains(first) else {
      return nil
    }
    guard let end = inside.firstIndex(of: ">") else {
      // It is never closed: there is nothing more to read.
      rest = rest[rest.endIndex...]
      return ""
    }
    let name = inside[..<end].prefix { $0 == "/" || ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
    rest = rest[rest.index(after: end)...]
    return String(name).lowercased()
  }

  /// Goes to the end tag of an element whose content is not text.
  private static func skip(to name: String, in rest: inout Substring.UnicodeScalarView) {
    while let scalar = rest.first {
      if scalar == "<", let tag = takeTag(&rest) {
        if tag == "/" + name { return }
      } else {
        rest.removeFirst()
      }
    }
  }

  private static let entities: [String: Unicode.Scalar] = [
    "copy": "©", "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "middot": "·", "ndash": "–", "mdash": "—",
    "reg": "®", "trade": "™", "hellip": "…", "bull": "•",
  ]

  /// Goes behind a reference to a character (`&copy;`, `&#169;`, `&#xA9;`) and gives it; `nil` where the sign begins none that is known.
  private static func takeEntity(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    let inside = rest.dropFirst().prefix(12)
    guard let end = inside.firstIndex(of: ";") else { return nil }
    let name = String(inside[..<end])
    let scalar: Unicode.Scalar?
    if name.hasPrefix("#x") || name.hasPrefix("#X") {
      scalar = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    } else if name.hasPrefix("#") {
      scalar = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    } else {
      scalar = entities[name]
    }
    guard let scalar else { return nil }
    rest = rest[rest.index(after: end)...]
    return scalar
  }
}

/// Puts texts and ends of links together to credits.
private struct CreditCollector {
  private var credits: [String] = []
  private var text = String.UnicodeScalarView()
  /// Whether a link has ended in `text`, and whether words have come since then.
  private var hasLink = false
  private var hasWordsSince = false

  mutating func take(tag: String) {
    switch tag {
    case "a" where hasLink && !hasWordsSince: finish()
    case "/a":
      hasLink = true
      hasWordsSince = false
    case "br", "/p", "p", "/li", "li", "/div", "div", "/span": if tag != "/span" { finish() }
    default: break
    }
  }

  mutating func take(_ scalar: Unicode.Scalar) {
    if scalar == "|" || scalar == "•" { return finish() }
    if scalar == "©" { finish() }
    if hasLink, !hasWordsSince, Self.isWord(scalar) {
      if scalar.properties.isLowercase { hasWordsSince = true } else { finish() }
    }
    text.append(scalar)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }

  private mutating func finish() {
    let words = String(text).split { $0.isWhitespace }.joined(separator: " ")
    let credit = words.trimming { " ,;.|·–—-".unicodeScalars.contains($0) }
    if credit.unicodeScalars.contains(where: Self.isWord) { credits.append(credit) }
    text = String.UnicodeScalarView()
    hasLink = false
    hasWordsSince = false
  }

  /// All credits; nothing may be taken afterwards.
  mutating func finished() -> [String] {
    finish()
    return credits
  }
}

extension String {
  /// Without the scalars at both ends that are not wanted there.
  fileprivate func trimming(_ isUnwanted: (Unicode.Scalar) -> Bool) -> String {
    var scalars = unicodeScalars[...]
    while let first = scalars.first, isUnwanted(first) { scalars.removeFirst() }
    while let last = scalars.last, isUnwanted(last) { scalars.removeLast() }
    return String(scalars)
  }
}
