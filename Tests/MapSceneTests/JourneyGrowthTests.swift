// Journeys that grow fix by fix, against those that are made at once: shape, tree, figures, profile, dots.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

/// A wandering source: fixes a second apart, a new segment now and then.
private func wander(_ count: Int, _ random: inout SeededGenerator, east: Double = 116) -> [(fix: Fix, startsSegment: Bool)] {
  var (latitude, longitude) = (40.0, east)
  var (north, along) = (0.0, 1e-5)
  return (0..<count).map { index in
    north = north * 0.95 + random.double(-1...1) * 1e-5
    along = along * 0.95 + random.double(-0.8...1) * 1e-5
    latitude += north
    longitude = Angle.normalized180(longitude + along)
    let startsSegment = index == 0 || random.once(in: 500)
    let fix = Fix(
      coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: 50 + random.double(0...9), time: Double(index))
    return (fix, startsSegment)
  }
}

private func grown(_ log: [(fix: Fix, startsSegment: Bool)]) -> Journey {
  var journey = Journey(liveTitle: "grown")
  for entry in log { journey.append(entry.fix, startsSegment: entry.startsSegment) }
  return journey
}

@Suite("Journeys that grow")
struct JourneyGrowthTests {
  @Test("the shape and its tree are those made at once", arguments: [0, 1, 2, 17, 18, 129, 145, 1_025, 1_200, 9_000])
  func tree(_ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let journey = grown(wander(count, &random, east: 179.999))
    let timeline = journey.timeline
    let whole = TrackShape(points: timeline.track.points) { timeline.isBroken(leg: $0) }
    #expect(journey.shape.x == whole.x && journey.shape.y == whole.y)
    #expect(journey.shape.bounds == whole.bounds && journey.shape.brokenLegs == whole.brokenLegs)
    #expect(journey.shape.levels == whole.levels)
    #expect(journey.statistics == TrackStatistics(timeline: timeline))
  }

  @Test("with a player or without one, or from a source's history, it is the same journey")
  func player() {
    var random = SeededGenerator(seed: 3)
    let log = wander(300, &random)
    let plain = grown(log)
    var journey = Journey(liveTitle: "played")
    var player = Player(timeline: journey.timeline, now: 0)
    var source = LiveTrack(id: "")
    for entry in log {
      source.receive(.report(ReceiverReport(mode: .threeDimensional, fix: entry.fix)), at: entry.fix.time ?? 0, hostTime: 0)
    }
    for (index, entry) in log.enumerated() {
      let isTaken = journey.append(entry.fix, startsSegment: entry.startsSegment, playing: &player, at: Double(index))
      #expect(isTaken)
    }
    #expect(journey.timeline.offsets == plain.timeline.offsets && journey.shape.x == plain.shape.x)
    #expect(player.timeline.duration == journey.timeline.duration && player.end == journey.timeline.duration)
    let made = Journey(live: source, title: "made")
    #expect(made.timeline.track.points == plain.timeline.track.points && made.isLive && !made.isSimulated)
  }

  @Test("a fix that is refused changes nothing")
  func refused() {
    var random = SeededGenerator(seed: 4)
    var journey = grown(wander(50, &random))
    let before = journey.shape.count
    let isTaken = journey.append(Fix(coordinate: Coordinate(latitude: 40, longitude: 116), time: 3), startsSegment: false)
    #expect(!isTaken && journey.shape.count == before && journey.timeline.track.points.count == before)
  }

  @Test("the profile follows, at most a second behind where it is played and a tenth elsewhere")
  func profile() {
    var journey = Journey(liveTitle: "hill")
    var alone = journey
    var player = Player(timeline: journey.timeline, now: 0)
    for index in 0..<300 {
      let place = Coordinate(latitude: 40 + Double(index) * 1e-5, longitude: 116)
      let fix = Fix(coordinate: place, altitude: Double(index), time: Double(index))
      journey.append(fix, startsSegment: false, playing: &player, at: Double(index))
      alone.append(fix, startsSegment: false)
      guard index > 2 else { continue }
      #expect(Double(index) - journey.profile.highest <= 1)
      #expect(Double(index) - alone.profile.highest <= 1 + 0.1 * Double(index))
    }
  }

  /// Eight small stretches, which make a large one, a small one, and a rest.
  private static let long: Journey = {
    var random = SeededGenerator(seed: 9)
    return grown(wander(9 * 8_192 + 3_000, &random))
  }()

  @Test("long ones are drawn from their stretches as all legs would be, within a dot", arguments: [1, 5, 40])
  func drawing(_ zoom: Double) {
    let journey = Self.long
    #expect(journey.shape.stretches?.stretches.map(\.legs.count) == [65_536, 8_192])
    let canvas = CanvasSize(columns: 60, rows: 20, set: .braille)
    guard let box = journey.shape.bounds else { return }
    let camera = Camera(fitting: box, canvas: canvas).zoomed(by: zoom)
    let transform = MapTransform(camera, canvas: canvas)
    for leg in [0, 30_000, 70_000, journey.shape.count - 1] {
      var quick = DotMarks(width: canvas.width, height: canvas.height)
      var exact = quick
      TrackLayer.mark(journey.shape, on: &quick, transform, turn: 0, leg: leg)
      TrackLayer.mark(legsOf: journey.shape, on: &exact, transform, turn: 0, leg: leg, within: 0..<journey.shape.count)
      for mark in [DotMarks.Mark.thin, [.low, .broad]] {
        #expect(farthest(dots(quick, mark), from: dots(exact, mark)) <= 1, "zoom \(zoom), leg \(leg)")
        #expect(farthest(dots(exact, mark), from: dots(quick, mark)) <= 1, "zoom \(zoom), leg \(leg)")
      }
    }
  }

  private func dots(_ marks: DotMarks, _ wanted: DotMarks.Mark) -> Set<CellPosition> {
    var found: Set<CellPosition> = []
    for y in 0..<marks.frame.height {
      for x in 0..<marks.frame.width where !marks.mark(x, y).isDisjoint(with: wanted) { found.insert(CellPosition(column: x, row: y)) }
    }
    return found
  }

  /// How far the dot that is farthest from all others lies from them, in dots; 2 stands for more. The edge, where the one lies just outside, does not count.
  private func farthest(_ dots: Set<CellPosition>, from others: Set<CellPosition>) -> Int {
    var worst = 0
    for dot in dots where dot.column > 1 && dot.row > 1 && dot.column < 118 && dot.row < 78 {
      if others.contains(dot) { continue }
      let isNear = (-1...1).contains { x in (-1...1).contains { others.contains(CellPosition(column: dot.column + x, row: dot.row + $0)) } }
      worst = max(worst, isNear ? 1 : 2)
    }
    return worst
  }
}
