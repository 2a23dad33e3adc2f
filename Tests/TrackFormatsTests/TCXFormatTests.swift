// Tests TCX.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct TCXFormatTests {
  static let golden = """
    <?xml version="1.0" encoding="UTF-8"?>
    <t:TrainingCenterDatabase xmlns:t="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
        xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
      <t:Folders><t:History><t:Running Name="Running"><t:ActivityRef><t:Id>2024-05-01T06:30:00Z</t:Id></t:ActivityRef></t:Running></t:History></t:Folders>
      <t:Activities>
        <t:Activity Sport="Biking">
          <t:Id>2024-05-01T06:30:00Z</t:Id>
          <t:Lap StartTime="2024-05-01T06:30:00Z">
            <t:TotalTimeSeconds>60</t:TotalTimeSeconds><t:DistanceMeters>400</t:DistanceMeters>
            <t:Track>
              <t:Trackpoint><t:Time>2024-05-01T08:30:00.250+02:00</t:Time>
                <t:Position><t:LatitudeDegrees>47.2</t:LatitudeDegrees><t:LongitudeDegrees>8.2</t:LongitudeDegrees></t:Position>
                <t:AltitudeMeters>501.5</t:AltitudeMeters><t:DistanceMeters>0</t:DistanceMeters>
                <t:HeartRateBpm><t:Value>120</t:Value></t:HeartRateBpm><t:Cadence>80</t:Cadence>
                <t:Extensions><ns3:TPX CadenceSensor="Bike"><ns3:Speed>3.5</ns3:Speed><ns3:Watts>180</ns3:Watts></ns3:TPX></t:Extensions>
              </t:Trackpoint>
              <t:Trackpoint><t:Time>2024-05-01T06:30:10Z</t:Time><t:HeartRateBpm><t:Value>125</t:Value></t:HeartRateBpm></t:Trackpoint>
              <t:Trackpoint><t:Time>2024-05-01T06:30:20Z</t:Time>
                <t:Position><t:LatitudeDegrees>47.3</t:LatitudeDegrees><t:LongitudeDegrees>8.3</t:LongitudeDegrees></t:Position>
                <t:HeartRateBpm><t:Value>0</t:Value></t:HeartRateBpm>
                <t:Extensions><ns3:TPX><ns3:RunCadence>85</ns3:RunCadence></ns3:TPX></t:Extensions>
              </t:Trackpoint>
              <t:Trackpoint><t:Time>2024-05-01T06:30:21Z</t:Time></t:Trackpoint>
            </t:Track>
            <t:Track>
              <t:Trackpoint><t:Position><t:LatitudeDegrees>47.4</t:LatitudeDegrees><t:LongitudeDegrees>8.4</t:LongitudeDegrees></t:Position></t:Trackpoint>
            </t:Track>
            <t:Track/>
          </t:Lap>
          <t:Lap StartTime="2024-05-01T06:31:00Z">
            <t:TotalTimeSeconds>30</t:TotalTimeSeconds>
            <t:Track>
              <t:Trackpoint><t:Position><t:LatitudeDegrees>47.5</t:LatitudeDegrees><t:LongitudeDegrees>8.5</t:LongitudeDegrees></t:Position></t:Trackpoint>
            </t:Track>
            <t:Notes>the &amp; hill</t:Notes>
          </t:Lap>
          <t:Training><t:Plan><t:Name>Not the name</t:Name></t:Plan></t:Training>
          <t:Creator><t:Name>Not the name either</t:Name></t:Creator>
        </t:Activity>
      </t:Activities>
      <t:Courses><t:Course><t:Name>Plan</t:Name>
        <t:Lap><t:TotalTimeSeconds>1</t:TotalTimeSeconds>
          <t:BeginPosition><t:LatitudeDegrees>9</t:LatitudeDegrees><t:LongitudeDegrees>9</t:LongitudeDegrees></t:BeginPosition></t:Lap>
        <t:Track>
          <t:Trackpoint><t:Position><t:LatitudeDegrees>1</t:LatitudeDegrees><t:LongitudeDegrees>2</t:LongitudeDegrees></t:Position></t:Trackpoint>
          <t:Trackpoint><t:Position><t:LatitudeDegrees>3</t:LatitudeDegrees><t:LongitudeDegrees>4</t:LongitudeDegrees></t:Position></t:Trackpoint>
        </t:Track>
        <t:CoursePoint><t:Name>Left</t:Name><t:Time>2024-05-01T06:31:00Z</t:Time>
          <t:Position><t:LatitudeDegrees>3</t:LatitudeDegrees><t:LongitudeDegrees>4</t:LongitudeDegrees></t:Position>
          <t:AltitudeMeters>12</t:AltitudeMeters><t:PointType>Left</t:PointType></t:CoursePoint>
      </t:Course></t:Courses>
      <t:Author><t:Name>tests</t:Name></t:Author>
    </t:TrainingCenterDatabase>
    """

  /// A document of version 2 around activities.
  static func document(_ content: String) -> String { "<TrainingCenterDatabase>\(content)</TrainingCenterDatabase>" }

  static func point(_ latitude: Double, _ longitude: Double, time: String? = nil) -> String {
    let moment = time.map { "<Time>\($0)</Time>" } ?? ""
    return "<Trackpoint>\(moment)<Position><LatitudeDegrees>\(latitude)</LatitudeDegrees>"
      + "<LongitudeDegrees>\(longitude)</LongitudeDegrees></Position></Trackpoint>"
  }

  @Test("An activity gives its points with all that was measured at them")
  func golden() throws {
    let document = try read(Self.golden)
    #expect(document.format == "tcx")
    #expect(document.tracks.count == 1)
    let track = document.tracks[0]
    #expect(track.points.count == 4)
    #expect(
      track.points[0]
        == Fix(
          coordinate: Coordinate(latitude: 47.2, longitude: 8.2), altitude: 501.5, time: 1_714_545_000.25, speed: 3.5,
          sensors: SensorValues(heartRate: 120, cadence: 80, power: 180)))
    #expect(
      track.points[1]
        == Fix(coordinate: Coordinate(latitude: 47.3, longitude: 8.3), time: 1_714_545_020, sensors: SensorValues(cadence: 85)))
    #expect(track.utcOffset == 7200)
    #expect(!track.isDatumStated)
  }

  @Test("Each track of a lap is a segment with the lap's number, and with its notes")
  func laps() throws {
    let track = try read(Self.golden).tracks[0]
    #expect(
      track.segments == [
        TrackSegment(name: "Lap 1", range: 0..<2), TrackSegment(name: "Lap 1, part 2", range: 2..<3),
        TrackSegment(name: "Lap 2: the & hill", range: 3..<4, isContinuation: true),
      ])
  }

  @Test("A point without a position that measured something is counted, one of a time alone is not")
  func placeless() throws {
    let skipped = try read(Self.golden).skipped
    #expect(skipped.count == 1)
    #expect(
      skipped.first.first?.text
        == "line 17: found a trackpoint without a position, expected a latitude from -90 to 90 and a longitude from -180 to 180")
  }

  @Test("A course stands beside activities as a route, with its points as waypoints, and is the track where it is alone")
  func courses() throws {
    let routes = try read(Self.golden).routes
    #expect(routes.map(\.name) == ["Plan"])
    #expect(routes[0].pairs == [[2, 1], [4, 3]])
    #expect(routes[0].segments == [TrackSegment(range: 0..<2)])
    #expect(
      routes[0].waypoints == [
        Waypoint(
          name: "Left", coordinate: Coordinate(latitude: 3, longitude: 4), altitude: 12, time: 1_714_545_060, symbol: "Left", pointIndex: 1)
      ])
    let alone = try read(Self.document("<Courses><Course><Name>C</Name><Track>\(Self.point(1, 2))</Track></Course></Courses>"))
    #expect(alone.tracks.map(\.name) == ["C"])
    #expect(alone.routes.isEmpty)
  }

  @Test(
    "An activity is named by its notes, else by its sport and the day on the recorder's clock",
    arguments: [
      ("Sport='Running'", "<Notes>\n  Evening round \nand a diary</Notes>", "Evening round"), ("Sport='Running'", "", "Running 2024-05-01"),
      ("Sport='Other'", "", "Activity 2024-05-01"), ("", "<Id>my own</Id>", "Activity 2024-05-01"),
      ("Sport='Biking'", "<Id>2023-12-31T00:00:00Z</Id>", "Biking 2023-12-31"),
    ])
  func names(attribute: String, extra: String, name: String) throws {
    let point = Self.point(1, 2, time: "2024-05-01T01:30:00+02:00")
    let text = Self.document("<Activities><Activity \(attribute)><Lap><Track>\(point)</Track></Lap>\(extra)</Activity></Activities>")
    #expect(try read(text).tracks[0].name == name)
  }

  @Test("A multi-sport session gives a track for each sport and each transition")
  func multiSport() throws {
    let document = try read(
      Self.document(
        """
        <Activities><MultiSportSession><Id>2024-05-01T06:00:00Z</Id>
        <FirstSport><Activity Sport="Running"><Id>2024-05-01T06:00:00Z</Id><Lap><Track>\(Self.point(1, 1))</Track></Lap></Activity></FirstSport>
        <NextSport><Transition StartTime="2024-05-01T07:00:00Z"><TotalTimeSeconds>9</TotalTimeSeconds><Track>\(Self.point(2, 2))</Track></Transition>
        <Activity Sport="Biking"><Id>2024-05-01T07:01:00Z</Id><Lap><Track>\(Self.point(3, 3))</Track></Lap></Activity></NextSport>
        <Notes>Duathlon</Notes></MultiSportSession></Activities>
        """))
    #expect(document.name == "Duathlon")
    #expect(document.tracks.map(\.name) == ["Running 2024-05-01", "Transition 2024-05-01", "Biking 2024-05-01"])
    #expect(document.tracks.map(\.segments.first?.name) == ["Lap 1", nil, "Lap 1"])
    #expect(document.tracks.map(\.pairs) == [[[1, 1]], [[2, 2]], [[3, 3]]])
  }

  @Test("Version 1 has its runs in folders named after the sport")
  func version1() throws {
    let document = try read(
      """
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v1"><History><Running Name="Running">
      <Folder Name="2005"><Run><Id>2005-03-01T10:00:00Z</Id><Lap StartTime="2005-03-01T10:00:00Z"><Track>\(Self.point(1, 2))</Track></Lap></Run>
      </Folder></Running><Biking Name="Biking"/></History></TrainingCenterDatabase>
      """)
    #expect(document.tracks.map(\.name) == ["Running 2005-03-01"])
  }

  @Test("An activity without positions says what it does hold")
  func indoors() {
    let points = [120, 130, 143].map {
      "<Trackpoint><Time>2024-05-01T06:00:00Z</Time><HeartRateBpm><Value>\($0)</Value></HeartRateBpm></Trackpoint>"
    }
    let lap = "<Lap><TotalTimeSeconds>1356</TotalTimeSeconds><DistanceMeters>9100</DistanceMeters><Track>\(points.joined())</Track></Lap>"
    let error = readError(Self.document("<Activities><Activity Sport='Biking'>\(lap)\(lap)</Activity></Activities>"))
    #expect(error?.code == .noPositions)
    #expect(error?.message == "it is an indoor activity without positions: biking, 45:12, 18.2 km, 2 laps, heart rate 131")
  }

  @Test("Laps without trackpoints, hours and several activities without positions are told as well")
  func indoorsVariants() {
    let lap =
      "<Lap><TotalTimeSeconds>3723.6</TotalTimeSeconds><DistanceMeters>850</DistanceMeters>"
      + "<AverageHeartRateBpm><Value>99</Value></AverageHeartRateBpm></Lap>"
    let activity = "<Activity Sport='Other'>\(lap)</Activity>"
    #expect(
      readError(Self.document("<Activities>\(activity)\(activity)</Activities>"))?.message
        == "it holds 2 indoor activities without positions, the first: sport not named, 1:02:04, 850 m, 1 lap, heart rate 99")
    #expect(
      readError(Self.document("<Activities><Activity/></Activities>"))?.message
        == "it is an indoor activity without positions: nothing else either")
  }

  @Test("An activity without positions among others is counted and described")
  func partlyIndoors() throws {
    let document = try read(
      Self.document(
        "<Activities><Activity Sport='Running'><Lap><TotalTimeSeconds>60</TotalTimeSeconds></Lap></Activity>"
          + "<Activity><Lap><Track>\(Self.point(1, 2))</Track></Lap></Activity></Activities>"))
    #expect(document.tracks.count == 1)
    #expect(document.skipped.first.map(\.found) == ["an activity without positions (running, 1:00, 1 lap)"])
  }

  @Test("What is no number, time or place is named with its line")
  func broken() throws {
    let document = try read(
      Self.document(
        """
        <Activities><Activity><Lap><Track>
        <Trackpoint><Time>yesterday</Time><Position><LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees></Position>
        <AltitudeMeters>high</AltitudeMeters><Cadence>nan</Cadence><HeartRateBpm><Value/></HeartRateBpm></Trackpoint>
        <Trackpoint><Position><LatitudeDegrees>91</LatitudeDegrees><LongitudeDegrees>x</LongitudeDegrees></Position></Trackpoint>
        </Track></Lap></Activity></Activities>
        """))
    #expect(document.tracks[0].points.count == 1)
    #expect(document.skipped.count == 1)
    #expect(document.skipped.valueCount == 3)
    #expect(
      document.skipped.first.map(\.text) == [
        "line 2: found \"yesterday\", expected a time such as 2024-05-01T08:30:00Z",
        "line 3: found \"high\", expected an altitude in metres",
        "line 3: found \"nan\", expected a cadence",
        "line 4: found a trackpoint at latitude 91.0 and longitude nothing, "
          + "expected a latitude from -90 to 90 and a longitude from -180 to 180",
      ])
  }

  @Test("A document that breaks off gives what came before, and says where")
  func truncated() throws {
    let text = Self.golden
    let cut = try #require(text.firstRange(of: "<t:Track/>"))
    let document = try read(String(text[..<cut.lowerBound]))
    #expect(document.tracks[0].points.count == 3)
    #expect(document.skipped.truncation?.text == "line 28: found it ends too early, expected the rest of the document")
  }

  @Test("The datum that the person names is converted from")
  func datum() throws {
    let point = Self.point(39.91640428150164, 116.41024449916938)
    let text = Self.document("<Activities><Activity><Lap><Track>\(point)</Track></Lap></Activity></Activities>")
    let document = try FormatRegistry.read(Array(text.utf8), options: ReadOptions(datum: .gcj02))
    let place = document.tracks[0].points.coordinate(at: 0)
    #expect(abs(place.latitude - 39.915) < 1e-7 && abs(place.longitude - 116.404) < 1e-7)
    #expect(document.tracks[0].isDatumStated)
  }

  @Test(
    "A document that is none is refused with one sentence",
    arguments: [
      ("<TrainingCenterDatabase/>", FormatError.Code.noCoordinates, "the document has no activity or course in it"),
      ("<TrainingCenterDatabase", .malformed, "the document is no TCX that can be read: it ends too early in line 1"),
      (String(repeating: "<TrainingCenterDatabase>", count: 300), .refused, "its elements are nested deeper than 256 (line 1)"),
    ])
  func refused(text: String, code: FormatError.Code, message: String) {
    let error = readError(text)
    #expect(error?.code == code)
    #expect(error?.message == message)
  }

  @Test("Whoever watches may end the reading")
  func cancelled() throws {
    let points = String(repeating: Self.point(1, 2), count: 10_000)
    let text = Self.document("<Activities><Activity><Lap><Track>\(points)</Track></Lap></Activity></Activities>")
    let monitor = ReadMonitor(step: 1) { bytes, points, part in bytes < 500_000 || points != part().count }
    #expect(throws: FormatError.cancelled) { try FormatRegistry.read(Array(text.utf8), monitor: monitor) }
  }
}
