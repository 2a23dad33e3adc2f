// Owns `NameField`: which cells names have taken, on the map and a little way beyond its edge.
//
//      ┌───────────────────────────────┐   names are also placed beyond the edge, where nothing is shown: a loud one that comes into
//      │   ┌───────────────────────┐   │   view keeps its room free, and no quiet one that happens to be shorter gets there first
//      │   │ what is shown         │   │
//      │   └───────────────────────┘   │
//      └───────────────────────────────┘

import Cells

/// The cells in which names are placed, those beyond the map's edge included.
struct NameBounds: Hashable {
  var columns: ClosedRange<Int>
  var rows: ClosedRange<Int>
}

/// The cells around and of a map. Columns and rows are those of the map; they go from `-marginColumns`, `-marginRows`.
struct NameField {
  let columns: Int
  let rows: Int
  let bounds: NameBounds
  private let stride: Int
  /// Whether a name stands in a cell, or the blank beside one.
  private var taken: [Bool]
  /// How loud the lines in a cell are that a name would hide: 0 nothing, 1 a road with a name or a railway, 2 a main road.
  private var lines: [UInt8]
  /// Where the names of great cities would stand, which a country's name leaves free.
  private var cities: [Bool]
  /// Where marks of overlays stand that no name may hide; empty where there are none.
  private var marks: [Bool] = []

  static let marginColumns = WrittenName.widest + 2
  static let marginRows = 3

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    bounds = NameBounds(
      columns: -Self.marginColumns...(columns + Self.marginColumns - 1), rows: -Self.marginRows...(rows + Self.marginRows - 1))
    stride = columns + 2 * Self.marginColumns
    taken = [Bool](repeating: false, count: stride * (rows + 2 * Self.marginRows))
    lines = [UInt8](repeating: 0, count: taken.count)
    cities = taken
  }

  /// Cells of the field, those beyond the edge included.
  var cellCount: Int { taken.count }

  private func index(_ column: Int, _ row: Int) -> Int { (row + Self.marginRows) * stride + column + Self.marginColumns }

  /// Whether a run of cells lies in the field.
  private func holds(column: Int, row: Int, width: Int) -> Bool {
    bounds.rows.contains(row) && column >= bounds.columns.lowerBound && column + width - 1 <= bounds.columns.upperBound
  }

  /// Whether a run of cells is shown as a whole.
  func shows(column: Int, row: Int, width: Int) -> Bool { row >= 0 && row < rows && column >= 0 && column + width <= columns }

  /// Whether a name may stand on a run of cells.
  func isFree(column: Int, row: Int, width: Int) -> Bool {
    guard holds(column: column, row: row, width: width) else { return false }
    let from = index(column, row)
    for place in from..<(from + width) where taken[place] { return false }
    return true
  }

  /// Takes a run of cells for a name, with a blank column to either side.
  mutating func take(column: Int, row: Int, width: Int) {
    guard bounds.rows.contains(row) else { return }
    let across = ((column - 1)...(column + width)).clamped(to: bounds.columns)
    for place in index(across.lowerBound, row)...index(across.upperBound, row) { taken[place] = true }
  }

  /// Notes a line that matters, in cells of the field.
  mutating func note(line loudness: UInt8, _ run: NameRun) {
    for place in index(Int(run.first), Int(run.row))...index(Int(run.last), Int(run.row)) { lines[place] = max(lines[place], loudness) }
  }

  /// Notes where the name of a great city would stand.
  mutating func note(city column: Int, _ row: Int, width: Int) {
    guard bounds.rows.contains(row), bounds.columns.contains(column) else { return }
    for place in index(column, row)...index(min(column + width, bounds.columns.upperBound), row) { cities[place] = true }
  }

  /// Keeps a mark of an overlay from being hidden.
  mutating func keep(markAt column: Int, _ row: Int) {
    guard bounds.rows.contains(row), bounds.columns.contains(column) else { return }
    if marks.isEmpty { marks = [Bool](repeating: false, count: taken.count) }
    marks[index(column, row)] = true
  }

  /// Whether a name would hide a mark that is kept, or touch one so that it seemed to be its own.
  /// - Parameter own: the mark of the name itself, at one of its ends.
  func hidesMark(column: Int, row: Int, width: Int, own: CellPosition?) -> Bool {
    guard !marks.isEmpty, bounds.rows.contains(row) else { return false }
    let first = own?.column == column ? column : column - 1
    let last = own?.column == column + width - 1 ? column + width - 1 : column + width
    guard first <= last else { return false }
    let across = (first...last).clamped(to: bounds.columns)
    for place in across where marks[index(place, row)] && own != CellPosition(column: place, row: row) { return true }
    return false
  }

  /// How many cells a name would take from great cities.
  func takenFromCities(column: Int, row: Int, width: Int) -> Int {
    guard holds(column: column, row: row, width: width) else { return 0 }
    let from = index(column, row)
    return cities[from..<(from + width)].count { $0 }
  }

  /// Whether a name stands right above or below.
  func isCrowded(column: Int, row: Int, width: Int) -> Bool {
    for beside in [row - 1, row + 1] where holds(column: column, row: beside, width: width) {
      let from = index(column, beside)
      for place in from..<(from + width) where taken[place] { return true }
    }
    return false
  }

  /// How much of what matters a name would hide.
  func hidden(column: Int, row: Int, width: Int) -> Int {
    guard holds(column: column, row: row, width: width) else { return 0 }
    let from = index(column, row)
    var sum = 0
    for place in from..<(from + width) { sum += Int(lines[place]) }
    return sum
  }
}

/// Cells of one row that a line goes through.
struct NameRun: Hashable {
  var row: Int32
  var first: Int32
  var last: Int32
}
