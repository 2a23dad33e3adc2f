// Randomness that can be run again: a seeded generator that says its seed.

/// A small seeded generator (SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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
