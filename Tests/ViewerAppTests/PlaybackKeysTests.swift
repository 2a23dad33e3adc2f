// Keys and the mouse on playback: seek, step, loop, profile and timeline.

import Cells
import MapScene
import TestSupport
import Testing
import TrackPlayback

@testable import ViewerApp

@Suite("Playback by keys and mouse")
struct PlaybackKeysTests {
  @Test("Space pauses and plays on, and time stands still meanwhile")
  func pause() {
    var rehearsal = Rehearsal()
    rehearsal.wait(5)
    rehearsal.press(" ")
    rehearsal.wait(20)
    #expect(abs(rehearsal.position - 5) < 1e-6)
    rehearsal.press("p")
    rehearsal.wait(2)
    #expect(abs(rehearsal.position - 7) < 1e-6)
  }

  @Test(
    "keys seek by what the table says",
    arguments: [
      (KeyPress(.right), 5.0), (KeyPress(.left), -5), (KeyPress(.up), 60), (KeyPress(.down), -60), (KeyPress(.right, .shift), 1),
      (KeyPress(.left, .shift), -1),
    ] as [(KeyPress, Double)])
  func seeks(key: KeyPress, seconds: Double) {
    var rehearsal = Rehearsal {
      $0.start = 0
      $0.isPaused = true
    }
    rehearsal.press(KeyPress(.up))
    rehearsal.press(key)
    #expect(abs(rehearsal.position - (60 + seconds)) < 1e-9)
  }

  @Test("stepping goes to the next point and back again")
  func steps() {
    var rehearsal = Rehearsal()
    rehearsal.wait(10.5)
    rehearsal.press(".")
    #expect(abs(rehearsal.position - 11) < 1e-9)
    #expect(rehearsal.state == .paused)
    rehearsal.press(",,")
    #expect(abs(rehearsal.position - 9) < 1e-9)
  }

  @Test("speed keys undo one another exactly")
  func speeds() {
    var rehearsal = Rehearsal()
    for (up, down) in [("]", "["), ("}", "{")] {
      for _ in 0..<7 { rehearsal.press(up) }
      #expect(rehearsal.model.player.rate.value > 1.5)
      for _ in 0..<7 { rehearsal.press(down) }
      #expect(rehearsal.model.player.rate == .normal)
    }
    rehearsal.press("}}]")
    rehearsal.press(KeyPress(.backspace))
    #expect(rehearsal.model.player.rate == .normal)
  }

  @Test("next and previous places are reached and named")
  func marks() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    rehearsal.press(KeyPress(.pageDown))
    #expect(abs(rehearsal.position - 60) < 1e-9)
    #expect(rehearsal.frame.text.contains { $0.hasPrefix(" Mill Road") })
    rehearsal.press(KeyPress(.pageDown))
    #expect(abs(rehearsal.position - 100) < 1e-9)
    rehearsal.press(KeyPress(.pageUp))
    #expect(abs(rehearsal.position - 60) < 1e-9)
  }

  @Test("a sets A, then B, and the part between repeats; a third a ends it")
  func loop() {
    var rehearsal = Rehearsal()
    rehearsal.wait(10)
    rehearsal.press("a")
    rehearsal.wait(6)
    #expect(rehearsal.frame.text(row: rehearsal.layout.timeline.row).contains("A"))
    rehearsal.press("a")
    #expect(rehearsal.model.player.loopRange == 10...16)
    #expect(rehearsal.frame.text(row: rehearsal.layout.timeline.row).contains("B"))
    for _ in 0..<100 {
      rehearsal.wait(0.5)
      #expect((9.999...16.001).contains(rehearsal.position))
    }
    rehearsal.press("a")
    #expect(rehearsal.model.player.loopRange == nil)
    rehearsal.wait(10)
    #expect(rehearsal.position > 16)
  }

  @Test("B before A makes the same loop")
  func loopBackwards() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    rehearsal.press(KeyPress(.up))
    rehearsal.press("a")
    rehearsal.press(KeyPress(.left))
    rehearsal.press("a")
    #expect(rehearsal.model.player.loopRange == 55...60)
  }

  @Test("L loops the whole, R turns round")
  func wholeLoop() {
    var rehearsal = Rehearsal()
    rehearsal.press("L")
    rehearsal.wait(155)
    #expect(rehearsal.state == .playing)
    #expect(abs(rehearsal.position - 5) < 1e-6)
    rehearsal.press("R")
    rehearsal.wait(3)
    #expect(abs(rehearsal.position - 2) < 1e-6)
    #expect(rehearsal.frame.text(row: rehearsal.layout.timeline.row).hasPrefix(" ◀"))
  }

  /// Where the profile or the timeline is on the screen, and the columns in it that stand for time; `nil` where it is not shown.
  private func timeStrip(_ name: String, of rehearsal: Rehearsal) -> (rect: Rect, span: Range<Int>)? {
    let moment = rehearsal.model.moment
    if name == "profile" { return rehearsal.layout.profile.map { ($0, ProfileStrip.span(moment, rect: $0)) } }
    let rect = rehearsal.layout.timeline
    return (rect, TimelineBar.span(moment, rect: rect))
  }

  @Test("a click on the profile or the timeline seeks to that share of the time", arguments: [0.0, 0.25, 0.5, 0.9, 1])
  func clicks(share: Double) {
    for target in ["profile", "timeline"] {
      var rehearsal = Rehearsal { $0.isPaused = true }
      let moment = rehearsal.model.moment
      guard let (rect, span) = timeStrip(target, of: rehearsal) else { return }
      let column = span.lowerBound + min(span.count - 1, Int(share * Double(span.count)))
      rehearsal.mouse(.press(1), column, rect.row)
      let expected = (Double(column - span.lowerBound) + 0.5) / Double(span.count) * moment.frame.duration
      #expect(abs(rehearsal.position - expected) < 1e-9, "\(target)")
      // The playhead now stands under the pointer.
      if target == "profile" { #expect(rehearsal.frame[column, rect.row].attributes.contains(.reverse)) }
      #expect(rehearsal.showsMarker)
    }
  }

  @Test("dragging along the timeline keeps seeking, by its own scale, even when the pointer slips off the line")
  func dragTime() {
    for target in ["profile", "timeline"] {
      var rehearsal = Rehearsal { $0.isPaused = true }
      let moment = rehearsal.model.moment
      guard let (rect, span) = timeStrip(target, of: rehearsal) else { return }
      rehearsal.mouse(.press(1), span.lowerBound + 2, rect.row)
      for (column, row) in [(20, rect.row), (30, rect.row + 1), (30, rect.row - 1), (30, 2), (-5, rect.row), (500, rect.row), (25, 500)] {
        rehearsal.mouse(.drag(1), column, row)
        let share = min(max((Double(column - span.lowerBound) + 0.5) / Double(span.count), 0), 1)
        #expect(abs(rehearsal.position - share * moment.frame.duration) < 1e-9, "\(target) at \(column),\(row)")
      }
      rehearsal.mouse(.release(1), 20, rect.row)
      let position = rehearsal.position
      rehearsal.mouse(.drag(1), 5, rect.row)
      #expect(rehearsal.position == position)
    }
  }

  @Test("dragging the map takes the ground under the pointer along")
  func dragMap() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    let start = rehearsal.marker
    rehearsal.mouse(.press(1), 20, 8)
    rehearsal.mouse(.drag(1), 25, 6)
    rehearsal.mouse(.drag(1), 27, 11)
    rehearsal.mouse(.release(1), 27, 11)
    #expect(rehearsal.model.rig.mode == .free)
    #expect(abs(rehearsal.marker.x - start.x - 14) < 1e-6)
    #expect(abs(rehearsal.marker.y - start.y - 12) < 1e-6)
  }

  @Test("the wheel zooms at the pointer when the map is free, around the marker when it follows")
  func wheel() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    let region = rehearsal.region
    rehearsal.mouse(.wheelUp, 10, 5)
    #expect(rehearsal.model.rig.mode == .following)
    #expect(rehearsal.region < region)
    rehearsal.press("l")
    let pointer = DotPoint(21, 18)
    let world = MapTransform(rehearsal.model.rig.camera, canvas: rehearsal.model.canvas).world(pointer)
    rehearsal.mouse(.wheelDown, 10, 4 + rehearsal.layout.map.row)
    let after = MapTransform(rehearsal.model.rig.camera, canvas: rehearsal.model.canvas).dot(world)
    #expect(abs(after.x - pointer.x) <= 1 + 1e-6 && abs(after.y - pointer.y) <= 2 + 1e-6)
    let camera = rehearsal.model.rig.camera
    rehearsal.mouse(.wheelUp, 79, 5)
    rehearsal.mouse(.wheelUp, 10, 23)
    rehearsal.mouse(.press(3), 10, 5)
    rehearsal.mouse(.wheelLeft, 10, 5)
    #expect(rehearsal.model.rig.camera == camera)
  }

  @Test("units, notations, panels, the large compass and information show themselves")
  func display() {
    var rehearsal = Rehearsal(columns: 120, rows: 36) { $0.isPaused = true }
    rehearsal.press("u")
    #expect(rehearsal.model.look.units == .imperial)
    rehearsal.press("uu")
    #expect(rehearsal.model.look.units == .metric)
    rehearsal.press("d")
    #expect(rehearsal.model.look.coordinates == .dm)
    rehearsal.press(KeyPress(.tab))
    #expect(rehearsal.layout.side == nil)
    rehearsal.press(KeyPress(.tab))
    #expect(rehearsal.layout.side != nil)
    rehearsal.press("c")
    #expect(rehearsal.model.showsBigCompass)
    rehearsal.press(KeyPress(.escape))
    #expect(!rehearsal.model.showsBigCompass)
    rehearsal.press("i")
    #expect(rehearsal.frame.text.contains { $0.contains("151") && $0.contains("points") })
  }

  @Test("what the program did is told, cleaned, and forgotten after a while")
  func messages() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    rehearsal.send(.saved(name: "pic\u{1B}[2J\n.txt"))
    #expect(rehearsal.frame.text.contains { $0.contains("saved as pic[2J .txt") })
    rehearsal.send(.failed(message: "no room\u{7}"))
    #expect(rehearsal.frame.text.contains { $0.contains("no room") })
    rehearsal.wait(6)
    #expect(!rehearsal.frame.text.contains { $0.contains("no room") })
  }
}
