import Testing
import TrackGeodesy
import TrackPlayback

private func turns(_ points: [(Double, Double)]) -> [Turn] { TurnList(timeline: Timeline(track: track(points))).turns }

/// Points on an arc about a centre, from one bearing of the centre to another, every so many metres.
private func arc(_ east: Double, _ north: Double, radius: Double, from: Double, to: Double, every step: Double) -> [(Double, Double)] {
  let count = max(1, Int((abs(Angle.radians(to - from)) * radius / step).rounded()))
  return (0...count).map { part in
    let (sine, cosine) = sineCosine(from + (to - from) * Double(part) / Double(count))
    return (east + radius * sine, north + radius * cosine)
  }
}

private func sineCosine(_ degrees: Double) -> (Double, Double) {
  // Through a course on the ellipsoid, so that no mathematics library is imported here.
  let reached = Geodesic.wgs84.direct(from: Coordinate(latitude: 0, longitude: 0), course: degrees, distance: 0.001).coordinate
  let north = reached.latitude * Ellipsoid.wgs84.meridionalRadius(atLatitude: 0)
  let east = reached.longitude * Ellipsoid.wgs84.transverseRadius(atLatitude: 0)
  let length = (north * north + east * east).squareRoot()
  return (east / length, north / length)
}

@Suite struct TurnTests {
  @Test(arguments: [5.0, 12, 40, 200])
  func aCornerIsOneTurnAtTheCorner(step: Double) throws {
    let found = turns(walk([(0, 0), (0, 200), (200, 200)], every: step))
    let turn = try #require(found.first)
    #expect(found.count == 1 && turn.kind == .right && abs(turn.angle - 90) < 2 && abs(turn.distance - 200) < 1)
    #expect(turn.offset == Double(turn.pointIndex))
  }

  @Test(
    arguments: [(20, nil), (40, .slightRight), (-40, .slightLeft), (-75, .left), (140, .sharpRight), (-140, .sharpLeft), (175, .uTurn)]
      as [(Double, Turn.Kind?)])
  func theAngleSaysWhichKindItIs(angle: Double, kind: Turn.Kind?) {
    let (sine, cosine) = sineCosine(angle)
    let found = turns(walk([(0, 0), (0, 300), (300 * sine, 300 + 300 * cosine)], every: 10))
    #expect(found.map(\.kind) == [kind].compactMap(\.self))
    if let turn = found.first { #expect(abs(turn.angle - angle) < 4) }
  }

  @Test(arguments: [8.0, 15, 25])
  func anArcDrivenInSeveralFixesIsOneTurn(radius: Double) throws {
    let points =
      walk([(0, 0), (0, 200)], every: 8) + arc(radius, 200, radius: radius, from: -90, to: 0, every: 4).dropFirst()
      + walk([(radius, 200 + radius), (300, 200 + radius)], every: 8).dropFirst()
    let found = turns(points)
    let turn = try #require(found.first)
    #expect(found.count == 1 && turn.kind == .right && abs(turn.angle - 90) < 12, "\(found)")
    #expect(abs(turn.distance - 200 - radius * 0.785) < 8)
  }

  @Test func aWideBendIsNoTurn() {
    let points =
      walk([(0, 0), (0, 200)], every: 8) + arc(150, 200, radius: 150, from: -90, to: 0, every: 8).dropFirst()
      + walk([(150, 350), (400, 350)], every: 8).dropFirst()
    #expect(turns(points).isEmpty)
  }

  @Test func aSlipRoadIsOneTurnAndACloverleafALoop() {
    let slip =
      walk([(0, 0), (0, 200)], every: 8) + arc(50, 200, radius: 50, from: -90, to: 0, every: 8).dropFirst()
      + walk([(50, 250), (300, 250)], every: 8).dropFirst()
    #expect(turns(slip).map(\.kind) == [.right])
    let leaf =
      walk([(0, 0), (0, 200)], every: 8) + arc(45, 200, radius: 45, from: -90, to: 180, every: 8).dropFirst()
      + walk([(45, 155), (-300, 155)], every: 8).dropFirst()
    let found = turns(leaf)
    #expect(found.map(\.kind) == [.loopRight] && abs(found[0].angle - 270) < 15, "\(found)")
  }

  @Test func aDogLegIsTwoTurns() {
    let found = turns(walk([(0, 0), (0, 200), (40, 200), (40, 400)], every: 8))
    #expect(found.map(\.kind) == [.right, .left])
    let sameWay = turns(walk([(0, 0), (0, 200), (40, 200), (40, 0)], every: 8))
    #expect(sameWay.map(\.kind) == [.right, .right])
  }

  @Test func switchbacksAreOneTurnEach() {
    var corners = [(0.0, 0.0)]
    for leg in 0..<8 { corners.append((leg.isMultiple(of: 2) ? 150 : 0, Double(leg + 1) * 25)) }
    let found = turns(walk(corners, every: 6))
    #expect(found.count == 7 && found.allSatisfy { $0.kind == .uTurn || $0.kind == .sharpLeft || $0.kind == .sharpRight }, "\(found)")
    #expect(zip(found, found.dropFirst()).allSatisfy { ($0.angle < 0) != ($1.angle < 0) && $0.distance < $1.distance })
  }

  @Test func aRoundaboutIsAFewTurnsAndACircleIsNone() {
    let roundabout =
      walk([(-200, 0), (-25, 0)], every: 6) + arc(0, 0, radius: 25, from: 270, to: 90, every: 5).dropFirst()
      + walk([(25, 0), (200, 0)], every: 6).dropFirst()
    #expect((1...3).contains(turns(roundabout).count), "\(turns(roundabout))")
    let circles = arc(0, 0, radius: 30, from: 0, to: 3600, every: 5)
    #expect(turns(circles).count <= 1)
  }

  @Test(arguments: 0..<60)
  func noiseAtRestIsNoTurn(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let spread = 1 + Double(seed % 5)
    let points = (0..<600).map { _ in (random.normal() * spread, random.normal() * spread) }
    #expect(turns(points).isEmpty, "seed \(seed)")
  }

  @Test(arguments: 0..<30)
  func aNoisyDriveHasTheTurnsOfACleanOne(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let clean = walk([(0, 0), (0, 300), (300, 300), (300, 0), (600, -300)], every: 9)
    let noisy = clean.map { ($0.0 + random.normal() * 0.8, $0.1 + random.normal() * 0.8) }
    let found = turns(noisy)
    #expect(found.map(\.kind) == [.right, .right, .slightLeft] || found.map(\.kind) == [.right, .right, .left], "seed \(seed) \(found)")
  }

  @Test func aStopAtTheCornerChangesNothing() {
    var points = walk([(0, 0), (0, 200), (200, 200)], every: 10)
    points.insert(contentsOf: Array(repeating: points[20], count: 30), at: 20)
    let found = turns(points)
    #expect(found.map(\.kind) == [.right] && found.first?.pointIndex == 20 && found.first?.offset == 20)
  }

  @Test func theMirroredRouteTurnsTheOtherWay() {
    var random = SeededGenerator(seed: 8)
    let corners = (0..<40).map { (Double($0) * 90, Double.random(in: -100...100, using: &random)) }
    let one = turns(walk(corners, every: 7))
    let mirrored = turns(walk(corners.map { ($0.0, -$0.1) }, every: 7))
    #expect(one.count > 5 && one.count == mirrored.count)
    #expect(zip(one, mirrored).allSatisfy { abs($0.angle + $1.angle) < 0.5 && $0.pointIndex == $1.pointIndex })
  }

  @Test func brokenLegsAndEndsAreNoTurns() {
    let broken = track([(0, 0), (0, 50), (0, 100), (100, 100), (150, 100)], breaks: [3])
    #expect(TurnList(timeline: Timeline(track: broken)).turns.isEmpty)
    #expect(turns([(0, 0), (0, 3), (100, 3)]).isEmpty && turns([]).isEmpty && turns([(0, 0)]).isEmpty)
  }

  @Test func aTurnCarriesTheNameOfThePlaceThatBeginsThere() {
    let points = walk([(0, 0), (0, 200), (200, 200), (200, 400)], every: 10)
    func waypoint(_ name: String, _ index: Int?) -> Waypoint {
      Waypoint(name: name, coordinate: place(0, 0), pointIndex: index)
    }
    let waypoints = [
      waypoint("start", 0), waypoint("far before", 15), waypoint("loose", nil), waypoint("before", 19), waypoint("onto", 24),
      waypoint("too late", 47), waypoint("finish", 60),
    ]
    let fixes = points.map { Fix(coordinate: place($0.0, $0.1)) }
    let list = TurnList(timeline: Timeline(track: track(fixes, waypoints: waypoints)))
    #expect(list.turns.map(\.name) == ["before", nil])
  }

  @Test func theNextTurnIsTheFirstBeyond() {
    let list = TurnList(timeline: Timeline(track: track(walk([(0, 0), (0, 200), (200, 200), (200, 400)], every: 10))))
    #expect(list.next(after: 0)?.pointIndex == 20 && list.next(after: 150)?.pointIndex == 20)
    #expect(list.next(after: list.turns[0].distance)?.pointIndex == 40 && list.next(after: 1e9) == nil)
  }

  @Test func turnsWorkAcrossTheAntimeridianAndOnLongLegs() {
    let corners = [(-300.0, 0.0), (5, 0), (5, 300)]
    let fixes = walk(corners, every: 10).map { Fix(coordinate: place($0.0, $0.1, latitude: -17, longitude: 180)) }
    #expect(TurnList(timeline: Timeline(track: track(fixes))).turns.map(\.kind) == [.left])
    let flight = track([
      Coordinate(latitude: 50, longitude: 0), Coordinate(latitude: 52, longitude: 5), Coordinate(latitude: 47, longitude: 6),
    ])
    #expect(TurnList(timeline: Timeline(track: flight)).turns.map(\.kind) == [.right])
  }
}
