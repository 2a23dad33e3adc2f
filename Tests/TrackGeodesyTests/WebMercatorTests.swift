// Owns the tests of the Web Mercator projection.

import Testing

@testable import TrackGeodesy

@Suite("Web Mercator")
struct WebMercatorTests {
  @Test("corners and centre of the world lie where tiles put them")
  func corners() {
    #expect(WebMercator.project(Coordinate(latitude: 0, longitude: 0)) == MapPoint(x: 0.5, y: 0.5))
    let corner = WebMercator.project(Coordinate(latitude: WebMercator.maximumLatitude, longitude: -180))
    #expect(corner.x == 0)
    #expect(abs(corner.y) < 1e-15)
    let opposite = WebMercator.project(Coordinate(latitude: -90, longitude: 180))
    #expect(opposite.x == 1)
    #expect(abs(opposite.y - 1) < 1e-15)
  }

  @Test("a place agrees with EPSG:3857 coordinates")
  func published() {
    // EPSG Guidance Note 7-2, example for method 1024: 24°22′54.433″N 100°20′00.000″W → −11169055.58, 2800000.00.
    let point = WebMercator.project(Coordinate(latitude: 24 + 22 / 60.0 + 54.433 / 3600, longitude: -100 - 20 / 60.0))
    let circumference = 2 * Double.pi * 6_378_137
    #expect(abs((point.x - 0.5) * circumference + 11_169_055.58) < 0.01)
    #expect(abs((0.5 - point.y) * circumference - 2_800_000.00) < 0.01)
  }

  @Test("unprojecting undoes projecting to 1e-12 degrees")
  func roundTrip() {
    var random = SeededGenerator.announced("Web Mercator")
    for _ in 0..<5000 {
      let place = Coordinate(latitude: random.double(-85...85), longitude: random.double(-180...180))
      let back = WebMercator.unproject(WebMercator.project(place))
      #expect(abs(back.latitude - place.latitude) < 1e-12)
      #expect(abs(back.longitude - place.longitude) < 1e-12)
    }
  }

  @Test("north and south are mirrored, and a turn of longitude is one world")
  func symmetry() {
    let north = WebMercator.project(Coordinate(latitude: 50, longitude: 10))
    let south = WebMercator.project(Coordinate(latitude: -50, longitude: 370))
    #expect(abs(north.y + south.y - 1) < 1e-15)
    #expect(abs(south.x - north.x - 1) < 1e-15)
  }

  @Test("the batch is the same as one by one")
  func batch() {
    let places = (-8...8).map { Coordinate(latitude: Double($0) * 11, longitude: Double($0) * 20) }
    #expect(WebMercator.project(places) == places.map { WebMercator.project($0) })
  }

  @Test("ground lengths agree with geodesics both ways", arguments: [0.0, 30, -40, 60, 80])
  func groundLengths(latitude: Double) {
    let here = Coordinate(latitude: latitude, longitude: 10)
    let east = Coordinate(latitude: latitude, longitude: 10.001)
    let north = Coordinate(latitude: latitude + 0.001, longitude: 10)
    let middle = latitude + 0.0005
    let across = WebMercator.project(east).x - WebMercator.project(here).x
    let up = WebMercator.project(here).y - WebMercator.project(north).y
    let eastward = Geodesic.wgs84.distance(from: here, to: east) / across
    let northward = Geodesic.wgs84.distance(from: here, to: north) / up
    #expect(abs(WebMercator.metresPerWorldUnit(atLatitude: latitude) / eastward - 1) < 1e-7)
    #expect(abs(WebMercator.northwardMetresPerWorldUnit(atLatitude: middle) / northward - 1) < 1e-7)
  }

  @Test("what is no number stays none, and never traps")
  func nonsense() {
    #expect(WebMercator.project(Coordinate(latitude: .nan, longitude: 0)).y.isNaN)
    #expect(WebMercator.project(Coordinate(latitude: .infinity, longitude: 0)).y < 1e-15)
    #expect(WebMercator.unproject(MapPoint(x: 0, y: -.infinity)).latitude == 90)
    #expect(WebMercator.metresPerWorldUnit(atLatitude: 90) > 0)
  }
}
