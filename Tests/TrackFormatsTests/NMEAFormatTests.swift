// Tests the reader of NMEA 0183: sentences, epochs, dates, and what is skipped.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

/// A sentence with its checksum, worked out byte by byte.
func nmea(_ content: String) -> String {
  let digits = String(content.utf8.reduce(0) { $0 ^ $1 }, radix: 16, uppercase: true)
  return "$\(content)*\(digits.utf8.count < 2 ? "0" : "")\(digits)\r\n"
}

@Suite struct NMEAFormatTests {
  /// The sentence that every description of NMEA gives as its example, with its checksum, and one each of what belongs to it.
  static let golden = """
    $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47
    $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A
    $GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45*75
    $PGRME,1.7,M,2.4,M,3.0,M*2D
    !AIVDM,1,1,,A,H3KLehdt00000000?6ekkjm000000,0*2C
    $GPRMC,123520,A,4807.040,N,01131.100,E,022.4,084.4,230394,003.1,W*6E
    """

  private func points(_ text: String) throws -> TrackPoints { try read(text).tracks[0].points }

  @Test("The sentences of a moment become one fix")
  func golden() throws {
    let document = try read(Self.golden)
    #expect(document.format == "nmea")
    #expect(document.skipped.isEmpty)
    let points = document.tracks[0].points
    #expect(points.count == 2)
    #expect(points.latitudes[0] == 48 + 7.038 / 60)
    #expect(abs(points.longitudes[0] - (11 + 31.0 / 60)) < 1e-13)
    #expect(abs((points.altitude(at: 0) ?? 0) - 545.4) < 1e-4)
    // 1994-03-23T12:35:19Z by `date -u`; 22.4 knots of 1852 m an hour.
    #expect(points.time(at: 0) == 764_426_119)
    #expect(abs((points.speed(at: 0) ?? 0) - 11.5236) < 1e-4)
    #expect(abs((points.course(at: 0) ?? 0) - 84.4) < 1e-5)
    #expect(points.horizontalAccuracy(at: 0) == nil)
    #expect(points.time(at: 1) == 764_426_120)
  }

  @Test("South and west are negative, and the parts of a second count")
  func signs() throws {
    let points = try points(nmea("GNRMC,003956.25,A,4552.65403,S,17030.00668,W,0.025,,120419,,,A,V"))
    #expect(abs(points.latitudes[0] + 45.877567166666667) < 1e-13)
    #expect(abs(points.longitudes[0] + 170.50011133333333) < 1e-13)
    #expect(points.time(at: 0) == 1_555_029_596.25)
    #expect(points.course(at: 0) == nil)
  }

  @Test(
    "What stands between sentences does not matter",
    arguments: [
      "2024-05-01 08:30:00.123 > $GPGLL,4807.038,N,01131.000,E,123519,A*25\n",
      "\\s:r3669961,c:1120959341*51\\$GPGLL,4807.038,N,01131.000,E,123519,A*25\r\n",
      "# a remark\n\u{1}\u{2}B$$GPGLL,4807.038,N,01131.000,E,123519,A*25!!",
      "$GPGLL,4807.038,N,01131.000,E,123519,A*25$GPGLL,4807.038,N,01131.000,E,123519,A*25", "$GPGLL,4807.038,N,01131.000,E,123519,A\n",
      "$QZGLL,4807.038,N,01131.000,E,123519\n", "$GPGLL,4807.038,N,01131.000,E,123519,A*25\r\r\n\u{0}",
    ])
  func framing(text: String) throws {
    let document = try read(text)
    #expect(document.tracks[0].points.count == 1)
    #expect(document.skipped.count == 0)
    #expect(document.tracks[0].points.latitudes[0] == 48 + 7.038 / 60)
  }

  @Test("A wrong checksum is skipped and named with its line")
  func wrongChecksum() throws {
    let text =
      Self.golden.replacing("022.4,084.4,230394,003.1,W*6A", with: "022.4,084.4,230394,003.1,W*6B") + "\n$PGRME,1*00\n!AIVDM,1*00\n"
    let skipped = try read(text).skipped
    #expect(skipped.count == 1)
    #expect(
      skipped.first.first?.text
        == "line 2: found \"$GPRMC,123519,A,4807.038,N,01131…\", expected the checksum 6A rather than 6B, or other bytes before it")
  }

  @Test(
    "A sentence that tells nonsense is skipped",
    arguments: [
      ("GPGLL,9107.038,N,01131.000,E,123519,A", "a latitude as ddmm.mmmm,N or S and a longitude as dddmm.mmmm,E or W"),
      ("GPGLL,4861.038,N,01131.000,E,123519,A", "a latitude as ddmm.mmmm,N or S and a longitude as dddmm.mmmm,E or W"),
      ("GPGLL,4807.038,X,01131.000,E,123519,A", "a latitude as ddmm.mmmm,N or S and a longitude as dddmm.mmmm,E or W"),
      ("GPGLL,4807.038,N,,,123519,A", "a latitude as ddmm.mmmm,N or S and a longitude as dddmm.mmmm,E or W"),
      ("GPGLL,4807.038,N,01131.000,E,246119,A", "a time of day as hhmmss.ss"), ("GPZDA,120000,31,02,2024,,", "a date as dd,mm,yyyy"),
    ])
  func nonsense(content: String, expected: String) throws {
    let skipped = try read(Self.golden + "\n" + nmea(content)).skipped
    #expect(skipped.count == 1)
    #expect(skipped.first.first?.expected == expected)
    #expect(skipped.first.first?.line == 7)
  }

  @Test("A bad altitude or date costs only itself")
  func values() throws {
    let document = try read(
      nmea("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,5x,M,,,,") + nmea("GPRMC,123519,A,4807.038,N,01131.000,E,1,2,310294,,"))
    #expect(document.skipped.count == 0)
    // The third is the date that is missing now.
    #expect(document.skipped.first.map(\.expected).prefix(2) == ["an altitude in metres", "a date as ddmmyy"])
    #expect(document.skipped.valueCount == 3)
    #expect(document.tracks[0].points.count == 1)
  }

  @Test("Where the receiver has no fix there is no point, and nothing is wrong")
  func gaps() throws {
    let fix = "4807.038,N,01131.000,E"
    let document = try read(
      nmea("GPRMC,120000,A,\(fix),1,2,230324,,,A") + nmea("GPRMC,120001,V,\(fix),1,2,230324,,,N") + nmea("GPGGA,120001,\(fix),1,,,,,,,,")
        + nmea("GPGGA,120002,\(fix),0,,,,,,,,") + nmea("GPGGA,120003,,,,,1,,,,,,,,") + nmea("GNGNS,120004,\(fix),NN,,,,,,")
        + nmea("GPGLL,\(fix),120005,V,N") + nmea("GPRMC,120006,A,\(fix),1,2,230324,,,N") + nmea("GPRMC,,V,,,,,,,,,,N")
        + nmea("GNGNS,120007,\(fix),NA,,,12.5,,,"))
    #expect(document.skipped.isEmpty)
    #expect(document.tracks[0].points.times.map { Int($0) % 86_400 - 43_200 } == [0, 7])
    #expect(document.tracks[0].points.altitude(at: 1) == 12.5)
  }

  @Test("A simulated fix is one")
  func simulated() throws {
    let text =
      nmea("GPRMC,125106,V,3854.5087,N,07726.4523,W,0.0,0.0,241011,10.5,W,S")
      + nmea("GPGGA,125106,3854.5087,N,07726.4523,W,8,10,2.0,268.8,M,-33.9,M,,")
    #expect(try points(text).times == [1_319_460_666])
  }

  @Test("The GGA's position goes before the RMC's, RMC's speed before VTG's, and GST gives the accuracy")
  func precedence() throws {
    let points = try points(
      nmea("GPRMC,120000.00,A,4800.000,N,01100.000,E,10.0,90.0,010124,,") + nmea("GPVTG,45.0,T,,M,20.0,N,37.0,K")
        + nmea("GPGST,120000.00,1,,,,3.0,4.0,9.0") + nmea("GPGGA,120000.000,4800.300,N,01100.000,E,1,,,,M,,,,")
        + nmea("GPGGA,120001.00,4800.300,N,01100.000,E,1,,,300,f,,,,") + nmea("GPVTG,45.0,T,,M,20.0,N,37.0,K"))
    #expect(points.count == 2)
    #expect(points.latitudes[0] == 48.005)
    #expect(abs((points.speed(at: 0) ?? 0) - 18_520 / 3600) < 1e-5)
    #expect(points.course(at: 0) == 90)
    #expect(points.horizontalAccuracy(at: 0) == 5)
    #expect(abs((points.speed(at: 1) ?? 0) - 37_040 / 3600) < 1e-5)
    #expect(points.course(at: 1) == 45)
    #expect(abs((points.altitude(at: 1) ?? 0) - 91.44) < 1e-4)
  }

  @Test("Every prefix of a log that loses its last sentence says that it breaks off")
  func truncation() throws {
    let bytes = Array(Self.golden.utf8)
    let lastStart = try #require(bytes.lastIndex(of: 0x24))
    for count in lastStart + 6..<bytes.count {
      let document = try FormatRegistry.read(Array(bytes[..<count]))
      #expect(document.skipped.truncation?.line == 6, "\(count) bytes")
      #expect(document.tracks[0].points.count == 1)
    }
  }

  @Test(
    "A log without a position says what it holds",
    arguments: [
      (nmea("GPRMC,120001,V,,,,,,,230324,,,N"), "the receiver had no fix in any of the 1 position sentences of this NMEA log"),
      (
        "!AIVDM,1,1,,A,H3KLehdt00000000?6ekkjm000000,0*2C\n",
        "it is a log of AIS messages, which are not read here, without a receiver's own position"
      ), (nmea("HEHDT,12.5,T"), "it is an NMEA log without a position: no GGA, RMC, GLL or GNS sentence is in it"),
      (
        "$GPGGA,1,2\n",
        "no NMEA sentence in it gives a position; line 1: found \"$GPGGA,1,2\", expected a latitude as ddmm.mmmm,N or S and a longitude as dddmm.mmmm,E or W"
      ),
    ])
  func empty(text: String, message: String) {
    #expect(readError(text)?.code == .noCoordinates)
    if !text.hasPrefix("$GPGGA") { #expect(readError(text)?.message == message) }
  }

  @Test("A log of gpsd's JSON is not taken, nor is a text that mentions money")
  func recognition() {
    func recognition(_ text: String) -> Recognition { NMEAFormat.recognizes(Array(text.utf8).span) }
    #expect(recognition(Self.golden) == .certain)
    #expect(recognition("{\"class\":\"VERSION\"}\n" + Self.golden) == .no)
    #expect(recognition("$GPRMC,1,A\n") == .possible)
    #expect(recognition("it costs $12,50 or US$GOLD, hurry!AIVDM\n") == .no)
    #expect(recognition("$GPXXX,1,2\n") == .no)
  }

  @Test("A live source may break off anywhere and go on")
  func live() {
    let bytes = Array(Self.golden.utf8)
    var whole = NMEAScanner()
    var expected: [NMEASentence] = []
    while let sentence = whole.next(in: bytes.span) { expected.append(sentence) }
    #expect(expected.count == 6)
    #expect(expected.allSatisfy { $0.checksum == .right })
    var scanner = NMEAScanner()
    var found: [NMEASentence] = []
    for count in 0...bytes.count {
      while let sentence = scanner.next(in: bytes.span.extracting(first: count), isComplete: false) { found.append(sentence) }
    }
    #expect(found == expected)
  }

  @Test("Checksums eight bytes at a time are those of one at a time, at every length and place")
  func checksums() {
    for length in 0..<40 {
      for lead in 0..<9 {
        let content = "GPTXT," + String("Aa0 +-/.,~9zZ#%&'()ABCDEFGHIJKLMNOPQRSTUV".prefix(length))
        let bytes = Array((String(repeating: "x", count: lead) + nmea(content)).utf8)
        var scanner = NMEAScanner()
        #expect(scanner.next(in: bytes.span)?.checksum == .right, "\(content)")
      }
    }
  }
}

@Suite struct NMEADateTests {
  private func gga(_ time: String) -> String { nmea("GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,") }
  private func rmc(_ time: String, _ date: String) -> String { nmea("GPRMC,\(time),A,4807.038,N,01131.000,E,0,0,\(date),,") }
  private func times(_ text: String) throws -> [String] {
    try read(text).tracks[0].points.times.map { CalendarTime($0)?.iso8601 ?? "none" }
  }

  @Test("The date is carried over midnight, forward and back to the fixes before the first date")
  func midnight() throws {
    #expect(
      try times(gga("235958") + gga("000001.5") + rmc("000002", "010324") + gga("235959") + gga("000000")) == [
        "2024-02-29T23:59:58Z", "2024-03-01T00:00:01.5Z", "2024-03-01T00:00:02Z", "2024-03-01T23:59:59Z", "2024-03-02T00:00:00Z",
      ])
  }

  @Test("A sentence a little late is not of the next day")
  func late() throws {
    #expect(try times(rmc("120001", "010324") + gga("120000")) == ["2024-03-01T12:00:01Z", "2024-03-01T12:00:00Z"])
  }

  @Test("ZDA tells the date, also where it has the whole second only, and around midnight")
  func zda() throws {
    #expect(try times(nmea("GPZDA,120000,01,03,2024,00,00") + gga("120000.379")) == ["2024-03-01T12:00:00.379Z"])
    #expect(try times(gga("120000.379") + nmea("GPZDA,120000,01,03,2024,00,00") + gga("120001")).first == "2024-03-01T12:00:00.379Z")
    #expect(try times(gga("235959.9") + nmea("GPZDA,000000,02,03,2024,00,00")) == ["2024-03-01T23:59:59.9Z"])
  }

  @Test("Two digits from 80 on are of the twentieth century, and ZDA knows better")
  func centuries() throws {
    #expect(try times(rmc("120000", "070880")) == ["1980-08-07T12:00:00Z"])
    #expect(try times(rmc("120000", "070879")) == ["2079-08-07T12:00:00Z"])
    #expect(try times(rmc("120000", "070870") + nmea("GPZDA,120000,07,08,1970,,")) == ["1970-08-07T12:00:00Z"])
  }

  @Test("Without any date the times of day stand on the first of January 1970, and that is said once")
  func none() throws {
    let document = try read(gga("225959") + gga("000000"))
    #expect(document.tracks[0].points.times == [82_799, 86_400])
    #expect(document.skipped.valueCount == 1)
    #expect(document.skipped.first.first?.expected == "an RMC or ZDA sentence that tells the date")
  }

  @Test("Without times each sentence of the same kind is a fix")
  func untimed() throws {
    let points = try read(gga("") + gga("") + gga("")).tracks[0].points
    #expect(points.count == 3)
    #expect(!points.hasTimes)
  }
}
