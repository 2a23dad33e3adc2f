// Owns `WorldShelf`: the pieces of the embedded world that were looked up last.

import BaseMap
import TrackGeodesy

/// Remembers what the embedded world has for a part of it, so that it is asked again only where the view goes beyond.
struct WorldShelf: Sendable {
  /// A piece of the world.
  struct Item: Sendable {
    var piece: MapPiece
    /// Whole turns of the world by which it is moved.
    var turn: Int
    /// Tells it apart from other pieces.
    var number: Int
  }

  /// Pieces that touch a box, at the detail of a scale: see `World.pieces`.
  typealias Lookup = @Sendable (WorldBox, _ dotsPerUnit: Double) -> [(piece: MapPiece, turn: Int)]

  private struct Answer: Sendable {
    var box: WorldBox
    var band: Int
    var items: [Item]
  }

  private let lookup: Lookup
  private var answers: [Answer] = []
  private var numbers = 0

  /// Answers that are kept.
  static let limit = 4

  init(_ lookup: @escaping Lookup = { World.embedded.pieces(touching: $0, dotsPerUnit: $1) }) { self.lookup = lookup }

  /// The pieces that touch a box, and some around it.
  /// - Parameter zoom: that of the tiles which would suit the scale: scales between two zooms share their pieces.
  mutating func items(touching box: WorldBox, zoom: Int) -> [Item] {
    if let index = answers.firstIndex(where: { $0.band == zoom && $0.box.holds(box) }) {
      let answer = answers.remove(at: index)
      answers.append(answer)
      return answer.items
    }
    // Some ground around, so that a small move finds it here.
    let (x, y) = (box.width / 2, box.height / 2)
    let wide = WorldBox(minX: box.minX - x, minY: box.minY - y, maxX: box.maxX + x, maxY: box.maxY + y)
    let found = lookup(wide, Double(1 << zoom) * TileChoice.dotsAcross * 1.5)
    let items = found.enumerated().map { Item(piece: $1.piece, turn: $1.turn, number: numbers + $0) }
    numbers += found.count
    if answers.count >= Self.limit { answers.removeFirst() }
    answers.append(Answer(box: wide, band: zoom, items: items))
    return items
  }
}

extension WorldBox {
  /// Whether another lies wholly within.
  func holds(_ other: WorldBox) -> Bool { minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY }
}
