// The viewer of a live source: waiting, following, going back and returning, the bell, the search, the recording.

import Cells
import MapScene
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import ViewerApp

@Suite("A live source")
struct LiveTests {
  @Test("before the first fix the screen says what is waited for, and how it is reached", arguments: [(120, 36), (80, 24), (40, 12)])
  func waiting(columns: Int, rows: Int) {
    var rehearsal = LiveRehearsal(columns: columns, rows: rows)
    #expect(rehearsal.text.contains("gpsd://127.0.0.1:2947") && rehearsal.text.contains("connecting"))
    rehearsal.live(.lost(reason: "connection refused", retryIn: 4))
    rehearsal.wait(1.5)
    #expect(rehearsal.text.contains("connection refused, again in 2 s"))
    rehearsal.live(.connected("gpsd 3.25"))
    rehearsal.hear(.report(ReceiverReport(mode: .none)))
    #expect(rehearsal.text.contains("it says that it has no fix"))
    // Nothing that needs a position does harm.
    rehearsal.press(" ,.[]{}0ftLRaciucdymSgr+-hjkl")
    rehearsal.press(KeyPress(.left))
    rehearsal.press(KeyPress(.home))
    #expect(rehearsal.model.live?.isAtEdge == true)
  }

  @Test("the first fix brings the camera there, and the marker moves smoothly between fixes")
  func follows() {
    var rehearsal = LiveRehearsal()
    rehearsal.live(.connected("gpsd"))
    rehearsal.drive(3)
    let dot = MapTransform(rehearsal.model.rig.camera, canvas: rehearsal.model.canvas).dot(
      rehearsal.model.journey.shape.place(rehearsal.pose.coordinate, near: 0))
    #expect(dot.x > 0 && dot.x < Double(rehearsal.model.canvas.width) && dot.y > 0 && dot.y < Double(rehearsal.model.canvas.height))
    rehearsal.hear(.report(LiveRehearsal.report(3, at: LiveRehearsal.hostZero + rehearsal.now)))
    var before = rehearsal.east
    for _ in 0..<9 {
      rehearsal.wait(0.1)
      #expect(abs(rehearsal.east - before - 1) < 0.05)
      before = rehearsal.east
    }
    #expect(rehearsal.model.journey.track.points.count == 4)
  }

  @Test("Space and seeking back show what was, while fixes keep coming; End returns to now")
  func rewinds() {
    var rehearsal = LiveRehearsal()
    rehearsal.drive(60)
    #expect(abs(rehearsal.east - 590) < 12)
    rehearsal.press(" ")
    let held = rehearsal.east
    rehearsal.drive(20)
    #expect(abs(rehearsal.east - held) < 1e-6)
    #expect(rehearsal.model.journey.track.points.count == 80)
    #expect(abs(rehearsal.model.secondsBehind - 20) < 2.1)
    rehearsal.press(KeyPress(.left))
    #expect(abs(rehearsal.east - (held - 50)) < 1)
    rehearsal.press(" ")
    rehearsal.drive(10)
    #expect(abs(rehearsal.east - (held + 50)) < 1)
    #expect(rehearsal.model.live?.isAtEdge == false)
    rehearsal.press(KeyPress(.end))
    #expect(rehearsal.model.live?.isAtEdge == true)
    #expect(abs(rehearsal.east - 890) < 12)
  }

  @Test("who catches up with now is live again; the start of the recording can be seen again")
  func catchesUp() {
    var rehearsal = LiveRehearsal()
    rehearsal.drive(30)
    rehearsal.press(KeyPress(.home))
    #expect(rehearsal.east < 1)
    rehearsal.press("}}")
    rehearsal.drive(15)
    #expect(rehearsal.model.live?.isAtEdge == true)
    #expect(abs(rehearsal.east - 440) < 12)
  }

  @Test("seeking ahead, loops and speeds at the live edge say why they do nothing")
  func edge() {
    var rehearsal = LiveRehearsal()
    rehearsal.drive(10)
    for key in [KeyPress(.right), KeyPress("]"), KeyPress("L"), KeyPress(.end)] {
      rehearsal.press(key)
      #expect(rehearsal.hint.contains("live"), "\(key)")
      #expect(rehearsal.model.live?.isAtEdge == true)
      rehearsal.wait(5)
    }
  }

  @Test("the bell rings once when the fix is lost, and again only after it was found")
  func bell() {
    var rehearsal = LiveRehearsal()
    rehearsal.wait(100)
    #expect(rehearsal.bells == 0)
    rehearsal.drive(10)
    rehearsal.live(.lost(reason: "connection reset", retryIn: 1))
    rehearsal.wait(60)
    #expect(rehearsal.bells == 1)
    rehearsal.live(.connected("gpsd"))
    rehearsal.drive(5)
    #expect(rehearsal.bells == 1)
    rehearsal.wait(60)
    #expect(rehearsal.bells == 2)
  }

  @Test("while nothing comes the screen wakes at most once a second, and the loss of the signal on time")
  func wakes() throws {
    var rehearsal = LiveRehearsal()
    rehearsal.drive(10)
    var wakeups = 0
    var lost: Double?
    let silent = rehearsal.now
    while rehearsal.now < silent + 30 {
      let next = try #require(rehearsal.model.nextFrame())
      #expect(next > rehearsal.now)
      rehearsal.now = next
      rehearsal.send(.tick)
      if rehearsal.now > silent + 3 { wakeups += 1 }
      if lost == nil, rehearsal.bells == 1 { lost = rehearsal.now }
    }
    #expect(wakeups <= 30)
    // The last fix came a second before the silence.
    #expect(abs((lost ?? 0) - (silent + 4)) < 0.01)
  }

  @Test("late and impossible fixes are not shown, and the information sheet counts them")
  func rejects() {
    var rehearsal = LiveRehearsal(rows: 48)
    rehearsal.drive(10)
    rehearsal.hear(.report(LiveRehearsal.report(3, at: LiveRehearsal.hostZero + 1003)))
    rehearsal.hear(.report(LiveRehearsal.report(1e5, at: LiveRehearsal.hostZero + rehearsal.now)))
    #expect(rehearsal.model.journey.track.points.count == 10)
    rehearsal.press("i")
    #expect(rehearsal.text.contains("12") && rehearsal.text.contains("10"))
    #expect(rehearsal.model.overlay == .information)
  }

  @Test("g searches a good fix, says how far it is, and ends the search")
  func acquisition() {
    var rehearsal = LiveRehearsal()
    rehearsal.live(.connected("gpsd"))
    rehearsal.press("g")
    #expect(rehearsal.text.contains("searching for a fix"))
    rehearsal.hear(.report(LiveRehearsal.report(0, at: LiveRehearsal.hostZero + rehearsal.now, accuracy: 30)))
    rehearsal.wait(2)
    #expect(rehearsal.hint.contains("searching, best ±30 m, age 2 s"), "\(rehearsal.hint)")
    rehearsal.hear(.report(LiveRehearsal.report(0.1, at: LiveRehearsal.hostZero + rehearsal.now, accuracy: 6)))
    #expect(rehearsal.hint.contains("found ±6"), "\(rehearsal.hint)")
    #expect(rehearsal.hint.contains(", near Thun, Switzerland"), "\(rehearsal.hint)")
    #expect(rehearsal.model.live?.acquisition?.place.request == nil)
    rehearsal.press("g")
    rehearsal.wait(5)
    #expect(!rehearsal.hint.contains("found"))
    #expect(rehearsal.model.live?.acquisition == nil)
  }

  @Test("a search without any fix times out")
  func timesOut() {
    var rehearsal = LiveRehearsal()
    rehearsal.press("g")
    rehearsal.wait(61)
    #expect(rehearsal.text.contains("no fix in time"))
  }

  @Test("r asks for a recording; from then on the fixes that were taken are handed over, until r ends it")
  func records() {
    var rehearsal = LiveRehearsal()
    rehearsal.drive(3)
    rehearsal.press("r")
    #expect(rehearsal.effects == [.startRecording])
    rehearsal.live(.recording(.on(name: "track.gpx")))
    #expect(rehearsal.hint.contains("recording to track.gpx"))
    rehearsal.drive(5)
    rehearsal.hear(.report(LiveRehearsal.report(1, at: LiveRehearsal.hostZero + 1001)))
    #expect(rehearsal.recorded.count == 5)
    rehearsal.press("r")
    #expect(rehearsal.effects.last == .stopRecording)
    rehearsal.live(.recording(.off))
    #expect(rehearsal.hint.contains("recorded in track.gpx"))
    rehearsal.drive(3)
    #expect(rehearsal.recorded.count == 5)
  }

  @Test("what the recorder cannot write is said, and the view goes on")
  func diskFull() {
    var rehearsal = LiveRehearsal()
    rehearsal.drive(3)
    rehearsal.live(.recording(.on(name: "track.gpx")))
    rehearsal.live(.recording(.failing(name: "track.gpx", reason: "No space left on device")))
    #expect(rehearsal.hint.contains("No space left on device"))
    rehearsal.drive(2)
    #expect(rehearsal.recorded.count == 2)
    #expect(rehearsal.model.journey.track.points.count == 5)
    rehearsal.live(.recording(.on(name: "track.gpx")))
    #expect(rehearsal.hint.contains("recording goes on"))
  }

  @Test("bytes without sense are said while the first fix is waited for")
  func rubbish() {
    var viewer = LiveRehearsal()
    viewer.live(.connected("serial:/dev/ttyUSB0"))
    viewer.live(.notUnderstood)
    #expect(viewer.hint.contains("no line of them is understood") && viewer.text.contains("waiting for the first fix"))
    viewer.press("i")
    #expect(!viewer.text.contains("waiting for the first fix"))
  }

  @Test("0 shows all sources, wherever they are, and back")
  func wholeOfSeveral() {
    var viewer = LiveRehearsal()
    viewer.drive(3, source: "bus")
    viewer.hear(.report(LiveRehearsal.report(0, at: LiveRehearsal.hostZero + viewer.now, source: "far boat", north: 20_000)))
    viewer.wait(1)
    #expect(!viewer.text.contains("far boat"))
    viewer.press("0")
    #expect(viewer.text.contains("far boat"))
    viewer.press("0")
    #expect(!viewer.text.contains("far boat"))
  }

  @Test("several ids are several sources; t follows the next one, with its own track")
  func sources() {
    var rehearsal = LiveRehearsal()
    for _ in 0..<10 {
      rehearsal.hear(
        .report(LiveRehearsal.report(rehearsal.now - 1000, at: LiveRehearsal.hostZero + rehearsal.now, source: "bus")),
        .report(LiveRehearsal.report(rehearsal.now - 1000, at: LiveRehearsal.hostZero + rehearsal.now, source: "tram", north: 500)))
      rehearsal.wait(1)
    }
    #expect(rehearsal.model.journey.title == "bus" && rehearsal.model.journey.track.points.count == 10)
    let bus = rehearsal.pose.coordinate
    rehearsal.press("t")
    #expect(rehearsal.hint.contains("following tram"))
    #expect(abs(Geodesic.wgs84.distance(from: bus, to: rehearsal.pose.coordinate) - 500) < 1)
    rehearsal.press("t")
    #expect(rehearsal.model.journey.title == "bus")
  }

  @Test("a mock goes before what is live, and lets go to where the source is now")
  func mocked() {
    var rehearsal = LiveRehearsal()
    rehearsal.drive(10)
    rehearsal.press("m")
    rehearsal.press(KeyPress(.escape))
    let held = rehearsal.east
    rehearsal.drive(10)
    #expect(abs(rehearsal.east - held) < 1e-6)
    rehearsal.press("m")
    #expect(abs(rehearsal.east - 190) < 12)
  }

  @Test("words of the source cannot harm the screen")
  func hostile() {
    var rehearsal = LiveRehearsal()
    let evil = "\u{1B}[2J\u{202E}\u{7}\n" + String(repeating: "x", count: 10_000)
    rehearsal.live(.connected(evil))
    rehearsal.live(.lost(reason: evil, retryIn: .infinity))
    rehearsal.press("g")
    #expect(!rehearsal.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    rehearsal.live(.lost(reason: evil, retryIn: -.infinity))
    rehearsal.hear(.report(LiveRehearsal.report(0, at: LiveRehearsal.hostZero + rehearsal.now, source: evil)))
    rehearsal.live(.recording(.failing(name: evil, reason: evil)))
    rehearsal.press("i")
    #expect(!rehearsal.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    for time in [Double.nan, .infinity, -.infinity, 1e300] {
      rehearsal.live(.messages([.report(LiveRehearsal.report(time, at: time, source: evil))], hostTime: time))
      _ = rehearsal.text
    }
  }
}
