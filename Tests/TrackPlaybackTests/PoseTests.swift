// Interpolation: place, course and speed between the points.

import Testing
import TrackGeodesy

@testable import TrackPlayback

/// The courses at offsets, rounded to whole degrees.
private func courses(_ timeline: Timeline, _ offsets: [Double]) -> [Int] {
  offsets.map { Int((timeline.pose(at: $0).course ?? -1).rounded()) % 360 }
}

@Suite struct PoseTests {
  @Test func placeAltitudeAndDistanceAreInterpolated() {
    let timeline = Timeline(track: track([(0, 0), (10, 0)], times: [100, 104], altitudes: [20, 40]))
    let pose = timeline.pose(at: 1)
    #expect(Geodesic.wgs84.distance(from: pose.coordinate, to: place(2.5, 0)) < 1e-4)
    #expect(pose.altitude == 25 && pose.time == 101 && pose.fraction == 0.25 && pose.pointIndex == 0)
    #expect(abs(pose.distance - 2.5) < 1e-4 && abs((pose.speed ?? 0) - 2.5) < 1e-4)
  }

  @Test func placesLieWithinACentimetreOfTheGeodesic() {
    var random = SeededGenerator(seed: 11)
    for latitude in [0, 35, 59.9, 60.1, 80, 88.9, 89.5, -75] {
      for length in [30.0, 49, 51, 499, 501, 900, 20_000, 900_000] {
        let start = Coordinate(latitude: latitude, longitude: 179.999)
        let course = Double.random(in: 0..<360, using: &random)
        let end = Geodesic.wgs84.direct(from: start, course: course, distance: length).coordinate
        let timeline = Timeline(track: track([start, end]))
        for fraction in [0.25, 0.5, 0.75] {
          let expected = Geodesic.wgs84.direct(from: start, course: course, distance: length * fraction)
          let pose = timeline.pose(at: fraction)
          #expect(Geodesic.wgs84.distance(from: pose.coordinate, to: expected.coordinate) < 0.01, "\(latitude) \(length)")
          #expect(abs(Angle.shortestTurn(from: pose.course ?? -999, to: expected.finalCourse)) < 0.35, "\(latitude) \(length)")
        }
      }
    }
  }

  @Test func aLegAcrossTheAntimeridianIsShort() {
    let timeline = Timeline(track: track([Coordinate(latitude: 0, longitude: 179.9), Coordinate(latitude: 0, longitude: -179.9)]))
    #expect(abs(timeline.length - 22_264) < 1 && abs(timeline.pose(at: 0.25).coordinate.longitude - 179.95) < 1e-9)
    #expect(abs((timeline.pose(at: 0.5).course ?? 0) - 90) < 1e-6)
    #expect(abs(abs(timeline.pose(at: 0.5).coordinate.longitude) - 180) < 1e-9)
  }

  @Test func aLegOverThePoleGoesOverThePole() {
    let timeline = Timeline(track: track([Coordinate(latitude: 89.9, longitude: 0), Coordinate(latitude: 89.9, longitude: 180)]))
    #expect(abs(timeline.length - 22_339) < 5 && timeline.pose(at: 0.5).coordinate.latitude > 89.999_99)
    #expect(abs(Angle.shortestTurn(from: timeline.pose(at: 0.25).course ?? -9, to: 0)) < 1e-6)
    #expect(abs(Angle.shortestTurn(from: timeline.pose(at: 0.75).course ?? -9, to: 180)) < 1e-6)
  }

  @Test func onLongLegsTheMarkerTurnsAtTheCorner() {
    // 500 m north in 20 s, then 500 m east.
    let timeline = Timeline(track: track([(0, 0), (0, 500), (500, 500)], times: [0, 20, 40]))
    #expect(courses(timeline, [1, 10, 19.2, 19.25, 19.625, 20, 20.375, 20.75, 30]) == [0, 0, 0, 0, 22, 45, 67, 90, 90])
  }

  @Test func onShortLegsItTurnsAllTheTimeTheShorterWay() {
    // North-north-west, then north-north-east: through north.
    let timeline = Timeline(track: track([(0, 0), (-3.64, 10), (0, 20)]))
    let turning = courses(timeline, [0.5, 0.75, 1, 1.25, 1.5])
    #expect(turning == [340, 350, 0, 10, 20])
  }

  @Test(arguments: 0..<20)
  func courseSpeedAndPlaceAreContinuousWhereTheTrackIsWhole(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var points = [(0.0, 0.0)]
    for _ in 0..<40 {
      let last = points[points.count - 1]
      let stays = Int.random(in: 0..<6, using: &random) == 0
      points.append(
        stays
          ? last
          : (last.0 + Double.random(in: -12...12, using: &random), last.1 + Double.random(in: -12...12, using: &random)))
    }
    let timeline = Timeline(track: track(points))
    var before = timeline.pose(at: 0)
    var (turn, change, distance) = (0.0, 0.0, 0.0)
    for step in 1...20_000 {
      let pose = timeline.pose(at: Double(step) / 500)
      turn = max(turn, abs(Angle.shortestTurn(from: before.course!, to: pose.course!)))
      change = max(change, abs(before.speed! - pose.speed!))
      distance = max(distance, Geodesic.wgs84.distance(from: before.coordinate, to: pose.coordinate))
      before = pose
    }
    // 180° in half a second at most, 17 m/s in half a second, 17 m/s.
    #expect(turn <= 0.73 && change < 0.07 && distance < 0.035, "seed \(seed)")
  }

  @Test func inAStopTheCourseIsHeldAndTheSpeedIsZero() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (10, 0), (10, 0), (10, 0), (10, 10)]))
    #expect(courses(timeline, [0.5, 1.5, 2.5, 3.2]) == [90, 90, 90, 90] && courses(timeline, [4.9]) == [0])
    for offset in [1, 1.2, 2, 2.5, 3.9, 4] { #expect(timeline.pose(at: offset).speed == 0, "\(offset)") }
    #expect(abs((timeline.pose(at: 0.5).speed ?? 0) - 10) < 1e-3)
  }

  @Test func beforeTheFirstMovementTheCourseIsTheFirstMoves() {
    let timeline = Timeline(track: track([(0, 0), (0, 0), (0.2, 0), (0.2, 0), (0.2, -30)]))
    #expect(courses(timeline, [0, 0.5, 1.5, 2.5, 3.5, 4]) == [180, 180, 180, 180, 180, 180])
  }

  @Test func noiseBelowHalfAMetreDoesNotTurnTheMarker() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (9.9, 0.1), (10, -0.1), (9.9, 0)], times: [0, 1, 11, 21, 31]))
    #expect(courses(timeline, [0.5, 5, 15, 25, 31]) == [90, 90, 90, 90, 90])
  }

  @Test func aSlowWalkAtTenFixesASecondHasACourse() {
    let points = (0..<100).map { (Double($0) * 0.12, 0.0) } + (1..<100).map { (11.88, Double($0) * 0.12) }
    let timeline = Timeline(track: track(points), options: .init(pace: .interval(0.1)))
    #expect(courses(timeline, [5, 9.8, 11, 15]) == [90, 90, 0, 0])
  }

  @Test func recordedCourseAndSpeedWin() {
    let fixes = [
      Fix(coordinate: place(0, 0), course: 350, speed: 4), Fix(coordinate: place(10, 0), course: 20, speed: 6),
      Fix(coordinate: place(10, 0), course: 0, speed: 0),
    ]
    let timeline = Timeline(track: track(fixes))
    #expect(courses(timeline, [0, 0.5, 1]) == [350, 5, 20])
    #expect(timeline.pose(at: 0.5).speed == 5)
    // A receiver that stands makes up a course: the last one is held.
    #expect(timeline.pose(at: 2).speed == 0 && courses(timeline, [2]) == [90])
  }

  @Test func poseNeverLeavesTheLegItIsIn() {
    let timeline = Timeline(track: track([(0, 0), (10, 0), (30, 0), (30, 5)], times: [0, 1, 1, 2]))
    #expect(timeline.pose(at: 1).pointIndex == 2 && timeline.pose(at: 1.5).pointIndex == 2)
    #expect(timeline.pose(at: 0.999).pointIndex == 0)
  }

  @Test func altitudesThatAreAllUnknownAreUnknown() {
    let timeline = Timeline(track: track([(0, 0), (10, 0)], altitudes: [.nan, .nan]))
    #expect(timeline.pose(at: 0.5).altitude == nil && !timeline.track.points.hasAltitudes)
  }
}
