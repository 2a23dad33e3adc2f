// Owns `SteadyRandom`: chance that repeats itself, evenly, normally or exponentially distributed.

import Chance

/// Random numbers that are the same for the same seed, on every machine.
///
/// Those of ``SplitMix64``; normal numbers by G. Marsaglia's polar method with ``SteadyMath``.
struct SteadyRandom: Sendable {
  private var bits: SplitMix64
  /// The second number of the last pair.
  private var spare: Double?

  /// A sequence of its own for each seed and stream, so that using more of one does not change another.
  init(seed: UInt64, stream: UInt64) {
    bits = SplitMix64(seed: SplitMix64.mixed(seed &+ SplitMix64.mixed(stream &* 0xD1B5_4A32_D192_ED03 &+ 1)))
  }

  /// Any 64 bits.
  mutating func next() -> UInt64 { bits.next() }

  /// A number between 0 and 1, never one of them.
  mutating func uniform() -> Double { (Double(next() >> 11) + 0.5) * 0x1p-53 }

  /// A number of the normal distribution with mean 0 and deviation 1.
  mutating func normal() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    while true {
      let x = 2 * uniform() - 1
      let y = 2 * uniform() - 1
      let square = x * x + y * y
      guard square < 1, square > 0 else { continue }
      let scale = (-2 * SteadyMath.logarithm(square) / square).squareRoot()
      spare = y * scale
      return x * scale
    }
  }

  /// A waiting time of the exponential distribution.
  mutating func exponential(mean: Double) -> Double { -SteadyMath.logarithm(uniform()) * mean }
}

/// Noise that forgets slowly: a Gauss–Markov process of the first order with mean 0 and deviation 1, and a share of it that forgets at once.
///
/// ```
///  slow(t + dt) = a · slow(t) + √(1 − a²) · n        a = e^(−dt ÷ correlation time)
///  value        = √(1 − f) · slow + √f · n           f: the share of the variance that changes from one value to the next
/// ```
///
/// Slow and value are normal with deviation 1 at every moment, whatever dt was.
struct CorrelatedNoise: Sendable {
  private var random: SteadyRandom
  private let correlationTime: Double
  private let fastShare: Double
  private var slow: Double

  init(seed: UInt64, stream: UInt64, correlationTime: Double, fastShare: Double = 0) {
    var random = SteadyRandom(seed: seed, stream: stream)
    slow = random.normal()
    self.random = random
    self.correlationTime = correlationTime
    self.fastShare = fastShare
  }

  /// The value so many seconds after the last one.
  mutating func next(after seconds: Double) -> Double {
    let kept = correlationTime > 0 ? SteadyMath.exponential(-seconds / correlationTime) : 0
    slow = kept * slow + (1 - kept * kept).squareRoot() * random.normal()
    return fastShare > 0 ? (1 - fastShare).squareRoot() * slow + fastShare.squareRoot() * random.normal() : slow
  }
}

/// Something that begins by chance and lasts for a while, again and again: an outage, a reflected signal.
struct RandomSpells: Sendable {
  private var random: SteadyRandom
  private let meanPause: Double
  private let meanDuration: Double
  private var nextStart: Double
  /// When the spell that is on began; `nil` between two.
  private(set) var began: Double?
  /// When the spell that is on ends, or when the last one ended.
  private(set) var ends = -Double.infinity

  /// - Parameters:
  ///   - perHour: how many there are in an hour on average; 0 is none.
  ///   - duration: their mean length in seconds; none is longer than five times that.
  init(seed: UInt64, stream: UInt64, perHour: Double, duration: Double) {
    var random = SteadyRandom(seed: seed, stream: stream)
    meanDuration = duration
    meanPause = perHour > 0 ? max(0.001, 3600 / perHour - duration) : .infinity
    nextStart = perHour > 0 ? random.exponential(mean: meanPause) : .infinity
    self.random = random
  }

  /// Whether one is on at a moment in seconds, which does not go back.
  mutating func isOn(at now: Double) -> Bool {
    while true {
      if began != nil {
        if now < ends { return true }
        began = nil
        nextStart = ends + random.exponential(mean: meanPause)
      }
      guard now >= nextStart else { return false }
      // Of those that went by unseen only the last counts.
      let start = nextStart
      began = start
      ends = start + min(5 * meanDuration, max(0.1, random.exponential(mean: meanDuration)))
    }
  }
}
