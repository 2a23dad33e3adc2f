// Owns when the name of a fix's place is asked for, and what is shown of the answer.

import TrackGeodesy

/// A question for the name of a place, to be answered with ``FixAcquisition/answer(_:with:)``.
public struct PlaceRequest: Sendable, Hashable {
  /// Tells requests apart; later ones are greater.
  public let number: Int
  /// The place asked for, WGS 84.
  public let coordinate: Coordinate
}

/// What is asked and known about the name of a place.
public struct PlaceName: Sendable, Hashable {
  /// The request under way; `nil` while none is.
  public internal(set) var request: PlaceRequest?
  /// The name last found; none after a request that failed.
  public internal(set) var name: String?
  /// Why there is no name, in the words of who was asked.
  public internal(set) var failure: String?
  /// The number of the last request.
  var lastRequest = 0

  /// Nothing asked, nothing known.
  init() {}

  /// Asks for the name of a kept fix's place, unless a request is under way; the final one's in any case, unless it lies where the one
  /// before lay, `distance` metres away.
  mutating func ask(for coordinate: Coordinate, isFinal: Bool, distance: Double?) {
    // Never compared with 0: a distance that is computed may be a hair above it.
    let isForced = isFinal && (distance ?? .infinity) >= 0.01
    guard request == nil || isForced else { return }
    lastRequest += 1
    request = PlaceRequest(number: lastRequest, coordinate: coordinate)
  }
}

extension FixAcquisition {
  /// Takes in the answer to a request: a name, or why there is none, which clears the place. An answer to a request that a newer one has
  /// replaced is ignored.
  ///
  /// The request is found in ``place`` after a fix was kept. What is asked is up to the caller: embedded data, or a service.
  public mutating func answer(_ request: PlaceRequest, with result: Result<String, PlaceNameError>) {
    guard request == place.request else { return }
    place.request = nil
    switch result {
    case .success(let name):
      place.name = name
      place.failure = nil
    case .failure(let error):
      place.name = nil
      place.failure = error.words
    }
  }
}

/// Why the name of a place is not known.
public struct PlaceNameError: Error, Sendable, Hashable {
  /// The reason, for people.
  public let words: String

  /// A reason, for people.
  public init(_ words: String) { self.words = words }
}
