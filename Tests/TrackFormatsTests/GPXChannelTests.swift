// Tests what GPX says beside places: sensors, offsets from UTC, names of segments; and that a long reading can be watched.

import Synchronization
import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct GPXChannelTests {
  private func point(_ inner: String, _ attributes: String = "lat='1' lon='2'") throws -> TrackPoints {
    try read("<gpx><trk><trkseg><trkpt \(attributes)>\(inner)</trkpt></trkseg></trk></gpx>").tracks[0].points
  }

  @Test(
    "Sensors are read from the extensions of every maker",
    arguments: [
      (
        "<a:TrackPointExtension><a:atemp>21.5</a:atemp><a:hr>140</a:hr><a:cad>85</a:cad></a:TrackPointExtension><b:PowerInWatts>250</b:PowerInWatts>",
        SensorValues(heartRate: 140, cadence: 85, power: 250, temperature: 21.5)
      ),
      (
        "<gpxdata:hr>140</gpxdata:hr><gpxdata:cadence>85</gpxdata:cadence><gpxdata:temp>-3</gpxdata:temp><gpxdata:power>0</gpxdata:power>",
        SensorValues(heartRate: 140, cadence: 85, power: 0, temperature: -3)
      ),
      ("<power>250</power><heartrate>61</heartrate>", SensorValues(heartRate: 61, power: 250)),
      ("<power>-5</power><hr>-1</hr><cad>-1</cad>", SensorValues(power: -5)),
      ("<a:wtemp>9</a:wtemp><a:depth>3</a:depth><hr></hr>", SensorValues()),
    ])
  func sensors(extensions: String, expected: SensorValues) throws {
    #expect(try point("<extensions>\(extensions)</extensions>").sensors(at: 0) == expected)
    #expect(try point("<extensions><!-- by expat -->\(extensions)</extensions>").sensors(at: 0) == expected)
  }

  @Test("What is called alike outside of extensions is none of them")
  func outside() throws {
    #expect(try point("<hr>140</hr><power>5</power><temp>3</temp>").hasSensors == false)
  }

  @Test("A sensor's value that is none is named")
  func badSensor() throws {
    let document = try read(
      "<gpx><trk><trkseg>\n<trkpt lat='1' lon='2'><extensions>\n<hr>fast</hr></extensions></trkpt></trkseg></trk></gpx>")
    #expect(document.skipped.first.map(\.text) == ["line 3: found \"fast\", expected heart beats a minute"])
  }

  @Test("The offset from UTC is that of the track's first time that states one")
  func utcOffset() throws {
    func offset(_ times: String...) throws -> Int? {
      let points = times.map { "<trkpt lat='1' lon='2'><time>2024-05-01T08:30:00\($0)</time></trkpt>" }
      return try read("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>").tracks[0].utcOffset
    }
    #expect(try offset("Z", "") == nil)
    #expect(try offset("Z", "+08:00", "+09:00") == 28_800)
    #expect(try offset("-0330") == -12_600)
    let places = try read("<gpx><wpt lat='1' lon='2'><time>2024-05-01T08:30:00+01:00</time></wpt></gpx>")
    #expect(places.tracks[0].utcOffset == 3600)
  }

  @Test("A segment's name is read from its extensions, and from where some programs put it")
  func segmentNames() throws {
    let point = "<trkpt lat='1' lon='2'/>"
    let track = try read(
      """
      <gpx><trk><name>T</name><trkseg>\(point)<extensions><x:name>Lap 1</x:name></extensions></trkseg>
      <trkseg><name>Lap 2</name>\(point)</trkseg><trkseg>\(point)</trkseg></trk></gpx>
      """
    ).tracks[0]
    #expect(track.name == "T")
    #expect(track.segments.map(\.name) == ["Lap 1", "Lap 2", nil])
  }

  @Test("A long reading tells how far it is, in steps, and gives the points so far")
  func monitor() throws {
    let point = "<trkpt lat='1' lon='2'><ele>3</ele><time>2024-05-01T08:30:00Z</time></trkpt>\n"
    let bytes = Array(("<gpx><trk><trkseg>" + String(repeating: point, count: 20_000) + "</trkseg></trk></gpx>").utf8)
    let reports = Mutex<[(bytes: Int, points: Int, part: Int)]>([])
    let monitor = ReadMonitor(step: 100_000) { bytes, points, part in
      reports.withLock { $0.append((bytes, points, part().count)) }
      return true
    }
    let document = try FormatRegistry.read(bytes, monitor: monitor)
    #expect(document.tracks[0].points.count == 20_000)
    let told = reports.withLock { $0 }
    #expect(told.count >= bytes.count / 200_000)
    #expect(told.allSatisfy { $0.part == $0.points && $0.bytes <= bytes.count && $0.points > 0 })
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.bytes < $1.bytes && $0.points < $1.points })
  }

  @Test("A reading can be ended, by expat's way and by the fast one", arguments: ["", "<!-- -->"])
  func cancelling(comment: String) {
    let point = "<trkpt lat='1' lon='2'>\(comment)</trkpt>\n"
    let bytes = Array(("<gpx><trk><trkseg>" + String(repeating: point, count: 20_000) + "</trkseg></trk></gpx>").utf8)
    let calls = Mutex(0)
    let monitor = ReadMonitor(step: 50_000) { _, _, _ in
      calls.withLock { $0 += 1 }
      return calls.withLock { $0 } < 3
    }
    #expect(throws: FormatError.cancelled) { try FormatRegistry.read(bytes, monitor: monitor) }
    #expect(calls.withLock { $0 } == 3)
  }

  @Test("A well-formed document passes the yardstick, another does not", arguments: [("<a><b/></a>", true), ("<a>", false), ("", false)])
  func barePass(text: String, isWellFormed: Bool) {
    #expect(XMLBarePass.run(Array(text.utf8).span) == isWellFormed)
  }
}
