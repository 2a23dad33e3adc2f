// A simulated day under a clock of the tests: whoever plays it is not a moment early or late, at any rate, whatever happens meanwhile.

import Synchronization
import Testing
import TrackGeodesy
import TrackPlayback

/// Seconds of a day.
private let day = 86_400

/// What a day's listening brings together.
private struct Heard {
  var count = 0
  /// Updates that came, or said they came, at any other moment than theirs.
  var stray = 0
  var last: Location?
}

@Suite(.timeLimit(.minutes(15))) struct DayTests {
  /// A route of a day, a point a second: 100 m to and fro.
  private static let route = fixes((0...day).map { Double($0 % 100) })
  private static let timeline = Timeline(
    track: track((0...day).map { Fix(coordinate: place(Double($0 % 100), 0), time: 1_767_225_600 + Double($0)) }))

  // MARK: The simulator

  /// Plays a route of so many points; each callback takes a share of the interval. Counts the updates that are not exactly due.
  private func heard(_ points: some Sequence<Fix>, interval: Duration, callback: Duration, keepsRunning: Bool = false, count: Int) async
    -> Heard
  {
    let clock = ManualClock(isFreeRunning: true)
    let simulator = LocationSimulator(clock: clock, updateInterval: interval, keepsRunning: keepsRunning)
    simulator.load(points)
    let heard = Mutex(Heard())
    let listener = Listener { source, current in
      let isLast = heard.withLock { heard in
        // Update n is due n intervals after the start, to the attosecond; what it says is that to the nearest floating-point number.
        let due = interval * heard.count
        let says = (current.fix.time ?? .nan) - due / .seconds(1)
        if clock.now.offset != due || !(abs(says) < 1e-9) { heard.stray += 1 }
        heard.count += 1
        heard.last = current
        return heard.count == count
      }
      clock.advance(by: callback)
      if isLast { (source as? LocationSimulator)?.stop() }
    }
    simulator.delegate = listener
    simulator.start(at: 0)
    while simulator.isRunning { await Task.yield() }
    return heard.withLock { $0 }
  }

  @Test(arguments: [1, 10, 1000])
  func aDaysRouteIsPlayedOutWithEveryUpdateExactlyDueAtAnyRate(rate: Int) async {
    let interval = Duration.seconds(1) / rate
    let heard = await heard(Self.route, interval: interval, callback: interval / 4, count: .max)
    #expect(heard.count == day + 1 && heard.stray == 0)
    #expect(heard.last?.fix.time == Double(day) / Double(rate) && heard.last.map(metresEast) == 0)
  }

  @Test(arguments: [Duration.seconds(1) / 3, .milliseconds(777)])
  func aDayOnTheClockOfAnyIntervalDoesNotDrift(interval: Duration) async {
    let count = Int(Duration.seconds(day) / interval)
    let heard = await heard(
      Self.route.prefix(100), interval: interval, callback: interval / 3, keepsRunning: true, count: count + 1)
    #expect(heard.count == count + 1 && heard.stray == 0)
    #expect(abs((heard.last?.fix.time ?? 0) - Double(day)) <= interval / .seconds(1))
  }

  @Test func afterACallbackOfAMinuteItIsExactlyDueAgain() async {
    let clock = ManualClock(isFreeRunning: true)
    let simulator = LocationSimulator(clock: clock)
    simulator.load(Self.route)
    let onTime = Mutex<[Bool]>([])
    let listener = Listener { _, _ in
      let count = onTime.withLock { list in
        list.append(clock.now.offset == .seconds(list.count))
        return list.count
      }
      // Every hour a callback that takes a minute: 60 updates late, and then none.
      if count.isMultiple(of: 3600) { clock.advance(by: .seconds(60)) }
    }
    simulator.delegate = listener
    simulator.start(at: 0)
    while simulator.isRunning { await Task.yield() }
    let list = onTime.withLock { $0 }
    #expect(list.count == day + 1 && list.last == false && list[day - 1])
    // Hours 1 to 23 make 59 late each (the 60th falls on its own second); after hour 24 there is one update left.
    #expect(list.count { !$0 } == 23 * 59 + 1)
  }

  // MARK: The player

  @Test(arguments: [1.0, 10, 1000])
  func aPlayersPositionIsItsClocksHoweverOftenItIsAsked(rate: Double) {
    let player = Player(timeline: Self.timeline, options: .init(rate: PlaybackRate(rate)), now: 0)
    var worst = 0.0
    for second in 0...day { worst = max(worst, abs(player.frame(at: Double(second) / rate).position - Double(second))) }
    #expect(worst < 1e-9 && player.state(at: Double(day) / rate) == .ended)
  }

  @Test(arguments: [1.0, 10, 1000])
  func aPlayerThatIsMeddledWithAllDayLosesNothing(rate: Double) {
    var player = Player(timeline: Self.timeline, options: .init(rate: PlaybackRate(rate)), now: 0)
    var worst = 0.0
    // Every second of the day is settled anew, each way to do that in its turn; pauses cost time on the clock and none on the timeline.
    var paused = 0.0
    for second in 1..<day {
      // Reckoned from the beginning: a clock does not add up its ticks.
      var now: Double { Double(second) / rate + paused }
      switch second % 4 {
      case 0: player.setRate(PlaybackRate(rate), at: now)
      case 1: player.setLooping(false, at: now)
      case 2: player.seek(by: 0, at: now)
      default:
        player.pause(at: now)
        paused += 0.25
        player.play(at: now)
      }
      worst = max(worst, abs(player.position(at: now) - Double(second)))
    }
    #expect(worst < 1e-6)
  }

  @Test func aThousandDaysInALoopEndWhereTheyBegan() {
    let player = Player(timeline: Self.timeline, options: .init(rate: PlaybackRate(1000), isLooping: true), now: 0)
    let now = Double(day)
    #expect(abs(player.position(at: now + 0.5) - 500) < 1e-3 && player.frame(at: now + 0.5).lap == 1000)
  }
}

/// A delegate that keeps nothing.
private final class Listener: LocationDelegate {
  private let onUpdate: @Sendable (any LocationSource, Location) -> Void

  init(onUpdate: @escaping @Sendable (any LocationSource, Location) -> Void) { self.onUpdate = onUpdate }

  func locationSource(_ source: any LocationSource, didUpdateLocations locations: [Location]) {
    if let current = locations.last { onUpdate(source, current) }
  }
}
