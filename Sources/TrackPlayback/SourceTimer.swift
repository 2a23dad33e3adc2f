// Owns `SourceTimer`: any clock as seconds since a beginning, so that what needs time need not be generic over its clock.

/// A clock counted from the moment at which this was made.
///
/// Moments are exact durations and not floating-point seconds: a million intervals later nothing has drifted.
struct SourceTimer: Sendable {
  /// The time since the beginning.
  let now: @Sendable () -> Duration
  /// Waits until a time since the beginning; throws `CancellationError` at once when the task is cancelled.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init(_ clock: any Clock<Duration>) { self = Self.opened(clock) }

  private init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.now = now
    self.sleep = sleep
  }

  private static func opened<C: Clock>(_ clock: C) -> SourceTimer where C.Duration == Duration {
    let beginning = clock.now
    return SourceTimer(
      now: { beginning.duration(to: clock.now) },
      sleep: { until in
        try Task.checkCancellation()
        // Without a tolerance of 0 the system may be milliseconds late to save power.
        try await clock.sleep(until: beginning.advanced(by: until), tolerance: .zero)
        try Task.checkCancellation()
      })
  }
}

extension Duration {
  /// The duration in seconds, to the nearest floating-point number.
  var inSeconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}
