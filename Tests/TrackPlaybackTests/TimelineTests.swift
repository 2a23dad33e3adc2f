// Offsets, distances and breaks: when each point is reached and where a track is not whole.

import Testing
import TrackGeodesy

@testable import TrackPlayback

/// Offsets and distances rounded to what the eye wants to see in a test.
private func rounded(_ values: [Double]) -> [Double] { values.map { ($0 * 100).rounded() / 100 } }

@Suite struct TimelineTests {
  @Test func anUntimedTrackPlaysOnePointASecond() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (10, 0), (30, 0)]))
    #expect(timeline.pace == .interval(1) && timeline.offsets == [0, 1, 2, 3])
    #expect(rounded(timeline.distances) == [0, 10, 10, 30])
    #expect(timeline.duration == 3 && timeline.startTime == nil && timeline.recordedTime(at: 1) == nil)
  }

  @Test func aTimedTrackPlaysAtItsOwnTimes() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (30, 0)], times: [1000, 1002, 1003.5]))
    #expect(timeline.pace == .recorded && timeline.offsets == [0, 2, 3.5])
    #expect(timeline.startTime == 1000 && timeline.recordedTime(at: 3) == 1003)
  }

  @Test func aGroundSpeedLaysPointsOutByDistance() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (30, 0)]), options: .init(pace: .groundSpeed(5)))
    #expect(rounded(timeline.offsets) == [0, 2, 6])
  }

  @Test func anotherPaceKeepsTheRecordedTimesForTheClock() {
    let timeline = Timeline(
      track: track([(0, 0), (10, 0), (30, 0)], times: [1000, 1010, 1030]), options: .init(pace: .interval(2)))
    #expect(timeline.offsets == [0, 2, 4] && timeline.recordedTime(at: 3) == 1020 && timeline.startTime == 1000)
  }

  @Test(arguments: [Pace.interval(0), .interval(-1), .interval(.nan), .interval(.infinity), .groundSpeed(0), .groundSpeed(.nan), .recorded])
  func aPaceThatCannotBeIsOnePointASecond(pace: Pace) {
    let timeline = Timeline(track: track([(0, 0), (10, 0)]), options: .init(pace: pace))
    #expect(timeline.pace == .interval(1) && timeline.duration == 1)
  }

  @Test func missingTimesAreInterpolatedByDistance() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (40, 0), (50, 0)], times: [0, nil, 8, 10]))
    #expect(rounded(timeline.offsets) == [0, 2, 8, 10])
  }

  @Test func beforeTheFirstAndAfterTheLastTimeTheMeanSpeedGoesOn() {
    let timeline = Timeline(
      track: track([(0, 0), (10, 0), (20, 0), (40, 0), (60, 0)], times: [nil, 100, 101, 103, nil]))
    #expect(rounded(timeline.offsets) == [0, 1, 2, 4, 6] && timeline.startTime.map { ($0 * 100).rounded() } == 9900)
  }

  @Test(
    arguments: [
      ([0, 1, 1, 2], [0, 1, 1, 2]),  // equal times stay equal
      ([0, 1, 2, 1.5, 4, 5], [0, 1, 1.25, 1.5, 4, 5]),  // a step back: one of the two is not believed
      ([0, 1, 1e9, 3, 4], [0, 1, 2, 3, 4]),  // a stray time of the future
      ([0, 1, -1e9, 3, 4], [0, 1, 2, 3, 4]),  // and of the past
      ([0, 1, 1e300, 3, -1e300], [0, 1, 2, 3, 4]),
    ] as [([Double], [Double])])
  func timesThatGoBackAreNotBelieved(times: [Double], expected: [Double]) {
    let points = times.indices.map { (Double($0) * 10, 0.0) }
    #expect(rounded(Timeline(track: track(points, times: times)).offsets) == rounded(expected))
  }

  @Test func aSegmentRecordedEarlierThanTheOneBeforeFollowsItAfterASecond() {
    let timeline = Timeline(
      track: track([(0, 0), (10, 0), (50, 0), (60, 0)], times: [1000, 1010, 500, 505], breaks: [2]))
    #expect(timeline.offsets == [0, 10, 11, 16] && timeline.isBroken(leg: 1))
    #expect(timeline.recordedTime(at: 0) == 1000 && timeline.recordedTime(at: 11) == 500 && timeline.recordedTime(at: 16) == 505)
  }

  @Test func theTimeBetweenSegmentsPassesButIsNotDriven() {
    let timeline = Timeline(
      track: track([(0, 0), (10, 0), (500, 0), (510, 0)], times: [0, 1, 61, 62], breaks: [2]))
    #expect(timeline.isBroken(leg: 1) && rounded(timeline.distances) == [0, 10, 10, 20])
    let waiting = timeline.pose(at: 40)
    #expect(waiting.isInGap && waiting.coordinate == place(10, 0) && waiting.speed == 0 && waiting.pointIndex == 1)
    #expect(abs((waiting.course ?? 0) - 90) < 0.01 && waiting.segmentIndex == 0)
    let after = timeline.pose(at: 61)
    #expect(!after.isInGap && after.coordinate == place(500, 0) && after.segmentIndex == 1)
  }

  @Test func anUntimedSegmentFollowsAfterOneInterval() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (500, 0), (510, 0)], breaks: [2]), options: .init(pace: .interval(2)))
    #expect(timeline.offsets == [0, 2, 4, 6] && timeline.isBroken(leg: 1))
    #expect(timeline.pose(at: 3.9).coordinate == place(10, 0))
  }

  @Test func aLongSilenceIsAGapWhereTheSourceMovedAndAStopWhereItDidNot() {
    let moved = Timeline(track: track([(0, 0), (10, 0), (900, 0), (910, 0)], times: [0, 1, 400, 401]))
    #expect((0..<3).map(moved.isBroken) == [false, true, false])
    let stood = Timeline(track: track([(0, 0), (10, 0), (20, 0), (30, 0)], times: [0, 1, 400, 401]))
    #expect((0..<3).map(stood.isBroken) == [false, false, false])
    let future = Timeline(track: track([(0, 0), (10, 0), (20, 0)], times: [0, 1, 1e9]))
    #expect((0..<2).map(future.isBroken) == [false, true])
  }

  @Test func aSparseTrackIsNotAllGaps() {
    let hourly = Timeline(track: track((0..<10).map { (Double($0) * 15_000, 0) }, times: (0..<10).map { Double($0) * 3600 }))
    #expect((0..<9).allSatisfy { !hourly.isBroken(leg: $0) })
  }

  @Test func aJumpIsNotDriven() {
    let timed = Timeline(track: track([(0, 0), (10, 0), (9000, 0), (9010, 0)], times: [0, 1, 2, 3]))
    #expect((0..<3).map(timed.isBroken) == [false, true, false])
    let untimed = Timeline(track: track([(0, 0), (10, 0), (9000, 0), (9010, 0)]))
    #expect((0..<3).map(untimed.isBroken) == [false, true, false] && rounded(untimed.distances) == [0, 10, 10, 20])
    let long = Timeline(track: track([(0, 0), (400, 0), (9000, 0), (9400, 0)]))
    #expect((0..<3).map(long.isBroken) == [false, false, false])
  }

  @Test func theLegThatClosesALoopIsDriven() {
    let points = (0..<30).map { (Double($0) * 50, 0.0) } + [(1450.0, 3000.0), (0, 0)]
    let timeline = Timeline(track: track(points))
    #expect(timeline.isBroken(leg: 29) && !timeline.isBroken(leg: 30))
  }

  @Test func equalTimesFarFromEachOtherAreNotAJumpUnlessVeryFar() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (60, 0), (70, 0)], times: [0, 1, 1, 2]))
    #expect(!timeline.isBroken(leg: 1) && timeline.index(at: 1) == 2)
  }

  @Test func aDistanceFilterPassesOverPointsWhileTheirTimePasses() {
    let points = [(0, 0), (4, 0), (8, 0), (12, 0), (16, 0)] as [(Double, Double)]
    let timeline = Timeline(track: track(points), options: .init(distanceFilter: 10))
    #expect(timeline.offsets == [0, 1, 2, 3, 4] && rounded(timeline.distances) == [0, 0, 0, 12, 12])
    #expect(timeline.pose(at: 1.5).coordinate == place(0, 0) && timeline.pose(at: 4).coordinate == place(12, 0))
    // The test is strict: a point exactly as far as the filter is passed over, one at no distance always is.
    let strict = Timeline(track: track([(0, 0), (0, 0), (5, 0)]), options: .init(distanceFilter: 0))
    #expect(strict.pose(at: 1).coordinate == place(0, 0) && strict.pose(at: 2).coordinate == place(5, 0))
  }

  @Test func emptyAndTinyTracksAreFine() {
    for pace in [nil, Pace.recorded, .interval(1), .groundSpeed(1)] {
      let empty = Timeline(track: Track(points: TrackPoints()), options: .init(pace: pace, distanceFilter: 5))
      #expect(empty.duration == 0 && empty.length == 0 && empty.index(at: 3) == 0 && empty.offset(ofPoint: 7) == 0)
      #expect(empty.pose(at: 1) == Pose(coordinate: Coordinate(latitude: 0, longitude: 0)))
      #expect(empty.segment(at: 1) == 0 && !empty.isBroken(leg: 0) && empty.offset(atDistance: 5) == 0)

      let single = Timeline(track: track([(3, 4)], times: [7], altitudes: [9]), options: .init(pace: pace, distanceFilter: 5))
      let pose = single.pose(at: 99)
      #expect(pose.coordinate == place(3, 4) && pose.course == nil && pose.speed == nil && pose.altitude == 9)

      let equal = Timeline(track: track([(3, 4), (3, 4)]), options: .init(pace: pace))
      #expect(equal.pose(at: 0.5).course == nil && equal.pose(at: 0.5).coordinate == place(3, 4))
    }
    #expect(Timeline(track: track([(3, 4), (3, 4)])).pose(at: 0.5).speed == 0)
  }

  @Test func queriesClampWhatLiesOutside() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (30, 0)]))
    for offset in [-1, -Double.infinity, .nan] {
      #expect(timeline.pose(at: offset) == timeline.pose(at: 0) && timeline.index(at: offset) == 0)
    }
    for offset in [2, 5, Double.infinity] {
      #expect(timeline.pose(at: offset).coordinate == place(30, 0) && timeline.index(at: offset) == 2)
    }
    #expect(timeline.offset(atDistance: .nan) == 0 && timeline.offset(atDistance: 1e9) == 2)
    #expect(timeline.offset(ofPoint: -3) == 0 && timeline.offset(ofPoint: 9) == 2)
  }

  @Test func anOffsetIsFoundForADistance() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (10, 0), (30, 0)]))
    #expect(abs(timeline.offset(atDistance: 5) - 0.5) < 1e-9)
    #expect(abs(timeline.offset(atDistance: timeline.distances[1]) - 1) < 1e-9)
    #expect(abs(timeline.offset(atDistance: 20) - 2.5) < 1e-6)
  }

  @Test(arguments: 0..<200)
  func anyTrackHasOrderlyOffsetsAndDistances(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let timed = seed.isMultiple(of: 2)
    let track = randomTrack(&random, timed: timed)
    let paces: [Pace?] = [nil, .recorded, .interval(0.5), .groundSpeed(3)]
    for pace in paces {
      let timeline = Timeline(track: track, options: .init(pace: pace, distanceFilter: seed % 5 == 0 ? 12 : nil))
      #expect(timeline.offsets.count == track.points.count && timeline.offsets[0] == 0, "seed \(seed)")
      #expect(zip(timeline.offsets, timeline.offsets.dropFirst()).allSatisfy { $0 <= $1 && $1.isFinite }, "seed \(seed)")
      #expect(zip(timeline.distances, timeline.distances.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
      for point in timeline.offsets.indices {
        let index = timeline.index(at: timeline.offsets[point])
        #expect(index >= point && timeline.offsets[index] == timeline.offsets[point], "seed \(seed)")
      }
      for _ in 0..<20 {
        let pose = timeline.pose(at: Double.random(in: 0...max(1, timeline.duration), using: &random))
        #expect(pose.coordinate.isValid && pose.speed.map { $0 >= 0 && $0.isFinite } ?? true, "seed \(seed)")
        #expect(pose.course.map { (0..<360).contains($0) } ?? true, "seed \(seed)")
      }
    }
  }

  @Test func shiftingATrackAroundTheGlobeChangesNothingButItsLongitude() {
    var random = SeededGenerator(seed: 5)
    let metres = (0..<50).map { _ in (Double.random(in: -200...200, using: &random), Double.random(in: -200...200, using: &random)) }
    let plain = Timeline(track: track(metres.map { place($0.0, $0.1, longitude: 0) }))
    let across = Timeline(track: track(metres.map { place($0.0, $0.1, longitude: 180) }))
    for step in 0...490 {
      let (one, other) = (plain.pose(at: Double(step) / 10), across.pose(at: Double(step) / 10))
      #expect(abs(Angle.shortestTurn(from: one.coordinate.longitude + 180, to: other.coordinate.longitude)) < 1e-7)
      // A leg across the antimeridian is interpolated along the geodesic, others along a line within 1 cm of it.
      #expect(abs(one.distance - other.distance) < 1e-6 && abs(Angle.shortestTurn(from: one.course!, to: other.course!)) < 0.01)
    }
  }
}
