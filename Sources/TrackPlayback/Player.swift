// Owns `Player`: a timeline being played. Where the position is at a moment stands in `Player+Motion.swift`.

/// Plays a timeline.
///
/// A value without a clock: `now` is an argument, in seconds on any clock that does not go back. The player keeps one
/// anchor, a position and the moment at which it held; asking for a position computes it from there and changes
/// nothing, so that the number of frames a second cannot change the course of events:
///
/// ```
///   position = anchor + rate · (now − anchor's now)      wrapped in a loop, clamped at the ends
/// ```
///
/// A moment before the anchor's counts as the anchor's; a moment or position that is not finite is ignored.
public struct Player: Sendable {
  /// What is played.
  public private(set) var timeline: Timeline
  /// The first position played, in seconds.
  public private(set) var start: Double
  /// The last position played, in seconds; not before `start`.
  public private(set) var end: Double
  /// The speed multiplier.
  public private(set) var rate: PlaybackRate
  /// Whether playback begins again at the end.
  public private(set) var isLooping: Bool
  /// Whether someone wants time to stand still. At the end of the track it stands still as well: see ``state(at:)``.
  public private(set) var isPaused: Bool
  /// Whether time runs backwards.
  public private(set) var isReversed: Bool
  /// The part from A to B that is repeated, in seconds; it repeats whether or not ``isLooping``.
  public private(set) var loopRange: ClosedRange<Double>?

  /// The position at the moment `anchorNow`, and the laps run until then.
  var anchor: Double
  var anchorNow: Double
  var anchorLap = 0
  /// The offsets of segment starts and of named points, ascending, each once.
  private(set) var marks: [Double]

  /// A player at the beginning of what its options choose, from the moment `now`.
  ///
  /// Start and end are clamped to the timeline and swapped where they stand the wrong way round.
  public init(timeline: Timeline, options: PlayerOptions = .init(), now: Double) {
    self.timeline = timeline
    let first = timeline.clamped(options.start.flatMap { $0.isFinite ? $0 : nil } ?? 0)
    let last = timeline.clamped(options.end.flatMap { $0.isFinite ? $0 : nil } ?? timeline.duration)
    start = min(first, last)
    end = max(first, last)
    rate = options.rate
    isLooping = options.isLooping
    isPaused = options.isPaused
    isReversed = options.isReversed
    anchor = options.isReversed ? end : start
    anchorNow = now.isFinite ? now : 0
    marks = Self.marks(timeline, within: start...end)
  }

  // MARK: Asking

  /// The position in seconds at a moment.
  public func position(at now: Double) -> Double { motion(at: now).position }

  /// What the player is doing at a moment.
  public func state(at now: Double) -> PlaybackState {
    if isPaused { return .paused }
    return hasEnded(at: position(at: now)) ? .ended : .playing
  }

  /// Everything there is to show at a moment.
  public func frame(at now: Double) -> PlaybackFrame {
    let motion = motion(at: now)
    let state: PlaybackState = isPaused ? .paused : hasEnded(at: motion.position) ? .ended : .playing
    return PlaybackFrame(
      position: motion.position, duration: timeline.duration, pose: timeline.pose(at: motion.position), state: state,
      rate: rate.value, isReversed: isReversed, isLooping: isLooping, lap: motion.lap)
  }

  // MARK: Playing

  /// Lets time pass. At the end it begins again at the start (in reverse: at the end).
  public mutating func play(at now: Double) {
    settle(at: now)
    isPaused = false
    if hasEnded(at: anchor) { rewind() }
  }

  /// Lets time stand still.
  public mutating func pause(at now: Double) {
    settle(at: now)
    isPaused = true
  }

  /// Plays where time stands still (paused or ended), pauses where it passes.
  public mutating func togglePause(at now: Double) {
    if state(at: now) == .playing { pause(at: now) } else { play(at: now) }
  }

  /// Begins again at the start (in reverse: at the end), in lap 0; paused or not as before.
  public mutating func restart(at now: Double) {
    settle(at: now)
    rewind()
  }

  /// Sets the speed multiplier from now on.
  public mutating func setRate(_ rate: PlaybackRate, at now: Double) {
    settle(at: now)
    self.rate = rate
  }

  /// Turns time around.
  public mutating func reverse(at now: Double) {
    settle(at: now)
    isReversed.toggle()
  }

  /// Says whether to begin again at the end. Where playback has ended it begins again at once.
  public mutating func setLooping(_ isLooping: Bool, at now: Double) {
    settle(at: now)
    self.isLooping = isLooping
  }

  /// Sets the part to repeat, in seconds, or none.
  ///
  /// It is clamped to what is played; a part of no length is none. A position beyond it plays on to the end.
  public mutating func setLoopRange(_ range: ClosedRange<Double>?, at now: Double) {
    settle(at: now)
    loopRange = nil
    guard let range, !range.lowerBound.isNaN, !range.upperBound.isNaN else { return }
    let lower = clamped(range.lowerBound)
    let upper = clamped(range.upperBound)
    if lower < upper { loopRange = lower...upper }
  }

  /// Plays another timeline from now on, at the same position as far as that lasts: more of the same track, or another on the same clock.
  ///
  /// What was played whole is played whole again; a chosen start, end or loop stays, clamped to the new timeline.
  /// - Parameter now: The moment in seconds on the player's clock, as everywhere in ``Player``.
  public mutating func setTimeline(_ timeline: Timeline, at now: Double) {
    settle(at: now)
    let isToTheEnd = end >= self.timeline.duration
    self.timeline = timeline
    start = min(start, timeline.duration)
    end = isToTheEnd ? timeline.duration : min(end, timeline.duration)
    marks = Self.marks(timeline, within: start...max(start, end))
    anchor = clamped(anchor)
    if let range = loopRange { setLoopRange(range, at: now) }
  }

  /// Lets the timeline grow, and plays the grown one on from where it is: for fixes that keep coming, each in constant time.
  ///
  /// The player gives its own copy up for the while, so that `timeline` alone holds its arrays and need not copy them to add to them:
  ///
  /// ```swift
  /// player.grow(&timeline, at: now) { $0.append(fix) }
  /// ```
  ///
  /// What was played whole is played whole again, as in ``setTimeline(_:at:)``; the position stays.
  /// - Parameters:
  ///   - timeline: That which is played, held by someone else; ``Timeline/isGrowing``.
  ///   - now: The moment in seconds on the player's clock.
  ///   - body: Adds to it, and does nothing else to it.
  public mutating func grow(_ timeline: inout Timeline, at now: Double, by body: (inout Timeline) -> Void) {
    settle(at: now)
    let isToTheEnd = end >= self.timeline.duration
    let known = self.timeline.track.segments.count
    self.timeline = Self.nothing
    body(&timeline)
    self.timeline = timeline
    if isToTheEnd { end = max(start, timeline.duration) }
    for segment in timeline.track.segments.dropFirst(known) {
      let mark = timeline.offset(ofPoint: segment.range.lowerBound)
      if mark > marks.last ?? start, mark <= end { marks.append(mark) }
    }
  }

  /// A timeline that holds no memory.
  private static let nothing = Timeline(track: Track(points: TrackPoints()))

  // MARK: Seeking

  /// Goes to a position in seconds, clamped to what is played; paused or not as before.
  public mutating func seek(to position: Double, at now: Double) {
    settle(at: now)
    if position.isFinite { anchor = clamped(position) }
  }

  /// Goes a number of seconds of the timeline ahead (negative: back), whichever way time runs.
  public mutating func seek(by seconds: Double, at now: Double) {
    settle(at: now)
    if seconds.isFinite { anchor = clamped(anchor + seconds) }
  }

  /// Pauses and goes to the next point; in a loop from the end to the start.
  ///
  /// Points at the same moment are one step, a gap is one step. From a point, ``stepBack(at:)`` undoes it exactly.
  public mutating func stepForward(at now: Double) {
    pause(at: now)
    if anchor >= end {
      if isLooping { anchor = start }
      return
    }
    let offsets = timeline.offsets
    let next = timeline.index(at: anchor) + 1
    anchor = next < offsets.count ? min(end, offsets[next]) : end
  }

  /// Pauses and goes to the previous point; in a loop from the start to the end.
  public mutating func stepBack(at now: Double) {
    pause(at: now)
    if anchor <= start {
      if isLooping { anchor = end }
      return
    }
    let previous = Self.lastBefore(anchor, in: timeline.offsets) ?? start
    anchor = max(start, previous)
  }

  /// Goes to the next segment start or named point, if there is one; paused or not as before.
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func nextMark(at now: Double) -> Bool {
    settle(at: now)
    guard let mark = marks.first(where: { $0 > anchor }) else { return false }
    anchor = mark
    return true
  }

  /// Goes to the previous segment start or named point, if there is one; paused or not as before.
  ///
  /// While time passes, a mark left behind less than a second of a person's time ago is skipped, or one could never get
  /// past it.
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func previousMark(at now: Double) -> Bool {
    settle(at: now)
    let grace = isPaused || isReversed || hasEnded(at: anchor) ? 0 : rate.value
    guard let mark = Self.lastBefore(anchor - grace, in: marks) ?? (anchor > start ? marks.first : nil), mark < anchor else {
      return false
    }
    anchor = mark
    return true
  }

  // MARK: Parts

  /// The position within what is played.
  private func clamped(_ position: Double) -> Double { max(start, min(end, position)) }

  private mutating func rewind() {
    anchor = isReversed ? end : start
    anchorLap = 0
  }

  /// The offsets at which a segment or a named point begins, with the start of what is played.
  private static func marks(_ timeline: Timeline, within range: ClosedRange<Double>) -> [Double] {
    var marks = [range.lowerBound]
    for segment in timeline.track.segments { marks.append(timeline.offset(ofPoint: segment.range.lowerBound)) }
    for case let index? in timeline.track.waypoints.map(\.pointIndex) { marks.append(timeline.offset(ofPoint: index)) }
    marks.sort()
    var unique: [Double] = []
    for mark in marks where range.contains(mark) && mark != unique.last { unique.append(mark) }
    return unique
  }

  /// The last of ascending values that is less than a limit.
  private static func lastBefore(_ limit: Double, in values: [Double]) -> Double? {
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? values[low - 1] : nil
  }
}
