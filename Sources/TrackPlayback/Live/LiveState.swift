// Owns `LiveState` and `LiveTrackOptions`: what a live source is doing, and how it is watched.

/// What a live source is doing.
public enum LiveState: Sendable, Hashable, CaseIterable {
  /// No fix has come yet.
  case searching
  /// It goes at least at ``LiveTrack/movingSpeed``.
  case moving
  /// It stands.
  case stopped
  /// Its fixes have ceased.
  case noSignal
}

/// How a live source is watched.
public struct LiveTrackOptions: Sendable, Hashable {
  /// How its marker moves.
  public var motion: SmoothMarkerOptions
  /// How many points of its history are kept at full density; beyond it the older half loses every other point.
  public var historyLimit: Int

  /// Options; the defaults suit a receiver of one to ten fixes a second for a day.
  public init(motion: SmoothMarkerOptions = .live, historyLimit: Int = 1_000_000) {
    self.motion = motion
    self.historyLimit = historyLimit
  }
}

extension SmoothMarkerOptions {
  /// As late as smooth motion has to be: a fix sets the marker out at once, and it arrives when the next one comes. So with one fix a second
  /// it lies a second behind; it hurries from two on.
  public static let live = SmoothMarkerOptions(bufferSize: 1, silence: 0, maximumLatency: 2)
  /// Without motion in between: the marker is where the last fix says, at once.
  public static let immediate = SmoothMarkerOptions(bufferSize: 1, silence: 0, gapTime: 0, jumpSpeed: 0)
}
