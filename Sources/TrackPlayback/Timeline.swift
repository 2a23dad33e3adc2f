// Owns `Timeline`: when each point of a track is reached, how far along, and where the track is broken.

import TrackGeodesy

/// When and how far: playback seconds and metres of every point of a track, and where it is broken.
///
/// ```
///  points      0────1──2────────3   ╳   4───5          ╳: a broken leg (segment end, gap, jump)
///  offsets     0    5  7        15      60  64  s      time passes in it, the marker waits at 3 and then is at 4
///  distances   0    50 62       140     140 171 m      but nothing is travelled
/// ```
///
/// **Times** (recorded pace). Times that go back are not believed: the longest run of points whose times do not
/// decrease is kept, the others count as unknown. Unknown times between known ones are interpolated by distance;
/// before the first and after the last, the mean speed of the known part goes on. So offsets never decrease.
///
/// **Broken legs.** The end of a segment; a silence in which the source moved 50 m or more (see
/// ``TimelineOptions/gapTime``), or one of over a day; a jump (see ``TimelineOptions/jumpSpeed`` and
/// ``TimelineOptions/jumpLength``), unless it closes a loop. At a pace other than the recorded one a broken leg takes
/// one interval (a second at constant ground speed).
///
/// An empty track and a track of one point are fine: their duration and length are 0. The timeline of a track that is being recorded grows:
/// see ``growing(options:)``.
public struct Timeline: Sendable {
  /// The track.
  public internal(set) var track: Track
  /// The pace in force; recorded only where there are times to play by.
  public internal(set) var pace: Pace
  /// The playback seconds from the start at which each point is reached; they never decrease and begin at 0, or where
  /// ``padded(lead:tail:)`` put the start.
  public internal(set) var offsets: [Double]
  /// The metres travelled up to each point along the ground; broken legs count nothing.
  public internal(set) var distances: [Double]
  /// The moment of offset 0 in seconds since 1970 UTC, if the track tells.
  public internal(set) var startTime: Double?
  /// The playback seconds from the start to the last point, and what was put behind it.
  public internal(set) var duration: Double

  /// Whether each leg is broken; one fewer than the points.
  var broken: [Bool]
  /// The course at the start of each leg in degrees; where a leg is too short to have one, the course held there.
  /// NaN throughout where nothing moves.
  var courses: [Float]
  /// The point whose place stands for each point under a distance filter; empty where each stands for itself.
  let delivered: [Int]
  /// The believed time of each point where the pace is not the recorded one; empty otherwise.
  var moments: [Double]
  /// What it takes to go on; `nil` where nothing can be added.
  var growth: TimelineGrowth?

  /// Lays a track out in time. Linear in the number of points, unless recorded times go back.
  public init(track: Track, options: TimelineOptions = .init()) {
    let layout = TimelineLayout(track: track, options: options)
    self.track = track
    pace = layout.pace
    offsets = layout.offsets
    distances = layout.distances
    startTime = layout.startTime
    duration = layout.offsets.last ?? 0
    broken = layout.broken
    courses = layout.courses
    delivered = layout.delivered
    moments = layout.moments
  }

  /// A timeline that is still to grow: see ``growing(options:)``.
  init(growth: TimelineGrowth) {
    self.init(track: Track(points: TrackPoints()), options: TimelineOptions(pace: .recorded))
    pace = .recorded
    self.growth = growth
  }

  /// The same track with time before its first point and after its last, in seconds, in which it stands there: several tracks padded to the
  /// same beginning and end play together.
  ///
  /// Negative and infinite seconds count as none.
  public func padded(lead: Double, tail: Double) -> Timeline {
    func usable(_ seconds: Double) -> Double { seconds > 0 && seconds.isFinite ? seconds : 0 }
    let lead = usable(lead)
    if lead == 0, usable(tail) == 0 { return self }
    return Timeline(self, lead: lead, tail: usable(tail))
  }

  private init(_ other: Timeline, lead: Double, tail: Double) {
    track = other.track
    pace = other.pace
    offsets = lead == 0 ? other.offsets : other.offsets.map { $0 + lead }
    distances = other.distances
    startTime = other.startTime.map { $0 - lead }
    duration = other.duration + lead + tail
    broken = other.broken
    courses = other.courses
    delivered = other.delivered
    moments = other.moments
  }

  /// The metres travelled from the first point to the last.
  public var length: Double { distances.last ?? 0 }

  /// Whether the leg between a point and the next is not driven through: a segment's end, a gap or a jump.
  ///
  /// - Parameter leg: the index of the leg's first point; where there is no such leg the answer is false.
  public func isBroken(leg: Int) -> Bool {
    broken.indices.contains(leg) && broken[leg]
  }

  /// The last point at or before an offset; among points of equal offset the last of them.
  ///
  /// Offsets outside the timeline (and NaN) are clamped to it. Binary search; 0 where there are no points.
  public func index(at offset: Double) -> Int {
    // First point beyond the offset, minus one.
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The offset in seconds at which a distance in metres is first reached; distances outside the track are clamped.
  public func offset(atDistance distance: Double) -> Double {
    guard !distances.isEmpty, distance > 0 else { return 0 }
    var low = 0
    var high = distances.count - 1
    while low < high {
      let middle = (low + high) / 2
      if distances[middle] < distance { low = middle + 1 } else { high = middle }
    }
    // `low` is the first point at or beyond the distance, or the last point.
    guard low > 0, distances[low] > distances[low - 1] else { return offsets[low] }
    let share = min(1, (distance - distances[low - 1]) / (distances[low] - distances[low - 1]))
    return offsets[low - 1] + (offsets[low] - offsets[low - 1]) * share
  }

  /// The offset in seconds at which a point is reached; indices outside the track are clamped.
  public func offset(ofPoint index: Int) -> Double {
    offsets.isEmpty ? 0 : offsets[max(0, min(index, offsets.count - 1))]
  }

  /// The moment in seconds since 1970 UTC that the track states for an offset, or `nil` where it states none.
  public func recordedTime(at offset: Double) -> Double? {
    guard let startTime, !offsets.isEmpty else { return nil }
    guard !moments.isEmpty else { return startTime + clamped(offset) }
    let index = index(at: offset)
    return interpolated(moments[index], moments[min(index + 1, moments.count - 1)], fraction(at: offset, after: index))
  }

  /// The index of the segment under way at an offset; that of the last point reached.
  public func segment(at offset: Double) -> Int { segment(ofPoint: index(at: offset)) }

  /// The index of the segment that holds a point; 0 where there is none.
  public func segment(ofPoint index: Int) -> Int {
    var low = 0
    var high = track.segments.count
    while low < high {
      let middle = (low + high) / 2
      if track.segments[middle].range.lowerBound <= index { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The offset within the timeline; NaN is its start.
  func clamped(_ offset: Double) -> Double {
    offset > 0 ? min(offset, duration) : 0
  }

  /// Whether the track has not begun at an offset, or is over.
  func isOutside(_ offset: Double) -> Bool {
    guard let first = offsets.first, let last = offsets.last else { return true }
    return clamped(offset) < first || clamped(offset) > last
  }

  /// How much of the time from a point to the next has passed, 0 ..< 1; 0 at the last point.
  func fraction(at offset: Double, after index: Int) -> Double {
    guard index + 1 < offsets.count else { return 0 }
    let span = offsets[index + 1] - offsets[index]
    return span > 0 ? max(0, min(1, (clamped(offset) - offsets[index]) / span)) : 0
  }

  /// The place to which the marker moves for a point: its own, or under a distance filter the last delivered one.
  func place(_ index: Int) -> Coordinate {
    track.points.coordinate(at: delivered.isEmpty ? index : delivered[index])
  }
}

/// The value a fraction of the way from one number to another, exact at the start.
func interpolated(_ start: Double, _ end: Double, _ fraction: Double) -> Double {
  start + (end - start) * fraction
}
