// Waiting for what other threads and programs do.

/// Seconds on a clock that goes on evenly.
public var monotonicSeconds: Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Polls a condition until it holds or the time is over; 30 s are patience with a busy machine, not an expectation.
/// - Returns: whether it held.
public func until(_ seconds: Double = 30, _ condition: () -> Bool) -> Bool {
  let end = monotonicSeconds + seconds
  while monotonicSeconds < end {
    if condition() { return true }
    _ = poll(nil, 0, 4)
  }
  return condition()
}

/// Polls a condition for so long, and says whether it held throughout.
public func throughout(_ seconds: Double, _ condition: () -> Bool) -> Bool { !until(seconds) { !condition() } }
