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

  /// Appends a whole number in at least so many digits, with zeros before it.
  package mutating func put(_ number: UInt64, width: Int) {
    var length = 1
    var rest = number / 10
    while rest > 0 {
      length += 1
      rest /= 10
    }
    length = Swift.max(length, width)
    append(contentsOf: repeatElement(0x30, count: length))
    rest = number
    var place = count - 1
    while rest > 0 {
      let (tens, digit) = rest.quotientAndRemainder(dividingBy: 10)
      self[place] = 0x30 + UInt8(truncatingIfNeeded: digit)
      rest = tens
      place -= 1
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
    if number < 0, scaled > 0 { append(.minus) }
    put(scaled / scale, width: 1)
    guard digits > 0 else { return }
    append(.point)
    put(scaled % scale, width: digits)
  }

  private static let powersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]
}
