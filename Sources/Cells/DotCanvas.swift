// A raster of dots, several to a cell, that many layers draw on and that becomes characters at the end.

/// What a dot is drawn with. Where several inks meet in one cell, the one of the highest layer gives the colour.
public struct Ink: Hashable, Sendable {
  public var color: Color
  public var attributes: Attributes
  public var layer: UInt8

  public init(_ color: Color, _ attributes: Attributes = [], layer: UInt8) {
    self.color = color
    self.attributes = attributes
    self.layer = layer
  }
}

/// A rectangle of square dots. Positions are real numbers: the dot (x, y) covers x ± ½, y ± ½; y grows downwards. Nothing outside is
/// drawn, however far away, and what is drawn inside never depends on where the rest lies.
public struct DotCanvas: Sendable {
  public let set: GlyphSet
  public let columns: Int
  public let rows: Int
  /// Dots across.
  public let width: Int
  /// Dots down.
  public let height: Int

  /// Everything about a cell's dots, 8 bytes.
  struct Slot: Hashable, Sendable {
    var bits: UInt8 = 0
    var layer: UInt8 = 0
    var attributes = Attributes()
    var color = Color.standard
  }
  var slots: [Slot]

  public init(set: GlyphSet, columns: Int, rows: Int) {
    self.set = set
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    width = self.columns * set.dotsPerColumn
    height = self.rows * set.dotsPerRow
    slots = [Slot](repeating: Slot(), count: self.columns * self.rows)
  }

  /// Where a dot lies among the slots, and which bit of its cell it is.
  struct Layout {
    let columns: Int
    let columnShift: Int
    let rowShift: Int

    @inline(__always)
    func index(x: Int, y: Int) -> Int { (y >> rowShift) * columns + (x >> columnShift) }

    /// `[row & 3][column & 1]` for braille (Unicode's order), the row alone otherwise.
    @inline(__always)
    func bit(x: Int, y: Int) -> UInt8 {
      if columnShift == 0 { return y & 1 == 0 ? 1 : 2 }
      return x & 1 == 0 ? (y & 3 == 3 ? 0x40 : 1 << UInt8(y & 3)) : (y & 3 == 3 ? 0x80 : 8 << UInt8(y & 3))
    }

    /// Sets the dot in its slot.
    @inline(__always)
    func set(_ slot: inout Slot, x: Int, y: Int, _ ink: Ink) {
      slot.bits |= bit(x: x, y: y)
      if ink.layer >= slot.layer {
        slot.layer = ink.layer
        slot.color = ink.color
        slot.attributes = ink.attributes
      }
    }

    /// Clears the dot in its slot, of whatever layer.
    @inline(__always)
    func clear(_ slot: inout Slot, x: Int, y: Int) {
      slot.bits &= ~bit(x: x, y: y)
      if slot.bits == 0 { slot.layer = 0 }
    }
  }

  @inline(__always)
  var layout: Layout { Layout(columns: columns, columnShift: set == .braille ? 1 : 0, rowShift: set == .braille ? 2 : 1) }

  /// Sets one dot.
  @inline(__always)
  public mutating func plot(_ x: Int, _ y: Int, _ ink: Ink) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let layout = layout
    layout.set(&slots[layout.index(x: x, y: y)], x: x, y: y, ink)
  }

  /// Clears one dot, of whatever layer.
  @inline(__always)
  public mutating func erase(_ x: Int, _ y: Int) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let layout = layout
    layout.clear(&slots[layout.index(x: x, y: y)], x: x, y: y)
  }

  /// Whether a dot is set.
  public func isSet(_ x: Int, _ y: Int) -> Bool {
    guard x >= 0, y >= 0, x < width, y < height else { return false }
    return slots[layout.index(x: x, y: y)].bits & layout.bit(x: x, y: y) != 0
  }

  /// Whether any dot of a cell is set.
  public func isEmpty(column: Int, row: Int) -> Bool {
    guard column >= 0, row >= 0, column < columns, row < rows else { return true }
    return slots[row * columns + column].bits == 0
  }

  /// The highest layer of ink in a cell; 0 in one without dots.
  public func topLayer(column: Int, row: Int) -> UInt8 {
    guard column >= 0, row >= 0, column < columns, row < rows else { return 0 }
    let slot = slots[row * columns + column]
    return slot.bits == 0 ? 0 : slot.layer
  }

  /// Clears all the dots of a cell.
  public mutating func eraseCell(column: Int, row: Int) {
    guard column >= 0, row >= 0, column < columns, row < rows else { return }
    slots[row * columns + column] = Slot()
  }

  /// Copies every cell that has a dot onto a grid, its top left corner at `column`, `row`.
  public func draw(into grid: inout CellGrid, column: Int, row: Int, background: Color = .standard) {
    let gridWidth = grid.width
    let lastRow = min(rows, grid.height - row)
    let lastColumn = min(columns, grid.width - column)
    guard row >= 0, column >= 0, lastRow > 0, lastColumn > 0 else { return }
    grid.withCells { cells in
      for y in 0..<lastRow {
        let base = (row + y) * gridWidth + column
        for x in 0..<lastColumn {
          let slot = slots[y * columns + x]
          guard slot.bits != 0 else { continue }
          let style = Style(slot.color, on: background, slot.attributes)
          // A wide character that loses one half becomes blank in the other.
          let old = cells[base + x].width
          if old == 0, column + x > 0 { cells[base + x - 1] = Cell(style: cells[base + x - 1].style) }
          if old == 2, column + x + 1 < gridWidth { cells[base + x + 1] = Cell(style: cells[base + x + 1].style) }
          cells[base + x] = Cell(scalar: set.scalar(bits: slot.bits), style: style)
        }
      }
    }
  }

  /// The picture as text, a line a row, for tests.
  public var text: [String] {
    var grid = CellGrid(width: columns, height: rows)
    draw(into: &grid, column: 0, row: 0)
    return grid.text
  }
}
