// Owns `Reconnection`: how long to wait before a lost source is tried again.

/// Waits that double, from a shortest to a longest, each a little longer or shorter by chance, so that many programs that lost the same server
/// do not all come back at once.
public struct Reconnection: Sendable, Hashable {
  /// Seconds before the first attempt, and at most.
  public var shortest: Double
  public var longest: Double
  /// By what share a wait may differ, 0…1.
  public var jitter: Double
  /// Attempts since something came.
  private var failures = 0

  /// Half a second to half a minute, give or take a fifth.
  public init(shortest: Double = 0.5, longest: Double = 30, jitter: Double = 0.2) {
    self.shortest = max(0.001, shortest.isFinite ? shortest : 0.5)
    self.longest = max(self.shortest, longest.isFinite ? longest : 30)
    self.jitter = jitter.isFinite ? min(max(jitter, 0), 1) : 0
  }

  /// The wait before the next attempt, in seconds.
  /// - Parameter chance: A random number, 0…1.
  public mutating func nextWait(chance: Double) -> Double {
    var wait = shortest
    for _ in 0..<failures where wait < longest { wait *= 2 }
    failures = min(failures + 1, 64)
    return min(wait, longest) * (1 + jitter * (2 * chance - 1))
  }

  /// Something came: the next wait is the shortest again.
  public mutating func succeed() { failures = 0 }
}
