// Tests tables of positions.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

/// Reads a text with options.
private func read(_ text: String, _ options: ReadOptions) throws(FormatError) -> TrackDocument {
  try FormatRegistry.read(Array(text.utf8), options: options)
}

/// Keeps what is written.
final class ByteSink {
  var bytes: [UInt8] = []
}

/// The bytes that a document is written as.
func written<Format: WritableTrackFormat>(_ document: TrackDocument, as format: Format.Type) -> [UInt8] {
  let sink = ByteSink()
  var output = ByteOutput { piece in
    piece.withUnsafeBufferPointer { sink.bytes.append(contentsOf: $0) }
    return true
  }
  format.write(document, into: &output)
  return output.finish() ? sink.bytes : []
}

@Suite struct CSVFormatTests {
  static let golden = """
    time,lat,lon,ele,speed (km/h),heading,accuracy,heart_rate,cadence,power,temperature,name,lap
    2024-05-01T08:30:00.25+08:00,39.5,116.25,50.5,36,90,5,120,80,200,-3.5,"上地, north",1
    2024-05-01T08:30:01+08:00,39.75,116.5,,7.2,,,,,,,,1
    2024-05-01T08:30:02+08:00,40,116.75,52,,,,,,,,,2

    """

  @Test("A table with every column reads")
  func everyColumn() throws {
    let document = try TrackFormatsTests.read(Self.golden)
    #expect(document.format == "csv")
    #expect(document.skipped.isEmpty)
    let track = document.tracks[0]
    let first = Fix(
      coordinate: Coordinate(latitude: 39.5, longitude: 116.25), altitude: 50.5, time: 1_714_523_400.25, course: 90, speed: 10,
      horizontalAccuracy: 5, sensors: SensorValues(heartRate: 120, cadence: 80, power: 200, temperature: -3.5))
    #expect(track.points[0] == first)
    #expect(track.points[1] == Fix(coordinate: Coordinate(latitude: 39.75, longitude: 116.5), time: 1_714_523_401, speed: 2))
    #expect(track.utcOffset == 28_800)
    #expect(track.waypoints.map(\.name) == ["上地, north"])
    #expect(track.waypoints.map(\.pointIndex) == [0])
    #expect(track.segments == [TrackSegment(range: 0..<2), TrackSegment(range: 2..<3)])
  }

  @Test(
    "Headers in many spellings and separators read",
    arguments: [
      "Latitude,Longitude,Elevation\n40,116,50", "LAT;LNG;ALT\n40;116;50", "y\tx\theight\n40\t116\t50", "x|y|z|elevation\n116|40|7|50",
      "纬度,经度,海拔\n40,116,50", "经度，纬度，海拔\n１１６，４０，５０", "\"lat\", \"lon\", \"ele (m)\"\n\"40\", \"116\", \"50\"",
      "id,gps_latitude,gps_longitude,altitude_m\n1,40,116,50",
      "lat,lon,elevation_ft\n40,116,164.04199475065616", "lat;lon;ele\n40,0;116,0;50,0", "position,ele\n\"40,116\",50",
      "location;alt\n40, 116;50",
      "sep=;\nlat;lon;ele\n40;116;50", "My tour\n\nlat,lon,ele\n40,116,50", "# a remark\r\nlat,lon,ele\r\n\r\n# one more\r\n40,116,50\r\n",
      "LATITUDE N/S,LONGITUDE E/W,HEIGHT\n40.0N,116.0E,50", "lat,n/s,lon,e/w,ele\n40,N,116,E,50", "lat,lon,ele\n40°00'N,116 0 0 E,50 m",
      "lat,lon,ele\n40,116,50,more,fields", "lat,lon,ele,position_lat\n40,116,50,1", "ele,lat,lon\n50,40:00:00,116:00",
    ])
  func spellings(text: String) throws {
    let document = try TrackFormatsTests.read(text)
    #expect(document.format == "csv")
    #expect(document.tracks[0].points.count == 1)
    let fix = document.tracks[0].points[0]
    #expect(fix.coordinate == Coordinate(latitude: 40, longitude: 116))
    #expect(fix.altitude == 50)
    #expect(document.skipped.isEmpty, "\(document.skipped.first)")
  }

  @Test(
    "Moments in many spellings read",
    arguments: [
      "lat,lon,time\n1,2,2024-05-01T08:30:00Z", "lat,lon,timestamp\n1,2,1714552200", "lat,lon,time_ms\n1,2,1714552200000",
      "lat,lon,epoch\n1,2,1714552200000000",
      "lat,lon,Date,Time\n1,2,2024-05-01,08:30:00", "lat,lon,datetime\n1,2,2024/5/1 8:30", "lat,lon,datetime\n1,2,01.05.2024 08:30:00",
      "lat,lon,DATE,TIME\n1,2,240501,083000",
      "time,date,lat,lon\n083000,20240501,1,2", "lat,lon,时间\n1,2,\"2024-05-01 08:30:00.000\"",
      "lat,lon,date\n1,2,2024-05-01 16:30:00+08:00",
      "lat,lon,time\n1,2,1.7145522e9", "lat,lon,date,time\n1,2,2024-05-01,30600",
    ])
  func moments(text: String) throws {
    let document = try TrackFormatsTests.read(text)
    #expect(document.tracks[0].points.time(at: 0) == 1_714_552_200)
    #expect(document.skipped.isEmpty, "\(document.skipped.first)")
  }

  @Test(
    "A day and month that may be either way round is named, not guessed",
    arguments: ["1/2/2024 08:30", "soon", "2024-13-01T00:00:00Z", "24:61"])
  func badMoments(text: String) throws {
    let document = try TrackFormatsTests.read("lat,lon,time\n1,2,\(text)\n")
    #expect(document.tracks[0].points.time(at: 0) == nil)
    #expect(document.skipped.valueCount == 1)
    #expect(document.skipped.first.first?.line == 2)
  }

  @Test("The quick way through a moment gives what the thorough one gives")
  func clock() {
    let seed: UInt64 = 0xC10C
    var generator = SeededGenerator(seed: seed)
    let days = ["2024-02-29", "2023-02-29", "1969-12-31", "2024-05-01", "2024-05-01", "2024-13-01", "0000-00-00", "20x4-05-01"]
    let times = ["08:30:00", "23:59:59", "24:00:00", "08:60:00", "08:30:60", "8:30:00", "08:3a:00"]
    let rests = ["", "Z", ".5Z", ".250", ".123456789Z", ".1234567890", ".Z", "+08:00", "z", ",5"]
    var clock = CSVClock()
    var fastCount = 0
    for _ in 0..<20_000 {
      func pick(_ list: [String]) -> String { list.randomElement(using: &generator) ?? "" }
      let text = Array((pick(days) + pick(["T", " ", "t"]) + pick(times) + pick(rests)).utf8)
      var position = 0
      guard let quick = clock.scan(text.span, at: &position), position == text.count else { continue }
      fastCount += 1
      #expect(TimestampParser.parse(text.span) == quick, "\(String(decoding: text, as: UTF8.self)), seed \(seed)")
    }
    #expect(fastCount > 500)
  }

  @Test(
    "Speeds have units",
    arguments: [
      ("speed", 10.0), ("speed (m/s)", 10), ("speed_kmh", 10 / 3.6), ("Speed [km/h]", 10 / 3.6), ("speed(mph)", 4.4704),
      ("speed knots", 5.144444444),
      ("speed_kn", 5.144444444),
    ] as [(String, Double)])
  func speeds(name: String, speed: Double) throws {
    let points = try TrackFormatsTests.read("lat,lon,\(name)\n1,2,10").tracks[0].points
    #expect(abs((points.speed(at: 0) ?? 0) - speed) < 1e-5)
  }

  @Test("Degrees Fahrenheit are degrees Celsius")
  func fahrenheit() throws {
    let points = try TrackFormatsTests.read("lat,lon,temp (°F)\n1,2,212\n1,2,32").tracks[0].points
    #expect(points.sensors(at: 0).temperature == 100)
    #expect(abs(points.sensors(at: 1).temperature ?? 9) < 1e-5)
  }

  @Test(
    "Angles in every notation",
    arguments: [
      ("-12.5", -12.5), ("12.5S", -12.5), ("S 12.5", -12.5), ("12,5", 12.5), ("12°30'N", 12.5), ("12°30′36″W", -12.51), ("12 30.6", 12.51),
      ("12:30:36", 12.51),
      ("+12.5e0", 12.5), ("-12 30", -12.5), ("12.5 e", 12.5),
    ] as [(String, Double)])
  func angles(text: String, value: Double) { #expect(abs((CSVText.angle(Array(text.utf8)) ?? .nan) - value) < 1e-12) }

  @Test("What is no angle is none", arguments: ["", "N", "12.5 30", "12 60", "12 30 30 30", "12N30", "a", "12x", "1-2", "NN12", "--1"])
  func noAngles(text: String) { #expect(CSVText.angle(Array(text.utf8)) == nil) }

  @Test("Fields in quotation marks may hold separators, marks and line ends, and lines are counted right")
  func quotes() throws {
    let document = try TrackFormatsTests.read("name,lat,lon\n\"a, \"\"b\"\"\nc\",1,2\nbad,x,y\n")
    #expect(document.tracks[0].waypoints.map(\.name) == ["a, \"b\" c"])
    #expect(document.tracks[0].pairs == [[2, 1]])
    #expect(document.skipped.count == 1)
  }

  @Test("A mark that is never closed costs its own line only")
  func openQuote() throws {
    let filler = String(repeating: "9,3,4\n", count: 4000)
    let document = try TrackFormatsTests.read("name,lat,lon\n\"open,1,2\n" + filler)
    #expect(document.tracks[0].points.count == 4001)
  }

  @Test("A new value in the segment or track column begins another")
  func divisions() throws {
    let document = try TrackFormatsTests.read(
      "track,segment,lat,lon\nA,one,1,2\nA,one,1,3\nA,two,1,4\nB,two,1,5\nB,3,1,6\nB,3,1,7\nB,3,1,8\nB,3,1,9")
    #expect(document.tracks.map(\.name) == ["A", "B"])
    #expect(document.tracks[0].segments == [TrackSegment(name: "one", range: 0..<2), TrackSegment(name: "two", range: 2..<3)])
    #expect(document.tracks[1].segments == [TrackSegment(name: "two", range: 0..<1), TrackSegment(range: 1..<5)])
  }

  @Test("A column called track that is a course divides nothing")
  func courseAsTrack() throws {
    let lines = (0..<100).map { "\(Double($0) / 10),2,\($0).5" }
    let document = try TrackFormatsTests.read("lat,lon,track\n" + lines.joined(separator: "\n"))
    #expect(document.tracks.count == 1)
    #expect(document.tracks[0].segments.count == 1)
  }

  @Test("Names on every line of a long table are no places; as many as a person has are")
  func manyNames() throws {
    func table(_ count: Int) -> String { "lat,lon,name\n" + (0..<count).map { "1,2,n\($0)" }.joined(separator: "\n") }
    #expect(try TrackFormatsTests.read(table(50)).tracks[0].waypoints.count == 50)
    #expect(try TrackFormatsTests.read(table(5000)).tracks[0].waypoints.isEmpty)
  }

  @Test(
    "A broken line is skipped and named",
    arguments: ["x,2,3", ",,3", "1", "91,2,3", "1,181,3", "nan,2,3", "1,1e999,3", "hello", "1x,2,3"])
  func brokenLines(line: String) throws {
    let document = try TrackFormatsTests.read("lat,lon,ele\n1,2,3\n\(line)\n1,3,3\n")
    #expect(document.tracks[0].points.count == 2)
    #expect(document.skipped.count == 1)
    #expect(document.skipped.first.first?.line == 3)
  }

  @Test("A value that is none is named, one that is absent is not")
  func values() throws {
    let document = try TrackFormatsTests.read("lat,lon,ele,hr\n1,2,high,120\n1,3,-,nan\n1,4,N/A,\n1,5,1e12,null\n")
    #expect(document.tracks[0].points.count == 4)
    #expect((0..<4).allSatisfy { document.tracks[0].points.altitude(at: $0) == nil })
    #expect(document.skipped.valueCount == 2)
    #expect(document.skipped.first.map(\.line) == [2, 5])
  }

  @Test("A header that comes again, with other columns too, is obeyed")
  func headerAgain() throws {
    let document = try TrackFormatsTests.read("lat,lon,ele\n1,2,3\nlon,lat,ele\n2,1,3\n")
    #expect(document.tracks[0].pairs == [[2, 1], [2, 1]])
    #expect(document.skipped.isEmpty)
  }

  @Test("--columns reads a table without a header, and goes before one")
  func columns() throws {
    let options = ReadOptions(columns: "time,lat,lon,-,ele")
    let document = try read("2024-05-01T08:30:00Z;40,5;116,5;x;50\n", options)
    #expect(document.format == "csv")
    #expect(document.tracks[0].points[0].coordinate == Coordinate(latitude: 40.5, longitude: 116.5))
    #expect(document.tracks[0].points.altitude(at: 0) == 50)
    #expect(try read("lat,lon,a\n1,2,3", ReadOptions(columns: "-,lat,lon")).tracks[0].pairs == [[3, 2]])
    let error = #expect(throws: FormatError.self) { try read("1,2,3", ReadOptions(columns: "a,b,c")) }
    #expect(error?.message.contains("time,lat,lon,-,ele") == true)
  }

  @Test("--order says which of the two columns comes first, whatever they are called")
  func order() throws {
    let text = "lat,lon,ele\n116.5,40.5,1\n116.6,40.6,2\n"
    let error = try #require(readError(text))
    #expect(error.code == .reversedOrder)
    #expect(error.line == 2)
    #expect(error.message.contains("--order lon,lat"))
    #expect(try read(text, ReadOptions(order: .longitudeFirst)).tracks[0].pairs[0] == [116.5, 40.5])
    let position = "position,ele\n\"116.5 40.5\",1\n"
    #expect(readError(position)?.message.contains("--order lon,lat") == true)
    #expect(try read(position, ReadOptions(order: .longitudeFirst)).tracks[0].pairs[0] == [116.5, 40.5])
    #expect(try read("lon,lat,ele\n2,1,3", ReadOptions(order: .longitudeFirst)).tracks[0].pairs == [[2, 1]])
  }

  @Test("The datum that the person says converts")
  func datum() throws {
    let track = try read("lat,lon,ele\n39.915,116.404,1", ReadOptions(datum: .bd09)).tracks[0]
    #expect(track.points.coordinate(at: 0) == Datum.convert(Coordinate(latitude: 39.915, longitude: 116.404), from: .bd09, to: .wgs84))
    #expect(track.isDatumStated)
  }

  @Test(
    "What is a table and what is coordinate text",
    arguments: [
      ("lat,lon\n1,2", nil, "coordinates"), ("lat,lon\n1,2", "a.csv", "csv"), ("1,2,3\n", "a.csv", "coordinates"),
      ("lat,lon,ele\n1,2,3", "a.txt", "csv"),
      ("# lat,lon,ele\n1,2,3", nil, "coordinates"), ("time lat lon\n1,2", nil, "coordinates"),
    ] as [(String, String?, String)])
  func recognition(text: String, fileName: String?, format: String) throws {
    #expect(try TrackFormatsTests.read(text, fileName: fileName).format == format)
  }

  @Test("A table without a position says so", arguments: ["lat,lon,ele\n", "lat,lon,ele\nx,y,z\n"])
  func empty(text: String) { #expect(readError(text)?.code == .noCoordinates) }

  @Test("A file called .csv without names of columns says what helps")
  func noHeader() { #expect(readError("a,b\nc,d\n", fileName: "a.csv")?.message.contains("--columns") == true) }

  @Test("What is written reads again as it was")
  func roundTrip() throws {
    var points = TrackPoints()
    let seed: UInt64 = 0xC57
    var generator = SeededGenerator(seed: seed)
    for index in 0..<60 {
      func sometimes(_ range: ClosedRange<Double>) -> Double? {
        Bool.random(using: &generator) ? Double(Float(Double.random(in: range, using: &generator))) : nil
      }
      points.append(
        Fix(
          coordinate: Coordinate(
            latitude: Double.random(in: -90...90, using: &generator), longitude: Double.random(in: -180...180, using: &generator)),
          altitude: sometimes(-100...9000), time: 1_714_552_200 + Double(index) / 4, course: sometimes(0...359), speed: sometimes(0...50),
          horizontalAccuracy: sometimes(0...30),
          sensors: SensorValues(
            heartRate: sometimes(50...200), cadence: sometimes(0...120), power: sometimes(0...900), temperature: sometimes(-30...40))))
    }
    let places = [
      Waypoint(
        name: "上地, \"north\"", coordinate: points.coordinate(at: 7), altitude: points.altitude(at: 7), time: points.time(at: 7),
        pointIndex: 7)
    ]
    let segments = [TrackSegment(range: 0..<20), TrackSegment(name: "#2; lap", range: 20..<40), TrackSegment(range: 40..<60)]
    let one = Track(name: "one", points: points, segments: segments, waypoints: places)
    let other = Track(points: points.part(0..<9))
    for tracks in [[one], [other], [one, other], [other, other]] {
      let document = TrackDocument(format: "csv", name: tracks.count == 1 ? tracks[0].name : nil, tracks: tracks)
      #expect(CSVFormat.losses(of: document).isEmpty)
      let bytes = written(document, as: CSVFormat.self)
      #expect(try FormatRegistry.read(bytes) == document, "seed \(seed)")
    }
  }

  @Test("Only the columns that occur are written")
  func header() throws {
    let document = try TrackFormatsTests.read("1,2,3\n4,5\n")
    #expect(String(decoding: written(document, as: CSVFormat.self), as: UTF8.self) == "latitude,longitude,elevation\n2,1,3\n5,4,\n")
  }

  @Test("What a table cannot hold is said")
  func losses() {
    let track = Track(
      name: "a",
      points: TrackPoints([Fix(coordinate: Coordinate(latitude: 1, longitude: 2)), Fix(coordinate: Coordinate(latitude: 1, longitude: 3))]),
      segments: [TrackSegment(name: "x", range: 0..<1), TrackSegment(name: "x", range: 1..<2)],
      waypoints: [Waypoint(name: "p", coordinate: Coordinate(latitude: 0, longitude: 0))], utcOffset: 3600)
    let document = TrackDocument(format: "gpx", name: "doc", tracks: [track], routes: [track, track])
    #expect(
      CSVFormat.losses(of: document) == [
        "2 routes", "a place beside the track", "the offset of the clock from UTC", "the name of the document",
        "the boundary between two parts of one name",
      ])
  }

  @Test(
    "Tables by another program read as it wrote them",
    .enabled(if: fixturesFolder != nil, "the folder of files by others is not there"))
  func fixture() throws {
    let bytes = try #require(contents(of: (fixturesFolder ?? "") + "/gpsbabel/tcxdata.csv"))
    let document = try FormatRegistry.read(bytes)
    #expect(document.format == "csv")
    #expect(
      document.tracks[0].points[3]
        == Fix(
          coordinate: Coordinate(latitude: 40.0003, longitude: -105.00003), altitude: Double(Float(1003.1)), time: 1_771_890_055,
          speed: Double(Float(11.166)),
          sensors: SensorValues(heartRate: 130, cadence: 93, power: 153)))
  }
}
