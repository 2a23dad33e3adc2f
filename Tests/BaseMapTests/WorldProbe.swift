// Owns looking at pieces of the embedded world as the tests do: what lies at a place, and whether a piece is well made.

import TrackGeodesy

@testable import BaseMap

extension MapPiece {
  /// Gives the edges of the areas of a kind, each ring from its last point around.
  func forEachEdge(of kind: MapKind, _ body: (_ start: LocalPoint, _ end: LocalPoint) -> Void) {
    for feature in features where feature.kind == kind {
      for part in feature.parts {
        let ring = parts[Int(part)]
        guard var start = ring.isEmpty ? nil : points[Int(ring.upperBound) - 1] else { continue }
        for index in ring {
          let end = points[Int(index)]
          body(start, end)
          start = end
        }
      }
    }
  }
}

/// Pieces of the world, kept by their tiles.
final class WorldProbe {
  let world: World
  private var pieces: [TileID: MapPiece] = [:]

  init(_ world: World = .embedded) { self.world = world }

  func piece(_ id: TileID) -> MapPiece {
    if let known = pieces[id] { return known }
    let piece = world.piece(id)
    pieces[id] = piece
    return piece
  }

  /// Whether an area of a kind covers a place, by the even-odd rule over all of its rings.
  func covers(_ kind: MapKind, _ place: Coordinate, zoom: Int) -> Bool {
    let point = WebMercator.project(place)
    let id = TileID(around: point, zoom: zoom)
    let piece = piece(id)
    let x = point.x - point.x.rounded(.down)
    return Self.covers(piece, kind, (x - piece.origin.x) / piece.unit, (point.y - piece.origin.y) / piece.unit)
  }

  static func covers(_ piece: MapPiece, _ kind: MapKind, _ x: Double, _ y: Double) -> Bool {
    var isInside = false
    piece.forEachEdge(of: kind) { start, end in
      if (Double(start.y) > y) != (Double(end.y) > y),
        x < Double(start.x) + (y - Double(start.y)) / Double(end.y - start.y) * Double(end.x - start.x)
      {
        isInside.toggle()
      }
    }
    return isInside
  }

  /// What is wrong with a piece's numbers; `nil` where nothing is.
  static func fault(_ piece: MapPiece) -> String? {
    for point in piece.points where point.x < 0 || point.y < 0 || point.x > piece.frame || point.y > piece.frame {
      return "beyond the frame"
    }
    for part in piece.parts where part.lowerBound < 0 || Int(part.upperBound) > piece.points.count { return "a part beyond the points" }
    var last: MapKind?
    for feature in piece.features {
      if let last, last.rawValue > feature.kind.rawValue { return "not in drawing order" }
      last = feature.kind
      if feature.parts.lowerBound < 0 || Int(feature.parts.upperBound) > piece.parts.count { return "a feature beyond the parts" }
      if feature.name >= 0, piece.name(of: feature) == nil { return "no such name" }
      if feature.kind.shape == .point, piece.name(of: feature)?.local.isEmpty != false { return "a place without a name" }
    }
    return nil
  }

  /// What is wrong with a piece's shapes; `nil` where nothing is.
  static func ugliness(_ piece: MapPiece) -> String? {
    for feature in piece.features {
      for part in feature.parts {
        let points = piece.points[Int(piece.parts[Int(part)].lowerBound)..<Int(piece.parts[Int(part)].upperBound)]
        let least = feature.kind.shape == .area ? 3 : feature.kind.shape == .line ? 2 : 1
        if points.count < least { return "\(feature.kind) of \(points.count) points" }
        for (a, b) in zip(points, points.dropFirst()) where a == b { return "\(feature.kind) stands still" }
        for ((a, b), c) in zip(zip(points, points.dropFirst()), points.dropFirst(2)) where a == c {
          if feature.kind != .river && feature.kind != .regionBorder { return "\(feature.kind) has a spike at \(b.x), \(b.y)" }
        }
        if feature.kind.shape == .area, points.first == points.last { return "\(feature.kind) repeats its first point" }
      }
    }
    return nil
  }
}
