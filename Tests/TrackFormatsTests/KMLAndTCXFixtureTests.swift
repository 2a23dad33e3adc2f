// Tests TCX and KML files by others against what GPSBabel made of them.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite(.enabled(if: fixturesFolder != nil, "the folder of files by others is not there"))
struct KMLAndTCXFixtureTests {
  static func document(_ name: String) throws -> TrackDocument {
    let bytes = try #require(contents(of: "\(fixturesFolder ?? "")/\(name)"), "\(name)")
    return try FormatRegistry.read(bytes, options: ReadOptions(fileName: name))
  }

  @Test(
    "Tracks are those that GPSBabel reads, position by position",
    arguments: [
      ("bike.tcx", "bike~gpx.gpx", 1812), ("course.tcx", "course~tcx.gpx", 1202), ("gtrnctr_power.tcx", "gtrnctr_power.gpx", 5109),
      ("google_ext.kml", "google_ext~kml.gpx", 451), ("segmented_tracks.kml", "segmented_tracks.gpx", 46),
      ("Placemark-Track-1.kml", "Placemark-Track-1~kml.gpx", 7),
    ])
  func tracks(name: String, sibling: String, count: Int) throws {
    let ours = Track.joined(try Self.document("gpsbabel/\(name)").tracks).points
    let theirs = Track.joined(try Self.document("gpsbabel/\(sibling)").tracks).points
    #expect(ours.count == count)
    try #require(ours.count == theirs.count)
    for index in 0..<count {
      #expect(abs(ours.latitudes[index] - theirs.latitudes[index]) <= 1e-6, "\(index)")
      #expect(abs(ours.longitudes[index] - theirs.longitudes[index]) <= 1e-6, "\(index)")
      // GPSBabel's expectation of the segmented tracks was made from the times of the points beside the lines.
      if name != "segmented_tracks.kml" { #expect(ours.time(at: index) == theirs.time(at: index), "\(index)") }
      let (altitude, other) = (ours.altitude(at: index), theirs.altitude(at: index))
      #expect(altitude == nil ? other ?? 0 == 0 : abs((altitude ?? 0) - (other ?? 0)) <= 1e-3, "\(index)")
    }
  }

  @Test(
    "Names and segments are the expected ones",
    arguments: [
      ("gpsbabel/course.tcx", ["ThursRide"], [263, 939]), ("gpsbabel/bike.tcx", ["Biking 2013-04-30"], [901, 911]),
      ("togeojson/sample.tcx", ["Running 2007-08-07"], [13, 2, 2]), ("gpsbabel/tcxdata.tcx", ["Activity 2026-02-23"], [4]),
      ("gpsbabel/segmented_tracks.kml", ["No Times", "With Times"], [6, 2, 5, 5, 5, 6, 2, 5, 5, 5]),
      ("togeojson/gxmultitrack.kml", ["12/04/2014 11:24 AM"], [13, 13]),
      ("togeojson/multigeometry.kml", ["SF Marina Harbor Master"], [2, 2]),
      ("gpsbabel/27GLQKF3.igc.kml", ["PRESALTTRK", "GNSSALTTRK"], [1070, 1070]), ("gpsbabel/earth-gc.kml", ["Waypoints"], [2]),
      ("togeojson/linear_ring.kml", ["AOI"], [176]), ("togeojson/timespan.kml", ["1"], [3]), ("togeojson/twopoints.kml", [nil], [2]),
      ("togeojson/noname.kml", ["Inline style test"], [11]),
    ] as [(String, [String?], [Int])])
  func shape(name: String, names: [String?], counts: [Int]) throws {
    let document = try Self.document(name)
    #expect(document.tracks.map(\.name) == names)
    #expect(document.tracks.flatMap { $0.segments.map(\.range.count) } == counts)
    #expect(document.skipped.isEmpty)
  }

  @Test("The sensors of an activity are those of the table beside it")
  func sensors() throws {
    let points = try Self.document("gpsbabel/tcxdata.tcx").tracks[0].points
    #expect(points.heartRates == [100, 110, 120, 130])
    #expect(points.cadences == [90, 91, 92, 93])
    #expect(points.powers == [150, 151, 152, 153])
    #expect(points.speeds == [11.163, 11.164, 11.165, 11.166])
  }

  @Test(
    "Files without a usable place are refused with a sentence",
    arguments: ["bad.kml", "ground_overlay.kml", "nogeomplacemark.kml", "null_geometry.kml", "selfclosing.kml"])
  func refused(name: String) throws {
    let bytes = try #require(contents(of: "\(fixturesFolder ?? "")/togeojson/\(name)"))
    #expect(readError(bytes, fileName: name)?.code == .noCoordinates)
  }

  @Test("Every other file loads without a loss, and comes back from our own KML as it was")
  func roundTrips() throws {
    let root = try #require(fixturesFolder)
    var count = 0
    for folder in ["gpsbabel", "togeojson"] {
      for name in fileNames(in: "\(root)/\(folder)") where name.hasSuffix(".kml") || name.hasSuffix(".tcx") {
        guard let document = try? Self.document("\(folder)/\(name)") else { continue }
        #expect(document.skipped.isEmpty, "\(folder)/\(name)")
        let copy = try read(KMLWritingTests.written(document))
        #expect(copy.tracks == document.tracks && copy.routes == document.routes && copy.name == document.name, "\(folder)/\(name)")
        count += 1
      }
    }
    #expect(count >= 25)
  }
}
