// The bytes of a document as a scanner looks at them: words, simple numbers, the search for a point.

extension GPXScanner {
  /// Reads `[-]digits[.digits]` as far as one division is exact; `nil` for every other number, and then ``index`` is anywhere.
  ///
  /// The value is that of ``DecimalParser``, which takes the same way for these.
  @inline(__always)
  mutating func scanDecimal() -> Double? {
    guard index < end else { return nil }
    let isNegative = bytes[index] == .minus
    if isNegative { index += 1 }
    var mantissa: UInt64 = 0
    let first = index
    while index < end, let digit = bytes[index].digit {
      mantissa = mantissa &* 10 &+ digit
      index += 1
    }
    var digits = index - first
    var decimals = 0
    if index < end, bytes[index] == .point {
      let start = index + 1
      index = start
      while index < end, let digit = bytes[index].digit {
        mantissa = mantissa &* 10 &+ digit
        index += 1
      }
      decimals = index - start
      digits += decimals
    }
    guard digits > 0, digits <= 19, mantissa <= 1 << 53 else { return nil }
    let magnitude = Double(mantissa) / Self.powerOfTen(decimals)
    return isNegative ? -magnitude : magnitude
  }

  /// 10^power, exact, for 0…19.
  @inline(__always)
  static func powerOfTen(_ power: Int) -> Double {
    switch power {
    case 0: 1
    case 1: 1e1
    case 2: 1e2
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    case 7: 1e7
    case 8: 1e8
    case 9: 1e9
    case 10: 1e10
    case 11: 1e11
    case 12: 1e12
    case 13: 1e13
    case 14: 1e14
    case 15: 1e15
    case 16: 1e16
    case 17: 1e17
    case 18: 1e18
    default: 1e19
    }
  }

  /// Eight bytes, the first of them lowest; they have to be there.
  @inline(__always)
  func word(at place: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self))
  }

  /// At most eight ASCII characters as ``word(at:)`` gives them, zeros behind.
  @inline(__always)
  static func mark(_ text: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for offset in 0..<text.utf8CodeUnitCount { word |= UInt64(text.utf8Start[offset]) << UInt64(8 * offset) }
    return word
  }

  /// The first bytes of a ``word(at:)``.
  @inline(__always)
  static func mask(_ count: UInt64) -> UInt64 { (1 << (8 * count)) &- 1 }

  /// The bytes of a range.
  func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
  }

  /// The first `<trkpt` that begins within a range.
  ///
  /// Looks at every sixth byte and tells from it how far to go on, as R. N. Horspool does ("Practical fast searching in strings").
  static func firstTrackPoint(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    let last = min(range.upperBound, bytes.count - 5)
    var place = range.lowerBound
    while place < last {
      switch bytes[place + 5] {
      case 0x74:
        if bytes[place] == .less, bytes[place + 1] == 0x74, bytes[place + 2] == 0x72, bytes[place + 3] == 0x6B, bytes[place + 4] == 0x70 {
          return place
        }
        place += 4
      case 0x70: place += 1
      case 0x6B: place += 2
      case 0x72: place += 3
      case .less: place += 5
      default: place += 6
      }
    }
    return nil
  }
}
