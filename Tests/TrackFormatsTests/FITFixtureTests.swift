// Tests the FIT reader on files by others, against what GPSBabel and fitdecode make of them.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite(.enabled(if: fixturesFolder != nil, "the folder of files by others is not there"))
struct FITFixtureTests {
  private func bytes(_ path: String) throws -> [UInt8] {
    let root = try #require(fixturesFolder)
    return try #require(contents(of: "\(root)/\(path)"), "\(path) cannot be read")
  }

  private func document(_ path: String) throws -> TrackDocument { try FormatRegistry.read(try bytes(path)) }

  @Test(
    "Every position, time, elevation and speed is GPSBabel's",
    arguments: [
      ("fit-sample", "fit-sample"), ("garmin-edge-800", "garmin-edge-800-output"), ("wahoo-element-bolt", "wahoo-element-bolt"),
      ("garmin-forerunner-10", "garmin-forerunner-10-output"),
    ])
  func positions(file: String, expected: String) throws {
    let document = try document("gpsbabel/\(file).fit")
    let ours = document.tracks[0].points
    let theirs = Track.joined(try self.document("gpsbabel/\(expected).gpx").tracks).points
    #expect(document.tracks.count == 1)
    #expect(document.skipped.isEmpty, "\(document.skipped.first)")
    try #require(ours.count == theirs.count)
    var faults = 0
    for index in 0..<ours.count {
      let (one, other) = (ours[index], theirs[index])
      let isSame =
        abs(one.coordinate.latitude - other.coordinate.latitude) <= 1e-6
        && abs(one.coordinate.longitude - other.coordinate.longitude) <= 1e-6 && one.time == other.time
        && (one.altitude == nil) == (other.altitude == nil) && abs((one.altitude ?? 0) - (other.altitude ?? 0)) <= 0.2
        && abs((one.speed ?? 0) - (other.speed ?? 0)) <= 0.001
      if !isSame { faults += 1 }
      if !isSame, faults < 5 { Issue.record("point \(index): \(one) and \(other)") }
    }
    #expect(faults == 0)
  }

  @Test(
    "Laps have the records that fitdecode gives with their times",
    arguments: [
      ("fit-sample", [82, 82, 83, 92, 92, 85, 17]), ("garmin-forerunner-10", [53, 51, 53, 53, 45, 49, 46, 54, 49, 49, 12]),
      ("garmin-edge-800", [1286]),
    ])
  func laps(file: String, counts: [Int]) throws {
    let track = try document("gpsbabel/\(file).fit").tracks[0]
    #expect(track.segments.map(\.range.count) == counts)
    #expect(track.segments.map(\.name) == counts.indices.map { "Lap \($0 + 1)" })
  }

  @Test("A watch's walk has what fitdecode finds in it")
  func walk() throws {
    let document = try document("fit/garmin-fenix-5-walk.fit")
    let track = document.tracks[0]
    #expect(document.skipped.isEmpty)
    #expect(track.name == "Walk")
    #expect(track.utcOffset == -7 * 3600)
    #expect(track.points.count == 17)
    let first = track.points[0]
    #expect(abs(first.coordinate.latitude - 456_107_865.0 * 180 / 2_147_483_648) < 1e-12)
    #expect(abs(first.coordinate.longitude + 1_463_072_519.0 * 180 / 2_147_483_648) < 1e-12)
    #expect(first.time == 1_497_191_571)
    #expect(abs((first.altitude ?? 0) + 0.8) < 1e-5)
    #expect(abs((first.speed ?? 0) - 1.204) < 1e-6)
    #expect(first.sensors == SensorValues(heartRate: 71, cadence: 53.5, temperature: 26))
    #expect(track.segments == [TrackSegment(name: "Lap 1", range: 0..<17)])
  }

  @Test("A wrong checksum is named, and the data used")
  func checksum() throws {
    let document = try document("fit/activity-filecrc.fit")
    #expect(document.tracks[0].points.count == 14)
    #expect(document.skipped.valueCount == 1)
    // 45525 stands there, 41429 is right.
    #expect(document.skipped.first.first?.text == "byte 769: found the checksum 0xB1D5, expected 0xA1D5, as the file adds up")
  }

  @Test("A file that breaks off gives what came before")
  func truncation() throws {
    let document = try document("fit/activity-unexpected-eof.fit")
    #expect(document.tracks[0].points.count == 14)
    #expect(document.skipped.truncation != nil)
  }

  @Test("Saved places are a track of places, as GPSBabel has them")
  func places() throws {
    let track = try document("gpsbabel/Lctns_Instinct.fit").tracks[0]
    let expected = try document("gpsbabel/Lctns_Instinct.gpx").tracks[0]
    #expect(track.waypoints.map(\.name) == expected.waypoints.map(\.name))
    #expect(track.points.count == expected.points.count)
    for index in 0..<min(track.points.count, expected.points.count) {
      #expect(abs(track.points.latitudes[index] - expected.points.latitudes[index]) <= 1e-6)
      #expect(abs(track.points.longitudes[index] - expected.points.longitudes[index]) <= 1e-6)
      #expect(track.points.altitude(at: index) == expected.points.altitude(at: index))
    }
  }

  @Test("What an older recording left behind the end of a file is not taken for a part of it, as in GPSBabel's recovery")
  func leftover() throws {
    let document = try document("gpsbabel/lezyne_super_gps-garmin_fit-sample-bad-endian.fit")
    let points = document.tracks[0].points
    // What `gpsbabel -i garmin_fit,recoverymode=1` gives; behind it is the rest of a ride of the day before.
    #expect(points.count == 804)
    #expect(abs(points.latitudes[0] + 37.720464) < 1e-6)
    #expect(abs(points.longitudes[0] - 144.964863) < 1e-6)
    #expect(points.time(at: 0) == 1_566_100_217)
    #expect(abs(points.latitudes[803] + 37.720602) < 1e-6)
    #expect(abs(points.longitudes[803] - 144.964695) < 1e-6)
    #expect(points.time(at: 803) == 1_566_105_692)
    #expect(document.skipped.truncation?.byteOffset == 0x56D1)
  }
}
