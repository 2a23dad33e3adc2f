// Owns what of the squares of a view a map covers, by its bounds.

import BaseMap
import TrackGeodesy

extension MapInfo {
  /// Whether it may have something in a box, on whatever turn of the world.
  func touches(_ box: WorldBox) -> Bool {
    guard let bounds else { return true }
    let turn = (box.center.x - bounds.center.x).rounded()
    return [-1.0, 0, 1].contains { bounds.turned(by: turn + $0).touches(box) }
  }

  /// Whether it may have tiles for a square.
  func applies(to cell: ViewCell) -> Bool { zooms.lowerBound <= cell.id.zoom + 2 && touches(cell.box) }

  /// How much of a square it covers, 0…1.
  func share(of cell: ViewCell) -> Double {
    let box = cell.box
    let common = covered(around: box).compactMap { $0.intersection(box) }
    return bounds == nil ? 1 : common.reduce(0) { $0 + $1.width * $1.height } / (box.width * box.height)
  }

  /// What of a square it does not cover, as boxes on the square's own turn.
  func rest(of cell: ViewCell) -> [WorldBox] {
    guard bounds != nil else { return [] }
    return covered(around: cell.id.box).reduce([cell.id.box]) { rest, covered in rest.flatMap { $0.without(covered) } }
  }

  /// Its bounds on the turns of the world that may touch a box.
  private func covered(around box: WorldBox) -> [WorldBox] {
    guard let bounds else { return [] }
    let turn = (box.center.x - bounds.center.x).rounded()
    return [-1.0, 0, 1].map { bounds.turned(by: turn + $0) }
  }
}

extension WorldBox {
  /// What of it lies outside another: beside that, above and below.
  func without(_ other: WorldBox) -> [WorldBox] {
    guard let common = intersection(other), common.width > 0, common.height > 0 else { return [self] }
    return [
      WorldBox(minX: minX, minY: minY, maxX: maxX, maxY: common.minY),
      WorldBox(minX: minX, minY: common.maxY, maxX: maxX, maxY: maxY),
      WorldBox(minX: minX, minY: common.minY, maxX: common.minX, maxY: common.maxY),
      WorldBox(minX: common.maxX, minY: common.minY, maxX: maxX, maxY: common.maxY),
    ].filter { $0.width > 0 && $0.height > 0 }
  }
}
