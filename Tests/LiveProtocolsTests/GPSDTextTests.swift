// The lines of a gpsd server, worked out by hand from gpsd_json(5) and the answers of gpsd 3.22.

import LiveProtocols
import Testing
import TrackFormats
import TrackGeodesy
import TrackPlayback

@Suite("gpsd: lines")
struct GPSDTextTests {
  static let report: ReceiverReport = {
    var errors = ErrorEstimates()
    errors.longitude = 2.5
    errors.latitude = 3.25
    errors.vertical = 5
    errors.horizontal = 4.1
    errors.speed = 0.82
    errors.climb = 1
    errors.course = 7.5
    errors.time = 0.005
    errors.spherical = 6.4
    return ReceiverReport(
      mode: .threeDimensional, status: .simulated, time: 1_774_267_200.25,
      fix: Fix(
        coordinate: Coordinate(latitude: 31.2304, longitude: 121.4737), altitude: 12.5, course: 45, speed: 1.5, horizontalAccuracy: 3),
      geoidSeparation: 8.25, climb: -0.25, magneticVariation: -6.56, errors: errors)
  }()

  private func written(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
    var output: [UInt8] = []
    write(&output)
    return output
  }

  @Test("A TPV has gpsd's members, order and digits; the magnetic track is the track less the variation, east positive")
  func tpv() {
    #expect(
      written { GPSDText.append(Self.report, path: "/dev/gps", to: &$0) }
        == wire(
          """
          {"class":"TPV","device":"/dev/gps","status":8,"mode":3,"time":"2026-03-23T12:00:00.250Z","ept":0.005,"lat":31.230400000,\
          "lon":121.473700000,"altHAE":20.7500,"altMSL":12.5000,"alt":12.5000,"epx":2.500,"epy":3.250,"epv":5.000,"track":45.0000,\
          "magtrack":51.5600,"magvar":-6.6,"speed":1.500,"climb":-0.250,"epd":7.5000,"eps":0.820,"epc":1.000,"geoidSep":8.250,\
          "eph":4.100,"sep":6.400}
          """))
  }

  @Test("Without a fix a TPV has a mode and a time, and no place even where one is left over")
  func noFix() {
    var report = ReceiverReport(mode: .none, time: 0)
    #expect(
      written { GPSDText.append(report, path: "a", to: &$0) }
        == wire(#"{"class":"TPV","device":"a","mode":1,"time":"1970-01-01T00:00:00.000Z"}"#))
    report.fix = Self.report.fix
    #expect(
      written { GPSDText.append(report, path: "a", to: &$0) }
        == wire(#"{"class":"TPV","device":"a","mode":1,"time":"1970-01-01T00:00:00.000Z"}"#))
    #expect(written { GPSDText.append(ReceiverReport(), path: "a", to: &$0) } == wire(#"{"class":"TPV","device":"a","mode":0}"#))
  }

  @Test("An altitude that is only known above the ellipsoid is not said to be above the sea")
  func heights() throws {
    let fix = Fix(coordinate: Coordinate(latitude: 0, longitude: 0), altitude: 40)
    let line = written { GPSDText.append(ReceiverReport(fix: fix, ellipsoidalHeight: 40), path: "a", to: &$0) }
    #expect(
      line == wire(#"{"class":"TPV","device":"a","mode":3,"lat":0.000000000,"lon":0.000000000,"altHAE":40.0000,"alt":40.0000}"#))
  }

  @Test("A SKY has its counts, dilutions and satellites")
  func sky() {
    var sky = SkyView(
      time: 1,
      satellites: [
        Satellite(number: 5, system: .gps, systemNumber: 5, elevation: 41, azimuth: 300.5, signal: 44, isUsed: true),
        Satellite(number: 70, system: .glonass, systemNumber: 6, elevation: -1.5),
      ])
    sky.dilution.horizontal = 0.9
    sky.dilution.position = 1.8
    #expect(
      written { GPSDText.append(sky, path: "a", to: &$0) }
        == wire(
          """
          {"class":"SKY","device":"a","time":"1970-01-01T00:00:01.000Z","hdop":0.90,"pdop":1.80,"nSat":2,"uSat":1,"satellites":[\
          {"PRN":5,"el":41.0,"az":300.5,"ss":44.0,"used":true,"gnssid":0,"svid":5},{"PRN":70,"el":-1.5,"used":false,"gnssid":6,"svid":6}]}
          """))
  }

  @Test("What is not finite is left out, and a device's name is escaped")
  func hostile() throws {
    var report = Self.report
    report.fix?.speed = .nan
    report.fix?.course = .infinity
    report.climb = -.infinity
    report.errors.horizontal = 1e300
    report.time = 1e18
    let line = try #require(lines(written { GPSDText.append(report, path: "\u{1B}[2J\"\\\u{202E}", to: &$0) }).first)
    let value = try #require(JSONValue.parse(line))
    for name in ["speed", "track", "climb", "eph", "time"] { #expect(value[name] == nil) }
    #expect(value["device"]?.string == "\u{1B}[2J\"\\\u{202E}")
    #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
  }

  @Test("No line is longer than 10,240 bytes, however many satellites and devices there are")
  func lineLimit() throws {
    let satellites = (0..<500).map {
      Satellite(
        number: 1000 + $0, system: .galileo, systemNumber: 1000 + $0, elevation: -89.5, azimuth: 359.5, signal: 10.5, isUsed: $0 > 400)
    }
    let path = String(repeating: "é", count: 500)
    let sky = SkyView(source: path, time: 1, satellites: satellites)
    let line = written { GPSDText.append(sky, path: path, to: &$0) }
    #expect(line.count <= GPSDText.lineLimit)
    let value = try #require(JSONValue.parse(lines(line)[0]))
    #expect(value["satellites"]?.array?.count == 72)
    #expect(value["nSat"]?.number == 72)
    #expect(value["uSat"]?.number == 72)
    #expect((value["device"]?.string?.utf8.count ?? 0) == 126)

    var state = GPSDServerState(time: 5)
    for index in 0..<100 {
      var report = Self.report
      report.source = path + String(index)
      _ = state.take(.report(report))
      _ = state.take(.sky(SkyView(source: "d\(index)", satellites: satellites)))
    }
    #expect(state.entries.count == GPSDServerState.deviceLimit)
    let poll = written { GPSDText.appendPoll(state, to: &$0) }
    #expect(poll.count <= GPSDText.lineLimit)
    #expect(JSONValue.parse(lines(poll)[0])?["tpv"]?.array?.isEmpty == false)
    #expect(JSONValue.parse(lines(poll)[0])?["sky"]?.array?.isEmpty == false)
    let devices = written { GPSDText.appendDevices(state.entries.map(\.device), to: &$0) }
    #expect(devices.count <= GPSDText.lineLimit)
    #expect(JSONValue.parse(lines(devices)[0])?["devices"]?.array?.isEmpty == false)
  }

  @Test("Version, device, heading and complaint")
  func others() {
    #expect(
      written { GPSDText.appendVersion(release: "trackview 0.1.0", to: &$0) }
        == wire(#"{"class":"VERSION","release":"trackview 0.1.0","rev":"trackview 0.1.0","proto_major":3,"proto_minor":14}"#))
    #expect(
      written { GPSDText.append(GPSDDevice(path: "walk.gpx", activated: 1.5), to: &$0) }
        == wire(
          """
          {"class":"DEVICE","path":"walk.gpx","driver":"NMEA0183","subtype":"trackview","activated":"1970-01-01T00:00:01.500Z","flags":1}
          """))
    #expect(
      written { GPSDText.append(Heading(magnetic: 370, true: -10), path: "a", to: &$0) }
        == wire(#"{"class":"ATT","device":"a","heading":350.0000,"mheading":10.0000}"#))
    #expect(written { GPSDText.append(Heading(), path: "a", to: &$0) } == [])
    #expect(written { GPSDText.appendError("a \"b\"", to: &$0) } == wire(#"{"class":"ERROR","message":"a \"b\""}"#))
  }
}
