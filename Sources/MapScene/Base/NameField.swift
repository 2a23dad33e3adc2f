// Owns `NameField`: which cells names have taken, on the map and a little way beyond its edge.
//
//      ┌───────────────────────────────┐   names are also placed beyond the edge, where nothing is shown: a loud one that comes into
//      │   ┌───────────────────────┐   │   view keeps its room free, and no quiet one that happens to be shorter gets there first
//      │   │ what is shown         │   │
//      │   └───────────────────────┘   │
//      └───────────────────────────────┘

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
  private var taken: [UInt8]
  /// How loud the lines in a cell are that a name would hide: 0 nothing, 1 a road with a name or a railway, 2 a main road.
  private var lines: [UInt8]

  static let marginColumns = WrittenName.widest + 2
  static let marginRows = 3

  /// What stands in a cell: a name or the blank beside it; the surroundings of a town's name, in which no other town is named.
  private static let name: UInt8 = 1
  private static let surroundings: UInt8 = 2

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    bounds = NameBounds(
      columns: -Self.marginColumns...(columns + Self.marginColumns - 1), rows: -Self.marginRows...(rows + Self.marginRows - 1))
    stride = columns + 2 * Self.marginColumns
    taken = [UInt8](repeating: 0, count: stride * (rows + 2 * Self.marginRows))
    lines = taken
  }

  private func index(_ column: Int, _ row: Int) -> Int { (row + Self.marginRows) * stride + column + Self.marginColumns }

  /// Whether a run of cells lies in the field.
  private func holds(column: Int, row: Int, width: Int) -> Bool {
    bounds.rows.contains(row) && column >= bounds.columns.lowerBound && column + width - 1 <= bounds.columns.upperBound
  }

  /// Whether a run of cells is shown as a whole.
  func shows(column: Int, row: Int, width: Int) -> Bool { row >= 0 && row < rows && column >= 0 && column + width <= columns }

  /// Whether a name may stand on a run of cells.
  /// - Parameter isTown: whether it is one that keeps away from others of its kind.
  func isFree(column: Int, row: Int, width: Int, isTown: Bool) -> Bool {
    guard holds(column: column, row: row, width: width) else { return false }
    let from = index(column, row)
    let barred = isTown ? Self.name | Self.surroundings : Self.name
    for place in from..<(from + width) where taken[place] & barred != 0 { return false }
    return true
  }

  /// Takes a run of cells for a name, with a blank column to either side.
  mutating func take(column: Int, row: Int, width: Int, isTown: Bool) {
    mark(Self.name, columns: (column - 1)...(column + width), rows: row...row)
    if isTown { mark(Self.surroundings, columns: (column - 6)...(column + width + 5), rows: (row - 2)...(row + 2)) }
  }

  private mutating func mark(_ bit: UInt8, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let across = columns.clamped(to: bounds.columns)
    for row in rows.clamped(to: bounds.rows) {
      for place in index(across.lowerBound, row)...index(across.upperBound, row) { taken[place] |= bit }
    }
  }

  /// Notes a line that matters, in cells of the field.
  mutating func note(line loudness: UInt8, _ run: NameRun) {
    for place in index(Int(run.first), Int(run.row))...index(Int(run.last), Int(run.row)) { lines[place] = max(lines[place], loudness) }
  }

  /// Whether a name stands right above or below.
  func isCrowded(column: Int, row: Int, width: Int) -> Bool {
    for beside in [row - 1, row + 1] where holds(column: column, row: beside, width: width) {
      let from = index(column, beside)
      for place in from..<(from + width) where taken[place] & Self.name != 0 { return true }
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
