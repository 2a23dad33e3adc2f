// Owns what the viewer knows of the place where it is: looked up anew only after a move.

import BaseMap
import MapScene
import TrackGeodesy
import TrackPlayback

/// The place of the position that was last looked up.
struct PlaceMemory: Sendable {
  /// Metres that a position may move before it is looked up anew.
  static let tolerance = 500.0

  private var asked: Coordinate?
  private(set) var place: NamedPlace?

  /// Looks a position up, unless it lies near the one looked up before.
  mutating func visit(_ coordinate: Coordinate, in places: Places) {
    if let asked, coordinate.isValid, Geodesic.wgs84.distance(from: asked, to: coordinate) <= Self.tolerance { return }
    asked = coordinate
    place = places.place(at: coordinate)
  }
}

extension ViewerModel {
  /// Looks up the place of what is shown, and answers what a search for a fix asks.
  mutating func lookAround(_ frame: PlaybackFrame) {
    if hasPosition {
      placeMemory.visit(frame.pose.coordinate, in: .embedded)
    } else if isBrowsing {
      placeMemory.visit(middle, in: .embedded)
    }
    guard let request = live?.acquisition?.place.request else { return }
    let words = Places.embedded.place(at: request.coordinate).flatMap { PlaceText.words($0, look) }
    live?.acquisition?.answer(request, with: words.map { .success($0) } ?? .failure(PlaceNameError("no town near")))
  }
}
