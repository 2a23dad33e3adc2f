// Owns how numbers of a fixed number of digits are appended to bytes, without a text in between.

extension [UInt8] {
  /// Whether ``put(_:decimals:)`` writes a number: it is finite and has at most 18 digits.
  package static func canPut(_ number: Double, decimals: Int) -> Bool {
    abs(number) * Double(powersOfTen[Swift.min(Swift.max(decimals, 0), 9)]) < 1e18
  }

  /// Appends a constant text.
  @inline(__always)
  package mutating func put(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a whole number in at least so many digits (20 at most), with zeros before it.
  package mutating func put(_ number: UInt64, width: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var place = 20
      Self.fill(digits, endingAt: &place, with: number, width: Swift.min(width, 20))
      append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[place...]))
    }
  }

  /// Writes a number's digits before a place, the last first, and moves the place to the first.
  @inline(__always)
  private static func fill(_ digits: UnsafeMutableBufferPointer<UInt8>, endingAt place: inout Int, with number: UInt64, width: Int) {
    let end = place
    var rest = number
    repeat {
      let (tens, digit) = rest.quotientAndRemainder(dividingBy: 10)
      place -= 1
      digits[place] = 0x30 + UInt8(truncatingIfNeeded: digit)
      rest = tens
    } while rest > 0
    while end - place < width {
      place -= 1
      digits[place] = 0x30
    }
  }

  /// Appends a whole number.
  package mutating func put(_ number: Int) {
    if number < 0 { append(.minus) }
    put(UInt64(number.magnitude), width: 1)
  }

  /// Appends a number with so many digits behind the point, rounded half away from zero; zero has no sign.
  ///
  /// Nothing for a number that ``canPut(_:decimals:)`` denies.
  /// - Parameter decimals: 0…9; without any there is no point either.
  package mutating func put(_ number: Double, decimals: Int) {
    let digits = Swift.min(Swift.max(decimals, 0), 9)
    let scale = Self.powersOfTen[digits]
    let product = abs(number) * Double(scale)
    guard product < 1e18 else { return }
    let scaled = UInt64(product.rounded())
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: scale)
    // 18 digits, a sign, a point, and a zero before it.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
      var place = 24
      if digits > 0 {
        Self.fill(text, endingAt: &place, with: fraction, width: digits)
        place -= 1
        text[place] = .point
      }
      Self.fill(text, endingAt: &place, with: whole, width: 1)
      if number < 0, scaled > 0 {
        place -= 1
        text[place] = .minus
      }
      append(contentsOf: UnsafeMutableBufferPointer(rebasing: text[place...]))
    }
  }

  private static let powersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]
}
