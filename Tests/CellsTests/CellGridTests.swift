// The grid of cells: clipping, wide characters, combining marks.

import Cells
import TestSupport
import Testing

@Suite("The grid of cells")
struct CellGridTests {
  @Test("text is clipped at every edge")
  func clipping() {
    var grid = CellGrid(width: 6, height: 3)
    grid.put("abcdefgh", column: 2, row: 0)
    grid.put("abcdefgh", column: -3, row: 1)
    grid.put("nothing", column: 0, row: 3)
    grid.put("nothing", column: 0, row: -1)
    grid.put("nothing", column: 6, row: 2)
    grid.put("abcdefgh", column: 1, row: 2, limit: 3)
    expectFrame(
      grid,
      """
        abcd
      defgh
       abc
      """)
  }

  @Test("the number of columns written is told")
  func columnsWritten() {
    var grid = CellGrid(width: 6, height: 1)
    #expect(grid.put("abc", column: 0, row: 0) == 3)
    #expect(grid.put("天安门", column: 0, row: 0) == 6)
    #expect(grid.put("天安门", column: 1, row: 0) == 4)
    #expect(grid.put("abc", column: 0, row: 0, limit: 2) == 2)
    #expect(grid.put("abc", column: 0, row: 0, limit: -4) == 0)
    #expect(grid.put("abc", column: 0, row: 5) == 0)
  }

  @Test("positions and limits beyond all sense do nothing")
  func extremes() {
    var grid = CellGrid(width: 4, height: 2)
    for column in [Int.min, -1_000_000, 1_000_000, Int.max] {
      for limit in [Int.min, 0, 3, Int.max - 1, Int.max] { grid.put("abc", column: column, row: 0, limit: limit) }
    }
    grid.put("abc", column: 0, row: Int.max)
    grid.put("abc", column: 0, row: Int.min)
    grid[Int.max, Int.min] = Cell(scalar: 0x41)
    #expect(grid[Int.min, Int.max] == .blank)
    grid.fill(Rect(column: -5, row: -5, width: 3, height: 3), with: Cell(scalar: 0x41))
    expectFrame(grid, "\n")
    let empty = CellGrid(width: -3, height: 7)
    #expect(empty.cells.isEmpty)
    #expect(empty.width == 0)
  }

  @Test("a wide character does not fit into the last column")
  func wideAtTheEdge() {
    var grid = CellGrid(width: 3, height: 1)
    grid.put("a天安", column: 0, row: 0)
    expectFrame(grid, "a天")
    grid.put("ab天", column: 0, row: 0)
    expectFrame(grid, "ab")
    #expect(faults(of: grid) == [])
  }

  @Test("writing over one half of a wide character blanks the other half")
  func splitting() {
    var grid = CellGrid(width: 6, height: 4)
    for row in 0..<4 { grid.put("天安门", column: 0, row: row) }
    grid.put("x", column: 2, row: 0)
    grid.put("x", column: 3, row: 1)
    grid.put("京", column: 1, row: 2)
    grid.put("京城", column: 1, row: 3)
    expectFrame(
      grid,
      """
      天x 门
      天 x门
       京 门
       京城
      """)
    #expect(faults(of: grid) == [])
  }

  @Test("filling a rectangle blanks the halves that it cuts off")
  func fillSplits() {
    var grid = CellGrid(width: 8, height: 1)
    grid.put("天安门界", column: 0, row: 0)
    grid.fill(Rect(column: 1, row: 0, width: 4, height: 1), with: Cell(scalar: 0x2E))
    expectFrame(grid, " .... 界")
    #expect(faults(of: grid) == [])
  }

  @Test("writing one cell blanks the other half of a wide character")
  func subscriptSplits() {
    var grid = CellGrid(width: 4, height: 1)
    grid.put("天安", column: 0, row: 0)
    grid[1, 0] = Cell(scalar: 0x21)
    grid[2, 0] = Cell(scalar: 0x3F)
    expectFrame(grid, " !?")
    #expect(faults(of: grid) == [])
  }

  @Test("dots drawn over a wide character leave no half of it")
  func dotsSplit() {
    var grid = CellGrid(width: 4, height: 1)
    grid.put("天安", column: 0, row: 0)
    var canvas = DotCanvas(set: .braille, columns: 2, rows: 1)
    canvas.plot(0, 0, Ink(.standard, layer: 1))
    canvas.plot(2, 0, Ink(.standard, layer: 1))
    canvas.draw(into: &grid, column: 1, row: 0)
    expectFrame(grid, " ⠁⠁")
    #expect(faults(of: grid) == [])
  }

  @Test("a combining mark joins the character before it, and at most two do")
  func marks() {
    var grid = CellGrid(width: 6, height: 1)
    #expect(grid.put("e\u{301}x", column: 0, row: 0) == 2)
    #expect(grid.text(row: 0) == "e\u{301}x")
    grid.put("o" + String(repeating: "\u{308}", count: 500), column: 3, row: 0)
    #expect(grid.combiningScalars(of: grid[3, 0]) == [0x308, 0x308])
    grid.put("\u{301}a", column: 5, row: 0)
    #expect(grid[5, 0].marks == 0)
    #expect(faults(of: grid) == [])
  }

  @Test("a mark clipped with its character goes to no other one")
  func clippedMarks() {
    var grid = CellGrid(width: 3, height: 1)
    grid.put("e\u{301}bc", column: -1, row: 0)
    #expect(grid.text(row: 0) == "bc")
    grid.put("abce\u{301}", column: 0, row: 0)
    #expect(grid.text(row: 0) == "abc")
  }

  @Test("a hundred thousand accented letters do not overflow the table of marks")
  func manyMarks() {
    var grid = CellGrid(width: 1_000, height: 100)
    let line = String(repeating: "e\u{301}", count: 1_000)
    for row in 0..<100 { grid.put(line, column: 0, row: row) }
    #expect(grid.marks.count < 65_536)
    #expect(faults(of: grid) == [])
  }

  @Test("controls, bidi and format characters are never stored")
  func hostile() {
    var grid = CellGrid(width: 80, height: 40)
    var random = SeededGenerator.announced("hostile")
    for _ in 0..<3_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.int(1...12) {
        let value = random.once(in: 3) ? random.int(0...0xFF) : random.once(in: 2) ? random.int(0x300...0x2FFF) : random.int(0...0x10FFFF)
        if let scalar = Unicode.Scalar(UInt32(value)) { text.append(scalar) }
      }
      grid.put(String(text), column: random.int(-5...85), row: random.int(-2...42), limit: random.once(in: 2) ? .max : random.int(0...20))
    }
    #expect(faults(of: grid) == [])
    for cell in grid.cells {
      #expect(cell.scalar >= 0x20)
      #expect(!(0x7F...0x9F).contains(cell.scalar))
      #expect(![0x200B, 0x202E, 0xFEFF, 0xAD].contains(cell.scalar))
    }
  }

  @Test("a cell is sixteen bytes")
  func size() { #expect(MemoryLayout<Cell>.stride == 16) }

  @Test("rectangles meet as sets of cells do")
  func rectangles() {
    var random = SeededGenerator.announced("rectangles")
    for _ in 0..<500 {
      let one = Rect(column: random.int(-3...5), row: random.int(-3...5), width: random.int(-2...5), height: random.int(0...5))
      let other = Rect(column: random.int(-3...5), row: random.int(-3...5), width: random.int(0...5), height: random.int(0...5))
      let both = one.intersection(other)
      for row in -4...11 {
        for column in -4...11 {
          let inBoth = one.contains(column: column, row: row) && other.contains(column: column, row: row)
          #expect(inBoth == both.contains(column: column, row: row))
        }
      }
      #expect(one.intersects(other) == !both.isEmpty)
    }
  }
}
