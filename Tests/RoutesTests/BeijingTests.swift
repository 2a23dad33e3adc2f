// The promises that the drive through Beijing makes to whoever plays it.
import Testing
import TrackGeodesy

@Suite("Routes/beijing.txt")
struct BeijingTests {
  let route: CoordinateRoute

  init() throws {
    route = try CoordinateRoute("beijing.txt")
    try #require(route.points.count > 2_000)
  }

  @Test("every line is a comment or three numbers, and the header names datum, licence and maker")
  func header() {
    #expect(route.badLines.isEmpty)
    #expect(route.comments.contains("# datum: WGS-84"))
    #expect(route.comments.contains("# name: 上地 → 天安门"))
    #expect(route.comments.contains { $0.contains("licence: MIT") })
    #expect(route.comments.contains { $0.contains("made by RouteMaker, not recorded") })
  }

  @Test("the drive runs from the Shangdi technology district to Tiananmen")
  func ends() throws {
    let start = try #require(route.points.first)
    let end = try #require(route.points.last)
    #expect(Geodesic.wgs84.distance(from: start, to: Coordinate(latitude: 40.0384, longitude: 116.2990)) < 30)
    #expect(Geodesic.wgs84.distance(from: end, to: Coordinate(latitude: 39.9073, longitude: 116.3913)) < 30)
  }

  @Test("it is about 20 km long and takes 35 to 40 minutes, a point a second")
  func size() {
    #expect((19_000...22_000).contains(route.steps.reduce(0, +)))
    #expect((2_100...2_401).contains(route.points.count))
  }

  @Test("no second covers more than 17 m, and no second's speed differs from the last one's by more than 2.5 m/s")
  func kinematics() {
    let steps = route.steps
    #expect((steps.max() ?? .infinity) <= 17)
    let changes = zip(steps, steps.dropFirst()).map { abs($1 - $0) }
    #expect((changes.max() ?? .infinity) <= 2.5)
  }

  @Test("some red lights hold the car for 10 to 40 s at exactly equal points")
  func lights() {
    let waits = route.steps.split { $0 > 0 }.map(\.count)
    #expect(waits.count >= 4)
    #expect(waits.allSatisfy { (10...40).contains($0) })
  }

  @Test("the first half minute has the speeds of the design", arguments: [(1, 8.0), (5, 22), (15, 31), (30, 38)])
  func openingSpeeds(second: Int, kmh: Double) {
    #expect(abs(route.steps[second - 1] * 3.6 - kmh) < 3.5)
  }

  @Test("the first turn, to the right, is driven at 12 to 14 s; the next, to the left, at about 33 s")
  func openingTurns() {
    func off(_ second: Int, _ course: Double) -> Double { abs(Angle.shortestTurn(from: route.course(atSecond: second), to: course)) }
    #expect((1...10).allSatisfy { off($0, 95) < 2 })
    #expect((12...13).allSatisfy { off($0, 132) < 25 })
    #expect((15...31).allSatisfy { off($0, 170) < 2 })
    #expect((34...35).allSatisfy { off($0, 135) < 25 })
    #expect((37...45).allSatisfy { off($0, 100) < 2 })
  }

  @Test("tight turns are arcs, driven at 15 to 25 km/h")
  func turnSpeeds() {
    let steps = route.steps
    for second in 2..<steps.count where steps[second - 1] > 2 && steps[second - 2] > 2 {
      let turn = abs(Angle.shortestTurn(from: route.course(atSecond: second - 1), to: route.course(atSecond: second)))
      #expect(turn < 35, "a corner at second \(second)")
      if turn > 17 { #expect((4.1...7).contains(steps[second - 1]), "\(steps[second - 1]) m/s at second \(second)") }
    }
  }

  @Test("the course does not tremble on straight roads")
  func steadiness() {
    let steps = route.steps
    let trembling = (2..<steps.count).filter { second in
      guard second > 50, steps[second - 1] > 10.5, steps[second - 2] > 10.5 else { return false }
      return abs(Angle.shortestTurn(from: route.course(atSecond: second - 1), to: route.course(atSecond: second))) > 8
    }
    #expect(trembling.isEmpty)
  }

  @Test("altitudes fall from 52 m to 44 m, with bridges on the way")
  func altitudes() throws {
    #expect(route.altitudes.first == 52)
    #expect(route.altitudes.last == 44)
    #expect((43...59).contains(try #require(route.altitudes.min())))
    #expect(try #require(route.altitudes.max()) > 55)
  }

  @Test("a dozen and more places are named, Chinese first, from Shangdi to Tiananmen")
  func places() {
    #expect((12...20).contains(route.places.count))
    #expect(route.places.first?.name == "上地 Shangdi")
    #expect(route.places.first?.index == 0)
    #expect(route.places.last?.name == "天安门 Tiananmen")
    #expect(route.places.contains { $0.name == "中关村 Zhongguancun" })
    #expect(
      route.places.allSatisfy { place in
        place.index < route.points.count && (place.name.unicodeScalars.first?.value ?? 0) >= 0x4E00 && place.name.contains(" ")
      })
  }

  /// Places that trains stop at: between two neighbours the drive is about as long as the railway's published distance.
  @Test(
    "distances between neighbouring stations are those of the metro, to 200 m",
    arguments: [
      ("中关村", "海淀黄庄", 900.0), ("海淀黄庄", "人民大学", 1063), ("人民大学", "魏公村", 1051), ("魏公村", "国家图书馆", 1658),
      ("国家图书馆", "动物园", 1517), ("动物园", "西直门", 1441), ("西直门", "阜成门", 1869), ("复兴门", "西单", 1590),
    ])
  func stations(from: String, to: String, metres: Double) throws {
    let start = try #require(route.places.first { $0.name.hasPrefix(from) }).index
    let end = try #require(route.places.first { $0.name.hasPrefix(to) }).index
    #expect(abs(route.steps[start..<end].reduce(0, +) - metres) < 200)
  }

  @Test("beijing-bd09.txt is the same drive: the same comments, altitudes and places, each point converted to 1e-7°")
  func baidu() throws {
    let baidu = try CoordinateRoute("beijing-bd09.txt")
    #expect(baidu.comments.contains("# datum: BD-09"))
    #expect(baidu.points.count == route.points.count)
    #expect(baidu.altitudes == route.altitudes)
    #expect(baidu.places.map(\.name) == route.places.map(\.name))
    #expect(baidu.places.map(\.index) == route.places.map(\.index))
    let errors = zip(baidu.points, route.points).map { given, original in
      let back = Datum.convert(given, from: .bd09, to: .wgs84)
      return max(abs(back.latitude - original.latitude), abs(back.longitude - original.longitude))
    }
    #expect((errors.max() ?? .infinity) < 1.01e-7)
    #expect(zip(baidu.points, route.points).allSatisfy { Geodesic.wgs84.distance(from: $0, to: $1) > 300 })
  }
}
