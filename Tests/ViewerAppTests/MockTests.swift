// The marker taken by hand: typed, clicked, nudged, let go.

import Cells
import MapScene
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import ViewerApp

@Suite("The marker by hand")
struct MockTests {
  private func pose(_ rehearsal: Rehearsal) -> Pose { rehearsal.model.moment.pose }
  private func hint(_ rehearsal: Rehearsal) -> String { rehearsal.frame.text(row: rehearsal.layout.hint?.row ?? 0) }
  private func metres(_ one: Coordinate, _ other: Coordinate) -> Double { Geodesic.wgs84.distance(from: one, to: other) }

  @Test("m holds the marker where it is, while playback goes on beneath; m again, after Esc, lets it go back")
  func holds() {
    var rehearsal = Rehearsal()
    rehearsal.wait(10)
    let before = pose(rehearsal).coordinate
    rehearsal.press("m")
    #expect(hint(rehearsal).contains("put the marker at"))
    rehearsal.wait(20)
    #expect(metres(pose(rehearsal).coordinate, before) < 1e-6)
    #expect(pose(rehearsal).speed == 0 && pose(rehearsal).accuracy == 5)
    #expect(abs(rehearsal.position - 30) < 1e-6)
    rehearsal.press(KeyPress(.escape))
    #expect(!hint(rehearsal).contains("put the marker at"))
    #expect(rehearsal.model.mock != nil)
    rehearsal.press("m")
    #expect(rehearsal.model.mock == nil)
    #expect(metres(pose(rehearsal).coordinate, before) > 190)
    #expect(rehearsal.showsMarker)
  }

  @Test("a position is typed and set by Enter; digits and letters are text meanwhile")
  func typed() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    rehearsal.press("m")
    rehearsal.press("39.9073, 116.3913 gcj02")
    #expect(hint(rehearsal).contains("39.9073, 116.3913 gcj02"))
    #expect(rehearsal.effects.isEmpty)
    rehearsal.press(KeyPress(.enter))
    let expected = Datum.convert(Coordinate(latitude: 39.9073, longitude: 116.3913), from: .gcj02, to: .wgs84)
    #expect(pose(rehearsal).coordinate == expected)
    #expect(rehearsal.model.prompt == nil)
    // Far from the track: the view has followed.
    rehearsal.wait(1)
    let dot = MapTransform(rehearsal.model.rig.camera, canvas: rehearsal.model.canvas).dot(
      rehearsal.model.journey.shape.place(expected, near: 0))
    #expect(dot.x > 0 && dot.y > 0 && dot.x < Double(rehearsal.model.canvas.width) && dot.y < Double(rehearsal.model.canvas.height))
  }

  @Test("a pasted position counts as typed, without its line end; Backspace and Ctrl-U take back")
  func pasted() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    rehearsal.send(.paste("1,2"))
    #expect(rehearsal.model.mock == nil)
    rehearsal.press("mx")
    rehearsal.press(KeyPress(.backspace))
    rehearsal.send(.paste("39°54′26.28″N\n116°23′28.68″E\n"))
    rehearsal.press(KeyPress(.enter))
    #expect(metres(pose(rehearsal).coordinate, Coordinate(latitude: 39.9073, longitude: 116.3913)) < 0.01)
    rehearsal.press("mm9,9")
    rehearsal.press(KeyPress(.character("u"), .control))
    rehearsal.press("1,2")
    rehearsal.press(KeyPress(.enter))
    #expect(pose(rehearsal).coordinate == Coordinate(latitude: 1, longitude: 2))
  }

  @Test("what is no position is said, and the prompt stays")
  func faulty() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    let before = pose(rehearsal).coordinate
    rehearsal.press("m91,200")
    rehearsal.press(KeyPress(.enter))
    #expect(hint(rehearsal).contains("no position"))
    #expect(pose(rehearsal).coordinate == before)
    rehearsal.press("1")
    #expect(!hint(rehearsal).contains("no position"))
  }

  @Test("Enter on an empty line closes it and leaves the marker held")
  func empty() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    rehearsal.press("m")
    rehearsal.press(KeyPress(.enter))
    #expect(rehearsal.model.prompt == nil && rehearsal.model.mock != nil)
  }

  @Test(
    "arrows nudge by a cell, with Shift by a dot",
    arguments: [
      (KeyPress(.left), -2.0, 0.0), (KeyPress(.right), 2, 0), (KeyPress(.up), 0, -4), (KeyPress(.down), 0, 4),
      (KeyPress(.left, .shift), -1, 0), (KeyPress(.down, .shift), 0, 1),
    ] as [(KeyPress, Double, Double)])
  func nudges(key: KeyPress, across: Double, down: Double) {
    var rehearsal = Rehearsal { $0.isPaused = true }
    rehearsal.press("f")
    rehearsal.press("m")
    func dot() -> DotPoint {
      MapTransform(rehearsal.model.rig.camera, canvas: rehearsal.model.canvas).dot(
        rehearsal.model.journey.shape.place(pose(rehearsal).coordinate, near: 0))
    }
    let before = dot()
    rehearsal.press(key)
    #expect(abs(dot().x - before.x - across) < 1e-6 && abs(dot().y - before.y - down) < 1e-6)
    #expect(rehearsal.position == 0)
  }

  @Test("a click puts a held marker into that cell, a drag pans; without a mock a click does nothing")
  func clicks() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    let free = pose(rehearsal).coordinate
    rehearsal.mouse(.press(1), 20, 8)
    rehearsal.mouse(.release(1), 20, 8)
    #expect(pose(rehearsal).coordinate == free)
    rehearsal.press("fm")
    rehearsal.mouse(.press(1), 20, 8)
    rehearsal.mouse(.release(1), 20, 8)
    let transform = MapTransform(rehearsal.model.rig.camera, canvas: rehearsal.model.canvas)
    let dot = transform.dot(rehearsal.model.journey.shape.place(pose(rehearsal).coordinate, near: 0))
    #expect(abs(dot.x - 40.5) < 1e-6 && abs(dot.y - Double((8 - rehearsal.layout.map.row) * 4) - 1.5) < 1e-6)
    let clicked = pose(rehearsal).coordinate
    let camera = rehearsal.model.rig.camera
    rehearsal.mouse(.press(1), 20, 8)
    rehearsal.mouse(.drag(1), 25, 9)
    rehearsal.mouse(.release(1), 25, 9)
    #expect(pose(rehearsal).coordinate == clicked)
    #expect(rehearsal.model.rig.camera != camera)
  }

  @Test("a mock is seen without colour: a mark in the status bar and another picture of the marker")
  func visible() {
    for (columns, rows) in [(120, 36), (80, 24), (40, 12)] {
      var rehearsal = Rehearsal(columns: columns, rows: rows) { $0.isPaused = true }
      rehearsal.press(KeyPress(.escape))
      let before = rehearsal.frame.text
      rehearsal.press("m")
      rehearsal.press(KeyPress(.escape))
      let after = rehearsal.frame.text
      #expect(before != after, "\(columns)x\(rows)")
      #expect(after.contains { $0.contains("MOCK") }, "\(columns)x\(rows)")
    }
  }

  @Test("at the end of the track a held marker keeps the map where it is")
  func atTheEnd() {
    var rehearsal = Rehearsal()
    rehearsal.wait(100)
    rehearsal.press("m")
    rehearsal.press(KeyPress(.escape))
    let held = pose(rehearsal).coordinate
    rehearsal.wait(100)
    #expect(rehearsal.state == .ended && rehearsal.model.rig.mode == .following)
    #expect(pose(rehearsal).coordinate == held)
    rehearsal.press("m")
    rehearsal.wait(3)
    #expect(rehearsal.model.rig.mode == .whole)
  }

  @Test("set from outside: the marker is there at once; a place that is none changes nothing")
  func outside() {
    var rehearsal = Rehearsal()
    rehearsal.send(.mock(Fix(coordinate: Coordinate(latitude: 10, longitude: 20), altitude: 7)))
    #expect(pose(rehearsal).coordinate == Coordinate(latitude: 10, longitude: 20) && pose(rehearsal).altitude == 7)
    #expect(rehearsal.model.prompt == nil)
    rehearsal.send(.mock(Fix(coordinate: Coordinate(latitude: 100, longitude: 20))))
    #expect(pose(rehearsal).coordinate == Coordinate(latitude: 10, longitude: 20))
    rehearsal.send(.mock(nil))
    #expect(rehearsal.model.mock == nil)
  }

  @Test("endless typing is bounded, and what would harm a terminal does not stay")
  func hostile() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    rehearsal.press("m")
    for _ in 0..<5 { rehearsal.send(.paste(String(repeating: "\u{1B}[2J\u{202E}9", count: 1000))) }
    let text = rehearsal.model.prompt?.text ?? ""
    #expect(text.unicodeScalars.count <= PositionPrompt.limit)
    #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
  }
}
