// What we write, read back: by our own readers, and by gpsd's.

import Glibc
import LiveProtocols
import Testing
import TrackFormats
import TrackGeodesy
import TrackPlayback

/// A walk whose values all differ from fix to fix, with its view of the sky.
private func walk(_ count: Int, status: FixStatus = .simulated) -> [(report: ReceiverReport, sky: SkyView)] {
  (0..<count).map { index in
    let step = Double(index)
    var errors = ErrorEstimates()
    errors.vertical = 4 + step / 8
    let time = 1_774_267_195.5 + step * 0.5
    let report = ReceiverReport(
      mode: .threeDimensional, status: status, time: time,
      fix: Fix(
        coordinate: Coordinate(latitude: 39.9 + step * 1.234567e-4, longitude: -0.0005 + step * 7.654321e-5), altitude: 50.25 + step,
        time: time, course: (355 + step * 1.25).truncatingRemainder(dividingBy: 360), speed: 1.5 + step / 16,
        horizontalAccuracy: 5 + step / 4),
      geoidSeparation: 49.75, magneticVariation: 0.5, errors: errors)
    var sky = NMEATextTests.sky
    sky.time = time
    // A satellite without a signal is not in use, says gpsd.
    sky.satellites[1].signal = 25
    sky.satellites.append(Satellite(number: 305, system: .galileo, systemNumber: 5, elevation: 20, azimuth: 200, signal: 36, isUsed: true))
    return (report, sky)
  }
}

private func nmea(_ walk: [(report: ReceiverReport, sky: SkyView)]) -> [UInt8] {
  walk.flatMap { NMEAText.sentences(for: $0.report, sky: $0.sky) }
}

private func json(_ walk: [(report: ReceiverReport, sky: SkyView)]) -> [UInt8] {
  var output = GPSDSession.greeting(release: "trackview test")
  for step in walk {
    GPSDText.append(step.sky, path: "walk", to: &output)
    GPSDText.append(step.report, path: "walk", to: &output)
  }
  return output
}

@Suite("Outputs, read back")
struct OutputRoundTripTests {
  private func expectSame(_ found: ReceiverReport, _ report: ReceiverReport, metres: Double) {
    #expect(found.mode == report.mode)
    #expect(found.status == report.status)
    #expect(isNear(found.time, report.time, 0.0005))
    let degrees = metres / 111_000
    #expect(isNear(found.fix?.coordinate.latitude, report.fix?.coordinate.latitude, degrees))
    #expect(isNear(found.fix?.coordinate.longitude, report.fix?.coordinate.longitude, degrees / 0.7))
    #expect(isNear(found.fix?.altitude, report.fix?.altitude, 0.005001))
    #expect(isNear(found.fix?.speed, report.fix?.speed, 0.000501))
    #expect(isNear(found.fix?.course, report.fix?.course, 0.005001))
    #expect(isNear(found.geoidSeparation, report.geoidSeparation, 0.005001))
    #expect(isNear(found.magneticVariation, report.magneticVariation, 0.05001))
  }

  @Test("Our live decoder reads our sentences as the reports that they are of")
  func sentences() {
    let walk = walk(40)
    var decoder = ReceiverDecoder()
    let messages = decoder.decode(nmea(walk)) + decoder.finish()
    let found = reports(messages)
    #expect(found.count == walk.count)
    for (report, step) in zip(found, walk) { expectSame(report, step.report, metres: 0.001) }
    for (report, step) in zip(found, walk) { #expect(isNear(report.fix?.horizontalAccuracy, step.report.fix?.horizontalAccuracy, 0.02)) }
    let skies = skies(messages)
    #expect(skies.count == walk.count)
    for sky in skies {
      #expect(sky.satellites.count == 6)
      #expect(sky.usedCount == 5)
      #expect(sky.satellites.first { $0.system == .galileo }?.number == 305)
      #expect(sky.dilution.horizontal == 1.1)
    }
  }

  @Test("Our file reader reads a log of our sentences")
  func log() throws {
    let walk = walk(40)
    let points = try #require(try FormatRegistry.read(nmea(walk), options: ReadOptions()).tracks.first?.points)
    #expect(points.count == walk.count)
    for (index, step) in walk.enumerated() {
      #expect(isNear(points.time(at: index), step.report.time, 0.0005))
      #expect(isNear(points.latitudes[index], step.report.fix?.coordinate.latitude, 1e-8))
      #expect(isNear(points.altitude(at: index), step.report.fix?.altitude, 0.005001))
      #expect(isNear(points.speed(at: index), step.report.fix?.speed, 0.0006))
    }
  }

  @Test("Our live decoder, and our file reader, read our gpsd lines")
  func gpsd() throws {
    let walk = walk(40)
    var decoder = ReceiverDecoder()
    let messages = decoder.decode(json(walk)) + decoder.finish()
    let found = reports(messages)
    #expect(found.count == walk.count)
    for (report, step) in zip(found, walk) {
      expectSame(report, step.report, metres: 0.0001)
      #expect(report.source == "walk")
      #expect(isNear(report.fix?.horizontalAccuracy, step.report.fix?.horizontalAccuracy, 0.0005))
    }
    #expect(skies(messages).map(\.satellites) == walk.map(\.sky.satellites))
    let document = try FormatRegistry.read(json(walk), options: ReadOptions())
    #expect(document.tracks.first?.points.count == walk.count)
    #expect(document.tracks.first?.name == "walk")
  }
}

// MARK: - gpsd's own reader

/// What `gpsdecode -j` makes of NMEA: its lines as values.
private func decoded(_ bytes: [UInt8]) throws -> [JSONValue] {
  let folder = TemporaryFolder()
  let path = try folder.write(bytes, as: "nmea")
  let pipe = try #require(popen("gpsdecode -j < '\(path)' 2>/dev/null", "r"))
  let output = rest(of: fileno(pipe)) ?? []
  #expect(pclose(pipe) == 0)
  return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { JSONValue.parse(String($0)) }
}

@Suite("Outputs, read by gpsd", .enabled(if: isInstalled("gpsdecode"), "gpsd-clients is not installed (gpsdecode)"))
struct OutputByGPSDTests {
  @Test("gpsdecode reads our sentences as the values that they are of")
  func values() throws {
    let walk = walk(30)
    let found = try decoded(nmea(walk))
    let reports = found.filter { $0["class"]?.string == "TPV" }
    // It tells of the first epochs only once it has learned which sentence ends them.
    #expect(reports.count >= walk.count - 3)
    for value in reports {
      let time = try #require(value["time"]?.string.flatMap { TimestampParser.parse(Array($0.utf8).span) })
      let step = try #require(walk.first { isNear($0.report.time, time, 0.0005) })
      let fix = try #require(step.report.fix)
      #expect(value["mode"]?.number == 3)
      #expect(value["status"]?.number == 8)
      #expect(isNear(value["lat"]?.number, fix.coordinate.latitude, 1e-8))
      #expect(isNear(value["lon"]?.number, fix.coordinate.longitude, 1e-8))
      #expect(isNear(value["altMSL"]?.number, fix.altitude, 0.00501))
      #expect(isNear(value["altHAE"]?.number, (fix.altitude ?? 0) + 49.75, 0.00501))
      #expect(isNear(value["speed"]?.number, fix.speed, 0.001))
      #expect(isNear(value["track"]?.number, fix.course, 0.00501))
    }
    let sky = try #require(found.last { $0["class"]?.string == "SKY" && $0["satellites"] != nil })
    #expect(sky["uSat"]?.number == 5)
    let used = sky["satellites"]?.array?.compactMap { $0["used"]?.bool == true ? $0["PRN"]?.number : nil } ?? []
    #expect(used.sorted() == [3, 17, 22, 31, 305])
  }

  @Test("gpsdecode sees each status that NMEA can tell", arguments: FixStatus.allCases)
  func status(_ status: FixStatus) throws {
    let reports = try decoded(nmea(walk(6, status: status))).filter { $0["class"]?.string == "TPV" }
    // It leaves the usual one out; what NMEA has no word for is told as that.
    let expected: Double? = [.unknown, .normal, .combined].contains(status) ? nil : Double(status.rawValue)
    #expect(reports.count >= 3)
    for value in reports { #expect(value["status"]?.number == expected) }
  }

  @Test("gpsdecode sees that there is no fix, and one again")
  func noFix() throws {
    var walk = walk(30)
    for index in 10..<20 {
      walk[index].report.mode = .none
      walk[index].sky.satellites = []
    }
    let reports = try decoded(nmea(walk)).filter { $0["class"]?.string == "TPV" }
    func modes(_ range: Range<Int>) throws -> [Double] {
      let times = walk[range].compactMap(\.report.time)
      return try reports.filter { value in
        let time = try #require(value["time"]?.string.flatMap { TimestampParser.parse(Array($0.utf8).span) })
        return times.contains { isNear($0, time, 0.0005) }
      }.compactMap { $0["mode"]?.number }
    }
    #expect(try modes(10..<20) == Array(repeating: 1, count: 10))
    #expect(try modes(20..<30) == Array(repeating: 3, count: 10))
    for value in reports where value["mode"]?.number == 1 { #expect(value["lat"] == nil) }
  }
}
