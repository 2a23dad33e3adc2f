// Owns `RowShift`: moving a stretch of a row sideways on the terminal itself, by deleting and inserting characters.
//
//      to the right   abcdefgh|panel   what is driven out deleted (DCH), then inserted at the start (ICH)   ..abcdef|panel
//      to the left    abcdefgh|panel   deleted at the start, then inserted at the end                       cdefgh..|panel
//
// Deleting comes first: inserting drives the end of the row out of the screen.
// curses writes such a row anew: it finds only what comes in at its end.

import Cells

/// A stretch of a row and the columns by which it moves.
struct RowShift: Hashable, Sendable {
  /// Where the stretch stands after the move.
  var stretch: Range<Int>
  /// To the right; negative to the left. Not 0.
  var columns: Int

  /// A move must save so many cells, or its own bytes would be more.
  private static let leastGain = 10

  /// The stretch that gains most when it moves; `nil` where none does, or a character would not come through whole.
  /// - Parameters:
  ///   - old: the cells of the row on the screen.
  ///   - new: as many, as they shall be.
  static func best(_ old: UnsafeBufferPointer<Cell>, _ new: UnsafeBufferPointer<Cell>, columns: Int) -> RowShift? {
    let width = new.count
    guard columns != 0, old.count == width, width > 2 * Int(columns.magnitude) else { return nil }
    if FrameMotion.isSame(old, 0, new, 0, count: width) { return nil }
    var best: (stretch: Range<Int>, gain: Int) = (0..<0, 0)
    var (start, gain) = (0, 0)
    for column in max(0, columns)..<width + min(0, columns) {
      if gain <= 0 { (start, gain) = (column, 0) }
      let comes = FrameMotion.isSame(old, column - columns, new, column, count: 1)
      let stays = FrameMotion.isSame(old, column, new, column, count: 1)
      gain += comes == stays ? 0 : comes ? 1 : -1
      if gain > best.gain { best = (start..<column + 1, gain) }
    }
    guard best.gain >= leastGain + Int(columns.magnitude) else { return nil }
    let shift = RowShift(stretch: best.stretch, columns: columns)
    return shift.cuts(old) || shift.marksEnd(old) ? nil : shift
  }

  /// All that is touched: the stretch before and after.
  var touched: Range<Int> {
    min(stretch.lowerBound, stretch.lowerBound - columns)..<max(stretch.upperBound, stretch.upperBound - columns)
  }

  /// Whether the stretch, or what the move drives out, begins or ends within a wide character.
  private func cuts(_ row: UnsafeBufferPointer<Cell>) -> Bool {
    [touched.lowerBound, touched.upperBound, stretch.lowerBound - columns, stretch.upperBound - columns].contains {
      $0 < row.count && row[$0].width == 0
    }
  }

  /// Whether a character with marks leaves the row's end or comes to it: marks are left out there, since terminals disagree about them.
  private func marksEnd(_ row: UnsafeBufferPointer<Cell>) -> Bool {
    guard touched.upperBound == row.count else { return false }
    return (row.count - 2..<row.count).contains { row[$0].marks != 0 || (columns > 0 && row[$0 - columns].marks != 0) }
  }

  /// Moves the cells of a row as the terminal does.
  func apply(to row: UnsafeMutableBufferPointer<Cell>) {
    let order = columns > 0 ? stretch.reversed().map { $0 } : Array(stretch)
    for column in order { row[column] = row[column - columns] }
    for column in touched where !stretch.contains(column) { row[column] = .blank }
  }

  /// Appends what makes the terminal move the stretch; colours and attributes must be those after a reset.
  /// - Parameters:
  ///   - row: counted from 0.
  ///   - width: of the whole row: at its end nothing has to be kept in its place.
  func append(row: Int, width: Int, to bytes: inout [UInt8]) {
    let count = columns.magnitude == 1 ? "" : String(columns.magnitude)
    // Where characters are deleted, and where as many are inserted then.
    let deletes = columns > 0 ? stretch.upperBound - columns : stretch.lowerBound
    let inserts = columns > 0 ? touched.lowerBound : stretch.upperBound
    let reachesEnd = touched.upperBound == width
    var moves = ""
    func go(to column: Int) -> String {
      if moves.isEmpty { return column == 0 ? "\u{1B}[\(row + 1)H" : "\u{1B}[\(row + 1);\(column + 1)H" }
      return "\u{1B}[\(column + 1)G"
    }
    if !(reachesEnd && columns > 0) { moves = go(to: deletes) + "\u{1B}[\(count)P" }
    if !(reachesEnd && columns < 0) { moves += go(to: inserts) + "\u{1B}[\(count)@" }
    bytes += moves.utf8
  }
}
