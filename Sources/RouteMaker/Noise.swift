// Owns the seeded randomness of the routes: a small generator and smooth wandering values made from it.

/// SplitMix64 (Steele, Lea and Flood 2014): the same seed gives the same numbers on every machine.
struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0 ..< 1 of 53 bits.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}

/// A value in −1 … 1 that wanders smoothly along a line, the same for the same seed and place.
///
/// Value noise: a random height at every `wavelength`, joined by smoothsteps, so that value and slope are continuous.
struct Wander: Sendable {
  let seed: UInt64
  let wavelength: Double

  func value(at place: Double) -> Double {
    let cell = (place / wavelength).rounded(.down)
    let t = place / wavelength - cell
    let left = height(cell)
    let right = height(cell + 1)
    return left + (right - left) * (t * t * (3 - 2 * t))
  }

  private func height(_ cell: Double) -> Double {
    var generator = SplitMix64(seed: seed &+ UInt64(bitPattern: Int64(cell)) &* 0xD134_2543_DE82_EF95)
    return generator.unit() * 2 - 1
  }
}
