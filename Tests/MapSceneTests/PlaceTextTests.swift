// The words for where a position is.

import BaseMap
import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("Words for places")
struct PlaceTextTests {
  private func words(_ latitude: Double, _ longitude: Double, _ look: Presentation = Presentation()) -> String? {
    Places.embedded.place(at: Coordinate(latitude: latitude, longitude: longitude)).flatMap { PlaceText.words($0, look) }
  }

  @Test("they say whether a town is here, near or away, in both languages and all units")
  func words() throws {
    let chinese = Presentation(language: .chinese)
    #expect(words(39.9042, 116.4074) == "Beijing, China")
    #expect(words(39.9042, 116.4074, chinese) == "北京，中国")
    #expect(words(46.5, 8) == "near Thun, Switzerland")
    #expect(words(46.5, 8, chinese) == "图恩，瑞士附近")
    let away = try #require(words(30.7, 90.6))
    #expect(away.hasPrefix("8") && away.hasSuffix(" km from Dêqên, China"), "\(away)")
    #expect(try #require(words(30.7, 90.6, Presentation(units: .imperial))).contains(" mi from "))
    #expect(words(0, -140) == nil && words(0, -140, chinese) == nil)
  }

  @Test("the status bar has the nearest town, behind the place that the track names, as the room allows")
  func status() {
    var moment = Moment.of(TestJourney.straight(), at: 0)
    moment.place = Places.embedded.place(at: Coordinate(latitude: 39.9042, longitude: 116.4074))
    func bar(_ width: Int) -> String {
      var grid = CellGrid(width: width, height: 1)
      StatusBar.draw(moment, hasSide: true, into: &grid, rect: grid.bounds)
      return grid.text(row: 0)
    }
    #expect(moment.journey.lastPlace(before: moment.pose.pointIndex) == nil)
    #expect(bar(120).contains("│ Beijing, China │"), "\(bar(120))")
    #expect(!bar(40).contains("Beijing"))
    moment.journey = TestJourney.corner()
    #expect(moment.journey.lastPlace(before: moment.pose.pointIndex) != nil)
    #expect(bar(120).contains("│ Home │ Beijing, China │ WGS-84 │ ? help"), "\(bar(120))")
    #expect(bar(70).contains("│ Home │ WGS-84 │ ? help"), "the track's own names and the datum come first: \(bar(70))")
    moment.isMocked = true
    #expect(bar(140).contains("E │ Beijing, China │"), "a marker set by hand is not on the track: \(bar(140))")
  }
}
