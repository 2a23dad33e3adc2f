// Owns `SplitMix64`: random numbers that a seed gives again.

/// Random numbers that are the same for the same seed, on every machine. Not for secrets: a few of them tell all that follow.
///
/// A counter that grows by an odd number, and a mixture of its bits (G. Steele, D. Lea and C. Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  /// Any seed is as good as another, 0 too.
  @inlinable
  public init(seed: UInt64) { state = seed }

  /// Any 64 bits.
  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// A number in 0 ..< 1 of 53 bits.
  @inlinable
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// 64 bits whose every bit depends on every bit given; no two give the same.
  @inlinable
  public static func mixed(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
