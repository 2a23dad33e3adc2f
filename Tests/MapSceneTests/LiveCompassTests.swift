// The compass of a live source's device: where it points, how sure that is, what is held.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("The compass of a live source")
struct LiveCompassTests {
  private func scene(_ headings: Heading...) -> LiveScene {
    var scene = LiveScene()
    scene.drive(90, 5)
    for heading in headings { scene.fleet.receive(.heading(heading, source: ""), at: scene.now, hostTime: LiveScene.start + scene.now) }
    return scene
  }

  private func rows(_ moment: Moment) -> [String] {
    var grid = CellGrid(width: 22, height: 15)
    CompassPanel.draw(moment, into: &grid, rect: grid.bounds)
    return grid.text
  }

  @Test("Without a compass it is the course; with one it is where the device points")
  func heading() throws {
    #expect(abs(try #require(scene().moment().compass).trueHeading - 90) < 0.1)
    let compass = try #require(scene(Heading(true: 200)).moment().compass)
    #expect(compass.trueHeading == 200 && compass.status == .valid)
    // Beijing's declination is west: magnetic headings are larger there.
    #expect(compass.declination < -5 && abs(compass.magneticHeading - (200 - compass.declination)) < 1e-9)
  }

  @Test("Looking back, the device's compass of now does not count")
  func past() throws {
    let compass = try #require(scene(Heading(true: 200)).moment(behind: 2).compass)
    #expect(abs(compass.trueHeading - 90) < 0.1)
  }

  @Test("A heading that the device calls invalid is said, and the last valid one stays")
  func invalid() throws {
    let moment = scene(Heading(magnetic: 30, accuracy: 3), Heading(magnetic: 99, accuracy: -1)).moment()
    let compass = try #require(moment.compass)
    #expect(compass.magneticHeading == 30 && compass.status == .invalid)
    #expect(rows(moment)[13].contains("compass invalid"))
  }

  @Test("One that is rough is said to be uncalibrated")
  func uncalibrated() {
    #expect(rows(scene(Heading(magnetic: 30, accuracy: 40)).moment())[13].contains("compass uncalibrated"))
  }

  @Test("Outside the years of the magnetic model its heading is doubted, inside it is not")
  func years() {
    var moment = scene().moment()
    #expect(rows(moment)[13].contains("magnetic: doubtful") && rows(moment)[14].contains("mag?"))
    moment.clock = Clock(utc: 1_780_000_000, offset: 0, isRecorded: true)
    #expect(!rows(moment)[13].contains("doubtful") && !rows(moment)[14].contains("mag?"))
  }
}
