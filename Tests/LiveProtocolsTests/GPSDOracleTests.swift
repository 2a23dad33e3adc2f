import LiveProtocols
import Testing
import TrackFormats
import TrackPlayback

@Suite("gpsd's own test logs", .enabled(if: Fixtures.gpsd != nil, "gpsd's logs are not here; TRACKVIEW_FIXTURES names their folder"))
struct GPSDOracleTests {
  /// The names of the logs, without `.log`.
  static let names: [String] = {
    guard let folder = Fixtures.gpsd else { return [] }
    return fileNames(in: folder).filter { $0.hasSuffix(".log") }.map { String($0.dropLast(4)) }
  }()

  static func bytes(_ name: String, _ suffix: String) throws -> [UInt8] {
    let folder = try #require(Fixtures.gpsd)
    return try #require(contents(of: folder + "/" + name + suffix))
  }

  @Test("Each of gpsd's reports gives exactly what is in it", arguments: names)
  func members(_ name: String) throws {
    var count = 0
    for line in Fixtures.lines(try Self.bytes(name, ".log.chk")) where line.first == 0x7B {
      let value = try #require(JSONValue.parse(line.span)?.value)
      var decoder = ReceiverDecoder(.gpsd)
      let found = decoder.decode(line + [0x0D, 0x0A])
      switch value["class"]?.string {
      case "TPV":
        let report = try #require(reports(found).first, "\(String(decoding: line, as: UTF8.self))")
        expect(value, is: report)
      case "SKY": expect(value, is: try #require(skies(found).first))
      case "ATT":
        // One of the logs has gpsd add turns: 14222° are 182°.
        let heading = Heading(
          magnetic: value["mheading"]?.number, true: value["heading"]?.number?.truncatingRemainder(dividingBy: 360))
        let tellsOne = heading.magnetic != nil || heading.true != nil
        #expect(found == (tellsOne ? [.heading(heading, source: "")] : []))
      default: #expect(found.isEmpty)
      }
      #expect(decoder.counts.malformed == 0)
      count += 1
    }
    #expect(count > 0 || name == "skytraq-err")
  }

  private func expect(_ value: JSONValue, is report: ReceiverReport) {
    func number(_ name: String) -> Double? { value[name]?.number }
    #expect(number("mode") == Double(report.mode.rawValue))
    #expect(number("status") == (report.status == .unknown ? nil : Double(report.status.rawValue)))
    #expect(value["time"]?.string.flatMap { TimestampParser.parse(Array($0.utf8).span) } == report.time)
    #expect(number("lat") == report.fix?.coordinate.latitude)
    #expect(number("lon") == report.fix?.coordinate.longitude)
    if report.fix != nil {
      #expect((number("altMSL") ?? number("altHAE")) == report.fix?.altitude)
      #expect(number("speed") == report.fix?.speed)
      #expect(number("track") == report.fix?.course)
    }
    #expect(number("altHAE") == report.ellipsoidalHeight)
    #expect(number("geoidSep") == report.geoidSeparation)
    #expect(number("climb") == report.climb)
    #expect(number("magvar") == report.magneticVariation)
    #expect(number("magtrack") == report.magneticCourse)
    let errors = report.errors
    let ours = [
      errors.longitude, errors.latitude, errors.vertical, errors.horizontal, errors.spherical, errors.speed, errors.climb, errors.course,
      errors.time,
    ]
    #expect(["epx", "epy", "epv", "eph", "sep", "eps", "epc", "epd", "ept"].map(number) == ours)
  }

  private func expect(_ value: JSONValue, is view: SkyView) {
    func number(_ name: String) -> Double? { value[name]?.number }
    let dilution = view.dilution
    let ours = [
      dilution.geometric, dilution.horizontal, dilution.position, dilution.time, dilution.longitude, dilution.latitude, dilution.vertical,
    ]
    #expect(["gdop", "hdop", "pdop", "tdop", "xdop", "ydop", "vdop"].map(number) == ours)
    guard let satellites = value["satellites"]?.array else { return }
    #expect(number("nSat") == Double(view.satellites.count))
    for (theirs, ours) in zip(satellites, view.satellites) {
      #expect(theirs["PRN"]?.number == Double(ours.number))
      #expect(theirs["gnssid"]?.number == ours.system.map { Double($0.rawValue) })
      #expect(theirs["svid"]?.number == ours.systemNumber.map { Double($0) })
      #expect(theirs["az"]?.number == ours.azimuth)
      #expect(theirs["el"]?.number == ours.elevation)
      #expect(theirs["ss"]?.number == ours.signal)
      #expect(theirs["used"]?.bool == ours.isUsed)
    }
  }

  @Test("Our reading of the sentences differs from gpsd's as docs/oracle/gpsd.md says: TRACKVIEW_WRITE_DOCS=1 writes it again")
  func differences() throws {
    var page = GPSDPage()
    for name in Self.names {
      let comparison = GPSDComparison(log: try Self.bytes(name, ".log"), check: try Self.bytes(name, ".log.chk"))
      for (difference, count) in comparison.differences {
        #expect(difference.kind != .value || !["lat", "lon", "track", "status"].contains(difference.field), "\(name): \(difference.field)")
        #expect(
          GPSDReasons.reason(for: difference, in: name) != nil,
          "\(name): \(difference.field) \(difference.kind.rawValue) ×\(count), first \(comparison.examples[difference] ?? "")")
      }
      page.add(name, comparison, log: try Self.bytes(name, ".log"))
    }
    expectDocument("docs/oracle/gpsd.md", toBe: page.text)
  }
}
