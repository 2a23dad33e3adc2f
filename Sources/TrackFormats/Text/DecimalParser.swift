// Owns `DecimalParser`: decimal numbers out of bytes, exact and without making strings.

/// Reads decimal numbers.
///
/// The grammar is `[+-] digits [. digits] [e [+-] digits]` with at least one digit before the exponent; `.5` and `5.` are
/// numbers, `nan`, `inf` and `0x10` are not. The value is the nearest `Double`, the very one that `Double(String)` gives.
package enum DecimalParser {
  /// A longer number than this is none: no position needs so many digits, and the work stays bounded.
  static let lengthLimit = 512

  /// Reads the number that begins at `position` and moves `position` behind it, or returns `nil` and leaves it.
  ///
  /// A number too great for a `Double` is infinite; the caller has to look.
  @inline(__always)
  package static func scan(_ bytes: Span<UInt8>, at position: inout Int) -> Double? {
    let end = bytes.count
    var index = position
    var isNegative = false
    if index < end, bytes[index] == .minus || bytes[index] == .plus {
      isNegative = bytes[index] == .minus
      index += 1
    }
    var mantissa: UInt64 = 0
    let first = index
    while index < end, let digit = bytes[index].digit {
      mantissa = mantissa &* 10 &+ digit
      index += 1
    }
    var digits = index - first
    var exponent = 0
    if index < end, bytes[index] == .point {
      let start = index + 1
      index = start
      while index < end, let digit = bytes[index].digit {
        mantissa = mantissa &* 10 &+ digit
        index += 1
      }
      digits += index - start
      exponent = start - index
    }
    guard digits > 0 else { return nil }
    if index < end, bytes[index] | 0x20 == .letterE {
      guard let power = scanExponent(bytes, at: &index) else { return nil }
      exponent += power
    }
    guard index - position <= lengthLimit else { return nil }
    // 19 digits always fit into 64 bits; leading zeros may push a number over that, and then cost only time.
    let magnitude = digits <= 19 ? value(mantissa, exponent) : nil
    let text = position..<index
    position = index
    guard let magnitude else { return slow(bytes.extracting(text)) }
    return isNegative ? -magnitude : magnitude
  }

  /// A number that is all there is, but for white space around it.
  package static func parse(_ bytes: Span<UInt8>) -> Double? {
    var start = 0
    var end = bytes.count
    while start < end, bytes[start].isBlank { start += 1 }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    let inner = bytes.extracting(start..<end)
    var position = 0
    guard let value = scan(inner, at: &position), position == inner.count else { return nil }
    return value
  }

  /// The plain twin: the same value through a string. Also the way for what the fast one leaves.
  static func slow(_ bytes: Span<UInt8>) -> Double? {
    bytes.withUnsafeBufferPointer { Double(String(decoding: $0, as: UTF8.self)) }
  }

  /// Reads `e±digits` behind a mantissa.
  private static func scanExponent(_ bytes: Span<UInt8>, at position: inout Int) -> Int? {
    var index = position + 1
    var isNegative = false
    if index < bytes.count, bytes[index] == .minus || bytes[index] == .plus {
      isNegative = bytes[index] == .minus
      index += 1
    }
    let first = index
    var power = 0
    while index < bytes.count, let digit = bytes[index].digit {
      // Beyond any Double already; only the overflow has to be kept away.
      power = min(power * 10 + Int(digit), 1_000_000)
      index += 1
    }
    guard index > first else { return nil }
    position = index
    return isNegative ? -power : power
  }

  /// mantissa · 10^exponent rounded once, or `nil` where that takes more than 64 bits of care.
  @inline(__always)
  private static func value(_ mantissa: UInt64, _ exponent: Int) -> Double? {
    if mantissa == 0 { return 0 }
    if mantissa <= 1 << 53, exponent <= 0, exponent >= -22 {
      // Both are exact as Double, so the one division rounds once (Clinger, "How to read floating point numbers accurately").
      return Double(mantissa) / PowersOfTen.exact(-exponent)
    }
    if exponent < 0, exponent >= -27 { return quotient(mantissa, -exponent) }
    if exponent == 0 { return Double(mantissa) }
    return nil
  }

  /// mantissa / 10^power by whole numbers: a 64-bit quotient, what it leaves, and one rounding to 53 bits, half to even.
  ///
  /// 5^27 is the largest power of five below 2^64, which is where the limit of 27 comes from; the power of two goes into
  /// the exponent. With both operands shifted to have their top bit set the quotient has at least 64 significant bits:
  ///
  ///     mantissa / 5^p = (m / d) · 2^(shift of d − shift of m),   ½ < m / d < 2
  private static func quotient(_ mantissa: UInt64, _ power: Int) -> Double {
    let five = PowersOfTen.five(power)
    let dividendShift = mantissa.leadingZeroBitCount
    let divisorShift = five.leadingZeroBitCount
    let dividend = mantissa << dividendShift
    let divisor = five << divisorShift
    var exponent = divisorShift - dividendShift - power - 64
    let parts: (high: UInt64, low: UInt64)
    if dividend >= divisor {
      parts = (dividend >> 1, dividend << 63)
      exponent += 1
    } else {
      parts = (dividend, 0)
    }
    let (quotient, remainder) = divisor.dividingFullWidth(parts)
    var kept = quotient >> 11
    let dropped = quotient & 0x7FF
    if dropped > 0x400 || (dropped == 0x400 && (remainder != 0 || kept & 1 == 1)) { kept += 1 }
    return Double(kept) * Double(bitPattern: UInt64(1023 + exponent + 11) << 52)
  }
}

/// Powers that are exact.
private enum PowersOfTen {
  /// 10^power as a Double, for 0…22.
  @inline(__always)
  static func exact(_ power: Int) -> Double { tens[power] }
  /// 5^power, for 0…27.
  static func five(_ power: Int) -> UInt64 { fives[power] }

  private static let tens: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
  private static let fives: [UInt64] = (0...27).map { power in (0..<power).reduce(1) { product, _ in product * 5 } }
}
