// The pyramid of visited cells against its plain twin: every leg drawn, one after another.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

/// Tracks of all sorts.
private enum Sort: String, CaseIterable {
  case tour, scribble, straight, antimeridian, broken, resting, zigzag, sparse

  func points(_ count: Int, _ random: inout SeededGenerator) -> TrackPoints {
    var points = TrackPoints()
    var (north, east) = (self == .antimeridian ? -17.0 : 40.0, self == .antimeridian ? 179.999 : 116.0)
    var (dNorth, dEast) = (0.0, 1e-5)
    for index in 0..<count {
      points.append(Fix(coordinate: Coordinate(latitude: north, longitude: Angle.normalized180(east))))
      switch self {
      case .tour, .broken, .antimeridian:
        dNorth = dNorth * 0.95 + random.double(-1...1) * 1e-5
        dEast = dEast * 0.95 + random.double(-0.8...1) * 1e-5
      case .scribble:
        dNorth = dNorth * 0.9 + random.double(-1...1) * 1e-5 - (north - 40) * 0.002
        dEast = dEast * 0.9 + random.double(-1...1) * 1e-5 - (east - 116) * 0.002
      case .straight: (dNorth, dEast) = index % 500 == 0 ? (random.double(-1...1) * 1e-5, random.double(-1...1) * 1e-5) : (dNorth, dEast)
      case .resting: (dNorth, dEast) = random.once(in: 4) ? (random.double(-1...1) * 1e-4, random.double(-1...1) * 1e-4) : (0, 0)
      case .zigzag: (dNorth, dEast) = (index % 2 == 0 ? 0.01 : -0.01, random.double(-1...1) * 1e-3)
      case .sparse: (dNorth, dEast) = random.once(in: 40) ? (random.double(-1...1), random.double(-1...1)) : (1e-6, 1e-6)
      }
      north = min(80, max(-80, north + dNorth))
      east += dEast
    }
    return points
  }

  func shape(_ count: Int, _ random: inout SeededGenerator) -> TrackShape {
    let points = points(count, &random)
    let broken = self == .broken ? Set((0..<count).filter { _ in random.once(in: 50) }) : []
    return TrackShape(points: points) { broken.contains($0) }
  }
}

private let size = CanvasSize(columns: 60, rows: 20, set: .braille)

/// Views of a shape from the whole down to streets, upright and turned, on the track and beside it.
private func cameras(of shape: TrackShape, _ random: inout SeededGenerator) -> [Camera] {
  guard let box = shape.bounds else { return [] }
  var cameras = [Camera(fitting: box, canvas: size)]
  var scale = cameras[0].dotsPerUnit / 8
  while scale < Camera.scaleLimits.upperBound {
    let index = random.int(0...shape.count - 1)
    let dots = random.double(-80...80) / scale
    let center = MapPoint(x: shape.x[index] + dots, y: shape.y[index] - dots / 2)
    cameras.append(Camera(center: center, dotsPerUnit: scale, bearing: random.once(in: 3) ? random.double(0...360) : 0))
    scale *= random.double(1.2...2.2)
  }
  return cameras
}

/// The dots of a picture, by what they say.
private struct Dots: Equatable {
  var ahead: Set<CellPosition> = []
  var travelled: Set<CellPosition> = []
  var all: Set<CellPosition> { ahead.union(travelled) }

  /// Those of the pyramid; `nil` where its finest level is too coarse.
  init?(_ pyramid: TrackPyramid, _ shape: TrackShape, _ camera: Camera, leg: Int) {
    let transform = MapTransform(camera, canvas: size)
    guard let level = pyramid.level(forDot: 1 / (transform.dotsPerUnit * transform.spread)), let box = shape.bounds else { return nil }
    var marks = DotMarks(width: size.width, height: size.height)
    for turn in transform.turns(of: box) { level.mark(&marks, transform, turn: Double(turn), leg: leg) }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let spot = CellPosition(column: x, row: y)
        if marks.mark(x, y).contains(.thin) { ahead.insert(spot) }
        let isWide = !marks.mark(x, y).isDisjoint(with: [.low, .broad])
        if isWide || marks.mark(x, y - 1).contains(.low) || marks.mark(x - 1, y).contains(.broad) { travelled.insert(spot) }
      }
    }
  }

  /// Those of every leg, drawn by itself, also on the turns of the world before and after those in view.
  init(plain shape: TrackShape, _ camera: Camera, leg: Int) {
    let transform = MapTransform(camera, canvas: size)
    var thin = DotCanvas(set: .braille, columns: 60, rows: 20)
    var wide = thin
    let ink = Ink(.standard, layer: 1)
    guard let box = shape.bounds else { return }
    let turns = transform.turns(of: box)
    for turn in turns.lowerBound - 1...turns.upperBound + 1 {
      for index in 0..<max(0, shape.count - 1) where index != leg && !shape.isBroken(leg: index) {
        let from = transform.dot(x: shape.x[index] + Double(turn), y: shape.y[index])
        let to = transform.dot(x: shape.x[index + 1] + Double(turn), y: shape.y[index + 1])
        if index > leg { thin.line(from, to, ink) } else { TrackLayer.wideLine(&wide, from, to, ink) }
      }
    }
    ahead = thin.setDots
    travelled = wide.setDots
  }
}

/// Dots of one set, the outermost of the canvas left out, that have no dot of the other within so many dots.
private func strays(_ dots: Set<CellPosition>, from other: Set<CellPosition>, within reach: Int = 1) -> [CellPosition] {
  dots.filter { dot in
    guard dot.column >= reach, dot.row >= reach, dot.column < size.width - reach, dot.row < size.height - reach else { return false }
    for dy in -reach...reach {
      for dx in -reach...reach where other.contains(CellPosition(column: dot.column + dx, row: dot.row + dy)) { return false }
    }
    return true
  }
}

@Suite("The track's pyramid of visited cells")
struct TrackPyramidTests {
  @Test(
    "at every zoom every dot is at most one dot from where drawing every leg puts it, and the other way round", arguments: Sort.allCases)
  fileprivate func likeBruteForce(sort: Sort) throws {
    var random = SeededGenerator.announced("likeBruteForce \(sort)")
    var (views, dots, differing) = (0, 0, 0)
    for count in [2, 40, 1_500, 4_000] {
      let shape = sort.shape(count, &random)
      let pyramid = try #require(TrackPyramid(shape, fewestPoints: 2))
      for camera in cameras(of: shape, &random) {
        guard let found = Dots(pyramid, shape, camera, leg: -1) else { continue }
        let plain = Dots(plain: shape, camera, leg: -1)
        #expect(strays(found.ahead, from: plain.ahead) == [], "\(count) points, \(camera)")
        #expect(strays(plain.ahead, from: found.ahead) == [], "\(count) points, \(camera)")
        views += 1
        dots += plain.ahead.count
        differing += plain.ahead.symmetricDifference(found.ahead).count
      }
    }
    print("\(sort): \(views) views, \(dots) dots, \(differing) differ")
    #expect(views >= 5)
  }

  @Test("what is travelled and what is ahead part where every leg by itself would part them", arguments: Sort.allCases)
  fileprivate func split(sort: Sort) throws {
    var random = SeededGenerator.announced("split \(sort)")
    let shape = sort.shape(2_000, &random)
    let pyramid = try #require(TrackPyramid(shape, fewestPoints: 2))
    for share in [0, 0.01, 0.5, 1] {
      let leg = Int(share * 1_999)
      for camera in cameras(of: shape, &random) {
        guard let found = Dots(pyramid, shape, camera, leg: leg) else { continue }
        let plain = Dots(plain: shape, camera, leg: leg)
        #expect(strays(found.ahead, from: plain.ahead) == [], "leg \(leg), \(camera)")
        #expect(strays(plain.ahead, from: found.ahead) == [], "leg \(leg), \(camera)")
        // The second dot lies below or to the right by the directions of all legs in the cell, also those ahead.
        #expect(strays(found.travelled, from: plain.travelled, within: 2) == [], "leg \(leg), \(camera)")
        #expect(strays(plain.travelled, from: found.travelled, within: camera.bearing == 0 ? 1 : 2) == [], "leg \(leg), \(camera)")
      }
    }
  }

  @Test("a track driven backwards visits the same cells", arguments: Sort.allCases)
  fileprivate func reversed(sort: Sort) throws {
    var random = SeededGenerator.announced("reversed \(sort)")
    let there = sort.points(2_000, &random)
    let back = TrackPoints((0..<there.count).reversed().map { there[$0] })
    let (one, other) = (TrackShape(points: there) { _ in false }, TrackShape(points: back) { _ in false })
    let (first, second) = (try #require(TrackPyramid(one, fewestPoints: 2)), try #require(TrackPyramid(other, fewestPoints: 2)))
    for camera in cameras(of: one, &random) {
      guard let found = Dots(first, one, camera, leg: -1) else { continue }
      let mirrored = try #require(Dots(second, other, camera, leg: -1))
      // The middle of a column is reached from the other end, with another rounding in the last bit.
      #expect(found.ahead.symmetricDifference(mirrored.ahead).count <= 2, "\(camera)")
    }
  }

  @Test("a track cut in two at a point gives the same dots", arguments: Sort.allCases)
  fileprivate func cut(sort: Sort) throws {
    var random = SeededGenerator.announced("cut \(sort)")
    let whole = sort.points(2_000, &random)
    var halves = TrackPoints()
    for index in 0..<whole.count {
      halves.append(whole[index])
      if index == 1_000 { halves.append(whole[index]) }
    }
    let (one, other) = (TrackShape(points: whole) { _ in false }, TrackShape(points: halves) { $0 == 1_000 })
    let (first, second) = (try #require(TrackPyramid(one, fewestPoints: 2)), try #require(TrackPyramid(other, fewestPoints: 2)))
    for camera in cameras(of: one, &random) {
      #expect(Dots(first, one, camera, leg: -1) == Dots(second, other, camera, leg: -1), "\(camera)")
    }
  }

  @Test("a view moved by whole turns of the world shows the same", arguments: [-40, -1, 1, 2, 25])
  func turns(turn: Int) throws {
    var random = SeededGenerator.announced("turns \(turn)")
    let shape = Sort.antimeridian.shape(2_000, &random)
    #expect((shape.bounds?.width ?? 9) < 0.1)
    let pyramid = try #require(TrackPyramid(shape, fewestPoints: 2))
    var camera = Camera(center: shape.point(1_000), dotsPerUnit: 0x1p22)
    let here = try #require(Dots(pyramid, shape, camera, leg: 700))
    camera.center.x += Double(turn)
    #expect(here.all.count > 10)
    #expect(Dots(pyramid, shape, camera, leg: 700) == here)
  }

  @Test("a view costs at most four cells a dot, however often the track goes over the same ground")
  func cost() throws {
    var random = SeededGenerator.announced("cost")
    for sort in Sort.allCases {
      let shape = sort.shape(30_000, &random)
      let pyramid = try #require(TrackPyramid(shape))
      for camera in cameras(of: shape, &random) {
        let transform = MapTransform(camera, canvas: size)
        guard let level = pyramid.level(forDot: 1 / (transform.dotsPerUnit * transform.spread)) else { continue }
        var (marks, cells) = (DotMarks(width: size.width, height: size.height), 0)
        level.mark(&marks, transform, turn: 0, leg: -1) { cells += $0 }
        // A level that was passed over and a turned view take up to twice as many, tiles at the edge reach 31 cells beyond it.
        #expect(cells <= 4 * 3 * (size.width + 32) * (size.height + 32), "\(sort), \(camera)")
      }
    }
  }

  @Test("it takes at most sixteen bytes a point", arguments: Sort.allCases)
  fileprivate func memory(sort: Sort) throws {
    var random = SeededGenerator.announced("memory \(sort)")
    for count in [10_000, 40_000, 100_000] {
      let pyramid = try #require(TrackPyramid(sort.shape(count, &random)))
      let bytes = Double(pyramid.byteCount) / Double(count)
      print("\(sort), \(count) points: \(pyramid.levels.count) levels, \(pyramid.cellCount) cells, \(bytes) bytes a point")
      #expect(bytes <= 16)
    }
  }

  @Test("small tracks have none, and tracks without a leg do not trap")
  func none() {
    var points = TrackPoints()
    #expect(TrackPyramid(TrackShape(points: points) { _ in false }, fewestPoints: 0) == nil)
    for _ in 0..<9_000 { points.append(Fix(coordinate: Coordinate(latitude: 1, longitude: 2))) }
    #expect(TrackPyramid(TrackShape(points: points) { _ in false })?.cellCount == 1)
    #expect(TrackPyramid(TrackShape(points: points) { _ in true }) == nil)
    #expect(TrackPyramid(TrackShape(points: points.part(0..<8_000)) { _ in false }) == nil)
    #expect(TrackPyramid(TrackShape(points: points.part(0..<1)) { _ in false }, fewestPoints: 0) == nil)
  }

  @Test("a quick journey has neither turns nor pyramid, and is the full one once completed")
  func detail() {
    var route = RouteBuilder(latitude: 40, longitude: 116)
    route.go(90, 60_000)
    route.go(180, 60_000)
    let timeline = Timeline(track: route.track())
    let quick = Journey(title: "x", timeline: timeline, detail: .quick)
    #expect(quick.turns.turns.isEmpty)
    #expect(quick.shape.pyramid == nil)
    let drawing = quick.completed(to: .drawing)
    #expect(drawing.turns.turns.isEmpty)
    #expect((drawing.shape.pyramid?.cellCount ?? 0) > 1_000)
    let full = Journey(title: "x", timeline: timeline)
    #expect(full.detail == .full)
    #expect(full.turns.turns.count == 1)
    for completed in [quick.completed(), drawing.completed(), full.completed(to: .quick)] {
      #expect(completed.detail == .full)
      #expect(completed.turns == full.turns)
      #expect(completed.shape.pyramid?.cellCount == full.shape.pyramid?.cellCount)
    }
  }
}
