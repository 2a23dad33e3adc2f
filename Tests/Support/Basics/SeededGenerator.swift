// Randomness that can be run again: a seeded generator that says its seed.

import Chance

/// Numbers by chance that a failing test can have again.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var random: SplitMix64

  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  public mutating func next() -> UInt64 { random.next() }

  /// A generator that prints its seed, so that a failure can be run again.
  public static func announced(_ name: String, seed: UInt64 = 20_261_121) -> SeededGenerator {
    print("\(name): seed \(seed)")
    return SeededGenerator(seed: seed)
  }

  /// A whole number of the range.
  public mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A real number of the range.
  public mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  /// True once in so many times, on average.
  public mutating func once(in times: Int) -> Bool { Int.random(in: 0..<max(1, times), using: &self) == 0 }

  /// One of several things; they must not be empty.
  public mutating func pick<Thing>(_ things: [Thing]) -> Thing { things[Int.random(in: 0..<things.count, using: &self)] }
}
