// Owns where GCJ-02 and BD-09 differ from WGS-84: mainland China (with Hainan), and a narrow edge over which the shift fades out.

/// Where the Chinese datums apply: an outline after Natural Earth 1:50m (borders as they are held, good to about a kilometre), 24 nautical miles
/// out at sea, and by hand between some twin towns. It says where map services shift coordinates, nothing about territory.
///
/// The look-up goes by cells of a quarter of a degree: most are wholly inside or wholly outside; the others list the edges in and near them.
enum MainlandChina {
  /// Whether a place lies in the rectangle around China and its fading edge, outside which nothing is to be done in either direction.
  static func surroundings(contain place: Coordinate) -> Bool {
    place.latitude > MainlandChinaIndex.south && place.latitude < MainlandChinaIndex.north && place.longitude > MainlandChinaIndex.west
      && place.longitude < MainlandChinaIndex.east
  }

  /// The share of the shift that applies at a place: 1 inside the outline, 0 from `width` degrees of latitude beyond it, linear between.
  ///
  /// - Parameter width: at most ``MainlandChinaIndex/reach``; it must exceed the largest shift, or the conversion could not be undone.
  static func weight(at place: Coordinate, fadingOver width: Double) -> Double {
    guard surroundings(contain: place) else { return 0 }
    return index.weight(place.longitude, place.latitude, width)
  }

  /// Built at the first look-up, in about a millisecond.
  static let index = MainlandChinaIndex(vertices: vertices)
}

/// An edge of the outline, in degrees.
struct OutlineEdge {
  let startX: Double
  let startY: Double
  let endX: Double
  let endY: Double

  /// Whether a ray to the east from the place crosses the edge.
  func isCrossed(_ x: Double, _ y: Double) -> Bool {
    (startY > y) != (endY > y) && x < startX + (y - startY) / (endY - startY) * (endX - startX)
  }

  /// The squared distance of a place from the edge in degrees of latitude, `shrink` being the cosine of its latitude.
  func squaredDistance(_ x: Double, _ y: Double, shrink: Double) -> Double {
    let ex = (endX - startX) * shrink
    let ey = endY - startY
    let px = (x - startX) * shrink
    let py = y - startY
    let square = ex * ex + ey * ey
    let t = square > 0 ? max(0, min(1, (px * ex + py * ey) / square)) : 0
    let dx = px - t * ex
    let dy = py - t * ey
    return dx * dx + dy * dy
  }
}
