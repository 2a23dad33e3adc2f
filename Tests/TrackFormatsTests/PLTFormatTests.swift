// Tests OziExplorer's and GeoLife's track files.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct PLTFormatTests {
  static let golden = """
    OziExplorer Track Point File Version 2.1
    WGS 84
    Altitude is in Feet
    Reserved 3
    0,2,255,Vézelay / Cuncy          ,1,0,2,8421376,0
    3
      47.466222,   3.747318,1, 1000,39307.3279977, 13-août-07, 07:52:19
      47.466150,   3.747233,0, -777,39307.328
      47.466130,   3.747113,1, 1243.4,0

    """

  @Test("An OziExplorer file reads: feet, days, breaks, the name")
  func golden() throws {
    let document = try read(Self.golden)
    #expect(document.format == "plt")
    #expect(document.skipped.isEmpty)
    #expect(document.name == "Vézelay / Cuncy")
    let track = document.tracks[0]
    #expect(track.isDatumStated)
    #expect(track.pairs[0] == [3.747318, 47.466222])
    #expect((0..<3).map { track.points.altitude(at: $0) } == [Double(Float(304.8)), nil, Double(Float(1243.4 * 0.3048))])
    // 2007-08-13T07:52:19Z; 39307.328 is 19.2 s behind 07:52, and nothing rounds that.
    #expect(track.points.time(at: 0) == 1_186_991_539)
    #expect(abs((track.points.time(at: 1) ?? 0) - 1_186_991_539.2) < 1e-4)
    #expect(track.points.time(at: 2) == nil)
    #expect(track.segments.map(\.range) == [0..<2, 2..<3])
  }

  @Test("A GeoLife trajectory reads, by its days or else its date and time")
  func geolife() throws {
    let header = "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n"
    let document = try read(
      header + "39.984702,116.318417,0,492,39744.1201851852,2008-10-23,02:53:04\n39.984683,116.31845,0,-777,,2008-10-23,02:53:10\n")
    let points = document.tracks[0].points
    #expect((0..<2).map { points.time(at: $0) } == [1_224_730_384, 1_224_730_390])
    #expect(document.tracks[0].pairs[0] == [116.318417, 39.984702])
    #expect(document.skipped.isEmpty)
  }

  @Test("Another datum is named")
  func datum() throws {
    let document = try read(Self.golden.replacingFirst("WGS 84", "Tokyo"))
    #expect(!document.tracks[0].isDatumStated)
    #expect(document.skipped.first.map(\.text) == ["line 2: found the datum \"Tokyo\", expected WGS 84, as which the positions are taken"])
  }

  @Test("A broken line is skipped and named", arguments: ["x", "47.1", "47.1,x,0", "91,2,0,0,0", "47;2;0"])
  func broken(line: String) throws {
    let document = try read(Self.golden + line + "\n")
    #expect(document.tracks[0].points.count == 3)
    #expect(document.skipped.first.map(\.line) == [10])
  }

  @Test("A header alone has no track point")
  func empty() { #expect(readError("OziExplorer Track Point File Version 2.1\nWGS 84\n")?.code == .noCoordinates) }

  @Test(
    "A file by another program agrees with what gpsbabel makes of it",
    .enabled(if: fixturesFolder != nil, "the folder of files by others is not there"))
  func fixture() throws {
    let folder = (fixturesFolder ?? "") + "/gpsbabel/"
    let ours = try FormatRegistry.read(try #require(contents(of: folder + "20070813_short.plt")))
    let theirs = try FormatRegistry.read(try #require(contents(of: folder + "20070813_short~plt.gpx")))
    #expect(ours.name == "Vézelay / Cuncy-lès-Varzy")
    let (one, other) = (ours.tracks[0].points, theirs.tracks[0].points)
    #expect(one.count == other.count)
    for index in 0..<min(one.count, other.count) {
      #expect(one.coordinate(at: index) == other.coordinate(at: index))
      #expect(abs((one.altitude(at: index) ?? -1) - (other.altitude(at: index) ?? -2)) < 0.01)
      // gpsbabel takes the fraction of the day for that of the second: 07:52:19.328 for 07:52:19.
      #expect(abs((one.time(at: index) ?? -1) - (other.time(at: index) ?? -2)) < 1)
    }
  }
}

extension String {
  /// The text with the first occurrence of a piece replaced.
  fileprivate func replacingFirst(_ piece: String, _ replacement: String) -> String {
    let parts = split(separator: piece, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.joined(separator: replacement)
  }
}
