// Owns what of a viewer other programs are told: the position that the marker shows, as a receiver would report it.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// What decides the position that is given out, beside the passing of time: where two of these differ, something was done by hand.
public struct ServedState: Hashable, Sendable {
  var mock: Fix?
  var position: Double?
  var isRunning: Bool
  var focus: Int
}

extension ViewerModel {
  /// Says where the position is given out; the information sheet goes on saying it.
  mutating func note(outputs: [String]) {
    self.outputs = outputs.map { TextWidth.clean($0) }
    guard !outputs.isEmpty else { return }
    let list = self.outputs.joined(separator: ", ")
    say("given out: \(list)", "对外输出：\(list)", for: 8)
  }

  /// What decides the position at the model's moment.
  public var servedState: ServedState {
    // A live source's reports are passed on as they come, whatever the screen shows.
    let isLive = live != nil
    return ServedState(mock: mock, position: isLive ? nil : player.position(at: now), isRunning: isLive || isRunning, focus: focus)
  }

  /// Whether what is given out is made here: that of a file, or the mock; a live source's reports are passed on instead.
  public var makesReports: Bool { live == nil || mock != nil }

  /// What a receiver at the marker would report; `nil` where there is no position.
  ///
  /// The speed is that at which the marker moves, so 0 while it is paused, and the playback rate times the track's while it plays.
  /// - Parameter time: the time to state, in seconds since 1970 UTC.
  public func report(time: Double) -> ReceiverReport? {
    guard hasPosition else { return nil }
    let frame = shownFrame
    let isMoving = mock == nil && frame.state == .playing
    var course = frame.pose.course
    if frame.isReversed, mock == nil { course = course.map { Angle.normalized360($0 + 180) } }
    let speed = mock != nil ? frame.pose.speed : isMoving ? frame.pose.speed.map { $0 * frame.rate } : 0
    let fix = Fix(
      coordinate: frame.pose.coordinate, altitude: frame.pose.altitude, time: time, course: course, speed: speed,
      horizontalAccuracy: frame.pose.accuracy ?? Self.mockAccuracy)
    return ReceiverReport(
      source: "", mode: fix.altitude == nil ? .twoDimensional : .threeDimensional, status: .simulated, time: time, fix: fix)
  }
}
