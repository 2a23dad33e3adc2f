// Tests the IGC reader on flights whose every figure is known.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite struct IGCFormatTests {
  /// A flight of four fixes past midnight, with the extensions that a track can hold, and a task.
  static let golden = """
    AXYZABC FLIGHT:1\r
    HFDTE310500\r
    HFPLTPILOTINCHARGE:Ada Lovelace\r
    HFGTYGLIDERTYPE:LS 4\r
    HFGIDGLIDERID:D-1234\r
    HFDTM100GPSDATUM:WGS-1984\r
    HFTZNTIMEZONE:+2.0\r
    I063638FXA3939LAD4040LOD4143GSP4446TRT4748TDS\r
    C300500180000310500000102500 km triangle\r
    C0000000N00000000E\r
    C5030000N00930000EStart\r
    C5145500N01015250ETurn 1\r
    C0000000N00000000ELanding\r
    LXYZ a comment\r
    F235900010203\r
    B2359585030000N00930000EA01000011000205509009225\r
    E235958PEV\r
    B2359595030123S00930456WA01001011010205509009250\r
    B0000005030000N00930000EV01002000000205509009200\r
    B0000015030000N00930000EA-0012-00150200003603600\r
    GABCDEF0123456789\r

    """

  private func track(_ lines: String...) throws -> Track {
    try read((["AXYZ001", "HFDTE010524"] + lines).joined(separator: "\n") + "\n").tracks[0]
  }

  @Test("A flight gives its fixes, name, clock and task")
  func golden() throws {
    let document = try read(Self.golden)
    let track = try #require(document.tracks.first)
    #expect(document.format == "igc")
    #expect(document.skipped.isEmpty)
    #expect(track.name == "Ada Lovelace, LS 4 D-1234")
    #expect(track.utcOffset == 7200)
    #expect(track.isDatumStated)
    #expect(track.segments.count == 1)
    // 2000-05-31T00:00:00Z is 959 731 200.
    #expect(track.points.times == [959_817_598.25, 959_817_599.5, 959_817_600, 959_817_601])
    // 50° 30.0005′ and 9° 30.0005′.
    #expect(abs(track.points.latitudes[0] - (50.5 + 0.0005 / 60)) < 1e-12)
    #expect(abs(track.points.longitudes[0] - (9.5 + 0.0005 / 60)) < 1e-12)
    // 50° 30.1235′ south, 9° 30.4565′ west.
    #expect(abs(track.points.latitudes[1] + 50 + 30.1235 / 60) < 1e-12)
    #expect(abs(track.points.longitudes[1] + 9 + 30.4565 / 60) < 1e-12)
    #expect(track.points.altitudes == [1100, 1101, 1002, -15])
    #expect(track.points.accuracies == [10, 10, 10, 10])
    // 90 km/h.
    #expect(track.points.speeds[0] == 25)
    #expect(track.points.courses[0] == 92)
    #expect(document.routes.count == 1)
    let route = document.routes[0]
    #expect(route.name == "500 km triangle")
    #expect(route.pairs.count == 2)
    #expect(route.pairs[0] == [9.5, 50.5])
    #expect(abs(route.pairs[1][1] - (51 + 45.5 / 60)) < 1e-12)
    #expect(route.waypoints.map(\.name) == ["Start", "Turn 1"])
    #expect(route.waypoints.map(\.pointIndex) == [0, 1])
  }

  @Test(
    "The date is read in each of its forms",
    arguments: [
      ("HFDTE160799", 932_083_200), ("HFDTEDATE:160799,01", 932_083_200), ("HFDTEDATE: 160799", 932_083_200),
      ("HFDTE:160799", 932_083_200), ("HODTE160799", 932_083_200), ("hfdte160799", 932_083_200), ("HFDTE290224", 1_709_164_800),
    ])
  func dates(line: String, day: Double) throws {
    #expect(try read("AXYZ\n\(line)\nB0000105030000N00930000EA0100001100\n").tracks[0].points.times == [day + 10])
  }

  @Test("A date that is none is named, and 1970-01-01 taken", arguments: ["HFDTE", "HFDTE300224", "HFDTE1607", "HFDTE1607990"])
  func badDates(line: String) throws {
    let document = try read("AXYZ\n\(line)\nB0000105030000N00930000EA0100001100\n")
    #expect(document.tracks[0].points.times == [10])
    #expect(document.skipped.valueCount == 2)
    #expect(document.skipped.first.map(\.line) == [2, 3])
  }

  @Test("A date behind the first fix counts for it, and one for later fixes from there on")
  func lateDates() throws {
    let fix = "B0000105030000N00930000EA0100001100"
    let document = try read("AXYZ\n\(fix)\nHFDTE020124\n\(fix)\nHFDTE040124\n\(fix)\n")
    #expect(document.skipped.isEmpty)
    #expect(document.tracks[0].points.times == [1_704_153_610, 1_704_153_610, 1_704_326_410])
  }

  @Test("A time that goes back a little stays in its day, one that goes back most of a day is the next day's")
  func midnight() throws {
    func fix(_ time: String) -> String { "B\(time)5030000N00930000EA0100001100" }
    let track = try track(fix("235958"), fix("235957"), fix("000001"), fix("235959"), fix("000002"), fix("120003"), fix("000000"))
    let start = 1_714_521_600.0
    #expect(track.points.times.map { $0 - start } == [86_398, 86_397, 86_401, 86_399, 86_402, 129_603, 172_800])
  }

  @Test(
    "The altitude is the receiver's where it has one, else that by pressure",
    arguments: [
      ("A0100001100", 1100), ("A0100000000", 1000), ("V0100001100", 1000), ("V0000001100", 1100), ("A0000000000", 0),
      ("V0000000000", nil), ("A-012300000", -123), ("A00000-0045", -45), ("A-----01100", 1100), ("A01000-----", 1000), ("A", nil),
    ] as [(String, Double?)])
  func altitudes(columns: String, altitude: Double?) throws {
    #expect(try track("B0000105030000N00930000E" + columns).points.altitude(at: 0) == altitude)
  }

  @Test("Extensions with more digits than three have decimals, and nonsense in an I record means nothing")
  func extensions() throws {
    let fine = try track("I023640GSP4144TRT", "B0000105030000N00930000EA0100001100090101234")
    #expect(abs((fine.points.speed(at: 0) ?? 0) - 90.1 / 3.6) < 1e-5)
    #expect(abs((fine.points.course(at: 0) ?? 0) - 123.4) < 1e-4)
    for line in ["I", "I99", "I013599GSP", "I010138GSP", "I014036GSP", "I01xx38GSP", "I019999GSP", "I013638"] {
      #expect(try track(line, "B0000105030000N00930000EA0100001100090").points.speed(at: 0) == nil)
    }
    #expect(try track("I013638GSP", "B0000105030000N00930000EA0100001100---").points.speed(at: 0) == nil)
  }

  @Test(
    "A fix that is none is skipped with its line",
    arguments: [
      "B2400005030000N00930000EA0100001100", "B0060005030000N00930000EA0100001100", "B0000605030000N00930000EA0100001100",
      "B0000009030000N00930000EA0100001100", "B0000005060000N00930000EA0100001100", "B0000005030000X00930000EA0100001100",
      "B0000005030000N18030000EA0100001100", "B0000005030000N00930000ZA0100001100", "B0000005030000N00930000EQ0100001100",
      "B00000050300", "B00000A5030000N00930000EA0100001100", "B", "Bonjour",
    ])
  func broken(line: String) throws {
    let document = try read("AXYZ\nHFDTE010524\n\(line)\nB0000105030000N00930000EA0100001100\n")
    #expect(document.tracks[0].points.count == 1)
    #expect(document.skipped.count == 1)
    #expect(document.skipped.first.first?.line == 3)
  }

  @Test("A last line that breaks off is a truncation")
  func truncation() throws {
    let whole = "AXYZ\nHFDTE010524\nB0000105030000N00930000EA0100001100\n"
    let document = try read(whole + "B0000115030")
    #expect(document.skipped.count == 0)
    #expect(document.skipped.truncation?.line == 4)
    #expect(try read(String(whole.dropLast())).skipped.isEmpty)
  }

  @Test("Line ends, case, blanks and rubbish before the first record do not matter", arguments: ["\n", "\r\n", "\r"])
  func tolerance(ending: String) throws {
    let lines = ["", "12345", "???", "\u{11} axyz001", "hfdte010524", "", "  b0000105030000n00930000ea0100001100"]
    let document = try read(lines.joined(separator: ending))
    #expect(document.format == "igc")
    #expect(document.skipped.isEmpty)
    #expect(document.tracks[0].points.times == [1_714_521_610])
  }

  @Test("A line that is no record is skipped and named, behind the first one")
  func otherLines() throws {
    let document = try read("AXYZ\nHFDTE010524\n12345\nB0000105030000N00930000EA0100001100\n")
    #expect(document.skipped.first.map(\.text) == ["line 3: found \"12345\", expected a record, which begins with a letter"])
  }

  @Test("A task without a flight is what there is to play")
  func taskAlone() throws {
    let text = Self.golden.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("B") }.joined(separator: "\n")
    let document = try read(text)
    #expect(document.tracks.map(\.name) == ["500 km triangle"])
    #expect(document.routes.isEmpty)
  }

  @Test("A log without a fix says so")
  func empty() {
    #expect(readError("AXYZ001\nHFDTE010524\n")?.message == "the flight log holds no usable fix")
    #expect(readError("AXYZ001\nHFDTE010524\n")?.code == .noCoordinates)
  }

  @Test(
    "Offsets of the clock are read as recorders write them",
    arguments: [
      ("2", 7200), ("+2.0", 7200), ("-3", -10_800), ("-3.30", -12_600), ("5.5", 19_800), ("5.75", 20_700), ("5.45", 20_700),
      ("05:45", 20_700), ("+02:00", 7200), ("0", nil), ("0.00", nil), ("15", nil), ("Europe/Berlin", nil), ("", nil), ("2:75", nil),
      ("123", nil), ("1.", nil), ("1.2.3", nil), ("-", nil),
    ] as [(String, Int?)])
  func offsets(text: String, seconds: Int?) {
    #expect(IGCHeaders.offset(text) == seconds)
  }

  @Test("A flight that nobody named has no name")
  func noName() throws {
    #expect(try track("HFPLTPILOT:", "HFGTYGLIDERTYPE: nil", "B0000105030000N00930000EA0100001100").name == nil)
    #expect(try track("HFPLTPILOT:Bo\u{1B}b", "B0000105030000N00930000EA0100001100").name == "Bob")
    let long = String(repeating: "x", count: 300)
    let name = try track("HFPLTPILOT:\(long)", "HFGTYGLIDERTYPE:\(long)", "B0000105030000N00930000EA0100001100").name
    #expect(name?.unicodeScalars.count == TextCleaning.nameLimit)
  }

  @Test("The reading can be watched and ended")
  func monitor() throws {
    let text = Self.golden + String(repeating: "B0000105030000N00930000EA0100001100\n", count: 1000)
    let monitor = ReadMonitor(step: 1000) { position, points, part in points == part().count && position < 5000 }
    #expect(throws: FormatError.self) { try FormatRegistry.read(Array(text.utf8), monitor: monitor) }
  }
}
