// Owns `MapBounds`: what maps state to cover, as boxes of the world.

internal import TrackGeodesy

/// Boxes of degrees made boxes of the world.
enum MapBounds {
  /// The box between two meridians and two parallels in degrees; one whose east lies west of its west crosses the antimeridian. `nil` where
  /// that is no box.
  static func box(west: Double, south: Double, east: Double, north: Double) -> WorldBox? {
    guard [west, east].allSatisfy({ abs($0) <= 540 }), [south, north].allSatisfy({ abs($0) <= 90 }), south < north, west != east else {
      return nil
    }
    let start = WebMercator.project(Coordinate(latitude: north, longitude: west))
    let end = WebMercator.project(Coordinate(latitude: south, longitude: east < west ? east + 360 : east))
    guard start.x < end.x, start.y < end.y else { return nil }
    return WorldBox(minX: start.x, minY: start.y, maxX: min(end.x, start.x + 1), maxY: end.y)
  }

  /// The same from a text: west, south, east, north with commas between.
  static func box(text: String) -> WorldBox? {
    let numbers = text.utf8.count <= 200 ? text.split(separator: ",").map { Double($0.filter { $0 != " " }) } : []
    guard numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2], let north = numbers[3] else {
      return nil
    }
    return box(west: west, south: south, east: east, north: north)
  }
}
