// Owns `PieceBuilder`: gathers what a tile holds, and puts it in the order of a `MapPiece`.

/// A piece in the making.
struct PieceBuilder {
  let frame: Int32
  private(set) var names: [MapName] = []
  private var points: [LocalPoint] = []
  private var parts: [Range<Int32>] = []
  private var features: [MapFeature] = []
  private var labels = LabelLines()
  private var rings = RingClip()

  init(frame: Int32) {
    self.frame = frame
    points.reserveCapacity(8192)
    parts.reserveCapacity(1024)
    features.reserveCapacity(1024)
  }

  mutating func add(_ name: MapName) -> Int32 {
    names.append(name)
    return Int32(names.count - 1)
  }

  /// Adds an area; its rings are cut by the frame.
  mutating func addArea(_ drawn: Drawn, _ geometry: TileGeometry, name: Int32) {
    let first = Int32(parts.count)
    let isWithin = geometry.isWithin(frame)
    var start = 0
    for end in geometry.ends {
      let ring = geometry.points[start..<end]
      if isWithin {
        RingClip.add(ring, to: &points, &parts)
      } else {
        rings.add(ring, frame: frame, to: &points, &parts)
      }
      start = end
    }
    addFeature(drawn, first, name, -1)
  }

  /// Adds a line that is drawn; it is cut by the frame.
  mutating func addLine(_ drawn: Drawn, _ geometry: TileGeometry, name: Int32, reference: Int32) {
    let first = Int32(parts.count)
    Self.addParts(geometry, frame, to: &points, &parts)
    addFeature(drawn, first, name, reference)
  }

  /// Adds a line for a name.
  mutating func addLabel(_ drawn: Drawn, _ geometry: TileGeometry, name: Int32, reference: Int32) {
    labels.add(LabelLines.Key(kind: drawn.kind, rank: drawn.rank, name: name, reference: reference)) { points, parts in
      Self.addParts(geometry, frame, to: &points, &parts)
    }
  }

  /// Adds points; those outside the frame, and on its right and lower side, which are the neighbours', are left out.
  mutating func addPoints(_ drawn: Drawn, _ geometry: TileGeometry, name: Int32, reference: Int32) {
    let start = Int32(points.count)
    for point in geometry.points where point.x >= 0 && point.y >= 0 && point.x < frame && point.y < frame { points.append(point) }
    guard points.count > Int(start) else { return }
    parts.append(start..<Int32(points.count))
    addFeature(drawn, Int32(parts.count - 1), name, reference)
  }

  private static func addParts(
    _ geometry: TileGeometry, _ frame: Int32, to points: inout [LocalPoint], _ parts: inout [Range<Int32>]
  ) {
    let isWithin = geometry.isWithin(frame) && geometry.maxX < frame && geometry.maxY < frame
    var start = 0
    for end in geometry.ends {
      let line = geometry.points[start..<end]
      if !isWithin {
        LineClip.add(line, frame: frame, to: &points, &parts)
      } else if line.count >= 2 {
        parts.append(Int32(points.count)..<Int32(points.count + line.count))
        points.append(contentsOf: line)
      }
      start = end
    }
  }

  private mutating func addFeature(_ drawn: Drawn, _ first: Int32, _ name: Int32, _ reference: Int32) {
    guard parts.count > Int(first) else { return }
    features.append(
      MapFeature(
        kind: drawn.kind, flags: drawn.flags, rank: drawn.rank, parts: first..<Int32(parts.count), name: name, reference: reference))
  }

  // MARK: The whole

  /// The piece: features by kind, lines of one kind and the same flags as one feature, lines for names as one feature a name.
  mutating func piece(_ id: TileID) -> MapPiece {
    labels.features(into: &features, &parts, &points)
    var piece = MapPiece(origin: id.origin, unit: id.side / Double(frame), frame: frame)
    piece.features.reserveCapacity(features.count)
    piece.parts.reserveCapacity(parts.count)
    for index in order() {
      var feature = features[index]
      let start = Int32(piece.parts.count)
      piece.parts.append(contentsOf: parts[Int(feature.parts.lowerBound)..<Int(feature.parts.upperBound)])
      feature.parts = start..<Int32(piece.parts.count)
      if let last = piece.features.last, Self.isSame(last, feature) {
        piece.features[piece.features.count - 1].parts = last.parts.lowerBound..<feature.parts.upperBound
      } else {
        piece.features.append(feature)
      }
    }
    piece.points = points
    piece.names = names
    return piece
  }

  /// The features by kind; lines also by flags, all others as they came.
  private func order() -> [Int] {
    var keys: [UInt64] = []
    keys.reserveCapacity(features.count)
    for (index, feature) in features.enumerated() {
      let flags = feature.kind.shape == .line ? feature.flags.rawValue : 0
      keys.append(UInt64(feature.kind.rawValue) << 56 | UInt64(flags) << 48 | UInt64(index))
    }
    keys.sort()
    return keys.map { Int($0 & 0xFFFF_FFFF_FFFF) }
  }

  /// Whether two neighbours are drawn as one: lines without names. Areas are not: where they overlap they would take each other away.
  private static func isSame(_ a: MapFeature, _ b: MapFeature) -> Bool {
    a.kind == b.kind && a.kind.shape == .line && a.flags == b.flags && a.name == -1 && b.name == -1 && a.reference == -1
      && b.reference == -1
      && a.kind != .waterName && a.kind != .roadName
  }
}
