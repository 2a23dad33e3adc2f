// Owns how the cells of a pyramid become dots.

import Cells
import TrackGeodesy

extension TrackPyramid.Level {
  typealias Tile = TrackPyramid.Tile
  typealias Place = TrackPyramid.Place

  /// Marks the dot of every cell in view: `thin` where a leg beyond the playhead's comes through, `low` or `broad` (by the direction of the
  /// track) where one before it does.
  /// - Parameters:
  ///   - leg: the leg under the playhead; it is neither before nor beyond.
  ///   - turn: whole turns of the world by which the track is moved.
  ///   - count: is told how many cells were looked at, tile by tile.
  func mark(_ marks: inout DotMarks, _ transform: MapTransform, turn: Double, leg: Int, count: (Int) -> Void = { _ in }) {
    var view = transform.visibleBox(margin: 2)
    view.minX -= turn
    view.maxX -= turn
    let rows = tiles(view.minY, view.maxY).clamped(to: Int(tiles.first?.row ?? 0)...Int(tiles.last?.row ?? 0))
    let across = tiles(view.minX, view.maxX).clamped(to: columns)
    let isPlain = transform.isNorthUp && across.count * Tile.side <= 4_096 && rows.count * Tile.side <= 4_096
    let lookUp = isPlain ? LookUp(marks.frame, transform, turn, cellSize, columns: across, rows: rows) : nil
    for row in rows {
      var tile = firstTile(from: Tile(column: Int32(clamping: across.lowerBound), row: Int32(clamping: row)))
      while tile < tiles.count, tiles[tile].row == Int32(clamping: row), Int(tiles[tile].column) <= across.upperBound {
        count(Int(starts[tile + 1] - starts[tile]))
        if let lookUp {
          lookUp.mark(&marks, self, tile, leg)
        } else {
          markTurned(&marks, transform, turn, tile, leg)
        }
        tile += 1
      }
    }
  }

  /// The tiles between two world coordinates.
  private func tiles(_ low: Double, _ high: Double) -> ClosedRange<Int> {
    let side = cellSize * Double(Tile.side)
    func number(_ value: Double) -> Int { Int(min(max((value / side).rounded(.down), -0x1p40), 0x1p40)) }
    return number(low)...max(number(low), number(high))
  }

  /// The cells of one tile, each transformed for itself.
  private func markTurned(_ marks: inout DotMarks, _ transform: MapTransform, _ turn: Double, _ tile: Int, _ leg: Int) {
    let half = (Double(Int(tiles[tile].column) << Tile.bits) + 0.5, Double(Int(tiles[tile].row) << Tile.bits) + 0.5)
    let origin = transform.dot(x: half.0 * cellSize + turn, y: half.1 * cellSize)
    let zero = transform.dot(x: 0, y: 0)
    let east = transform.dot(x: cellSize, y: 0)
    let (dx, dy) = (east.x - zero.x, east.y - zero.y)
    // Flat and steep are told in the world; a quarter turn makes one the other.
    let isSwapped = abs(dy) > abs(dx)
    let frame = marks.frame
    marks.withBytes { bytes in
      forEachCell(ofTile: tile, leg) { place, mark in
        let (x, y) = (Double(place.x), Double(place.y))
        let index = Int(frame.across(origin.x + x * dx - y * dy) + frame.down(origin.y + x * dy + y * dx))
        bytes[index] |= isSwapped ? mark & 1 | mark << 1 & 4 | mark >> 1 & 2 : mark
      }
    }
  }

  /// The cells of a tile with the marks that they deserve.
  @inline(__always)
  fileprivate func forEachCell(ofTile tile: Int, _ leg: Int, _ body: (Place, UInt8) -> Void) {
    let travelled = UInt32(clamping: max(0, leg))
    let ahead = UInt32(clamping: max(0, leg + 1))
    let range = Int(starts[tile])..<Int(starts[tile + 1])
    places.withUnsafeBufferPointer { places in
      firstLegs.withUnsafeBufferPointer { firstLegs in
        lastLegs.withUnsafeBufferPointer { lastLegs in
          for cell in range {
            let place = Place(bits: places[cell])
            // `flat` and `steep` lie nine bits above `low` and `broad`.
            let wide = firstLegs[cell] < travelled ? UInt8(truncatingIfNeeded: place.bits >> 9) & 6 : 0
            let thin: UInt8 = lastLegs[cell] >= ahead ? 1 : 0
            body(place, wide | thin)
          }
        }
      }
    }
  }
}

/// For each column and row of cells in view where its dots lie among the marks: with north up they do not depend on each other.
private struct LookUp {
  typealias Tile = TrackPyramid.Tile
  private var across: [Int32] = []
  private var down: [Int32] = []
  private let firstColumn: Int
  private let firstRow: Int

  init(
    _ frame: DotMarks.Frame, _ transform: MapTransform, _ turn: Double, _ cellSize: Double, columns: ClosedRange<Int>,
    rows: ClosedRange<Int>
  ) {
    firstColumn = columns.lowerBound << Tile.bits
    firstRow = rows.lowerBound << Tile.bits
    across.reserveCapacity(columns.count << Tile.bits)
    down.reserveCapacity(rows.count << Tile.bits)
    for column in 0..<columns.count << Tile.bits {
      across.append(frame.across(transform.dot(x: (Double(firstColumn + column) + 0.5) * cellSize + turn, y: 0).x))
    }
    for row in 0..<rows.count << Tile.bits {
      down.append(frame.down(transform.dot(x: 0, y: (Double(firstRow + row) + 0.5) * cellSize).y))
    }
  }

  func mark(_ marks: inout DotMarks, _ level: TrackPyramid.Level, _ tile: Int, _ leg: Int) {
    let column = Int(level.tiles[tile].column) << Tile.bits - firstColumn
    let row = Int(level.tiles[tile].row) << Tile.bits - firstRow
    guard column >= 0, row >= 0, column + Tile.side <= across.count, row + Tile.side <= down.count else { return }
    across.withUnsafeBufferPointer { across in
      down.withUnsafeBufferPointer { down in
        marks.withBytes { bytes in
          level.forEachCell(ofTile: tile, leg) { place, mark in
            bytes[Int(across[column + place.x] + down[row + place.y])] |= mark
          }
        }
      }
    }
  }
}
