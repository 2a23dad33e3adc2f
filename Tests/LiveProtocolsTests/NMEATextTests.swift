// The sentences of a receiver, worked out by hand from NMEA 0183 (and the collection of gpsd's authors), and read back by our own reader.

import LiveProtocols
import Testing
import TrackFormats
import TrackGeodesy
import TrackPlayback

@Suite("NMEA: sentences")
struct NMEATextTests {
  static let sky: SkyView = {
    var sky = SkyView(satellites: [
      Satellite(number: 3, system: .gps, systemNumber: 3, elevation: 41.4, azimuth: 300.6, signal: 44.2, isUsed: true),
      Satellite(number: 17, system: .gps, systemNumber: 17, elevation: 8, azimuth: 359.7, isUsed: true),
      Satellite(number: 40, system: .sbas, systemNumber: 127, elevation: 30, azimuth: 121, signal: 39),
      Satellite(number: 22, system: .gps, systemNumber: 22, elevation: 66, azimuth: 5, signal: 48, isUsed: true),
      Satellite(number: 31, system: .gps, systemNumber: 31, elevation: 12, azimuth: 77, signal: 31, isUsed: true),
    ])
    sky.dilution.horizontal = 1.1
    sky.dilution.vertical = 1.6
    sky.dilution.position = 2
    return sky
  }()

  /// The sentences without their checksums.
  private func bodies(_ bytes: [UInt8]) -> [String] { lines(bytes).map { String($0.dropFirst().dropLast(3)) } }

  @Test("A simulated fix, exactly")
  func simulated() {
    #expect(
      NMEAText.sentences(for: GPSDTextTests.report, sky: Self.sky)
        == wire(
          "$GPRMC,120000.250,A,3113.824000,N,12128.422000,E,2.916,45.00,230326,6.6,W,S*08",
          "$GPVTG,45.00,T,51.56,M,2.916,N,5.400,K,S*3A",
          "$GPGGA,120000.250,3113.824000,N,12128.422000,E,8,04,1.10,12.50,M,8.25,M,,*6E",
          "$GPGSA,A,3,03,17,22,31,,,,,,,,,2.00,1.10,1.60*00",
          "$GPGSV,2,1,05,03,41,301,44,17,08,000,,40,30,121,39,22,66,005,48*73",
          "$GPGSV,2,2,05,31,12,077,31*4F",
          "$GPGST,120000.250,,,,,2.38,1.83,5.00*55",
          "$GPZDA,120000.250,23,03,2026,00,00*56"))
  }

  @Test("Without a fix the places are empty, and nothing of an old one is told")
  func noFix() {
    let report = ReceiverReport(mode: .none, status: .simulated, time: 951_868_799, fix: GPSDTextTests.report.fix)
    #expect(
      bodies(NMEAText.sentences(for: report, sky: SkyView()))
        == [
          "GPRMC,235959.000,V,,,,,,,290200,,,N", "GPVTG,,T,,M,,N,,K,N", "GPGGA,235959.000,,,,,0,00,,,M,,M,,", "GPGSA,A,1,,,,,,,,,,,,,,,",
          "GPGSV,1,1,00", "GPZDA,235959.000,29,02,2000,00,00",
        ])
    // Not even a time, and nothing known of the sky.
    #expect(
      bodies(NMEAText.sentences(for: ReceiverReport(), sky: nil))
        == ["GPRMC,,V,,,,,,,,,,N", "GPVTG,,T,,M,,N,,K,N", "GPGGA,,,,,,0,,,,M,,M,,", "GPGSA,A,1,,,,,,,,,,,,,,,"])
  }

  @Test("A fix in the plane, in the south and west, has neither an altitude nor a course")
  func plane() {
    let fix = Fix(coordinate: Coordinate(latitude: -33.8568, longitude: -0.5), speed: 0)
    let report = ReceiverReport(mode: .twoDimensional, status: .normal, time: 0, fix: fix, magneticVariation: 12.34)
    #expect(
      bodies(NMEAText.sentences(for: report, sky: nil, [.gga, .gll, .gsa, .vtg, .rmc]))
        == [
          "GPRMC,000000.000,A,3351.408000,S,00030.000000,W,0.000,,010170,12.3,E,A", "GPVTG,,T,,M,0.000,N,0.000,K,A",
          "GPGGA,000000.000,3351.408000,S,00030.000000,W,1,,,,M,,M,,", "GPGLL,3351.408000,S,00030.000000,W,000000.000,A,A",
          "GPGSA,A,2,,,,,,,,,,,,,,,",
        ])
  }

  @Test("A status has its letter and its quality", arguments: FixStatus.allCases)
  func status(_ status: FixStatus) {
    let fix = Fix(coordinate: Coordinate(latitude: 1, longitude: 1))
    let found = bodies(NMEAText.sentences(for: ReceiverReport(mode: .twoDimensional, status: status, fix: fix), sky: nil, [.gga, .rmc]))
    let expected: (quality: String, mode: String) =
      switch status {
      case .unknown, .normal, .combined: ("1", "A")
      case .differential: ("2", "D")
      case .militaryPrecise: ("3", "P")
      case .rtkFixed: ("4", "R")
      case .rtkFloat: ("5", "F")
      case .deadReckoning: ("6", "E")
      case .time: ("7", "M")
      case .simulated: ("8", "S")
      }
    #expect(
      found == [
        "GPRMC,,A,0100.000000,N,00100.000000,E,,,,,,\(expected.mode)",
        "GPGGA,,0100.000000,N,00100.000000,E,\(expected.quality),,,,M,,M,,",
      ])
  }

  @Test("Several systems: GN for what is of all, each system's own GSA and GSV")
  func systems() {
    var sky = Self.sky
    sky.satellites = [
      Satellite(number: 3, system: .gps, isUsed: true), Satellite(number: 193, system: .qzss, systemNumber: 1, isUsed: true),
      Satellite(number: 70, system: .glonass, systemNumber: 6), Satellite(number: 311, system: .galileo, systemNumber: 11, isUsed: true),
      Satellite(number: 405, isUsed: true),
    ]
    #expect(
      bodies(NMEAText.sentences(for: GPSDTextTests.report, sky: sky, [.gsa, .gsv, .vtg]))
        == [
          "GNVTG,45.00,T,51.56,M,2.916,N,5.400,K,S", "GPGSA,A,3,03,193,,,,,,,,,,,2.00,1.10,1.60,1",
          "GAGSA,A,3,11,,,,,,,,,,,,2.00,1.10,1.60,3",
          "GBGSA,A,3,05,,,,,,,,,,,,2.00,1.10,1.60,4", "GPGSV,1,1,02,03,,,,193,,,", "GLGSV,1,1,01,70,,,", "GAGSV,1,1,01,11,,,",
          "GBGSV,1,1,01,05,,,",
        ])
  }

  @Test("More satellites than a sentence has room for go on in the next")
  func manySatellites() {
    let sky = SkyView(satellites: (1...30).map { Satellite(number: $0, system: .gps, isUsed: true) })
    let found = bodies(NMEAText.sentences(for: GPSDTextTests.report, sky: sky, [.gsa, .gsv]))
    #expect(found.count == 3 + 8)
    #expect(found[2] == "GPGSA,A,3,25,26,27,28,29,30,,,,,,,,,")
    #expect(found[10] == "GPGSV,8,8,30,29,,,,30,,,")
    let crowd = SkyView(satellites: (1...500).map { Satellite(number: $0, system: .gps) })
    #expect(bodies(NMEAText.sentences(for: GPSDTextTests.report, sky: crowd, .gsv)).last == "GPGSV,9,9,36,33,,,,34,,,,35,,,,36,,,")
  }

  @Test("A minute, a course or a day is never rounded up to what does not exist")
  func rounding() {
    let fix = Fix(coordinate: Coordinate(latitude: 0.9999999999, longitude: 179.9999999999), course: 359.999, speed: 1)
    let report = ReceiverReport(mode: .twoDimensional, time: 946_684_799.9996, fix: fix)
    #expect(
      bodies(NMEAText.sentences(for: report, sky: nil, [.zda, .rmc]))
        == ["GPRMC,000000.000,A,0100.000000,N,18000.000000,E,1.944,0.00,010100,,,A", "GPZDA,000000.000,01,01,2000,00,00"])
  }

  @Test("Every sentence is at most 82 characters long, printable and rightly summed, whatever the report says")
  func limits() {
    let extremes: [Double] = [
      0, -0.0, 1e-300, 0.05, 9.999, 59.9999999, 89.99999999, 90, 123.456, 179.99999999, 359.9999, 9999.9999, 99_999.99, 1e9, 1e18, 1e300,
      .infinity, .nan, -1, -179.99999, -12_345.678, -1e18, -.infinity,
    ]
    var state: UInt64 = 4
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    func any() -> Double? { next(8) == 0 ? nil : extremes[next(extremes.count)] }
    func value() -> Double { extremes[next(extremes.count)] }
    for _ in 0..<4000 {
      var report = ReceiverReport(
        mode: FixMode.allCases[next(4)], status: FixStatus.allCases[next(FixStatus.allCases.count)],
        time: next(3) == 0 ? any() : 1_774_267_200.5,
        fix: Fix(
          coordinate: Coordinate(latitude: next(4) == 0 ? value() : -89.99999999, longitude: next(4) == 0 ? value() : -179.99999999),
          altitude: any(), course: any(), speed: any(), horizontalAccuracy: any()),
        ellipsoidalHeight: any(), geoidSeparation: any(), climb: any(), magneticVariation: any(), magneticCourse: any())
      report.errors.latitude = any()
      report.errors.longitude = any()
      report.errors.vertical = any()
      var sky = SkyView()
      for _ in 0..<next(6) {
        let system = next(9)
        sky.satellites.append(
          Satellite(
            number: [0, -5, 7, 33, 70, 301, 402, 999, 1000, Int.max, Int.min][next(11)],
            system: system == 8 ? nil : Satellite.System.allCases[system],
            systemNumber: [nil, 0, 3, Int.max, Int.min][next(5)], elevation: any(), azimuth: any(), signal: any(), isUsed: next(2) == 0))
      }
      sky.dilution.horizontal = any()
      sky.dilution.vertical = any()
      sky.dilution.position = any()
      for line in lines(NMEAText.sentences(for: report, sky: sky, [.usual, .gll])) {
        let bytes = Array(line.utf8)
        #expect(bytes.count + 2 <= NMEAText.lineLimit, "\(line)")
        #expect(bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        let sum = bytes.dropFirst().dropLast(3).reduce(UInt8(0)) { $0 ^ $1 }
        #expect(bytes.first == 0x24 && line.suffix(3) == "*" + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true))
      }
      var json: [UInt8] = []
      GPSDText.append(report, path: "a", to: &json)
      GPSDText.append(sky, path: "a", to: &json)
      for line in lines(json) { #expect(JSONValue.parse(line) != nil, "\(line)") }
    }
  }

  @Test("Headings")
  func headings() {
    var output: [UInt8] = []
    NMEAText.append(Heading(magnetic: -90, true: 84.5), to: &output)
    NMEAText.append(Heading(), to: &output)
    #expect(bodies(output) == ["GPHDT,84.50,T", "GPHDG,270.00,,,,"])
  }
}
