// Owns `CountryIndex`: in which country's outline a place lies.
//
//     arcs ──► short edges ──► bands from north to south, each with the edges that touch it, from west to east
//
//     country: from the place to the west, around the world, until an edge is crossed; the country is that on the edge's east

import TrackGeodesy

/// The outlines of countries as edges with a country, or none, on either side. A question allocates nothing.
///
/// The plane is the Web Mercator square in whole steps, x to the east and y to the south: an edge is straight there.
struct CountryIndex: Sendable {
  /// What stands for no country: the sea.
  static let none = UInt8.max
  static let bandCount = 512
  /// Parts of the world's side that the widest edge spans from west to east.
  private static let reaches: Int32 = 512

  /// Steps of the world's side.
  let side: Int32
  /// Steps that the widest edge spans from west to east.
  let reach: Int32
  /// The latitudes between which the bands lie, from north to south.
  let bandLatitudes: [Double]
  /// The ends of all arcs' edges: an edge leads from each point to the next.
  private(set) var points: [LocalPoint] = []
  /// The country on the left and on the right of the edge that begins at each point; none on both where an arc ends.
  private(set) var left: [UInt8] = []
  private(set) var right: [UInt8] = []
  /// Where each band begins among ``bandEdges``, and the end of the last; nothing before ``finish()``.
  private(set) var bandStarts: [Int32] = []
  /// The first points of the edges of each band, by their western ends.
  private(set) var bandEdges: [Int32] = []
  /// The western end of each of ``bandEdges``.
  private(set) var bandWests: [Int32] = []
  /// Whose the poles are, and every parallel that no outline crosses.
  var northPole = none
  var southPole = none
  /// Pairs of a country and of another whose outline holds it.
  var parts: [(part: UInt8, whole: UInt8)] = []
  /// Which countries have an outline.
  private var outlined = [Bool](repeating: false, count: 256)

  /// - Parameter side: steps of the world's side, a power of two from 2⁹ to 2²⁸; others are made one of these.
  init(side: Int) {
    let exponent = (9...28).first { 1 << $0 >= side } ?? 28
    self.side = 1 << Int32(exponent)
    reach = self.side / Self.reaches
    bandLatitudes = (0...Self.bandCount).map {
      WebMercator.unproject(MapPoint(x: 0.5, y: Double($0) / Double(Self.bandCount))).latitude
    }
  }

  var isEmpty: Bool { bandEdges.isEmpty }

  /// Whether a country has an outline; small ones have none.
  func hasOutline(_ country: UInt8) -> Bool { country != Self.none && outlined[Int(country)] }

  /// Whether a country's land is drawn as part of another's.
  func isPart(_ country: UInt8, of other: UInt8) -> Bool { parts.contains { $0.part == country && $0.whole == other } }

  /// The country whose outline holds a place; ``none`` for none, and for a place that is not valid.
  func country(at place: Coordinate) -> UInt8 {
    guard place.isValid, !isEmpty else { return Self.none }
    let (x, y) = steps(place)
    // Corners lie at whole steps: a little off them no ray meets one.
    let row = y.rounded(.down) + min(max(y - y.rounded(.down), 0.001), 0.999)
    return eastOfCrossing(x, row, in: band(row)) ?? eastOfCrossing(x + Double(side), row, in: band(row))
      ?? (place.latitude > 0 ? northPole : southPole)
  }

  /// The country on the east of the first edge that is crossed from a point to the west; `nil` where there is none.
  private func eastOfCrossing(_ x: Double, _ y: Double, in band: Int) -> UInt8? {
    let first = Int(bandStarts[band])
    var index = firstEdge(in: band, beyond: x)
    var nearest = -Double.infinity
    var found: UInt8?
    while index > first {
      index -= 1
      if Double(bandWests[index]) + Double(reach) < nearest { break }
      let edge = Int(bandEdges[index])
      let (start, end) = (points[edge], points[edge + 1])
      let isSouthward = Double(end.y) > y
      guard (Double(start.y) > y) != isSouthward else { continue }
      // From the upper end, so that a border told from both sides is crossed at the same place.
      let (upper, lower) = isSouthward ? (start, end) : (end, start)
      let share = (y - Double(upper.y)) / (Double(lower.y) - Double(upper.y))
      let crossing = Double(upper.x) + (Double(lower.x) - Double(upper.x)) * share
      guard crossing <= x, crossing >= nearest else { continue }
      let east = isSouthward ? left[edge] : right[edge]
      if crossing > nearest || found == Self.none { (nearest, found) = (crossing, east) }
    }
    return found
  }

  /// A place in steps.
  func steps(_ place: Coordinate) -> (x: Double, y: Double) {
    let point = WebMercator.project(place)
    return (point.x * Double(side), point.y * Double(side))
  }

  /// The band of a row.
  func band(_ y: Double) -> Int { min(max(Int(y) / Int(side / Int32(Self.bandCount)), 0), Self.bandCount - 1) }

  /// The place among ``bandEdges`` of a band's first edge whose western end lies beyond an easting; the band's end where none does.
  func firstEdge(in band: Int, beyond x: Double) -> Int {
    var low = Int(bandStarts[band])
    var high = Int(bandStarts[band + 1])
    while low < high {
      let middle = (low + high) / 2
      if Double(bandWests[middle]) <= x { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Making

  /// Adds a point to the arc that was begun last: an edge leads to it from the point before, with a country or none on either side of the
  /// way. Points beyond the world are moved onto its edge; edges that are too wide become several.
  mutating func add(_ point: LocalPoint, left leftCountry: UInt8, right rightCountry: UInt8) {
    let point = LocalPoint(x: min(max(point.x, 0), side), y: min(max(point.y, 0), side))
    guard let last = points.last else { return begin(point) }
    let (wide, high) = (point.x - last.x, point.y - last.y)
    let count = max(1, (abs(wide) + reach - 1) / reach)
    for number in 1...count {
      left[points.count - 1] = leftCountry
      right[points.count - 1] = rightCountry
      let share = Double(number) / Double(count)
      begin(LocalPoint(x: last.x + Int32((Double(wide) * share).rounded()), y: last.y + Int32((Double(high) * share).rounded())))
    }
    outlined[Int(leftCountry)] = true
    outlined[Int(rightCountry)] = true
  }

  /// Begins an arc.
  mutating func begin(_ point: LocalPoint) {
    points.append(LocalPoint(x: min(max(point.x, 0), side), y: min(max(point.y, 0), side)))
    left.append(Self.none)
    right.append(Self.none)
  }

  /// Sorts what was added; nothing is found before.
  mutating func finish() {
    let edges = edgesFromWestToEast()
    var counts = [Int32](repeating: 0, count: Self.bandCount + 1)
    for edge in edges { for band in bands(of: Int(edge)) { counts[band + 1] += 1 } }
    for band in 0..<Self.bandCount { counts[band + 1] += counts[band] }
    bandStarts = counts
    bandEdges = [Int32](repeating: 0, count: Int(counts[Self.bandCount]))
    bandWests = bandEdges
    for edge in edges {
      let west = west(of: Int(edge))
      for band in bands(of: Int(edge)) {
        let place = Int(counts[band])
        bandEdges[place] = edge
        bandWests[place] = west
        counts[band] += 1
      }
    }
  }

  private func west(of edge: Int) -> Int32 { min(points[edge].x, points[edge + 1].x) }

  private func bands(of edge: Int) -> ClosedRange<Int> {
    let (one, other) = (points[edge].y, points[edge + 1].y)
    return band(Double(min(one, other)))...band(Double(max(one, other)))
  }

  /// All edges by their western ends: counted into strips as wide as the widest edge, and each strip sorted.
  private func edgesFromWestToEast() -> [Int32] {
    let all = points.indices.filter { left[$0] != Self.none || right[$0] != Self.none }
    var starts = [Int](repeating: 0, count: Int(Self.reaches) + 2)
    for edge in all { starts[Int(west(of: edge) / reach) + 1] += 1 }
    for strip in 1..<starts.count { starts[strip] += starts[strip - 1] }
    var sorted = [Int32](repeating: 0, count: all.count)
    var next = starts
    for edge in all {
      let strip = Int(west(of: edge) / reach)
      sorted[next[strip]] = Int32(edge)
      next[strip] += 1
    }
    for strip in 0..<(starts.count - 1) {
      sorted[starts[strip]..<starts[strip + 1]].sort { (west(of: Int($0)), $0) < (west(of: Int($1)), $1) }
    }
    return sorted
  }
}
