// Owns `TileChoice`: what of the opened maps lies beneath a view, and which tiles are wanted for it. `TileChooser` makes it.

import BaseMap
import MapScene
import TrackGeodesy

/// What lies beneath a view.
struct TileChoice: Sendable {
  /// Where a part comes from.
  enum Source: Hashable, Sendable {
    case world(TileID)
    case tile(TileKey, serial: Int)
    case overlay(map: Int, index: Int)
  }

  /// Tells parts apart: choices with equal keys are drawn alike.
  struct Key: Hashable, Sendable {
    var source: Source
    var window: WorldBox?
    var turn: Int
  }

  /// What is drawn, from the lowest to the highest, and its keys.
  var keys: [Key] = []
  var parts: [BasePart] = []
  /// The tiles that would be drawn but are not there, the most important first.
  var wanted: [TileKey] = []
  /// The tiles that the view is made of, there or not; what stands in for them is not among them.
  var shown: Set<TileKey> = []
  /// Numbers of the maps that are drawn.
  var maps: Set<Int> = []
  /// Whether streets are shown in at least half of the view.
  var hasStreets = false

  /// A tile spans at least so many dots, and less than twice as many.
  static let dotsAcross = 128.0
  /// Tiles of a view at most.
  static let cellLimit = 48
  /// From this zoom on tiles show streets.
  static let streetZoom = 12

  /// The zoom whose tiles suit a scale.
  static func zoom(dotsPerUnit: Double) -> Int {
    let share = dotsPerUnit / dotsAcross
    guard share.isFinite, share >= 1 else { return 0 }
    return min(Int(share.exponent), TileID.deepest)
  }
}

/// Why a tile is not there.
enum TileAbsence: Hashable, Sendable {
  /// Nothing is there.
  case missing
  /// It cannot be had; it is asked for again at that moment, or not for as long as the map is the same.
  case failed(retryAt: Double?)
}

/// A square of a view: the grid in which maps take the place of each other.
struct ViewCell: Hashable, Sendable {
  var id: TileID
  /// Whole turns of the world by which it is moved.
  var turn: Int

  var box: WorldBox { id.box.turned(by: Double(turn)) }

  /// The squares of a zoom, or of an upper one where they would be too many, that a canvas shows.
  static func covering(_ transform: MapTransform, zoom: Int) -> [ViewCell] {
    let view = transform.visibleBox()
    var zoom = zoom
    func count(_ side: Double) -> Double { (side * Double(1 << zoom)).rounded(.down) + 2 }
    while zoom > 0, count(view.width) * count(view.height) > Double(TileChoice.cellLimit) { zoom -= 1 }
    return TileID.covering(view, zoom: zoom, limit: TileChoice.cellLimit).compactMap {
      let cell = ViewCell(id: $0.id, turn: $0.turn)
      return cell.isVisible(transform) ? cell : nil
    }
  }

  /// Whether a turned canvas shows it: the box around a turned view reaches farther than the view.
  private func isVisible(_ transform: MapTransform) -> Bool {
    let box = box
    let corners = [(box.minX, box.minY), (box.maxX, box.minY), (box.minX, box.maxY), (box.maxX, box.maxY)].map {
      transform.dot(MapPoint(x: $0.0, y: $0.1))
    }
    let width = Double(transform.canvas.width) + 2
    let height = Double(transform.canvas.height) + 2
    return corners.contains { $0.x > -2 } && corners.contains { $0.x < width } && corners.contains { $0.y > -2 }
      && corners.contains { $0.y < height }
  }
}
