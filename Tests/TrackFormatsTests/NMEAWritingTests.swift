// Tests the writer of NMEA 0183.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct NMEAWritingTests {
  private func written(_ tracks: [Track]) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      var output = ByteOutput { piece in
        piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        return true
      }
      NMEAFormat.write(TrackDocument(format: "test", tracks: tracks), into: &output)
      let isWhole = output.finish()
      #expect(isWhole)
    }
    return bytes
  }

  private func track(_ fixes: [Fix]) -> Track { Track(points: TrackPoints(fixes)) }

  @Test("A point is a GGA and an RMC with checksums and the line ends of the standard")
  func golden() {
    let fix = Fix(
      coordinate: Coordinate(latitude: 48.1173, longitude: -11.516666666666667), altitude: 545.4, time: 764_426_119.25, course: 84.4,
      speed: 11.523555555555555)
    // The checksums are those that gpsbabel and gpsdecode accept.
    let expected =
      nmea("GPGGA,123519.250,4807.038000,N,01131.000000,W,1,,,545.40,M,,M,,")
      + nmea("GPRMC,123519.250,A,4807.038000,N,01131.000000,W,22.400,84.40,230394,,,A")
    #expect(String(decoding: written([track([fix])]), as: UTF8.self) == expected)
  }

  @Test("Minutes are never rounded up to 60, and the ends of the world are written")
  func edges() {
    let fixes = [(0.9999999999, 179.9999999999), (-90.0, -180.0), (-1e-12, 0)].map {
      Fix(coordinate: Coordinate(latitude: $0.0, longitude: $0.1))
    }
    let text = String(decoding: written([track(fixes)]), as: UTF8.self)
    #expect(text.contains(",0100.000000,N,18000.000000,E,"))
    #expect(text.contains(",9000.000000,S,18000.000000,W,"))
  }

  @Test("Reading again gives the points back within the digits written")
  func roundTrip() throws {
    let seed: UInt64 = 0x4E4D
    var generator = SeededGenerator(seed: seed)
    var time = -2_000_000_000.0
    let fixes = (0..<2000).map { index in
      time += Double.random(in: 0.02...4_000_000, using: &generator)
      return Fix(
        coordinate: Coordinate(
          latitude: .random(in: -90...90, using: &generator), longitude: .random(in: -180...180, using: &generator)),
        altitude: index % 3 == 0 ? nil : .random(in: -400...9000, using: &generator), time: time,
        course: index % 5 == 0 ? nil : .random(in: 0..<359, using: &generator),
        speed: index % 7 == 0 ? nil : .random(in: 0...300, using: &generator))
    }
    let document = try FormatRegistry.read(written([track(fixes)]))
    #expect(document.skipped.isEmpty)
    let points = document.tracks[0].points
    try #require(points.count == fixes.count)
    for (index, fix) in fixes.enumerated() {
      #expect(abs(points.latitudes[index] - fix.coordinate.latitude) < 1e-8, "seed \(seed), point \(index)")
      #expect(abs(points.longitudes[index] - fix.coordinate.longitude) < 1e-8, "seed \(seed), point \(index)")
      #expect(abs(points.times[index] - (fix.time ?? 0)) < 6e-4, "seed \(seed), point \(index)")
      #expect((points.altitude(at: index) == nil) == (fix.altitude == nil))
      #expect(abs((points.altitude(at: index) ?? 0) - (fix.altitude ?? 0)) < 0.006)
      #expect(abs((points.speed(at: index) ?? 0) - (fix.speed ?? 0)) < 0.0003)
      #expect(abs((points.course(at: index) ?? 0) - (fix.course ?? 0)) < 0.006)
    }
  }

  @Test("A track without times gets one second a point, and that is told")
  func untimed() throws {
    let place = Coordinate(latitude: 1, longitude: 2)
    let plain = track([Fix(coordinate: place), Fix(coordinate: place)])
    let document = TrackDocument(format: "test", tracks: [plain, plain])
    #expect(
      try FormatRegistry.read(written(document.tracks)).tracks[0].points.times == [946_684_800, 946_684_801, 946_684_802, 946_684_803])
    #expect(
      NMEAFormat.losses(of: document) == [
        "the borders of 2 segments", "points without times; 4 get one second each, from 2000-01-01 on",
      ])
  }

  @Test("A point without a time among others is written without one")
  func partlyTimed() throws {
    let place = Coordinate(latitude: 1, longitude: 2)
    let points = try FormatRegistry.read(
      written([
        track([Fix(coordinate: place, time: 1e9), Fix(coordinate: place), Fix(coordinate: place), Fix(coordinate: place, time: 1e9 + 9)])
      ])
    ).tracks[0].points
    #expect(points.count == 4)
    #expect(points.time(at: 1) == nil && points.time(at: 2) == nil)
    #expect(points.time(at: 3) == 1e9 + 9)
  }

  @Test("Nothing is lost of a plain track")
  func lossless() {
    let fix = Fix(coordinate: Coordinate(latitude: 1, longitude: 2), altitude: 3, time: 1e9, course: 4, speed: 5)
    #expect(NMEAFormat.losses(of: TrackDocument(format: "test", tracks: [track([fix])])).isEmpty)
  }
}
