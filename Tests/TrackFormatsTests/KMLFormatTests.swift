// Tests reading KML.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct KMLFormatTests {
  static let golden = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
    <Document><name>The &lt;document&gt;</name>
      <Style id="s"><LineStyle><width>3</width></LineStyle></Style>
      <Schema id="values"><gx:SimpleArrayField name="heart_rate" type="int"><displayName>Puls</displayName></gx:SimpleArrayField></Schema>
      <NetworkLink><name>Elsewhere</name><Link><href>other.kml</href></Link></NetworkLink>
      <GroundOverlay><name>Picture</name></GroundOverlay>
      <Folder><name>Recorded</name>
        <Placemark><name>Hut</name><description>no <b>name</b></description>
          <TimeStamp><when>2024-05-01T08:00:00+02:00</when></TimeStamp><Point><coordinates>8.1,47.1,500</coordinates></Point></Placemark>
        <Placemark><name>Morning</name><TimeSpan><begin>2024-05-01</begin><end>2024-05-02</end></TimeSpan>
          <gx:MultiTrack>
            <gx:Track>
              <altitudeMode>absolute</altitudeMode>
              <when>2024-05-01T08:30:00.250+02:00</when><when>2024-05-01T06:30:02Z</when><when>2024-05-01T06:30:04Z</when>
              <gx:coord>8.2 47.2 501.5</gx:coord><gx:coord></gx:coord><gx:coord> 8.4
                47.4 </gx:coord>
              <gx:angles>1 2 3</gx:angles>
              <ExtendedData><SchemaData schemaUrl="#values">
                <gx:SimpleArrayData name="heart_rate"><gx:value>120</gx:value><gx:value>121</gx:value><gx:value>122</gx:value></gx:SimpleArrayData>
                <gx:SimpleArrayData name="Cadence"><gx:value>80</gx:value><gx:value/><gx:value/></gx:SimpleArrayData>
                <gx:SimpleArrayData name="power"><gx:value>180.5</gx:value></gx:SimpleArrayData>
                <gx:SimpleArrayData name="temperature"><gx:value>-3</gx:value></gx:SimpleArrayData>
                <gx:SimpleArrayData name="other"><gx:value>9999</gx:value></gx:SimpleArrayData>
              </SchemaData></ExtendedData>
            </gx:Track>
            <gx:Track><when>2024-05-01T07:00:00Z</when><gx:coord>8.5 47.5 0</gx:coord></gx:Track>
          </gx:MultiTrack></Placemark>
      </Folder>
      <Folder><name>Planned</name>
        <Placemark><LineString><extrude>1</extrude><coordinates>1,2 3,4,0</coordinates></LineString></Placemark>
        <Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,2 3,1 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
        <Placemark><name>Corner</name><Point><coordinates>3,4</coordinates></Point></Placemark>
      </Folder>
    </Document>
    </kml>
    """

  /// A document around placemarks.
  static func document(_ content: String) -> String { "<kml><Document>\(content)</Document></kml>" }

  static func line(_ coordinates: String) -> String {
    "<Placemark><LineString><coordinates>\(coordinates)</coordinates></LineString></Placemark>"
  }

  @Test("A gx:MultiTrack gives its segments with times, altitudes and sensor values")
  func golden() throws {
    let document = try read(Self.golden)
    #expect(document.format == "kml")
    #expect(document.name == "The <document>")
    #expect(document.skipped.isEmpty)
    #expect(document.tracks.map(\.name) == ["Morning"])
    let track = document.tracks[0]
    #expect(track.segments == [TrackSegment(range: 0..<2), TrackSegment(range: 2..<3)])
    #expect(track.utcOffset == 7200)
    #expect(
      track.points[0]
        == Fix(
          coordinate: Coordinate(latitude: 47.2, longitude: 8.2), altitude: 501.5, time: 1_714_545_000.25,
          sensors: SensorValues(heartRate: 120, cadence: 80, power: 180.5, temperature: -3)))
    #expect(
      track.points[1]
        == Fix(coordinate: Coordinate(latitude: 47.4, longitude: 8.4), time: 1_714_545_004, sensors: SensorValues(heartRate: 122)))
    #expect(track.points[2] == Fix(coordinate: Coordinate(latitude: 47.5, longitude: 8.5), altitude: 0, time: 1_714_546_800))
  }

  @Test("Lines without times stand beside timed tracks as routes; places go with the line of their folder")
  func routes() throws {
    let document = try read(Self.golden)
    #expect(document.routes.map(\.name) == ["Planned"])
    #expect(document.routes[0].pairs == [[1, 2], [3, 4]])
    #expect(!document.routes[0].points.hasAltitudes)
    #expect(document.routes[0].waypoints == [Waypoint(name: "Corner", coordinate: Coordinate(latitude: 4, longitude: 3), pointIndex: 1)])
    #expect(
      document.tracks[0].waypoints == [
        Waypoint(name: "Hut", coordinate: Coordinate(latitude: 47.1, longitude: 8.1), altitude: 500, time: 1_714_543_200)
      ])
  }

  @Test(
    "Namespaces may be any or none",
    arguments: [
      "<kml xmlns='http://earth.google.com/kml/2.0'>", "<kml xmlns='http://www.opengis.net/kml/2.3' version='2.3'>",
      "<kml>", "<k:kml xmlns:k='x'>",
    ])
  func namespaces(root: String) throws {
    let prefix = root.hasPrefix("<k:") ? "k:" : ""
    let start = ["Placemark", "Track", "coord"].map { "<\(prefix)\($0)>" }.joined()
    let end = ["coord", "Track", "Placemark", "kml"].map { "</\(prefix)\($0)>" }.joined()
    let text = "\(root)\(start)1 2\(end)"
    #expect(try read(text).tracks[0].pairs == [[1, 2]])
  }

  @Test(
    "Coordinates may have white space in odd places",
    arguments: [
      ("1,2 3,4", [[1, 2], [3, 4]]), ("\n 1,2,5\r\n\t3,4,6 \n", [[1, 2], [3, 4]]), ("1, 2 ,5 3 , 4,6", [[1, 2], [3, 4]]),
      ("1,2\n,5\n3,4", [[1, 2], [3, 4]]), ("-1.5e0,+2.25", [[-1.5, 2.25]]), ("1,<!-- no -->2 <![CDATA[3,4]]>", [[1, 2], [3, 4]]),
      ("1,2,,3,4 5,6", [[5, 6]]), ("1 2 3,4", [[3, 4]]), ("x,1 2,y 3,4", [[3, 4]]), ("181,1 1,91 3,4", [[3, 4]]),
      ("1,2,3,4 3,4", [[3, 4]]),
      (",1 3,4", [[3, 4]]), ("1&#44;2&#x20;3,4", [[1, 2], [3, 4]]),
    ] as [(String, [[Double]])])
  func coordinates(text: String, pairs: [[Double]]) throws {
    #expect(try read(Self.document(Self.line(text))).tracks[0].pairs == pairs)
  }

  @Test("Coordinates are the same wherever their text is cut into pieces")
  func pieces() {
    let long = "1." + String(repeating: "0", count: 67)
    let text = Array(" 8.25,47.5,1e2 -0.125 , 3\n,  4.5x -1,2\t3,4,5,6  \(long),2,7 9 ".utf8)
    func tuples(_ cuts: [Int]) -> [String] {
      var reader = KMLTuples()
      var found: [KMLTuple] = []
      var start = 0
      for end in cuts + [text.count] {
        let piece = Array(text[start..<end])
        var position = 0
        while let tuple = reader.next(in: piece.span, at: &position) { found.append(tuple) }
        start = end
      }
      if let tuple = reader.last() { found.append(tuple) }
      // Written out, because NaN is not equal to itself.
      return found.map { "\($0.count > 1 ? "\($0)" : "single")" }
    }
    let whole = tuples([])
    #expect(whole.count == 6)
    #expect(whole.first == "\(KMLTuple(longitude: 8.25, latitude: 47.5, altitude: 100, count: 3))")
    for first in 0...text.count {
      // The long number is one where it is whole, and none where it was cut: it is left out of this comparison.
      for second in stride(from: first, through: text.count, by: 7) {
        let parts = tuples([first, second])
        #expect(parts.count == whole.count && parts[0..<4] == whole[0..<4] && parts.last == whole.last, "cut at \(first) and \(second)")
      }
    }
  }

  @Test("Bad coordinates are counted with the line that they stand on")
  func badCoordinates() throws {
    let document = try read(Self.document("\n" + Self.line("\n1,2\n1,x\n3,4\n5\n")))
    let expected = "expected a longitude from -180 to 180 and a latitude from -90 to 90"
    #expect(document.tracks[0].points.count == 2)
    #expect(document.skipped.count == 2)
    #expect(
      document.skipped.first.map(\.text) == [
        "line 5: found a point with longitude 1.0 and latitude nothing, \(expected)",
        "line 7: found a point with longitude 5.0 and latitude nothing, \(expected)",
      ])
  }

  @Test("Altitudes that are 0 throughout a line are unknown, others are not")
  func altitudes() throws {
    let document = try read(Self.document(Self.line("1,2,0 3,4,0") + Self.line("1,2,0 3,4,7")))
    #expect(document.tracks[0].points.altitudes.isEmpty)
    #expect(document.tracks[1].points.altitudes == [0, 7])
  }

  @Test("Lines of a MultiGeometry are the segments of one track, and its points are waypoints")
  func multiGeometry() throws {
    let track = try read(
      Self.document(
        """
        <Placemark><name>M</name><MultiGeometry><LineString><coordinates>1,1 2,2</coordinates></LineString>
        <MultiGeometry><LinearRing><coordinates>3,3 4,4</coordinates></LinearRing><LineString><coordinates/></LineString></MultiGeometry>
        <Point><coordinates>5,5</coordinates></Point></MultiGeometry></Placemark>
        """)
    ).tracks[0]
    #expect(track.segments == [TrackSegment(range: 0..<2), TrackSegment(range: 2..<4)])
    #expect(track.waypoints == [Waypoint(name: "M", coordinate: Coordinate(latitude: 5, longitude: 5))])
  }

  @Test("The surplus of times or of places in a track is skipped and counted")
  func surplus() throws {
    func track(_ times: Int, _ places: Int) throws -> TrackDocument {
      let whens = (0..<times).map { "<when>2024-05-01T00:00:0\($0)Z</when>" }.joined()
      let coords = (0..<places).map { "<gx:coord>\($0) 1</gx:coord>" }.joined()
      return try read(Self.document("<Placemark><gx:Track>\(whens)\(coords)</gx:Track></Placemark>"))
    }
    #expect(try track(3, 1).tracks[0].points.count == 1)
    #expect(try track(3, 1).skipped.count == 2)
    #expect(try track(3, 1).skipped.first[0].found == "a time without a place")
    #expect(try track(1, 2).tracks[0].points.count == 1)
    #expect(
      try track(1, 2).skipped.first.map(\.text)
        == ["line 1: found a place without a time, expected as many times as places, and not 1 and 2"])
    #expect(try track(0, 2).tracks[0].pairs == [[0, 1], [1, 1]])
    #expect(try track(0, 2).skipped.isEmpty)
  }

  @Test("A bad time or place keeps the others in step")
  func step() throws {
    let document = try read(
      Self.document(
        """
        <Placemark><gx:Track><when>2024-05-01T00:00:00Z</when><when>noon</when><when>2024-05-01T00:00:02Z</when><when/>
        <gx:coord>one 1</gx:coord><gx:coord>2,2,2</gx:coord><gx:coord>3 3</gx:coord><gx:coord>4 4</gx:coord></gx:Track></Placemark>
        """))
    let points = document.tracks[0].points
    #expect(points.longitudes == [2, 3, 4])
    #expect((0..<3).map { points.time(at: $0) } == [nil, 1_714_521_602, nil])
    #expect(document.skipped.count == 1)
    #expect(document.skipped.valueCount == 1)
  }

  @Test(
    "Times may be as rough as a year",
    arguments: [
      ("2024", 1_704_067_200), ("2024-05", 1_714_521_600), ("2024-05-01", 1_714_521_600), (" 2024-05-01Z ", 1_714_521_600),
      ("2024-05-01+02:00", 1_714_514_400), ("2024-05-01T00:00:01", 1_714_521_601),
      ("2024-13", nil), ("24", nil), ("2024-05-01T", nil), ("20240501", nil),
    ] as [(String, Double?)])
  func moments(text: String, time: Double?) {
    var offset: Int?
    #expect(KMLMoment.parse(Array(text.utf8).span, offset: &offset) == time)
  }
}

/// What is played of documents that have no lines.
@Suite struct KMLPlacesTests {
  static func place(_ name: String, _ coordinates: String, _ time: String = "") -> String {
    let stamp = time.isEmpty ? "" : "<TimeStamp><when>\(time)</when></TimeStamp>"
    return "<Placemark><name>\(name)</name>\(stamp)<Point><coordinates>\(coordinates)</coordinates></Point></Placemark>"
  }

  @Test("The timed points of a folder are a track in the order of their times")
  func timed() throws {
    let document = try read(
      KMLFormatTests.document(
        "<name>D</name><Folder><name>Bus</name>" + Self.place("B", "2,2,0", "2024-05-01T00:00:02Z")
          + Self.place("A", "1,1,0", "2024-05-01T00:00:01Z") + Self.place("Stop", "9,9") + "</Folder><Folder><name>Tram</name>"
          + Self.place("C", "3,3", "2024") + "</Folder>"))
    #expect(document.tracks.map(\.name) == ["Bus"])
    let track = document.tracks[0]
    #expect(track.pairs == [[1, 1], [2, 2]])
    #expect(track.points.times == [1_714_521_601, 1_714_521_602])
    #expect(!track.points.hasAltitudes)
    #expect(track.waypoints.map(\.name) == ["A", "B", "Stop", "C"])
    #expect(track.waypoints.map(\.pointIndex) == [0, 1, nil, nil])
  }

  @Test("Names of every one of many timed points are left out")
  func manyNames() throws {
    let points = (0..<150).map { Self.place("P\($0)", "\($0),1", "2024-05-01T00:\(10 + $0 / 60):\(10 + $0 % 50)Z") }
    let track = try read(KMLFormatTests.document(points.joined())).tracks[0]
    #expect(track.points.count == 150)
    #expect(track.waypoints.isEmpty)
  }

  @Test("A folder of points that repeats a line gives it its times, and no waypoints where there are many")
  func repeated() throws {
    func document(_ count: Int, timed: Int, moved: Int = -1) throws -> TrackDocument {
      let points = (0..<count).map { index in
        Self.place("P", "\(index == moved ? 90 : index),1", index < timed ? "2024-05-01T00:00:\(10 + index)+01:00" : "")
      }
      let line = KMLFormatTests.line((0..<count).map { "\($0),1" }.joined(separator: " "))
      return try read(KMLFormatTests.document("<Folder>\(points.joined())</Folder>\(line)"))
    }
    let timed = try document(12, timed: 12).tracks[0]
    #expect(timed.points.times == (0..<12).map { 1_714_518_010 + Double($0) })
    #expect(timed.waypoints.isEmpty)
    #expect(timed.utcOffset == 3600)
    #expect(try document(12, timed: 0).tracks[0].waypoints.isEmpty)
    #expect(try !document(12, timed: 3).tracks[0].points.hasTimes)
    #expect(try document(12, timed: 3).tracks[0].waypoints.count == 12)
    #expect(try document(12, timed: 12, moved: 5).tracks[0].waypoints.count == 12)
    #expect(try document(3, timed: 3).tracks[0].points.hasTimes)
    #expect(try document(3, timed: 3).tracks[0].waypoints.map(\.pointIndex) == [0, 1, 2])
  }

  @Test("Places at one spot name the points there one after another")
  func start() throws {
    let line = KMLFormatTests.line("1,1 2,2 1,1")
    let places = Self.place("Start", "1,1") + Self.place("Finish", "1,1") + Self.place("Bench", "1,1")
    #expect(try read(KMLFormatTests.document(places + line)).tracks[0].waypoints.map(\.pointIndex) == [0, 2, 2])
  }

  @Test("Points without times are played in the order of the file")
  func untimed() throws {
    let track = try read(KMLFormatTests.document(Self.place("A", "2,1") + Self.place("B", "1,1,5"))).tracks[0]
    #expect(track.pairs == [[2, 1], [1, 1]])
    #expect(track.points.altitude(at: 1) == 5)
    #expect(track.waypoints.map(\.pointIndex) == [0, 1])
  }

  @Test("Of polygons the outer ring is played, where there is nothing else")
  func polygons() throws {
    let polygon = """
      <Placemark><name>Field</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 2,2 1,2 1,1</coordinates></LinearRing></outerBoundaryIs>
      <innerBoundaryIs><LinearRing><coordinates>7,7 8,8</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark>
      """
    #expect(try read(KMLFormatTests.document(polygon)).tracks[0].pairs == [[1, 1], [2, 2], [1, 2], [1, 1]])
    #expect(try read(KMLFormatTests.document(polygon + Self.place("A", "5,5"))).tracks[0].pairs == [[5, 5]])
  }

  @Test("A line is named by its placemark, else by its nearest folder")
  func names() throws {
    let line = "<LineString><coordinates>1,1 2,2</coordinates></LineString>"
    let document = try read(
      KMLFormatTests.document(
        "<name>D</name><Placemark>\(line)</Placemark><Folder><name>F</name><Placemark><name>P</name>\(line)</Placemark>"
          + "<Folder><Placemark>\(line)</Placemark></Folder><Placemark><name>Path</name>\(line)</Placemark></Folder>"))
    #expect(document.name == "D")
    #expect(document.tracks.map(\.name) == [nil, "P", "F", "F"])
  }

  @Test("A document that breaks off gives the pairs that it has")
  func truncated() throws {
    let text = KMLFormatTests.golden
    let cut = try #require(text.firstRange(of: "<gx:coord> 8.4"))
    let document = try read(String(text[..<cut.lowerBound]))
    #expect(document.tracks[0].pairs == [[8.2, 47.2]])
    #expect(document.skipped.count == 0)
    #expect(document.skipped.truncation?.line == 16)
  }

  @Test(
    "A number that the end of a broken document may have cut is left out",
    arguments: [
      ("1,2 3,4", [[1, 2]]), ("1,2 3,4 ", [[1, 2], [3, 4]]), ("1,2 3,4,", [[1, 2]]), ("1,2 x", [[1, 2]]), ("1,2 3 ", [[1, 2]]),
    ] as [(String, [[Double]])])
  func cutNumber(text: String, pairs: [[Double]]) throws {
    let document = try read("<kml><Placemark><LineString><coordinates>" + text)
    #expect(document.tracks[0].pairs == pairs)
    #expect(document.skipped.truncation != nil)
    #expect(document.skipped.count == 0)
  }

  /// Ten letters, ten times over, nine times.
  static let entities =
    "<!ENTITY a 'aaaaaaaaaa'>"
    + (0..<9).map { step in
      let inner = step == 0 ? "&a;" : "&a\(step - 1);"
      return "<!ENTITY a\(step) '\(String(repeating: inner, count: 10))'>"
    }.joined()

  @Test(
    "A document that is none is refused with one sentence",
    arguments: [
      ("<kml/>", FormatError.Code.noCoordinates, "the document has no placemark with a line or point in it"),
      ("<kml><Placemark><name>x</name></Placemark></kml>", .noCoordinates, "the document has no placemark with a line or point in it"),
      ("<kml><Placemark>", .malformed, "the document is no KML that can be read: it ends too early in line 1"),
      ("<kml>\n<Placemark></kml>", .malformed, "the document is no KML that can be read: mismatched tag in line 2"),
      (String(repeating: "<kml>", count: 300), .refused, "its elements are nested deeper than 256 (line 1)"),
      (
        "<!DOCTYPE kml [\(entities)]><kml><Placemark><name>&a8;</name></Placemark></kml>", .refused,
        "it holds entities that multiply, as no track needs them (line 1)"
      ),
    ])
  func refused(text: String, code: FormatError.Code, message: String) {
    let error = readError(text)
    #expect(error?.code == code)
    #expect(error?.message == message)
  }

  @Test("White space before the declaration and stray bytes are forgiven, with the right lines")
  func repaired() throws {
    var bytes = Array("\n\n<?xml version='1.0'?><kml><Placemark>\n<name>Caf".utf8)
    bytes += [0xE9] + Array("</name><LineString><coordinates>1,2\nx,1</coordinates></LineString></Placemark></kml>".utf8)
    let document = try FormatRegistry.read(bytes)
    #expect(document.tracks[0].name == "Caf?")
    #expect(document.skipped.first.map(\.line) == [4, 5] || document.skipped.first.map(\.line) == [5, 4])
    #expect(document.skipped.first.map(\.found).contains("the byte E9"))
  }

  @Test("Megabytes of coordinates in one text are read, watched, and ended where the watcher says so")
  func watched() throws {
    let text = KMLFormatTests.document(KMLFormatTests.line(String(repeating: "8.123456,47.123456,500 ", count: 100_000)))
    #expect(try read(text).tracks[0].points.count == 100_000)
    let monitor = ReadMonitor(step: 1) { bytes, points, part in bytes < 1_000_000 || points == 0 || points != part().count }
    #expect(throws: FormatError.cancelled) { try FormatRegistry.read(Array(text.utf8), monitor: monitor) }
  }
}
