// Owns how one canvas is drawn beneath another: a cell shows the dots of one of them, since it has one colour, and around what is loud above a
// dot of room is left.
//
//       loud       beneath: its neighbours lose the column or row of dots that touches it
//      ⣿⣿⣿         ⣿⣿⣿⣿⣿
//                  ⣿⡇ ⢸⣿

extension DotCanvas {
  /// The bits of a cell's dots that lie along its left, right, upper and lower side.
  private var sides: (left: UInt8, right: UInt8, top: UInt8, bottom: UInt8) {
    self.set == .braille ? (0x47, 0xB8, 0x09, 0xC0) : (0x03, 0x03, 0x01, 0x02)
  }

  /// Copies every cell that has a dot onto a grid where the canvas above has none.
  /// - Parameters:
  ///   - above: a canvas of the same size and kind.
  ///   - layer: cells above whose loudest ink is of this layer or a higher one are loud.
  public func draw(beneath above: DotCanvas, parting layer: UInt8, into grid: inout CellGrid, column: Int, row: Int) {
    guard above.columns == columns, above.rows == rows, above.set == set, row >= 0, column >= 0 else { return }
    let sides = sides
    let gridWidth = grid.width
    let shownRows = min(rows, grid.height - row)
    let shownColumns = min(columns, grid.width - column)
    guard shownRows > 0, shownColumns > 0 else { return }
    func isLoud(_ index: Int) -> Bool { above.slots[index].bits != 0 && above.slots[index].layer >= layer }
    grid.withCells { cells in
      for y in 0..<shownRows {
        for x in 0..<shownColumns {
          let index = y * columns + x
          let slot = slots[index]
          var bits = slot.bits
          guard bits != 0, above.slots[index].bits == 0 else { continue }
          if x > 0, isLoud(index - 1) { bits &= ~sides.left }
          if x + 1 < columns, isLoud(index + 1) { bits &= ~sides.right }
          if y > 0, isLoud(index - columns) { bits &= ~sides.top }
          if y + 1 < rows, isLoud(index + columns) { bits &= ~sides.bottom }
          guard bits != 0 else { continue }
          cells[(row + y) * gridWidth + column + x] = Cell(
            scalar: set.scalar(bits: bits), style: Style(slot.color, on: .standard, slot.attributes))
        }
      }
    }
  }
}
