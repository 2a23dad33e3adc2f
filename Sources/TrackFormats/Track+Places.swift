// Owns the tying of named places to the points of a track that they lie upon.

import TrackGeodesy
import TrackPlayback

extension Track {
  /// The track with more named places, which are tied to the points that lie exactly at theirs: the first place of several at one
  /// spot to the first point there, the second to the second, as start and finish are, or else to the last.
  func adding(_ places: [Waypoint]) -> Track {
    guard !places.isEmpty else { return self }
    var waiting: [Coordinate: Int] = [:]
    for place in places { waiting[place.coordinate, default: 0] += 1 }
    var found: [Coordinate: [Int]] = [:]
    for index in 0..<points.count where !waiting.isEmpty {
      let coordinate = points.coordinate(at: index)
      guard let count = waiting[coordinate] else { continue }
      found[coordinate, default: []].append(index)
      waiting[coordinate] = count > 1 ? count - 1 : nil
    }
    var taken: [Coordinate: Int] = [:]
    let added = places.map { place in
      var place = place
      // An index from elsewhere means nothing here.
      place.pointIndex = found[place.coordinate].map { $0[min(taken[place.coordinate, default: 0], $0.count - 1)] }
      taken[place.coordinate, default: 0] += 1
      return place
    }
    return Track(
      name: name, points: points, segments: segments, waypoints: waypoints + added, datum: datum, isDatumStated: isDatumStated,
      utcOffset: utcOffset)
  }
}
