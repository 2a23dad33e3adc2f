// Owns the seeded randomness of the routes: smooth wandering values.

import Chance

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
