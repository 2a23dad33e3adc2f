// The promises of the other sample routes, and of all of them together.
import Testing
import TrackGeodesy

@testable import RouteMaker

@Suite("the other sample routes")
struct OtherRoutesTests {
  @Test("RouteMaker makes exactly the files that are shipped")
  func reproducible() throws {
    let files = RouteMaker.files()
    #expect(files.count == 6)
    for file in files { #expect(try file.text == shipped(file.name), "Routes/\(file.name) differs: run RouteMaker again") }
  }

  @Test("all routes together stay under 700 kB")
  func size() throws {
    let names = ["beijing.txt", "beijing-bd09.txt", "central-park.txt", "faulhorn.gpx", "antimeridian.gpx", "wasserkuppe.gpx"]
    #expect(try names.reduce(0) { $0 + (try shipped($1)).utf8.count } < 700_000)
  }

  @Test("the Central Park loop ends exactly where it began, at a runner's pace, and names its places")
  func loop() throws {
    let route = try CoordinateRoute("central-park.txt")
    #expect(route.badLines.isEmpty)
    #expect(route.comments.contains("# datum: WGS-84"))
    #expect(route.points.first == route.points.last)
    #expect(route.altitudes.first == route.altitudes.last)
    #expect((8_500...10_000).contains(route.steps.reduce(0, +)))
    #expect(route.steps.allSatisfy { (1.5...4.8).contains($0) })
    #expect(route.places.count >= 12)
  }

  @Test("each GPX file is well formed and says version, datum, licence and maker", arguments: ["faulhorn", "antimeridian", "wasserkuppe"])
  func documents(name: String) throws {
    let route = try LoggedRoute("\(name).gpx")
    #expect(xmlFault(route.text) == nil)
    #expect(route.text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"))
    #expect(route.text.contains("<gpx version=\"1.1\" creator=\"trackview RouteMaker\" xmlns=\"http://www.topografix.com/GPX/1/1\""))
    #expect(route.text.contains("Datum: WGS-84"))
    #expect(route.text.contains("Licence: MIT"))
    #expect(route.text.contains("made by RouteMaker, not recorded"))
    let points = route.segments.flatMap { $0 }
    #expect(points.allSatisfy { $0.coordinate.isValid && $0.coordinate.longitude < 180 && $0.seconds.isFinite })
    #expect(!route.text.contains("lon=\"180."), "the schema's longitudes end below 180")
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.seconds < $1.seconds })
    #expect(route.waypoints.count >= 4)
  }

  @Test("the hike has three segments with elevations, a cable car's jump and a lunch break between them, and uneven times")
  func hike() throws {
    let route = try LoggedRoute("faulhorn.gpx")
    #expect(route.segments.count == 3)
    guard route.segments.count == 3 else { return }
    let points = route.segments.flatMap { $0 }
    #expect((1_500...2_500).contains(points.count))
    #expect(points.allSatisfy { ($0.elevation ?? -1) > 1000 })
    #expect(points.contains { $0.time.contains(".") } && points.contains { !$0.time.contains(".") })
    #expect(route.waypoints.contains { name in name.unicodeScalars.contains { !$0.isASCII } })
    for segment in route.segments {
      #expect(zip(segment, segment.dropFirst()).allSatisfy { (0...7).contains($1.seconds - $0.seconds) })
    }
    func gap(_ index: Int) -> (metres: Double, seconds: Double) {
      guard let last = route.segments[index].last, let next = route.segments[index + 1].first else { return (0, 0) }
      return (Geodesic.wgs84.distance(from: last.coordinate, to: next.coordinate), next.seconds - last.seconds)
    }
    #expect(gap(0).metres > 3_500 && gap(0).seconds > 1_200)
    #expect(gap(1).metres < 30 && gap(1).seconds > 3_000)
  }

  @Test("the boat crosses the 180th meridian twice, without elevations, logging every 10 to 30 s at a varying speed")
  func boat() throws {
    let route = try LoggedRoute("antimeridian.gpx")
    let points = route.segments.flatMap { $0 }
    let pairs = zip(points, points.dropFirst())
    #expect(pairs.filter { abs($0.coordinate.longitude - $1.coordinate.longitude) > 180 }.count == 2)
    #expect(!route.text.contains("<ele>"))
    #expect(pairs.dropLast().allSatisfy { (10...30).contains($1.seconds - $0.seconds) })
    let speeds = pairs.map { Geodesic.wgs84.distance(from: $0.coordinate, to: $1.coordinate) / ($1.seconds - $0.seconds) }
    #expect((speeds.max() ?? 0) > 6 && (speeds.min() ?? 9) < 0.5)
    #expect((speeds.max() ?? 99) < 12)
  }

  @Test("the glider circles both ways, climbs above 2,000 m, and lands where it took off")
  func glider() throws {
    let points = try LoggedRoute("wasserkuppe.gpx").segments.flatMap { $0 }
    let start = try #require(points.first)
    let end = try #require(points.last)
    #expect(Geodesic.wgs84.distance(from: start.coordinate, to: end.coordinate) < 300)
    #expect(start.elevation == end.elevation)
    #expect((points.compactMap(\.elevation).max() ?? 0) > 2_000)
    let moving = points.dropLast(15)
    let courses = zip(moving, moving.dropFirst()).map { Geodesic.wgs84.inverse(from: $0.coordinate, to: $1.coordinate).initialCourse }
    let turns = zip(courses, courses.dropFirst()).map { Angle.shortestTurn(from: $0, to: $1) }
    #expect(turns.filter { $0 > 15 }.count > 100)
    #expect(turns.filter { $0 < -15 }.count > 60)
  }
}
