// Owns `TrackBuilder`: a track that grows while its file is read.

import TrackGeodesy
import TrackPlayback

/// A track that grows: points, the places where segments begin, and named places.
struct TrackBuilder {
  var name: String?
  private(set) var points = TrackPoints()
  var waypoints: [Waypoint] = []
  /// How many seconds the source's clock is ahead of UTC, where it says so.
  var utcOffset: Int?
  private var starts: [(name: String?, start: Int, isContinuation: Bool)] = []

  init(name: String? = nil, capacity: Int = 0) {
    self.name = name
    if capacity > 0 { points.reserveCapacity(capacity) }
  }

  /// The next point begins a segment; a segment without points vanishes.
  ///
  /// - Parameter isContinuation: Whether it goes on where the one before ends (a lap).
  mutating func beginSegment(name: String? = nil, isContinuation: Bool = false) {
    if starts.last?.start == points.count { starts.removeLast() }
    starts.append((name, points.count, isContinuation && !points.isEmpty))
  }

  /// Names the segment under way, where it has no name yet.
  mutating func nameSegment(_ name: String?) {
    if starts.isEmpty { starts.append((nil, 0, false)) }
    if starts[starts.count - 1].name == nil { starts[starts.count - 1].name = name }
  }

  /// Adds a point in WGS 84, or refuses it as ``TrackPoints/append(_:)`` does.
  @discardableResult
  @inline(__always)
  mutating func append(_ fix: Fix) -> Bool { points.append(fix) }

  /// Adds points in WGS 84 that were put together elsewhere.
  mutating func append(contentsOf other: TrackPoints) { points.append(contentsOf: other) }

  /// Adds a named place that is the point just added.
  mutating func namePoint(_ name: String) {
    let index = points.count - 1
    guard index >= 0 else { return }
    waypoints.append(
      Waypoint(
        name: name, coordinate: points.coordinate(at: index), altitude: points.altitude(at: index), time: points.time(at: index),
        pointIndex: index))
  }

  /// The segments so far, none empty.
  var segments: [TrackSegment] {
    starts.indices.compactMap { index in
      let start = starts[index].start
      let end = index + 1 < starts.count ? starts[index + 1].start : points.count
      return start < end ? TrackSegment(name: starts[index].name, range: start..<end, isContinuation: starts[index].isContinuation) : nil
    }
  }

  /// The track, `nil` where it has no point.
  func track(datum: Datum = .wgs84, isDatumStated: Bool = false) -> Track? {
    guard !points.isEmpty else { return nil }
    return Track(
      name: name, points: points, segments: segments, waypoints: waypoints, datum: datum, isDatumStated: isDatumStated,
      utcOffset: utcOffset)
  }
}
