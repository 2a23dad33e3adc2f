// The smooth marker: batches, legs, silence, gaps.

import Testing
import TrackGeodesy
import TrackPlayback

/// A fix east of the corner of Beijing.
private func fix(_ east: Double, _ north: Double = 0, speed: Double? = nil, course: Double? = nil, time: Double? = nil) -> Fix {
  Fix(coordinate: place(east, north), time: time, course: course, speed: speed)
}

/// How far east the marker is at a moment, to the centimetre.
private func east(_ marker: SmoothMarker, _ now: Double) -> Double {
  guard let pose = marker.pose(at: now) else { return .nan }
  let distance = Geodesic.wgs84.distance(from: place(0, 0), to: pose.coordinate)
  return (distance * 100).rounded() / 100
}

@Suite struct SmoothMarkerTests {
  @Test func beforeTheFirstFixThereIsNothingAndThenItStandsThere() {
    var marker = SmoothMarker()
    #expect(marker.pose(at: 0) == nil)
    marker.add(fix(0), at: 0)
    marker.add(fix(10), at: 1)
    #expect(east(marker, 1.5) == 0 && marker.pose(at: 1.5)?.isMoving == false)
  }

  @Test func motionStartsOnceFiveFixesWaitAndRunsThroughAllOfThem() {
    var marker = SmoothMarker()
    for second in 0..<5 { marker.add(fix(Double(second) * 10, speed: 10), at: Double(second)) }
    #expect([4, 4.5, 5, 7.25, 8].map { east(marker, $0) } == [0, 5, 10, 32.5, 40])
    let pose = marker.pose(at: 4.5)
    #expect(pose?.isMoving == true && abs((pose?.course ?? 0) - 90) < 0.01 && abs((pose?.speed ?? 0) - 10) < 0.01)
    #expect(abs((pose?.latency ?? 0) - 4) < 0.01)
  }

  @Test func newFixesCollectForTheNextBatch() {
    var marker = SmoothMarker()
    var seen: [Double] = []
    for second in 0..<20 {
      marker.add(fix(Double(second) * 10, speed: 10), at: Double(second))
      seen.append(east(marker, Double(second) + 0.5))
    }
    // 0…4 set out at 4 and arrive at 8, when four wait; the fifth comes at 9. From then on the next five wait in time.
    #expect(seen == [0, 0, 0, 0, 5, 15, 25, 35, 40, 45, 55, 65, 75, 85, 95, 105, 115, 125, 135, 145])
  }

  @Test func theLastFixesAreReachedOnceTheSourceFallsSilent() {
    var marker = SmoothMarker()
    for second in 0..<7 { marker.add(fix(Double(second) * 10, speed: 10), at: Double(second)) }
    // 5 and 6 wait at 8; silence is noticed 3 s after the last one.
    #expect([8, 9, 9.5, 11, 99].map { east(marker, $0) } == [40, 40, 45, 60, 60])
    #expect(marker.pose(at: 99)?.waitingCount == 0)
  }

  @Test(arguments: [nil, 0, -1, .nan, 0.001] as [Double?])
  func aSpeedThatIsNoneIsComputedFromTheNeighbours(speed: Double?) {
    var marker = SmoothMarker()
    for second in 0..<5 { marker.add(fix(Double(second) * 20, speed: speed, time: Double(second) * 2), at: Double(second)) }
    #expect([4, 5, 6, 12].map { east(marker, $0) } == [0, 10, 20, 80])
  }

  @Test func aCourseThatIsNoneIsComputedOrHeld() {
    var marker = SmoothMarker(options: .init(bufferSize: 4))
    for (index, north) in [0.0, 10, 10, 10.1].enumerated() {
      marker.add(fix(0, north, course: index == 1 ? nil : -1), at: Double(index))
    }
    for now in [3.9, 4.5, 5.5, 99] { #expect(abs(Angle.shortestTurn(from: marker.pose(at: now)?.course ?? 99, to: 0)) < 0.01) }
  }

  @Test func itTurnsTheShorterWayInTheFirstHalfSecond() {
    var marker = SmoothMarker(options: .init(bufferSize: 2))
    marker.add(fix(0, course: 350), at: 0)
    marker.add(fix(10, speed: 5, course: 10), at: 1)
    #expect([1, 1.25, 1.5, 2].map { Int((marker.pose(at: $0)?.course ?? -1).rounded()) % 360 } == [350, 0, 10, 10])
  }

  @Test func aJumpAndAGapAreNotAnimatedThrough() {
    var marker = SmoothMarker(options: .init(bufferSize: 4))
    marker.add(fix(0, time: 0), at: 0)
    marker.add(fix(10, time: 1), at: 1)
    marker.add(fix(9000, time: 2), at: 2)
    marker.add(fix(9010, time: 3), at: 3)
    #expect([3.5, 3.99, 4.5, 5].map { east(marker, $0) } == [5, 9.9, 9005, 9010])
    var silent = SmoothMarker(options: .init(bufferSize: 2))
    silent.add(fix(0, time: 0), at: 0)
    silent.add(fix(500, time: 60), at: 60)
    #expect(east(silent, 62.9) == 0 && east(silent, 63) == 500)
  }

  @Test func aStopPassesInItsOwnTime() {
    var marker = SmoothMarker(options: .init(bufferSize: 4))
    for (second, metres) in [0.0, 10, 10, 20].enumerated() { marker.add(fix(metres, speed: metres == 10 ? 10 : 0), at: Double(second)) }
    #expect([4, 4.5, 5, 5.5].map { east(marker, $0) } == [10, 10, 10, 15] && marker.pose(at: 4.5)?.speed == 0)
  }

  @Test func itHurriesWhenItFallsFarBehind() {
    var marker = SmoothMarker(options: .init(maximumLatency: 5))
    // The stated speed is half the true one.
    for second in 0..<100 { marker.add(fix(Double(second) * 10, speed: 5), at: Double(second)) }
    for now in stride(from: 20.0, to: 99, by: 0.5) { #expect((marker.pose(at: now)?.latency ?? 99) < 17, "\(now)") }
    #expect(east(marker, 110) == 990)
  }

  @Test func placesThatAreNoneAreIgnoredAndClocksThatGoBackDoNoHarm() {
    var marker = SmoothMarker()
    marker.add(Fix(coordinate: Coordinate(latitude: .nan, longitude: 0)), at: 0)
    #expect(marker.pose(at: 0) == nil)
    for now in [5, 3, Double.nan, .infinity, -.infinity] { marker.add(fix(now.isFinite ? now : 0), at: now) }
    #expect(marker.pose(at: .nan) != nil && marker.pose(at: -1e300) != nil && marker.pose(at: 1e300) != nil)
  }

  @Test(arguments: 0..<50)
  func askingChangesNothingAndEveryFixIsReached(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var asked = SmoothMarker()
    var silent = SmoothMarker()
    var (now, metres) = (0.0, 0.0)
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      let fix = fix(metres, speed: Bool.random(using: &random) ? Double.random(in: -1...20, using: &random) : nil)
      asked.add(fix, at: now)
      silent.add(fix, at: now)
      for _ in 0..<5 { _ = asked.pose(at: now + Double.random(in: 0...10, using: &random)) }
      let later = now + Double.random(in: -2...8, using: &random)
      #expect(asked.pose(at: later) == silent.pose(at: later), "seed \(seed)")
      now += Double.random(in: 0...3, using: &random)
      metres += Double.random(in: 0...20, using: &random)
    }
    let end = silent.pose(at: now + 3600)
    #expect(end?.waitingCount == 0 && end?.isMoving == false && end?.speed == 0, "seed \(seed)")
  }

  @Test func aFloodKeepsItsMemory() {
    var marker = SmoothMarker()
    for index in 0..<50_000 { marker.add(fix(Double(index % 100)), at: 0) }
    #expect((marker.pose(at: 0)?.waitingCount ?? .max) <= 8200)
  }
}
