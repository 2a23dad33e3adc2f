// Tests GPX.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct GPXFormatTests {
  static let golden = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- a comment with <gpx> in it -->
    <gpx version="1.1" creator="tests" xmlns="http://www.topografix.com/GPX/1/1"
         xmlns:tpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:other="urn:other">
      <metadata><name>The &amp; document</name><time>2024-01-01T00:00:00Z</time></metadata>
      <wpt lat="47.1" lon="8.1"><ele>500</ele><name>Hut</name><sym>Lodge</sym></wpt>
      <wpt lat="47.3" lon="8.3"><name>On the track</name></wpt>
      <rte><name>Plan</name>
        <rtept lat="1" lon="2"><name>A</name></rtept><rtept lat="3" lon="4"/>
      </rte>
      <trk><name>Morning</name>
        <trkseg>
          <trkpt lat="47.2" lon="8.2"><ele>501.5</ele><time>2024-05-01T08:30:00.250+02:00</time><hdop>0.9</hdop>
            <extensions><tpx:TrackPointExtension><tpx:hr>120</tpx:hr><tpx:speed>3.5</tpx:speed><tpx:course>90.5</tpx:course>
            </tpx:TrackPointExtension></extensions></trkpt>
          <trkpt lat="47.3" lon="8.3"><time>2024-05-01T06:30:02Z</time>
            <other:ele>9999</other:ele><extensions><hAcc>4.5</hAcc><speed>-1</speed></extensions></trkpt>
        </trkseg>
        <trkseg><trkpt lon="8.4" lat="47.4"/></trkseg>
        <trkseg/>
      </trk>
      <trk><name>Empty</name></trk>
      <trk><name>Evening</name><trkseg><trkpt lat="-47.5" lon="-8.5"/></trkseg></trk>
    </gpx>
    """

  @Test("A document gives its tracks, segments, routes, waypoints and values")
  func golden() throws {
    let document = try read(Self.golden)
    #expect(document.format == "gpx")
    #expect(document.name == "The & document")
    #expect(document.skipped.isEmpty)
    #expect(document.tracks.map(\.name) == ["Morning", "Evening"])
    let morning = document.tracks[0]
    #expect(morning.segments == [TrackSegment(range: 0..<2), TrackSegment(range: 2..<3)])
    #expect(
      morning.points[0]
        == Fix(
          coordinate: Coordinate(latitude: 47.2, longitude: 8.2), altitude: 501.5, time: 1_714_545_000.25, course: 90.5, speed: 3.5,
          sensors: SensorValues(heartRate: 120)))
    #expect(document.tracks.map(\.utcOffset) == [7200, nil])
    #expect(
      morning.points[1]
        == Fix(coordinate: Coordinate(latitude: 47.3, longitude: 8.3), time: 1_714_545_002, horizontalAccuracy: 4.5))
    #expect(morning.points[2] == Fix(coordinate: Coordinate(latitude: 47.4, longitude: 8.4)))
    #expect(document.tracks[1].pairs == [[-8.5, -47.5]])
    #expect(!morning.isDatumStated)
  }

  @Test("Waypoints go to the first track, and name its point where they lie upon one")
  func waypoints() throws {
    let waypoints = try read(Self.golden).tracks[0].waypoints
    #expect(waypoints.map(\.name) == ["Hut", "On the track"])
    #expect(waypoints.map(\.pointIndex) == [nil, 1])
    #expect(waypoints[0].symbol == "Lodge")
    #expect(waypoints[0].altitude == 500)
  }

  @Test("Routes stand beside tracks, and are the tracks where there are none")
  func routes() throws {
    let document = try read(Self.golden)
    #expect(document.routes.map(\.name) == ["Plan"])
    #expect(document.routes[0].waypoints.map(\.name) == ["A"])
    let alone = try read("<gpx><rte><name>Plan</name><rtept lat='1' lon='2'><name>A</name></rtept></rte></gpx>")
    #expect(alone.tracks.map(\.name) == ["Plan"])
    #expect(alone.tracks[0].waypoints == [Waypoint(name: "A", coordinate: Coordinate(latitude: 1, longitude: 2), pointIndex: 0)])
    #expect(alone.routes.isEmpty)
  }

  @Test("Speed and course of GPX 1.0 stand on the point")
  func version10() throws {
    let document = try read(
      "<gpx version='1.0'><name>Old</name><trk><trkseg><trkpt lat='1' lon='2'><course>45</course><speed>13.5</speed></trkpt></trkseg></trk></gpx>"
    )
    #expect(document.name == "Old")
    #expect(document.tracks[0].points[0] == Fix(coordinate: Coordinate(latitude: 1, longitude: 2), course: 45, speed: 13.5))
  }

  @Test("Any namespace prefix is fine, and a foreign one is not GPX")
  func prefixes() throws {
    let document = try read(
      """
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x"><x:trk><trkseg/></x:trk>
      <g:trk><g:trkseg><g:trkpt lat="1" lon="2"><g:ele>3</g:ele><x:ele>4</x:ele><ele>5</ele></g:trkpt></g:trkseg></g:trk></g:gpx>
      """)
    #expect(document.tracks.count == 1)
    #expect(document.tracks[0].points[0] == Fix(coordinate: Coordinate(latitude: 1, longitude: 2), altitude: 3))
  }

  @Test("Waypoints alone are a route to play, with their times where these ascend")
  func simulatorRoute() throws {
    let timed = try read(
      """
      <gpx><wpt lat="1" lon="2"><time>2024-05-01T00:00:00Z</time><name>Start</name></wpt>
      <wpt lat="1" lon="3"><time>2024-05-01T00:00:10Z</time></wpt></gpx>
      """)
    #expect(timed.tracks[0].isTimed)
    #expect(timed.tracks[0].pairs == [[2, 1], [3, 1]])
    #expect(timed.tracks[0].waypoints.map(\.pointIndex) == [0])
    let places = try read(
      """
      <gpx><wpt lat="1" lon="2"><time>2024-05-01T00:00:10Z</time></wpt><wpt lat="1" lon="3"><time>2024-05-01T00:00:20Z</time></wpt>
      <wpt lat="1" lon="4"><time>2024-05-01T00:00:00Z</time></wpt></gpx>
      """)
    #expect(!places.tracks[0].points.hasTimes)
    #expect(places.tracks[0].pairs == [[2, 1], [3, 1], [4, 1]])
  }

  @Test("Names on a few track points are kept, names on all of them are not")
  func pointNames() throws {
    func document(namedEvery step: Int) throws -> TrackDocument {
      let points = (0..<40).map { "<trkpt lat='1' lon='\($0)'>\($0 % step == 0 ? "<name>P\($0)</name>" : "")</trkpt>" }
      return try read("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
    }
    #expect(try document(namedEvery: 20).tracks[0].waypoints.map(\.pointIndex) == [0, 20])
    #expect(try document(namedEvery: 1).tracks[0].waypoints.isEmpty)
  }

  @Test(
    "A point that lies nowhere is skipped and named with its line",
    arguments: [
      "lat='91' lon='2'", "lat='1' lon='-180.1'", "lat='1'", "", "lat='' lon='2'", "lat='nan' lon='2'", "lat='1' lon='1e999'",
      "lat='north' lon='2'",
    ])
  func badPoints(attributes: String) throws {
    let document = try read("<gpx><trk><trkseg>\n<trkpt lat='1' lon='2'/>\n<trkpt \(attributes)/>\n</trkseg></trk></gpx>")
    #expect(document.tracks[0].points.count == 1)
    #expect(document.skipped.count == 1)
    #expect(document.skipped.first.first?.line == 3)
  }

  @Test(
    "A value that is none leaves the point",
    arguments: [
      "<ele>high</ele>", "<ele>nan</ele>", "<ele>1e99</ele>", "<time>today</time>", "<time>2023-02-29T00:00:00Z</time>",
      "<speed>fast</speed>",
    ])
  func badValues(element: String) throws {
    let document = try read("<gpx><trk><trkseg><trkpt lat='1' lon='2'>\n\(element)</trkpt></trkseg></trk></gpx>")
    #expect(document.tracks[0].points[0] == Fix(coordinate: Coordinate(latitude: 1, longitude: 2)))
    #expect(document.skipped.valueCount == 1)
    #expect(document.skipped.first.first?.line == 2)
  }

  @Test("An empty elevation or time is simply absent", arguments: ["<ele></ele>", "<ele/>", "<time> </time>"])
  func emptyValues(element: String) throws {
    let document = try read("<gpx><trk><trkseg><trkpt lat='1' lon='2'>\(element)</trkpt></trkseg></trk></gpx>")
    #expect(document.skipped.isEmpty)
  }

  @Test("The given datum converts the points")
  func datum() throws {
    let bytes = Array("<gpx><wpt lat='39.915' lon='116.404'/></gpx>".utf8)
    let track = try FormatRegistry.read(bytes, options: ReadOptions(datum: .gcj02)).tracks[0]
    let expected = Datum.convert(Coordinate(latitude: 39.915, longitude: 116.404), from: .gcj02, to: .wgs84)
    #expect(track.points.coordinate(at: 0) == expected)
    #expect(track.datum == .gcj02)
    #expect(track.isDatumStated)
  }

  @Test("A document that breaks off gives what came before and says so", arguments: ["", "</trkpt", "</gpx>", "<trkpt lat='5' lon="])
  func truncated(ending: String) throws {
    let document = try read("<gpx><trk><name>T</name><trkseg>\n<trkpt lat='1' lon='2'/>\n\(ending)")
    #expect(document.tracks[0].pairs == [[2, 1]])
    #expect(document.tracks[0].name == "T")
    let truncation = try #require(document.skipped.truncation)
    #expect(truncation.line == 3)
  }

  @Test("White space and a mark before the declaration are forgiven, and lines still count from the file's first")
  func leadingSpace() throws {
    let document = try read("\u{FEFF}\n\r\n <?xml version='1.0'?>\n<gpx><wpt lat='1' lon='2'/>\n<wpt lat='x' lon='2'/></gpx>")
    #expect(document.tracks[0].points.count == 1)
    #expect(document.skipped.first.first?.line == 5)
  }

  @Test("An instruction without data is well-formed")
  func instruction() throws {
    #expect(try read("<?xml version=\"1.0\"?>\n<?h?><gpx><wpt lat=\"1\" lon=\"2\"/></gpx>").tracks[0].points.count == 1)
  }
}
