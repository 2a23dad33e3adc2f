// Tests the reading of gpsd's JSON logs.

import Testing
import TrackPlayback

@testable import TrackFormats

@Suite struct GPSDFormatTests {
  static let golden = #"""
    {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","native":0}]}
    $GPRMC,125106,V,3854.5087,N,07726.4523,W,0.0,0.0,241011,10.5,W,S*28
    {"class":"TPV","device":"/dev/ttyUSB0","mode":1}
    {"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2024-05-01T08:30:00.000Z","lat":46.5,"lon":7.5,"altHAE":1343.1,"altMSL":1327.7,"alt":1,"epx":3,"epy":4,"track":10.5,"speed":2.25}
    {"class":"SKY","device":"/dev/ttyUSB0","satellites":[{"PRN":23,"el":6,"az":84,"lat":1,"used":false}]}
    {"class":"TPV","device":"/dev/ttyUSB1","mode":2,"time":"2024-05-01T08:30:00.500Z","lat":47,"lon":8,"eph":9.5}
    {"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2024-05-01T08:30:01.000Z","lat":46.6,"lon":7.6,"altHAE":1345,"eph":5,"epx":90,"epy":90}
    {"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2024-05-01T08:30:01.000Z","lat":46.61,"lon":7.61,"speed":3}
    {"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":
    {"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2024-05-01T08:30:02.000Z","lat":46.7,"lon":7.7}
    """#

  @Test("Reports with a position are fixes, a track for each device")
  func golden() throws {
    let document = try read(Self.golden)
    #expect(document.format == "gpsd")
    #expect(document.tracks.map(\.name) == ["/dev/ttyUSB0", "/dev/ttyUSB1"])
    let points = document.tracks[0].points
    #expect(document.tracks[0].pairs == [[7.5, 46.5], [7.61, 46.61], [7.7, 46.7]])
    #expect(points.times == [1_714_552_200, 1_714_552_201, 1_714_552_202])
    #expect(points.altitude(at: 0) == Double(Float(1327.7)))
    #expect(points.altitude(at: 1) == 1345)
    #expect(points.altitude(at: 2) == nil)
    #expect((0..<3).map { points.horizontalAccuracy(at: $0) } == [5, 5, nil])
    #expect((0..<3).map { points.speed(at: $0) } == [2.25, 3, nil])
    #expect(points.course(at: 0) == 10.5)
    #expect(document.tracks[1].points.horizontalAccuracy(at: 0) == 9.5)
    #expect(document.skipped.count == 1)
    #expect(document.skipped.first.first?.line == 10)
    #expect(document.skipped.first.first?.expected == "a JSON object of gpsd's")
  }

  @Test("Reports in an array, or spread over lines, are read alike")
  func shapes() throws {
    let reports = [
      #"{"class":"TPV","mode":2,"time":1714552200.5,"lat":1,"lon":2}"#, #"{"lat":3,"lon":4,"mode":2,"class":"TPV"}"#,
    ]
    for text in [
      "[\(reports[0]),\(reports[1])]", "[\n\(reports[0]),\n\(reports[1])\n]\n", reports.joined(separator: "\r\n"), reports.joined(),
      reports.joined(separator: "\n").split(separator: ",").joined(separator: ",\n  "),
    ] {
      let document = try read(text)
      #expect(document.tracks.map(\.pairs) == [[[2, 1], [4, 3]]])
      #expect(document.tracks.first?.points.time(at: 0) == 1_714_552_200.5)
      #expect(document.skipped.isEmpty)
    }
  }

  @Test("No record of a broken array is taken twice")
  func brokenArray() throws {
    let first = #"{"class":"TPV","mode":2,"lat":1,"lon":2}"#
    let second = #"{"class":"TPV","mode":2,"lat":3,"lon":4}"#
    #expect(try read("[\n\(first),\(second),x\n\(first)\n").tracks.first?.pairs == [[2, 1], [4, 3], [2, 1]])
  }

  @Test("A log without a fix says so, and no fix is no fault")
  func noFix() {
    #expect(
      readError(#"{"class":"TPV","mode":1}"#)?.message
        == "it is a log of gpsd with no fix in it: not one of its 1 TPV reports has a position")
    #expect(readError(#"{"class":"AIS","type":18}"#)?.message == "it is a log of gpsd with no fix in it: no TPV report")
  }

  @Test("A position that cannot be and a time that is none are named")
  func broken() throws {
    let document = try read(
      #"""
      {"class":"TPV","mode":3,"lat":91,"lon":7}
      {"class":"TPV","mode":3,"lat":1}
      {"class":"TPV","mode":3,"time":"soon","lat":46,"lon":7}
      """#)
    #expect(document.tracks.first?.pairs == [[7, 46]])
    #expect(document.skipped.count == 2)
    #expect(document.skipped.valueCount == 1)
  }

  @Test("A line that never ends its objects does not make the reading slow")
  func hostile() {
    let text = #"{"class":"TPV","a":["# + String(repeating: "\n{\"a\":[", count: 100_000)
    #expect(readError(text)?.code == .noCoordinates)
  }

  @Test(
    "What gpsd made of real receivers' sentences gives its positions",
    .enabled(if: fixturesFolder != nil, "the folder of files by others is not there"))
  func fixtures() throws {
    let folder = try #require(fixturesFolder) + "/gpsd"
    var read = 0
    for name in fileNames(in: folder) where name.hasSuffix(".chk") {
      let bytes = try #require(contents(of: "\(folder)/\(name)"))
      let hasFix = name.hasPrefix("ais") ? false : String(decoding: bytes, as: UTF8.self).contains("\"lat\":")
      do throws(FormatError) {
        let document = try FormatRegistry.read(bytes, options: ReadOptions(fileName: name))
        #expect(document.format == "gpsd", "\(name)")
        #expect(document.skipped.isEmpty, "\(name): \(document.skipped.first.first?.text ?? "")")
        read += 1
      } catch {
        #expect(!hasFix, "\(name): \(error)")
      }
    }
    #expect(read >= 40)
  }
}
