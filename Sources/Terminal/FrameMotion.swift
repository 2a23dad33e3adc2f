// Owns `FrameMotion`: by how many cells the picture in a frame has moved since the frame before, as a map does that is panned.

import Cells

/// A move of most of a picture by whole cells. What stands still (panels, texts over a map) needs not be known: each row is moved as far as it pays.
struct FrameMotion: Hashable, Sendable {
  /// Columns to the right, and rows downwards.
  var columns: Int
  var rows: Int

  /// How far a move is looked for.
  private static let farthest = (columns: 12, rows: 6)
  /// Places that are looked for, and how many of them must be found.
  private static let mostProbes = 64
  private static let fewestProbes = 12
  /// Cells of a place: enough to tell it from most others.
  static let probeLength = 4

  /// The move that carries most of what is new in a frame to where it is, at most O(64 places × 325 moves), usually a few thousand cells looked at.
  /// - Returns: `nil` where there is none: little has changed, or it has not moved.
  static func between(_ old: CellGrid, _ new: CellGrid) -> FrameMotion? {
    guard old.width == new.width, old.height == new.height, new.width > 2 * farthest.columns, new.height > 2 else { return nil }
    return old.cells.withUnsafeBufferPointer { old in
      new.cells.withUnsafeBufferPointer { cells in best(old, cells, width: new.width, height: new.height) }
    }
  }

  private typealias Cells = UnsafeBufferPointer<Cell>

  private static func best(_ old: Cells, _ new: Cells, width: Int, height: Int) -> FrameMotion? {
    let probes = probes(old, new, width: width, height: height)
    guard probes.count >= fewestProbes else { return nil }
    var best: FrameMotion?
    var most = max(fewestProbes, probes.count / 3) - 1
    for rows in -farthest.rows...farthest.rows {
      for columns in -farthest.columns...farthest.columns where rows != 0 || columns != 0 {
        let back = rows * width + columns
        var found = 0
        for (number, probe) in probes.enumerated() {
          // The first quarter shows which moves are none.
          if number == probes.count / 4, found == 0 { break }
          let source = probe - back
          // A place beside the row's end is found in a neighbouring row at worst, which costs a vote.
          guard source >= 0, source + probeLength <= old.count, isSame(old, source, new, probe) else { continue }
          found += 1
        }
        if found > most { (best, most) = (FrameMotion(columns: columns, rows: rows), found) }
      }
    }
    return best
  }

  /// Places, spread over the frame, where something stands that was not there and that is no plain ground.
  private static func probes(_ old: Cells, _ new: Cells, width: Int, height: Int) -> [Int] {
    var probes: [Int] = []
    let last = width - probeLength
    let count = height * last
    // Steps of a golden section: however few are taken, they lie all over the frame, and no pattern of streets is always missed.
    let step = max(1, Int(0.618_034 * Double(count)))
    var place = 0
    for _ in 0..<4 * mostProbes where probes.count < mostProbes {
      place = (place + step) % count
      let index = place / last * width + place % last
      let isGround = (1..<probeLength).allSatisfy { new[index + $0] == new[index] }
      if !isGround, new[index].marks == 0, !isSame(old, index, new, index) { probes.append(index) }
    }
    return probes
  }

  /// Whether so many cells are the same, byte by byte: cells have no padding.
  @inline(__always)
  static func isSame(
    _ old: UnsafeBufferPointer<Cell>, _ source: Int, _ new: UnsafeBufferPointer<Cell>, _ target: Int, count: Int = probeLength
  ) -> Bool {
    guard let old = UnsafeRawPointer(old.baseAddress), let new = UnsafeRawPointer(new.baseAddress) else { return false }
    let stride = MemoryLayout<Cell>.stride
    let (from, to) = (old + source * stride, new + target * stride)
    for word in 0..<count * stride / 8
    where from.load(fromByteOffset: word * 8, as: UInt64.self) != to.load(fromByteOffset: word * 8, as: UInt64.self) {
      return false
    }
    return true
  }
}

extension FrameMotion {
  /// The frame before with the rows moved that gain by it, and what comes in beside them as the new frame has it; `nil` where no rows should be
  /// moved so, or curses finds them by itself: it does where they are the same cell by cell.
  func scrolled(_ old: CellGrid, to new: CellGrid) -> CellGrid? {
    guard rows != 0, let span = scrolledRows(old, new) else { return nil }
    let (width, distance) = (old.width, rows)
    var grid = old
    let region = min(span.lowerBound, span.lowerBound - distance)..<max(span.upperBound, span.upperBound - distance)
    grid.withCells { cells in
      for row in region {
        let from = span.contains(row) ? (row - distance) * width : row * width
        for column in 0..<width {
          var cell = span.contains(row) ? old.cells[from + column] : new.cells[from + column]
          // Marks are numbered anew in each frame.
          if !span.contains(row) { cell.marks = 0 }
          cells[row * width + column] = cell
        }
      }
    }
    return grid
  }

  /// The rows of the new frame that come from others of the old one, the run of them that gains most.
  private func scrolledRows(_ old: CellGrid, _ new: CellGrid) -> Range<Int>? {
    let width = old.width
    var best: (rows: Range<Int>, gain: Int) = (0..<0, 0)
    var (start, gain, exact) = (0, 0, 0)
    old.cells.withUnsafeBufferPointer { old in
      new.cells.withUnsafeBufferPointer { new in
        for row in max(0, rows)..<min(0, rows) + new.count / max(1, width) {
          let (base, source) = (row * width, (row - rows) * width)
          if gain <= 0 { (start, gain) = (row, 0) }
          var isExact = true
          for column in 0..<width {
            isExact = isExact && Self.isSame(old, source + column, new, base + column, count: 1)
            let from = column - columns
            let comes = from >= 0 && from < width && Self.isSame(old, source + from, new, base + column, count: 1)
            let stays = Self.isSame(old, base + column, new, base + column, count: 1)
            gain += comes == stays ? 0 : comes ? 1 : -1
          }
          if isExact { exact += 1 }
          if gain > best.gain { best = (start..<row + 1, gain) }
        }
      }
    }
    let isKnownToCurses = columns == 0 && exact * 2 > best.rows.count
    return best.gain > width && best.rows.count > rows.magnitude && !isKnownToCurses ? best.rows : nil
  }
}
