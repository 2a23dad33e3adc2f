// The figures that sum up a track.

import Testing
import TrackGeodesy
import TrackPlayback

private func statistics(_ track: Track) -> TrackStatistics { TrackStatistics(timeline: Timeline(track: track)) }

@Suite struct TrackStatisticsTests {
  @Test func timesAndSpeedsAreToldApart() {
    let figures = statistics(
      track([(0, 0), (20, 0), (20, 0), (60, 0), (2000, 0), (2010, 0)], times: [0, 10, 40, 50, 110, 120], breaks: [4]))
    #expect(figures.movingTime == 30 && figures.stoppedTime == 30 && figures.gapTime == 60 && figures.duration == 120)
    #expect(abs(figures.length - 70) < 0.001 && figures.pointCount == 6 && figures.segmentCount == 2)
    #expect(abs((figures.meanSpeed ?? 0) - 70 / 60) < 1e-4 && abs((figures.movingMeanSpeed ?? 0) - 70 / 30) < 1e-4)
    #expect(abs((figures.topSpeed ?? 0) - 4) < 1e-3 && figures.startTime == 0)
  }

  @Test func oneStrayFixDoesNotSetTheTopSpeed() {
    var points = (0..<60).map { (Double($0) * 5, 0.0) }
    points[30].0 += 10
    let figures = statistics(track(points))
    #expect((figures.topSpeed ?? 0) < 8.4 && (figures.topSpeed ?? 0) > 4.99)
  }

  @Test func aTrackShorterThanTheWindowStillHasATopSpeed() {
    #expect(abs((statistics(track([(0, 0), (7, 0)])).topSpeed ?? 0) - 7) < 1e-3)
  }

  @Test func smallWavesAddNoAscent() {
    let waves = (0..<1000).map { Double($0 % 2) * 2.5 }
    let figures = statistics(track(waves.indices.map { (Double($0), 0) }, altitudes: waves))
    #expect(figures.ascent == 0 && figures.descent == 0 && figures.minAltitude == 0 && figures.maxAltitude == 2.5)
  }

  @Test func climbsAreCountedFromTurningPointToTurningPoint() {
    let hill: [Double?] = [10, 12, 11, 30, nil, 28, 31, 20, 19, 21, 5]
    let figures = statistics(track(hill.indices.map { (Double($0), 0) }, altitudes: hill))
    #expect(figures.ascent == 21 && figures.descent == 26)
  }

  @Test func aGapAddsNoAscent() {
    let figures = statistics(track([(0, 0), (5, 0), (10, 0), (15, 0)], altitudes: [0, 10, 500, 505], breaks: [2]))
    #expect(figures.ascent == 15 && figures.descent == 0)
  }

  @Test func reversedAscentIsDescent() {
    var random = SeededGenerator(seed: 3)
    let altitudes = (0..<300).map { _ in Double.random(in: 0...20, using: &random) }
    let there = statistics(track(altitudes.indices.map { (Double($0), 0) }, altitudes: altitudes))
    let back = statistics(track(altitudes.indices.map { (Double($0), 0) }, altitudes: altitudes.reversed()))
    #expect(abs(there.ascent! - back.descent!) < 1e-3 && abs(there.descent! - back.ascent!) < 1e-3)
  }

  @Test func emptyAndTinyTracksHaveFigures() {
    let empty = statistics(Track(points: TrackPoints()))
    #expect(empty.length == 0 && empty.meanSpeed == nil && empty.topSpeed == nil && empty.ascent == nil)
    let still = statistics(track([(0, 0), (0, 0)]))
    #expect(still.meanSpeed == 0 && still.movingMeanSpeed == nil && still.topSpeed == 0 && still.stoppedTime == 1)
  }
}
