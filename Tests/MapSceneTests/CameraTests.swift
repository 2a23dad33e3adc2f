// The camera and the transform: zoom, pan, follow, regions, bearings.

import Cells
import TestSupport
import Testing
import TrackGeodesy

@testable import MapScene

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

private func distance(_ one: DotPoint, _ other: DotPoint) -> Double {
  ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
}

private let size = CanvasSize(columns: 97, rows: 30, set: .braille)

@Suite("World to dots")
struct MapTransformTests {
  private func camera(_ random: inout SeededGenerator, bearing: Double? = nil) -> Camera {
    let center = WebMercator.project(Coordinate(latitude: random.double(-80...80), longitude: random.double(-180...180)))
    return Camera(center: center, dotsPerUnit: power(random.double(5...28.5)), bearing: bearing ?? random.double(0...360))
  }

  private func power(_ exponent: Double) -> Double { pow(2, exponent) }

  @Test("dot and world undo one another")
  func roundTrip() {
    var random = SeededGenerator.announced("roundTrip")
    for round in 0..<2_000 {
      let transform = MapTransform(camera(&random, bearing: round % 3 == 0 ? 0 : nil), canvas: size)
      let dot = DotPoint(random.double(-500...500), random.double(-500...500))
      let back = transform.dot(transform.world(dot))
      #expect(distance(dot, back) < 1e-6, "\(transform)")
    }
  }

  @Test("the middle of the view is within half a cell of the camera's")
  func middle() {
    var random = SeededGenerator.announced("middle")
    for _ in 0..<500 {
      let camera = camera(&random)
      let dot = MapTransform(camera, canvas: size).dot(camera.center)
      #expect(abs(dot.x - Double(size.width - 1) / 2) <= 1 + 1e-6)
      #expect(abs(dot.y - Double(size.height - 1) / 2) <= 2 + 1e-6)
    }
  }

  @Test("the direction of the bearing points up", arguments: [0.0, 37, 90, 180, 270])
  func bearing(degrees: Double) {
    let middle = Coordinate(latitude: 40, longitude: 116)
    let camera = Camera(center: WebMercator.project(middle), dotsPerUnit: 1e7, bearing: degrees)
    let transform = MapTransform(camera, canvas: size)
    let here = transform.dot(camera.center)
    for (course, x, y) in [(degrees, 0.0, -1.0), (degrees + 90, 1, 0), (degrees + 180, 0, 1), (degrees + 270, -1, 0)] {
      let there = transform.dot(WebMercator.project(Geodesic.wgs84.direct(from: middle, course: course, distance: 100).coordinate))
      let length = distance(here, there)
      // A metre north and a metre east differ by up to 0.7 % on the map of the ellipsoid.
      #expect(abs((there.x - here.x) / length - x) < 0.004)
      #expect(abs((there.y - here.y) / length - y) < 0.004)
    }
  }

  @Test("with the bearing 0 nothing is rounded by turning")
  func northUp() {
    let camera = Camera(center: MapPoint(x: 0.5, y: 0.25), dotsPerUnit: 1024)
    let transform = MapTransform(camera, canvas: CanvasSize(columns: 8, rows: 4, set: .braille))
    #expect(transform.dot(MapPoint(x: 0.5, y: 0.25)) == DotPoint(7.5, 7.5))
    #expect(transform.dot(MapPoint(x: 0.5 + 2 / 1024.0, y: 0.25)) == DotPoint(9.5, 7.5))
  }

  @Test("the visible box holds every corner, however the map is turned")
  func visible() {
    var random = SeededGenerator.announced("visible")
    for _ in 0..<300 {
      let transform = MapTransform(camera(&random), canvas: size)
      let box = transform.visibleBox(margin: 0)
      for x in [0.0, Double(size.width)] {
        for y in [0.0, Double(size.height)] {
          let corner = transform.world(DotPoint(x, y))
          #expect(box.minX <= corner.x && corner.x <= box.maxX && box.minY <= corner.y && corner.y <= box.maxY)
        }
      }
    }
  }

  @Test("the turns of a box are exactly those that touch the view, anywhere and at any scale")
  func turns() {
    var random = SeededGenerator.announced("turns")
    for _ in 0..<2_000 {
      let camera = Camera(center: MapPoint(x: random.double(-60...60), y: 0.5), dotsPerUnit: power(random.double(5...20)))
      let transform = MapTransform(camera, canvas: CanvasSize(columns: random.int(0...300), rows: 20, set: .braille))
      let left = random.double(-1...1)
      let box = WorldBox(minX: left, minY: 0.4, maxX: left + random.double(0...0.9), maxY: 0.6)
      let view = transform.visibleBox()
      let wanted = (-100...100).filter { box.minX + Double($0) <= view.maxX && box.maxX + Double($0) >= view.minX }
      let found = Array(transform.turns(of: box))
      if wanted.count <= 16 { #expect(wanted.allSatisfy(found.contains), "\(camera)") }
      #expect(found.count <= 17)
    }
  }
}

@Suite("The camera")
struct CameraTests {
  private let beijing = WebMercator.project(Coordinate(latitude: 39.9073, longitude: 116.3913))

  @Test("zooming keeps the world under the pointer, to half a cell each time")
  func zoomAtPointer() {
    var random = SeededGenerator.announced("zoomAtPointer")
    var worst = 0.0
    for _ in 0..<200 {
      var camera = Camera(center: beijing, dotsPerUnit: random.double(1e4...1e7), bearing: random.once(in: 2) ? 0 : random.double(0...360))
      let pointer = DotPoint(random.double(0...Double(size.width)), random.double(0...Double(size.height)))
      for _ in 0..<10 {
        let world = MapTransform(camera, canvas: size).world(pointer)
        camera = camera.zoomed(by: random.pick([1.25, 0.8, 1.5, 1 / 1.5]), keeping: pointer, canvas: size)
        let now = MapTransform(camera, canvas: size).dot(world)
        worst = max(worst, distance(now, pointer))
        #expect(abs(now.x - pointer.x) <= 1 + 1e-6)
        #expect(abs(now.y - pointer.y) <= 2 + 1e-6)
      }
    }
    print("zooming at the pointer moves the world under it by at most \(worst) dots")
  }

  @Test("the scale stays within its limits, whatever is asked", arguments: [0.0, -1, 1e-300, 1e300, .nan, .infinity, -.infinity])
  func limits(scale: Double) {
    var camera = Camera(center: beijing, dotsPerUnit: scale)
    #expect(Camera.scaleLimits.contains(camera.dotsPerUnit))
    camera = Camera(center: beijing, dotsPerUnit: 1e6).zoomed(by: scale)
    #expect(Camera.scaleLimits.contains(camera.dotsPerUnit))
    camera = Camera(region: scale, around: beijing, canvas: size)
    #expect(Camera.scaleLimits.contains(camera.dotsPerUnit))
    #expect(camera.metresPerDot > 0)
  }

  @Test("a region of so many metres fills the shorter side", arguments: [100.0, 400, 1_000, 20_000])
  func region(metres: Double) {
    let camera = Camera(region: metres, around: beijing, canvas: size)
    let transform = MapTransform(camera, canvas: size)
    let top = WebMercator.unproject(transform.world(DotPoint(96.5, -0.5)))
    let bottom = WebMercator.unproject(transform.world(DotPoint(96.5, Double(size.height) - 0.5)))
    let high = Geodesic.wgs84.inverse(from: top, to: bottom).distance
    #expect(abs(high / metres - 1) < 0.01, "\(high) m")
    #expect(abs(camera.metresPerDot * Double(size.height) / metres - 1) < 1e-9)
  }

  @Test("a fitted box lies wholly inside the canvas, its margin free")
  func fitting() {
    var random = SeededGenerator.announced("fitting")
    for _ in 0..<500 {
      let canvas = CanvasSize(columns: random.int(4...200), rows: random.int(3...60), set: random.pick(GlyphSet.allCases))
      let (x, y) = (random.double(0.1...0.8), random.double(0.1...0.8))
      let box = WorldBox(minX: x, minY: y, maxX: x + random.double(1e-5...0.05), maxY: y + random.double(1e-5...0.05))
      let camera = Camera(fitting: box, canvas: canvas)
      let transform = MapTransform(camera, canvas: canvas)
      let (low, high) = (transform.dot(MapPoint(x: box.minX, y: box.minY)), transform.dot(MapPoint(x: box.maxX, y: box.maxY)))
      // A small canvas has a margin smaller than the half cell by which the view snaps.
      let slackX = max(0, 1 + Double(canvas.dotsPerColumn) / 2 - 0.06 * Double(canvas.width))
      let slackY = max(0, 1 + Double(canvas.dotsPerRow) / 2 - 0.06 * Double(canvas.height))
      #expect(low.x >= -slackX && high.x <= Double(canvas.width) - 1 + slackX, "\(canvas)")
      #expect(low.y >= -slackY && high.y <= Double(canvas.height) - 1 + slackY, "\(canvas)")
    }
  }

  @Test("a canvas without dots and a box without extent give a camera all the same")
  func degenerate() {
    let none = CanvasSize(columns: 0, rows: 0, set: .braille)
    let point = WorldBox(minX: 0.5, minY: 0.5, maxX: 0.5, maxY: 0.5)
    for canvas in [none, size] {
      #expect(Camera.scaleLimits.contains(Camera(fitting: point, canvas: canvas).dotsPerUnit))
      #expect(Camera.scaleLimits.contains(Camera(region: 100, around: beijing, canvas: canvas).dotsPerUnit))
      #expect(Camera(center: beijing, dotsPerUnit: 1e6).following(MapPoint(x: 0.1, y: 0.1), canvas: canvas).center.x.isFinite)
    }
  }

  @Test("panning moves the picture by exactly so many cells", arguments: [0.0, 90, 37])
  func pan(bearing: Double) {
    let camera = Camera(center: beijing, dotsPerUnit: 1e6, bearing: bearing)
    let before = MapTransform(camera, canvas: size).dot(beijing)
    let after = MapTransform(camera.panned(x: 16, y: -8), canvas: size).dot(beijing)
    #expect(abs(after.x - before.x + 16) < 1e-6)
    #expect(abs(after.y - before.y - 8) < 1e-6)
  }

  @Test("no pan leaves the map to the north or the south")
  func poles() {
    var camera = Camera(center: MapPoint(x: 0.5, y: 0.01), dotsPerUnit: 100)
    for _ in 0..<50 { camera = camera.panned(x: 0, y: -500) }
    #expect(camera.center.y == 0)
    for _ in 0..<50 { camera = camera.panned(x: 0, y: 500) }
    #expect(camera.center.y == 1)
  }

  @Test("following moves by whole cells only and keeps the marker in the dead zone", arguments: GlyphSet.allCases)
  func following(set: GlyphSet) {
    var random = SeededGenerator.announced("following \(set)")
    let canvas = CanvasSize(columns: 40, rows: 15, set: set)
    for bearing in [0.0, 0, 63] {
      var camera = Camera(center: beijing, dotsPerUnit: 1e7, bearing: bearing)
      var place = beijing
      let probe = MapPoint(x: beijing.x + 1e-6, y: beijing.y - 2e-6)
      var still = 0
      for _ in 0..<3_000 {
        place.x += random.double(-1...1.2) * 3e-7
        place.y += random.double(-1...1.1) * 3e-7
        let before = MapTransform(camera, canvas: canvas).dot(probe)
        let next = camera.following(place, canvas: canvas)
        if next == camera { still += 1 }
        camera = next
        let transform = MapTransform(camera, canvas: canvas)
        let after = transform.dot(probe)
        let columns = (after.x - before.x) / Double(set.dotsPerColumn)
        let rows = (after.y - before.y) / Double(set.dotsPerRow)
        #expect(abs(columns - columns.rounded()) < 1e-5, "moved by \(columns) columns")
        #expect(abs(rows - rows.rounded()) < 1e-5, "moved by \(rows) rows")
        let marker = transform.dot(place)
        // Two columns and one row to either side of the middle cell.
        let column = Int(((marker.x + 0.5) / Double(set.dotsPerColumn)).rounded(.down))
        let row = Int(((marker.y + 0.5) / Double(set.dotsPerRow)).rounded(.down))
        #expect(abs(column - (canvas.width / set.dotsPerColumn - 1) / 2) <= 2, "column \(column)")
        #expect(abs(row - (canvas.height / set.dotsPerRow - 1) / 2) <= 1, "row \(row)")
      }
      #expect(still > 100)
    }
  }

  @Test("a jump out of the view is not panned across")
  func jump() {
    let camera = Camera(center: beijing, dotsPerUnit: 1e7)
    let far = MapPoint(x: beijing.x + 0.01, y: beijing.y)
    #expect(camera.following(far, canvas: size).center == far)
  }
}
