import LiveProtocols
import Testing
import TrackPlayback

@Suite("Positions from programs that are no receivers")
struct PlainSourcesTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var text: String
    var source = ""
    var latitude = 39.9
    var longitude = 116.4
    var altitude: Double?
    var time: Double?
    var testDescription: String { text }
  }

  static let moment = 1_714_552_200.0

  @Test(
    "Lines",
    arguments: [
      Line(text: "39.9 116.4"), Line(text: "39.9,116.4"), Line(text: " 39.9 ,\t116.4 "), Line(text: "39.9;116.4"),
      Line(text: "39.9\t116.4"),
      Line(text: "+39.9   1164e-1"), Line(text: "39.9,116.4,"),
      Line(text: "39.9 116.4 44.5", altitude: 44.5), Line(text: "39.9 116.4 44.5 1714552200", altitude: 44.5, time: moment),
      Line(text: "39.9 116.4 1714552200", time: moment), Line(text: "39.9 116.4 1714552200250", time: moment + 0.25),
      Line(text: "39.9 116.4 2024-05-01T08:30:00Z", time: moment), Line(text: "39.9 116.4 2024-05-01T16:30:00+08:00", time: moment),
      Line(text: "39.9 116.4 2024-05-01 08:30:00", time: moment), Line(text: "39.9,116.4,,2024-05-01 08:30:00", time: moment),
      Line(text: "39.9,116.4,2024-05-01,08:30:00,12", altitude: 12, time: moment),
      Line(text: "bus 39.9 116.4", source: "bus"), Line(text: "bus 39.9 116.4 1714552200", source: "bus", time: moment),
      Line(text: "bus,39.9,116.4,44.5,2024-05-01T08:30:00Z", source: "bus", altitude: 44.5, time: moment),
      Line(text: "bus 39.9 116.4 44.5 2024-05-01 08:30:00", source: "bus", altitude: 44.5, time: moment),
      Line(text: "line 7, 39.9, 116.4", source: "line 7"), Line(text: "7 39.9 116.4", source: "7"),
      Line(text: "7 39.9 116.4 1714552200", source: "7", time: moment), Line(text: "公交7 39.9 116.4", source: "公交7"),
      Line(text: "-5 60 12", latitude: -5, longitude: 60, altitude: 12),
      Line(text: "5 60.5 12.5", source: "5", latitude: 60.5, longitude: 12.5),
      Line(text: "b\u{202E}us 39.9 116.4", source: "bus"), Line(text: ",39.9,116.4", source: ""),
    ])
  func lines(_ line: Line) throws {
    let report = try #require(reports(messages(line.text + "\n")).first)
    let fix = try #require(report.fix)
    #expect(report.source == line.source)
    #expect(isNear(fix.coordinate.latitude, line.latitude) && isNear(fix.coordinate.longitude, line.longitude))
    #expect(fix.altitude == line.altitude)
    #expect(report.time == line.time && fix.time == line.time)
    #expect(report.mode == (line.altitude == nil ? .twoDimensional : .threeDimensional))
  }

  @Test(
    "Lines that are none",
    arguments: [
      "hello", "39.9", "91 116.4", "39.9 181", "116.4 39.9 12 13 14 15 16", "39.9 north", "bus 39.9", "39.9 116.4 x", "39.9 116.4 1 2 3",
      "nan 116.4", "39.9 inf", "\u{0}\u{1}\u{2}", "39.9 116.4 1714552200 1714552201",
    ])
  func nonsense(_ text: String) {
    var decoder = ReceiverDecoder()
    #expect(decoder.decode(Array((text + "\n").utf8)).isEmpty)
    #expect(decoder.counts.malformed == 1)
  }

  @Test("Remarks are passed over")
  func remarks() {
    var decoder = ReceiverDecoder()
    #expect(decoder.decode(Array("# lat lon\n\n39.9 116.4\n".utf8)).count == 1)
    #expect(decoder.counts.passedOver == 1)
  }

  @Test("A GeoJSON feature, with what programs call its properties")
  func feature() throws {
    let text = """
      {"type":"Feature","id":"tram","geometry":{"type":"Point","coordinates":[116.4,39.9,44.5]},"properties":{"speed":5.5,"heading":90,\
      "accuracy":4,"verticalAccuracy":6,"time":"2024-05-01T08:30:00Z","simulated":true}}
      """
    let report = try #require(reports(messages(text)).first)
    #expect(report.source == "tram")
    #expect(report.fix?.coordinate.latitude == 39.9 && report.fix?.coordinate.longitude == 116.4)
    #expect(report.fix?.altitude == 44.5 && report.fix?.speed == 5.5 && report.fix?.course == 90 && report.fix?.horizontalAccuracy == 4)
    #expect(report.errors.vertical == 6)
    #expect(report.time == Self.moment)
    #expect(report.isSimulated && report.mode == .threeDimensional)
  }

  @Test(
    "The source is the id, or what the properties call it",
    arguments: [
      ("\"id\":7,", "{\"name\":\"x\"}", "7"), ("", "{\"name\":\"x\"}", "x"), ("", "{\"id\":\"y\",\"name\":\"x\"}", "y"), ("", "null", ""),
      ("\"id\":\"\",", "{\"title\":\"t\"}", "t"), ("", "{\"mmsi\":244660000}", "244660000"),
    ])
  func names(_ id: String, _ properties: String, _ source: String) throws {
    let text = "{\"type\":\"Feature\",\(id)\"properties\":\(properties),\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}\n"
    #expect(try #require(reports(messages(text)).first).source == source)
  }

  @Test("A collection is a report for each of its points, a bare point one; a text sequence is read as lines are")
  func collections() {
    func feature(_ id: String) -> String {
      "{\"type\":\"Feature\",\"id\":\"\(id)\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}"
    }
    #expect(
      reports(messages("{\"type\":\"FeatureCollection\",\"features\":[\(feature("a")),\(feature("b"))]}\n")).map(\.source) == ["a", "b"])
    #expect(reports(messages("[\(feature("a")),\(feature("b"))]\n")).map(\.source) == ["a", "b"])
    #expect(reports(messages("\u{1E}\(feature("a"))\n\u{1E}\(feature("b"))\n")).map(\.source) == ["a", "b"])
    #expect(reports(messages("{\"type\":\"Point\",\"coordinates\":[1,2]}\n")).map(\.source) == [""])
    #expect(messages("{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}}\n").isEmpty)
  }

  @Test(
    "A point that lies nowhere is no report",
    arguments: [
      "[181,2]", "[1,91]", "[1]", "[]", "\"1,2\"", "[null,2]", "[[1,2]]",
    ])
  func nowhere(_ coordinates: String) {
    var decoder = ReceiverDecoder()
    #expect(decoder.decode(Array("{\"type\":\"Point\",\"coordinates\":\(coordinates)}\n".utf8)).isEmpty)
    #expect(decoder.counts.malformed == 1)
  }
}
