// Tracks that come while the viewer is open, and what is worked out of them later.

import MapScene
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import ViewerApp

@Suite("What is worked out of a track later")
struct RefiningTests {
  private static let quick: Journey = {
    let fixes = (0..<9_000).map {
      Fix(coordinate: Coordinate(latitude: 40 + Double($0 % 100) * 1e-4, longitude: 116 + Double($0) * 1e-4))
    }
    return Journey(title: "long", timeline: Timeline(track: Track(points: TrackPoints(fixes))), detail: .quick)
  }()

  @Test("it is taken in the same moment as the track, behind a part of it, and later", arguments: [true, false])
  func batch(isOneBatch: Bool) {
    var viewer = Rehearsal(TestJourney.straight())
    viewer.send(.opening)
    viewer.model.loading = LoadingState(text: "", share: nil)
    let full = Self.quick.completed(to: .full)
    viewer.send(.part([Self.quick]))
    viewer.send(.loading(LoadingState(text: "1 MB", share: 0.5)))
    viewer.send(.refined([full]))
    #expect(!viewer.model.journey.isFull && viewer.model.loading != nil, "a part is not the whole")
    viewer.send(.loaded([Self.quick], ViewerOptions()))
    #expect(viewer.model.loading == nil && viewer.model.journey.detail == .quick)
    if !isOneBatch { viewer.wait(3) }
    let position = viewer.model.moment.frame.position
    viewer.send(.refined([Self.quick.completed(to: .drawing)]))
    viewer.send(.refined([full]))
    #expect(viewer.model.journey.isFull && viewer.model.moment.frame.position == position)
    // Of another number of tracks it cannot be.
    viewer.send(.refined([full, full]))
    #expect(viewer.model.journeys.count == 1)
  }
}
