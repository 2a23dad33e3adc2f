// Playing, seeking, stepping, looping: the same moments give the same frames.

import Testing
import TrackGeodesy
import TrackPlayback

private let tenPoints = Timeline(track: track((0...10).map { (Double($0) * 10, 0) }))

@Suite struct PlayerTests {
  @Test func timePassesAtTheRate() {
    var player = Player(timeline: tenPoints, now: 100)
    #expect(player.position(at: 100) == 0 && player.position(at: 103) == 3)
    player.setRate(PlaybackRate(2), at: 103)
    #expect(player.position(at: 104) == 5)
    player.pause(at: 104)
    #expect(player.position(at: 999) == 5 && player.state(at: 999) == .paused)
    player.play(at: 999)
    #expect(player.position(at: 1000) == 7 && player.frame(at: 1000).rate == 2)
  }

  @Test func itEndsAndPlaysAgainFromTheStart() {
    var player = Player(timeline: tenPoints, now: 0)
    #expect(player.state(at: 9.9) == .playing && player.state(at: 10) == .ended && player.position(at: 50) == 10)
    player.togglePause(at: 50)
    #expect(player.state(at: 50) == .playing && player.position(at: 52) == 2)
    player.pause(at: 52)
    player.seek(to: 10, at: 52)
    player.play(at: 60)
    #expect(player.position(at: 61) == 1)
  }

  @Test func afterTheEndSeekingBackPlaysOn() {
    var player = Player(timeline: tenPoints, now: 0)
    player.seek(to: 4, at: 20)
    #expect(player.state(at: 20) == .playing && player.position(at: 21) == 5)
  }

  @Test func itPlaysBackwards() {
    var player = Player(timeline: tenPoints, options: .init(isReversed: true), now: 0)
    #expect(player.position(at: 0) == 10 && player.position(at: 4) == 6 && player.state(at: 10) == .ended)
    player.reverse(at: 4)
    #expect(player.position(at: 6) == 8 && !player.isReversed)
    player.reverse(at: 6)
    player.play(at: 20)
    #expect(player.position(at: 20) == 10)
  }

  @Test func startAndEndBoundWhatIsPlayed() {
    let player = Player(timeline: tenPoints, options: .init(start: 2.5, end: 7), now: 0)
    #expect(player.position(at: 0) == 2.5 && player.position(at: 99) == 7 && player.state(at: 4.5) == .ended)
    let swapped = Player(timeline: tenPoints, options: .init(start: 70, end: -3), now: 0)
    #expect(swapped.start == 0 && swapped.end == 10)
    let odd = Player(timeline: tenPoints, options: .init(start: .nan, end: .infinity), now: .nan)
    #expect(odd.start == 0 && odd.end == 10 && odd.position(at: 1) == 1)
  }

  @Test func aLoopWrapsAndCountsItsLaps() {
    let player = Player(timeline: tenPoints, options: .init(start: 2, end: 6, isLooping: true), now: 0)
    #expect([0, 3, 4, 4.5, 8, 9].map { player.position(at: $0) } == [2, 5, 6, 2.5, 6, 3])
    #expect([0, 4, 4.5, 8, 8.5, 400.5].map { player.frame(at: $0).lap } == [0, 0, 1, 1, 2, 100])
    #expect(player.state(at: 1e9) == .playing)
    let back = Player(timeline: tenPoints, options: .init(isLooping: true, isReversed: true), now: 0)
    #expect([0, 10, 11, 25].map { back.position(at: $0) } == [10, 0, 9, 5])
  }

  @Test func aPartFromAToBRepeatsAndIsLeftAloneFromBeyond() {
    var player = Player(timeline: tenPoints, now: 0)
    player.setLoopRange(3...5, at: 0)
    #expect([2, 5, 5.5, 7.5].map { player.position(at: $0) } == [2, 5, 3.5, 3.5])
    player.seek(to: 8, at: 0)
    #expect(player.position(at: 1) == 9 && player.state(at: 3) == .ended)
    player.setLooping(true, at: 0)
    // To the end, around to the start, and into A–B again.
    #expect([2, 3, 7, 7.5].map { player.position(at: $0) } == [10, 1, 5, 3.5])
    player.reverse(at: 0)
    #expect([5, 5.5].map { player.position(at: $0) } == [3, 4.5])
    player.setLoopRange(4...4, at: 0)
    #expect(player.loopRange == nil)
  }

  @Test func numbersThatAreNoneAndClocksThatGoBackAreIgnored() {
    var player = Player(timeline: tenPoints, now: 10)
    for bad in [Double.nan, .infinity, -.infinity] {
      player.seek(to: bad, at: 12)
      player.seek(by: bad, at: 12)
      player.pause(at: bad)
      player.play(at: bad)
      #expect(player.position(at: bad) == 2)
    }
    #expect(player.position(at: 5) == 2 && player.position(at: 13) == 3)
    player.setRate(PlaybackRate(4), at: 1)
    #expect(player.position(at: 13) == 6)
    #expect(Player(timeline: tenPoints, options: .init(isLooping: true), now: 0).position(at: 1e308).isFinite)
  }

  @Test func stepsMakeProgressOverEqualOffsetsAndGaps() {
    let timeline = Timeline(
      track: track([(0, 0), (10, 0), (20, 0), (30, 0), (9000, 0), (9010, 0)], times: [0, 1, 1, 2, 1000, 1001]))
    var player = Player(timeline: timeline, now: 0)
    var positions: [Double] = []
    for _ in 0..<6 {
      player.stepForward(at: 0)
      positions.append(player.position(at: 5))
    }
    #expect(positions == [1, 2, 1000, 1001, 1001, 1001] && player.state(at: 9) == .paused)
    positions = []
    for _ in 0..<5 {
      player.stepBack(at: 0)
      positions.append(player.position(at: 5))
    }
    #expect(positions == [1000, 2, 1, 0, 0])
  }

  @Test func betweenPointsAStepGoesToTheNearestThatWay() {
    var player = Player(timeline: tenPoints, options: .init(start: 2.5), now: 0)
    player.stepForward(at: 0)
    #expect(player.position(at: 0) == 3)
    player.stepBack(at: 0)
    #expect(player.position(at: 0) == 2.5)
    player.stepBack(at: 0)
    #expect(player.position(at: 0) == 2.5)
  }

  @Test(arguments: 0..<100)
  func steppingBackUndoesSteppingForward(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let timeline = Timeline(track: randomTrack(&random, timed: seed.isMultiple(of: 2)))
    var player = Player(timeline: timeline, options: .init(isLooping: seed.isMultiple(of: 3)), now: 0)
    for _ in 0..<40 {
      let point = Int.random(in: 0..<timeline.offsets.count, using: &random)
      player.seek(to: timeline.offsets[point], at: 0)
      let before = player.position(at: 0)
      player.stepForward(at: 0)
      guard player.position(at: 0) != before else { continue }
      player.stepBack(at: 0)
      #expect(player.position(at: 0) == before, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<100)
  func seekingThereIsPlayingThere(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let timeline = Timeline(track: randomTrack(&random, timed: seed.isMultiple(of: 2)))
    let options = PlayerOptions(rate: PlaybackRate(8), isLooping: seed.isMultiple(of: 3), isReversed: seed.isMultiple(of: 5))
    let playing = Player(timeline: timeline, options: options, now: 50)
    let now = 50 + Double.random(in: 0...max(1, timeline.duration / 4), using: &random)
    let played = playing.frame(at: now)
    var seeking = Player(timeline: timeline, options: options, now: 50)
    seeking.seek(to: played.position, at: now)
    var sought = seeking.frame(at: now)
    sought.lap = played.lap
    #expect(sought == played, "seed \(seed)")
  }

  @Test(arguments: 0..<30)
  func theNumberOfFramesChangesNothing(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let timeline = Timeline(track: randomTrack(&random, timed: true))
    let player = Player(timeline: timeline, options: .init(rate: PlaybackRate(3), isLooping: true), now: 0)
    let asked = player
    for frame in 0..<600 { _ = asked.frame(at: Double(frame) / 60) }
    #expect(asked.frame(at: 10) == player.frame(at: 10), "seed \(seed)")
  }

  @Test func marksAreSegmentStartsAndNamedPoints() {
    let points = TrackPoints((0..<10).map { Fix(coordinate: place(Double($0) * 10, 0)) })
    let track = Track(
      points: points, segments: [TrackSegment(range: 0..<5), TrackSegment(range: 5..<10)],
      waypoints: [
        Waypoint(name: "x", coordinate: place(70, 0), pointIndex: 7), Waypoint(name: "loose", coordinate: place(0, 0)),
      ])
    var player = Player(timeline: Timeline(track: track), options: .init(isPaused: true), now: 0)
    var seen: [Double] = []
    while player.nextMark(at: 0) { seen.append(player.position(at: 0)) }
    #expect(seen == [5, 7])
    while player.previousMark(at: 0) { seen.append(player.position(at: 0)) }
    #expect(seen == [5, 7, 5, 0])
    // While playing, a mark just left is skipped, so that two presses go back two marks.
    player.seek(to: 7, at: 0)
    player.play(at: 0)
    player.previousMark(at: 0.5)
    #expect(player.position(at: 0.5) == 5)
    player.previousMark(at: 0.7)
    #expect(player.position(at: 0.7) == 0)
  }

  @Test func anEmptyTrackHasEndedBeforeItBegins() {
    var player = Player(timeline: Timeline(track: Track(points: TrackPoints())), options: .init(isLooping: true), now: 0)
    player.stepForward(at: 1)
    player.stepBack(at: 1)
    player.play(at: 1)
    player.nextMark(at: 1)
    player.previousMark(at: 1)
    player.restart(at: 1)
    #expect(player.position(at: 5) == 0 && player.state(at: 5) == .ended && player.frame(at: 5).duration == 0)
  }
}
