// Timelines that grow fix by fix, against those that are laid out at once.

import Testing
import TrackGeodesy

@testable import TrackPlayback

/// Fixes in segments, each with a time that does not go back within its segment.
struct LiveLog {
  var fixes: [Fix] = []
  var starts: Set<Int> = [0]

  /// A random one, at rest and under way, with equal times, gaps, and clocks that are set back.
  init(count: Int, _ random: inout SeededGenerator) {
    var (east, north, time) = (0.0, 0.0, 1_700_000_000.0)
    for index in 0..<count {
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        starts.insert(index)
        time += Double.random(in: -3_000...3_000, using: &random).rounded()
      case 1:
        time += 4_000
        east += 700
      case 2:
        starts.insert(index)
        east += 3_000
      case 3...10: break
      default:
        east += Double.random(in: -15...15, using: &random)
        north += Double.random(in: -0.3...15, using: &random)
      }
      time += index == 0 ? 0 : [1, 1, 1, 0.1, 0].randomElement(using: &random) ?? 1
      let altitude = Bool.random(using: &random) && index > 5 ? Double.random(in: 0...60, using: &random) : nil
      fixes.append(Fix(coordinate: place(east, north), altitude: altitude, time: time))
    }
  }

  func track(_ count: Int) -> Track {
    TrackPlaybackTests.track(Array(fixes.prefix(count)), breaks: starts.filter { $0 > 0 && $0 < count }.sorted())
  }
}

/// The fields of a timeline that differ from another's.
private func differences(_ one: Timeline, _ other: Timeline) -> [String] {
  func same(_ first: [Float], _ second: [Float]) -> Bool {
    first.count == second.count && zip(first, second).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }
  return [
    one.track == other.track ? nil : "track", one.offsets == other.offsets ? nil : "offsets",
    one.distances == other.distances ? nil : "distances", one.broken == other.broken ? nil : "broken",
    same(one.courses, other.courses) ? nil : "courses", one.moments == other.moments ? nil : "moments",
    one.startTime == other.startTime ? nil : "startTime", one.duration == other.duration ? nil : "duration",
    one.pace == other.pace ? nil : "pace", one.delivered == other.delivered ? nil : "delivered",
  ].compactMap { $0 }
}

@Suite("Timelines that grow")
struct TimelineGrowthTests {
  @Test("grown fix by fix is laid out at once", arguments: 0..<40 as Range<UInt64>)
  func oracle(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let log = LiveLog(count: Int.random(in: 2...300, using: &random), &random)
    var grown = Timeline.growing()
    for (index, fix) in log.fixes.enumerated() {
      let isTaken = grown.append(fix, startsSegment: log.starts.contains(index))
      #expect(isTaken)
      guard index < 40 || index.isMultiple(of: 9) || index == log.fixes.count - 1 else { continue }
      let whole = Timeline(track: log.track(index + 1))
      // A single moment, or a clock that went back more often than not, is nothing to lay out at once by.
      guard whole.pace == .recorded else { continue }
      #expect(differences(grown, whole) == [], "seed \(seed), \(index + 1) points")
    }
    #expect(differences(grown, Timeline(growing: log.track(log.fixes.count))) == [])
  }

  @Test("statistics that run along are those worked out at once", arguments: 0..<40 as Range<UInt64>)
  func statistics(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let log = LiveLog(count: 200, &random)
    var grown = Timeline.growing()
    var running = RunningStatistics()
    for (index, fix) in log.fixes.enumerated() {
      grown.append(fix, startsSegment: log.starts.contains(index))
      if index % 3 == 0 { running.advance(over: grown) }
    }
    running.advance(over: grown)
    #expect(running.statistics(of: grown) == TrackStatistics(timeline: grown))
    #expect(running.statistics(of: grown).pointCount == 200)
  }

  @Test("a fix that cannot go on is refused, and changes nothing")
  func refused() {
    var timeline = Timeline.growing()
    timeline.append(Fix(coordinate: place(0, 0), time: 100))
    timeline.append(Fix(coordinate: place(10, 0), time: 101))
    let before = timeline
    let refused = [
      Fix(coordinate: place(20, 0)), Fix(coordinate: place(20, 0), time: 100.5), Fix(coordinate: place(20, 0), time: .nan),
      Fix(coordinate: place(20, 0), time: 1e13), Fix(coordinate: Coordinate(latitude: 91, longitude: 0), time: 102),
      Fix(coordinate: Coordinate(latitude: 0, longitude: .nan), time: 102),
    ]
    for fix in refused {
      let isTaken = timeline.append(fix)
      #expect(!isTaken)
    }
    #expect(differences(timeline, before) == [])
    let isTaken = timeline.append(Fix(coordinate: place(20, 0), time: 102))
    #expect(isTaken)
  }

  @Test("only a timeline made to grow does")
  func fixed() {
    var timeline = Timeline(track: track([(0, 0), (10, 0)], times: [0, 1]))
    #expect(!timeline.isGrowing)
    let isTaken = timeline.append(Fix(coordinate: place(20, 0), time: 2))
    #expect(!isTaken)
    #expect(timeline.track.points.count == 2)
    var empty = Timeline.growing()
    #expect(empty.isGrowing && empty.duration == 0 && empty.offsets.isEmpty)
    let isFirstTaken = empty.append(Fix(coordinate: place(0, 0), time: 5))
    #expect(isFirstTaken)
    #expect(empty.pose(at: 0).coordinate == place(0, 0) && empty.startTime == 5)
  }

  @Test("a source of one fix in ten minutes is not all gaps; a silence of one of a second is")
  func gaps() {
    var sparse = Timeline.growing()
    for index in 0..<20 { sparse.append(Fix(coordinate: place(Double(index) * 500, 0), time: Double(index) * 600)) }
    #expect((0..<19).allSatisfy { !sparse.isBroken(leg: $0) })
    var dense = Timeline.growing()
    for index in 0..<20 { dense.append(Fix(coordinate: place(Double(index) * 10, 0), time: Double(index))) }
    dense.append(Fix(coordinate: place(1000, 0), time: 400))
    #expect(dense.isBroken(leg: 19))
  }

  @Test("a player goes on with the grown timeline where it was")
  func player() {
    var timeline = Timeline.growing()
    for index in 0..<10 { timeline.append(Fix(coordinate: place(Double(index) * 10, 0), time: Double(index))) }
    var player = Player(timeline: timeline, options: PlayerOptions(isPaused: true), now: 0)
    player.seek(to: 4, at: 0)
    for index in 10..<50 {
      player.grow(&timeline, at: Double(index)) {
        _ = $0.append(Fix(coordinate: place(Double(index) * 10, 0), time: Double(index)), startsSegment: index == 30)
      }
    }
    #expect(player.position(at: 50) == 4)
    #expect(player.end == 49 && player.timeline.offsets == timeline.offsets)
    let copy = player
    let marks = player.nextMark(at: 50)
    #expect(marks && player.position(at: 50) == 30)
    // As if it had been handed the whole timeline at once.
    var other = copy
    other.setTimeline(timeline, at: 50)
    other.nextMark(at: 50)
    #expect(other.position(at: 50) == player.position(at: 50))
  }

  @Test("a player that had reached the end plays on; a chosen end stays")
  func playerAtTheEnd() {
    var timeline = Timeline.growing()
    for index in 0..<3 { timeline.append(Fix(coordinate: place(Double(index) * 10, 0), time: Double(index))) }
    var player = Player(timeline: timeline, now: 0)
    var bounded = Player(timeline: timeline, options: PlayerOptions(end: 1), now: 0)
    #expect(player.state(at: 10) == .ended)
    player.grow(&timeline, at: 10) { _ = $0.append(Fix(coordinate: place(30, 0), time: 3)) }
    bounded.grow(&timeline, at: 10) { _ = $0.append(Fix(coordinate: place(40, 0), time: 4)) }
    #expect(player.state(at: 10) == .playing && player.position(at: 10.5) == 2.5)
    #expect(bounded.end == 1 && bounded.state(at: 20) == .ended)
  }

  @Test("a timeline that is played grows in place: its arrays move as often as they double, not with each fix")
  func inPlace() {
    func addresses(_ timeline: Timeline) -> [UnsafeRawPointer?] {
      let points = timeline.track.points
      return [
        timeline.offsets.withUnsafeBytes(\.baseAddress), timeline.distances.withUnsafeBytes(\.baseAddress),
        timeline.courses.withUnsafeBytes(\.baseAddress), timeline.broken.withUnsafeBytes(\.baseAddress),
        points.latitudes.withUnsafeBytes(\.baseAddress), points.times.withUnsafeBytes(\.baseAddress),
        timeline.track.segments.withUnsafeBytes(\.baseAddress),
      ]
    }
    var timeline = Timeline.growing()
    var player = Player(timeline: timeline, now: 0)
    var moves = 0
    var last = addresses(timeline)
    for index in 0..<20_000 {
      player.grow(&timeline, at: Double(index)) {
        let place = Coordinate(latitude: 40 + Double(index) * 1e-7, longitude: 116)
        _ = $0.append(Fix(coordinate: place, time: Double(index)), startsSegment: index.isMultiple(of: 10))
      }
      let now = addresses(timeline)
      moves += zip(last, now).count { $0 != $1 }
      last = now
    }
    #expect(timeline.offsets.count == 20_000 && player.timeline.offsets.count == 20_000)
    // Seven arrays that double from nothing to 20,000.
    #expect(moves < 7 * 20)
  }
}
