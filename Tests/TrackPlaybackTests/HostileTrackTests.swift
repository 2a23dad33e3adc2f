// Places, times and values that no honest file holds: nothing traps, everything stays finite.

import Testing
import TrackGeodesy
import TrackPlayback

/// A track of the strangest places, times and values there are.
private func strangeTrack(_ random: inout SeededGenerator) -> Track {
  let latitudes = [90, -90, 0, 89.999_999_9, 45, 45.000_001, -0.0, .leastNonzeroMagnitude]
  let longitudes = [180, -180, 0, 179.999_999, -179.999_999, 90, 540, 1e300]
  let values = [0, -0.0, 1, 1e9, 1e12, 1e300, -1e300, .nan, .infinity, 1.7e9, 1.7e9 + 1e-7, .leastNonzeroMagnitude]
  func value() -> Double? { Bool.random(using: &random) ? values.randomElement(using: &random) : nil }
  let fixes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
    Fix(
      coordinate: Coordinate(latitude: latitudes.randomElement(using: &random)!, longitude: longitudes.randomElement(using: &random)!),
      altitude: value(), time: value(), course: value(), speed: value(), horizontalAccuracy: value())
  }
  let points = TrackPoints(fixes)
  let segments = (0..<3).map { _ in
    let first = Int.random(in: -5...45, using: &random)
    return TrackSegment(range: first..<first + Int.random(in: 0...30, using: &random))
  }
  let waypoints = (0..<4).map {
    Waypoint(name: "w", coordinate: points.isEmpty ? place(0, 0) : points.coordinate(at: 0), pointIndex: $0 * 15 - 5)
  }
  return Track(points: points, segments: segments, waypoints: waypoints)
}

@Suite struct HostileTrackTests {
  @Test(arguments: 0..<120)
  func theStrangestTracksGiveFiniteFrames(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let track = strangeTrack(&random)
    let paces: [Pace?] = [nil, .recorded, .interval(1e9), .interval(1e-300), .groundSpeed(1e-6), .groundSpeed(1e9)]
    for pace in paces {
      let filter = [nil, 0, .nan, -1, 1e300, 100].randomElement(using: &random)!
      let timeline = Timeline(
        track: track,
        options: .init(pace: pace, gapTime: seed % 7 == 0 ? .nan : 300, jumpSpeed: seed % 5 == 0 ? .nan : 400, distanceFilter: filter))
      #expect(zip(timeline.offsets, timeline.offsets.dropFirst()).allSatisfy { $0 <= $1 && $1.isFinite }, "seed \(seed)")
      #expect(timeline.distances.allSatisfy { $0.isFinite && $0 >= 0 }, "seed \(seed)")
      let figures = TrackStatistics(timeline: timeline)
      #expect(figures.movingTime >= 0 && figures.stoppedTime >= 0 && figures.topSpeed.map { $0.isFinite } ?? true, "seed \(seed)")
      #expect(TurnList(timeline: timeline).turns.allSatisfy { abs($0.angle) <= 180 }, "seed \(seed)")
      var player = Player(timeline: timeline, options: .init(start: 1e300, end: -.infinity, isLooping: true), now: -1e300)
      for _ in 0..<30 {
        let now = [0, 1, 1e9, 1e300, -1e300, .nan].randomElement(using: &random)!
        switch Int.random(in: 0..<8, using: &random) {
        case 0: player.stepForward(at: now)
        case 1: player.stepBack(at: now)
        case 2: player.togglePause(at: now)
        case 3: player.reverse(at: now)
        case 4: player.setLoopRange(Double.random(in: 0...5, using: &random)...1e9, at: now)
        case 5: player.nextMark(at: now)
        case 6: player.setRate(PlaybackRate(1e9), at: now)
        default: player.seek(by: now, at: now)
        }
        let frame = player.frame(at: now)
        #expect(frame.position >= player.start && frame.position <= player.end, "seed \(seed)")
        #expect(frame.pose.coordinate.isValid && frame.pose.course.map { (0..<360).contains($0) } ?? true, "seed \(seed)")
        #expect(frame.pose.speed.map { $0.isFinite && $0 >= 0 } ?? true, "seed \(seed)")
      }
    }
  }

  @Test(arguments: 0..<100)
  func theStrangestFixesGiveFiniteMarkers(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let points = strangeTrack(&random).points
    let moments = [0, 1, 2, 3, 100, 1e9, 1e300, -1e300, .nan, .infinity]
    var marker = SmoothMarker(options: .init(bufferSize: seed % 7 - 1, silence: seed % 11 == 0 ? .nan : 3))
    for index in 0..<points.count {
      marker.add(points[index], at: moments.randomElement(using: &random)!)
      guard let pose = marker.pose(at: moments.randomElement(using: &random)!) else { continue }
      #expect(pose.coordinate.isValid && pose.speed.isFinite && pose.speed >= 0, "seed \(seed)")
      #expect(pose.course.map { (0..<360).contains($0) } ?? true, "seed \(seed)")
    }
  }

  @Test func manyTimesGoingBackTakeNoQuadraticTime() {
    var points = TrackPoints()
    for index in 0..<200_000 { points.append(Fix(coordinate: place(Double(index), 0), time: Double(index % 1000) + 1e9)) }
    let timeline = Timeline(track: Track(points: points))
    #expect(timeline.offsets.count == 200_000 && timeline.duration.isFinite)
  }
}
