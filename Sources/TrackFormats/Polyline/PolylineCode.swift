// Owns `PolylineCode`: Google's encoded polyline algorithm.

/// The "Encoded Polyline Algorithm Format" (developers.google.com/maps/documentation/utilities/polylinealgorithm).
///
/// Each number is the difference to the one before it, shifted left by one (inverted where negative), in groups of five bits, the lowest
/// first, each group but the last with bit 6 set, plus 63:
///
///     −179.98321 · 10⁵ → −17998321 → … → `` `~oia@ ``
enum PolylineCode {
  /// The bytes that can occur.
  static let alphabet: ClosedRange<UInt8> = 63...126
  /// More groups than this are no coordinate in any precision.
  private static let groupLimit = 10

  /// The next number, or `nil` (which leaves `position` at what is wrong) where the text ends within it or a byte is none.
  @inline(__always)
  static func scan(_ bytes: Span<UInt8>, at position: inout Int) -> Int64? {
    var value: UInt64 = 0
    var groups: UInt64 = 0
    while position < bytes.count {
      guard alphabet.contains(bytes[position]), groups < groupLimit else { return nil }
      let group = UInt64(bytes[position] - 63)
      position += 1
      value |= (group & 0x1F) << (groups * 5)
      groups += 1
      if group < 0x20 { return value & 1 == 1 ? ~Int64(value >> 1) : Int64(value >> 1) }
    }
    return nil
  }

  /// Writes a number.
  static func append(_ number: Int64, to output: inout ByteOutput) {
    var value = UInt64(bitPattern: number < 0 ? ~(number << 1) : number << 1)
    while value >= 0x20 {
      output.put(UInt8(value & 0x1F | 0x20) + 63)
      value >>= 5
    }
    output.put(UInt8(value) + 63)
  }
}
