// Owns `Pause`: how long a server is left alone after it could not be had, or as long as it asks for.

import Chance

/// How long a server is left alone: after each failure twice as long, a little more or less by chance, so that many programs that lost the same
/// server do not come back at once. Pure: time is an argument, in seconds of a clock that goes on evenly.
struct Pause: Sendable {
  /// Failures in a row.
  private(set) var failures = 0
  /// The server is not asked before this moment.
  private(set) var until = -Double.infinity
  private let shortest: Double
  private let longest: Double
  private var chance: SplitMix64

  /// - Parameters:
  ///   - shortest: The first pause, in seconds; the next are twice as long each, up to `longest`.
  ///   - seed: For the chance.
  init(shortest: Double, longest: Double, seed: UInt64) {
    self.shortest = shortest
    self.longest = max(shortest, longest)
    chance = SplitMix64(seed: seed)
  }

  /// Whether the server may be asked now.
  func isOver(at now: Double) -> Bool { now >= until }

  /// The server could not be had. Requests that went on together fail together: while it is left alone, another failure is no news.
  mutating func fail(at now: Double) {
    guard isOver(at: now) else { return }
    until = now + Self.wait(after: failures, shortest: shortest, longest: longest, chance: &chance)
    failures = min(failures + 1, 64)
  }

  /// The server asks for so many seconds of peace; not more than an hour are granted.
  mutating func rest(_ seconds: Int, at now: Double) {
    until = max(until, now + Double(min(max(seconds, 1), 3600)))
    failures = max(failures, 1)
  }

  /// The server answered.
  mutating func succeed() {
    failures = 0
    until = -Double.infinity
  }

  /// The wait before the next attempt at one tile after so many failures of it.
  mutating func wait(after failures: Int) -> Double {
    Self.wait(after: failures, shortest: shortest, longest: longest, chance: &chance)
  }

  private static func wait(after failures: Int, shortest: Double, longest: Double, chance: inout SplitMix64) -> Double {
    var wait = shortest
    for _ in 0..<min(failures, 64) where wait < longest { wait *= 2 }
    return min(wait, longest) * Double.random(in: 0.8...1.2, using: &chance)
  }
}
