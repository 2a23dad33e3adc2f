// Tests the reader of NMEA on logs of real receivers, against what gpsd and gpsbabel make of them.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite(.enabled(if: fixturesFolder != nil, "the folder of files by others is not there"))
struct NMEAFixtureTests {
  /// Logs whose weeks gpsd moves by 1024 on, as their receivers' firmware is old: their times differ by 19.6 years.
  private static let shifted: Set<String> = ["neo-m8n.log", "rst39.log"]
  /// Logs of receivers in their simulation, whose fixes gpsd gives without a time.
  private static let simulated: Set<String> = ["GPSmap-76S.log", "garmin-geko201.log"]
  /// Logs without any fix.
  private static let empty: Set<String> = [
    "ais-18-27.log", "ais_unpack_sixbit.log", "holux-gm-210.log", "pypilot.log", "skytraq-err.log", "tn200.log", "tnt-revolution.log",
  ]

  /// A value of a flat JSON object, as its text; the reports of gpsd that are looked at need no more.
  private func value(_ name: String, in line: Substring) -> Substring? {
    guard let start = line.firstRange(of: "\"\(name)\":")?.upperBound else { return nil }
    return line[start...].drop { $0 == "\"" }.prefix { $0 != "," && $0 != "}" && $0 != "\"" }
  }

  private func reports(_ text: String) -> [(time: Double, latitude: Double, longitude: Double)] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      guard line.hasPrefix("{\"class\":\"TPV\""), let time = value("time", in: line), let latitude = value("lat", in: line),
        let longitude = value("lon", in: line), let seconds = TimestampParser.parse(Array(time.utf8).span),
        let north = Double(latitude), let east = Double(longitude)
      else { return nil }
      return (seconds, north, east)
    }
  }

  @Test("The positions are those that gpsd reports for the same moments")
  func gpsd() throws {
    let folder = try #require(fixturesFolder) + "/gpsd"
    var compared = 0
    for name in fileNames(in: folder) where name.hasSuffix(".log") {
      let bytes = try #require(contents(of: "\(folder)/\(name)"))
      if Self.empty.contains(name) {
        #expect(readError(bytes, fileName: name)?.code == .noCoordinates, "\(name)")
        continue
      }
      let points = try FormatRegistry.read(bytes, options: ReadOptions(fileName: name)).tracks[0].points
      let text = String(decoding: try #require(contents(of: "\(folder)/\(name).chk")), as: UTF8.self)
      var known = reports(text)
      if Self.simulated.contains(name) { #expect(known.isEmpty) }
      if Self.shifted.contains(name) { known = known.map { ($0.time - 1024 * 604_800, $0.latitude, $0.longitude) } }
      for report in known {
        let same = (0..<points.count).filter { abs(points.times[$0] - report.time) < 0.006 }
        let agrees = same.contains {
          abs(points.latitudes[$0] - report.latitude) < 1e-6 && abs(points.longitudes[$0] - report.longitude) < 1e-6
        }
        if !agrees { Issue.record("\(name): gpsd has \(report)") }
        compared += 1
      }
    }
    #expect(compared > 1000)
  }

  @Test(
    "The points are those of gpsbabel",
    // The expected reading of nmeadate.nmea was made of another log of the same minute, with more digits; the dates are what it is about.
    arguments: [("nmea", "nmea.gpx", 1e-8), ("nmeadate.nmea", "nmeadate.gpx", 1e-5)])
  func gpsbabel(name: String, expected: String, tolerance: Double) throws {
    let folder = try #require(fixturesFolder) + "/gpsbabel"
    let ours = try FormatRegistry.read(try #require(contents(of: "\(folder)/\(name)"))).tracks[0].points
    let theirs = try FormatRegistry.read(try #require(contents(of: "\(folder)/\(expected)"))).tracks[0].points
    #expect(ours.count == theirs.count)
    for index in 0..<min(ours.count, theirs.count) {
      #expect(abs(ours.times[index] - theirs.times[index]) < 5e-4, "point \(index)")
      #expect(abs(ours.latitudes[index] - theirs.latitudes[index]) < tolerance, "point \(index)")
      #expect(abs(ours.longitudes[index] - theirs.longitudes[index]) < tolerance, "point \(index)")
      #expect(abs((ours.altitude(at: index) ?? 0) - (theirs.altitude(at: index) ?? 0)) < 1e-3, "point \(index)")
    }
  }

  @Test("A log whose sentences were shuffled holds every fix of gpsbabel's, in the order of the file")
  func shuffled() throws {
    let folder = try #require(fixturesFolder) + "/gpsbabel"
    let ours = try FormatRegistry.read(try #require(contents(of: "\(folder)/nmea+ms.txt"))).tracks[0].points
    let theirs = try FormatRegistry.read(try #require(contents(of: "\(folder)/nmea+ms.gpx"))).tracks[0].points
    // Where the sentences of two moments mingle gpsbabel gives one the place of the other, 0.2 m off.
    // gpsbabel's first fix comes before the first date and is left in 1970; ours has got its date back.
    for index in 1..<theirs.count {
      let isThere = (0..<ours.count).contains {
        abs(ours.times[$0] - theirs.times[index]) < 5e-4 && abs(ours.latitudes[$0] - theirs.latitudes[index]) < 4e-6
          && abs(ours.longitudes[$0] - theirs.longitudes[index]) < 4e-6
      }
      #expect(isThere, "point \(index)")
    }
    #expect(ours.times[0] == 1_187_343_116)
  }

  @Test("Fixes before the first date get it back over midnight, as gpsbabel gives it to them")
  func backfill() throws {
    let path = try #require(fixturesFolder) + "/gpsbabel/backfilldate.nmea"
    let points = try FormatRegistry.read(try #require(contents(of: path))).tracks[0].points
    // gpsbabel: 500 points from 2019-03-08T23:56:00Z to 2019-03-09T00:04:19Z.
    #expect(points.count == 500)
    #expect(points.times.first == 1_552_089_360)
    #expect(points.times.last == 1_552_089_859)
  }
}
