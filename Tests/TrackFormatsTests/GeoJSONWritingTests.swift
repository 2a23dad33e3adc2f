// Tests the writing of GeoJSON.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct GeoJSONWritingTests {
  /// A document as GeoJSON.
  static func text(of document: TrackDocument) -> String {
    nonisolated(unsafe) var bytes: [UInt8] = []
    var output = ByteOutput { piece in
      for index in piece.indices { bytes.append(piece[index]) }
      return true
    }
    GeoJSONFormat.write(document, into: &output)
    let isWhole = output.finish()
    #expect(isWhole)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A track of two segments, the second of one point, with everything that a fix can have.
  static var rich: Track {
    var builder = TrackBuilder(name: "Tag \"1\"\\")
    builder.utcOffset = 28_800
    builder.beginSegment(name: "lap")
    builder.append(
      Fix(
        coordinate: Coordinate(latitude: 39.90716, longitude: 116.3912757), altitude: 50.5, time: 1_714_552_200.25, course: 10, speed: 2.5,
        horizontalAccuracy: 4, sensors: SensorValues(heartRate: 120, cadence: 80, power: 200, temperature: 21.5)))
    builder.append(Fix(coordinate: Coordinate(latitude: 39.908, longitude: -116.392), altitude: 51, time: nil))
    builder.beginSegment()
    builder.append(Fix(coordinate: Coordinate(latitude: 0, longitude: 1e-7), time: 1_714_552_203))
    builder.waypoints = [
      Waypoint(name: "门", coordinate: Coordinate(latitude: 1, longitude: 2), altitude: 3.5, time: 5, symbol: "Flag"),
      Waypoint(name: "on", coordinate: Coordinate(latitude: 39.908, longitude: -116.392), pointIndex: 1),
    ]
    return builder.track() ?? Track(points: TrackPoints())
  }

  @Test("A document is written as RFC 7946 says")
  func golden() {
    let points = TrackPoints([
      Fix(coordinate: Coordinate(latitude: 2, longitude: 1), altitude: 3, time: 0),
      Fix(coordinate: Coordinate(latitude: 5, longitude: 4), altitude: 6),
    ])
    let place = Waypoint(name: "a\u{1}", coordinate: Coordinate(latitude: 8, longitude: 7.5))
    let document = TrackDocument(format: "gpx", name: "d", tracks: [Track(name: "t", points: points, waypoints: [place])])
    #expect(
      Self.text(of: document) == #"""
        {"type":"FeatureCollection","name":"d","features":[
        {"type":"Feature","properties":{"name":"t","coordTimes":["1970-01-01T00:00:00Z",null],"coordinateProperties":{"times":["1970-01-01T00:00:00Z",null]}},"geometry":{"type":"LineString","coordinates":[[1,2,3],[4,5,6]]}},
        {"type":"Feature","properties":{"name":"a\u0001"},"geometry":{"type":"Point","coordinates":[7.5,8]}}
        ]}

        """#)
  }

  @Test("What is written is read again as it was")
  func roundTrip() throws {
    let route = Track(name: "way", points: TrackPoints([1, 2, 3].map { Fix(coordinate: Coordinate(latitude: $0, longitude: 0)) }))
    let document = TrackDocument(format: "geojson", name: "two\n\"days\"", tracks: [Self.rich], routes: [route])
    let again = try read(Self.text(of: document))
    #expect(again.tracks.count == 1)
    let track = try #require(again.tracks.first)
    #expect(track.points == Self.rich.points)
    #expect(track.segments == Self.rich.segments)
    #expect(track.waypoints == Self.rich.waypoints)
    #expect(track.name == Self.rich.name)
    #expect(track.utcOffset == 28_800)
    #expect(again.routes == document.routes)
    #expect(again.name == "two \"days\"")
    #expect(again.skipped.isEmpty)
    #expect(try read(Self.text(of: again)).tracks == again.tracks)
  }

  @Test("Millions of digits come back to the last one", arguments: [1, 2, 3] as [UInt64])
  func exact(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let points = TrackPoints(
      (0..<5000).map { index in
        Fix(
          coordinate: Coordinate(
            latitude: .random(in: -90...90, using: &generator), longitude: .random(in: -180..<180, using: &generator)),
          altitude: .random(in: -400...9000, using: &generator), time: 1.7e9 + Double(index) + 0.125)
      })
    let again = try read(Self.text(of: TrackDocument(format: "geojson", tracks: [Track(points: points)])))
    #expect(again.tracks.first?.points == points)
  }

  @Test("What is lost is said")
  func losses() {
    #expect(
      GeoJSONFormat.losses(of: TrackDocument(format: "gpx", tracks: [Track(points: Self.rich.points)])) == [
        "the altitudes of 2 points in segments where other points have none"
      ])
    #expect(GeoJSONFormat.losses(of: TrackDocument(format: "gpx", tracks: [Self.rich])).isEmpty)
    let late = Track(points: TrackPoints([Fix(coordinate: Coordinate(latitude: 0, longitude: 0), time: 1e12)]))
    #expect(
      GeoJSONFormat.losses(of: TrackDocument(format: "gpx", tracks: [late, Self.rich])) == [
        "the times of 1 points outside the years 1 to 9999", "to which track 2 waypoints belong",
      ])
  }

  @Test("A failed output ends the writing")
  func failure() {
    let points = TrackPoints((0..<200_000).map { Fix(coordinate: Coordinate(latitude: 0, longitude: Double($0) / 2000)) })
    nonisolated(unsafe) var pieces = 0
    var output = ByteOutput { _ in
      pieces += 1
      return false
    }
    GeoJSONFormat.write(TrackDocument(format: "gpx", tracks: [Track(points: points)]), into: &output)
    let isWhole = output.finish()
    #expect(!isWhole)
    #expect(pieces == 1)
  }
}
