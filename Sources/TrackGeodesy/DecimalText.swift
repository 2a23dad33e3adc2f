// Owns the writing of numbers: fixed decimals without Foundation and without the C library's locale (which may write a decimal comma).

/// Numbers as text.
public enum DecimalText {
  /// What stands for a number that is none (NaN, infinities): an en dash.
  public static let missing = "–"

  /// The number with a fixed count of decimals, such as `-12.50`.
  ///
  /// Rounds the exact binary value to nearest, halves away from zero, so 0.5 gives `1` and 1.005 (which is a little less) `1.00`.
  /// Never writes a negative zero.
  ///
  /// - Parameters:
  ///   - value: any number; NaN and infinities give ``missing``. From 2⁵³ on, the shortest digits that identify the number, then zeros.
  ///   - digits: decimals, clamped to 0…15.
  ///   - grouped: whether thousands are set apart by a space, as in `1 204`.
  public static func fixed(_ value: Double, digits: Int, grouped: Bool = false) -> String {
    guard value.isFinite else { return missing }
    let places = max(0, min(15, digits))
    let magnitude = abs(value)
    let (whole, fraction) = split(magnitude, places: places)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    if value < 0, whole != [UInt8(ascii: "0")] || fraction != 0 { bytes.append(UInt8(ascii: "-")) }
    for (index, byte) in whole.enumerated() {
      if grouped, index > 0, (whole.count - index).isMultiple(of: 3) { bytes.append(UInt8(ascii: " ")) }
      bytes.append(byte)
    }
    if places > 0 {
      bytes.append(UInt8(ascii: "."))
      let text = Array(String(fraction).utf8)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: places - text.count))
      bytes.append(contentsOf: text)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same as ``fixed(_:digits:grouped:)``, set flush right in a field of at least the given width by spaces in front.
  public static func padded(_ value: Double, digits: Int, width: Int) -> String {
    padded(fixed(value, digits: digits), width: width)
  }

  /// A whole number with at least the given count of digits, zeros in front; `-` stands before the zeros.
  public static func padded(_ value: Int, zerosTo width: Int) -> String {
    let text = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, min(64, width) - text.count))
    return (value < 0 ? "-" : "") + zeros + text
  }

  /// The text set flush right in a field of at least the given width (of characters, up to 1000) by spaces in front.
  public static func padded(_ text: String, width: Int) -> String {
    String(repeating: " ", count: max(0, min(1000, width) - text.count)) + text
  }

  /// The digits before the point, and those after it as a whole number below 10^places, rounded.
  private static func split(_ magnitude: Double, places: Int) -> (whole: [UInt8], fraction: Int) {
    // From 2⁵³ on every number is whole; below, the whole part and the fraction separate exactly.
    guard magnitude < 0x1p53 else { return (wholeDigits(magnitude), 0) }
    let floor = magnitude.rounded(.down)
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let fraction = magnitude - floor
    let scaled = fraction * scale
    // What the product lost decides numbers that only look like a half.
    let lost = (-scaled).addingProduct(fraction, scale)
    var rounded = scaled.rounded(.down)
    let rest = scaled - rounded
    if rest > 0.5 || (rest == 0.5 && lost >= 0) { rounded += 1 }
    let carries = rounded >= scale
    return (Array(String(Int(floor) + (carries ? 1 : 0)).utf8), carries ? 0 : Int(rounded))
  }

  /// The digits of a whole number of 2⁵³ or more, from the standard library's shortest form, such as `1.25e+20`.
  private static func wholeDigits(_ magnitude: Double) -> [UInt8] {
    var digits: [UInt8] = []
    var exponent = 0
    var inExponent = false
    var decimals = 0
    var afterPoint = false
    for byte in magnitude.description.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if inExponent {
          exponent = exponent * 10 + Int(byte - UInt8(ascii: "0"))
        } else {
          digits.append(byte)
          if afterPoint { decimals += 1 }
        }
      case UInt8(ascii: "."): afterPoint = true
      case UInt8(ascii: "e"): inExponent = true
      default: break
      }
    }
    if exponent >= decimals {
      digits.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: min(400, exponent - decimals)))
    } else {
      digits.removeLast(min(digits.count, decimals - exponent))
    }
    return digits
  }
}
