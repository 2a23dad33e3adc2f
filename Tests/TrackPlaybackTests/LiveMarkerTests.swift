// The marker as ride-hailing apps show it: kind, title, the last of the delivered locations. The motion itself: SmoothMarkerTests.

import Testing
import TrackGeodesy
import TrackPlayback

@Suite struct LiveMarkerTests {
  private func locations(_ metres: Double...) -> [Location] { fixes(metres).map { Location($0) } }

  private func east(_ marker: LiveMarker, _ now: Double) -> Int {
    marker.pose(at: now).map { metresEast(Location(Fix(coordinate: $0.coordinate))) } ?? -1
  }

  @Test func ofAnUpdateTheLastLocationIsTakenAndNotThePreviousOne() {
    var marker = LiveMarker(id: "1", options: SmoothMarkerOptions(bufferSize: 2))
    marker.add(locations(0, 10), at: 0)
    marker.add(locations(10, 20), at: 1)
    marker.add([], at: 2)
    #expect(east(marker, 0.5) == 10 && east(marker, 1.5) == 15 && east(marker, 2) == 20)
  }

  @Test func itHasAKindATitleAndASubtitleAndStaysTheSameWhileItMoves() {
    var marker = LiveMarker(id: "京A·12345", kind: .car, title: "Li", subtitle: "3 min")
    for second in 0..<20 { marker.add(locations(Double(second) * 10), at: Double(second)) }
    marker.subtitle = "2 min"
    #expect(marker.id == "京A·12345" && marker.kind == .car && marker.title == "Li" && marker.subtitle == "2 min")
    #expect(marker.pose(at: 19)?.isMoving == true)
  }

  @Test func aKindThatStandsStillIsPutWhereItsLastFixSays() {
    var marker = LiveMarker(id: "stop", kind: .place)
    #expect(!MarkerKind.place.isMobile && MarkerKind.allCases.filter(\.isMobile).count == 5)
    marker.add(locations(0), at: 0)
    marker.add(locations(0), at: 1)
    #expect(east(marker, 1) == 0)
    marker.add(locations(400), at: 2)
    #expect(east(marker, 2) == 400 && marker.pose(at: 2)?.isMoving == false)
    marker.add(locations(401), at: 2.1)
    #expect(east(marker, 2.1) == 401)
  }
}
