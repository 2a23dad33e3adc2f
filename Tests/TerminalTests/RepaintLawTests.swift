// The repaint law: whatever frames came before, the terminal shows exactly the cells of the last one, and no more than needed was sent.

import CPlatform
import CVTerm
import Cells
import Testing

@testable import Terminal

/// All that touches curses, one test at a time: its screens share globals.
@Suite(.serialized) struct TerminalScreenTests {}

extension TerminalScreenTests {
  static func open(_ pty: PseudoTerminal, colors: ColorDepth = .indexed256, type: String = "xterm-256color") throws -> TerminalScreen {
    var configuration = TerminalScreen.Configuration(
      input: pty.terminal, output: pty.terminal, environment: ["TERM": type, "LC_ALL": "C.UTF-8"], colors: colors)
    configuration.probes = false
    return try TerminalScreen(configuration)
  }

  /// The cell as an emulator must show it.
  static func expected(_ grid: CellGrid, column: Int, row: Int, depth: ColorDepth) -> PseudoTerminal.Shown? {
    var cell = grid[column, row]
    if cell.width == 0 { return nil }
    // Marks in the last column are left out: terminals disagree about them.
    if column + Int(cell.width) == grid.width { cell.marks = 0 }
    return PseudoTerminal.Shown(
      scalars: [cell.scalar] + grid.combiningScalars(of: cell), foreground: visible(depth.quantize(cell.foreground)),
      background: visible(depth.quantize(cell.background)), attributes: cell.attributes.subtracting(.dim).rawValue)
  }

  /// Blues below 256 are moved by one step of green: their numbers mean the palette to curses.
  static func visible(_ color: Color) -> UInt32 {
    guard color.components != nil, color.rawValue & 0xFF_FFFF < 0x100 else { return color.rawValue }
    return color.rawValue | 0x100
  }

  static func randomGrid(_ random: inout SeededGenerator, columns: Int, rows: Int, from previous: CellGrid?) -> CellGrid {
    var grid = CellGrid(width: columns, height: rows)
    if let previous, previous.width == columns, previous.height == rows, Int.random(in: 0..<4, using: &random) > 0 { grid = previous }
    let colors: [Color] = [
      .standard, .palette(1), .palette(12), .palette(200), .rgb(10, 200, 30), .rgb(0, 0, 77), .hex(0xFFCC00), .palette(7),
    ]
    let texts = ["abc", "⠿⠧⡇", "北京 é", "e\u{301}a\u{308}", "─┼█▁", "   ", "→°", "漢字かな", "x"]
    switch Int.random(in: 0..<8, using: &random) {
    case 0: grid = shifted(grid, by: Int.random(in: -2...2, using: &random))
    case 1: grid = scrolled(grid, by: Int.random(in: -2...2, using: &random))
    default: break
    }
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let style = Style(
        colors.randomElement(using: &random)!, on: colors.randomElement(using: &random)!,
        Attributes(rawValue: Bool.random(using: &random) ? 0 : UInt8.random(in: 0..<32, using: &random)))
      let column = Int.random(in: -2..<max(1, columns), using: &random)
      let row = Int.random(in: 0..<max(1, rows), using: &random)
      grid.put(texts.randomElement(using: &random)!, column: max(0, column), row: row, style: style)
    }
    grid.cursor = CellPosition(column: Int.random(in: 0..<columns, using: &random), row: Int.random(in: 0..<rows, using: &random))
    return grid
  }

  static func shifted(_ grid: CellGrid, by columns: Int) -> CellGrid {
    var out = CellGrid(width: grid.width, height: grid.height)
    for row in 0..<grid.height {
      for column in 0..<grid.width where grid[column + columns, row].width == 1 && grid[column + columns, row].marks == 0 {
        out[column, row] = grid[column + columns, row]
      }
    }
    return out
  }

  static func scrolled(_ grid: CellGrid, by rows: Int) -> CellGrid {
    var out = CellGrid(width: grid.width, height: grid.height)
    for row in 0..<grid.height {
      for column in 0..<grid.width where grid[column, row + rows].width == 1 && grid[column, row + rows].marks == 0 {
        out[column, row] = grid[column, row + rows]
      }
    }
    return out
  }

  static func differences(_ pty: PseudoTerminal, _ grid: CellGrid, depth: ColorDepth) -> [String] {
    var out: [String] = []
    for row in 0..<grid.height {
      for column in 0..<grid.width {
        let want = expected(grid, column: column, row: row, depth: depth)
        var got = pty.shown(column: column, row: row)
        if want == nil { got = nil }
        var wanted = want
        // A blank shows its background, underline and reverse video; its other attributes cannot be seen, nor its foreground without those.
        // Neither curses nor FrameBytes always sets them.
        if wanted?.scalars == [0x20], got?.scalars == [0x20] {
          wanted?.attributes &= 24
          got?.attributes &= 24
          if wanted?.attributes == 0, got?.attributes == 0 {
            wanted?.foreground = 0
            got?.foreground = 0
          }
        }
        if got != wanted { out.append("(\(column), \(row)): \(String(describing: got)) instead of \(String(describing: wanted))") }
      }
    }
    return out
  }

  @Test(
    "incremental frames leave exactly the cells of the last one on the screen",
    arguments: [(ColorDepth.indexed256, UInt64(1)), (.direct, 2), (.ansi16, 3), (.none, 4), (.direct, 5), (.indexed256, 6)])
  func repaintLaw(depth: ColorDepth, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sizes = [(1, 1), (2, 1), (1, 5), (40, 12), (80, 24), (120, 36), (13, 7), (500, 300)]
    let pty = PseudoTerminal(columns: 40, rows: 12)
    let screen = try Self.open(pty, colors: depth)
    var grid: CellGrid?
    for frame in 0..<160 {
      if frame % 20 == 19 {
        let (columns, rows) = sizes[frame / 20 % sizes.count]
        pty.resize(columns: columns, rows: rows)
        #expect(screen.refreshSize())
      }
      if frame % 33 == 32 { screen.invalidate() }
      let next = Self.randomGrid(&random, columns: pty.columns, rows: pty.rows, from: grid)
      grid = next
      let report = try screen.present(next)
      _ = pty.receive(report.bytes)
      let wrong = Self.differences(pty, next, depth: depth)
      guard wrong.isEmpty, pty.cursor == next.cursor, report.writes <= 1 else {
        Issue.record("seed \(seed), frame \(frame), \(wrong.count) wrong: \(wrong.prefix(5)); cursor \(pty.cursor), \(report)")
        break
      }
    }
    screen.close()
  }
}
