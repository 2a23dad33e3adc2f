// Owns the growth of a journey: a live source's fixes, each added in constant time to all that is derived from them.

import TrackGeodesy
import TrackPlayback

/// What a growing journey knows beside what is shown.
struct JourneyGrowth: Sendable {
  var statistics = RunningStatistics()
  /// The duration for which the profile was worked out.
  var profileDuration = 0.0
}

extension Journey {
  /// The journey of a live source, still without a point; it grows by ``append(_:startsSegment:playing:at:)``.
  /// - Parameter options: what counts as a gap: see ``Timeline/growing(options:)``.
  public init(liveTitle title: String, options: TimelineOptions = .init()) {
    self.init(title: title, growing: .growing(options: options), growth: JourneyGrowth())
  }

  /// The journey of a live source with the points that it has so far; O(points).
  public init(live source: LiveTrack, title: String, options: TimelineOptions = .init()) {
    self.init(liveTitle: title, options: options)
    for segment in source.history.segments {
      for index in segment.range {
        append(source.history.points[index], startsSegment: index == segment.range.lowerBound)
      }
    }
  }

  /// Adds a fix at the end, and lets a player that plays this journey play on; constant time on average.
  ///
  /// The player is handed in because it shares the timeline's memory, which would have to be copied if both held it while it grows. For the
  /// same reason nobody else should keep a copy of the journey: each fix after one is made copies all points once.
  /// - Parameters:
  ///   - fix: one that was taken (see `FixVerdict`); it has a time.
  ///   - player: plays `timeline`.
  ///   - now: seconds on the player's clock.
  /// - Returns: whether it was taken: see `Timeline.append`.
  @discardableResult
  public mutating func append(_ fix: Fix, startsSegment: Bool, playing player: inout Player, at now: Double) -> Bool {
    var isTaken = false
    player.grow(&timeline, at: now) { isTaken = $0.append(fix, startsSegment: startsSegment) }
    if isTaken { derive() }
    return isTaken
  }

  /// Adds a fix where nothing plays the journey: one that only accompanies another.
  @discardableResult
  public mutating func append(_ fix: Fix, startsSegment: Bool) -> Bool {
    let isTaken = timeline.append(fix, startsSegment: startsSegment)
    if isTaken { derive() }
    return isTaken
  }

  /// Brings up to date what is derived from the points, after one was added.
  private mutating func derive() {
    guard var growth else { return }
    let last = timeline.track.points.count - 1
    shape.append(timeline.track.points.coordinate(at: last), isBroken: timeline.isBroken(leg: last - 1))
    growth.statistics.advance(over: timeline)
    statistics = growth.statistics.statistics(of: timeline)
    self.growth = growth
    updateProfile()
  }

  /// Works the profile out anew once the track has grown by a second and by one of the profile's buckets.
  private mutating func updateProfile() {
    guard let known = growth?.profileDuration else { return }
    let step = max(1, known / Double(ProfileCurve.buckets))
    guard timeline.duration >= known + step || timeline.track.points.count <= 2 else { return }
    profile = ProfileCurve(timeline: timeline)
    growth?.profileDuration = timeline.duration
  }
}
