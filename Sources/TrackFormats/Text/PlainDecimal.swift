// Owns `PlainDecimal`: numbers in the fewest digits that mean the same number, never with an exponent.

/// Writes numbers for formats that know no exponents, such as the decimals of XML Schema.
enum PlainDecimal {
  /// The fewest digits that give the same `Double` again; `nil` for one that is not finite.
  static func text(_ number: Double) -> String? { number.isFinite ? expanded(number.description) : nil }

  /// The fewest digits that give the same `Float` again; `nil` for one that is not finite.
  static func text(_ number: Float) -> String? { number.isFinite ? expanded(number.description) : nil }

  /// A number as the standard library describes it, such as `1.25e-05`, `1e+20` or `3.0`, without exponent and needless zero.
  private static func expanded(_ text: String) -> String {
    guard let mark = text.utf8.firstIndex(of: .letterE) else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
    let exponent = Int(text[text.index(after: mark)...]) ?? 0
    var digits = Array(text[..<mark].utf8)
    let isNegative = digits.first == .minus
    if isNegative { digits.removeFirst() }
    var whole = digits.firstIndex(of: .point) ?? digits.count
    digits.removeAll { $0 == .point }
    whole += exponent
    if whole <= 0 {
      digits.insert(contentsOf: repeatElement(0x30, count: 1 - whole), at: 0)
      whole = 1
    } else if whole > digits.count {
      digits.append(contentsOf: repeatElement(0x30, count: whole - digits.count))
    }
    while digits.count > whole, digits.last == 0x30 { digits.removeLast() }
    if whole < digits.count { digits.insert(.point, at: whole) }
    return (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
  }
}
