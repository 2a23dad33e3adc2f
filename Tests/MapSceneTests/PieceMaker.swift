// Owns pieces of maps made by hand, for tests.

import BaseMap
import TrackGeodesy

/// A piece of a map in the making; features may come in any order.
struct PieceMaker {
  private var made: [(feature: MapFeature, rings: [[LocalPoint]])] = []
  var origin: MapPoint
  var unit: Double
  var frame: Int32

  /// - Parameters:
  ///   - origin: where local (0, 0) lies.
  ///   - unit: world units of a local one.
  init(origin: MapPoint, unit: Double, frame: Int32 = 0) {
    self.origin = origin
    self.unit = unit
    self.frame = frame
  }

  /// A piece that is a tile.
  init(_ id: TileID, extent: Int32 = 4_096) {
    self.init(origin: id.origin, unit: id.side / Double(extent), frame: extent)
  }

  /// Adds a thing of one or more rings or lines.
  mutating func add(_ kind: MapKind, _ flags: MapFlags = [], _ rings: [[(Int32, Int32)]]) {
    made.append((MapFeature(kind: kind, flags: flags, parts: 0..<0), rings.map { $0.map { LocalPoint(x: $0.0, y: $0.1) } }))
  }

  /// Adds a thing of one ring or line.
  mutating func add(_ kind: MapKind, _ flags: MapFlags = [], _ points: (Int32, Int32)...) { add(kind, flags, [points]) }

  /// Adds an upright rectangle.
  mutating func box(_ kind: MapKind, _ x: ClosedRange<Int32>, _ y: ClosedRange<Int32>) {
    add(
      kind, [], [[(x.lowerBound, y.lowerBound), (x.upperBound, y.lowerBound), (x.upperBound, y.upperBound), (x.lowerBound, y.upperBound)]])
  }

  /// The piece, its features in drawing order.
  var piece: MapPiece {
    var piece = MapPiece(origin: origin, unit: unit, frame: frame)
    let sorted = made.enumerated().sorted { a, b in
      (a.element.feature.kind.rawValue, a.offset) < (b.element.feature.kind.rawValue, b.offset)
    }
    for (_, thing) in sorted {
      var feature = thing.feature
      let first = Int32(piece.parts.count)
      for ring in thing.rings {
        piece.parts.append(Int32(piece.points.count)..<Int32(piece.points.count + ring.count))
        piece.points += ring
      }
      feature.parts = first..<Int32(piece.parts.count)
      piece.features.append(feature)
    }
    return piece
  }
}
