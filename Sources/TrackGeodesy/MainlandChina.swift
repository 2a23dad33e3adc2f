// Owns the coarse outline of mainland China (with Hainan) inside which GCJ-02 and BD-09 differ from WGS-84.

/// Where the Chinese datums apply: a hand-drawn outline, good to some kilometres along most of the border and to one or two at the
/// cities that face each other across it. It says where map services shift coordinates, nothing about territory.
enum MainlandChina {
  /// The width in degrees of latitude over which the shift fades out beyond the outline; it must exceed the largest shift (0.012°),
  /// or the conversion could not be undone.
  static let fadeWidth = 0.015

  /// Whether a place lies in the rectangle around China and its fading edge, outside which nothing is to be done in either direction.
  static func surroundings(contain place: Coordinate) -> Bool {
    place.latitude > 17.5 && place.latitude < 54 && place.longitude > 73 && place.longitude < 135.6
  }

  /// The share of the shift that applies at a place: 1 inside the outline, 0 from ``fadeWidth`` beyond it, linear between.
  static func weight(at place: Coordinate) -> Double {
    guard surroundings(contain: place) else { return 0 }
    let x = place.longitude
    let y = place.latitude
    // A rectangle well inside spares most places the walk around the outline.
    if x > 99.5, x < 117.5, y > 25, y < 41 { return 1 }
    if isInside(x, y) { return 1 }
    return max(0, 1 - distance(x, y) / fadeWidth)
  }

  /// Whether a ray to the east crosses the outline an odd number of times.
  private static func isInside(_ x: Double, _ y: Double) -> Bool {
    var isInside = false
    var previous = outline[outline.count - 1]
    for vertex in outline {
      if (vertex.latitude > y) != (previous.latitude > y) {
        let t = (y - vertex.latitude) / (previous.latitude - vertex.latitude)
        if x < vertex.longitude + t * (previous.longitude - vertex.longitude) { isInside.toggle() }
      }
      previous = vertex
    }
    return isInside
  }

  /// The distance from the outline in degrees of latitude.
  private static func distance(_ x: Double, _ y: Double) -> Double {
    var nearest = Double.infinity
    let shrink = max(0.1, cosine(Angle.radians(y)))
    var previous = outline[outline.count - 1]
    for vertex in outline {
      nearest = min(nearest, squaredDistance(x, y, from: previous, to: vertex, shrink: shrink))
      previous = vertex
    }
    return nearest.squareRoot()
  }

  /// The squared distance of a point from an edge, in degrees of latitude.
  private static func squaredDistance(_ x: Double, _ y: Double, from start: Coordinate, to end: Coordinate, shrink: Double) -> Double {
    let ex = (end.longitude - start.longitude) * shrink
    let ey = end.latitude - start.latitude
    let px = (x - start.longitude) * shrink
    let py = y - start.latitude
    let square = ex * ex + ey * ey
    let t = square > 0 ? max(0, min(1, (px * ex + py * ey) / square)) : 0
    let dx = px - t * ex
    let dy = py - t * ey
    return dx * dx + dy * dy
  }

  /// The vertices, clockwise from the confluence of Amur and Ussuri.
  static let outline: [Coordinate] = sides.flatMap { side in
    side.map { Coordinate(latitude: $0.1, longitude: $0.0) }
  }

  /// (longitude, latitude) in degrees.
  private typealias Side = [(Double, Double)]

  private static let sides: [Side] = [
    ussuriToYalu, yellowSeaToTaiwanStrait, southCoast, vietnamToBurma, himalaya, centralAsia, mongolia, amur,
  ]

  private static let ussuriToYalu: Side = [
    (135.05, 48.45), (134.75, 47.7), (134.2, 47.3), (134.05, 46.75), (133.9, 46.25), (133.5, 45.85), (133.12, 45.1), (132.9, 45.03),
    (131.85, 45.33), (131.48, 44.97), (131.0, 44.85), (131.25, 44.4), (131.3, 44.05), (131.2, 43.5), (131.3, 43.4), (131.1, 42.92),
    (130.45, 42.7), (130.65, 42.42), (130.55, 42.48), (130.26, 42.72), (130.24, 42.89), (129.95, 42.99), (129.855, 42.96), (129.75, 42.6),
    (129.72, 42.45), (129.35, 42.42), (129.2, 42.26), (128.9, 42.03), (128.06, 42.01), (128.05, 41.6), (128.19, 41.415), (127.5, 41.45),
    (126.92, 41.8), (126.6, 41.68), (126.27, 41.14), (125.7, 40.87), (125.0, 40.53), (124.5, 40.22), (124.385, 40.11), (124.36, 39.99),
    (124.3, 39.85), (124.2, 39.7),
  ]

  /// Some tens of kilometres offshore, and close in where Matsu, Wuqiu and Kinmen lie before the coast.
  private static let yellowSeaToTaiwanStrait: Side = [
    (123.3, 38.6), (123.0, 37.3), (122.6, 36.6), (121.0, 35.4), (121.5, 33.5), (122.4, 32.0), (123.2, 31.0), (123.2, 29.8), (122.6, 28.5),
    (121.8, 27.2), (121.0, 27.0), (120.2, 26.55), (119.96, 26.35), (119.84, 26.25), (119.75, 26.0), (119.95, 25.65), (119.8, 25.3),
    (119.62, 25.12), (119.2, 24.95), (118.85, 24.62), (118.6, 24.49), (118.48, 24.56), (118.3, 24.545), (118.21, 24.52), (118.19, 24.43),
    (118.15, 24.38), (118.2, 24.2), (118.0, 23.7), (117.4, 23.2), (116.5, 22.6), (115.0, 22.35),
  ]

  /// Around Hong Kong and Macau, then Guangdong, Hainan and Guangxi.
  private static let southCoast: Side = [
    (114.75, 22.38), (114.52, 22.41), (114.46, 22.5), (114.42, 22.575), (114.3, 22.575), (114.24, 22.562), (114.2, 22.56), (114.15, 22.548),
    (114.11, 22.533), (114.07, 22.516), (114.02, 22.51), (113.95, 22.475), (113.9, 22.445), (113.84, 22.43), (113.79, 22.38),
    (113.77, 22.15), (113.68, 22.13), (113.62, 22.22), (113.57, 22.222), (113.535, 22.218), (113.522, 22.2), (113.522, 22.15),
    (113.528, 22.1), (113.55, 22.0), (113.0, 21.5), (112.0, 21.4), (111.3, 21.0), (111.3, 19.6), (110.7, 18.3), (109.6, 17.9),
    (108.5, 18.4), (108.4, 19.3), (108.5, 20.8), (108.15, 21.45),
  ]

  private static let vietnamToBurma: Side = [
    (107.975, 21.538), (107.35, 21.6), (107.0, 21.9), (106.71, 21.98), (106.58, 22.4), (106.7, 22.8), (106.3, 22.87), (105.85, 22.95),
    (105.55, 23.1), (105.3, 23.37), (104.85, 23.15), (104.85, 22.95), (104.35, 22.7), (103.965, 22.508), (103.6, 22.75), (103.3, 22.7),
    (102.9, 22.45), (102.5, 22.75), (102.15, 22.4), (101.7, 22.45), (101.75, 21.18), (101.2, 21.2), (101.1, 21.6), (100.2, 21.45),
    (99.95, 21.7), (99.95, 22.05), (99.2, 22.1), (99.5, 22.9), (98.9, 23.2), (98.85, 23.7), (98.7, 24.05), (98.2, 24.1), (97.88, 23.99),
    (97.6, 23.9), (97.55, 24.4), (97.6, 24.75), (98.15, 25.4), (98.7, 26.0), (98.73, 27.0), (98.2, 27.6), (98.15, 28.15), (97.5, 28.3),
  ]

  private static let himalaya: Side = [
    (97.0, 28.35), (96.5, 28.5), (96.2, 28.95), (95.5, 29.1), (94.5, 29.3), (94.2, 28.95), (93.3, 28.6), (92.5, 27.95), (91.75, 27.8),
    (91.6, 27.95), (90.5, 28.1), (89.8, 28.2), (89.5, 28.0), (89.2, 27.6), (88.95, 27.25), (88.78, 27.5), (88.8, 28.0), (88.2, 27.95),
    (87.0, 27.95), (86.2, 27.95), (85.98, 27.95), (85.7, 28.3), (85.1, 28.3), (85.15, 28.6), (84.2, 28.9), (83.5, 29.2), (82.2, 30.1),
    (81.25, 30.0), (80.9, 30.25), (80.2, 30.55), (79.4, 31.05), (78.8, 31.3), (78.7, 31.7), (78.4, 32.5), (79.2, 32.55), (79.0, 33.3),
    (78.75, 33.8), (78.7, 34.2), (78.3, 34.6), (78.0, 35.4), (77.0, 35.6), (76.1, 35.85), (75.9, 36.5), (75.4, 36.85), (74.9, 37.0),
  ]

  private static let centralAsia: Side = [
    (74.55, 37.2), (74.9, 37.35), (75.0, 38.4), (74.0, 38.6), (73.65, 39.35), (73.85, 39.8), (74.8, 40.4), (75.6, 40.55), (76.5, 40.4),
    (76.9, 41.0), (78.2, 41.2), (79.0, 41.8), (80.2, 42.1), (80.2, 42.9), (80.7, 43.2), (80.4, 44.2), (79.95, 44.9), (81.8, 45.3),
    (82.5, 45.15), (82.6, 45.4), (82.35, 45.55), (82.9, 46.1), (82.75, 46.75), (83.0, 47.2), (84.8, 46.85), (85.5, 47.1), (85.7, 47.4),
    (85.55, 48.1), (86.6, 48.5), (87.3, 49.1), (87.8, 49.17),
  ]

  private static let mongolia: Side = [
    (88.1, 48.7), (89.1, 47.95), (90.1, 47.8), (90.5, 47.3), (90.95, 46.9), (91.0, 46.3), (90.7, 45.5), (91.5, 45.1), (93.5, 44.95),
    (95.0, 44.3), (95.5, 43.9), (96.4, 42.75), (99.5, 42.6), (101.7, 42.5), (104.5, 41.65), (105.2, 41.7), (107.3, 42.4), (109.3, 42.45),
    (110.2, 42.7), (111.13, 43.4), (111.7, 43.6), (111.95, 43.675), (111.98, 43.74), (111.67, 44.07), (111.4, 44.4), (111.87, 45.08),
    (113.6, 44.75), (114.5, 45.4),
    (115.7, 45.45), (116.2, 45.7), (117.4, 46.35), (118.3, 46.75), (119.7, 46.7), (119.8, 46.9), (118.5, 47.95), (117.3, 47.65),
    (115.9, 47.7), (115.55, 48.1), (116.7, 49.85),
  ]

  private static let amur: Side = [
    (117.8, 49.52), (119.3, 50.1), (119.2, 50.4), (120.1, 51.7), (120.7, 52.0), (120.7, 52.55), (120.05, 52.6), (121.0, 53.25),
    (123.3, 53.55), (125.0, 53.2), (126.0, 52.75), (126.9, 51.4), (127.3, 50.8), (127.5, 50.265), (127.53, 50.25), (127.6, 49.8),
    (128.8, 49.6),
    (130.2, 48.9), (130.7, 48.9), (130.65, 48.3), (131.0, 47.7), (132.5, 47.75), (133.1, 48.1), (134.3, 48.39),
  ]
}
