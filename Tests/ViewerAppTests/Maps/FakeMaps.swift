// Maps made up for tests: every tile holds a road, or what a test wants.

import BaseMap
import Cells
import MapScene
import TrackGeodesy

@testable import ViewerApp

enum FakeMap {
  static func info(
    _ number: Int, zooms: ClosedRange<Int> = 0...14, bounds: WorldBox? = nil, isOnline: Bool = false, credits: [String] = ["© somebody"]
  ) -> MapInfo {
    MapInfo(number: number, title: "map \(number)", bounds: bounds, zooms: zooms, credits: credits, isOnline: isOnline)
  }

  /// A line across a tile, as long in points as a test wants it.
  static func piece(_ id: TileID, kind: MapKind = .minorRoad, points: Int = 2) -> MapPiece {
    let line = (0..<points).map { LocalPoint(x: Int32($0 * 4096 / max(1, points - 1)), y: 2048) }
    return MapPiece(
      origin: id.origin, unit: id.side / 4096, frame: 4096, features: [MapFeature(kind: kind, parts: 0..<1)], parts: [0..<Int32(points)],
      points: line)
  }

  /// A piece of the world that is nowhere cut.
  static let world = MapPiece(
    origin: MapPoint(x: 0, y: 0), unit: 1.0 / 4096, frame: 0, features: [MapFeature(kind: .coast, parts: 0..<1)], parts: [0..<2],
    points: [LocalPoint(x: 0, y: 0), LocalPoint(x: 4096, y: 4096)])

}

/// What a choice would be of some maps, pieces and gaps.
struct Choosing {
  var maps: [MapInfo] = [FakeMap.info(1)]
  var cache = PieceCache()
  var absences: [TileKey: TileAbsence] = [:]
  var world = [WorldShelf.Item(piece: FakeMap.world, id: .world, turn: 0)]
  var overlays: [BaseOverlay] = []

  mutating func keep(_ id: TileID?, map: Int = 1, kind: MapKind = .minorRoad) {
    guard let id else { return }
    _ = cache.insert(FakeMap.piece(id, kind: kind), for: TileKey(map: map, id: id))
  }

  func choice(_ transform: MapTransform, focus: MapPoint? = nil) -> TileChoice {
    var chooser = TileChooser(
      maps: maps, cache: cache, absences: absences, transform: transform, focus: focus ?? transform.visibleBox().center)
    return chooser.choose(world: world, overlays: overlays, transform: transform)
  }
}

extension TileChoice {
  var tiles: [TileKey] { keys.compactMap { if case .tile(let key, _) = $0.source { key } else { nil } } }
  var worlds: [Key] { keys.filter { if case .world = $0.source { true } else { false } } }

  /// The parts that are drawn at a point of the world.
  func keys(at point: MapPoint) -> [Key] {
    keys.filter { key in
      let own = MapPoint(x: point.x - Double(key.turn), y: point.y)
      if let window = key.window, !window.contains(own) { return false }
      if case .tile(let tile, _) = key.source { return tile.id.box.contains(own) }
      return true
    }
  }
}

/// A canvas of 97 × 30 cells of braille that shows so many dots a world unit around a place.
func canvasView(_ x: Double, _ y: Double, _ dotsPerUnit: Double, bearing: Double = 0, columns: Int = 97, rows: Int = 30) -> MapTransform {
  MapTransform(
    Camera(center: MapPoint(x: x, y: y), dotsPerUnit: dotsPerUnit, bearing: bearing),
    canvas: CanvasSize(columns: columns, rows: rows, set: .braille))
}
