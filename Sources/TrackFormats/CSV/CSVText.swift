// Owns `CSVText`: fields out of lines, and the numbers, angles and moments in them, the thorough way.

/// Takes fields apart that are not plain.
enum CSVText {
  /// A quotation mark.
  static let quote: UInt8 = 0x22
  /// A field in quotation marks may go over lines, but not farther than this: a mark that is never closed is no field.
  static let quotedLimit = 16_384

  /// The fields of one line, without the quotation marks (RFC 4180, section 2).
  static func fields(_ line: Span<UInt8>, separator: UInt8, limit: Int) -> [String] {
    var result: [String] = []
    var position = 0
    while result.count < limit {
      let range = field(line, at: &position, separator: separator)
      result.append(String(decoding: content(line.extracting(range)), as: UTF8.self))
      guard position < line.count, line[position] == separator else { break }
      position += 1
    }
    return result
  }

  /// Goes over the field that begins at `position`, to the separator, line end or end of text behind it.
  static func field(_ text: Span<UInt8>, at position: inout Int, separator: UInt8) -> Range<Int> {
    let start = position
    var index = start
    while index < text.count, text[index] == .space { index += 1 }
    if index < text.count, text[index] == quote, let end = quotedEnd(text, from: index + 1) { index = end }
    while index < text.count, text[index] != separator, text[index] != .lineFeed, text[index] != .carriageReturn { index += 1 }
    position = index
    return start..<index
  }

  /// The index behind the mark that closes a quoted field; two marks are one that is meant. `nil` where none comes soon.
  private static func quotedEnd(_ text: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    let end = min(text.count, start + quotedLimit)
    while index < end {
      if text[index] == quote {
        guard index + 1 < text.count, text[index + 1] == quote else { return index + 1 }
        index += 1
      }
      index += 1
    }
    return nil
  }

  /// What a field holds: without white space at its ends and quotation marks, and no more of it than anyone needs.
  static func content(_ field: Span<UInt8>) -> [UInt8] {
    let inner = field.extracting(field.trimmedRange)
    let limit = quotedLimit
    guard inner.count >= 2, inner[0] == quote, inner[inner.count - 1] == quote else {
      return inner.extracting(first: min(inner.count, limit)).withUnsafeBufferPointer { Array($0) }
    }
    var result: [UInt8] = []
    var index = 1
    while index < inner.count - 1, result.count < limit {
      result.append(inner[index])
      index += inner[index] == quote && index + 1 < inner.count - 1 && inner[index + 1] == quote ? 2 : 1
    }
    return result
  }

  /// Whether a field says that there is no value.
  static func isAbsent(_ content: [UInt8]) -> Bool {
    guard content.count <= 4 else { return false }
    let text = String(decoding: content, as: UTF8.self).lowercased()
    return ["", "-", "--", "nan", "null", "nil", "none", "n/a", "na"].contains(text)
  }

  /// A number, with a decimal comma if need be, and with a word such as a unit behind it where that may be.
  static func number(_ content: [UInt8], unit allowsUnit: Bool = true) -> Double? {
    guard content.count <= 64 else { return nil }
    var bytes = content
    if !bytes.contains(.point), let comma = bytes.firstIndex(of: .comma), bytes.lastIndex(of: .comma) == comma { bytes[comma] = .point }
    var position = 0
    guard let value = DecimalParser.scan(bytes.span, at: &position), value.isFinite else { return nil }
    let rest = bytes[position...].drop { $0 == .space }
    // A unit is a word; more digits or points would be another number.
    let isUnit = rest.allSatisfy { $0 >= 0x80 || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x2F || $0 == 0x25 }
    return rest.isEmpty || (allowsUnit && isUnit && rest.count <= 8) ? value : nil
  }

  /// An angle in degrees: `-12.5`, `12,5`, `12.5S`, `N 12 30.5`, `12°30'30"W`, `12:30:30`.
  static func angle(_ content: [UInt8]) -> Double? {
    guard content.count <= 64 else { return nil }
    if let plain = number(content, unit: false) { return plain }
    var bytes = content[...]
    // One letter, before or behind; it goes first, for an E behind a number would begin an exponent.
    var letter: UInt8?
    if let last = bytes.last, isHemisphere(last) {
      letter = bytes.removeLast()
    } else if let first = bytes.first, isHemisphere(first) {
      letter = bytes.removeFirst()
    }
    guard let (parts, hasMinus) = sexagesimal(Array(bytes)), let degrees = parts.first else { return nil }
    // Only the last may have a fraction.
    if parts.dropFirst().contains(where: { $0 >= 60 }) || parts.dropLast().contains(where: { $0 != $0.rounded() }) { return nil }
    let magnitude = degrees + (parts.count > 1 ? parts[1] / 60 : 0) + (parts.count > 2 ? parts[2] / 3600 : 0)
    let isSouthOrWest = letter.map { $0 | 0x20 == 0x73 || $0 | 0x20 == 0x77 } ?? false
    return hasMinus != isSouthOrWest ? -magnitude : magnitude
  }

  /// One to three numbers with signs of degrees, minutes and seconds, spaces or colons around them.
  private static func sexagesimal(_ content: [UInt8]) -> (parts: [Double], hasMinus: Bool)? {
    var bytes = content
    if !bytes.contains(.point), let comma = bytes.firstIndex(of: .comma), bytes.lastIndex(of: .comma) == comma { bytes[comma] = .point }
    var parts: [Double] = []
    var hasMinus = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x80 || byte == .space || byte == .colon || byte == 0x27 || byte == quote {
        index += 1
        continue
      }
      // Only the first number may have a sign.
      guard parts.count < 3, parts.isEmpty || byte.digit != nil, let value = DecimalParser.scan(bytes.span, at: &index) else { return nil }
      if parts.isEmpty { hasMinus = byte == .minus }
      parts.append(abs(value))
    }
    return parts.isEmpty ? nil : (parts, hasMinus)
  }

  private static func isHemisphere(_ byte: UInt8) -> Bool { [0x6E, 0x73, 0x65, 0x77].contains(byte | 0x20) && byte >= 0x41 }

  /// Two numbers in one field.
  static func pair(_ content: [UInt8]) -> (first: Double, second: Double)? {
    guard content.count <= 128 else { return nil }
    let bytes = content.map { $0 == 0x28 || $0 == 0x29 || $0 == 0x5B || $0 == 0x5D ? UInt8.space : $0 }
    let divider: UInt8 = bytes.contains(.comma) ? .comma : bytes.contains(.semicolon) ? .semicolon : .space
    let parts = bytes.split(separator: divider).map { part in Array(part.drop { $0 == .space }) }.filter { !$0.isEmpty }
    guard parts.count == 2 || parts.count == 3, let first = angle(parts[0]), let second = angle(parts[1]) else { return nil }
    return (first, second)
  }
}
