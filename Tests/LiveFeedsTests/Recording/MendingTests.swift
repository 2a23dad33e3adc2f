// A recording that broke off anywhere is mended by the next start, and keeps every point that was whole.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import LiveFeeds
@testable import TrackFormats

@Suite struct MendingTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/walk.gpx" }

  /// The texts of a file before and after some fixes are added.
  private func texts(_ before: [RecordedFix], _ added: [RecordedFix]) -> (before: [UInt8], points: [UInt8], after: [UInt8]) {
    var encoder = GPXRecording()
    let first = GPXRecording.opening + encoder.encode(before[...])
    let closed = first + encoder.closing
    let points = encoder.encode(added[...])
    return (closed, points, first + points + encoder.closing)
  }

  private func fixes(_ numbers: Range<Int>, source: String = "") -> [RecordedFix] {
    numbers.map { RecordedFix(source: source, fix: .counted($0)) }
  }

  private func mend(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> TrackDocument? {
    write(bytes, to: path)
    do { try TrackRecorder.start(path: path).stop() } catch {
      Issue.record("not mended: \(error)", sourceLocation: sourceLocation)
      return nil
    }
    if GPXRecordingContent(contents(path).span).pointCount == 0 { return nil }
    return try recording(path, sourceLocation: sourceLocation)
  }

  @Test("a write that broke off after any number of bytes loses only what it brought", arguments: ["", "bus"]) func brokenWrite(
    source: String
  ) throws {
    let (before, points, after) = texts(fixes(0..<3), fixes(3..<6, source: source))
    let closing = GPXRecording(open: []).closing.count
    let start = before.count - closing
    // As the file is when room was taken and the first bytes of the write came through.
    let room = before + [UInt8](repeating: 0x20, count: after.count - before.count)
    for count in 0...(points.count + closing) {
      var broken = room
      broken.replaceSubrange(start..<start + count, with: after[start..<min(start + count, after.count)])
      let document = try #require(try mend(broken))
      let altitudes = document.tracks.flatMap { $0.points.altitudes }.map { Int($0) }
      #expect(altitudes.count >= 3 && altitudes == Array(0..<altitudes.count), "after \(count) bytes")
      if count >= points.count { #expect(altitudes.count == 6) }
    }
  }

  @Test("a file that was cut anywhere is mended and can be gone on with") func cutAnywhere() throws {
    let whole = texts(fixes(0..<2), fixes(2..<4) + fixes(4..<6, source: "a")).after
    for count in stride(from: 0, through: whole.count, by: 3) {
      write(Array(whole[..<count]), to: path)
      let recorder = try TrackRecorder.start(path: path)
      recorder.record(.counted(9))
      recorder.stop()
      let altitudes = try recording(path).tracks.flatMap { $0.points.altitudes }.map { Int($0) }
      #expect(altitudes.sorted() == (0..<altitudes.count - 1) + [9], "cut after \(count) bytes")
    }
  }

  @Test("zeros at the end, as a failing machine leaves them, are cut off") func zeros() throws {
    let whole = texts(fixes(0..<2), fixes(2..<4)).after
    for count in stride(from: 0, to: whole.count, by: 41) {
      let broken = whole[..<count] + [UInt8](repeating: 0, count: 5000)
      write(Array(broken), to: path)
      // Where not even the opening came onto the disk there is nothing that says what it was.
      if count < GPXRecording.opening.count { continue }
      let document = try mend(Array(broken))
      let altitudes = document.map { $0.tracks.flatMap { $0.points.altitudes }.map { Int($0) } } ?? []
      #expect(altitudes == Array(0..<altitudes.count))
    }
  }

  @Test("whatever is done to a file, opening it is safe, and what is mended keeps its lines")
  func mutations() throws {
    let whole = texts(fixes(0..<3), fixes(3..<5, source: "a")).after
    var random = SystemRandomNumberGenerator()
    for _ in 0..<600 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: whole.prefix(place).suffix(60), at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + 50))
        }
      }
      let content = GPXRecordingContent(bytes.span)
      #expect(content.end <= bytes.count)
      for run in content.runs { for segment in run.segments { #expect(segment.upperBound <= content.end) } }
      guard content.isRecording, content.isMendable else { continue }
      write(bytes, to: path)
      try TrackRecorder.start(path: path).stop()
      #expect(GPXRecordingContent(contents(path).span).pointCount == content.pointCount)
    }
  }

  @Test("whole recordings are left as they are, byte for byte") func wholeStays() throws {
    let whole = texts(fixes(0..<2), fixes(2..<4, source: "a")).after
    _ = try mend(whole)
    #expect(contents(path) == whole)
  }

  @Test("putting runs together keeps every line") func gathering() {
    var encoder = GPXRecording()
    var text = GPXRecording.opening
    for round in 0..<5 {
      text += encoder.encode((0..<6).map { RecordedFix(source: ["", "a", "b"][$0 / 2], fix: .counted(round * 6 + $0)) }[...])
    }
    text += encoder.closing
    let content = GPXRecordingContent(text.span)
    #expect(content.isScattered && content.pointCount == 30)
    var gathered: [UInt8] = []
    for piece in content.gathered {
      switch piece {
      case .old(let range): gathered += text[range]
      case .new(let bytes): gathered += bytes
      }
    }
    let again = GPXRecordingContent(gathered.span)
    #expect(!again.isScattered && again.isMendable && again.pointCount == 30 && again.runs.count == 3)
    func points(_ bytes: [UInt8]) -> Set<Substring> {
      Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("<trkpt") })
    }
    #expect(points(gathered) == points(text))
    #expect(again.runs.map { $0.segments.count } == [1, 1, 1])
  }
}
