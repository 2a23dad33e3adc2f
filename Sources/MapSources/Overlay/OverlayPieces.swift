// Owns the packing of an overlay's shapes into pieces: neighbours together, so that drawing costs what is in view.

internal import BaseMap
internal import TrackGeodesy

extension OverlayShapes {
  /// How many shapes, and how many points, a piece has at most (one shape may have more points).
  private static let shapesOfPiece = 256
  private static let pointsOfPiece = 4096
  /// How far the whole numbers of a piece may go.
  private static let longest: Int64 = 1 << 28

  /// The shapes in pieces: areas first, then lines, then points, and of each the large ones first; within that, along a Hilbert curve.
  ///
  /// Each piece has its own box for a frame, a little wider than what is in it, so that nothing in it lies on the frame and it is known
  /// without looking into it whether a piece is in view.
  ///
  /// Areas of very many points are cut into squares first, each of them a piece whose frame is the square.
  func pieces() -> [MapPiece] {
    var pieces: [MapPiece] = []
    var order: [(key: UInt64, index: Int)] = []
    for (index, shape) in shapes.enumerated() {
      if shape.kind == .overlayArea, pointCount(shape) > AreaSplitter.most {
        pieces += squares(shape)
      } else {
        order.append((key(shape), index))
      }
    }
    order.sort { $0 < $1 }
    var first = 0
    while first < order.count {
      var end = first
      var count = 0
      repeat {
        count += pointCount(shapes[order[end].index])
        end += 1
      } while end < order.count && end - first < Self.shapesOfPiece && order[end].key >> 50 == order[first].key >> 50
        && count + pointCount(shapes[order[end].index]) <= Self.pointsOfPiece
      pieces.append(piece(order[first..<end].map { shapes[$0.index] }))
      first = end
    }
    return pieces
  }

  /// Kind, size in steps of eight times, and place, from the highest bits to the lowest.
  private func key(_ shape: OverlayShape) -> UInt64 {
    let extent = UInt64(shape.box.extent)
    let size = extent == 0 ? 15 : UInt64(extent.leadingZeroBitCount - 30) / 3
    let middle = MapPoint(
      x: Double(Int64(shape.box.minX) + Int64(shape.box.maxX)) * OverlayPlane.unit / 2,
      y: Double(Int64(shape.box.minY) + Int64(shape.box.maxY)) * OverlayPlane.unit / 2)
    // Numbers of zoom 24 have 50 bits.
    return UInt64(shape.kind.shape.rawValue) << 58 | min(size, 15) << 52 | TileID(around: middle, zoom: 24).curveNumber
  }

  private func pointCount(_ shape: OverlayShape) -> Int {
    guard !shape.parts.isEmpty else { return 0 }
    return Int(parts[Int(shape.parts.upperBound) - 1].upperBound - parts[Int(shape.parts.lowerBound)].lowerBound)
  }

  private func piece(_ chosen: [OverlayShape]) -> MapPiece {
    let box = chosen.reduce(into: OverlayBox()) { $0.form(with: $1.box) }
    var shift: Int64 = 0
    while box.extent >> shift >= Self.longest - 4 { shift += 1 }
    let margin: Int64 = 1 << shift
    let (left, top) = (Int64(box.minX) - margin, Int64(box.minY) - margin)
    var piece = MapPiece(
      origin: MapPoint(x: Double(left) * OverlayPlane.unit, y: Double(top) * OverlayPlane.unit),
      unit: OverlayPlane.unit * Double(margin), frame: Int32(box.extent >> shift) + 3)
    var names: [Int32: Int32] = [:]
    piece.points.reserveCapacity(chosen.reduce(0) { $0 + pointCount($1) })
    for shape in chosen {
      let firstPart = Int32(piece.parts.count)
      for part in parts[Int(shape.parts.lowerBound)..<Int(shape.parts.upperBound)] {
        let start = Int32(piece.points.count)
        for point in points[Int(part.lowerBound)..<Int(part.upperBound)] {
          piece.points.append(
            LocalPoint(x: Int32((Int64(point.x) - left) >> shift), y: Int32((Int64(point.y) - top) >> shift)))
        }
        piece.parts.append(start..<Int32(piece.points.count))
      }
      var name: Int32 = -1
      if shape.name >= 0 {
        name = names[shape.name] ?? Int32(piece.names.count)
        if names[shape.name] == nil { piece.names.append(self.names[Int(shape.name)]) }
        names[shape.name] = name
      }
      piece.features.append(MapFeature(kind: shape.kind, parts: firstPart..<Int32(piece.parts.count), name: name))
    }
    return piece
  }

  /// A large area in squares; the one that holds most of it has the name.
  private func squares(_ shape: OverlayShape) -> [MapPiece] {
    let rings = parts[Int(shape.parts.lowerBound)..<Int(shape.parts.upperBound)].map {
      Array(points[Int($0.lowerBound)..<Int($0.upperBound)])
    }
    var pieces = AreaSplitter(rings).cells.map { cell in
      var shift: Int64 = 0
      while cell.side >> shift > Self.longest { shift += 1 }
      var piece = MapPiece(
        origin: MapPoint(x: Double(cell.x) * OverlayPlane.unit, y: Double(cell.y) * OverlayPlane.unit),
        unit: OverlayPlane.unit * Double(Int64(1) << shift), frame: Int32(cell.side >> shift))
      for ring in cell.rings {
        let start = Int32(piece.points.count)
        for point in ring {
          piece.points.append(LocalPoint(x: Int32((Int64(point.x) - cell.x) >> shift), y: Int32((Int64(point.y) - cell.y) >> shift)))
        }
        piece.parts.append(start..<Int32(piece.points.count))
      }
      piece.features = [MapFeature(kind: shape.kind, parts: 0..<Int32(piece.parts.count))]
      return piece
    }
    if shape.name >= 0, let most = pieces.indices.max(by: { pieces[$0].points.count < pieces[$1].points.count }) {
      pieces[most].names = [names[Int(shape.name)]]
      pieces[most].features[0].name = 0
    }
    return pieces
  }
}
