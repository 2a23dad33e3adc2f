// Owns `PlaybackFrame` and `PlaybackState`: what a player shows at one moment.

/// What a player is doing.
public enum PlaybackState: Sendable, Hashable {
  /// Time passes.
  case playing
  /// Time stands still because someone wants it to.
  case paused
  /// Time stands still because the end (in reverse: the start) is reached.
  case ended
}

/// What a player shows at one moment.
public struct PlaybackFrame: Sendable, Hashable {
  /// The position on the timeline in seconds.
  public var position: Double
  /// The length of the timeline in seconds, whatever part of it is played.
  public var duration: Double
  /// The interpolated state of the track there. The course is the track's, also in reverse.
  public var pose: Pose
  /// Whether it plays, is paused or has ended.
  public var state: PlaybackState
  /// The speed multiplier, positive also in reverse.
  public var rate: Double
  /// Whether time runs backwards.
  public var isReversed: Bool
  /// Whether it begins again at the end.
  public var isLooping: Bool
  /// How often playback has gone from one end of its loop to the other since the start; 0 in the first round.
  public var lap: Int

  /// A frame with the given parts.
  public init(
    position: Double, duration: Double, pose: Pose, state: PlaybackState, rate: Double, isReversed: Bool, isLooping: Bool, lap: Int
  ) {
    self.position = position
    self.duration = duration
    self.pose = pose
    self.state = state
    self.rate = rate
    self.isReversed = isReversed
    self.isLooping = isLooping
    self.lap = lap
  }
}

/// How a player begins.
public struct PlayerOptions: Sendable, Hashable {
  /// The speed multiplier.
  public var rate: PlaybackRate
  /// The first position played, in seconds; `nil` is the start of the timeline.
  public var start: Double?
  /// The last position played, in seconds; `nil` is the end of the timeline.
  public var end: Double?
  /// Whether to begin again at the end.
  public var isLooping: Bool
  /// Whether to begin paused.
  public var isPaused: Bool
  /// Whether to play backwards, from the end.
  public var isReversed: Bool

  /// Options; the defaults play the whole timeline once, forwards, at its own speed.
  public init(
    rate: PlaybackRate = .normal, start: Double? = nil, end: Double? = nil, isLooping: Bool = false, isPaused: Bool = false,
    isReversed: Bool = false
  ) {
    self.rate = rate
    self.start = start
    self.end = end
    self.isLooping = isLooping
    self.isPaused = isPaused
    self.isReversed = isReversed
  }
}
