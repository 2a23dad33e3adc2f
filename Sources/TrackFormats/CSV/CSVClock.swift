// Owns `CSVClock`: the quick way through a plain moment; its thorough twin is `TimestampParser`.

/// Reads moments of one shape that follow one another, most of them on the same day.
struct CSVClock {
  /// The day read last, as its eight digits, and its midnight.
  private var day: UInt64 = 0
  private var midnight = 0.0

  /// Reads `2024-05-01T08:30:00Z`, with a space for the T, with up to nine digits of a fraction, or without the Z; `nil` for anything else,
  /// which leaves `position`. Where it succeeds the value is that of ``TimestampParser``.
  @inline(__always)
  mutating func scan(_ text: Span<UInt8>, at position: inout Int) -> Double? {
    let start = position
    guard start + 19 <= text.count, text[start + 4] == .minus, text[start + 7] == .minus, text[start + 13] == .colon,
      text[start + 16] == .colon, text[start + 10] == 0x54 || text[start + 10] == .space
    else { return nil }
    // What is no digit leaves a bit in `wrong`; one test at the end is cheaper than one a digit.
    var wrong: UInt64 = 0
    func pair(_ offset: Int) -> UInt64 {
      let (tens, ones) = (UInt64(text[start + offset] &- 0x30), UInt64(text[start + offset + 1] &- 0x30))
      wrong |= (tens > 9 ? 1 : 0) | (ones > 9 ? 1 : 0)
      return tens &* 10 &+ ones
    }
    let date = pair(0) &* 1_000_000 &+ pair(2) &* 10_000 &+ pair(5) &* 100 &+ pair(8)
    let (hour, minute, second) = (pair(11), pair(14), pair(17))
    guard wrong == 0, hour < 24, minute < 60, second < 60 else { return nil }
    var index = start + 19
    var fraction = 0.0
    if index < text.count, text[index] == .point {
      var value: UInt64 = 0
      var scale = 1.0
      index += 1
      while index < text.count, let digit = text[index].digit {
        guard scale < 1e9 else { return nil }
        value = value &* 10 &+ digit
        scale *= 10
        index += 1
      }
      guard scale > 1 else { return nil }
      fraction = Double(value) / scale
    }
    if index < text.count, text[index] == 0x5A { index += 1 }
    if date != day {
      let midnightText = text.extracting(start..<start + 10).withUnsafeBufferPointer { Array($0) } + Self.zero
      guard let found = TimestampParser.parse(midnightText.span) else { return nil }
      (day, midnight) = (date, found)
    }
    position = index
    return midnight + Double(hour &* 3600 &+ minute &* 60 &+ second) + fraction
  }

  private static let zero = Array("T00:00:00Z".utf8)
}
