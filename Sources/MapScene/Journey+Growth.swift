// Owns the growth of a journey: a live source's fixes, each added in constant time to all that is derived from them.

import TrackGeodesy
import TrackPlayback

/// What a growing journey knows beside what is shown.
struct JourneyGrowth: Sendable {
  var statistics = RunningStatistics()
  /// The duration for which the profile was worked out, and the player's moment when it was.
  var profileDuration = 0.0
  var profileMoment = -Double.infinity
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
        if timeline.append(source.history.points[index], startsSegment: index == segment.range.lowerBound) { derive() }
      }
    }
    updateProfile()
  }

  /// Adds a fix at the end, and lets a player that plays this journey play on; constant time on average. The profile follows once a second.
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
    guard isTaken else { return false }
    derive()
    if let growth, now >= growth.profileMoment + 1 || hasOutgrownProfile(growth) { updateProfile(at: now) }
    return true
  }

  /// Adds a fix where nothing plays the journey: one that only accompanies another.
  @discardableResult
  public mutating func append(_ fix: Fix, startsSegment: Bool) -> Bool {
    let isTaken = timeline.append(fix, startsSegment: startsSegment)
    guard isTaken else { return false }
    derive()
    if let growth, hasOutgrownProfile(growth) { updateProfile() }
    return true
  }

  /// Brings up to date what is derived from the points, after one was added.
  private mutating func derive() {
    guard var growth else { return }
    let last = timeline.track.points.count - 1
    shape.append(timeline.track.points.coordinate(at: last), isBroken: timeline.isBroken(leg: last - 1))
    growth.statistics.advance(over: timeline)
    statistics = growth.statistics.statistics(of: timeline)
    self.growth = growth
  }

  /// Whether a tenth of the track is missing from the profile: with nobody's clock to go by it is worked out then, so rarely that it costs
  /// each fix the same however many there are.
  private func hasOutgrownProfile(_ growth: JourneyGrowth) -> Bool { timeline.duration > 1.1 * growth.profileDuration }

  /// Works the profile out anew: the time of a thousand poses.
  private mutating func updateProfile(at now: Double? = nil) {
    profile = ProfileCurve(timeline: timeline)
    growth?.profileDuration = timeline.duration
    if let now { growth?.profileMoment = now }
  }
}
