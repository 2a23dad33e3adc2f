// Tests writing KML.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct KMLWritingTests {
  /// The text that a document is written as.
  static func written(_ document: TrackDocument) -> String {
    final class Sink { var bytes: [UInt8] = [] }
    let sink = Sink()
    var output = ByteOutput { piece in
      piece.withUnsafeBufferPointer { sink.bytes.append(contentsOf: $0) }
      return true
    }
    KMLFormat.write(document, into: &output)
    let isWritten = output.finish()
    #expect(isWritten)
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  static func points(_ fixes: [(Double, Double, Double?, Double?)]) -> TrackPoints {
    TrackPoints(fixes.map { Fix(coordinate: Coordinate(latitude: $0.0, longitude: $0.1), altitude: $0.2, time: $0.3) })
  }

  @Test("A timed track is written as Google's documentation shows")
  func golden() {
    var points = TrackPoints()
    points.append(
      Fix(
        coordinate: Coordinate(latitude: 47.2, longitude: 8.2), altitude: 501.5, time: 1_714_545_000.25,
        sensors: SensorValues(heartRate: 120)))
    points.append(Fix(coordinate: Coordinate(latitude: -47.3, longitude: -8.3), time: 1_714_545_001))
    let waypoint = Waypoint(name: "A & B", coordinate: Coordinate(latitude: 1, longitude: 2.5), altitude: 3, time: 0, symbol: "Flag")
    let track = Track(name: "<T>", points: points, waypoints: [waypoint], utcOffset: 7200)
    #expect(
      Self.written(TrackDocument(format: "kml", name: "D", tracks: [track])) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <Document>
        <name>D</name>
        <Schema id="values">
        <gx:SimpleArrayField name="heartrate" type="float"><displayName>Heart rate (1/min)</displayName></gx:SimpleArrayField>
        </Schema>
        <Placemark>
        <name>&lt;T&gt;</name>
        <gx:Track>
        <altitudeMode>absolute</altitudeMode>
        <when>2024-05-01T08:30:00.25+02:00</when>
        <when>2024-05-01T08:30:01+02:00</when>
        <gx:coord>8.2 47.2 501.5</gx:coord>
        <gx:coord>-8.3 -47.3</gx:coord>
        <ExtendedData><SchemaData schemaUrl="#values">
        <gx:SimpleArrayData name="heartrate">
        <gx:value>120</gx:value>
        <gx:value></gx:value>
        </gx:SimpleArrayData>
        </SchemaData></ExtendedData>
        </gx:Track>
        </Placemark>
        <Placemark>
        <name>A &amp; B</name>
        <TimeStamp><when>1970-01-01T02:00:00+02:00</when></TimeStamp>
        <ExtendedData>
        <Data name="symbol"><value>Flag</value></Data>
        </ExtendedData>
        <Point><altitudeMode>absolute</altitudeMode><coordinates>2.5,1,3</coordinates></Point>
        </Placemark>
        </Document>
        </kml>

        """)
  }

  @Test("Untimed segments are lines of a MultiGeometry, with their names beside them")
  func lines() {
    let track = Track(
      points: Self.points([(1, 2, nil, nil), (3, 4, nil, nil)]),
      segments: [TrackSegment(range: 0..<1), TrackSegment(name: "Two", range: 1..<2)])
    let text = Self.written(TrackDocument(format: "kml", tracks: [track]))
    #expect(
      text.contains(
        """
        <Placemark>
        <ExtendedData>
        <Data name="segment 2"><value>Two</value></Data>
        </ExtendedData>
        <MultiGeometry>
        <LineString><tessellate>1</tessellate><coordinates>
        2,1
        </coordinates></LineString>
        <LineString><tessellate>1</tessellate><coordinates>
        4,3
        </coordinates></LineString>
        </MultiGeometry>
        </Placemark>
        """))
  }

  @Test("Documents come back as they were", arguments: 0..<200)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let document = Self.document(from: &generator)
    let text = Self.written(document)
    #expect(try read(text) == document, "seed \(seed)")
    #expect(KMLFormat.losses(of: document).isEmpty, "seed \(seed)")
  }

  /// A document of everything that KML keeps.
  static func document(from generator: inout SeededGenerator) -> TrackDocument {
    let isTimed = Bool.random(using: &generator)
    let tracks = (0..<Int.random(in: 1...3, using: &generator)).map { _ in track(isTimed: isTimed, from: &generator) }
    let routes = isTimed && Bool.random(using: &generator) ? [track(isTimed: false, from: &generator)] : []
    return TrackDocument(format: "kml", name: name(from: &generator), tracks: tracks, routes: routes)
  }

  static func name(from generator: inout SeededGenerator) -> String? {
    ["a < b & c > d \"e\" 'f'", "上地 → 天安门", "Lap 1", "]]>", nil].randomElement(using: &generator) ?? nil
  }

  static func track(isTimed: Bool, from generator: inout SeededGenerator) -> Track {
    let count = Int.random(in: 1...20, using: &generator)
    let base = Double(Int.random(in: 0...2_000_000_000, using: &generator))
    var points = TrackPoints()
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
    func maybe(_ range: ClosedRange<Double>) -> Double? { Bool.random(using: &generator) ? number(range) : nil }
    let hasSensors = isTimed && Bool.random(using: &generator)
    for index in 0..<count {
      var fix = Fix(coordinate: Coordinate(latitude: number(1...90), longitude: number(-180...(-1))), altitude: maybe(1...9000))
      if isTimed, index == 0 || index % 5 != 4 { fix.time = base + Double(index) + 0.25 }
      if hasSensors {
        (fix.speed, fix.course, fix.horizontalAccuracy) = (maybe(1...30), maybe(1...359), maybe(1...30))
        fix.sensors = SensorValues(
          heartRate: maybe(40...200), cadence: maybe(1...120), power: maybe(1...900), temperature: maybe(-40...(-1)))
      }
      points.append(fix)
    }
    let middle = Int.random(in: 0...count, using: &generator)
    let segments = [0..<middle, middle..<count].filter { !$0.isEmpty }.map { TrackSegment(name: name(from: &generator), range: $0) }
    let places = (0..<Int.random(in: 0...2, using: &generator)).map { index in
      Waypoint(
        name: "W\(index)", coordinate: index == 0 ? points.coordinate(at: 0) : Coordinate(latitude: -1, longitude: 5.5),
        altitude: 7, time: isTimed ? base : nil, symbol: index == 0 ? "Flag" : nil, pointIndex: index == 0 ? 0 : nil)
    }
    let hasOffset = isTimed && Bool.random(using: &generator)
    return Track(
      name: name(from: &generator), points: points, segments: segments, waypoints: places, utcOffset: hasOffset ? -12_600 : nil)
  }

  @Test("What KML cannot hold is said")
  func losses() {
    let timed = Track(points: Self.points([(1, 2, 0, 5), (1, 3, 0, 6)]))
    var fast = TrackPoints()
    fast.append(Fix(coordinate: Coordinate(latitude: 1, longitude: 2), speed: 3))
    let untimed = Track(points: fast)
    #expect(
      KMLFormat.losses(of: TrackDocument(format: "gpx", tracks: [timed, untimed], routes: [timed])) == [
        "the times of 2 points of routes",
        "the speeds, courses, accuracies and sensor values of 1 point without times",
        "the altitudes of 4 points, all of them 0", "that 1 track without times is no route",
      ])
    let plain = Track(points: Self.points([(1, 2, nil, nil)]))
    let planned = TrackDocument(format: "gpx", tracks: [plain], routes: [plain, plain])
    #expect(KMLFormat.losses(of: planned) == ["that 2 routes beside the tracks are planned"])
  }
}
