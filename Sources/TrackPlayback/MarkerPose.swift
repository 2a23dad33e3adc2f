// Owns `MarkerPose` and `SmoothMarkerOptions`: what a smooth marker shows, and how it is set up.

import TrackGeodesy

/// What a ``SmoothMarker`` shows at one moment.
public struct MarkerPose: Sendable, Hashable {
  /// The place, WGS 84.
  public var coordinate: Coordinate
  /// The altitude in metres, if known.
  public var altitude: Double?
  /// The course in degrees from true north, 0 ..< 360; held while standing, `nil` until one is known.
  public var course: Double?
  /// The speed at which the marker moves, in metres a second; 0 while it stands.
  public var speed: Double
  /// Whether the marker is on its way from one fix to another.
  public var isMoving: Bool
  /// How many fixes are still to be reached.
  public var waitingCount: Int
  /// How far what is shown lies behind the arrival of the fix that it shows, in seconds.
  public var latency: Double
}

/// How a ``SmoothMarker`` is set up.
public struct SmoothMarkerOptions: Sendable, Hashable {
  /// How many fixes have to wait before motion starts; at least 1. More is smoother and later.
  public var bufferSize: Int
  /// Seconds without a new fix (or two and a half times the usual interval up to 10 s, if that is longer) after which the source
  /// counts as silent, and the fixes that still wait are reached although they are fewer than the buffer's size.
  public var silence: Double
  /// A silence between two fixes longer than this many seconds, in which the source moved 50 m or more, is not animated through.
  public var gapTime: Double
  /// A leg that would be faster than this, in metres a second, is not animated through (1,500 km/h by default).
  public var jumpSpeed: Double
  /// The latency in seconds beyond which the marker hurries, up to four times as fast.
  public var maximumLatency: Double

  /// Options; the defaults suit one fix a second.
  public init(
    bufferSize: Int = 5, silence: Double = 3, gapTime: Double = 30, jumpSpeed: Double = 1500 / 3.6, maximumLatency: Double = 15
  ) {
    self.bufferSize = bufferSize
    self.silence = silence
    self.gapTime = gapTime
    self.jumpSpeed = jumpSpeed
    self.maximumLatency = maximumLatency
  }
}
