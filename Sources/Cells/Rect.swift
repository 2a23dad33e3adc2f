// A rectangle of whole cells.

/// A rectangle of cells; `column` and `row` count from the top left corner of the screen, from 0.
public struct Rect: Hashable, Sendable {
  public var column: Int
  public var row: Int
  public var width: Int
  public var height: Int

  public init(column: Int, row: Int, width: Int, height: Int) {
    self.column = column
    self.row = row
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// One past the last column.
  public var maxColumn: Int { column + width }
  /// One past the last row.
  public var maxRow: Int { row + height }
  public var isEmpty: Bool { width == 0 || height == 0 }

  public func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column < maxColumn && row >= self.row && row < maxRow
  }

  /// What both have in common; empty where they do not touch.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top, width: min(maxColumn, other.maxColumn) - left, height: min(maxRow, other.maxRow) - top)
  }

  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// Smaller by so many cells on each side.
  public func inset(columns: Int, rows: Int) -> Rect {
    Rect(column: column + columns, row: row + rows, width: width - 2 * columns, height: height - 2 * rows)
  }
}
