// What a frame costs, and what it may carry.

import CPlatform
import CVTerm
import Cells
import Testing

@testable import Terminal

extension TerminalScreenTests {
  private func start(columns: Int = 40, rows: Int = 12, colors: ColorDepth = .indexed256) throws -> (PseudoTerminal, TerminalScreen) {
    let pty = PseudoTerminal(columns: columns, rows: rows)
    return (pty, try Self.open(pty, colors: colors))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("nothing is written before the first frame, and that is one write") func firstFrame() throws {
    let (pty, screen) = try start()
    _ = screen.capability("home")
    #expect(pty.drain.count == 0)
    var grid = CellGrid(width: 40, height: 12)
    grid.put("hello", column: 3, row: 2)
    let report = try screen.present(grid)
    let bytes = pty.receive(report.bytes)
    #expect(report.writes == 1)
    #expect(text(bytes).contains("\u{1B}[?1049h"))
    #expect(text(bytes).contains("\u{1B}[?1002;1006h\u{1B}[?2004h"))
    #expect(pty.text(row: 2) == "   hello")
    #expect(cvt_alternate(pty.emulator) == 1)
    #expect(cvt_mouse(pty.emulator) == 2)
    #expect(!pty.cursorIsVisible)
    screen.close()
  }

  @Test("an unchanged frame costs no byte, and a moved cursor alone costs a few") func unchanged() throws {
    let (pty, screen) = try start()
    var grid = CellGrid(width: 40, height: 12)
    grid.put("hello", column: 3, row: 2)
    grid.cursor = CellPosition(column: 3, row: 2)
    _ = pty.receive(try screen.present(grid).bytes)
    #expect(try screen.present(grid) == PresentReport(bytes: 0, writes: 0))
    grid.cursor = CellPosition(column: 30, row: 9)
    let report = try screen.present(grid)
    #expect((1...12).contains(report.bytes))
    _ = pty.receive(report.bytes)
    #expect(pty.cursor == CellPosition(column: 30, row: 9))
    grid.cursor = nil
    #expect(try screen.present(grid).bytes == 0)
    grid.cursor = CellPosition(column: .max, row: .min)
    _ = pty.receive(try screen.present(grid).bytes)
    #expect(pty.cursor == CellPosition(column: 39, row: 0))
    screen.close()
  }

  @Test("a frame stands between begin and end of synchronized output where the terminal has it") func synchronized() throws {
    let (pty, screen) = try start()
    var grid = CellGrid(width: 40, height: 12)
    _ = pty.receive(try screen.present(grid).bytes)
    screen.synchronizedOutput = true
    #expect(try screen.present(grid).bytes == 0)
    grid.put("x", column: 1, row: 1)
    let bytes = pty.receive(try screen.present(grid).bytes)
    #expect(text(bytes).hasPrefix("\u{1B}[?2026h"))
    #expect(text(bytes).hasSuffix("\u{1B}[?2026l"))
    screen.close()
  }

  @Test("the probe goes with the first frame, is drawn over, and its answers are understood") func probe() throws {
    let pty = PseudoTerminal(columns: 80, rows: 24)
    let screen = try TerminalScreen(.init(input: pty.terminal, output: pty.terminal, environment: ["TERM": "xterm-256color"]))
    var grid = CellGrid(width: 80, height: 24)
    grid.put("over", column: 70, row: 20)
    let report = try screen.present(grid)
    #expect(report.writes == 1)
    _ = pty.receive(report.bytes)
    for row in 0..<24 where row != 20 { #expect(pty.text(row: row).isEmpty) }
    var answers = [UInt8](repeating: 0, count: 4096)
    let count = cvt_take_answers(pty.emulator, &answers, answers.count)
    var decoder = InputDecoder()
    var probe = TerminalProbe()
    for case .reply(let reply) in decoder.feed(answers.prefix(count)) { probe.receive(reply) }
    #expect(probe.result.isComplete)
    #expect(probe.result.wide.isEmpty)
    screen.suspend()
    screen.resume()
    #expect(!text(pty.receive(try screen.present(grid).bytes)).contains("\u{1B}[6n"))
    screen.close()
  }

  @Test("controls, bidi and format characters in a cell never reach the terminal")
  func hostileCells() throws {
    let (pty, screen) = try start(columns: 20, rows: 2)
    let hostile: [UInt32] = [
      0x00, 0x07, 0x0A, 0x1B, 0x7F, 0x85, 0x9B, 0xAD, 0x200B, 0x200E, 0x200F, 0x202A, 0x202E, 0x2028, 0x2066, 0x2069, 0xFEFF, 0xFFF9,
      0xE000,
      0xD800, 0xE0041, 0x10FFFF, 0x110000, 0xFFFF_FFFF, 0x301, 0x4E00, 0x1CD00, 0xFE0F,
    ]
    for scalar in hostile {
      var grid = CellGrid(width: 20, height: 2, fill: Cell(scalar: 0x61))
      grid.withCells {
        $0[5].scalar = scalar
        $0[5].marks = 7
        $0[25] = Cell(scalar: scalar, width: 2)
      }
      _ = pty.receive(try screen.present(grid).bytes)
      let shown = pty.shown(column: 5, row: 0)?.scalars
      #expect(shown == [0xFFFD] || shown == [0x3F], "U+\(String(scalar, radix: 16)) shows as \(String(describing: shown))")
      #expect(pty.shown(column: 6, row: 0)?.scalars == [0x61])
      #expect(pty.shown(column: 4, row: 0)?.scalars == [0x61])
      #expect(pty.shown(column: 6, row: 1)?.scalars == [0x61])
    }
    screen.close()
  }

  @Test("a grid of another size is cut or filled, at any size", arguments: [(0, 0), (1, 1), (39, 12), (41, 13), (300, 200)])
  func otherSizes(width: Int, height: Int) throws {
    let (pty, screen) = try start()
    _ = pty.receive(try screen.present(CellGrid(width: 40, height: 12, fill: Cell(scalar: 0x61))).bytes)
    _ = pty.receive(try screen.present(CellGrid(width: width, height: height, fill: Cell(scalar: 0x62))).bytes)
    for row in 0..<12 {
      #expect(pty.text(row: row) == (row < height ? String(repeating: "b", count: min(40, width)) : ""))
    }
    screen.close()
  }

  @Test("more colours than pairs repaint instead of showing wrong ones") func manyColors() throws {
    let (pty, screen) = try start(columns: 200, rows: 60, colors: .direct)
    for frame in 0..<6 {
      var grid = CellGrid(width: 200, height: 60)
      grid.withCells { cells in
        for index in cells.indices {
          cells[index] = Cell(scalar: 0x78, style: Style(.hex(UInt32(index &* 131 &+ frame &* 7_654_321) & 0xFF_FFFF)))
        }
      }
      grid.cursor = CellPosition(column: 0, row: 0)
      let report = try screen.present(grid)
      _ = pty.receive(report.bytes)
      let wrong = Self.differences(pty, grid, depth: .direct)
      #expect(wrong.isEmpty, "frame \(frame): \(wrong.count) wrong, \(wrong.prefix(3))")
    }
    screen.close()
  }

  @Test("absurd sizes are not believed", arguments: [(0, 0), (65535, 65535), (0, 24), (80, 0), (1, 1)])
  func absurdSizes(columns: Int, rows: Int) throws {
    let pty = PseudoTerminal(columns: columns, rows: rows)
    let screen = try Self.open(pty)
    let expectedColumns = columns == 0 ? 80 : min(columns, TerminalScreen.largestSize.columns)
    let expectedRows = rows == 0 ? 24 : min(rows, TerminalScreen.largestSize.rows)
    #expect(screen.size == (expectedColumns, expectedRows))
    #expect(try screen.present(CellGrid(width: 3, height: 3)).writes == 1)
    screen.close()
  }

  @Test(
    "a type that cannot be used is refused with its reason, the modes untouched",
    arguments: [
      ("dumb", TerminalError.dumb), ("", .typeMissing), ("no-such-terminal", .unknownType("no-such-terminal")),
      ("../../etc/passwd", .unknownType("../../etc/passwd")), ("tty33", .unknownType("tty33")),
    ])
  func refusedTypes(type: String, expected: TerminalError) throws {
    let pty = PseudoTerminal(columns: 80, rows: 24)
    let before = flags(pty.modes)
    #expect(throws: expected) { _ = try Self.open(pty, type: type) }
    #expect(flags(pty.modes) == before)
    #expect(pty.drain.count == 0)
  }

  @Test("what is not a terminal is refused") func notATerminal() {
    let file = cp_memory_file()
    defer { closeDescriptor(file) }
    #expect(throws: TerminalError.notATerminal) {
      _ = try TerminalScreen(.init(input: file, output: file, environment: ["TERM": "xterm"]))
    }
  }

  @Test("a terminal that brings its own missing description gets xterm's") func missingDescription() throws {
    let pty = PseudoTerminal(columns: 80, rows: 24)
    let screen = try Self.open(pty, type: "xterm-of-tomorrow")
    #expect(screen.type == "xterm-256color")
    screen.close()
  }

  @Test(
    "every kind of terminal gets its frame",
    arguments: ["linux", "xterm", "tmux-256color", "screen", "rxvt-unicode-256color", "vt220", "ansi"])
  func otherTypes(type: String) throws {
    let pty = PseudoTerminal(columns: 80, rows: 24)
    let screen = try Self.open(pty, colors: type == "vt220" ? .none : .ansi16, type: type)
    for frame in 0..<5 {
      var grid = CellGrid(width: 80, height: 24)
      grid.put("frame \(frame) ⠿─", column: frame * 3, row: frame * 4, style: Style(.palette(9), on: .palette(4)))
      _ = pty.receive(try screen.present(grid).bytes)
      #expect(pty.text(row: frame * 4) == String(repeating: " ", count: frame * 3) + "frame \(frame) ⠿─")
    }
    screen.close()
  }

  @Test("a closed terminal is an error of its own") func goneTerminal() throws {
    var ends: (Int32, Int32) = (-1, -1)
    #expect(cp_open_pty(&ends.0, &ends.1, 80, 24) == 0)
    let screen = try TerminalScreen(.init(input: ends.1, output: ends.1, environment: ["TERM": "xterm"]))
    closeDescriptor(ends.0)
    #expect(throws: TerminalError.gone) { try screen.present(CellGrid(width: 80, height: 24)) }
    #expect(throws: TerminalError.gone) { try screen.readInput() }
    screen.close()
    closeDescriptor(ends.1)
  }
}
