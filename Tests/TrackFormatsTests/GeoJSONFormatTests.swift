// Tests the reading of GeoJSON.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct GeoJSONFormatTests {
  static let golden = """
    {"type":"FeatureCollection","name":"Morning","features":[
     {"type":"Feature","properties":{"name":"run","coordTimes":["2024-05-01T08:30:00Z","2024-05-01T08:30:01.5Z",null],
       "coordinateProperties":{"heart":[120,null,125],"cads":[80,81,82]}},
      "geometry":{"type":"LineString","coordinates":[[116.391,39.907,50.5],[116.392,39.908,51],[116.393,39.909,52]]}},
     {"type":"Feature","geometry":{"coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]],"type":"MultiLineString"},
      "properties":{"title":"two","times":[[1714552200,1714552201],[1714552202000,1714552203000]]}},
     {"type":"Feature","properties":{"name":"gate","sym":"Flag"},"geometry":{"type":"Point","coordinates":[116.392,39.908]}}
    ]}
    """

  @Test("Lines become tracks with their segments, times and sensors, points become waypoints")
  func golden() throws {
    let document = try read(Self.golden)
    #expect(document.format == "geojson")
    #expect(document.name == "Morning")
    #expect(document.skipped.isEmpty)
    #expect(document.tracks.map(\.name) == ["run", "two"])
    let run = try #require(document.tracks.first)
    #expect(run.pairs == [[116.391, 39.907], [116.392, 39.908], [116.393, 39.909]])
    #expect((0..<3).map { run.points.altitude(at: $0) } == [50.5, 51, 52])
    #expect((0..<3).map { run.points.time(at: $0) } == [1_714_552_200, 1_714_552_201.5, nil])
    #expect((0..<3).map { run.points.sensors(at: $0).heartRate } == [120, nil, 125])
    #expect((0..<3).map { run.points.sensors(at: $0).cadence } == [80, 81, 82])
    #expect(run.waypoints.map(\.name) == ["gate"])
    #expect(run.waypoints.first?.pointIndex == 1)
    #expect(run.waypoints.first?.symbol == "Flag")
    let two = document.tracks[1]
    #expect(two.segments.map(\.range) == [0..<2, 2..<4])
    #expect(two.points.times == [1_714_552_200, 1_714_552_201, 1_714_552_202, 1_714_552_203])
  }

  @Test(
    "Every geometry gives its positions, with or without a feature",
    arguments: [
      (#"{"type":"Point","coordinates":[1,2]}"#, [[1, 2]], 1),
      (#"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#, [[1, 2], [3, 4]], 1),
      (#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, [[1, 2], [3, 4]], 1),
      (#"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}"#, [[1, 2], [3, 4], [5, 6], [7, 8]], 2),
      (#"{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]}"#, [[1, 2], [3, 4], [5, 6], [1, 2]], 1),
      (
        #"{"type":"MultiPolygon","coordinates":[[[[1,2],[3,4],[1,2]]],[[[5,6],[7,8],[5,6]]]]}"#,
        [[1, 2], [3, 4], [1, 2], [5, 6], [7, 8], [5, 6]], 2
      ),
      (
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[9,9]},{"type":"LineString","coordinates":[[1,2],[3,4]]}]}"#,
        [[1, 2], [3, 4]], 1
      ),
    ] as [(String, [[Int]], Int)])
  func geometries(text: String, pairs: [[Int]], segments: Int) throws {
    let wanted = pairs.map { $0.map(Double.init) }
    let feature = #"{"type":"Feature","properties":null,"geometry":\#(text)}"#
    for whole in [text, feature, #"{"type":"FeatureCollection","features":[\#(feature)]}"#, "[\(feature)]", "\u{1E}\(feature)\n"] {
      let document = try read(whole)
      #expect(document.tracks.count == 1)
      #expect(document.tracks.first?.pairs == wanted)
      #expect(document.tracks.first?.segments.count == segments)
      #expect(document.skipped.isEmpty)
    }
  }

  @Test("The order of members does not matter")
  func order() throws {
    let one =
      #"{"type":"Feature","properties":{"name":"a","coordTimes":[10,20]},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#
    let other =
      #"{"geometry":{"coordinates":[[1,2],[3,4]],"type":"LineString"},"properties":{"coordTimes":[10,20],"name":"a"},"type":"Feature"}"#
    #expect(try read(one) == read(other))
    #expect(try read(one).tracks.first?.points.times == [10, 20])
  }

  @Test("Members of the same names elsewhere mean nothing")
  func decoys() throws {
    let text = #"""
      {"type":"Feature","bbox":[0,0,9,9],"id":{"coordinates":[[8,8]]},"foreign":{"type":"Point","geometry":{"type":"Point","coordinates":[7,7]}},
       "properties":{"geometry":{"type":"LineString","coordinates":[[6,6],[5,5]]},"type":"Point","coordinates":[[4,4]],
         "features":[{"name":"no"}],"x":{"name":"inner","times":[1,2]},"name":"yes"},
       "geometry":{"type":"LineString","properties":{"name":"not this"},"coordinates":[[1,2],[3,4]],"bbox":[1,2,3,4]}}
      """#
    let document = try read(text)
    #expect(document.tracks.map(\.pairs) == [[[1, 2], [3, 4]]])
    #expect(document.tracks.first?.name == "yes")
    #expect(document.tracks.first?.points.hasTimes == false)
    #expect(document.skipped.isEmpty)
  }

  @Test(
    "Times are told by their size or their text",
    arguments: [
      ("1714552200", 1_714_552_200), ("1714552200500", 1_714_552_200.5), ("1714552200250000", 1_714_552_200.25),
      (#""2024-05-01T16:30:00+08:00""#, 1_714_552_200), (#""1714552200""#, 1_714_552_200), (#""1714552200000""#, 1_714_552_200),
    ] as [(String, Double)])
  func times(text: String, time: Double) throws {
    for name in ["coordTimes", "times", "timestamps", "linestringTimestamps"] {
      let file =
        #"{"type":"Feature","properties":{"\#(name)":[\#(text),null]},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#
      let track = try #require(try read(file).tracks.first)
      #expect(track.points.time(at: 0) == time)
      #expect(track.points.time(at: 1) == nil)
    }
    let point = #"{"type":"Feature","properties":{"time":\#(text)},"geometry":{"type":"Point","coordinates":[1,2]}}"#
    #expect(try read(point).tracks.first?.points.time(at: 0) == time)
  }

  @Test("The source's own clock is kept")
  func offset() throws {
    let file =
      #"{"type":"Feature","properties":{"times":["2024-05-01T16:30:00+08:00",null]},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#
    #expect(try read(file).tracks.first?.utcOffset == 28_800)
  }

  @Test("A fourth number is a time where all of a line can be, and else is named and passed over")
  func fourth() throws {
    let timed = try read(#"{"type":"LineString","coordinates":[[1,2,3,1714552200],[3,4,5,1714552201]]}"#)
    #expect(timed.tracks.first?.points.times == [1_714_552_200, 1_714_552_201])
    #expect(timed.skipped.isEmpty)
    let milliseconds = try read(#"{"type":"LineString","coordinates":[[1,2,3,1714552200000],[3,4,5,1714552201000]]}"#)
    #expect(milliseconds.tracks.first?.points.times == [1_714_552_200, 1_714_552_201])
    let measured = try read(#"{"type":"LineString","coordinates":[[1,2,3,0],[3,4,5,17.5]]}"#)
    #expect(measured.tracks.first?.points.hasTimes == false)
    #expect(measured.skipped.valueCount == 1)
    #expect(measured.tracks.first?.points.altitudes == [3, 5])
  }

  @Test("Values that are not as many as the positions are named and left out")
  func misaligned() throws {
    let file =
      #"{"type":"Feature","properties":{"times":[1,2,3],"heartRates":[99,98]},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#
    let document = try read(file)
    #expect(document.tracks.first?.points.hasTimes == false)
    #expect(document.tracks.first?.points.heartRates == [99, 98])
    #expect(document.skipped.valueCount == 1)
    #expect(document.skipped.first.first?.byteOffset == 40)
  }

  @Test("A position that is none keeps the others at their times")
  func brokenPosition() throws {
    let file =
      #"{"type":"Feature","properties":{"times":[1,2,3,4,5]},"geometry":{"type":"LineString","coordinates":[[1,2],[1],[null,2],[500,99],[3,4]]}}"#
    let document = try read(file)
    #expect(document.tracks.first?.pairs == [[1, 2], [3, 4]])
    #expect(document.tracks.first?.points.times == [1, 5])
    #expect(document.skipped.count == 3)
    #expect(document.skipped.first.map(\.byteOffset) == [106, 110, 119])
    #expect(document.skipped.first[2].found == "[500.0, 99.0]")
  }

  @Test("An altitude that is none leaves the position", arguments: ["null", #""x""#, "NaN", "1e9", "{}", "true"])
  func altitude(text: String) throws {
    let document = try read(#"{"type":"LineString","coordinates":[[1,2,7],[3,4,\#(text)]]}"#)
    #expect(document.tracks.first?.pairs == [[1, 2], [3, 4]])
    #expect(document.tracks.first?.points.altitude(at: 0) == 7)
    #expect(document.tracks.first?.points.altitude(at: 1) == nil)
  }

  @Test("Points alone are a track in the order of their times")
  func loggedPoints() throws {
    func point(_ x: Int, _ time: String) -> String {
      #"{"type":"Feature","properties":{"name":"p\#(x)","speed":\#(x),"time":"\#(time)"},"geometry":{"type":"Point","coordinates":[\#(x),1]}}"#
    }
    let late = point(3, "2024-05-01T08:30:02Z")
    let early = point(1, "2024-05-01T08:30:00Z")
    let middle = point(2, "2024-05-01T08:30:01Z")
    let lines = [late, early, middle].joined(separator: "\n")
    let document = try read(lines)
    let track = try #require(document.tracks.first)
    #expect(track.pairs == [[1, 1], [2, 1], [3, 1]])
    #expect(track.points.speeds == [1, 2, 3])
    #expect(track.waypoints.map(\.name) == ["p1", "p2", "p3"])
    #expect(track.waypoints.map(\.pointIndex) == [0, 1, 2])
    #expect(try read(#"{"type":"FeatureCollection","features":[\#(late),\#(early),\#(middle)]}"#).tracks == document.tracks)
  }

  @Test("Points without times are visited in the order of the file, with times that do not ascend left out")
  func untimedPoints() throws {
    func point(_ x: Int, _ properties: String) -> String {
      #"{"type":"Feature","properties":\#(properties),"geometry":{"type":"Point","coordinates":[\#(x),1]}}"#
    }
    let track = try #require(
      try read(
        #"{"type":"FeatureCollection","features":[\#(point(3, #"{"time":30}"#)),\#(point(2, "null")),\#(point(1, #"{"time":10}"#))]}"#
      ).tracks.first)
    #expect(track.pairs == [[3, 1], [2, 1], [1, 1]])
    #expect(!track.points.hasTimes)
  }

  @Test("What togeojson calls a route stands beside the tracks")
  func routes() throws {
    func line(_ kind: String, _ x: Int) -> String {
      #"{"type":"Feature","properties":{"_gpxType":"\#(kind)","name":"\#(kind)"},"geometry":{"type":"LineString","coordinates":[[\#(x),1],[\#(x),2]]}}"#
    }
    let both = try read(#"{"type":"FeatureCollection","features":[\#(line("rte", 1)),\#(line("trk", 2))]}"#)
    #expect(both.tracks.map(\.name) == ["trk"])
    #expect(both.routes.map(\.name) == ["rte"])
    let one = try read(line("rte", 1))
    #expect(one.tracks.map(\.name) == ["rte"])
    #expect(one.routes.isEmpty)
  }

  @Test("Positions that only make sense latitude first are refused with the way out, and read with it")
  func reversed() throws {
    let file = #"{"type":"LineString","coordinates":[[39.9,116.4],[39.8,116.5]]}"#
    let error = try #require(readError(file))
    #expect(error.code == .reversedOrder)
    #expect(error.byteOffset == 36)
    #expect(error.message == "[39.9, 116.4] at byte 36 only makes sense with the latitude first: read the file with --order lat,lon")
    #expect(try read(file, order: .latitudeFirst).tracks.first?.pairs == [[116.4, 39.9], [116.5, 39.8]])
    let straight = #"{"type":"LineString","coordinates":[[116.4,39.9],[116.5,39.8]]}"#
    #expect(throws: FormatError.self) { try read(straight, order: .latitudeFirst) }
  }

  @Test("Longitudes across the antimeridian are wrapped")
  func antimeridian() throws {
    let document = try read(#"{"type":"LineString","coordinates":[[179,1],[181,1]]}"#)
    #expect(document.tracks.first?.pairs == [[179, 1], [-179, 1]])
  }

  @Test(
    "A reference system that is WGS 84 or near it is taken",
    arguments: [
      "urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326", "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
      "EPSG:4490",
    ])
  func knownSystem(name: String) throws {
    let file = #"{"type":"LineString","coordinates":[[1,2],[3,4]],"crs":{"type":"name","properties":{"name":"\#(name)"}}}"#
    #expect(try read(file).tracks.first?.pairs == [[1, 2], [3, 4]])
  }

  @Test("A reference system in metres is refused by its name")
  func foreignSystem() {
    let file =
      #"{"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"type":"LineString","coordinates":[[1,2],[3,4]]}"#
    #expect(
      readError(file)?.message
        == "its coordinates are in urn:ogc:def:crs:EPSG::3857; only longitudes and latitudes of WGS 84 are read")
  }

  @Test("A datum of China's is converted, the person's before the file's")
  func datum() throws {
    let file =
      #"{"crs":{"type":"name","properties":{"name":"GCJ-02"}},"type":"Point","coordinates":[116.41024449916938,39.91640428150164]}"#
    let track = try #require(try read(file).tracks.first)
    #expect(track.datum == .gcj02)
    #expect(track.isDatumStated)
    #expect(abs(track.points.longitudes[0] - 116.404) < 1e-7)
    #expect(abs(track.points.latitudes[0] - 39.915) < 1e-7)
    let told = try FormatRegistry.read(Array(file.utf8), options: ReadOptions(datum: .wgs84))
    #expect(told.tracks.first?.points.longitudes == [116.41024449916938])
  }

  @Test("A text that breaks off gives what came before")
  func truncated() throws {
    let text = "{\"type\":\"LineString\",\n\"coordinates\":[[116.391,39.907],[116.392,39.9"
    let document = try read(text)
    #expect(document.tracks.first?.pairs == [[116.391, 39.907]])
    #expect(document.skipped.truncation?.line == 2)
    #expect(document.skipped.truncation?.byteOffset == text.utf8.count)
    #expect(document.skipped.truncation?.found == "the end of the file")
  }

  @Test("A broken line among features one a line is skipped and named")
  func brokenLine() throws {
    func line(_ x: Int) -> String {
      #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[\#(x),1],[\#(x),2]]}}"#
    }
    let document = try read([line(1), #"{"type":"Feature",oops}"#, line(3), "trailing"].joined(separator: "\n"))
    #expect(document.tracks.map(\.pairs) == [[[1, 1], [1, 2]], [[3, 1], [3, 2]]])
    #expect(document.skipped.first.map(\.line) == [2])
    #expect(document.skipped.truncation?.line == 4)
  }

  @Test(
    "Hostile texts are refused with a word",
    arguments: [
      (String(repeating: "[", count: 100_000), FormatError.Code.unknownFormat),
      (#"{"type":"LineString","coordinates":"# + String(repeating: "[", count: 100_000), .refused),
      (#"{"type":"Feature","properties":"# + String(repeating: #"{"a":"#, count: 100_000), .refused),
      (#"{"type":"LineString","coordinates":[[1e999,2],[3,4]]}"#, .noCoordinates),
      (#"{"type":"Point","coordinates":[]}"#, .noCoordinates), (#"{"type":"Feature","geometry":null}"#, .noCoordinates),
      (#"{"type":"Topology","arcs":[[[1,2]]]}"#, .unknownFormat), (#"{"type":"Point","coordinates":{"a":1}}"#, .noCoordinates),
    ] as [(String, FormatError.Code)])
  func hostile(text: String, code: FormatError.Code) {
    #expect(readError(text)?.code == code)
  }

  @Test("Escapes in names are resolved, invalid text is made safe")
  func names() throws {
    var bytes = Array(#"{"type":"Feature","properties":{"name":"\u4e2d\u5173 \"\ud83d\ude80\u001b[2J"#.utf8)
    bytes += [0xFF]
    bytes += Array(#""},"geometry":{"type":"Point","coordinates":[1,2]}}"#.utf8)
    let document = try FormatRegistry.read(bytes)
    #expect(document.tracks.first?.waypoints.map(\.name) == ["中关 \"🚀[2J\u{FF}"])
  }

  @Test("Whoever watches sees the points grow and can end the reading")
  func watched() throws {
    let positions = (0..<20_000).map { "[\(Double($0) / 1000),1.5]" }.joined(separator: ",")
    let bytes = Array(#"{"type":"LineString","coordinates":[\#(positions)]}"#.utf8)
    let ended = #expect(throws: FormatError.self) {
      try FormatRegistry.read(bytes, monitor: ReadMonitor(step: 10_000) { _, points, part in points == 0 || part().count < 5000 })
    }
    #expect(ended?.code == .cancelled)
  }
}
