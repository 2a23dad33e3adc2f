import LiveProtocols
import Testing
import TrackFormats
import TrackGeodesy
import TrackPlayback

@Suite("Records on standard output")
struct TextRecordTests {
  @Test("A JSON line has the members of its table")
  func json() throws {
    var report = GPSDTextTests.report
    report.source = "bus 12"
    var output: [UInt8] = []
    TextRecord.append(report, sky: SkyView(satellites: [Satellite(number: 3, isUsed: true), Satellite(number: 4)]), to: &output)
    #expect(
      String(decoding: output, as: UTF8.self) == """
        {"source":"bus 12","time":"2026-03-23T12:00:00.250Z","mode":3,"lat":31.230400000,"lon":121.473700000,"alt":12.500,"altHAE":20.750,\
        "course":45.00,"magneticCourse":51.56,"speed":1.500,"climb":-0.250,"accuracy":3.000,"verticalAccuracy":5.000,"satellites":1,\
        "simulated":true}

        """)
  }

  @Test("Without a fix a JSON line has a mode, and what else is known")
  func noFix() {
    var output: [UInt8] = []
    TextRecord.append(ReceiverReport(), to: &output)
    TextRecord.append(ReceiverReport(mode: .none, status: .simulated, time: 0), to: &output)
    #expect(
      String(decoding: output, as: UTF8.self) == "{\"mode\":0}\n{\"time\":\"1970-01-01T00:00:00.000Z\",\"mode\":1,\"simulated\":true}\n")
  }

  private func document(_ bytes: [UInt8]) throws -> TrackDocument { try FormatRegistry.read(bytes, options: ReadOptions()) }

  @Test("A GPX stream is a whole document after each report, with a segment for each stretch with a fix")
  func gpx() throws {
    var stream = GPXStream()
    var text = GPXStream.opening
    var report = GPSDTextTests.report
    for second in 0..<10 {
      report.time = 1_774_267_200 + Double(second)
      report.mode = second == 4 ? .none : .threeDimensional
      text += stream.text(of: report)
      let read = try document(text + stream.closing)
      #expect(read.tracks.first?.points.count == (second < 4 ? second + 1 : second))
      #expect(read.tracks.first?.segments.count == (second < 5 ? 1 : 2))
    }
    let points = try #require(try document(text + stream.closing).tracks.first?.points)
    #expect(points.coordinate(at: 0) == report.fix?.coordinate)
    #expect(points.altitude(at: 0) == 12.5)
    #expect(points.speed(at: 0) == 1.5)
    #expect(points.course(at: 0) == 45)
    #expect(points.time(at: 8) == 1_774_267_209)
  }
}
