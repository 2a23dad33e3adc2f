// Owns `IGCLines` and what can be asked of one line of an IGC file.

/// The lines of an IGC file, one after another, whatever ends them.
struct IGCLines {
  /// Where the next line begins.
  private(set) var position = 0
  /// The number of the line given last, from 1.
  private(set) var number = 0

  /// The next line without blanks and stray bytes before its first letter or digit, or behind its last one; `nil` at the end.
  mutating func next(in text: Span<UInt8>) -> Range<Int>? {
    guard position < text.count else { return nil }
    number += 1
    var start = position
    var end = start
    while end < text.count, text[end] != .lineFeed, text[end] != .carriageReturn { end += 1 }
    position = end + 1
    if position < text.count, text[end] == .carriageReturn, text[position] == .lineFeed { position += 1 }
    // Recorders leave flow control bytes and blanks before a record; no record begins with either.
    while start < end, !text[start].isASCIILetterOrDigit { start += 1 }
    while end > start, text[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool { digit != nil || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) }
}

extension Span<UInt8> {
  /// A letter in upper case, 0 where the line is shorter.
  @inline(__always)
  func igcLetter(_ index: Int) -> UInt8 {
    guard index < count else { return 0 }
    let byte = self[index]
    return byte >= 0x61 && byte <= 0x7A ? byte & 0xDF : byte
  }

  /// Whether three letters stand at a place, in either case.
  func hasIGCLetters(_ code: StaticString, at offset: Int) -> Bool {
    guard count >= offset + code.utf8CodeUnitCount else { return false }
    for index in 0..<code.utf8CodeUnitCount where igcLetter(offset + index) != code.utf8Start[index] { return false }
    return true
  }

  /// Whether this is a header (`H`, who said it, three letters) of a code.
  func hasIGCCode(_ code: StaticString) -> Bool { igcLetter(0) == 0x48 && hasIGCLetters(code, at: 2) }

  /// The digits of a range as a number; `nil` where there are none, too many, or anything else.
  @inline(__always)
  func igcNumber(_ range: Range<Int>) -> Int? {
    guard !range.isEmpty, range.count <= 15, range.upperBound <= count else { return nil }
    var value = 0
    for index in range {
      guard let digit = self[index].digit else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  /// The digits of a range, with a minus before them or not.
  func igcSignedNumber(_ range: Range<Int>) -> Int? {
    guard range.upperBound <= count, !range.isEmpty, self[range.lowerBound] == .minus else { return igcNumber(range) }
    return igcNumber(range.lowerBound + 1..<range.upperBound).map { -$0 }
  }
}
