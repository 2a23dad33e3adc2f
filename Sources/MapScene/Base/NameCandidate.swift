// Owns `NameCandidate`: things on the map that have a name, and where the name could stand.

import BaseMap
import Cells

/// A thing that wants its name on the map.
struct NameCandidate {
  var identity: Int
  var name: WrittenName
  var style: NameStyle
  var look: Style
  var rank: UInt8
  var spot: Spot

  enum Spot {
    /// The cell of a point, with the sign that marks it.
    case point(column: Int, row: Int, mark: String?)
    /// What a line goes through, sorted by row and column, touching runs joined.
    case line([NameRun])
  }

  /// The order in which names are placed: lowest first.
  var priority: Int { style.level << 8 | Int(rank) }
}

/// Where a name could stand.
struct NamePlace: Hashable {
  var text: String
  var width: Int
  var column: Int
  var row: Int
  /// The less, the better.
  var cost: Int
  /// Cells of the place that the line goes through which is named.
  var own = 0
}

extension NameCandidate {
  /// All the places for a name, in no order; O(runs).
  func places() -> [NamePlace] {
    var found: [NamePlace] = []
    for (index, form) in name.forms.enumerated() {
      // The shorter form rather than none, the longer rather than a place that is a little better.
      let loss = index * 6
      switch spot {
      case .point(let column, let row, let mark?):
        found.append(NamePlace(text: mark + form.text, width: form.width + 1, column: column, row: row, cost: loss))
        found.append(NamePlace(text: form.text + mark, width: form.width + 1, column: column - form.width, row: row, cost: loss + 2))
      case .point(let column, let row, nil):
        let middle = column - form.width / 2
        let steps = [(0, 0, 0), (0, 1, 1), (0, -1, 1), (form.width / 2, 0, 3), (-form.width / 2, 0, 3), (0, 2, 4), (0, -2, 4)]
        for (across, down, cost) in steps {
          found.append(NamePlace(text: form.text, width: form.width, column: middle + across, row: row + down, cost: loss + cost))
        }
      case .line(let runs): found += LineNames.places(on: runs, form, loss: loss)
      }
    }
    return found
  }
}

/// Where a name could stand along a line.
enum LineNames {
  /// A line that goes up and down is named across itself, if so many of its rows are free of bends.
  private static let fewestRows = 4

  /// - Parameter runs: sorted by row and column, touching ones joined.
  static func places(on runs: [NameRun], _ form: WrittenName.Form, loss: Int) -> [NamePlace] {
    var found: [NamePlace] = []
    let width = form.width
    let rows = RowIndex(runs)
    for run in runs {
      let (first, last, row) = (Int(run.first), Int(run.last), Int(run.row))
      let length = last - first + 1
      let middle = (first + last + 1) / 2 - width / 2
      // Along a level stretch: in its middle, and a name's length to either side where it is long.
      var column = middle
      for step in 0..<5 {
        if step > 0 { column = middle + (step % 2 == 1 ? 1 : -1) * ((step + 1) / 2) * (width + 6) }
        guard step == 0 || column >= first && column + width - 1 <= last else { break }
        let own = rows.columns(of: row, within: column..<(column + width))
        let near =
          rows.columns(of: row - 1, within: column..<(column + width)) + rows.columns(of: row + 1, within: column..<(column + width))
        guard own * 3 >= width, (own + near) * 5 >= width * 4 else { continue }
        found.append(
          NamePlace(text: form.text, width: width, column: column, row: row, cost: loss + (width - min(own, width)) + step * 2, own: own))
      }
      // Across a steep one: as far from its ends as can be.
      guard length < width else { continue }
      let up = rows.reach(from: run, step: -1)
      let down = rows.reach(from: run, step: 1)
      guard (up + down + 1) * 3 >= max(3 * fewestRows, width), min(up, down) > 0 else { continue }
      found.append(NamePlace(text: form.text, width: width, column: middle, row: row, cost: loss + 24 + abs(up - down), own: length))
    }
    return found
  }

  /// Runs by their row.
  private struct RowIndex {
    private let runs: [NameRun]
    private var starts: [Int]
    private let top: Int

    init(_ runs: [NameRun]) {
      self.runs = runs
      top = Int(runs.first?.row ?? 0)
      starts = []
      for (index, run) in runs.enumerated() { while starts.count <= Int(run.row) - top { starts.append(index) } }
      starts.append(runs.count)
    }

    private func indices(of row: Int) -> Range<Int> {
      let at = row - top
      guard at >= 0, at + 1 < starts.count else { return 0..<0 }
      return starts[at]..<starts[at + 1]
    }

    /// How many cells of a stretch of a row the line goes through.
    func columns(of row: Int, within stretch: Range<Int>) -> Int {
      var sum = 0
      for index in indices(of: row) {
        sum += max(0, min(stretch.upperBound, Int(runs[index].last) + 1) - max(stretch.lowerBound, Int(runs[index].first)))
      }
      return sum
    }

    /// How many rows the line goes on above or below a run, at most ten.
    func reach(from run: NameRun, step: Int) -> Int {
      var (here, count) = (run, 0)
      while count < 10,
        let next = indices(of: Int(here.row) + step).first(where: {
          runs[$0].first <= here.last + 1 && runs[$0].last >= here.first - 1
        })
      {
        here = runs[next]
        count += 1
      }
      return count
    }
  }
}
