// Points, segments, waypoints and bounds: what is kept, refused and repaired.

import Testing
import TrackGeodesy
import TrackPlayback

@Suite struct TrackTests {
  @Test func columnsAreEmptyUntilTheFirstValueAndThenAsLongAsThePoints() {
    var points = TrackPoints()
    points.append(Fix(coordinate: place(0, 0)))
    #expect(!points.hasTimes && !points.hasAltitudes && points.times.isEmpty)
    points.append(Fix(coordinate: place(1, 0), altitude: 12, time: 5))
    points.append(Fix(coordinate: place(2, 0), speed: 3))
    #expect(points.times.count == 3 && points.altitudes.count == 3 && points.speeds.count == 3 && points.courses.isEmpty)
    #expect(points.time(at: 0) == nil && points.time(at: 1) == 5 && points.time(at: 2) == nil)
    #expect(points[1] == Fix(coordinate: place(1, 0), altitude: 12, time: 5))
    #expect(points.speed(at: 1) == nil && points.speed(at: 2) == 3)
  }

  @Test func aPlaceThatCannotBeIsRefusedAndALongitudeBeyond180IsWrapped() {
    var points = TrackPoints()
    for latitude in [90.1, -91, .nan, .infinity] {
      let taken = points.append(Fix(coordinate: Coordinate(latitude: latitude, longitude: 0)))
      #expect(!taken)
    }
    let taken = points.append(Fix(coordinate: Coordinate(latitude: 0, longitude: .infinity)))
    #expect(!taken)
    #expect(points.isEmpty)
    points.append(Fix(coordinate: Coordinate(latitude: 90, longitude: 190)))
    #expect(points.longitudes == [-170])
  }

  @Test func valuesThatCannotBeAreUnknown() {
    var points = TrackPoints()
    points.append(
      Fix(coordinate: place(0, 0), altitude: .infinity, time: .nan, course: -1, speed: -1, horizontalAccuracy: -1))
    #expect(points[0] == Fix(coordinate: place(0, 0)))
    points.append(Fix(coordinate: place(0, 0), altitude: 1e300, course: 360))
    #expect(points.altitude(at: 1) == nil && points.course(at: 1) == 0)
  }

  @Test func pointsWithUnknownValuesEqualThemselves() {
    let one = TrackPoints([Fix(coordinate: place(0, 0), time: 1), Fix(coordinate: place(1, 0))])
    let other = TrackPoints([Fix(coordinate: place(0, 0), time: 1), Fix(coordinate: place(1, 0))])
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(one != TrackPoints([Fix(coordinate: place(0, 0), time: 2), Fix(coordinate: place(1, 0))]))
  }

  @Test(
    arguments: [
      ([], [0..<5]), ([0..<2, 2..<5], [0..<2, 2..<5]), ([1..<2], [0..<1, 1..<2, 2..<5]), ([0..<3, 1..<9], [0..<3, 3..<5]),
      ([0..<0, 0..<5, 7..<9], [0..<5]), ([-4 ..< -1, -1..<2], [0..<2, 2..<5]),
    ] as [([Range<Int>], [Range<Int>])])
  func segmentsAreMadeToCoverAllPointsOnce(given: [Range<Int>], expected: [Range<Int>]) {
    let points = TrackPoints((0..<5).map { Fix(coordinate: place(Double($0), 0)) })
    let track = Track(points: points, segments: given.map { TrackSegment(range: $0) })
    #expect(track.segments.map(\.range) == expected)
  }

  @Test func aWaypointThatNamesNoPointIsLoose() {
    let points = TrackPoints([Fix(coordinate: place(0, 0))])
    let waypoints = [-1, 0, 1].map { Waypoint(name: "", coordinate: place(0, 0), pointIndex: $0) }
    #expect(Track(points: points, waypoints: waypoints).waypoints.map(\.pointIndex) == [nil, 0, nil])
  }

  @Test(
    arguments: [
      ([nil, nil, nil], false), ([1, 2, 3], true), ([1, nil, 3], true), ([1, nil, nil, 2], false), ([7, 7, 7], false),
      ([3, 2, 1], false), ([1], false), ([1, 5, 4, 6], true),
    ] as [([Double?], Bool)])
  func aTrackIsTimedWhereMostPointsCarryTimesThatGoOn(times: [Double?], expected: Bool) {
    #expect(track(times.indices.map { (Double($0), 0) }, times: times).isTimed == expected)
  }

  @Test func joinedTracksKeepSegmentsNamesAndWaypoints() {
    let first = Track(name: "one", points: TrackPoints([Fix(coordinate: place(0, 0), time: 1)]), datum: .bd09, isDatumStated: true)
    let second = Track(
      name: "two", points: TrackPoints([Fix(coordinate: place(1, 0)), Fix(coordinate: place(2, 0))]),
      waypoints: [Waypoint(name: "w", coordinate: place(2, 0), pointIndex: 1)], datum: .bd09)
    let joined = Track.joined([first, second])
    #expect(joined.name == "one" && joined.segments.map(\.name) == ["one", "two"])
    #expect(joined.segments.map(\.range) == [0..<1, 1..<3] && joined.waypoints[0].pointIndex == 2)
    #expect(joined.datum == .bd09 && !joined.isDatumStated && joined.points.times.count == 3)
    #expect(Track.joined([]).points.isEmpty && Track.joined([first]) == first)
  }

  @Test func boundsCrossTheAntimeridianWhereThatIsSmaller() throws {
    func bounds(_ longitudes: [Double]) -> GeoBounds? {
      GeoBounds(coordinates: longitudes.map { Coordinate(latitude: $0 / 10, longitude: $0) })
    }
    #expect(bounds([]) == nil)
    #expect(bounds([5]) == GeoBounds(south: 0.5, west: 5, north: 0.5, east: 5))
    let pacific = try #require(bounds([170, -165, 179.9, -179.9]))
    #expect(pacific.west == 170 && pacific.east == -165 && pacific.crossesAntimeridian && pacific.width == 25)
    #expect(pacific.center.longitude == -177.5)
    #expect(pacific.contains(Coordinate(latitude: 0, longitude: -170)) && !pacific.contains(Coordinate(latitude: 0, longitude: 0)))
    let wide = try #require(bounds([-100, 0, 100]))
    #expect(wide.width == 200 && !wide.crossesAntimeridian)
    #expect(bounds([.nan, .infinity]) == nil)
    #expect(track([(0, 0), (100, 50)]).bounds?.crossesAntimeridian == false)
  }
}
