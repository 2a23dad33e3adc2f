// Owns `OverlayMarks`: the points of overlays in view, one a cell, and which of them ask for their names.
//
//     points ──► the best of each cell ──► a mark in every such cell
//                                  └─────► blocks of cells: few marks, all of them ask for their names, which hide no mark
//                                                           many marks, the best one does, whatever it hides

import BaseMap
import Cells
import TrackGeodesy

/// The best point of an overlay in each cell of a field of names: O(points in view), and no more of them held than there are cells. What is best does not
/// depend on the scale or on the order of the pieces, and blocks lie still on the ground, so that a pan changes nothing of what stays in view.
struct OverlayMarks {
  /// Where a point is among the parts of a scene.
  struct Thing {
    var part: Int32
    var feature: Int32
  }

  /// A cell with a point in it.
  struct Mark {
    var column: Int
    var row: Int
    var thing: Thing
    var rank: UInt8
    var isNamed: Bool
    /// Whether so many lie around it that names may hide it.
    var isDense: Bool
    /// Whether its name is to be tried.
    var asksForName: Bool
  }

  private let columns: Int
  private let rows: Int
  private let bounds: NameBounds
  private let firstCell: (column: Int, row: Int)
  private let stride: Int
  /// For each cell the lowest key of its points: nameless after named, then the rank, then a number that goes by the place.
  private var keys: [UInt64] = []
  private var things: [Thing] = []

  /// A block is no larger than the margin of a field of names: one that is seen in part is known as a whole.
  static let blockColumns = 16
  static let blockRows = NameField.marginRows + 1
  /// A block of more marks than these is dense: a quarter of its cells.
  static let mostOfBlock = blockColumns * blockRows / 4
  private static let nameless: UInt64 = 1 << 63

  /// Finds the points of a scene.
  init(_ scene: BaseScene, _ transform: MapTransform, field: NameField) {
    columns = field.columns
    rows = field.rows
    bounds = field.bounds
    firstCell = transform.firstCell
    stride = field.bounds.columns.count
    for (index, part) in scene.parts.enumerated() where part.piece.features.last?.kind == .overlayPoint {
      guard let number = Int32(exactly: index), let view = PieceView(part, transform) else { continue }
      if keys.isEmpty {
        keys = [UInt64](repeating: .max, count: field.cellCount)
        things = [Thing](repeating: Thing(part: 0, feature: 0), count: field.cellCount)
      }
      search(part.piece, number, view)
    }
  }

  /// The points of a piece: the last of its features.
  private mutating func search(_ piece: MapPiece, _ part: Int32, _ view: PieceView) {
    let seed = piece.origin.x.bitPattern ^ (piece.origin.y.bitPattern &* 0x9E37_79B9_7F4A_7C15)
    let parts = Int32(clamping: piece.parts.count)
    for index in piece.features.indices.reversed() {
      let feature = piece.features[index]
      guard feature.kind == .overlayPoint, let number = Int32(exactly: index) else { return }
      let isNamed = feature.name >= 0 && Int(feature.name) < piece.names.count
      let loudness = (isNamed ? 0 : Self.nameless) | UInt64(feature.rank) << 48
      for range in feature.parts.clamped(to: 0..<max(0, parts)) {
        let points = piece.parts[Int(range)]
        for point in piece.points[(Int(points.lowerBound)..<Int(points.upperBound)).clamped(to: 0..<piece.points.count)] {
          guard let cell = view.cell(of: point, in: bounds) else { continue }
          let place = (cell.row - bounds.rows.lowerBound) * stride + cell.column - bounds.columns.lowerBound
          let key = loudness | Self.mixed(seed, point)
          // Of equal ones the first in the piece: they are gone through from the last.
          if key < keys[place] || key == keys[place] && things[place].part == part {
            keys[place] = key
            things[place] = Thing(part: part, feature: number)
          }
        }
      }
    }
  }

  /// A number of 48 bits that goes by the place: the same at every scale (the last steps of Steele, Lea and Flood's SplitMix64).
  @inline(__always)
  private static func mixed(_ seed: UInt64, _ point: LocalPoint) -> UInt64 {
    var bits = seed ^ (UInt64(UInt32(bitPattern: point.x)) << 32 | UInt64(UInt32(bitPattern: point.y)))
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits >> 16
  }

  // MARK: What is made of them

  /// The cells of the map itself that have a mark, row by row.
  var shown: [CellPosition] {
    guard !keys.isEmpty else { return [] }
    var cells: [CellPosition] = []
    for row in 0..<rows {
      let start = (row - bounds.rows.lowerBound) * stride - bounds.columns.lowerBound
      for column in 0..<columns where keys[start + column] != .max { cells.append(CellPosition(column: column, row: row)) }
    }
    return cells
  }

  /// All marks of the field, row by row.
  var marks: [Mark] {
    guard !keys.isEmpty else { return [] }
    let corner = block(bounds.columns.lowerBound, bounds.rows.lowerBound)
    let across = block(bounds.columns.upperBound, bounds.rows.lowerBound).column - corner.column + 1
    let down = block(bounds.columns.lowerBound, bounds.rows.upperBound).row - corner.row + 1
    var counts = [Int](repeating: 0, count: across * down)
    var best = [UInt64](repeating: .max, count: across * down)
    var found: [(mark: Mark, key: UInt64, block: Int)] = []
    var place = 0
    for row in bounds.rows {
      for column in bounds.columns {
        let key = keys[place]
        let thing = things[place]
        place += 1
        guard key != .max else { continue }
        let own = block(column, row)
        let block = (own.row - corner.row) * across + own.column - corner.column
        counts[block] += 1
        best[block] = min(best[block], key)
        let mark = Mark(
          column: column, row: row, thing: thing, rank: UInt8(truncatingIfNeeded: key >> 48), isNamed: key < Self.nameless, isDense: false,
          asksForName: false)
        found.append((mark, key, block))
      }
    }
    return found.map { one in
      var mark = one.mark
      mark.isDense = counts[one.block] > Self.mostOfBlock
      mark.asksForName = mark.isNamed && (!mark.isDense || one.key == best[one.block])
      return mark
    }
  }

  /// The block of a cell.
  private func block(_ column: Int, _ row: Int) -> (column: Int, row: Int) {
    func floored(_ value: Int, _ size: Int) -> Int { value >= 0 ? value / size : -((-value + size - 1) / size) }
    return (floored(column + firstCell.column, Self.blockColumns), floored(row + firstCell.row, Self.blockRows))
  }
}

/// The marks of an overlay's points as they are drawn: one sign, one column wide, in cells of the map, each once, row by row.
public struct BaseMarks: Hashable, Sendable {
  public var sign = ""
  public var style = Style.plain
  public var cells: [CellPosition] = []

  /// Whether one of them lies in a run of cells.
  func touch(column: Int, row: Int, width: Int) -> Bool {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if (cells[middle].row, cells[middle].column) < (row, column) { low = middle + 1 } else { high = middle }
    }
    return low < cells.count && cells[low].row == row && cells[low].column < column + width
  }
}

extension OverlayMarks {
  /// The marks of the map as they are drawn.
  func drawn(_ look: Presentation) -> BaseMarks {
    // They are marked at every scale.
    guard let style = NameStyle.of(.overlayPoint), let sign = style.mark(look.glyphs, at: 0) else { return BaseMarks() }
    return BaseMarks(sign: sign, style: style.hue.style(look.theme), cells: shown)
  }
}
