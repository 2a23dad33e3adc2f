// Pictures that move by whole cells: whatever is moved on the terminal itself, it ends up with exactly the cells of the frame.

import Cells
import Testing

@testable import Terminal

/// A picture without end, full of dots, wide names and marks, seen through a window with a panel beside it.
private struct MovingPicture {
  let columns: Int
  let rows: Int
  /// Columns of the panel at the right, which stands still.
  let panel: Int
  let seed: UInt64

  private func noise(_ x: Int, _ y: Int) -> UInt64 {
    var mixed = seed &+ UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(bitPattern: Int64(y)) &* 0xC2B2_AE3D_27D4_EB4F
    mixed = (mixed ^ (mixed >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ (mixed >> 32)
  }

  /// The frame whose upper left cell is that of the picture at (x, y).
  func frame(x: Int, y: Int, number: Int) -> CellGrid {
    var grid = CellGrid(width: columns, height: rows)
    let map = columns - panel
    let inks: [Color] = [.palette(247), .palette(24), .palette(22), .palette(95)]
    for row in 0..<rows {
      for column in 0..<map {
        let value = noise(x + column, y + row)
        guard value & 3 != 0 else { continue }
        let paper: Color = noise((x + column) >> 3, (y + row) >> 2) & 3 == 0 ? .palette(17) : .standard
        grid[column, row] = Cell(scalar: 0x2800 + UInt32(value >> 8 & 0xFF), style: Style(inks[Int(value >> 4 & 3)], on: paper))
      }
      for column in -12..<map where noise(x + column, (y + row) &* 7) % 37 == 0 {
        let name = ["北京 Beijing", "Café e\u{301}", "漢字かな", "Main Street"][Int(noise(x + column, y + row) >> 20 & 3)]
        grid.put(name, column: column, row: row, style: Style(.palette(252)), limit: map - column)
      }
      if panel > 0 { grid.put("│ speed \(row) km/h 北", column: map, row: row, style: Style(.palette(241)), limit: panel) }
    }
    grid.put(" 1 km ", column: 1, row: rows - 1)
    grid.put("⣿⣿⣿", column: map / 2, row: rows / 2, style: Style(.palette(15), on: .standard, .bold))
    grid.cursor = CellPosition(column: number % columns, row: rows / 2)
    return grid
  }
}

extension TerminalScreenTests {
  @Test(
    "pictures that are panned leave exactly their cells on the screen",
    arguments: [
      (40, 12, 0, "xterm-256color"), (60, 20, 17, "xterm-256color"), (120, 40, 35, "xterm-256color"), (33, 7, 4, "tmux-256color"),
      (26, 3, 0, "linux"), (61, 15, 20, "vt220"), (60, 15, 9, "screen"), (60, 15, 9, "rxvt-unicode-256color"),
    ])
  func pansLeaveTheirCells(columns: Int, rows: Int, panel: Int, type: String) throws {
    var random = SeededGenerator(seed: UInt64(columns))
    let picture = MovingPicture(columns: columns, rows: rows, panel: panel, seed: 11)
    let pty = PseudoTerminal(columns: columns, rows: rows)
    let depth: ColorDepth = type.contains("256") ? .indexed256 : .none
    let screen = try Self.open(pty, colors: depth, type: type)
    var (x, y) = (0, 0)
    for number in 0..<(columns > 100 ? 30 : 60) {
      switch number % 6 {
      case 0, 1: x += Int.random(in: -12...12, using: &random)
      case 2, 3: y += Int.random(in: -6...6, using: &random)
      case 4:
        x += Int.random(in: -3...3, using: &random)
        y += Int.random(in: -3...3, using: &random)
      default: x += Int.random(in: -30...30, using: &random)
      }
      let next = picture.frame(x: x, y: y, number: number)
      _ = pty.receive(try screen.present(next).bytes)
      let wrong = Self.differences(pty, next, depth: depth)
      guard wrong.isEmpty, pty.cursor == next.cursor else {
        Issue.record("frame \(number) at \(x), \(y): \(wrong.count) wrong: \(wrong.prefix(5)); cursor \(pty.cursor)")
        break
      }
    }
    screen.close()
  }

  @Test(
    "a pan sends what comes into view and what stands still, not the whole picture",
    arguments: [(1, 0, 0), (-1, 0, 0), (8, 0, 0), (0, 1, 0), (0, -2, 0), (1, 1, 0), (-2, -1, 0), (1, 0, 35), (-8, 0, 35), (-1, 1, 35)])
  func pansAreCheap(dx: Int, dy: Int, panel: Int) throws {
    let picture = MovingPicture(columns: 120, rows: 40, panel: panel, seed: 5)
    let pty = PseudoTerminal(columns: 120, rows: 40)
    let screen = try Self.open(pty)
    let whole = try screen.present(picture.frame(x: 0, y: 0, number: 0)).bytes
    let pan = try screen.present(picture.frame(x: dx, y: dy, number: 0)).bytes
    // The panel is sent again where the whole screen scrolls; the share of each column and row that comes into view is small.
    #expect(pan < whole / (panel > 0 && dy != 0 ? 2 : 4), "\(pan) of \(whole) bytes")
    screen.close()
  }
}

@Suite struct MotionTests {
  @Test("a picture that moves is seen to, however far, with texts over it that stand still")
  func motionIsFound() {
    let picture = MovingPicture(columns: 100, rows: 30, panel: 30, seed: 3)
    let before = picture.frame(x: 50, y: 50, number: 0)
    for rows in -6...6 {
      for columns in -12...12 where rows != 0 || columns != 0 {
        let after = picture.frame(x: 50 - columns, y: 50 - rows, number: 0)
        #expect(FrameMotion.between(before, after) == FrameMotion(columns: columns, rows: rows))
      }
    }
  }

  @Test("no move is seen where there is none")
  func noMotion() {
    let picture = MovingPicture(columns: 100, rows: 30, panel: 30, seed: 3)
    let before = picture.frame(x: 0, y: 0, number: 0)
    var touched = before
    touched.put("something else", column: 20, row: 10)
    #expect(FrameMotion.between(before, before) == nil)
    #expect(FrameMotion.between(before, touched) == nil)
    #expect(FrameMotion.between(before, picture.frame(x: 500, y: 300, number: 0)) == nil)
    #expect(FrameMotion.between(before, CellGrid(width: 100, height: 30)) == nil)
    #expect(FrameMotion.between(before, CellGrid(width: 99, height: 30)) == nil)
    for (width, height) in [(0, 0), (1, 1), (24, 3), (25, 1), (25, 3), (25, 6)] {
      let small = MovingPicture(columns: max(1, width), rows: max(1, height), panel: 0, seed: 9)
      _ = FrameMotion.between(small.frame(x: 0, y: 0, number: 0), small.frame(x: 1, y: 5, number: 0))
    }
  }

  /// The cells that are right after a move, less those that were before.
  private static func gain(_ old: [Cell], _ new: [Cell], _ shift: RowShift) -> Int {
    shift.stretch.reduce(0) { $0 + (new[$1] == old[$1 - shift.columns] ? 1 : 0) - (new[$1] == old[$1] ? 1 : 0) }
  }

  @Test("the stretch of a row that moves is the one that gains most, by trying all")
  func bestStretch() {
    var random = SeededGenerator(seed: 8)
    for round in 0..<300 {
      let width = Int.random(in: 3...48, using: &random)
      let columns = [-3, -2, -1, 1, 2, 3, 7][round % 7]
      let old = (0..<width).map { _ in Cell(scalar: UInt32.random(in: 0x41...0x44, using: &random)) }
      var new = old
      let span = Int.random(in: 0..<width, using: &random)..<width
      for column in span where old.indices.contains(column - columns) { new[column] = old[column - columns] }
      for _ in 0..<3 { new[Int.random(in: 0..<width, using: &random)] = Cell(scalar: 0x45) }
      var most = 0
      for from in max(0, columns)..<max(max(0, columns), width + min(0, columns)) {
        for to in from..<width + min(0, columns) {
          most = max(most, Self.gain(old, new, RowShift(stretch: from..<to + 1, columns: columns)))
        }
      }
      let found = old.withUnsafeBufferPointer { old in new.withUnsafeBufferPointer { RowShift.best(old, $0, columns: columns) } }
      if let found {
        #expect(Self.gain(old, new, found) == most)
      } else {
        #expect(most < 10 + abs(columns) || width <= 2 * abs(columns), "\(most) cells could be gained")
      }
    }
  }

  @Test("a wide character is never cut")
  func wideCharacters() {
    var grid = CellGrid(width: 40, height: 1)
    for column in stride(from: 0, to: 40, by: 2) { grid.put(["北", "京", "漢", "字"][column / 2 % 4], column: column, row: 0) }
    for columns in [-3, -1, 1, 3] {
      let new = (0..<40).map { grid[$0 - columns, 0] }
      let found = grid.cells.withUnsafeBufferPointer { old in new.withUnsafeBufferPointer { RowShift.best(old, $0, columns: columns) } }
      guard let found else { continue }
      for edge in [found.touched.lowerBound, found.stretch.lowerBound - columns, found.stretch.upperBound - columns] where edge < 40 {
        #expect(grid[edge, 0].width != 0)
      }
    }
  }
}
