// Owns `CoordinateLine`: one line of a coordinate file taken apart, the quick way and the thorough way.

/// The numbers of one position, in the order of the file.
struct PositionNumbers: Hashable {
  var first: Double
  var second: Double
  /// The third number; `nil` where there is none.
  var altitude: Double?
  /// Whether something stands in the place of the altitude that is no number.
  var hasBadAltitude = false
}

/// Takes lines apart.
enum CoordinateLine {
  /// What a part of a line turned out to be.
  enum Reading: Hashable {
    case position(PositionNumbers)
    /// It is none; what was missing.
    case fault(expected: String)
  }

  /// How the numbers in a line are parted.
  struct Style: Hashable {
    /// The byte between the numbers; a space stands for any run of spaces.
    var separator: UInt8
    /// Whether the line holds several positions, parted by semicolons.
    var hasSeveral = false
    /// Whether numbers are written with a comma as their point.
    var hasDecimalComma = false
  }

  /// The index of the first line end at or behind `start`, or the end of the text.
  static func end(in text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, text[index] != .lineFeed, text[index] != .carriageReturn { index += 1 }
    return index
  }

  /// The line without its full-width forms, and without what follows a `#`, unless that is to be kept.
  static func normalized(_ line: Span<UInt8>, keepsRemarks: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(min(line.count, 256))
    var index = 0
    while index < line.count {
      let byte = line[index]
      var replacement = byte
      var length = 1
      if byte >= 0x80, index + 2 < line.count {
        let (second, third) = (line[index + 1], line[index + 2])
        switch (byte, second, third) {
        // U+FF01…U+FF3F are the ASCII characters from "!" to "_" in full width.
        case (0xEF, 0xBC, 0x81...0xBF): (replacement, length) = (third - 0x60, 3)
        case (0xE3, 0x80, 0x80): (replacement, length) = (.space, 3)  // ideographic space
        case (0xE3, 0x80, 0x81): (replacement, length) = (.comma, 3)  // ideographic comma
        case (0xE2, 0x88, 0x92): (replacement, length) = (.minus, 3)  // minus sign
        case (0xEF, 0xBB, 0xBF): (replacement, length) = (.space, 3)  // a mark left where files were joined
        default: break
        }
      }
      if byte == 0xC2, index + 1 < line.count, line[index + 1] == 0xA0 { (replacement, length) = (.space, 2) }
      if replacement == .hash, !keepsRemarks { break }
      result.append(replacement)
      index += length
    }
    return result
  }

  /// How the numbers of a normalized line are parted.
  static func style(of line: Span<UInt8>) -> Style {
    var (hasComma, hasSemicolon, hasTab, hasPoint) = (false, false, false, false)
    for index in line.indices {
      switch line[index] {
      case .comma: hasComma = true
      case .semicolon: hasSemicolon = true
      case .tab: hasTab = true
      case .point: hasPoint = true
      default: break
      }
    }
    if hasSemicolon, hasComma {
      return hasPoint ? Style(separator: .comma, hasSeveral: true) : Style(separator: .semicolon, hasDecimalComma: true)
    }
    return Style(separator: hasComma ? .comma : hasSemicolon ? .semicolon : hasTab ? .tab : .space)
  }

  /// Reads one position out of a normalized line, or out of one of its parts.
  static func read(_ part: Span<UInt8>, style: Style) -> Reading {
    var position = 0
    guard let first = field(in: part, from: &position, style: style), !first.isEmpty else { return .fault(expected: pairExpected) }
    guard let firstNumber = DecimalParser.parse(first.span) else { return .fault(expected: pairExpected) }
    guard let second = field(in: part, from: &position, style: style), !second.isEmpty else {
      return .fault(expected: "a second number")
    }
    guard let secondNumber = DecimalParser.parse(second.span) else { return .fault(expected: "a second number") }
    var numbers = PositionNumbers(first: firstNumber, second: secondNumber)
    if let third = field(in: part, from: &position, style: style), !third.isEmpty {
      numbers.altitude = DecimalParser.parse(third.span)
      numbers.hasBadAltitude = numbers.altitude == nil
    }
    return .position(numbers)
  }

  /// Whether any part of a line holds two numbers.
  static func holdsPosition(_ line: Span<UInt8>) -> Bool {
    let normal = normalized(line)
    let style = style(of: normal.span)
    var start = 0
    while let part = nextPart(of: normal.span, from: &start, style: style) {
      if case .position = read(normal.span.extracting(part), style: style) { return true }
    }
    return false
  }

  /// The next part of a line that may hold a position: all of it, or what lies between semicolons; `nil` at the end.
  static func nextPart(of line: Span<UInt8>, from start: inout Int, style: Style) -> Range<Int>? {
    guard style.hasSeveral else {
      guard start == 0, line.count > 0 else { return nil }
      start = line.count
      return 0..<line.count
    }
    while start < line.count {
      let partStart = start
      while start < line.count, line[start] != .semicolon { start += 1 }
      let part = partStart..<start
      start += 1
      if line.extracting(part).trimmedRange.isEmpty { continue }
      return part
    }
    return nil
  }

  static let pairExpected = "a longitude and a latitude"

  /// The order that a line of column names says, such as `lat,lon,ele` or `经度,纬度`; `nil` where it is no such line.
  static func headerOrder(_ line: Span<UInt8>, style: Style) -> CoordinateOrder? {
    var position = 0
    guard let first = field(in: line, from: &position, style: style), let second = field(in: line, from: &position, style: style)
    else { return nil }
    let names = [first, second].map { String(decoding: $0, as: UTF8.self).lowercased() }
    func isLatitude(_ name: String) -> Bool { name.hasPrefix("lat") || name == "纬度" }
    func isLongitude(_ name: String) -> Bool { name.hasPrefix("lon") || name == "lng" || name == "经度" }
    if isLongitude(names[0]), isLatitude(names[1]) { return .longitudeFirst }
    if isLatitude(names[0]), isLongitude(names[1]) { return .latitudeFirst }
    return nil
  }

  /// The next field without the white space in and around it; `nil` at the end, and empty for a field of more than a number can
  /// hold, which is none.
  private static func field(in part: Span<UInt8>, from position: inout Int, style: Style) -> [UInt8]? {
    if style.separator == .space {
      while position < part.count, part[position].isBlank { position += 1 }
    }
    guard position < part.count else { return nil }
    var result: [UInt8] = []
    while position < part.count, part[position] != style.separator {
      var byte = part[position]
      position += 1
      if byte.isBlank { continue }
      if byte == .comma, style.hasDecimalComma { byte = .point }
      if result.count <= DecimalParser.lengthLimit { result.append(byte) }
    }
    position += 1
    return result
  }
}
