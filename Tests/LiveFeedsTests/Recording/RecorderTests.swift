// A recording is a whole GPX file at any moment, is gone on with, and touches nothing that is not one.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import LiveFeeds
@testable import TrackFormats

@Suite struct RecorderTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/walk.gpx" }
  private let quick = RecorderOptions(interval: 0.005, retryInterval: 0.02)

  @Test("what is recorded is read again: places, times, altitudes, courses, speeds, accuracies") func content() throws {
    let recorder = try TrackRecorder.start(path: path, options: quick)
    let fixes = (0..<50).map { Fix.counted($0) }
    for fix in fixes { recorder.record(fix) }
    let status = recorder.stop()
    #expect(status.written == 50 && status.pending == 0 && status.lost == 0 && status.problem == nil)
    #expect(status.bytes == contents(path).count)
    let document = try recording(path)
    #expect(document.tracks.count == 1)
    #expect(document.tracks[0].points == TrackPoints(fixes))
    #expect(document.tracks[0].segments.count == 1)
  }

  @Test("the file is whole after every write, and from the first moment on") func alwaysWhole() throws {
    let recorder = try TrackRecorder.start(path: path, options: quick)
    #expect(contents(path) == GPXRecording.opening + GPXRecording.end)
    for number in 0..<20 {
      recorder.record(.counted(number), source: number % 4 == 3 ? "bus" : "")
      #expect(until { recorder.status.written == number + 1 })
      let document = try recording(path)
      #expect(document.tracks.reduce(0) { $0 + $1.points.count } == number + 1)
    }
    recorder.stop()
  }

  @Test("a report without a fix is passed over; one without a time has that of its arrival") func reports() throws {
    let recorder = try TrackRecorder.start(path: path, options: quick)
    recorder.record(ReceiverReport(mode: .none), arrival: 5)
    var fix = Fix.counted(1)
    fix.time = nil
    recorder.record(ReceiverReport(mode: .twoDimensional, fix: fix), arrival: 1_800_000_000.5)
    #expect(recorder.stop().written == 1)
    #expect(try recording(path).tracks[0].points.time(at: 0) == 1_800_000_000.5)
  }

  @Test("a segment begins where it is asked for, after a silence, and where the time steps back") func segments() throws {
    let recorder = try TrackRecorder.start(path: path, options: quick)
    let times = [0.0, 1, 2, 31, 70, 71, 60, 61]
    for (number, time) in times.enumerated() { recorder.record(.counted(number, time: 1_700_000_000 + time), startsSegment: number == 2) }
    recorder.stop()
    #expect(try recording(path).tracks[0].segments.map(\.range) == [0..<2, 2..<4, 4..<6, 6..<8])
  }

  @Test("sources that take turns have a track each in the end, and segments only where they were interrupted") func sources() throws {
    let recorder = try TrackRecorder.start(path: path, options: quick)
    for number in 0..<60 {
      let source = ["", "bus <12> & 3\n", "\u{202E}tram"][number % 3]
      recorder.record(.counted(number), source: source, startsSegment: number == 31)
      if number % 7 == 0 { #expect(until { recorder.status.pending == 0 }) }
    }
    #expect(recorder.stop().problem == nil)
    let tracks = try recording(path).tracks
    #expect(tracks.map(\.name) == [nil, "bus <12> & 3", "tram"])
    for (place, track) in tracks.enumerated() {
      #expect(track.points == TrackPoints((0..<20).map { Fix.counted($0 * 3 + place) }))
    }
    #expect(tracks.map { $0.segments.count } == [1, 2, 1])
    #expect(folder.names == ["walk.gpx"])
    #expect(GPXRecordingContent(contents(path).span).isMendable)
  }

  @Test("a recording is gone on with in a new segment, as often as one likes") func goingOn() throws {
    for session in 0..<3 {
      let recorder = try TrackRecorder.start(path: path, options: quick)
      #expect(recorder.status.foundBefore == session * 2 && !recorder.status.isMended)
      for number in 0..<2 { recorder.record(.counted(session * 2 + number)) }
      recorder.stop()
    }
    let document = try recording(path)
    #expect(document.tracks.count == 1)
    #expect(document.tracks[0].points == TrackPoints((0..<6).map { Fix.counted($0) }))
    #expect(document.tracks[0].segments.map(\.range) == [0..<2, 2..<4, 4..<6])
  }

  @Test("nothing recorded is a GPX file too, and an empty file becomes a recording") func empty() throws {
    write([], to: path)
    try TrackRecorder.start(path: path, options: quick).stop()
    #expect(contents(path) == GPXRecording.opening + GPXRecording.end)
    try TrackRecorder.start(path: path, options: quick).stop()
    #expect(contents(path) == GPXRecording.opening + GPXRecording.end)
  }

  static let foreign: [(String, String)] = [
    ("text", "116.39,39.91\n"),
    ("another program's", "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"other\"><trk/></gpx>\n"),
    ("nothing but blanks", "   \n"),
    ("a recording that somebody wrote into", edited { $0.replacing("<trkseg>", with: "<trkseg>\n<!-- mine -->") }),
    ("a recording with a place added at its end", edited { $0.replacing("</gpx>", with: "<wpt lat=\"1\" lon=\"2\"/>\n</gpx>") }),
    ("a recording with a file behind it", edited { $0 + $0 }),
    ("a recording that was laid out anew", edited { $0.replacing("<trkpt", with: "  <trkpt") }),
  ]

  private static func edited(_ edit: (String) -> String) -> String {
    var encoder = GPXRecording()
    let points = encoder.encode([RecordedFix(fix: .counted(1)), RecordedFix(fix: .counted(2))])
    return edit(String(decoding: GPXRecording.opening + points + encoder.closing, as: UTF8.self))
  }

  @Test("what is not a recording is left as it is, and a free name is proposed", arguments: foreign) func refusals(
    name: String, text: String
  ) {
    write(Array(text.utf8), to: path)
    write([1], to: folder.path + "/walk-1.gpx")
    do {
      _ = try TrackRecorder.start(path: path)
      Issue.record("\(name) was recorded into")
    } catch {
      #expect(error.description.hasPrefix(path + ": this "))
      #expect(error.description.contains("left as it is; \(folder.path)/walk-2.gpx is free"))
    }
    #expect(contents(path) == Array(text.utf8))
  }

  @Test("folders, pipes and devices are refused, and so is what another program records into") func unusable() throws {
    #expect(throws: FeedError.self) { try TrackRecorder.start(path: folder.path) }
    #expect(throws: FeedError.self) { try TrackRecorder.start(path: "/dev/null") }
    #expect(throws: FeedError.self) { try TrackRecorder.start(path: folder.path + "/nowhere/walk.gpx") }
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: FeedError.self) { try TrackRecorder.start(path: pipe) }
    let recorder = try TrackRecorder.start(path: path)
    #expect(throws: FeedError.self) { try TrackRecorder.start(path: path) }
    recorder.stop()
    try TrackRecorder.start(path: path).stop()
  }

  @Test("a link is followed, also where the tracks are put together at the end") func link() throws {
    let link = folder.path + "/link.gpx"
    try #require(symlink(path, link) == 0)
    let recorder = try TrackRecorder.start(path: link, options: quick)
    for number in 0..<9 {
      recorder.record(.counted(number), source: "\(number % 2)")
      #expect(until { recorder.status.pending == 0 })
    }
    #expect(recorder.stop().problem == nil)
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(try recording(path).tracks.count == 2)
  }

  @Test("a file that is removed or cut while it is recorded is said, and begun or mended anew") func disturbed() throws {
    let recorder = try TrackRecorder.start(path: path, options: quick)
    recorder.record(.counted(0))
    #expect(until { recorder.status.written == 1 })
    unlink(path)
    recorder.record(.counted(1))
    #expect(until { recorder.status.written == 2 && recorder.status.problem == nil })
    #expect(try recording(path).tracks[0].points == TrackPoints([.counted(1)]))
    let whole = contents(path)
    write(Array(whole.dropLast(5)), to: path)
    recorder.record(.counted(2))
    #expect(until { recorder.status.written == 3 })
    recorder.stop()
    #expect(try recording(path).tracks[0].points == TrackPoints([.counted(1), .counted(2)]))
  }

  @Test("what waits beyond the limit is counted as lost, and a new segment says so") func limit() throws {
    let options = RecorderOptions(interval: 0.3, pendingLimit: 10)
    let recorder = try TrackRecorder.start(path: path, options: options)
    recorder.record(.counted(0))
    #expect(until { recorder.status.written == 1 })
    for number in 1...15 { recorder.record(.counted(number)) }
    #expect(recorder.status.lost == 5)
    #expect(until { recorder.status.pending == 0 })
    recorder.record(.counted(16))
    recorder.stop()
    let track = try recording(path).tracks[0]
    #expect(track.points == TrackPoints((Array(0...10) + [16]).map { Fix.counted($0) }))
    #expect(track.segments.map(\.range) == [0..<11, 11..<12])
  }

  @Test("a stopped recorder takes nothing, and stops again at once") func stopped() throws {
    let recorder = try TrackRecorder.start(path: path, options: quick)
    recorder.record(.counted(1))
    recorder.stop()
    let whole = contents(path)
    recorder.record(.counted(2))
    #expect(recorder.stop().written == 1 && !recorder.status.isRecording)
    #expect(contents(path) == whole)
  }
}
