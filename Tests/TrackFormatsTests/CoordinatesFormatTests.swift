// Tests the coordinate text file.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct CoordinatesFormatTests {
  @Test("The simulator's own file reads, longitude first")
  func simulatorFile() throws {
    let document = try read("116.31150300652,40.04571393206\n116.3116,40.0456\n")
    #expect(document.format == "coordinates")
    #expect(document.tracks.count == 1)
    #expect(document.tracks[0].pairs == [[116.31150300652, 40.04571393206], [116.3116, 40.0456]])
    #expect(document.tracks[0].datum == .wgs84)
    #expect(!document.tracks[0].isDatumStated)
    #expect(document.skipped.isEmpty)
  }

  @Test(
    "Every way of parting the numbers gives the same position",
    arguments: [
      "116.5,40.25,45", " 116.5 , 40.25 , 45 ", "116.5;40.25;45", "116.5\t40.25\t45", "116.5 40.25 45", "116.5   40.25  45  ",
      "116.5,\t40.25,45",
      "1 16.5,40.2 5,45", "116.5，40.25，45", "１１６．５，４０．２５，４５", "116.5、40.25、45", "116,5;40,25;45", "116.5\t 40.25 \t45", "+1.165e2,40.25,45",
      "116.5,40.25,45,extra,fields", "116.5,40.25,45 # a remark", "116.5,40.25,45;", "116.5,40.25,45\r", "\u{FEFF}116.5,40.25,45",
      "116.5\u{3000}40.25\u{A0}45",
    ])
  func separators(line: String) throws {
    let document = try read(line)
    #expect(document.tracks[0].points[0] == Fix(coordinate: Coordinate(latitude: 40.25, longitude: 116.5), altitude: 45))
    #expect(document.tracks[0].points.count == 1)
    #expect(document.skipped.isEmpty)
  }

  @Test(
    "Line ends of every kind, blank lines and comments are fine", arguments: ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n \n", "\n# remark\n"])
  func lineEnds(end: String) throws {
    let document = try read("1,2" + end + "3,4" + end + "5,6" + end)
    #expect(document.tracks[0].pairs == [[1, 2], [3, 4], [5, 6]])
    #expect(document.skipped.isEmpty)
  }

  @Test("UTF-16 with a byte order mark reads", arguments: [true, false])
  func utf16(isLittleEndian: Bool) throws {
    var bytes: [UInt8] = []
    for unit in "\u{FEFF}# name: 北京 🚗\n116.5,40.25\n".utf16 {
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      bytes += isLittleEndian ? pair : pair.reversed()
    }
    let document = try FormatRegistry.read(bytes)
    #expect(document.name == "北京 🚗")
    #expect(document.tracks[0].pairs == [[116.5, 40.25]])
  }

  @Test("A path of several positions in one line reads, as direction services write it")
  func path() throws {
    let document = try read("116.1,40.1;116.2,40.2;x,y;116.3,40.3,7;")
    #expect(document.tracks[0].pairs == [[116.1, 40.1], [116.2, 40.2], [116.3, 40.3]])
    #expect(document.skipped.count == 1)
    #expect(document.skipped.first[0].found == "\"x,y\"")
  }

  @Test("An altitude may be absent, and points without one have none")
  func altitudes() throws {
    let points = try read("1,2,3.5\n4,5\n6,7,\n8,9,-400").tracks[0].points
    #expect((0..<4).map { points.altitude(at: $0) } == [3.5, nil, nil, -400])
  }

  @Test(
    "A bad line is skipped and named",
    arguments: [
      "hello", "hello,40", "40", "40,", ",40", "181,40", "-180.5,40", "10,90.5", "10,-91", "nan,40", "10,inf", "1e999,40", "10,1e999",
      "0x10,40", "10,40x",
      "12.3.4,5", "10,--4",
    ])
  func badLines(line: String) throws {
    let document = try read("1,2\n\(line)\n3,4\n")
    #expect(document.tracks[0].pairs == [[1, 2], [3, 4]])
    #expect(document.skipped.count == 1)
    let record = try #require(document.skipped.first.first)
    #expect(record.line == 2)
    #expect(record.extent == .record)
    #expect(record.found == "\"\(line)\"")
    #expect(!record.expected.isEmpty)
  }

  @Test("An altitude that is none leaves the position", arguments: ["1,2,high", "1,2,nan", "1,2,1e999", "1,2,1e12"])
  func badAltitudes(line: String) throws {
    let document = try read(line)
    #expect(document.tracks[0].points[0] == Fix(coordinate: Coordinate(latitude: 2, longitude: 1)))
    #expect(document.skipped.count == 0)
    #expect(document.skipped.valueCount == 1)
    #expect(document.skipped.first[0].extent == .value)
  }

  @Test("Skipped lines are all counted and the first hundred kept")
  func manyBadLines() throws {
    let document = try read("1,2\n" + String(repeating: "x\n", count: 5000))
    #expect(document.skipped.count == 5000)
    #expect(document.skipped.first.count == 100)
    #expect(document.skipped.first.last?.line == 101)
  }

  @Test("Comments name the track, its places and its segments")
  func directives() throws {
    let document = try read(
      """
      # Name: 上地 → 天安门
      # Place: 中关村 Zhongguancun
      116.1,40.1,50
      #SEGMENT: second ring
      116.2,40.2
      ＃ place： Bell\u{1B}[2J Tower
      # place: Drum Tower
      116.3,40.3
      # segment:
      # segment: last
      116.4,40.4
      """)
    let track = document.tracks[0]
    #expect(document.name == "上地 → 天安门")
    #expect(track.name == "上地 → 天安门")
    #expect(track.waypoints.map(\.name) == ["中关村 Zhongguancun", "Bell[2J Tower", "Drum Tower"])
    #expect(track.waypoints.map(\.pointIndex) == [0, 2, 2])
    #expect(track.waypoints[0].altitude == 50)
    #expect(
      track.segments == [
        TrackSegment(range: 0..<1), TrackSegment(name: "second ring", range: 1..<3), TrackSegment(name: "last", range: 3..<4),
      ])
    #expect(document.skipped.isEmpty)
  }

  @Test("A place without a point behind it is named")
  func loosePlace() throws {
    let document = try read("1,2\n# place: nowhere\n")
    #expect(document.skipped.count == 1)
    #expect(document.skipped.first[0].line == 2)
  }

  @Test(
    "The datum in a comment converts the points, whatever its case and hyphens",
    arguments: [("BD-09", Datum.bd09), ("bd09", .bd09), ("GCJ-02", .gcj02), ("gcj 02", .gcj02), ("WGS-84", .wgs84), ("wgs84", .wgs84)])
  func datum(text: String, datum: Datum) throws {
    let track = try read("# datum: \(text)\n116.404,39.915\n").tracks[0]
    let expected = Datum.convert(Coordinate(latitude: 39.915, longitude: 116.404), from: datum, to: .wgs84)
    #expect(track.points.coordinate(at: 0) == expected)
    #expect(track.datum == datum)
    #expect(track.isDatumStated)
  }

  @Test("What the person says of the datum goes before the comment")
  func givenDatum() throws {
    let options = ReadOptions(datum: .gcj02)
    let track = try FormatRegistry.read(Array("# datum: BD-09\n116.404,39.915\n".utf8), options: options).tracks[0]
    #expect(track.datum == .gcj02)
    #expect(track.isDatumStated)
  }

  @Test(
    "A datum that is unknown or comes too late is named and changes nothing",
    arguments: ["# datum: NAD27\n1,2", "1,2\n# datum: BD-09\n3,4"])
  func badDatum(text: String) throws {
    let document = try read(text)
    #expect(document.tracks[0].datum == .wgs84)
    #expect(!document.tracks[0].isDatumStated)
    #expect(document.skipped.valueCount == 1)
  }

  @Test("Lines that only make sense latitude first are answered with the option to give")
  func reversed() throws {
    let text = "# drive\n39.9073,116.3913\n39.9074,116.3914\n10,20\n"
    let error = try #require(readError(text))
    #expect(error.code == .reversedOrder)
    #expect(error.line == 2)
    #expect(error.message.contains("--order lat,lon"))
    let document = try read(text, order: .latitudeFirst)
    #expect(document.tracks[0].pairs[0] == [116.3913, 39.9073])
    let back = try #require(
      throws: FormatError.self, performing: { try read("116.3913,39.9073", order: .latitudeFirst) })
    #expect(back.message.contains("--order lon,lat"))
  }

  @Test("A few reversed lines among good ones are skipped")
  func fewReversed() throws {
    let document = try read("116.3,39.9\n39.9,116.3\n116.4,39.8\n")
    #expect(document.tracks[0].points.count == 2)
    #expect(document.skipped.count == 1)
  }

  @Test("Column names say the order", arguments: [("lat,lon", [20.0, 10]), ("Longitude\tLatitude", [10, 20]), ("纬度，经度", [20, 10])])
  func header(line: String, pair: [Double]) throws {
    let document = try read("\(line)\n10 20\n")
    #expect(document.tracks[0].pairs == [pair])
    #expect(document.skipped.isEmpty)
  }

  @Test("The quick way through a line gives what the thorough one gives")
  func fastEqualsThorough() {
    let seed: UInt64 = 31
    var generator = SeededGenerator(seed: seed)
    let pieces = ["1", "2.5", "-3", "116.31150300652", ",", ",", " ", "\t", "e", ".", "40", ";", "  ", "x", "+", "45.25", ", ", "\t\t"]
    var fastCount = 0
    for _ in 0..<60_000 {
      let line = (0..<Int.random(in: 1...7, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let bytes = Array(line.utf8)
      var position = 0
      guard let quick = CoordinateLine.fast(bytes.span, at: &position) else {
        #expect(position == 0)
        continue
      }
      fastCount += 1
      #expect(position == bytes.count)
      let trimmed = bytes.span.extracting(bytes.span.trimmedRange)
      let normal = CoordinateLine.normalized(trimmed)
      let thorough = CoordinateLine.read(normal.span, style: CoordinateLine.style(of: normal.span))
      #expect(thorough == .position(quick), "\"\(line)\", seed \(seed)")
    }
    #expect(fastCount > 1000)
  }
}
