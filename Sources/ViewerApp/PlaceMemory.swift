// Owns what the viewer knows of the place where it is: looked up anew only after a move.

import BaseMap
import MapScene
import TrackGeodesy
import TrackPlayback

/// The place of the position that was last looked up.
struct PlaceMemory: Sendable {
  /// Metres that a position may move before it is looked up anew.
  static let tolerance = 500.0

  /// Metres that a position may move before its street is looked up anew, and seconds between two such questions.
  static let streetTolerance = 20.0
  static let streetPause = 0.25

  private var asked: Coordinate?
  private(set) var place: NamedPlace?
  private(set) var street: StreetPlace?
  private var streetAsked: (coordinate: Coordinate, version: Int, at: Double)?
  /// Whether a street is still to be looked up, because the last question was so short a time ago.
  private(set) var isStreetDue = false

  /// Looks a position up, unless it lies near the one looked up before.
  mutating func visit(_ coordinate: Coordinate, in places: Places) {
    if let asked, coordinate.isValid, Geodesic.wgs84.distance(from: asked, to: coordinate) <= Self.tolerance { return }
    asked = coordinate
    place = places.place(at: coordinate)
  }

  /// Looks a position's street up, unless that was done near it a moment ago.
  /// - Parameters:
  ///   - version: changes whenever the pieces do.
  ///   - pieces: the street map in view.
  mutating func visitStreet(_ coordinate: Coordinate, version: Int, at now: Double, in pieces: () -> [MapPiece]) {
    isStreetDue = false
    guard coordinate.isValid else { return }
    if let last = streetAsked {
      let isNear = Geodesic.wgs84.distance(from: last.coordinate, to: coordinate) <= Self.streetTolerance
      if isNear, last.version == version { return }
      isStreetDue = !isNear && now - last.at < Self.streetPause
      if isStreetDue { return }
    }
    streetAsked = (coordinate, version, now)
    let pieces = pieces()
    let found = pieces.isEmpty ? StreetPlace() : StreetPlace.nearest(to: WebMercator.project(coordinate), in: pieces)
    street = found.isEmpty ? nil : found
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
    answerSearch()
  }

  /// Looks up the street of what is shown in the street map that is drawn.
  mutating func lookAtStreets() {
    guard hasPosition || isBrowsing else { return }
    let coordinate = hasPosition ? shownFrame.pose.coordinate : middle
    placeMemory.visitStreet(coordinate, version: base.streetVersion, at: now) { base.streetPieces }
  }

  private mutating func answerSearch() {
    guard let request = live?.acquisition?.place.request else { return }
    let words = Places.embedded.place(at: request.coordinate).flatMap { PlaceText.words($0, look) }
    live?.acquisition?.answer(request, with: words.map { .success($0) } ?? .failure(PlaceNameError("the place has no name")))
  }
}
