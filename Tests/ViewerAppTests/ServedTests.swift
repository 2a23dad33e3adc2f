// What other programs are told of the marker, and what scripts do to playback.

import Cells
import MapScene
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import ViewerApp

@Suite("The position that is given out")
struct ServedTests {
  private func report(_ rehearsal: Rehearsal) throws -> (report: ReceiverReport, fix: Fix) {
    let report = try #require(rehearsal.model.report(time: 5))
    return (report, try #require(report.fix))
  }

  @Test("it is what the marker shows, marked as simulated, with the time that is stated")
  func plays() throws {
    var rehearsal = Rehearsal()
    rehearsal.wait(10)
    let (report, fix) = try report(rehearsal)
    #expect(report.isSimulated && report.mode == .threeDimensional && report.time == 5 && fix.time == 5)
    #expect(fix.coordinate == rehearsal.model.moment.pose.coordinate)
    #expect(abs((fix.speed ?? 0) - 10) < 0.1 && abs((fix.course ?? 0) - 90) < 0.1 && fix.horizontalAccuracy == 5)
    #expect(fix.altitude == rehearsal.model.moment.pose.altitude)
  }

  @Test("its speed is that of the marker: the rate times the track's, 0 while it is paused, and the course turns round in reverse")
  func speeds() throws {
    var rehearsal = Rehearsal()
    rehearsal.wait(10)
    rehearsal.press("}}")
    #expect(abs((try report(rehearsal).fix.speed ?? 0) - 40) < 0.4)
    rehearsal.press("R")
    #expect(abs((try report(rehearsal).fix.course ?? 0) - 270) < 0.1)
    rehearsal.press(" ")
    #expect(try report(rehearsal).fix.speed == 0)
  }

  @Test("a mock stands in its place, still")
  func mocked() throws {
    var rehearsal = Rehearsal()
    rehearsal.wait(10)
    rehearsal.send(.mock(Fix(coordinate: Coordinate(latitude: 1, longitude: 2))))
    let (report, fix) = try report(rehearsal)
    #expect(fix.coordinate == Coordinate(latitude: 1, longitude: 2) && fix.speed == 0 && report.mode == .twoDimensional)
    #expect(report.isSimulated)
  }

  @Test("what is done by hand to the position changes the served state, and nothing else does")
  func states() {
    var rehearsal = Rehearsal()
    rehearsal.wait(10)
    for key in ["+", "i", "i", "u", "c", "c", "h", "f"] {
      let before = rehearsal.model.servedState
      rehearsal.press(key)
      #expect(rehearsal.model.servedState == before, "\(key)")
    }
    for key in [KeyPress(" "), KeyPress(.right), KeyPress("."), KeyPress("m"), KeyPress(.left)] {
      let before = rehearsal.model.servedState
      rehearsal.press(key)
      #expect(rehearsal.model.servedState != before, "\(key)")
    }
  }

  @Test("a live source is passed on, not made up, unless a mock is set")
  func live() {
    var rehearsal = LiveRehearsal()
    #expect(!rehearsal.model.makesReports && rehearsal.model.report(time: 0) == nil)
    rehearsal.drive(5)
    #expect(!rehearsal.model.makesReports)
    let before = rehearsal.model.servedState
    rehearsal.press(" ")
    rehearsal.press(KeyPress(.left))
    #expect(rehearsal.model.servedState == before)
    rehearsal.send(.mock(Fix(coordinate: Coordinate(latitude: 1, longitude: 2))))
    #expect(rehearsal.model.makesReports && rehearsal.model.servedState != before)
  }

  @Test("scripts pause, play, seek, step, loop and hold to the second")
  func orders() {
    var rehearsal = Rehearsal()
    rehearsal.wait(10)
    rehearsal.send(.order(.pause))
    rehearsal.send(.order(.pause))
    #expect(rehearsal.state == .paused)
    rehearsal.send(.order(.seek(42.5)))
    #expect(abs(rehearsal.position - 42.5) < 1e-9)
    rehearsal.send(.order(.step(3)))
    #expect(abs(rehearsal.position - 45) < 1e-9)
    rehearsal.send(.order(.step(-1)))
    #expect(abs(rehearsal.position - 44) < 1e-9)
    rehearsal.send(.order(.step(.min)))
    #expect(rehearsal.position == 0)
    rehearsal.send(.order(.rate(4)))
    rehearsal.send(.order(.play))
    rehearsal.send(.order(.play))
    rehearsal.wait(5)
    #expect(abs(rehearsal.position - 20) < 1e-6)
    rehearsal.send(.order(.looping(true)))
    rehearsal.send(.order(.seek(1e9)))
    #expect(rehearsal.state == .playing)
    rehearsal.send(.order(.hold))
    #expect(rehearsal.model.mock?.coordinate == rehearsal.model.moment.pose.coordinate)
    for odd in [Double.nan, .infinity, -.infinity] {
      rehearsal.send(.order(.seek(odd)))
      rehearsal.send(.order(.rate(odd)))
    }
    #expect(rehearsal.position.isFinite)
  }
}
