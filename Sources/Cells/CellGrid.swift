// A frame as a value: a rectangle of cells that anything can draw on and any terminal can present.

/// A rectangle of cells, row by row. Drawing outside it is clipped, never an error.
public struct CellGrid: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// `width × height` cells, row by row from the top.
  public private(set) var cells: [Cell]
  /// Combining scalars that cells refer to by `Cell.marks`.
  public private(set) var marks: [[UInt32]] = []
  /// Where the (hidden) cursor rests, for braille displays and screen readers.
  public var cursor: CellPosition?

  /// Nothing is written that begins farther to the left: arithmetic on columns stays far from overflow.
  private static let farLeft = 1 << 20

  public init(width: Int, height: Int, fill: Cell = .blank) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = [Cell](repeating: fill, count: self.width * self.height)
  }

  public var bounds: Rect { Rect(column: 0, row: 0, width: width, height: height) }

  /// The cell at a position inside the grid; reading outside gives a blank, writing there does nothing.
  public subscript(column: Int, row: Int) -> Cell {
    get {
      guard column >= 0, column < width, row >= 0, row < height else { return .blank }
      return cells[row * width + column]
    }
    set {
      guard column >= 0, column < width, row >= 0, row < height else { return }
      splitWide(atColumn: column, row: row)
      cells[row * width + column] = newValue
    }
  }

  /// Writes text that takes one line from a position on, clipped at `limit` columns and the grid's edge. Control, bidi and format
  /// characters are dropped (see `TextWidth.clean`).
  /// - Returns: the number of columns written.
  @discardableResult
  public mutating func put(_ text: String, column: Int, row: Int, style: Style = .plain, limit: Int = .max) -> Int {
    guard row >= 0, row < height, column < width, column > -Self.farLeft else { return 0 }
    var at = column
    let end = min(width, column + min(max(0, limit), Self.farLeft + width))
    var lastBase: Int?
    for scalar in text.unicodeScalars {
      let columns = TextWidth.columns(of: scalar)
      switch columns {
      case 0:
        if let lastBase, TextWidth.isCombining(scalar) { addMark(scalar.value, toCellAt: lastBase) }
      case 1, 2:
        guard at + columns <= end else { return at - column }
        if at >= 0 { lastBase = place(scalar, columns: columns, column: at, row: row, style: style) }
        at += columns
      default: continue
      }
    }
    return at - column
  }

  /// Gives every cell of a rectangle the same content.
  public mutating func fill(_ rect: Rect, with cell: Cell = .blank) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.row..<area.maxRow {
      splitWide(atColumn: area.column, row: row)
      splitWide(atColumn: area.maxColumn - 1, row: row)
      for column in area.column..<area.maxColumn { cells[row * width + column] = cell }
    }
  }

  /// Replaces single characters everywhere by others of the same width.
  public mutating func replace(with table: [UInt32: UInt32]) {
    guard !table.isEmpty else { return }
    for index in cells.indices where cells[index].scalar > 0x7E {
      if let other = table[cells[index].scalar] { cells[index].scalar = other }
    }
  }

  /// Direct access for canvases that write many single-width cells of their own.
  public mutating func withCells(_ body: (inout [Cell]) -> Void) { body(&cells) }

  /// The text of one row, without trailing spaces.
  public func text(row: Int) -> String {
    var line = String.UnicodeScalarView()
    guard row >= 0, row < height else { return "" }
    for column in 0..<width {
      let cell = cells[row * width + column]
      guard cell.width > 0, let scalar = Unicode.Scalar(cell.scalar) else { continue }
      line.append(scalar)
      for mark in combiningScalars(of: cell) { if let scalar = Unicode.Scalar(mark) { line.append(scalar) } }
    }
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  /// All rows as text, without trailing spaces.
  public var text: [String] { (0..<height).map { text(row: $0) } }

  /// The combining scalars that follow a cell's own.
  public func combiningScalars(of cell: Cell) -> [UInt32] { cell.marks == 0 ? [] : marks[Int(cell.marks) - 1] }

  private mutating func place(_ scalar: Unicode.Scalar, columns: Int, column: Int, row: Int, style: Style) -> Int {
    splitWide(atColumn: column, row: row)
    let index = row * width + column
    cells[index] = Cell(scalar: scalar.value, style: style, width: UInt8(columns))
    if columns == 2 {
      splitWide(atColumn: column + 1, row: row, keeping: column)
      cells[index + 1] = Cell(scalar: 0x20, style: style, width: 0)
    }
    return index
  }

  /// ncurses keeps at most four scalars beside a base; two are enough for any written language here, and bound what a name can pile up.
  private mutating func addMark(_ scalar: UInt32, toCellAt index: Int) {
    let slot = Int(cells[index].marks)
    if slot > 0 {
      if marks[slot - 1].count < 2 { marks[slot - 1].append(scalar) }
    } else if marks.count < Int(UInt16.max) - 1 {
      marks.append([scalar])
      cells[index].marks = UInt16(marks.count)
    }
  }

  /// A wide character that loses one half becomes blank in the other, as terminals do.
  private mutating func splitWide(atColumn column: Int, row: Int, keeping kept: Int? = nil) {
    let index = row * width + column
    if cells[index].width == 0, column > 0, kept != column - 1 { cells[index - 1] = Cell(style: cells[index - 1].style) }
    if cells[index].width == 2, column + 1 < width { cells[index + 1] = Cell(style: cells[index + 1].style) }
  }
}

/// A position on the screen in cells, from 0.
public struct CellPosition: Hashable, Sendable {
  public var column: Int
  public var row: Int
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
