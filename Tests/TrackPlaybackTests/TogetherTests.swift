// Tests timelines that are padded to one clock, laps that go on, and a player whose track grows.

import Testing
import TrackGeodesy

@testable import TrackPlayback

@Suite("Padded timelines, continuing segments and growing tracks") struct PaddedTimelineTests {
  /// A point every 10 s going north, 0.001° (about 110.6 m) each.
  private func track(count: Int, start: Double, segments: [TrackSegment]? = nil) -> Track {
    var points = TrackPoints()
    for index in 0..<count {
      points.append(Fix(coordinate: Coordinate(latitude: Double(index) * 0.001, longitude: 5), time: start + Double(index) * 10))
    }
    return Track(points: points, segments: segments)
  }

  @Test("before its first point and after its last a padded track stands still")
  func padding() throws {
    let plain = Timeline(track: track(count: 4, start: 1000))
    let padded = plain.padded(lead: 60, tail: 40)
    #expect(padded.duration == 60 + 30 + 40)
    #expect(padded.startTime == 940)
    for (offset, latitude, speed) in [(0.0, 0.0, 0.0), (59, 0, 0), (75, 0.0015, 11.06), (91, 0.003, 0), (130, 0.003, 0)] {
      let pose = padded.pose(at: offset)
      #expect(abs(pose.coordinate.latitude - latitude) < 1e-9, "at \(offset)")
      #expect(abs((pose.speed ?? -1) - speed) < 0.02, "at \(offset)")
      #expect(pose.time == 940 + offset)
    }
    #expect(TrackStatistics(timeline: padded).duration == 30)
  }

  @Test("no, negative and infinite padding change nothing", arguments: [0, -5, Double.infinity, Double.nan])
  func nothing(seconds: Double) {
    let timeline = Timeline(track: track(count: 4, start: 1000)).padded(lead: seconds, tail: seconds)
    #expect(timeline.duration == 30)
    #expect(timeline.offsets == [0, 10, 20, 30])
  }

  @Test("a lap goes on where the one before ends; a segment does not")
  func laps() {
    let laps = [TrackSegment(range: 0..<2), TrackSegment(range: 2..<4, isContinuation: true)]
    let parts = [TrackSegment(range: 0..<2), TrackSegment(range: 2..<4)]
    let whole = Timeline(track: track(count: 4, start: 0))
    let driven = Timeline(track: track(count: 4, start: 0, segments: laps))
    #expect(driven.length == whole.length)
    #expect(!driven.isBroken(leg: 1))
    let broken = Timeline(track: track(count: 4, start: 0, segments: parts))
    #expect(broken.isBroken(leg: 1))
    #expect(abs(broken.length - whole.length * 2 / 3) < 0.01)
  }

  @Test("the first segment continues nothing, nor does one behind points that no segment holds")
  func nothingToContinue() {
    let first = track(count: 4, start: 0, segments: [TrackSegment(range: 0..<4, isContinuation: true)])
    #expect(first.segments.map(\.isContinuation) == [false])
    let behind = track(
      count: 4, start: 0, segments: [TrackSegment(range: 0..<1), TrackSegment(range: 2..<4, isContinuation: true)])
    #expect(behind.segments.map(\.isContinuation) == [false, false, false])
  }

  @Test("a player goes on at the same position when its track grows, and to the new end")
  func growing() {
    let short = Timeline(track: track(count: 4, start: 0))
    let long = Timeline(track: track(count: 10, start: 0))
    var player = Player(timeline: short, now: 0)
    player.setTimeline(long, at: 12)
    #expect(player.position(at: 12) == 12)
    #expect(player.end == 90)
    #expect(player.position(at: 50) == 50)
    var chosen = Player(timeline: short, options: PlayerOptions(end: 20), now: 0)
    chosen.setTimeline(long, at: 0)
    #expect(chosen.end == 20)
    var shrunk = Player(timeline: long, now: 0)
    shrunk.seek(to: 80, at: 0)
    shrunk.setTimeline(short, at: 0)
    #expect(shrunk.position(at: 0) == 30)
  }

  @Test("sensor values stand at the point that was reached, and columns exist only where something is known")
  func sensors() {
    var points = TrackPoints()
    points.append(Fix(coordinate: Coordinate(latitude: 0, longitude: 0), time: 0))
    points.append(
      Fix(coordinate: Coordinate(latitude: 0.001, longitude: 0), time: 10, sensors: SensorValues(heartRate: 140, power: -5)))
    points.append(Fix(coordinate: Coordinate(latitude: 0.002, longitude: 0), time: 20, sensors: SensorValues(temperature: -3)))
    #expect(points.heartRates.count == 3 && points.heartRates[1] == 140 && points.heartRates[0].isNaN)
    #expect(points.cadences.isEmpty)
    let timeline = Timeline(track: Track(points: points))
    #expect(timeline.pose(at: 5).sensors.isEmpty)
    #expect(timeline.pose(at: 12).sensors == SensorValues(heartRate: 140, power: -5))
    #expect(timeline.pose(at: 20).sensors == SensorValues(temperature: -3))
    let part = points.part(2..<3)
    #expect(part.heartRates.isEmpty && part.temperatures == [-3] && part.times == [20])
    var joined = part
    joined.append(contentsOf: points)
    #expect(joined.count == 4 && joined.heartRates.count == 4 && joined.heartRates[2] == 140)
  }
}
