// Owns `PlaybackOrder`: what a script asks of playback, where a key would be too coarse.

import MapScene
import TrackGeodesy
import TrackPlayback

/// What a script asks of playback.
public enum PlaybackOrder: Hashable, Sendable {
  case pause, play
  /// To a position in seconds from the start.
  case seek(Double)
  case rate(Double)
  /// So many points ahead, or back where negative; paused.
  case step(Int)
  case looping(Bool)
  /// Holds the position where it is.
  case hold
}

extension ViewerModel {
  /// More steps than this at once are not taken.
  static let mostSteps = 100_000

  /// Whether time passes: playing, or live.
  public var isRunning: Bool { live?.isAtEdge == true || player.state(at: now) == .playing }

  /// Carries out what a script asks.
  mutating func obey(_ order: PlaybackOrder) {
    switch order {
    case .pause: if isRunning { playback(.togglePause) }
    case .play: if !isRunning { playback(.togglePause) }
    case .seek(let position):
      playback(.seek(position - (live?.isAtEdge == true ? edgePosition : player.position(at: now))))
    case .rate(let rate):
      if live?.isAtEdge != true { player.setRate(PlaybackRate(rate), at: now) }
    case .step(let count):
      for _ in 0..<min(count.magnitude, UInt(Self.mostSteps)) { playback(count < 0 ? .stepBack : .stepForward) }
    case .looping(let isLooping): if live == nil { player.setLooping(isLooping, at: now) }
    case .hold: hold()
    }
  }

  /// Makes the position that is shown the mock.
  mutating func hold() {
    guard hasPosition else { return }
    let pose = shownFrame.pose
    setMock(Fix(coordinate: pose.coordinate, altitude: pose.altitude, course: pose.course))
  }
}
