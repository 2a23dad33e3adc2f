// Tests the IGC reader on a flight by others, against what GPSBabel makes of it.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite(.enabled(if: fixturesFolder != nil, "the folder of files by others is not there"))
struct IGCFixtureTests {
  @Test("Every fix of a flight is GPSBabel's")
  func flight() throws {
    let root = try #require(fixturesFolder)
    let document = try FormatRegistry.read(try #require(contents(of: "\(root)/gpsbabel/27GLQKF3.igc")))
    let track = document.tracks[0]
    #expect(document.skipped.isEmpty)
    #expect(track.name == "CHRIS RAZL, LS 4")
    let text = String(decoding: try #require(contents(of: "\(root)/gpsbabel/27GLQKF3.igc.kml")), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    let times = lines.compactMap { Self.inner($0, "when") }.map { TimestampParser.parse(Array($0.utf8).span) }
    let places = lines.compactMap { Self.inner($0, "gx:coord") }.map { $0.split(separator: " ").compactMap { Double($0) } }
    // The track stands there twice, by pressure and by the receiver; both have the same places.
    let count = track.points.count
    #expect(count == 1070)
    try #require(times.count >= count && places.count == 2 * count)
    for index in 0..<count {
      #expect(track.points.time(at: index) == times[index])
      #expect(abs(track.points.longitudes[index] - places[index][0]) <= 1e-6)
      #expect(abs(track.points.latitudes[index] - places[index][1]) <= 1e-6)
      #expect(track.points.altitude(at: index) == places[count + index][2])
    }
    let route = document.routes[0]
    #expect(route.waypoints.map(\.name) == ["05Arthur", "38Lucan", "30Hanove", "27Grand", "05Arthur", "05ARTHUR AP"])
    #expect(abs(route.points.latitudes[1] - 43.1636) < 1e-9)
    #expect(abs(route.points.longitudes[1] + 81.41055) < 1e-9)
  }

  /// What stands between the tags of an element that fills a line.
  private static func inner(_ line: Substring, _ tag: String) -> String? {
    let parts = line.split(whereSeparator: { $0 == "<" || $0 == ">" })
    guard let place = parts.firstIndex(of: Substring(tag)), place + 2 < parts.count, parts[place + 2] == "/\(tag)" else { return nil }
    return String(parts[place + 1])
  }
}
