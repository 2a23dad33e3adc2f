// The place of what is shown: in the status bar, and looked up only after a move.

import BaseMap
import Cells
import MapScene
import Testing
import TrackGeodesy
import TrackPlayback

@testable import ViewerApp

@Suite("The place of what is shown")
struct PlaceMemoryTests {
  @Test("a place is looked up anew after a move of more than 500 m, and not before")
  func memory() throws {
    var memory = PlaceMemory()
    #expect(memory.place == nil)
    let start = Coordinate(latitude: 39.9042, longitude: 116.4074)
    memory.visit(start, in: .embedded)
    let first = try #require(memory.place)
    #expect(first.english == "Beijing, China")
    memory.visit(Geodesic.wgs84.direct(from: start, course: 0, distance: 490).coordinate, in: .embedded)
    #expect(memory.place == first)
    memory.visit(Geodesic.wgs84.direct(from: start, course: 0, distance: 510).coordinate, in: .embedded)
    #expect(memory.place?.townDistance != first.townDistance)
    memory.visit(Coordinate(latitude: .nan, longitude: 0), in: .embedded)
    #expect(memory.place == nil)
    memory.visit(start, in: .embedded)
    #expect(memory.place == first)
  }

  @Test("a live source's status bar has the place where it is, in the person's language", arguments: Language.allCases)
  func live(language: Language) {
    var rehearsal = LiveRehearsal(columns: 140, look: Presentation(language: language))
    rehearsal.live(.connected("gpsd"))
    #expect(rehearsal.model.moment.place == nil)
    rehearsal.drive(3)
    let status = rehearsal.frame.text(row: rehearsal.model.layout.status.row)
    #expect(status.contains(language.pick("near Thun, Switzerland", "瑞士图恩附近")), "\(status)")
  }

  @Test("a marker set by hand has the place where it was put")
  func mock() {
    var rehearsal = LiveRehearsal(columns: 140)
    rehearsal.live(.connected("gpsd"))
    rehearsal.drive(3)
    rehearsal.send(.mock(Fix(coordinate: Coordinate(latitude: 39.9042, longitude: 116.4074))))
    let status = rehearsal.frame.text(row: rehearsal.model.layout.status.row)
    #expect(status.contains("Beijing, China"), "\(status)")
  }
}
