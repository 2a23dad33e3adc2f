// The tree of boxes against its plain twin: every leg drawn, one after another.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

/// A random walk of so many points, with broken legs here and there.
private func walk(_ count: Int, _ random: inout SeededGenerator, latitude: Double = 40, longitude: Double = 116, brokenOnceIn: Int = 0)
  -> TrackShape
{
  var points = TrackPoints()
  var (north, east) = (latitude, longitude)
  var (dNorth, dEast) = (0.0, 0.0)
  for _ in 0..<count {
    points.append(Fix(coordinate: Coordinate(latitude: north, longitude: Angle.normalized180(east))))
    dNorth = dNorth * 0.9 + random.double(-1...1) * 2e-5
    dEast = dEast * 0.9 + random.double(-1...1) * 2e-5
    north += dNorth
    east += dEast
  }
  let broken = brokenOnceIn > 0 ? Set((0..<count).filter { _ in random.once(in: brokenOnceIn) }) : []
  return TrackShape(points: points) { broken.contains($0) }
}

private let size = CanvasSize(columns: 40, rows: 15, set: .braille)
private let ink = Ink(.standard, layer: 1)

/// The dots that the tree draws, and how many stretches it took.
private func drawn(_ shape: TrackShape, _ camera: Camera) -> (dots: Set<CellPosition>, stretches: Int, widest: Int) {
  let transform = MapTransform(camera, canvas: size)
  var canvas = DotCanvas(set: .braille, columns: 40, rows: 15)
  var stretches = 0
  var widest = 0
  guard let bounds = shape.bounds else { return ([], 0, 0) }
  for turn in transform.turns(of: bounds) {
    var view = transform.visibleBox(margin: 8)
    view.minX -= Double(turn)
    view.maxX -= Double(turn)
    shape.forEachStretch(legs: 0..<shape.count, touching: view, tolerance: 0.7 / transform.dotsPerUnit) { from, to in
      stretches += 1
      widest = max(widest, to - from)
      canvas.line(
        transform.dot(x: shape.x[from] + Double(turn), y: shape.y[from]), transform.dot(x: shape.x[to] + Double(turn), y: shape.y[to]), ink)
    }
  }
  return (canvas.setDots, stretches, widest)
}

/// The dots of all legs that are not broken, on every turn of the world from −3 to 3.
private func bruteForce(_ shape: TrackShape, _ camera: Camera) -> Set<CellPosition> {
  let transform = MapTransform(camera, canvas: size)
  var canvas = DotCanvas(set: .braille, columns: 40, rows: 15)
  for turn in -3...3 {
    for leg in 0..<max(0, shape.count - 1) where !shape.isBroken(leg: leg) {
      canvas.line(
        transform.dot(x: shape.x[leg] + Double(turn), y: shape.y[leg]),
        transform.dot(x: shape.x[leg + 1] + Double(turn), y: shape.y[leg + 1]), ink)
    }
  }
  return canvas.setDots
}

/// The dots that the points alone fall into.
private func pointDots(_ shape: TrackShape, _ camera: Camera) -> Set<CellPosition> {
  let transform = MapTransform(camera, canvas: size)
  var canvas = DotCanvas(set: .braille, columns: 40, rows: 15)
  for turn in -3...3 {
    for index in 0..<shape.count {
      let dot = transform.dot(x: shape.x[index] + Double(turn), y: shape.y[index])
      canvas.plot(dot.x, dot.y, ink)
    }
  }
  return canvas.setDots
}

/// Dots of one set that have no dot of the other within so many dots.
private func strays(_ dots: Set<CellPosition>, from other: Set<CellPosition>, within reach: Int) -> [CellPosition] {
  dots.filter { dot in
    for dy in -reach...reach {
      for dx in -reach...reach where other.contains(CellPosition(column: dot.column + dx, row: dot.row + dy)) { return false }
    }
    return true
  }
}

@Suite("The track's tree of boxes")
struct TrackShapeTests {
  private func cameras(of shape: TrackShape, _ random: inout SeededGenerator, count: Int) -> [Camera] {
    (0..<count).map { _ in
      let index = random.int(0...shape.count - 1)
      let center = MapPoint(x: shape.x[index] + random.double(-1e-5...1e-5), y: shape.y[index] + random.double(-1e-5...1e-5))
      var scale = 64.0
      for _ in 0..<random.int(0...22) { scale *= 2 }
      return Camera(center: center, dotsPerUnit: scale * random.double(1...2), bearing: random.once(in: 3) ? random.double(0...360) : 0)
    }
  }

  @Test("whatever the camera, every dot is at most one dot from where drawing every leg puts it", arguments: [2, 17, 130, 3_000])
  func likeBruteForce(points: Int) {
    var random = SeededGenerator.announced("likeBruteForce \(points)")
    var exact = 0
    var total = 0
    for round in 0..<6 {
      let shape = walk(points, &random, brokenOnceIn: round % 2 == 0 ? 0 : 9)
      for camera in cameras(of: shape, &random, count: 12) {
        let found = drawn(shape, camera)
        let expected = bruteForce(shape, camera)
        total += 1
        if found.dots == expected { exact += 1 }
        // Points between broken legs that lie within one dot are drawn as that dot.
        #expect(strays(found.dots, from: expected.union(pointDots(shape, camera)), within: 1) == [], "camera \(camera)")
        #expect(strays(expected, from: found.dots, within: 1) == [], "camera \(camera)")
        // Where no box was taken as a dot, nothing may differ at all.
        if round % 2 == 0, found.widest <= 1 { #expect(found.dots == expected, "camera \(camera)") }
      }
    }
    print("\(points) points: \(exact) of \(total) pictures equal to the dot")
  }

  @Test("zoomed in, the cost follows what is on the screen, not the length of the track", arguments: [1_000, 10_000, 100_000])
  func cost(points: Int) {
    var random = SeededGenerator.announced("cost \(points)")
    let shape = walk(points, &random)
    var worst = 0
    for index in stride(from: 0, to: points, by: points / 50) {
      let camera = Camera(center: shape.point(index), dotsPerUnit: 2e7)
      let transform = MapTransform(camera, canvas: size)
      let view = transform.visibleBox(margin: 8)
      let visible = (0..<points - 1).count { leg in
        min(shape.x[leg], shape.x[leg + 1]) <= view.maxX && max(shape.x[leg], shape.x[leg + 1]) >= view.minX
          && min(shape.y[leg], shape.y[leg + 1]) <= view.maxY && max(shape.y[leg], shape.y[leg + 1]) >= view.minY
      }
      let found = drawn(shape, camera)
      // The leaves that touch the view also hold legs beside it; every run of the track through the view costs two more leaves.
      worst = max(worst, found.stretches - 3 * visible)
      #expect(found.stretches <= 3 * visible + 160, "\(visible) legs are visible")
    }
    print("\(points) points: at most \(worst) stretches beyond three times the visible legs")
  }

  @Test("the whole track costs about as much as its picture has dots, however many points it has", arguments: [1_000, 10_000, 100_000])
  func wholeCost(points: Int) {
    var random = SeededGenerator.announced("wholeCost \(points)")
    let shape = walk(points, &random)
    guard let box = shape.bounds else { return }
    let found = drawn(shape, Camera(fitting: box, canvas: size))
    print("\(points) points whole: \(found.stretches) stretches, \(found.dots.count) dots")
    #expect(found.stretches <= 12_000)
    #expect(!found.dots.isEmpty)
  }

  @Test("legs outside the range asked for are never visited")
  func ranges() {
    var random = SeededGenerator.announced("ranges")
    let shape = walk(2_000, &random)
    let everywhere = WorldBox(minX: -9, minY: -9, maxX: 9, maxY: 9)
    for _ in 0..<200 {
      let low = random.int(-20...2_050)
      let high = low + random.int(0...2_100)
      var next = max(0, low)
      shape.forEachStretch(legs: low..<high, touching: everywhere, tolerance: random.once(in: 2) ? 0 : 1e-6) { from, to in
        #expect(from == next)
        #expect(to > from)
        next = to
      }
      let reached = min(max(0, high), 1_999)
      if low < reached { #expect(next == reached) }
    }
  }

  @Test("a broken leg is never drawn")
  func broken() {
    let journey = TestJourney.gapped()
    let leg = (0..<journey.shape.count - 1).filter { journey.shape.isBroken(leg: $0) }
    #expect(leg == [80])
    guard let box = journey.shape.bounds else { return }
    let camera = Camera(fitting: box, canvas: size)
    let transform = MapTransform(camera, canvas: size)
    let dots = drawn(journey.shape, camera).dots
    let from = transform.dot(journey.shape.point(80))
    let to = transform.dot(journey.shape.point(81))
    for step in 2...8 {
      let share = Double(step) / 10
      let spot = CellPosition(
        column: Int((from.x + (to.x - from.x) * share).rounded()), row: Int((from.y + (to.y - from.y) * share).rounded()))
      #expect(strays([spot], from: dots, within: 2) == [spot], "a chord across the gap at \(spot)")
    }
  }

  @Test("every broken leg is found again")
  func brokenLookup() {
    var points = TrackPoints()
    for index in 0..<500 { points.append(Fix(coordinate: Coordinate(latitude: 1, longitude: Double(index) / 1e3))) }
    let broken: Set<Int> = [0, 1, 7, 100, 101, 255, 498]
    let shape = TrackShape(points: points) { broken.contains($0) }
    for leg in -1...500 { #expect(shape.isBroken(leg: leg) == broken.contains(leg)) }
  }

  @Test("a track across the antimeridian draws the same dots as one elsewhere", arguments: [-180.0, 180, 0, 90])
  func antimeridian(longitude: Double) {
    for seed in UInt64(1)...20 {
      var random = SeededGenerator(seed: seed)
      let here = walk(300, &random, latitude: -17, longitude: longitude)
      random = SeededGenerator(seed: seed)
      let there = walk(300, &random, latitude: -17, longitude: 30)
      guard let one = here.bounds, let other = there.bounds else { return }
      #expect(one.width < 0.01)
      // The same picture needs the same place of the cells' borders: a scale and a shift by whole cells.
      let scale = 32_768.0 * 240
      let shift = (longitude - 30) / 360
      let camera = Camera(center: other.center, dotsPerUnit: scale)
      let moved = Camera(
        center: MapPoint(x: other.center.x + shift + (one.center.x - other.center.x - shift).rounded(), y: other.center.y),
        dotsPerUnit: scale)
      #expect(drawn(here, moved).dots == drawn(there, camera).dots, "seed \(seed)")
    }
  }

  @Test("a view moved by whole turns of the world shows the same", arguments: [-40, -3, -1, 1, 2, 25])
  func turns(turn: Int) {
    let journey = TestJourney.dateline()
    guard let box = journey.shape.bounds else { return }
    let camera = Camera(center: box.center, dotsPerUnit: 65_536)
    var moved = camera
    moved.center.x += Double(turn)
    let dots = drawn(journey.shape, camera).dots
    #expect(dots.count > 10)
    #expect(drawn(journey.shape, moved).dots == dots)
  }

  @Test("the whole world on a wide canvas shows the track once a turn")
  func manyTurns() {
    let journey = TestJourney.corner()
    let camera = Camera(center: journey.shape.point(0), dotsPerUnit: 32)
    #expect(drawn(journey.shape, camera).dots == bruteForce(journey.shape, camera))
    #expect(drawn(journey.shape, camera).dots.count >= 2)
  }

  @Test("a track driven backwards draws the same dots")
  func reversed() {
    var random = SeededGenerator.announced("reversed")
    for _ in 0..<20 {
      let shape = walk(200, &random)
      var points = TrackPoints()
      for index in (0..<shape.count).reversed() { points.append(Fix(coordinate: WebMercator.unproject(shape.point(index)))) }
      let back = TrackShape(points: points) { _ in false }
      guard let box = shape.bounds else { return }
      let camera = Camera(center: box.center, dotsPerUnit: 3e6)
      let one = drawn(shape, camera).dots
      let other = drawn(back, camera).dots
      // Projecting there and back moves a point in the last bits, which may decide a dot that lies on the border between two.
      #expect(one.symmetricDifference(other).count <= 2)
      #expect(strays(one, from: other, within: 1) == [])
    }
  }

  @Test("tracks of no, one and two points do not trap")
  func tiny() {
    for count in 0...2 {
      var points = TrackPoints()
      for _ in 0..<count { points.append(Fix(coordinate: Coordinate(latitude: 1, longitude: 2))) }
      let shape = TrackShape(points: points) { _ in false }
      #expect(shape.count == count)
      #expect((shape.bounds == nil) == (count == 0))
      var visits = 0
      shape.forEachStretch(legs: 0..<10, touching: WorldBox(minX: -1, minY: -1, maxX: 2, maxY: 2), tolerance: 0) { _, _ in visits += 1 }
      #expect(visits <= 1)
      #expect(shape.place(Coordinate(latitude: 0, longitude: 0), near: 5) == MapPoint(x: 0.5, y: 0.5))
    }
  }

  @Test("a coordinate is placed on the turn of the world nearest to the track")
  func placing() {
    let shape = TestJourney.dateline().shape
    let place = shape.place(Coordinate(latitude: -17, longitude: -179.9), near: 0)
    #expect(abs(place.x - shape.x[0]) < 0.01)
    for (x, reference, expected) in [(0.1, 1.9, 2.1), (0.9, 0.05, -0.1), (0.5, 0.5, 0.5), (0.2, -3.7, -3.8)] {
      #expect(abs(TrackShape.nearest(x, to: reference) - expected) < 1e-12)
    }
  }
}
