// Owns `TurnList`: all turns of a route in order. How they are found stands in `TurnFinder.swift`.

/// The turns of a route, told from its geometry alone.
///
/// At every candidate the direction of the 20 m before is compared with that of the 20 m after; 30° or more is a turn,
/// at the place where the difference is greatest. So an arc driven in five fixes is one turn, a wide bend is none, and a
/// bend of more than 100 m is a bend. Where the track wanders about a place (noise at rest) nothing is a turn: within
/// 100 m of the way, before and after, it has to get 30 m away.
public struct TurnList: Sendable, Hashable {
  /// The turns, ascending by distance.
  public let turns: [Turn]

  /// No turns.
  public init() { turns = [] }

  /// The turns of a timeline's track; those with a waypoint's point 20 m before to 60 m after them carry its name,
  /// unless it names the start or the finish.
  public init(timeline: Timeline) {
    var corners = TurnFinder(timeline: timeline, scale: .corner)
    var bends = TurnFinder(timeline: timeline, scale: .bend)
    turns = Self.named(Self.merged(corners.turns(), bends.turns()), timeline: timeline)
  }

  /// The corners, and the bends that hold none.
  private static func merged(_ corners: [Turn], _ bends: [Turn]) -> [Turn] {
    let room = 120.0
    var first = 0
    let alone = bends.filter { bend in
      while first < corners.count, corners[first].distance <= bend.distance - room { first += 1 }
      return first == corners.count || corners[first].distance >= bend.distance + room
    }
    return (corners + alone).sorted { $0.distance < $1.distance }
  }

  /// The first turn beyond a distance in metres from the start, or `nil` after the last. Binary search.
  public func next(after distance: Double) -> Turn? {
    var low = 0
    var high = turns.count
    while low < high {
      let middle = (low + high) / 2
      if turns[middle].distance <= distance { low = middle + 1 } else { high = middle }
    }
    return low < turns.count ? turns[low] : nil
  }

  /// The turns with the names of the waypoints nearest to them along the way.
  private static func named(_ turns: [Turn], timeline: Timeline) -> [Turn] {
    let last = timeline.track.points.count - 1
    var places: [(distance: Double, name: String)] = []
    for waypoint in timeline.track.waypoints {
      guard let index = waypoint.pointIndex, index > 0, index < last, !waypoint.name.isEmpty else { continue }
      places.append((timeline.distances[index], waypoint.name))
    }
    places.sort { $0.distance < $1.distance }
    var result = turns
    var first = 0
    for index in result.indices {
      let here = result[index].distance
      while first < places.count, places[first].distance < here - 20 { first += 1 }
      var nearest = Double.infinity
      for place in places[first...].prefix(while: { $0.distance <= here + 60 }) where abs(place.distance - here) < nearest {
        nearest = abs(place.distance - here)
        result[index].name = place.name
      }
    }
    return result
  }
}
