// Owns the quick way through a plain line; its thorough twin is `CoordinateLine.read`.

extension CoordinateLine {
  /// Reads a line of two or three numbers that are parted all alike, by commas, single tabs or spaces, and nothing else.
  ///
  /// Where it succeeds `position` is at the line end or at the end of the text. Anything unusual gives `nil` and leaves
  /// `position`; it costs no more than the numbers it looked at.
  @inline(__always)
  static func fast(_ text: Span<UInt8>, at position: inout Int) -> PositionNumbers? {
    var index = position
    while index < text.count, text[index].isSpaceOrTab { index += 1 }
    guard let first = DecimalParser.scan(text, at: &index), let separator = separator(text, at: &index),
      let second = DecimalParser.scan(text, at: &index)
    else { return nil }
    var numbers = PositionNumbers(first: first, second: second)
    if isAtEnd(text, index) {
      position = index
      return numbers
    }
    guard let next = self.separator(text, at: &index) else { return nil }
    if isAtEnd(text, index) {
      // Spaces behind the numbers, or one more comma with nothing behind it.
      guard next == .space || (next == .comma && separator == .comma) else { return nil }
      position = index
      return numbers
    }
    guard next == separator, let third = DecimalParser.scan(text, at: &index) else { return nil }
    while index < text.count, text[index] == .space { index += 1 }
    guard isAtEnd(text, index) else { return nil }
    numbers.altitude = third
    position = index
    return numbers
  }

  @inline(__always)
  private static func isAtEnd(_ text: Span<UInt8>, _ index: Int) -> Bool {
    index >= text.count || text[index] == .lineFeed || text[index] == .carriageReturn
  }

  /// Goes over one separator: a comma with spaces around it, one tab, or spaces. `nil` where there is none or a mixture.
  @inline(__always)
  private static func separator(_ text: Span<UInt8>, at position: inout Int) -> UInt8? {
    var index = position
    while index < text.count, text[index] == .space { index += 1 }
    guard index < text.count else {
      defer { position = index }
      return index > position ? .space : nil
    }
    if text[index] == .comma {
      index += 1
      while index < text.count, text[index] == .space { index += 1 }
      position = index
      return .comma
    }
    if text[index] == .tab {
      guard index == position else { return nil }
      position = index + 1
      return .tab
    }
    guard index > position else { return nil }
    position = index
    return .space
  }
}
