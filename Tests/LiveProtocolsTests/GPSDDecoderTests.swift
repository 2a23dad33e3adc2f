import LiveProtocols
import Testing
import TrackPlayback

@Suite("Reports of gpsd")
struct GPSDDecoderTests {
  @Test("A report of a new gpsd")
  func new() throws {
    let text = """
      {"class":"TPV","device":"/dev/ttyUSB0","status":2,"mode":3,"time":"2024-05-01T08:30:00.250Z","leapseconds":18,"ept":0.005,"lat":31.6,\
      "lon":121.5,"altHAE":28.5,"altMSL":20.5,"alt":20.5,"epx":2.5,"epy":3.5,"epv":7.5,"track":45.5,"magtrack":51.9,"magvar":-6.5,"speed":10.25,\
      "climb":-0.5,"eps":0.5,"epc":1.5,"epd":2.5,"geoidSep":8.0,"eph":4.75,"sep":9.5}\r\n
      """
    let report = try #require(reports(messages(text)).first)
    #expect(report.source == "/dev/ttyUSB0")
    #expect(report.status == .differential)
    #expect(report.time == 1_714_552_200.25)
    #expect(report.fix?.altitude == 20.5)
    #expect(report.ellipsoidalHeight == 28.5)
    #expect(report.fix?.horizontalAccuracy == 4.75)
    #expect(report.fix?.course == 45.5)
    #expect(report.magneticVariation == -6.5)
    #expect(report.errors.course == 2.5)
  }

  @Test("Reports of old gpsds: a number for the time, alt for the altitude, epx and epy for the accuracy, no status")
  func old() throws {
    let text = """
      {"class":"TPV","tag":"GGA","device":"/dev/ttyS0","mode":3,"time":1274632200.5,"lat":31.6,"lon":121.5,"alt":20.5,"epx":3.0,"epy":4.0}\n
      """
    let report = try #require(reports(messages(text)).first)
    #expect(report.time == 1_274_632_200.5)
    #expect(report.fix?.altitude == 20.5)
    #expect(report.fix?.horizontalAccuracy == 5)
    #expect(report.status == .unknown)
    #expect(report.ellipsoidalHeight == nil)
  }

  @Test("Without a fix there is a time at most; a mode that is no mode is unknown")
  func noFix() throws {
    let none = try #require(
      reports(messages("{\"class\":\"TPV\",\"mode\":1,\"time\":\"2024-05-01T08:30:00Z\",\"lat\":1,\"lon\":2}\n")).first)
    #expect(none.mode == .none && none.fix == nil && none.time == 1_714_552_200)
    let odd = try #require(reports(messages("{\"class\":\"TPV\",\"mode\":300,\"lat\":1,\"lon\":2}\n")).first)
    #expect(odd.mode == .unknown && odd.fix != nil)
  }

  @Test("A status by its name")
  func names() {
    func status(_ text: String) -> FixStatus? { reports(messages("{\"class\":\"TPV\",\"mode\":1,\"status\":\(text)}\n")).first?.status }
    #expect(status("\"DGPS\"") == .differential)
    #expect(status("\"rtk_fix\"") == .rtkFixed)
    #expect(status("\"SIM\"") == .simulated)
    #expect(status("8") == .simulated)
    #expect(status("99") == .unknown)
    #expect(status("-1") == .unknown)
    #expect(status("2.5") == .unknown)
  }

  @Test("A sky that names no satellites keeps those of its device; one that names none has none")
  func kept() {
    func sky(_ rest: String) -> String { "{\"class\":\"SKY\",\"device\":\"/dev/a\",\(rest)}\n" }
    let text =
      sky("\"hdop\":1.5,\"satellites\":[{\"PRN\":5,\"el\":40,\"az\":83,\"ss\":30,\"used\":true,\"gnssid\":0,\"svid\":5}]")
      + sky("\"hdop\":1.25")
      + "{\"class\":\"SKY\",\"device\":\"/dev/b\",\"hdop\":9}\n" + sky("\"satellites\":[]")
    let views = skies(messages(text))
    #expect(views.map { $0.satellites.map(\.number) } == [[5], [5], [], []])
    #expect(views.map(\.dilution.horizontal) == [1.5, 1.25, 9, nil])
    #expect(views[0].satellites[0].isUsed && views[0].usedCount == 1)
  }

  @Test("A poll's answer carries reports; other classes become words or are passed over")
  func others() {
    let poll = """
      {"class":"POLL","time":"2024-05-01T08:30:00Z","active":1,"tpv":[{"class":"TPV","device":"/dev/a","mode":2,"lat":1,"lon":2}],\
      "gst":[],"sky":[{"class":"SKY","device":"/dev/a","hdop":2}]}\n
      """
    #expect(messages(poll).count == 2)
    #expect(messages("{\"class\":\"VERSION\",\"release\":\"3.22\",\"proto_major\":3}\n") == [.notice("gpsd 3.22")])
    #expect(
      messages("{\"class\":\"DEVICES\",\"devices\":[{\"class\":\"DEVICE\",\"path\":\"/dev/a\"},{\"path\":\"/dev/b\"}]}\n")
        == [.notice("gpsd reads /dev/a, /dev/b")])
    #expect(messages("{\"class\":\"DEVICE\",\"path\":\"/dev/a\",\"activated\":0}\n") == [.notice("gpsd lost /dev/a")])
    #expect(
      messages("{\"class\":\"DEVICE\",\"path\":\"/dev/a\",\"activated\":\"2024-05-01T08:30:00Z\"}\n") == [.notice("gpsd reads /dev/a")])
    #expect(messages("{\"class\":\"ERROR\",\"message\":\"no\"}\n") == [.notice("gpsd says: no")])
    #expect(messages("{\"class\":\"ATT\",\"device\":\"d\",\"heading\":12.5}\n") == [.heading(Heading(true: 12.5), source: "d")])
    var decoder = ReceiverDecoder()
    #expect(decoder.decode(Array("{\"class\":\"WATCH\",\"enable\":true}\n{\"class\":\"AIS\"}\n".utf8)).isEmpty)
    #expect(decoder.counts.passedOver == 2)
    #expect(decoder.recognized == .gpsd)
  }

  @Test(
    "What cannot be is no message, or no value",
    arguments: [
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":95,\"lon\":2}", "{\"class\":\"TPV\",\"mode\":3,\"lat\":1}",
      "{\"class\":\"TPV\",\"mode\":3,\"lat\":\"1\",\"lon\":2}", "{\"class\":\"TPV\",\"mode\":3", "{\"class\":7}", "{}", "[1,2]",
      "{\"a\":NaN}x",
    ])
  func impossible(_ text: String) {
    var decoder = ReceiverDecoder()
    #expect(decoder.decode(Array((text + "\n").utf8)).isEmpty)
    #expect(decoder.counts.malformed == 1)
  }

  @Test("A value that cannot be is left out")
  func values() throws {
    let text = """
      {"class":"TPV","mode":3,"lat":1,"lon":2,"altMSL":1e300,"speed":-5,"track":-90,"climb":1e20,"eph":-1,"magvar":500,"time":"yesterday",\
      "device":"a\\u001b[2Jb\\u202ec"}\n
      """
    let report = try #require(reports(messages(text)).first)
    #expect(report.fix?.altitude == nil && report.fix?.speed == nil && report.climb == nil && report.time == nil)
    #expect(report.fix?.course == 270)
    #expect(report.errors.horizontal == nil && report.magneticVariation == nil)
    #expect(report.source == "a[2Jbc")
  }
}
