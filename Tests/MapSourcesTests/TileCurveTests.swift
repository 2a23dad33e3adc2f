// Tests the numbers of PMTiles.

import BaseMap
import Testing

@testable import MapSources

@Suite("Numbers of tiles in PMTiles")
struct TileCurveTests {
  @Test("The specification's own examples")
  func examples() throws {
    let known: [(Int, Int, Int, UInt64)] = [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5), (12, 3423, 1763, 19_078_479),
    ]
    for (zoom, column, row, number) in known {
      #expect(try #require(TileID(zoom: zoom, column: column, row: row)).curveNumber == number)
    }
  }

  /// The curve by its definition: four copies of the level above, the first mirrored at the diagonal, the last at the other one.
  private func curve(_ zoom: Int) -> [(column: Int, row: Int)] {
    guard zoom > 0 else { return [(0, 0)] }
    let inner = curve(zoom - 1)
    let side = 1 << (zoom - 1)
    return inner.map { ($0.row, $0.column) } + inner.map { ($0.column, $0.row + side) }
      + inner.map { ($0.column + side, $0.row + side) } + inner.map { (2 * side - 1 - $0.row, side - 1 - $0.column) }
  }

  @Test("Every tile of zooms 0 to 6 lies where the curve, drawn by its definition, has it")
  func twin() throws {
    var next: UInt64 = 0
    for zoom in 0...6 {
      for (column, row) in curve(zoom) {
        #expect(try #require(TileID(zoom: zoom, column: column, row: row)).curveNumber == next)
        next += 1
      }
    }
  }

  @Test("At the deepest zoom the numbers are those of 4²⁴ tiles behind all others")
  func deepest() throws {
    let first = ((1 << 48) - 1) / 3
    #expect(try #require(TileID(zoom: 24, column: 0, row: 0)).curveNumber == UInt64(first))
    #expect(try #require(TileID(zoom: 24, column: 1 << 24 - 1, row: 0)).curveNumber == UInt64(first + 1 << 48 - 1))
  }
}
