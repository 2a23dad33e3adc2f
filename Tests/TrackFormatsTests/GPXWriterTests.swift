// Tests the writing of GPX.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct GPXWriterTests {
  private func written(_ document: TrackDocument) -> String {
    var bytes: [UInt8] = []
    var output = ByteOutput { piece in
      for index in piece.indices { bytes.append(piece[index]) }
      return true
    }
    GPXFormat.write(document, into: &output)
    let isWhole = output.finish()
    #expect(isWhole)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A document with everything in it that GPX can hold.
  private static var rich: TrackDocument {
    let points = TrackPoints([
      Fix(
        coordinate: Coordinate(latitude: 47.123456789012344, longitude: -0.000012345678901234), altitude: 501.5, time: 1_714_545_000.25,
        course: 90.5, speed: 3.25, horizontalAccuracy: 4.5,
        sensors: SensorValues(heartRate: 120, cadence: 88, power: 250, temperature: -3.5)),
      Fix(coordinate: Coordinate(latitude: -90, longitude: -180), sensors: SensorValues(heartRate: 120.5, cadence: 300, power: -20)),
      Fix(coordinate: Coordinate(latitude: Double.leastNonzeroMagnitude, longitude: 179.99999999999997), time: 1_714_545_002),
    ])
    let first = Track(
      name: "A <b> & \"c\" ]]> é", points: points,
      segments: [TrackSegment(name: "Lap & 1", range: 0..<1), TrackSegment(range: 1..<3)],
      waypoints: [
        Waypoint(name: "Hut", coordinate: Coordinate(latitude: 1, longitude: 2), altitude: 900, time: 1_714_545_001.5, symbol: "Lodge"),
        Waypoint(name: "There", coordinate: Coordinate(latitude: -90, longitude: -180), pointIndex: 1),
      ], utcOffset: -12_600)
    let second = Track(name: nil, points: TrackPoints([Fix(coordinate: Coordinate(latitude: 1, longitude: 1))]))
    let plan = TrackPoints([
      Fix(coordinate: Coordinate(latitude: 3, longitude: 4), altitude: 7), Fix(coordinate: Coordinate(latitude: 5, longitude: 6)),
    ])
    let route = Track(
      name: "Plan", points: plan,
      waypoints: [Waypoint(name: "A", coordinate: Coordinate(latitude: 3, longitude: 4), altitude: 7, pointIndex: 0)], utcOffset: 3600)
    return TrackDocument(format: "gpx", name: "Both & more", tracks: [first, second], routes: [route])
  }

  @Test("What is written is read back as it was")
  func roundTrip() throws {
    #expect(try read(written(Self.rich)) == Self.rich)
    #expect(GPXFormat.losses(of: Self.rich).isEmpty)
  }

  @Test("A document reads back alike once it has been written")
  func golden() throws {
    let document = try read(GPXFormatTests.golden)
    #expect(try read(written(document)) == document)
  }

  @Test("The elements stand as the schema has them")
  func golden11() {
    let text = written(Self.rich)
    #expect(
      text.contains(
        """
        <metadata><name>Both &amp; more</name></metadata>
        <wpt lat="1" lon="2"><ele>900</ele><time>2024-05-01T06:30:01.5Z</time><name>Hut</name><sym>Lodge</sym></wpt>
        <wpt lat="-90" lon="-180"><name>There</name></wpt>
        <rte>
        <name>Plan</name>
        <extensions><trackview:utcOffset>3600</trackview:utcOffset></extensions>
        <rtept lat="3" lon="4"><ele>7</ele><name>A</name></rtept>
        <rtept lat="5" lon="6"></rtept>
        </rte>
        <trk>
        <name>A &lt;b&gt; &amp; "c" ]]&gt; é</name>
        <extensions><trackview:utcOffset>-12600</trackview:utcOffset></extensions>
        <trkseg>
        <trkpt lat="47.123456789012344" lon="-0.000012345678901234"><ele>501.5</ele><time>2024-05-01T06:30:00.25Z</time><extensions>\
        <gpxtpx:TrackPointExtension><gpxtpx:atemp>-3.5</gpxtpx:atemp><gpxtpx:hr>120</gpxtpx:hr><gpxtpx:cad>88</gpxtpx:cad>\
        <gpxtpx:speed>3.25</gpxtpx:speed><gpxtpx:course>90.5</gpxtpx:course></gpxtpx:TrackPointExtension>\
        <pwr:PowerInWatts>250</pwr:PowerInWatts><trackview:hAcc>4.5</trackview:hAcc></extensions></trkpt>
        <extensions><trackview:name>Lap &amp; 1</trackview:name></extensions>
        </trkseg>
        """))
  }

  @Test("Every element stands within what the schema lets it stand in, behind what has to be before it")
  func order() throws {
    try SchemaWalk.check(written(Self.rich))
    try SchemaWalk.check(written(try read(GPXFormatTests.golden)))
    try SchemaWalk.check(written(TrackDocument(format: "x", tracks: [])))
  }

  @Test("A name of a point that lies on an earlier point stays with its own")
  func crossing() throws {
    let lap = (0..<40).map { Fix(coordinate: Coordinate(latitude: Double($0 % 20), longitude: 1)) }
    let names = [3, 23, 39].map { Waypoint(name: "P\($0)", coordinate: lap[$0].coordinate, pointIndex: $0) }
    let document = TrackDocument(format: "gpx", tracks: [Track(points: TrackPoints(lap), waypoints: names)])
    let result = try read(written(document)).tracks[0].waypoints
    #expect(result.sorted { ($0.pointIndex ?? 0) < ($1.pointIndex ?? 0) } == names)
  }

  @Test("Places of a second track that are its points stay with it, and of too many none is lost")
  func secondTrack() throws {
    let fixes = (0..<40).map { Fix(coordinate: Coordinate(latitude: Double($0), longitude: 1), altitude: 5) }
    func document(_ count: Int) -> TrackDocument {
      let names = (0..<count).map { Waypoint(name: "P\($0)", coordinate: fixes[$0].coordinate, altitude: 5, pointIndex: $0) }
      return TrackDocument(
        format: "gpx", tracks: [Track(points: TrackPoints([fixes[39]])), Track(points: TrackPoints(fixes), waypoints: names)])
    }
    #expect(try read(written(document(4))) == document(4))
    #expect(try read(written(document(30))).tracks[0].waypoints.map(\.name) == (0..<30).map { "P\($0)" })
  }

  @Test("The longitude 180 is written as the schema has it")
  func dateLine() throws {
    let track = Track(points: TrackPoints([Fix(coordinate: Coordinate(latitude: 0, longitude: 180))]))
    #expect(written(TrackDocument(format: "gpx", tracks: [track])).contains("<trkpt lat=\"0\" lon=\"-180\">"))
  }

  @Test("What GPX cannot hold is said")
  func losses() {
    let points = TrackPoints([
      Fix(coordinate: Coordinate(latitude: 0, longitude: 0), time: 1e13), Fix(coordinate: Coordinate(latitude: 1, longitude: 0)),
    ])
    let route = Track(points: points, segments: [TrackSegment(range: 0..<1), TrackSegment(range: 1..<2)])
    let places = [Waypoint(name: "", coordinate: Coordinate(latitude: 0, longitude: 0))]
    let document = TrackDocument(format: "gpx", tracks: [Track(points: points, waypoints: places)], routes: [route])
    #expect(
      GPXFormat.losses(of: document) == [
        "the segments of 1 route", "the times of 2 points, in years beyond 1 to 9999", "1 place without a name",
      ])
    #expect(!written(document).contains("<time>"))
  }

  @Test("Characters that XML cannot hold are left out of names")
  func names() throws {
    let track = Track(name: "a\u{1}b\u{FFFF}", points: TrackPoints([Fix(coordinate: Coordinate(latitude: 0, longitude: 0))]))
    #expect(try read(written(TrackDocument(format: "gpx", tracks: [track]))).tracks[0].name == "ab")
  }

  @Test("Any position gives the same number again")
  func positions() throws {
    var generator = SeededGenerator(seed: 11)
    var fixes: [Fix] = []
    for _ in 0..<3000 {
      let scale = Double(sign: .plus, exponent: -Int.random(in: 0...60, using: &generator), significand: 1)
      fixes.append(
        Fix(
          coordinate: Coordinate(
            latitude: Double.random(in: -90...90, using: &generator) * scale,
            longitude: Double.random(in: -180..<180, using: &generator) * scale),
          altitude: Double(Float.random(in: -1e4...1e4, using: &generator) * Float(scale))))
    }
    let document = TrackDocument(format: "gpx", tracks: [Track(points: TrackPoints(fixes))])
    #expect(try read(written(document)) == document)
  }

  @Test(
    "Numbers are written without exponents",
    arguments: [
      (1, "1"), (0.5, "0.5"), (-0.00001, "-0.00001"), (1.25e-7, "0.000000125"), (1e22, "10000000000000000000000"),
      (-1.5e17, "-150000000000000000"),
      (Double.leastNonzeroMagnitude, "0." + String(repeating: "0", count: 323) + "5"), (0, "0"),
    ] as [(Double, String)])
  func decimals(number: Double, text: String) {
    #expect(PlainDecimal.text(number) == text)
    #expect(Double(text) == number)
  }
}

/// Walks over a GPX 1.1 document and checks the order of its elements against the sequences of the schema, by hand.
private enum SchemaWalk {
  private static let point = ["ele", "time", "name", "sym", "extensions"]
  /// The children that an element may have, in their order; those that may be repeated.
  private static let children: [String: [String]] = [
    "gpx": ["metadata", "wpt", "rte", "trk"], "metadata": ["name"], "wpt": point, "rtept": point, "trkpt": point,
    "rte": ["name", "extensions", "rtept"], "trk": ["name", "extensions", "trkseg"], "trkseg": ["trkpt", "extensions"],
    "gpxtpx:TrackPointExtension": ["gpxtpx:atemp", "gpxtpx:hr", "gpxtpx:cad", "gpxtpx:speed", "gpxtpx:course"],
  ]
  private static let repeated: Set<String> = ["wpt", "rte", "trk", "rtept", "trkseg", "trkpt"]

  static func check(_ text: String) throws {
    var open: [(name: String, last: String?)] = [("", nil)]
    for piece in text.split(separator: "<").dropFirst() {
      let tag = String(piece.prefix { $0 != ">" && $0 != " " && $0 != "\n" })
      if tag.hasPrefix("/") {
        #expect(open.removeLast().name == String(tag.dropFirst()))
        continue
      }
      let parent = open[open.count - 1]
      if let allowed = children[parent.name] {
        let place = try #require(allowed.firstIndex(of: tag), "\(tag) in \(parent.name)")
        if let last = parent.last.flatMap({ allowed.firstIndex(of: $0) }) {
          #expect(place > last || (place == last && repeated.contains(tag)), "\(tag) behind \(parent.last ?? "") in \(parent.name)")
        }
      } else if parent.name == "extensions" {
        // Elements of other namespaces only.
        #expect(tag.contains(":"))
      } else {
        #expect(parent.name.isEmpty && (tag == "gpx" || tag.hasPrefix("?xml")), "\(tag) in \(parent.name)")
      }
      open[open.count - 1].last = tag
      if !tag.hasPrefix("?") { open.append((tag, nil)) }
    }
    #expect(open.count == 1)
  }
}
