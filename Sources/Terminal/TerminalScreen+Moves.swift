// Owns how a frame reaches the terminal: what has moved by whole cells is moved there, and curses, which is told so, sends the rest.
//
//      frame before ──► scrolled by curses ──► stretches of rows moved by us ──► what differs, by curses

import CNcurses
import Cells

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension TerminalScreen {
  /// Appends what makes the terminal show a frame: what has moved by whole cells is moved there, then curses sends what differs.
  func draw(_ grid: CellGrid, on screen: OpaquePointer, to bytes: inout [UInt8]) throws(TerminalError) {
    let motion = movesRows && !needsRepaint ? shown.flatMap { FrameMotion.between($0, grid) } : nil
    if let motion, let scrolled = shown.flatMap({ motion.scrolled($0, to: grid) }) {
      // In two steps: curses scrolls only by what it finds unchanged.
      put(scrolled, on: screen)
      if !needsRepaint { try appendFrame(on: screen, to: &bytes) }
    }
    if let motion, motion.columns != 0, let shown, !needsRepaint {
      shift(shown, to: grid, columns: motion.columns, on: screen, bytes: &bytes)
    }
    put(grid, on: screen)
    if let cursor = grid.cursor { restingPlace = cursor }
    try appendFrame(on: screen, to: &bytes)
  }

  /// Appends what curses says to bring the terminal from the rows that it shows to those that were put.
  private func appendFrame(on screen: OpaquePointer, to bytes: inout [UInt8]) throws(TerminalError) {
    cursor = CellPosition(column: clamp(restingPlace.column, size.columns), row: clamp(restingPlace.row, size.rows))
    let count = cn_frame(screen, Int32(cursor.column), Int32(cursor.row), needsRepaint ? 1 : 0)
    guard count >= 0 else {
      invalidate()
      throw .system(call: "doupdate", code: errno)
    }
    guard count > 0 else { return }
    FrameBytes.append(
      UnsafeBufferPointer(start: cn_bytes(screen), count: count), addressesColumns: cn_has_column_address(screen) == 1, to: &bytes)
  }

  /// Moves stretches of rows sideways on the terminal, tells curses so, and leaves the cursor where curses knows it to be. Frames end with the
  /// colours and attributes after a reset, so the blanks that come in are plain.
  private func shift(_ before: CellGrid, to grid: CellGrid, columns: Int, on screen: OpaquePointer, bytes: inout [UInt8]) {
    guard before.width == size.columns, before.height == size.rows, grid.width == before.width, grid.height == before.height else { return }
    var moved = before
    var rows: [Int] = []
    grid.cells.withUnsafeBufferPointer { new in
      moved.withCells { cells in
        cells.withUnsafeMutableBufferPointer { cells in
          for row in 0..<size.rows {
            let range = row * size.columns..<(row + 1) * size.columns
            let shift = RowShift.best(
              UnsafeBufferPointer(rebasing: cells[range]), UnsafeBufferPointer(rebasing: new[range]), columns: columns)
            guard let shift else { continue }
            shift.apply(to: UnsafeMutableBufferPointer(rebasing: cells[range]))
            shift.append(row: row, width: size.columns, to: &bytes)
            rows.append(row)
          }
        }
      }
    }
    guard !rows.isEmpty else { return }
    for row in rows {
      encode(moved, row: row, on: screen)
      cn_note_row(screen, Int32(row), rowCells, Int32(rowCells.count))
    }
    bytes += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H".utf8
  }

  private func clamp(_ value: Int, _ count: Int) -> Int { min(max(value, 0), count - 1) }
}
