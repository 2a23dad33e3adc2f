// Owns `FeedOptions`, `FeedClock` and `FeedStep`: how a route is given out as fixes, and one of these.

import TrackPlayback

/// What the times of the fixes are.
public enum FeedClock: Sendable, Hashable {
  /// The first fix has this time, in seconds since 1970 UTC, and each other one as much later as it goes out later.
  case start(Double)
  /// The route's own times. Where they would stand still or go back (a pause, a mock, a loop) they go on from the time before as the clock
  /// does; a route without times has them from the fallback, as with ``start(_:)``.
  case recorded(fallback: Double)
}

/// How a route is given out as fixes.
public struct FeedOptions: Sendable, Hashable {
  /// Fixes a second, 0.01…100.
  public var rate: Double
  /// How many times faster than the route's own times.
  public var speed: PlaybackRate
  /// Whether to begin again at the start.
  public var isLooping: Bool
  /// Whether to turn around at either end, for ever.
  public var isPingPong: Bool
  /// The first and the last position played, in seconds of the timeline; `nil` is its start and its end.
  public var start: Double?
  public var end: Double?
  /// Whether to begin paused.
  public var isPaused: Bool
  /// Whether a paused feed goes on giving out its place, as a receiver that stands still does.
  public var emitsWhilePaused: Bool
  /// Whether it goes on giving out its place after the end of the route.
  public var staysAtEnd: Bool
  /// The times of the fixes.
  public var clock: FeedClock
  /// The accuracy in metres that fixes state where the route has none.
  public var accuracy: Double
  /// The altitude in metres where the route has none; `nil` leaves it unknown.
  public var altitude: Double?
  /// Only a place farther than this many metres from the last one given out goes out; `nil` gives out everything.
  public var distanceFilter: Double?

  /// Options; everything has a default. The times begin in 1970 unless a clock is given.
  public init(
    rate: Double = 1, speed: PlaybackRate = .normal, isLooping: Bool = false, isPingPong: Bool = false, start: Double? = nil,
    end: Double? = nil, isPaused: Bool = false, emitsWhilePaused: Bool = true, staysAtEnd: Bool = false, clock: FeedClock = .start(0),
    accuracy: Double = 5, altitude: Double? = nil, distanceFilter: Double? = nil
  ) {
    self.rate = rate
    self.speed = speed
    self.isLooping = isLooping
    self.isPingPong = isPingPong
    self.start = start
    self.end = end
    self.isPaused = isPaused
    self.emitsWhilePaused = emitsWhilePaused
    self.staysAtEnd = staysAtEnd
    self.clock = clock
    self.accuracy = accuracy
    self.altitude = altitude
    self.distanceFilter = distanceFilter
  }

  /// The fixes a second that can be had.
  public static let rates: ClosedRange<Double> = 0.01...100
}

/// One fix that is due.
public struct FeedStep: Sendable, Hashable {
  /// When it is due, from the beginning of the feed.
  public var due: Duration
  /// The fix, with the time at which it is due, course, speed, accuracy, and altitude where it is known.
  public var fix: Fix
  /// Whether its place was set by hand.
  public var isMock: Bool
  /// Where playback is, in seconds of the timeline.
  public var position: Double
}
