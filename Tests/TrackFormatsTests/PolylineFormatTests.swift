// Tests encoded polylines, and the writing of coordinate text.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import TrackFormats

@Suite struct PolylineFormatTests {
  /// The example of Google's specification.
  static let golden = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
  static let positions = [[-120.2, 38.5], [-120.95, 40.7], [-126.453, 43.252]]
  /// The same positions with six decimals, by the Python package `polyline`.
  static let six = "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI"

  @Test("The specification's example reads", arguments: ["", "\"", "'"])
  func golden(quote: String) throws {
    let document = try read(quote + Self.golden + quote + "\n")
    #expect(document.format == "polyline")
    #expect(document.tracks[0].pairs == Self.positions)
    #expect(document.skipped.isEmpty)
  }

  @Test("Six decimals are told by a prefix, the file's name, or a place that is nowhere with five")
  func precision() throws {
    #expect(try read("polyline6:" + Self.six).tracks[0].pairs == Self.positions)
    #expect(try read("polyline6: \"\(Self.six)\"").tracks[0].pairs == Self.positions)
    #expect(try read(Self.six, fileName: "a.polyline6").tracks[0].pairs == Self.positions)
    #expect(try read(Self.six).tracks[0].pairs == Self.positions)
    #expect(try read("polyline5:" + Self.golden).tracks[0].pairs == Self.positions)
  }

  @Test("Lines are segments, comments name them")
  func lines() throws {
    let track = try read("# name: trip\n\(Self.golden)\n\n# segment: back\n\(Self.golden)\n").tracks[0]
    #expect(track.name == "trip")
    #expect(track.segments == [TrackSegment(range: 0..<3), TrackSegment(name: "back", range: 3..<6)])
  }

  @Test("In quotation marks a backslash is doubled, as in JSON")
  func escapes() throws {
    // 40.45,-120.2 and a step of -0.00002 in longitude… any code with a backslash: "\" is 29, the difference −15.
    let plain = "_p~iF~ps|U\\\\"
    #expect(try read(plain).tracks[0].pairs[1] == [-120.20015, 38.49985])
    #expect(try read("\"_p~iF~ps|U\\\\\\\\\"").tracks[0].pairs[1] == [-120.20015, 38.49985])
  }

  @Test(
    "Words are no polylines",
    arguments: ["HELLO", "HELLOWORLD", "hello", "abcdefghij", "ABCDEFGHIJKLMNOPQRST", "_p~iF~ps|U", "_p~iF~ps|U_ulL nnqC"])
  func words(text: String) { #expect(PolylineFormat.recognizes(Array(text.utf8).span) == .no) }

  @Test("A line that breaks off gives what came before it")
  func truncated() throws {
    let document = try read("polyline5:" + Self.golden.dropLast(2))
    #expect(document.tracks[0].pairs == Array(Self.positions.dropLast()))
    #expect(document.skipped.truncation != nil)
    let second = try read("polyline5:_p~iF~ps|U_ulL nnqC\n\(Self.golden)\n")
    #expect(second.tracks[0].points.count == 4)
    #expect(second.skipped.first.map(\.line) == [1])
  }

  @Test("Numbers of any size read as they were written")
  func numbers() {
    let seed: UInt64 = 0x9017
    var generator = SeededGenerator(seed: seed)
    for round in 0..<2000 {
      let bits = Int.random(in: 1...47, using: &generator)
      let number = Int64.random(in: -(1 << bits)...(1 << bits), using: &generator)
      let sink = ByteSink()
      var output = ByteOutput { piece in
        piece.withUnsafeBufferPointer { sink.bytes.append(contentsOf: $0) }
        return true
      }
      PolylineCode.append(number, to: &output)
      _ = output.finish()
      var position = 0
      #expect(PolylineCode.scan(sink.bytes.span, at: &position) == number, "round \(round), seed \(seed)")
      #expect(position == sink.bytes.count)
    }
  }

  @Test("What is written is the specification's example, and its losses are said")
  func writing() throws {
    let document = try read("polyline6:" + Self.six)
    #expect(String(decoding: written(document, as: PolylineFormat.self), as: UTF8.self) == Self.golden + "\n")
    #expect(PolylineFormat.losses(of: document) == ["all decimals of the positions but five (a metre)"])
    let timed = try read("lat,lon,ele,time\n1,2,3,4\n1,3,4,5\n")
    #expect(PolylineFormat.losses(of: timed).dropFirst() == ["2 altitudes", "2 times"])
  }
}

@Suite struct CoordinatesWritingTests {
  @Test("What is written reads again as it was")
  func roundTrip() throws {
    let text = """
      # name: 上地 → 天安门
      # datum: WGS-84
      # place: 中关村 Zhongguancun
      # place: 北
      116.31150300652,40.04571393206,50.5
      116.3116,40.0456
      # segment: two
      116.31,40.04,-7
      # segment:
      116.1,40.1

      """
    let document = try read(text)
    #expect(document.tracks[0].segments.count == 3)
    #expect(CoordinatesFormat.losses(of: document).isEmpty)
    #expect(String(decoding: written(document, as: CoordinatesFormat.self), as: UTF8.self) == text)
  }

  @Test("Several tracks become segments with their names, and that is said")
  func tracks() throws {
    let document = try read("track,lat,lon,time\nA,1,2,3\nA,1,2,4\nB,1,3,5\nB,1,4,6\n")
    let text = String(decoding: written(document, as: CoordinatesFormat.self), as: UTF8.self)
    #expect(text == "# datum: WGS-84\n# segment: A\n2,1\n2,1\n# segment: B\n3,1\n4,1\n")
    #expect(CoordinatesFormat.losses(of: document) == ["4 times", "the division into 2 tracks, which become segments"])
  }
}
