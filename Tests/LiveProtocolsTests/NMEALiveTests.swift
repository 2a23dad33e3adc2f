import Testing
import TrackPlayback

@testable import LiveProtocols

@Suite("NMEA from a live receiver")
struct NMEALiveTests {
  /// What comes out with each of several pieces.
  private func given(after pieces: [String]) -> [[ReceiverReport]] {
    var decoder = ReceiverDecoder()
    return pieces.map { reports(decoder.decode(Array($0.utf8))) }
  }

  @Test("A whole epoch is one report with everything that its sentences tell")
  func whole() throws {
    let text = epoch("083000.00") + sentence("GPGST,083000.00,1.2,3.0,2.0,45.0,3.0,4.0,6.0")
    let report = try #require(reports(messages(text)).first)
    let fix = try #require(report.fix)
    #expect(reports(messages(text)).count == 1)
    #expect(report.mode == .threeDimensional)
    #expect(report.status == .normal)
    #expect(report.time == 1_714_552_200)
    #expect(fix.time == report.time)
    #expect(isNear(fix.coordinate.latitude, 31.6) && isNear(fix.coordinate.longitude, 121.5))
    #expect(fix.altitude == 20.5)
    #expect(report.ellipsoidalHeight == 28.5)
    #expect(report.geoidSeparation == 8)
    #expect(isNear(fix.speed, 10, 1e-6))
    #expect(fix.course == 45)
    #expect(report.magneticVariation == -6.5)
    #expect(report.errors.latitude == 3)
    #expect(report.errors.longitude == 4)
    #expect(report.errors.vertical == 6)
    #expect(report.errors.horizontal == 5)
    #expect(fix.horizontalAccuracy == 5)
  }

  @Test("Without GST the errors are the dilutions times gpsd's range errors, a quarter of that with corrections")
  func errors() throws {
    let plain = try #require(reports(messages(epoch("083000.00"))).first)
    #expect(isNear(plain.errors.horizontal, 19))
    #expect(isNear(plain.errors.vertical, 34.5))
    #expect(isNear(plain.errors.spherical, 34.2))
    let corrected = sentence("GPGGA,083000.00,3136.0000,N,12130.0000,E,2,08,1.0,20.5,M,8.0,M,2.0,0120")
    #expect(isNear(try #require(reports(messages(corrected)).first).errors.horizontal, 4.75))
  }

  @Test("Once learned, a fix comes with the last sentence of its moment, not with the next moment")
  func latency() {
    let times = ["083000.00", "083001.00", "083002.00", "083003.00", "083004.00"]
    let counts = given(after: times.map { epoch($0) }).map(\.count)
    // The end of the first two epochs shows only in the next; both of them come by the third.
    #expect(counts == [0, 1, 2, 1, 1])
    #expect(given(after: times.map { epoch($0) }).flatMap { $0 }.map(\.time) == (0..<5).map { 1_714_552_200 + Double($0) })
  }

  @Test("Silence brings the fix out at once, and teaches which sentence is the last")
  func silence() {
    var decoder = ReceiverDecoder()
    #expect(decoder.decode(Array(epoch("083000.00").utf8)).isEmpty)
    #expect(reports(decoder.flush()).count == 1)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.decode(Array(epoch("083001.00").utf8)).isEmpty)
    #expect(reports(decoder.flush()).count == 1)
    #expect(reports(decoder.decode(Array(epoch("083002.00").utf8))).count == 1)
    #expect(reports(decoder.flush()).isEmpty)
  }

  @Test("A silence in the middle of an epoch gives what there was, and then all of it")
  func hiccup() {
    let gga = sentence("GPGGA,083000.00,3136.0000,N,12130.0000,E,1,08,1.0,20.5,M,8.0,M,,")
    let rmc = sentence("GPRMC,083000.00,A,3136.0000,N,12130.0000,E,10.0,045.0,010524,,,A")
    var decoder = ReceiverDecoder()
    _ = decoder.decode(Array(gga.utf8))
    let first = reports(decoder.flush())
    #expect(first.count == 1)
    #expect(first[0].fix?.speed == nil)
    let second = reports(decoder.decode(Array(rmc.utf8)) + decoder.flush())
    #expect(second.count == 1)
    #expect(second[0].fix?.altitude == 20.5)
    #expect(second[0].fix?.course == 45)
  }

  @Test("A receiver that sends more now and then is never a moment late, and says nothing twice")
  func changing() {
    func moment(_ second: Int) -> String {
      let time = "0830\(second < 10 ? "0" : "")\(second).00"
      let extra = second % 5 == 4 ? sentence("GPGLL,3136.0000,N,12130.0000,E,\(time),A,A") : ""
      return epoch(time) + extra
    }
    let found = given(after: (0..<40).map(moment))
    #expect(found[3...].allSatisfy { $0.count == 1 })
    #expect(found.flatMap { $0 }.count == 40)
  }

  @Test("A sentence that tells no time belongs to the epoch to come when it comes after the silence")
  func timelessFirst() {
    func moment(_ second: Int, _ speed: String) -> String {
      sentence("GPVTG,090.0,T,,M,\(speed),N,,K,A") + sentence("GPGGA,08300\(second).00,3136.0000,N,12130.0000,E,1,08,1.0,20.5,M,8.0,M,,")
    }
    var decoder = ReceiverDecoder()
    var found: [ReceiverReport] = []
    for (second, speed) in ["10.0", "20.0", "30.0", "40.0"].enumerated() {
      found += reports(decoder.decode(Array(moment(second, speed).utf8)) + decoder.flush())
    }
    #expect(found.count == 4)
    let knots = found[1...].map { $0.fix?.speed.map { ($0 * 3600 / 1852).rounded() } }
    #expect(knots == [20, 30, 40])
  }

  @Test("The status is that of GGA's quality, or of the mode letter where that says more")
  func status() {
    func status(_ quality: Int, _ letter: String) -> FixStatus? {
      let text =
        sentence("GPGGA,083000,3136.0000,N,12130.0000,E,\(quality),08,1.0,20.5,M,8.0,M,,")
        + sentence("GPRMC,083000,A,3136.0000,N,12130.0000,E,10.0,045.0,010524,,,\(letter)")
      return reports(messages(text)).first?.status
    }
    let table: [(Int, String, FixStatus)] = [
      (1, "A", .normal), (1, "", .unknown), (2, "D", .differential), (1, "D", .differential), (3, "A", .militaryPrecise),
      (4, "R", .rtkFixed), (5, "F", .rtkFloat), (4, "D", .rtkFixed), (6, "E", .deadReckoning), (7, "M", .time), (8, "S", .simulated),
      (1, "P", .differential),
    ]
    for (quality, letter, expected) in table where letter != "" { #expect(status(quality, letter) == expected, "\(quality) \(letter)") }
    #expect(status(1, "") == .normal)
  }

  @Test("A simulated fix is a fix, marked, though its RMC is void")
  func simulated() throws {
    let text =
      sentence("GPRMC,083000,V,3136.0000,N,12130.0000,E,10.0,045.0,010524,,,S")
      + sentence("GPGGA,083000,3136.0000,N,12130.0000,E,8,08,1.0,20.5,M,8.0,M,,")
    let report = try #require(reports(messages(text)).first)
    #expect(report.isSimulated)
    #expect(report.fix != nil)
    #expect(report.time == 1_714_552_200)
  }

  @Test("Without a fix there is a report with the time that the receiver claims, each moment one")
  func noFix() {
    func moment(_ time: String) -> String {
      sentence("GPRMC,\(time),V,,,,,,,010524,,,N") + sentence("GPGGA,\(time),,,,,0,03,9.93,,,,,,")
        + sentence("GPGSA,A,1,28,04,02,,,,,,,,,,9.98,9.93,1.00")
    }
    let found = reports(messages(moment("083000.00") + moment("083001.00")))
    #expect(found.map(\.mode) == [.none, .none])
    #expect(found.map(\.time) == [1_714_552_200, 1_714_552_201])
    #expect(found.allSatisfy { $0.fix == nil && $0.status == .unknown })
    let silent = sentence("GPRMC,,V,,,,,,,,,,N") + sentence("GPGGA,,,,,,0,,,,,,,,")
    #expect(reports(messages(silent + silent + silent)).map(\.time) == [nil, nil, nil])
  }

  @Test("A fix that a void RMC takes back is none, and the date of a void RMC is not believed")
  func void() {
    let text =
      epoch("083000.00") + sentence("GPRMC,083001.00,V,3136.0000,N,12130.0000,E,,,010180,,,N")
      + sentence("GPGLL,3136.0000,N,12130.0000,E,083001.00,V,N") + epoch("083002.00")
    let found = reports(messages(text))
    #expect(found.map(\.mode) == [.threeDimensional, .none, .threeDimensional])
    #expect(found.map(\.time) == [1_714_552_200, 1_714_552_201, 1_714_552_202])
  }

  @Test("Until a date is told there is no time; midnight is the next day")
  func dates() {
    func gga(_ time: String) -> String { sentence("GPGGA,\(time),3136.0000,N,12130.0000,E,1,08,1.0,20.5,M,8.0,M,,") }
    let text =
      gga("235957.00") + gga("235958.00") + sentence("GPZDA,235958.00,30,04,2024,00,00") + gga("235959.00") + gga("000000.00")
      + gga("000001.00")
    #expect(reports(messages(text)).map(\.time) == [nil, 1_714_521_598, 1_714_521_599, 1_714_521_600, 1_714_521_601])
  }

  @Test("Climb is the change of height, over no more than five seconds; one maker says it")
  func climb() {
    func gga(_ time: String, _ height: String) -> String { sentence("GPGGA,\(time),3136.0000,N,12130.0000,E,1,08,1.0,\(height),M,8.0,M,,") }
    let text = gga("083000", "20.0") + gga("083002", "25.0") + gga("083008", "30.0")
    #expect(reports(messages(text)).map(\.climb) == [nil, 2.5, nil])
    let said = gga("083000", "20.0") + sentence("PGRMV,1.0,2.0,-0.5")
    #expect(reports(messages(said)).map(\.climb) == [-0.5])
  }

  @Test("Headings of every kind of compass")
  func headings() {
    #expect(messages(sentence("HEHDT,123.4,T")) == [.heading(Heading(true: 123.4), source: "")])
    #expect(messages(sentence("HCHDM,238,M")) == [.heading(Heading(magnetic: 238), source: "")])
    #expect(messages(sentence("GPTHS,12.5,A")) == [.heading(Heading(true: 12.5), source: "")])
    #expect(messages(sentence("GPTHS,12.5,V")).isEmpty)
    #expect(messages(sentence("HCHDG,101.5,,,7.5,W")) == [.heading(Heading(magnetic: 101.5, true: 94), source: "")])
    #expect(messages(sentence("HCHDG,1.5,2.0,W,7.5,E")) == [.heading(Heading(magnetic: 359.5, true: 7), source: "")])
    #expect(messages(sentence("HCHDG,,,,,")).isEmpty)
  }

  @Test("A wrong checksum is counted and changes nothing; other talkers and makers are passed over")
  func broken() {
    var decoder = ReceiverDecoder()
    let bad = epoch("083000.00").replacing("*", with: "*0")
    #expect((decoder.decode(Array(bad.utf8)) + decoder.finish()).isEmpty)
    #expect(decoder.counts.badChecksums == 3)
    _ = decoder.decode(Array((sentence("GPBOD,,T,,M,,") + "!AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0*7D\r\n").utf8))
    #expect(decoder.counts.passedOver == 2)
    #expect(decoder.counts.malformed == 0)
  }
}
