// Owns `LiveHistory`: where a live source has been, thinned where it becomes too long.

/// Where a live source has been: points in segments.
public struct LiveHistory: Sendable {
  /// The points, each with a time.
  public private(set) var points = TrackPoints()
  /// The segments: none empty, ascending, each beginning where the one before ends.
  public private(set) var segments: [TrackSegment] = []
  /// How many points were thinned out.
  public private(set) var thinnedCount = 0

  /// Nothing yet.
  public init() {}

  /// How many points there are.
  public var count: Int { points.count }

  /// The history as a track; O(points).
  public func track(name: String? = nil) -> Track { Track(name: name, points: points, segments: segments) }

  /// Adds a fix. Constant time, but for the growth of arrays.
  mutating func append(_ fix: Fix, startsSegment: Bool) {
    guard points.append(fix) else { return }
    segments.take(points.count - 1, asFirst: startsSegment)
  }

  /// Drops every other point of each segment in the older half. Of segments of one point every other goes. So at least an eighth is dropped.
  mutating func thin() {
    let half = points.count / 2
    guard half >= 2 else { return }
    var thinned = LiveHistory()
    thinned.points.reserveCapacity(points.count - half / 2)
    for segment in segments {
      let first = segment.range.lowerBound
      let isAlone = segment.range.count == 1
      for index in segment.range where index >= half || (isAlone ? index : index - first).isMultiple(of: 2) {
        thinned.append(points[index], startsSegment: index == first)
      }
    }
    thinned.thinnedCount = thinnedCount + points.count - thinned.points.count
    self = thinned
  }
}
