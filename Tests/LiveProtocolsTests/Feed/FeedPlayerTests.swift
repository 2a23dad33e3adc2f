import LiveProtocols
import Testing
import TrackGeodesy
import TrackPlayback

/// Points on the equator, so many thousandths of a degree east of Greenwich, one a second; about 111 m apart.
func equator(_ thousandths: [Double], interval: Double = 1) -> Timeline {
  let points = TrackPoints(thousandths.map { Fix(coordinate: Coordinate(latitude: 0, longitude: $0 / 1000)) })
  return Timeline(track: Track(points: points), options: TimelineOptions(pace: .interval(interval)))
}

/// A track with the times of a file.
func timed(_ seconds: [Double], from start: Double = 1000) -> Timeline {
  let fixes = seconds.map { Fix(coordinate: Coordinate(latitude: 0, longitude: $0 / 1000), altitude: 10 + $0, time: start + $0) }
  return Timeline(track: Track(points: TrackPoints(fixes)))
}

/// A player behind a reference, so that expectations can drive it.
private final class Feed {
  private(set) var player: FeedPlayer
  init(timeline: Timeline, options: FeedOptions) { player = FeedPlayer(timeline: timeline, options: options) }

  var nextDue: Duration? { player.nextDue }
  var isDone: Bool { player.isDone }
  var isPaused: Bool { player.isPaused }
  var mock: Fix? { player.mock }
  var rate: Double { player.rate }
  func position(at now: Duration) -> Double { player.position(at: now) }
  func lap(at now: Duration) -> Int { player.lap(at: now) }
  func state(at now: Duration) -> PlaybackState { player.state(at: now) }
  func due(until now: Duration) -> [FeedStep] { player.due(until: now) }
  func skip(to now: Duration) -> Int { player.skip(to: now) }
  func setMock(_ fix: Fix, at now: Duration) -> Bool { player.setMock(fix, at: now) }
  func change(_ change: (inout FeedPlayer) -> Void) { change(&player) }
}

@Suite("A feed's player")
struct FeedPlayerTests {
  private let here = Coordinate(latitude: 39.9, longitude: 116.4)

  private func player(_ thousandths: [Double] = [0, 1, 2, 3, 4], _ options: FeedOptions = FeedOptions()) -> Feed {
    Feed(timeline: equator(thousandths), options: options)
  }
  private func places(_ steps: [FeedStep]) -> [Double] { steps.map { ($0.fix.coordinate.longitude * 1_000_000).rounded() / 1000 } }

  @Test("The first fix comes at once, then one every interval, and after the last nothing")
  func plays() {
    let player = player()
    #expect(player.nextDue == .zero)
    let steps = player.due(until: .seconds(100))
    #expect(steps.map(\.due) == (0...4).map { .seconds($0) })
    #expect(places(steps) == [0, 1, 2, 3, 4])
    #expect(player.isDone)
    #expect(player.nextDue == nil)
    #expect(player.due(until: .seconds(1000)).isEmpty)
  }

  @Test("A fix carries the time at which it goes out, course, speed and accuracy")
  func fixes() throws {
    let player = player([0, 1, 2, 3], FeedOptions(clock: .start(1_767_225_600)))
    let fix = try #require(player.due(until: .seconds(2)).last?.fix)
    #expect(fix.time == 1_767_225_602)
    #expect(abs((fix.course ?? 0) - 90) < 1e-6)
    #expect(abs((fix.speed ?? 0) - 111.319) < 0.01)
    #expect(fix.horizontalAccuracy == 5)
    #expect(fix.altitude == nil)
  }

  @Test("Between the points fixes lie on the way")
  func rate() {
    let player = player([0, 1, 2], FeedOptions(rate: 4))
    #expect(places(player.due(until: .seconds(1))) == [0, 0.25, 0.5, 0.75, 1])
  }

  @Test("Fix n is due at n ÷ rate, to the nanosecond, after a day as at the beginning", arguments: [1.0, 3, 0.7])
  func noDrift(_ rate: Double) {
    let player = player([0, 1, 2], FeedOptions(rate: rate, isLooping: true))
    var count = 0
    var strays = 0
    while let next = player.nextDue, next <= .seconds(86_400) {
      for step in player.due(until: .seconds(86_400)) {
        if step.due != .nanoseconds(Int64((Double(count) * 1e9 / rate).rounded())) { strays += 1 }
        count += 1
      }
    }
    #expect(strays == 0)
    #expect(count == Int((86_400 * rate).rounded()) + 1)
  }

  @Test("A day at any speed is where the route is, to a millisecond", arguments: [1.0, 10, 1000])
  func longPlay(_ speed: Double) throws {
    let player = Feed(timeline: timed([0, 1e9]), options: FeedOptions(speed: PlaybackRate(speed)))
    #expect(player.skip(to: .seconds(86_400)) == 86_400)
    let step = try #require(player.due(until: .seconds(86_400)).first)
    #expect(abs(step.position - 86_400 * speed) < 0.001)
  }

  @Test("A call gives a bounded number of fixes, and the next call the others")
  func bounded() {
    let player = player([0, 1], FeedOptions(rate: 100, isLooping: true))
    let first = player.due(until: .seconds(3600))
    #expect(first.count == FeedPlayer.stepLimit)
    let second = player.due(until: .seconds(3600))
    #expect(second.first?.due == .milliseconds(10 * FeedPlayer.stepLimit))
  }

  @Test("In a loop the first point follows the last an interval later, as in the simulator")
  func loops() {
    let player = player([0, 1, 2], FeedOptions(isLooping: true))
    #expect(places(player.due(until: .seconds(7))) == [0, 1, 2, 0, 1, 2, 0, 1])
    #expect(player.lap(at: .seconds(7)) == 2)
    let odd = Feed(timeline: equator([0, 1, 2], interval: 0.3), options: FeedOptions(rate: 10.0 / 3, isLooping: true))
    #expect(places(odd.due(until: .seconds(60))).enumerated().allSatisfy { $0.element == Double($0.offset % 3) })
  }

  @Test("A timed route that closes goes round without a stop")
  func timedLoop() {
    let player = Feed(timeline: timed([0, 1, 2]), options: FeedOptions(isLooping: true))
    #expect(places(player.due(until: .seconds(5))) == [0, 1, 2, 1, 2, 1])
  }

  @Test("Ping-pong turns around at either end, and the course points where it goes")
  func pingPong() {
    let player = player([0, 1, 2], FeedOptions(isPingPong: true))
    let steps = player.due(until: .seconds(6))
    #expect(places(steps) == [0, 1, 2, 1, 0, 1, 2])
    #expect(steps[1].fix.course.map { abs($0 - 90) < 1e-6 } == true)
    #expect(steps[3].fix.course.map { abs($0 - 270) < 1e-6 } == true)
  }

  @Test("Start and end choose a part, in either order")
  func part() {
    let player = player([0, 1, 2, 3, 4], FeedOptions(start: 3, end: 1))
    #expect(places(player.due(until: .seconds(9))) == [1, 2, 3])
    #expect(player.isDone)
  }

  @Test("At twice the speed the fixes are twice as far apart and say twice the speed")
  func speed() throws {
    let player = player([0, 1, 2, 3, 4], FeedOptions(speed: PlaybackRate(2)))
    let steps = player.due(until: .seconds(1))
    #expect(places(steps) == [0, 2])
    #expect(abs((steps[1].fix.speed ?? 0) - 222.639) < 0.01)
    player.change { $0.setSpeed(PlaybackRate(0.5), at: .seconds(1)) }
    #expect(places(player.due(until: .seconds(3))) == [2.5, 3])
  }

  @Test("A pause is a receiver that stands still: same place, speed 0, times go on")
  func pause() {
    let player = player(Array(stride(from: 0, through: 9, by: 1)), FeedOptions(clock: .start(100)))
    _ = player.due(until: .seconds(2))
    player.change { $0.pause(at: .seconds(2)) }
    let still = player.due(until: .seconds(5))
    #expect(places(still) == [2, 2, 2])
    #expect(still.allSatisfy { $0.fix.speed == 0 })
    #expect(still.map(\.fix.time) == [103, 104, 105])
    #expect(player.state(at: .seconds(5)) == .paused)
    player.change { $0.resume(at: .seconds(5)) }
    #expect(places(player.due(until: .seconds(7))) == [3, 4])
  }

  @Test("A quiet pause gives nothing, and no one need wake up for it")
  func quietPause() {
    let player = player([0, 1, 2, 3], FeedOptions(emitsWhilePaused: false))
    _ = player.due(until: .seconds(1))
    player.change { $0.pause(at: .milliseconds(1500)) }
    #expect(player.nextDue == nil)
    #expect(player.due(until: .seconds(3600)).isEmpty)
    player.change { $0.resume(at: .seconds(3600) + .milliseconds(500)) }
    #expect(player.nextDue == .seconds(3601))
    #expect(places(player.due(until: .seconds(3601))) == [2])
  }

  @Test("What was due before a change is given out as it was")
  func changesHoldFromTheirMoment() {
    let player = player([0, 1, 2, 3, 4, 5, 6, 7, 8])
    player.change { $0.pause(at: .milliseconds(2500)) }
    player.change { $0.resume(at: .milliseconds(4500)) }
    #expect(places(player.due(until: .seconds(5))) == [0, 1, 2, 2.5, 2.5, 3])
  }

  @Test("A seek is given out at once, and playback goes on from there")
  func seek() {
    let player = player([0, 1, 2, 3, 4, 5, 6, 7, 8])
    _ = player.due(until: .seconds(1))
    player.change { $0.seek(to: 6, at: .milliseconds(1500)) }
    let steps = player.due(until: .seconds(3))
    #expect(steps.map(\.due) == [.milliseconds(1500), .seconds(2), .seconds(3)])
    #expect(places(steps) == [6, 6.5, 7.5])
    player.change { $0.seek(to: .nan, at: .seconds(3)) }
    player.change { $0.seek(to: 1e300, at: .seconds(3)) }
    #expect(player.position(at: .seconds(3)) == 8)
  }

  @Test("A step pauses at the next point, and back again")
  func step() {
    let player = player([0, 1, 2, 3, 4])
    _ = player.due(until: .seconds(1))
    player.change { $0.step(1, at: .milliseconds(1500)) }
    #expect(places(player.due(until: .milliseconds(1500))) == [2])
    #expect(player.isPaused)
    player.change { $0.step(-1, at: .milliseconds(1600)) }
    #expect(player.position(at: .milliseconds(1600)) == 1)
    player.change { $0.step(Int.max, at: .milliseconds(1700)) }
    #expect(player.position(at: .milliseconds(1700)) == 4)
    player.change { $0.step(-3, at: .milliseconds(1800)) }
    #expect(player.position(at: .milliseconds(1800)) == 1)
    player.change { $0.step(Int.min, at: .milliseconds(1900)) }
    #expect(player.position(at: .milliseconds(1900)) == 0)
  }

  @Test("After the end resume begins again; a seek back plays the rest")
  func revival() {
    let player = player([0, 1, 2])
    _ = player.due(until: .seconds(10))
    #expect(player.isDone)
    player.change { $0.resume(at: .seconds(10)) }
    #expect(!player.isDone)
    #expect(places(player.due(until: .seconds(20))) == [0, 1, 2])
    player.change { $0.seek(to: 1, at: .seconds(20)) }
    #expect(places(player.due(until: .seconds(30))) == [1, 2])
    #expect(player.isDone)
  }

  @Test("A feed that stays at the end stands there")
  func stays() {
    let player = player([0, 1], FeedOptions(staysAtEnd: true))
    let steps = player.due(until: .seconds(4))
    #expect(places(steps) == [0, 1, 1, 1, 1])
    #expect(steps.suffix(3).allSatisfy { $0.fix.speed == 0 })
    #expect(!player.isDone)
  }

  // MARK: The mock

  @Test("A mock goes out at once and then every interval in the place of the route's, until it is released, which goes out at once too")
  func mock() {
    let player = player(Array(stride(from: 0, through: 20, by: 1)), FeedOptions(clock: .start(50)))
    _ = player.due(until: .seconds(1))
    #expect(player.setMock(Fix(coordinate: here), at: .milliseconds(1250)))
    let mocked = player.due(until: .seconds(3))
    #expect(mocked.map(\.due) == [.milliseconds(1250), .seconds(2), .seconds(3)])
    #expect(mocked.allSatisfy { $0.isMock && $0.fix.coordinate == here && $0.fix.speed == 0 && $0.fix.horizontalAccuracy == 5 })
    #expect(mocked.map(\.fix.time) == [51.25, 52, 53])
    player.change { $0.release(at: .milliseconds(3500)) }
    let released = player.due(until: .seconds(4))
    #expect(places(released) == [3.5, 4])
    #expect(released.allSatisfy { !$0.isMock })
    player.change { $0.release(at: .seconds(4)) }
    #expect(player.due(until: .milliseconds(4500)).isEmpty)
  }

  @Test("A mock goes out while paused, also where a pause is quiet, and holds a feed at its end")
  func mockWhilePaused() {
    let player = player([0, 1, 2], FeedOptions(isPaused: true, emitsWhilePaused: false))
    #expect(player.due(until: .seconds(5)).isEmpty)
    _ = player.setMock(Fix(coordinate: here), at: .milliseconds(5500))
    #expect(player.due(until: .seconds(8)).map(\.due) == [.milliseconds(5500), .seconds(6), .seconds(7), .seconds(8)])
    player.change { $0.release(at: .seconds(8)) }
    player.change { $0.resume(at: .seconds(8)) }
    _ = player.setMock(Fix(coordinate: here), at: .seconds(9))
    _ = player.due(until: .seconds(20))
    #expect(!player.isDone)
    player.change { $0.release(at: .seconds(20)) }
    _ = player.due(until: .seconds(21))
    #expect(player.isDone)
  }

  @Test("Mocks that follow one another have the course and speed of the way; a leap has none")
  func mockMotion() throws {
    let player = player([0, 1, 2], FeedOptions(isPaused: true))
    _ = player.due(until: .zero)
    _ = player.setMock(Fix(coordinate: Coordinate(latitude: 0, longitude: 1)), at: .milliseconds(100))
    _ = player.setMock(Fix(coordinate: Coordinate(latitude: 0.0001, longitude: 1)), at: .milliseconds(600))
    let second = try #require(player.due(until: .milliseconds(600)).last?.fix)
    #expect(abs((second.speed ?? 0) - 22.11) < 0.1)
    #expect(second.course.map { abs($0) < 1e-6 || abs($0 - 360) < 1e-6 } == true)
    let rest = player.due(until: .seconds(3))
    #expect(rest.last?.fix.speed == 0)
    _ = player.setMock(Fix(coordinate: here), at: .seconds(4))
    #expect(player.due(until: .seconds(4)).last?.fix.speed == 0)
    _ = player.setMock(Fix(coordinate: here, course: 12, speed: 3, horizontalAccuracy: 1), at: .seconds(5))
    let own = try #require(player.due(until: .seconds(5)).last?.fix)
    #expect(own.course == 12 && own.speed == 3 && own.horizontalAccuracy == 1)
  }

  @Test("An invalid place is no mock")
  func invalidMock() {
    let player = player()
    #expect(!player.setMock(Fix(coordinate: Coordinate(latitude: .nan, longitude: 0)), at: .zero))
    #expect(!player.setMock(Fix(coordinate: Coordinate(latitude: 91, longitude: 0)), at: .zero))
    #expect(player.mock == nil)
  }

  @Test("Hold sets the place given out last")
  func hold() {
    let player = player([0, 1, 2, 3, 4])
    _ = player.due(until: .seconds(2))
    player.change { $0.hold(at: .milliseconds(2500)) }
    #expect(places(player.due(until: .seconds(4))) == [2, 2, 2])
  }

  // MARK: Clocks and filters

  @Test("With the route's own times a fix has them, faster at a higher speed, and they never go back")
  func recordedTimes() {
    let player = Feed(
      timeline: timed([0, 1, 2, 3, 4]), options: FeedOptions(speed: PlaybackRate(2), isLooping: true, clock: .recorded(fallback: 0)))
    let steps = player.due(until: .seconds(6))
    #expect(steps.map(\.position) == [0, 2, 4, 2, 4, 2, 4])
    let times = steps.compactMap(\.fix.time)
    #expect(Array(times.prefix(3)) == [1000, 1002, 1004])
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(steps[1].fix.speed.map { abs($0 - 111.319) < 0.01 } == true)
    #expect(steps[1].fix.altitude == 12)
    player.change { $0.pause(at: .seconds(6)) }
    let still = player.due(until: .seconds(8)).compactMap(\.fix.time)
    #expect(still.count == 2 && still[1] - still[0] == 1)
  }

  @Test("A route without times takes the fallback")
  func fallback() {
    let player = player([0, 1], FeedOptions(clock: .recorded(fallback: 500)))
    #expect(player.due(until: .seconds(1)).map(\.fix.time) == [500, 501])
  }

  @Test("A distance filter passes over what is not farther than it from the last one given out, and goes on")
  func distanceFilter() {
    let player = player([0, 1, 1, 1.5, 2, 3, 3], FeedOptions(distanceFilter: 100))
    #expect(places(player.due(until: .seconds(10))) == [0, 1, 2, 3])
    #expect(player.isDone)
    let strict = self.player([0, 0, 1, 1], FeedOptions(distanceFilter: 0))
    #expect(strict.due(until: .seconds(10)).map(\.due) == [.zero, .seconds(2)])
  }

  @Test("An empty route gives nothing and a route of one point gives one")
  func small() {
    let empty = player([])
    #expect(empty.due(until: .seconds(5)).isEmpty)
    #expect(empty.nextDue == nil)
    _ = empty.setMock(Fix(coordinate: here), at: .seconds(6))
    #expect(empty.due(until: .seconds(7)).count >= 1)
    let one = player([7])
    #expect(places(one.due(until: .seconds(5))) == [7])
    #expect(one.isDone)
    let looped = player([7], FeedOptions(isLooping: true))
    #expect(places(looped.due(until: .seconds(2))) == [7, 7, 7])
  }

  @Test("After a sleep of the machine the missed fixes can be left out, and the others come when they would have come")
  func skip() {
    let player = player([0, 1, 2], FeedOptions(isLooping: true))
    _ = player.due(until: .seconds(1))
    #expect(player.skip(to: .milliseconds(100_500)) == 99)
    #expect(player.nextDue == .seconds(101))
  }

  @Test("A new rate counts from the moment it is set")
  func setRate() {
    let player = player(Array(stride(from: 0, through: 20, by: 1)))
    _ = player.due(until: .seconds(1))
    player.change { $0.setRate(4, at: .milliseconds(1500)) }
    #expect(player.due(until: .seconds(2)).map(\.due) == [.milliseconds(1750), .seconds(2)])
    player.change { $0.setRate(.nan, at: .seconds(2)) }
    #expect(player.rate == 1)
  }
}
