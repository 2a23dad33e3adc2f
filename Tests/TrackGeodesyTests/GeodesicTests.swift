// Owns the tests of geodesics: published vectors, symmetries, and the short path against the full method.

import Testing

@testable import TrackGeodesy

@Suite("Geodesics on WGS 84")
struct GeodesicTests {
  private let geodesic = Geodesic.wgs84

  private func expectInverse(_ row: GeodesicVector, nanometres: Double, degrees: Double) {
    let start = Coordinate(latitude: row.latitude1, longitude: row.longitude1)
    let end = Coordinate(latitude: row.latitude2, longitude: row.longitude2)
    let path = geodesic.inverse(from: start, to: end)
    #expect(abs(path.distance - row.distance) <= nanometres * 1e-9, "\(row)")
    #expect(angularDifference(path.initialCourse, row.course1) <= degrees, "\(row)")
    #expect(angularDifference(path.finalCourse, row.course2) <= degrees, "\(row)")
    #expect(geodesic.distance(from: start, to: end) == path.distance)
    #expect(geodesic.course(from: start, to: end) == path.initialCourse)
  }

  /// Between conjugate places by the antipode, where the path is about to jump aside, the course goes with the root of the last bit
  /// of the position: GeographicLib misses those rows by as much.
  private func courseTolerance(_ row: GeodesicVector) -> Double { row.distance > 19_900_000 ? 2e-5 : 1e-9 }

  private func expectDirect(_ row: GeodesicVector) {
    let start = Coordinate(latitude: row.latitude1, longitude: row.longitude1)
    let reached = geodesic.direct(from: start, course: row.course1, distance: row.distance)
    let shrink = Angle.sineCosine(degrees: row.latitude2).cosine
    // 1e-13° are 11 nm.
    #expect(abs(reached.coordinate.latitude - row.latitude2) <= 1.5e-13, "\(row)")
    #expect(angularDifference(reached.coordinate.longitude, row.longitude2) * shrink <= 1.5e-13, "\(row)")
    #expect(angularDifference(reached.finalCourse, row.course2) * shrink <= 1.5e-13, "\(row)")
  }

  @Test("published vectors agree to 15 nm", arguments: GeodesicVector.published)
  func published(row: GeodesicVector) {
    expectInverse(row, nanometres: 15, degrees: courseTolerance(row))
    expectDirect(row)
  }

  @Test("poles, equator, antipodes and short lines agree with GeographicLib", arguments: GeodesicVector.special)
  func special(row: GeodesicVector) {
    expectInverse(row, nanometres: 16, degrees: row.distance < 20 ? 1e-7 : 1e-9)
  }

  @Test("all hundred rows of GeodTest agree to 15 nm", .enabled(if: FixtureFile.exists("geodesic/GeodTest-100.dat")))
  func allRows() {
    let rows = FixtureFile.rows("geodesic/GeodTest-100.dat").filter { $0.count == 10 }
    #expect(rows.count == 100)
    for r in rows {
      let row = GeodesicVector(r[0], r[1], r[2], r[3], r[4], r[5], r[6])
      expectInverse(row, nanometres: 15, degrees: courseTolerance(row))
      expectDirect(row)
    }
  }

  @Test("equal places are nothing apart", arguments: [(0.0, 0.0), (52, 4), (90, 10), (-90, 10), (-33, 180)])
  func coincident(latitude: Double, longitude: Double) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    let path = geodesic.inverse(from: place, to: place)
    #expect(path.distance == 0)
    #expect(geodesic.inverse(from: place, to: Coordinate(latitude: latitude, longitude: longitude + 360)).distance == 0)
    #expect(path.initialCourse.isFinite)
  }

  @Test("the pole is one place, whatever the longitude")
  func poleToPole() {
    let path = geodesic.inverse(from: Coordinate(latitude: 90, longitude: 0), to: Coordinate(latitude: 90, longitude: 50))
    #expect(path.distance == 0)
  }

  @Test("nothing is longer than half a meridian", arguments: [1.0, 1e-2, 1e-5, 1e-9, 1e-13, 0])
  func antipodes(spread: Double) {
    var random = SeededGenerator.announced("antipodes")
    for _ in 0..<1000 {
      let start = random.place()
      let latitude = max(-90, min(90, -start.latitude + random.double(-spread...spread)))
      let end = Coordinate(latitude: latitude, longitude: start.longitude + 180 + random.double(-spread...spread))
      let path = geodesic.inverse(from: start, to: end)
      #expect(path.distance <= 20_003_931.458_625_5)
      // What it says must lead there: the direct problem is solved by other means.
      let reached = geodesic.direct(from: start, course: path.initialCourse, distance: path.distance).coordinate
      #expect(geodesic.distance(from: reached, to: end) < 3e-8, "\(start) \(end)")
    }
  }

  @Test("direct undoes inverse between random places")
  func roundTrip() {
    var random = SeededGenerator.announced("direct undoes inverse")
    for _ in 0..<5000 {
      let start = random.place()
      let end = random.place()
      let path = geodesic.inverse(from: start, to: end)
      let reached = geodesic.direct(from: start, course: path.initialCourse, distance: path.distance)
      #expect(geodesic.distance(from: reached.coordinate, to: end) < 3e-8, "\(start) \(end)")
      let shrink = Angle.sineCosine(degrees: end.latitude).cosine
      #expect(angularDifference(reached.finalCourse, path.finalCourse) * shrink < 1e-12, "\(start) \(end)")
    }
  }

  @Test("swapping the ends keeps the length and turns the courses round")
  func swapped() {
    var random = SeededGenerator.announced("swapped")
    for _ in 0..<2000 {
      let (start, end) = (random.place(), random.place())
      let there = geodesic.inverse(from: start, to: end)
      let back = geodesic.inverse(from: end, to: start)
      #expect(there.distance == back.distance)
      #expect(angularDifference(there.initialCourse, back.finalCourse + 180) < 1e-12)
      #expect(angularDifference(there.finalCourse, back.initialCourse + 180) < 1e-12)
    }
  }

  @Test("mirroring at the equator or a meridian keeps the length and mirrors the courses")
  func mirrored() {
    var random = SeededGenerator.announced("mirrored")
    for _ in 0..<2000 {
      let (start, end) = (random.place(), random.place())
      let path = geodesic.inverse(from: start, to: end)
      let south = geodesic.inverse(
        from: Coordinate(latitude: -start.latitude, longitude: start.longitude),
        to: Coordinate(latitude: -end.latitude, longitude: end.longitude))
      let west = geodesic.inverse(
        from: Coordinate(latitude: start.latitude, longitude: -start.longitude),
        to: Coordinate(latitude: end.latitude, longitude: -end.longitude))
      #expect(path.distance == south.distance)
      #expect(path.distance == west.distance)
      #expect(angularDifference(south.initialCourse, 180 - path.initialCourse) < 1e-12)
      #expect(angularDifference(west.finalCourse, -path.finalCourse) < 1e-12)
    }
  }

  @Test("shifting the longitude by a turn changes nothing beyond rounding", arguments: [360.0, -360, 720])
  func shifted(turn: Double) {
    var random = SeededGenerator.announced("shifted")
    for _ in 0..<500 {
      let (start, end) = (random.place(), random.place())
      let path = geodesic.inverse(from: start, to: end)
      let again = geodesic.inverse(from: start, to: Coordinate(latitude: end.latitude, longitude: end.longitude + turn))
      #expect(abs(path.distance - again.distance) < 3e-8)
    }
  }

  @Test("the short path agrees with the full method to 20 nm", arguments: [0.1, 0.05, 1e-2, 1e-3, 1e-4, 1e-6])
  func shortPath(span: Double) throws {
    var random = SeededGenerator.announced("short path")
    for _ in 0..<2000 {
      let start = Coordinate(latitude: random.double(-88.9...88.9), longitude: random.double(-179...179))
      let end = Coordinate(
        latitude: start.latitude + random.double(-span...span) * 0.999, longitude: start.longitude + random.double(-span...span) * 0.999)
      let short = try #require(geodesic.shortPath(from: start, to: end))
      let full = geodesic.fullInverse(from: start, to: end)
      #expect(abs(short.distance - full.distance) < 2e-8, "\(start) \(end)")
      // The full method knows the places to some nanometres only, which turns the course of short legs.
      let tolerance = 5e-9 + Angle.degrees(1e-8 / max(full.distance, 1e-6))
      #expect(angularDifference(short.initialCourse, full.initialCourse) < tolerance, "\(start) \(end)")
      #expect(angularDifference(short.finalCourse, full.finalCourse) < tolerance, "\(start) \(end)")
    }
  }

  @Test("the full method holds down to nothing, near the poles too", arguments: [1e-5, 1e-6, 1e-7, 1e-9, 1e-12, 1e-15])
  func fullMethodUpClose(span: Double) {
    var random = SeededGenerator.announced("up close")
    for round in 0..<1000 {
      let base = round.isMultiple(of: 2) ? random.double(-89.9...89.9) : 90 - span * random.double(0...2)
      let start = Coordinate(latitude: base, longitude: random.double(-179...179))
      let end = Coordinate(
        latitude: min(90, start.latitude + random.double(-span...span)), longitude: start.longitude + random.double(-span...span))
      let path = geodesic.fullInverse(from: start, to: end)
      let north = Angle.radians(end.latitude - start.latitude) * geodesic.ellipsoid.meridionalRadius(atLatitude: start.latitude)
      let east =
        Angle.radians(end.longitude - start.longitude) * geodesic.ellipsoid.transverseRadius(atLatitude: start.latitude)
        * Angle.sineCosine(degrees: start.latitude).cosine
      // A plane is right to the square of the span here.
      #expect(abs(path.distance - hypotenuse(north, east)) < 1.5e-8 + span * span * 5e6, "\(start) \(end)")
    }
  }

  @Test("far places, invalid ones and those by the poles leave the short path")
  func shortPathLimits() {
    let start = Coordinate(latitude: 10, longitude: 179.99)
    #expect(geodesic.shortDistance(from: start, to: Coordinate(latitude: 10, longitude: -179.99)) != nil)
    #expect(geodesic.shortDistance(from: start, to: Coordinate(latitude: 10, longitude: -179.8)) == nil)
    #expect(geodesic.shortDistance(from: start, to: Coordinate(latitude: 10.2, longitude: 179.99)) == nil)
    #expect(geodesic.shortDistance(from: start, to: Coordinate(latitude: .nan, longitude: 179.99)) == nil)
    #expect(
      geodesic.shortDistance(from: Coordinate(latitude: 89.5, longitude: 0), to: Coordinate(latitude: 89.5, longitude: 0.01)) == nil)
  }

  @Test("a course due east keeps due east in its middle for short legs, and leg lengths add up along a meridian")
  func legs() {
    let places = (0...10).map { Coordinate(latitude: 40 + Double($0) * 0.01, longitude: 116) }
    let lengths = geodesic.legLengths(places)
    #expect(lengths.count == 10)
    #expect(abs(lengths.reduce(0, +) - geodesic.distance(from: places[0], to: places[10])) < 1e-7)
    #expect(geodesic.legLengths([Coordinate]()).isEmpty)
    #expect(geodesic.legLengths([places[0]]).isEmpty)
  }

  @Test("interpolation meets both ends and divides the length")
  func interpolation() {
    var random = SeededGenerator.announced("interpolation")
    for _ in 0..<500 {
      let (start, end) = (random.place(), random.place())
      let length = geodesic.distance(from: start, to: end)
      let fraction = random.double(0...1)
      let middle = geodesic.interpolate(from: start, to: end, fraction: fraction)
      #expect(abs(geodesic.distance(from: start, to: middle) - length * fraction) < 5e-8)
      #expect(abs(geodesic.distance(from: middle, to: end) - length * (1 - fraction)) < 5e-8)
    }
    let start = Coordinate(latitude: 1, longitude: 181)
    let end = Coordinate(latitude: 2, longitude: 182)
    #expect(geodesic.interpolate(from: start, to: end, fraction: 0) == Coordinate(latitude: 1, longitude: -179))
    #expect(geodesic.interpolate(from: start, to: end, fraction: 1) == Coordinate(latitude: 2, longitude: -178))
    #expect(geodesic.interpolate(from: start, to: start, fraction: 0.5) == Coordinate(latitude: 1, longitude: -179))
  }

  @Test("numbers that are none give NaN", arguments: [Double.nan, .infinity, -.infinity])
  func nonsense(value: Double) {
    let good = Coordinate(latitude: 1, longitude: 2)
    #expect(geodesic.distance(from: Coordinate(latitude: value, longitude: 0), to: good).isNaN)
    #expect(geodesic.distance(from: good, to: Coordinate(latitude: 0, longitude: value)).isNaN)
    #expect(geodesic.course(from: good, to: Coordinate(latitude: value, longitude: 0)).isNaN)
    #expect(geodesic.direct(from: good, course: value, distance: 1).coordinate.latitude.isNaN)
    #expect(geodesic.direct(from: good, course: 1, distance: value).coordinate.longitude.isNaN)
    #expect(geodesic.interpolate(from: good, to: good, fraction: value).latitude.isFinite)
  }

  @Test("latitudes beyond the poles and distances beyond reason give answers, never a trap")
  func unreasonable() {
    let good = Coordinate(latitude: 1, longitude: 2)
    #expect(geodesic.distance(from: Coordinate(latitude: 90.1, longitude: 0), to: good).isNaN)
    #expect(geodesic.distance(from: Coordinate(latitude: 3, longitude: 1e300), to: good).isFinite)
    let around = geodesic.direct(from: good, course: 90, distance: 1e18).coordinate
    #expect(around.isValid)
    #expect(geodesic.direct(from: Coordinate(latitude: 90, longitude: 7), course: 180, distance: 1000).coordinate.longitude == 7)
  }

  @Test("on a sphere the paths are great circles")
  func sphere() {
    let sphere = Geodesic(Ellipsoid(equatorialRadius: 1000, flattening: 0))
    let path = sphere.inverse(from: Coordinate(latitude: 0, longitude: 0), to: Coordinate(latitude: 0, longitude: 90))
    #expect(abs(path.distance - 500 * Double.pi) < 1e-9)
    let over = sphere.inverse(from: Coordinate(latitude: 45, longitude: 0), to: Coordinate(latitude: 45, longitude: 180))
    #expect(abs(over.distance - 500 * Double.pi) < 1e-9)
    let antipodes = sphere.inverse(from: Coordinate(latitude: 20, longitude: 0), to: Coordinate(latitude: -20.001, longitude: 179.999))
    #expect(antipodes.distance > 3141 && antipodes.distance < 1000 * Double.pi)
  }
}
