// Owns finding the nearest thing of a street map.

/// The nearest feature so far.
struct StreetSearch {
  /// The square of its distance in world units, or of the reach.
  private(set) var square: Double
  /// The number of its piece, and of the feature there.
  private(set) var found: (piece: Int, feature: Int)?

  /// - Parameter reach: world units beyond which nothing counts.
  init(reach: Double) { square = reach * reach }

  /// Looks at the roads that have a name or a number, and at the lines of roads' names.
  mutating func lookAtRoads(of piece: MapPiece, _ number: Int, from here: LocalPosition) {
    let features = Self.range(of: piece, from: .path, through: .roadName)
    for index in features {
      let feature = piece.features[index]
      guard feature.kind.isRoad || feature.kind == .roadName, feature.name >= 0 || feature.reference >= 0 else { continue }
      var best = square / (piece.unit * piece.unit)
      for part in Self.parts(of: feature, in: piece) { Self.measure(part, of: piece, from: here, &best) }
      keep(best, piece, number, index)
    }
  }

  /// Looks at the names of suburbs, villages and hamlets.
  mutating func lookAtDistricts(of piece: MapPiece, _ number: Int, from here: LocalPosition) {
    for index in Self.range(of: piece, from: .village, through: .hamlet) where piece.features[index].name >= 0 {
      var best = square / (piece.unit * piece.unit)
      for part in Self.parts(of: piece.features[index], in: piece) {
        for point in piece.points[part] {
          let (dx, dy) = (Double(point.x) - here.x, Double(point.y) - here.y)
          best = min(best, dx * dx + dy * dy)
        }
      }
      keep(best, piece, number, index)
    }
  }

  /// Takes a feature whose distance, squared in its piece's units, is less than what was there.
  private mutating func keep(_ best: Double, _ piece: MapPiece, _ number: Int, _ index: Int) {
    let area = piece.unit * piece.unit
    guard best < square / area else { return }
    square = best * area
    found = (number, index)
  }

  /// The features of a run of kinds: they are sorted by kind.
  private static func range(of piece: MapPiece, from first: MapKind, through last: MapKind) -> Range<Int> {
    func start(_ isBefore: (MapKind) -> Bool) -> Int {
      var (low, high) = (0, piece.features.count)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(piece.features[middle].kind) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let begin = start { $0.rawValue < first.rawValue }
    return begin..<max(begin, start { $0.rawValue <= last.rawValue })
  }

  /// The points of a feature's parts, as far as there are such.
  private static func parts(of feature: MapFeature, in piece: MapPiece) -> some Sequence<Range<Int>> {
    let low = min(max(0, Int(feature.parts.lowerBound)), piece.parts.count)
    let high = min(max(low, Int(feature.parts.upperBound)), piece.parts.count)
    return piece.parts[low..<high].lazy.map { (Int($0.lowerBound)..<Int($0.upperBound)).clamped(to: 0..<piece.points.count) }
  }

  /// Lowers `best` to the square of the distance to a line of points, where that is less. What lies wholly on one side of the square around
  /// the position is passed over by a comparison or two.
  private static func measure(_ part: Range<Int>, of piece: MapPiece, from here: LocalPosition, _ best: inout Double) {
    guard let first = part.first else { return }
    piece.points.withUnsafeBufferPointer { points in
      var reach = best.squareRoot()
      var (x, y) = (Double(points[first].x) - here.x, Double(points[first].y) - here.y)
      if part.count == 1 { best = min(best, x * x + y * y) }
      for index in (first + 1)..<max(first + 1, part.upperBound) {
        let (nextX, nextY) = (Double(points[index].x) - here.x, Double(points[index].y) - here.y)
        defer { (x, y) = (nextX, nextY) }
        if x > reach && nextX > reach || x < -reach && nextX < -reach || y > reach && nextY > reach || y < -reach && nextY < -reach {
          continue
        }
        let (dx, dy) = (nextX - x, nextY - y)
        let length = dx * dx + dy * dy
        let share = length > 0 ? min(max(-(x * dx + y * dy) / length, 0), 1) : 0
        let (footX, footY) = (x + share * dx, y + share * dy)
        let away = footX * footX + footY * footY
        if away < best {
          best = away
          reach = best.squareRoot()
        }
      }
    }
  }
}
