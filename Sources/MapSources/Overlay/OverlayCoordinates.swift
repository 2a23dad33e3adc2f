// Owns `OverlayCoordinates`: the positions of one geometry, nested as they come.

internal import BaseMap
internal import TrackFormats

/// Collects `coordinates`, whose type may be known only later.
struct OverlayCoordinates {
  /// The positions that are some.
  private(set) var points: [LocalPoint] = []
  /// Whether its outermost array is open.
  var isOpen: Bool { !heights.isEmpty }
  /// How many positions there were, and how many of them were none.
  private(set) var count = 0
  private(set) var bad = 0

  /// Where lists of positions end among the points, and where lists of those end among them.
  private var lists: [Int] = []
  private var groups: [Int] = []
  /// For each open array how high it stands above numbers: 0 a position, 1 a list of positions …; −1 not yet known.
  private var heights: [Int] = []
  /// The height of the whole.
  private var height = -1
  private var numbers = (first: Double.nan, second: Double.nan, count: 0)

  /// Begins anew, with the outermost array open.
  mutating func start() {
    points.removeAll(keepingCapacity: points.count < 100_000)
    lists.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    heights = [-1]
    (height, count, bad) = (-1, 0, 0)
    numbers.count = 0
  }

  mutating func add(_ number: Double) {
    if numbers.count == 0 { numbers.first = number }
    if numbers.count == 1 { numbers.second = number }
    numbers.count += 1
    heights[heights.count - 1] = 0
  }

  mutating func begin() {
    heights.append(-1)
    numbers.count = 0
  }

  mutating func end() {
    guard let own = heights.popLast() else { return }
    switch own {
    case 0: endPosition()
    case 1: lists.append(points.count)
    case 2: groups.append(lists.count)
    default: break
    }
    if heights.isEmpty {
      height = own
    } else if own >= 0 {
      heights[heights.count - 1] = max(heights[heights.count - 1], own + 1)
    }
    numbers.count = 0
  }

  private mutating func endPosition() {
    count += 1
    if numbers.count >= 2, let point = OverlayPlane.point(longitude: numbers.first, latitude: numbers.second) {
      points.append(point)
    } else {
      bad += 1
    }
  }

  /// Adds what these positions are as a geometry; nothing where they are nested otherwise than its type wants.
  func addShapes(_ type: GeoJSONType, to shapes: inout OverlayShapes) {
    guard height + 1 == type.level else { return }
    switch type {
    case .point, .multiPoint: for point in points { shapes.addPoint(point) }
    case .lineString, .multiLineString: for list in lists.indices { shapes.addLine(slice(list)) }
    case .polygon: shapes.addArea(lists.indices.map(slice))
    case .multiPolygon:
      for group in groups.indices { shapes.addArea(((group == 0 ? 0 : groups[group - 1])..<groups[group]).map(slice)) }
    case .geometryCollection, .feature, .featureCollection: break
    }
  }

  private func slice(_ list: Int) -> ArraySlice<LocalPoint> { points[(list == 0 ? 0 : lists[list - 1])..<lists[list]] }
}
