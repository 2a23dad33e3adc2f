// Owns how the text of a typed position falls apart into numbers, marks, letters and a datum.

extension TypedPosition {
  enum Mark: Hashable { case degrees, minutes, seconds }
  enum Letter: Hashable { case north, south, east, west }

  /// A part of the text.
  enum Token: Hashable {
    /// A magnitude, whether it is below zero, and whether a sign stands before it.
    case number(Double, hasMinus: Bool, isSigned: Bool)
    case mark(Mark)
    case letter(Letter)
    case comma
    case datum(Datum)
  }

  /// The parts of a text; `nil` where one of them has no business in a position.
  static func tokens(of text: String) -> [Token]? {
    var scalars = text.unicodeScalars.map(plain)
    // Of a geo URI only the numbers count.
    if String(String.UnicodeScalarView(scalars.prefix(4))).lowercased() == "geo:" {
      scalars.removeFirst(4)
      scalars = Array(scalars.prefix { $0 != ";" && $0 != "?" })
    }
    var tokens: [Token] = []
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar.isBlank {
        index += 1
      } else if let mark = mark(scalar) {
        tokens.append(.mark(mark))
        index += 1
        // Two primes are a double one.
        if mark == .minutes, index < scalars.count, scalars[index] == scalar, scalar == "'" {
          tokens[tokens.count - 1] = .mark(.seconds)
          index += 1
        }
      } else if scalar == "," || scalar == ";" {
        tokens.append(.comma)
        index += 1
      } else if isOfNumber(scalar) {
        let end = scalars[(index + 1)...].firstIndex { !isDigitOrPoint($0) } ?? scalars.count
        guard let number = number(scalars[index..<end]) else { return nil }
        tokens.append(number)
        index = end
      } else {
        let end = scalars[index...].firstIndex { !isOfWord($0) } ?? scalars.count
        guard end > index, let found = words(scalars[index..<end]) else { return nil }
        tokens += found.tokens
        index = end - found.rest
      }
    }
    return tokens
  }

  /// A letter, a datum, or the two Chinese letters of a half (北纬); `rest` of the scalars belong to what follows.
  private static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> (tokens: [Token], rest: Int)? {
    let word = String(String.UnicodeScalarView(scalars)).lowercased()
    for datum in Datum.allCases where word.filter({ $0 != "-" && $0 != "_" }) == datum.rawValue { return ([.datum(datum)], 0) }
    guard let first = scalars.first else { return nil }
    switch first {
    case "北", "南", "东", "東", "西":
      let letter: Letter = first == "北" ? .north : first == "南" ? .south : first == "西" ? .west : .east
      let second = scalars.dropFirst().first
      return ([.letter(letter)], scalars.count - (second == "纬" || second == "緯" || second == "经" || second == "經" ? 2 : 1))
    default: break
    }
    switch String(first).lowercased() {
    case "n": return ([.letter(.north)], scalars.count - 1)
    case "s": return ([.letter(.south)], scalars.count - 1)
    case "e": return ([.letter(.east)], scalars.count - 1)
    case "w": return ([.letter(.west)], scalars.count - 1)
    default: return nil
    }
  }

  private static func mark(_ scalar: Unicode.Scalar) -> Mark? {
    switch scalar {
    case "°", "º", "˚", "度": .degrees
    case "'", "′", "’", "ʹ", "分": .minutes
    case "\"", "″", "”", "ʺ", "秒": .seconds
    default: nil
    }
  }

  /// A number of digits and at most one point, with a sign perhaps.
  private static func number(_ scalars: ArraySlice<Unicode.Scalar>) -> Token? {
    let isSigned = scalars.first == "-" || scalars.first == "+"
    let digits = String(String.UnicodeScalarView(isSigned ? scalars.dropFirst() : scalars))
    guard digits.utf8.contains(where: { (0x30...0x39).contains($0) }), let value = Double(digits) else { return nil }
    return .number(value, hasMinus: scalars.first == "-", isSigned: isSigned)
  }

  private static func isDigitOrPoint(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) || scalar == "." }
  private static func isOfNumber(_ scalar: Unicode.Scalar) -> Bool { isDigitOrPoint(scalar) || scalar == "-" || scalar == "+" }
  /// A letter, or what joins the letters and digits of `gcj-02`.
  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    isDigitOrPoint(scalar) || scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic
  }

  /// A full-width form or a minus sign as its ASCII character.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0x2212: "-"
    case 0x3001: ","
    default: scalar
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { value == 0x20 || value == 0xA0 || value == 0x3000 || value == 9 || value == 10 || value == 13 }
}
