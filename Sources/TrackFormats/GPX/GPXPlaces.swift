// Owns `GPXPlaces`: which of a document's named places become `wpt` elements, and which the names of points.

import TrackGeodesy
import TrackPlayback

/// The named places of a document, parted by how they are written so that reading gives them back.
///
/// Every program shows `wpt` elements, few show the names of track points. So a place of the first track, which is where reading
/// puts `wpt` elements, is a `wpt`; unless it names a point of the track that lies where an earlier one lies, since reading would
/// take the earlier. A place of another track or of a route that is one of its points is that point's name.
struct GPXPlaces {
  /// The places that are `wpt` elements.
  private(set) var loose: [Waypoint] = []
  /// The names of the points of each track, by index.
  private(set) var trackNames: [[Int: String]] = []
  /// The names of the points of each route, by index.
  private(set) var routeNames: [[Int: String]] = []

  init(_ document: TrackDocument) {
    for (index, track) in document.tracks.enumerated() {
      let isFirst = index == 0
      let firsts = isFirst ? Self.firstPoints(of: track) : [:]
      trackNames.append(
        part(track, isEachPointNamed: false) { waypoint in
          isFirst && firsts[waypoint.coordinate] == waypoint.pointIndex
        })
    }
    for route in document.routes { routeNames.append(part(route, isEachPointNamed: true) { _ in false }) }
  }

  /// The names of a line's points; what is none of them is added to ``loose``.
  private mutating func part(_ line: Track, isEachPointNamed: Bool, isLoose: (Waypoint) -> Bool) -> [Int: String] {
    var names: [Int: String] = [:]
    var others: [Waypoint] = []
    for waypoint in line.waypoints {
      if let index = waypoint.pointIndex, names[index] == nil, !isLoose(waypoint), Self.isName(waypoint, of: index, in: line.points) {
        names[index] = waypoint.name
      } else {
        others.append(waypoint)
      }
    }
    // Reading keeps no more names of track points than these.
    if !isEachPointNamed, names.count >= GPXLine.nameLimit || names.count > line.points.count / GPXLine.nameShare {
      loose += line.waypoints
      return [:]
    }
    loose += others
    return names
  }

  /// Whether a place is nothing but the name of a point.
  private static func isName(_ waypoint: Waypoint, of index: Int, in points: TrackPoints) -> Bool {
    index >= 0 && index < points.count && !waypoint.name.isEmpty && waypoint.symbol == nil
      && waypoint.coordinate == points.coordinate(at: index) && waypoint.altitude == points.altitude(at: index)
      && waypoint.time == points.time(at: index)
  }

  /// The first points that lie exactly where the places of a track lie.
  private static func firstPoints(of track: Track) -> [Coordinate: Int] {
    var waiting = Set(track.waypoints.map(\.coordinate))
    var found: [Coordinate: Int] = [:]
    for index in 0..<track.points.count where !waiting.isEmpty {
      if let place = waiting.remove(track.points.coordinate(at: index)) { found[place] = index }
    }
    return found
  }
}
