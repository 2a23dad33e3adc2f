// Owns `HostClock`: the two clocks of this machine that live positions are dated with.

/// The clocks of this machine.
public enum HostClock {
  /// Seconds of the clock that goes on evenly whatever happens to the date; the viewer's event loop counts by it too.
  public static var monotonic: Double { seconds(CLOCK_MONOTONIC) }
  /// Seconds since 1970 UTC.
  public static var wall: Double { seconds(CLOCK_REALTIME) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
