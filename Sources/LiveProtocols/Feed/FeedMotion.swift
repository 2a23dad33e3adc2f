// Owns `FeedMotion`: how far a feed has travelled at a moment, and where on the timeline that is.

import TrackPlayback

/// Where a feed is on its timeline.
///
/// What grows with the clock is the time travelled, from an anchor; the position is folded out of it, so that nothing adds up:
///
/// ```
///  travelled   0 ──────── L ──────── 2L ─────── 3L
///  once        start ──► end ─────────────────────        stands at the end
///  loop        start ──► end·start ──► end·start ──►      in steps of an interval, one interval from the end to the start
///  ping-pong   start ──► end ──► start ──► end
/// ```
struct FeedMotion: Sendable {
  /// What happens at the end.
  enum Turn: Sendable { case stop, loop, pingPong }

  /// Where it is.
  struct Place {
    /// Seconds of the timeline.
    var position: Double
    /// Whether it goes towards the start.
    var isReversed = false
    /// How often it has begun again or turned around.
    var lap = 0.0
    /// Whether the end is reached and nothing follows.
    var isEnded = false
  }

  /// The part that is played, in seconds of the timeline.
  let start: Double
  let end: Double
  /// Seconds from the end back to the start in a loop.
  let interval: Double
  private(set) var turn: Turn
  private(set) var speed: Double
  private(set) var isPaused: Bool
  /// The seconds travelled at the moment `anchorNow`.
  private var anchor = 0.0
  private var anchorNow = 0.0

  init(_ timeline: Timeline, _ options: FeedOptions) {
    func usable(_ position: Double?, else other: Double) -> Double {
      guard let position, !position.isNaN else { return other }
      return max(0, min(position, timeline.duration))
    }
    let first = usable(options.start, else: 0)
    let last = usable(options.end, else: timeline.duration)
    start = min(first, last)
    end = max(first, last)
    // Where points come at an interval the first one follows the last an interval later, as in the simulator.
    if case .interval(let seconds) = timeline.pace, seconds > 0, seconds.isFinite { interval = seconds } else { interval = 0 }
    turn = options.isPingPong ? .pingPong : options.isLooping ? .loop : .stop
    speed = options.speed.value
    isPaused = options.isPaused
  }

  private var length: Double { end - start }
  /// Seconds by which sums of fractions may miss an end.
  private static let tolerance = 1e-9

  // MARK: Asking

  /// Where it is at a moment, in seconds.
  func place(at now: Double) -> Place { place(travelled: travelled(at: now)) }

  private func travelled(at now: Double) -> Double { isPaused ? anchor : anchor + max(0, now - anchorNow) * speed }

  private func place(travelled: Double) -> Place {
    guard length > 0 else { return Place(position: start, isEnded: turn == .stop) }
    switch turn {
    case .stop: return Place(position: start + min(travelled, length), isEnded: travelled >= length - Self.tolerance)
    case .loop:
      let period = length + interval
      let lap = ((travelled + Self.tolerance) / period).rounded(.down)
      let rest = max(0, travelled - lap * period)
      // A whole number of rounds ends at the far end, where nothing parts that from the start.
      if rest <= Self.tolerance, lap > 0, interval == 0 { return Place(position: end, lap: lap - 1) }
      return Place(position: start + min(rest, length), lap: lap)
    case .pingPong:
      let lap = ((travelled + Self.tolerance) / length).rounded(.down)
      let rest = max(0, min(length, travelled - lap * length))
      let isReversed = lap.truncatingRemainder(dividingBy: 2) != 0
      return Place(position: isReversed ? end - rest : start + rest, isReversed: isReversed, lap: lap)
    }
  }

  // MARK: Changing

  private mutating func settle(at now: Double) {
    anchor = travelled(at: now)
    anchorNow = max(now, anchorNow)
    // What lies beyond the end has not been travelled.
    if turn == .stop { anchor = min(anchor, length) }
  }

  /// Lets time stand still or pass; from the end it begins again.
  mutating func setPaused(_ isPaused: Bool, at now: Double) {
    settle(at: now)
    if !isPaused, place(travelled: anchor).isEnded { anchor = 0 }
    self.isPaused = isPaused
  }

  mutating func setSpeed(_ speed: Double, at now: Double) {
    settle(at: now)
    self.speed = speed
  }

  /// Says what happens at the end; the position stays, and goes on forwards.
  mutating func setTurn(_ turn: Turn, at now: Double) {
    guard turn != self.turn else { return }
    settle(at: now)
    let position = place(travelled: anchor).position
    self.turn = turn
    anchor = position - start
  }

  /// Goes to a position, in the same round and direction.
  mutating func seek(to position: Double, at now: Double) {
    settle(at: now)
    guard !position.isNaN else { return }
    let target = max(start, min(end, position))
    let here = place(travelled: anchor)
    switch turn {
    case .stop: anchor = target - start
    case .loop: anchor = here.lap * (length + interval) + (target - start)
    case .pingPong: anchor = here.lap * length + (here.isReversed ? end - target : target - start)
    }
  }
}
