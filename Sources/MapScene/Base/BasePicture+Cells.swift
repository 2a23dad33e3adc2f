// Owns how the base map comes into the cells of a frame: beneath everything that the layers draw.

import Cells
import TrackGeodesy

extension BasePicture {
  /// Ink layers of the map's canvas from which on dots keep a little room: the track, the markers.
  static let loudLayer: UInt8 = 10

  /// Whether it is the picture of a view.
  func fits(_ transform: MapTransform, columns: Int, rows: Int) -> Bool {
    key.transform == transform && canvas.columns == columns && canvas.rows == rows
  }

  /// Draws signs and dots where the dots above leave a cell empty, and parted from the track.
  func draw(beneath above: DotCanvas, into grid: inout CellGrid, column: Int, row: Int) {
    for sign in signs where above.isEmpty(column: sign.column, row: sign.row) {
      grid[column + sign.column, row + sign.row] = Cell(scalar: sign.scalar, style: sign.style)
    }
    canvas.draw(beneath: above, parting: Self.loudLayer, into: &grid, column: column, row: row)
  }

  /// Gives cells that have no background of their own that of the map. A blank takes the colour of the character before it: it shows none,
  /// and saying another costs bytes.
  func tint(_ grid: inout CellGrid, column: Int, row: Int) {
    guard backgrounds.contains(where: { $0 != .standard }), column >= 0, row >= 0 else { return }
    let (width, height) = (grid.width, grid.height)
    let (columns, rows) = (canvas.columns, canvas.rows)
    guard backgrounds.count == columns * rows else { return }
    grid.withCells { cells in
      for y in 0..<max(0, min(rows, height - row)) {
        for x in 0..<max(0, min(columns, width - column)) {
          let background = backgrounds[y * columns + x]
          let index = (row + y) * width + column + x
          guard background != .standard, cells[index].background == .standard else { continue }
          cells[index].background = background
          let isShown = cells[index].scalar != 0x20 || !cells[index].attributes.isDisjoint(with: [.underline, .reverse])
          if !isShown, x > 0, cells[index].width == 1 { cells[index].foreground = cells[index - 1].foreground }
        }
      }
    }
  }
}
