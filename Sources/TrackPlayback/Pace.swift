// Owns `Pace` and `TimelineOptions`: how the points of a track are laid out in time.

/// When the points of a track are reached.
public enum Pace: Sendable, Hashable {
  /// At the times that the file states.
  case recorded
  /// One point each interval, in seconds, as a GPS simulator does; equal points are a stop.
  case interval(Double)
  /// At a constant speed over the ground, in metres a second.
  case groundSpeed(Double)
}

/// How a ``Timeline`` lays out a track and where it takes it for broken.
public struct TimelineOptions: Sendable, Hashable {
  /// The pace; `nil` is the recorded one where the track is timed, else one point a second.
  ///
  /// An interval or speed that is not a positive, finite number counts as one point a second.
  public var pace: Pace?
  /// A silence longer than this many seconds in which the source moved is a gap.
  ///
  /// A track that was recorded sparsely on purpose is not all gaps: the silence must also be ten times the usual one.
  public var gapTime: Double
  /// In a timed track, a leg that would be faster than this, in metres a second, is a jump (1,500 km/h by default).
  ///
  /// A track that is that fast throughout (a satellite) is not all jumps: the leg must also be 20 times the usual speed.
  public var jumpSpeed: Double
  /// In an untimed track, a leg longer than this, in metres, and 50 times the usual one is a jump.
  public var jumpLength: Double
  /// Points not farther than this many metres from the last delivered one are passed over: the marker waits while their
  /// time passes. `nil` delivers every point; 0 passes over equal points only, which moves the marker just the same.
  public var distanceFilter: Double?

  /// Options; everything has a default.
  public init(
    pace: Pace? = nil,
    gapTime: Double = 300,
    jumpSpeed: Double = 1500 / 3.6,
    jumpLength: Double = 1000,
    distanceFilter: Double? = nil
  ) {
    self.pace = pace
    self.gapTime = gapTime
    self.jumpSpeed = jumpSpeed
    self.jumpLength = jumpLength
    self.distanceFilter = distanceFilter
  }
}
