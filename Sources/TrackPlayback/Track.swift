// Owns `Track`: points in segments, with waypoints, as a file or a recording gives them.

import TrackGeodesy

/// A stretch of points that belong together; between two segments nothing was recorded, unless the second continues the first.
public struct TrackSegment: Sendable, Hashable {
  /// The name, if the source gives one.
  public var name: String?
  /// The points of the segment, as indices into the points of the track; never empty.
  public var range: Range<Int>
  /// Whether it goes on from the end of the segment before without a break, as the next lap of a run does.
  public var isContinuation: Bool

  /// A segment over a range of points.
  public init(name: String? = nil, range: Range<Int>, isContinuation: Bool = false) {
    self.name = name
    self.range = range
    self.isContinuation = isContinuation
  }
}

extension [TrackSegment] {
  /// Takes the point behind the last one that is in a segment into the last segment, or as the first of a new one.
  mutating func take(_ point: Int, asFirst isFirst: Bool) {
    if isFirst || isEmpty {
      append(TrackSegment(range: point..<point + 1))
    } else {
      self[count - 1].range = self[count - 1].range.lowerBound..<point + 1
    }
  }
}

/// A named place along or beside a track.
public struct Waypoint: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The place, WGS 84.
  public var coordinate: Coordinate
  /// The altitude in metres, if known.
  public var altitude: Double?
  /// The moment in seconds since 1970 UTC, if known.
  public var time: Double?
  /// The symbol's name, as the source gives it.
  public var symbol: String?
  /// The index of the track point that this names, if it names one.
  public var pointIndex: Int?

  /// A named place.
  public init(
    name: String,
    coordinate: Coordinate,
    altitude: Double? = nil,
    time: Double? = nil,
    symbol: String? = nil,
    pointIndex: Int? = nil
  ) {
    self.name = name
    self.coordinate = coordinate
    self.altitude = altitude
    self.time = time
    self.symbol = symbol
    self.pointIndex = pointIndex
  }
}

/// A track: points in segments, with waypoints.
///
/// The segments cover all points, in order, without overlap; the initializer sees to that.
public struct Track: Sendable, Hashable {
  /// The name, if the source gives one.
  public var name: String?
  /// The points, always in WGS 84.
  public private(set) var points: TrackPoints
  /// The segments: none empty, ascending, each beginning where the one before ends. Empty only where there are no points.
  public private(set) var segments: [TrackSegment]
  /// The named places, in the order of the source. A `pointIndex` in here is always an index of `points`.
  public let waypoints: [Waypoint]
  /// The datum of the source; the points have been converted from it.
  public let datum: Datum
  /// Whether the source (or the person) says its datum, rather than its being assumed.
  public let isDatumStated: Bool
  /// How many seconds the source's clock is ahead of UTC, where it says so.
  public var utcOffset: Int?
  /// Whether the points carry times to play by: most do, at least two differ, and more of them go forward than back.
  public private(set) var isTimed: Bool

  /// A track.
  ///
  /// - Parameters:
  ///   - name: the name, if the source gives one.
  ///   - points: the points, WGS 84.
  ///   - segments: where the points are divided; `nil` is one segment. Ranges that overlap or leave the points
  ///     are clipped, empty ones dropped, and points that no range covers get segments without a name.
  ///   - waypoints: named places; an index of a point that is not there is dropped.
  ///   - datum: the datum that the points were converted from.
  ///   - isDatumStated: whether the source says that datum.
  ///   - utcOffset: seconds by which the source's clock is ahead of UTC.
  public init(
    name: String? = nil,
    points: TrackPoints,
    segments: [TrackSegment]? = nil,
    waypoints: [Waypoint] = [],
    datum: Datum = .wgs84,
    isDatumStated: Bool = false,
    utcOffset: Int? = nil
  ) {
    self.name = name
    self.points = points
    self.segments = Self.repaired(segments ?? [], count: points.count)
    self.waypoints = waypoints.map { waypoint in
      guard let index = waypoint.pointIndex, !(0..<points.count).contains(index) else { return waypoint }
      var loose = waypoint
      loose.pointIndex = nil
      return loose
    }
    self.datum = datum
    self.isDatumStated = isDatumStated
    self.utcOffset = utcOffset
    self.isTimed = Self.hasUsableTimes(points)
  }

  /// Adds a point at the end, to the last segment or as the first of a new one. Constant time on average.
  /// - Parameter isTimed: Whether the points carry times to play by from now on.
  /// - Returns: Whether it was taken: see ``TrackPoints/append(_:)``.
  mutating func append(_ fix: Fix, startsSegment: Bool, isTimed: Bool) -> Bool {
    guard points.append(fix) else { return false }
    self.isTimed = isTimed
    segments.take(points.count - 1, asFirst: startsSegment)
    return true
  }

  /// The smallest box around the points, `nil` where there are none. Goes through all points: ask once.
  public var bounds: GeoBounds? { GeoBounds(points: points) }

  /// The tracks one after another, as one: all segments, all waypoints.
  ///
  /// The name is that of the first track that has one; segments without a name take their track's. Where the datums
  /// of the sources differ the result says WGS 84, not stated.
  public static func joined(_ tracks: [Track]) -> Track {
    guard let first = tracks.first else { return Track(points: TrackPoints()) }
    guard tracks.count > 1 else { return first }
    var points = TrackPoints()
    var segments: [TrackSegment] = []
    var waypoints: [Waypoint] = []
    for track in tracks {
      let base = points.count
      points.append(contentsOf: track.points)
      for segment in track.segments {
        let range = segment.range.lowerBound + base..<segment.range.upperBound + base
        segments.append(TrackSegment(name: segment.name ?? track.name, range: range, isContinuation: segment.isContinuation))
      }
      for var waypoint in track.waypoints {
        waypoint.pointIndex = waypoint.pointIndex.map { $0 + base }
        waypoints.append(waypoint)
      }
    }
    let agree = tracks.allSatisfy { $0.datum == first.datum }
    return Track(
      name: tracks.lazy.compactMap(\.name).first, points: points, segments: segments, waypoints: waypoints,
      datum: agree ? first.datum : .wgs84, isDatumStated: agree && tracks.allSatisfy(\.isDatumStated),
      utcOffset: tracks.lazy.compactMap(\.utcOffset).first)
  }

  /// The segments made to cover 0 ..< count once, in order.
  private static func repaired(_ segments: [TrackSegment], count: Int) -> [TrackSegment] {
    var covered = 0
    var result: [TrackSegment] = []
    for segment in segments {
      let start = max(covered, min(segment.range.lowerBound, count))
      let end = min(segment.range.upperBound, count)
      guard start < end else { continue }
      if start > covered { result.append(TrackSegment(range: covered..<start)) }
      // What nothing comes before cannot go on from it.
      let goesOn = segment.isContinuation && start == covered && !result.isEmpty
      result.append(TrackSegment(name: segment.name, range: start..<end, isContinuation: goesOn))
      covered = end
    }
    if covered < count { result.append(TrackSegment(range: covered..<count)) }
    return result
  }

  /// Whether the times of the points are enough to play by.
  private static func hasUsableTimes(_ points: TrackPoints) -> Bool {
    guard points.hasTimes else { return false }
    var known = 0
    var forward = 0
    var back = 0
    var last = Double.nan
    for time in points.times where time.isFinite {
      known += 1
      if time > last { forward += 1 }
      if time < last { back += 1 }
      last = time
    }
    return known * 2 > points.count && forward > back
  }
}
