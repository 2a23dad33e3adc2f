// Pictures in tests: the rows of a frame as text, compared as a whole and printed side by side where they differ.

import Cells
import Testing

extension CellGrid {
  /// The rows of a rectangle as text, trailing spaces left out.
  /// - Parameter rect: the part wanted; `nil` the whole grid.
  public func rows(of rect: Rect? = nil) -> [String] {
    let area = (rect ?? bounds).intersection(bounds)
    guard !area.isEmpty else { return [] }
    return (area.row..<area.maxRow).map { row in
      var line = String.UnicodeScalarView()
      for column in area.column..<area.maxColumn {
        let cell = self[column, row]
        guard cell.width > 0, let scalar = Unicode.Scalar(cell.scalar) else { continue }
        line.append(scalar)
        for mark in combiningScalars(of: cell) { if let mark = Unicode.Scalar(mark) { line.append(mark) } }
      }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }
}

/// Expects a frame (or a part of it) to look like the picture; prints both where they differ. Trailing spaces and empty rows at the end
/// do not count.
public func expectFrame(_ grid: CellGrid, _ picture: String, in rect: Rect? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
  expectPicture(grid.rows(of: rect), picture, sourceLocation: sourceLocation)
}

/// Expects the dots of a canvas to look like the picture.
public func expectFrame(_ canvas: DotCanvas, _ picture: String, sourceLocation: SourceLocation = #_sourceLocation) {
  expectPicture(canvas.text, picture, sourceLocation: sourceLocation)
}

/// Expects lines of text to equal the lines of a picture.
public func expectPicture(_ found: [String], _ picture: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let expected = withoutTrailingRows(picture.split(separator: "\n", omittingEmptySubsequences: false).map(withoutTrailingSpaces))
  let actual = withoutTrailingRows(found.map { withoutTrailingSpaces(Substring($0)) })
  guard expected != actual else { return }
  var report = "the frame differs\nexpected:\n"
  for line in expected { report += "  |\(line)\n" }
  report += "found:\n"
  for (index, line) in actual.enumerated() {
    report += "\(index < expected.count && expected[index] == line ? "  " : "! ")|\(line)\n"
  }
  Issue.record(Comment(rawValue: report), sourceLocation: sourceLocation)
}

private func withoutTrailingRows(_ rows: [String]) -> [String] {
  var rows = rows
  while rows.last == "" { rows.removeLast() }
  return rows
}

private func withoutTrailingSpaces(_ line: Substring) -> String {
  var scalars = line.unicodeScalars
  while scalars.last == " " { scalars.removeLast() }
  return String(scalars)
}

extension DotCanvas {
  /// The set dots as `#`, the others as `.`, a line a row of dots: exact where characters of several dots are hard to read.
  public var dots: [String] { (0..<height).map { y in String((0..<width).map { x in isSet(x, y) ? "#" : "." }) } }

  /// All set dots.
  public var setDots: Set<CellPosition> {
    var found: Set<CellPosition> = []
    for y in 0..<height { for x in 0..<width where isSet(x, y) { found.insert(CellPosition(column: x, row: y)) } }
    return found
  }
}

/// What is wrong with a frame, if anything: cells that a terminal must never be sent, halves of wide characters that lost their other half,
/// a cursor outside.
/// - Returns: one sentence a fault, the first few; empty for a sound frame.
public func faults(of grid: CellGrid) -> [String] {
  var found: [String] = []
  if grid.cells.count != grid.width * grid.height { found.append("\(grid.cells.count) cells for \(grid.width)×\(grid.height)") }
  for row in 0..<grid.height {
    for column in 0..<grid.width where found.count < 5 {
      let cell = grid[column, row]
      let place = "at \(column),\(row)"
      guard let scalar = Unicode.Scalar(cell.scalar) else {
        found.append("no scalar \(cell.scalar) \(place)")
        continue
      }
      let columns = cell.width == 0 ? 0 : TextWidth.columns(of: scalar)
      if columns != Int(cell.width) {
        found.append("U+\(String(cell.scalar, radix: 16)) of width \(columns) stored as \(cell.width) \(place)")
      }
      if cell.width == 2, column + 1 >= grid.width || grid[column + 1, row].width != 0 { found.append("a left half alone \(place)") }
      if cell.width == 0, column == 0 || grid[column - 1, row].width != 2 { found.append("a right half alone \(place)") }
      if Int(cell.marks) > grid.marks.count { found.append("marks \(cell.marks) do not exist \(place)") }
      for mark in grid.combiningScalars(of: cell) {
        guard let scalar = Unicode.Scalar(mark), TextWidth.columns(of: scalar) == 0 else {
          found.append("U+\(String(mark, radix: 16)) is no combining mark \(place)")
          continue
        }
      }
    }
  }
  if let cursor = grid.cursor, !grid.bounds.contains(column: cursor.column, row: cursor.row) { found.append("cursor outside: \(cursor)") }
  return found
}
