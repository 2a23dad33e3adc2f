// Owns `FeedPlayer`: a route as a sequence of fixes, each due at its own moment. What a fix says stands in `FeedPlayer+Steps.swift`.

import TrackGeodesy
import TrackPlayback

/// A route as a sequence of fixes, each due at its own moment.
///
/// A value without a clock: every moment is an argument, counted from the beginning of the feed, where the first fix is due. Fix *n* is due at
/// *n* ÷ rate, rounded to a nanosecond: nothing adds up, however long it plays.
///
/// ```swift
/// var player = FeedPlayer(timeline: timeline, options: FeedOptions(rate: 10, clock: .start(1_767_225_600)))
/// while let next = player.nextDue {
///   sleep(until: next)
///   for step in player.due(until: next) { publish(step.fix) }
/// }
/// ```
///
/// It may be changed at any moment: what was due before that moment is given out as it was. A place set by hand, its release, a seek and a
/// step are given out at once, besides the fixes that come at the rate.
///
/// Speeds are those at which the place really moves: at twice the speed of the route they are twice the route's, unless the times are the
/// route's own. In reverse the course points where it goes.
public struct FeedPlayer: Sendable {
  /// The most steps that one call gives; the others come with the next call.
  public static let stepLimit = 4096

  /// What is played.
  public let timeline: Timeline
  /// The options it began with.
  public let options: FeedOptions
  /// Fixes a second.
  public private(set) var rate: Double
  /// The location set by hand; `nil` while the route is given out.
  public var mock: Fix? { mockState?.fix }

  var motion: FeedMotion
  var mockState: FeedMock?
  /// The fixes that were due before a change and have not been given out.
  private var pending: [FeedStep] = []
  /// The moment from which fixes are counted, and the number of the next one.
  private var base = Duration.zero
  private var nextTick = 0
  /// Whether the end of the route was given out.
  var hasGivenEnd = false
  /// The last fix: when it was due, its time and its place.
  var last: (due: Duration, time: Double, place: Coordinate)?
  /// By how much the route's own times are shifted.
  var shift = 0.0

  /// A player at the beginning of what its options choose.
  public init(timeline: Timeline, options: FeedOptions = FeedOptions()) {
    self.timeline = timeline
    self.options = options
    rate = Self.usable(options.rate)
    motion = FeedMotion(timeline, options)
  }

  // MARK: Asking

  /// When the next fix is due; `nil` while none is: at the end, or in a pause in which nothing goes out.
  public var nextDue: Duration? { pending.first?.due ?? (isSilent ? nil : tickDue(nextTick)) }

  /// Whether the end of the route was given out, and nothing follows unless someone wants it to.
  public var isDone: Bool { pending.isEmpty && hasEnded }

  /// Where playback is at a moment, in seconds of the timeline.
  public func position(at now: Duration) -> Double { motion.place(at: now.seconds).position }

  /// How often it has begun again, or turned around, at a moment.
  public func lap(at now: Duration) -> Int { Int(exactly: min(motion.place(at: now.seconds).lap, 1e15)) ?? 0 }

  /// What it is doing at a moment.
  public func state(at now: Duration) -> PlaybackState {
    motion.isPaused ? .paused : motion.place(at: now.seconds).isEnded ? .ended : .playing
  }

  /// Whether someone wants time to stand still.
  public var isPaused: Bool { motion.isPaused }
  /// How many times faster than the route's own times.
  public var speed: Double { motion.speed }
  /// Whether it begins again, or turns around, at the end.
  public var isRepeating: Bool { motion.turn != .stop }

  // MARK: Playing

  /// The fixes that are due up to a moment and were not given out yet, in their order; at most ``stepLimit``.
  public mutating func due(until now: Duration) -> [FeedStep] {
    run(until: now, inclusive: true)
    let count = pending.firstIndex { $0.due > now } ?? pending.count
    defer { pending.removeFirst(count) }
    return Array(pending[..<count])
  }

  /// Leaves out the fixes that should have come before a moment, as after the machine slept; the next comes when it would have come.
  /// - Returns: how many were left out.
  @discardableResult
  public mutating func skip(to now: Duration) -> Int {
    let waiting = pending.count { $0.due < now }
    pending.removeFirst(waiting)
    let before = nextTick
    if tickDue(nextTick) < now { nextTick = tick(notBefore: now) }
    return waiting + (isSilent ? 0 : nextTick - before)
  }

  // MARK: Changing

  /// Lets time stand still.
  public mutating func pause(at now: Duration) {
    settle(at: now)
    motion.setPaused(true, at: now.seconds)
  }

  /// Lets time pass; at the end it begins again, with the first fix at once.
  public mutating func resume(at now: Duration) {
    settle(at: now)
    if motion.place(at: now.seconds).isEnded { (base, nextTick) = (now, 0) }
    motion.setPaused(false, at: now.seconds)
    revive()
  }

  /// Sets how many times faster than the route's own times it plays.
  public mutating func setSpeed(_ speed: PlaybackRate, at now: Duration) {
    settle(at: now)
    motion.setSpeed(speed.value, at: now.seconds)
  }

  /// Sets the fixes a second, 0.01…100; the next is due an interval from now.
  public mutating func setRate(_ rate: Double, at now: Duration) {
    settle(at: now)
    self.rate = Self.usable(rate)
    base = now
    nextTick = 1
  }

  /// Says whether to begin again at the end.
  public mutating func setLooping(_ isLooping: Bool, at now: Duration) {
    settle(at: now)
    motion.setTurn(isLooping ? (options.isPingPong ? .pingPong : .loop) : .stop, at: now.seconds)
    revive()
  }

  /// Goes to a position in seconds of the timeline, clamped to what is played, and gives it out.
  public mutating func seek(to position: Double, at now: Duration) {
    settle(at: now)
    motion.seek(to: position, at: now.seconds)
    revive()
    giveAtOnce(at: now)
  }

  /// Pauses, goes so many points ahead (negative: back), and gives that out. Points at the same moment are one step.
  public mutating func step(_ count: Int, at now: Duration) {
    settle(at: now)
    motion.setPaused(true, at: now.seconds)
    motion.seek(to: point(count, from: motion.place(at: now.seconds).position), at: now.seconds)
    revive()
    giveAtOnce(at: now)
  }

  /// Sets or moves the location by hand and gives it out; from then on it is given out in the place of the route's, also in a pause.
  ///
  /// Without a course and speed of its own it has those of the way from the mock before, if that was set within the last ten seconds, and
  /// else stands still. Without an altitude or accuracy it has the route's.
  /// - Returns: false, and nothing happens, where the place is not valid.
  @discardableResult
  public mutating func setMock(_ fix: Fix, at now: Duration) -> Bool {
    guard fix.coordinate.isValid else { return false }
    settle(at: now)
    mockState = FeedMock(fix, after: mockState, at: now.seconds)
    giveAtOnce(at: now)
    return true
  }

  /// Sets the location by hand to the one given out last, or to the one due now.
  public mutating func hold(at now: Duration) {
    settle(at: now)
    let place = last?.place ?? timeline.pose(at: position(at: now)).coordinate
    setMock(Fix(coordinate: place, speed: 0), at: now)
  }

  /// Lets go of the location set by hand and gives out the route's.
  public mutating func release(at now: Duration) {
    settle(at: now)
    guard mockState != nil else { return }
    mockState = nil
    giveAtOnce(at: now)
  }

  // MARK: Schedule

  /// Whether the end was given out and nothing holds the feed there.
  private var hasEnded: Bool { hasGivenEnd && mockState == nil && !options.staysAtEnd }

  /// Whether the fixes at the rate do not go out.
  private var isSilent: Bool { hasEnded || timeline.offsets.isEmpty && mockState == nil || isQuietPause }
  private var isQuietPause: Bool { motion.isPaused && !options.emitsWhilePaused && mockState == nil }

  /// Makes due what was due before a moment, so that a change holds from then on. More than one call can give is left out.
  private mutating func settle(at now: Duration) {
    run(until: now, inclusive: false)
    if tickDue(nextTick) < now { nextTick = tick(notBefore: now) }
  }

  private mutating func run(until now: Duration, inclusive: Bool) {
    while pending.count < Self.stepLimit {
      let due = tickDue(nextTick)
      guard inclusive ? due <= now : due < now else { return }
      if isSilent {
        nextTick = tick(notBefore: now)
        if tickDue(nextTick) == now, inclusive { nextTick += 1 }
        return
      }
      nextTick += 1
      give(at: due)
    }
  }

  private mutating func give(at due: Duration) {
    if let step = step(at: due) { pending.append(step) }
  }

  /// Gives out a fix now, unless one is due right now or nothing is to go out.
  private mutating func giveAtOnce(at now: Duration) {
    guard tickDue(nextTick) > now || isQuietPause, !timeline.offsets.isEmpty || mockState != nil, !hasEnded else { return }
    give(at: now)
  }

  /// The end may come again.
  private mutating func revive() { hasGivenEnd = false }

  private func tickDue(_ tick: Int) -> Duration {
    let nanoseconds = (Double(tick) * 1e9 / rate).rounded()
    return nanoseconds < 9e18 ? base + .nanoseconds(Int64(nanoseconds)) : base + .seconds(9_000_000_000)
  }

  /// The first fix due at or after a moment.
  private func tick(notBefore now: Duration) -> Int {
    var tick = max(0, Int(exactly: min(1e15, ((now - base).seconds * rate).rounded(.down))) ?? 0)
    while tick > 0, tickDue(tick - 1) >= now { tick -= 1 }
    while tickDue(tick) < now { tick += 1 }
    return tick
  }

  private static func usable(_ rate: Double) -> Double {
    rate.isFinite ? max(FeedOptions.rates.lowerBound, min(FeedOptions.rates.upperBound, rate)) : 1
  }
}

extension Duration {
  /// The seconds in a duration, to the precision of a `Double`.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
