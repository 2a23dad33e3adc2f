// Owns `NameLine`: the course of a line over the cells, and where along it a name could stand.
//
//      ⠒⠒⠒⠒Long Avenue⠒⠒⠒        along a level stretch, in its middle
//            ⡇
//        North Row               across a steep one, far from its ends
//            ⡇

/// What a line goes through: runs of cells by row and column, those that touch made one.
struct NameLine {
  let runs: [NameRun]
  /// The runs of each row from the top one on: `runs[starts[row]..<starts[row + 1]]`.
  private var starts: [Int] = []
  private let top: Int
  /// How many rows the line goes on above each run, and below.
  private var above: [Int]
  private var below: [Int]

  /// A line is named across itself if it goes through so many rows.
  private static let fewestRows = 4
  /// More rows than this make no place better.
  private static let farthest = 10

  /// - Parameter runs: in any order: a street that the edge of a tile cuts is whole again.
  init(_ unsorted: [NameRun]) {
    var joined: [NameRun] = []
    for run in unsorted.sorted(by: { $0.row != $1.row ? $0.row < $1.row : $0.first < $1.first }) {
      if let last = joined.last, last.row == run.row, run.first <= last.last + 1 {
        joined[joined.count - 1].last = max(last.last, run.last)
      } else {
        joined.append(run)
      }
    }
    runs = joined
    top = Int(joined.first?.row ?? 0)
    for (index, run) in joined.enumerated() { while starts.count <= Int(run.row) - top { starts.append(index) } }
    starts.append(joined.count)
    above = [Int](repeating: 0, count: joined.count)
    below = above
    for index in joined.indices { above[index] = reach(from: joined[index], step: -1, above) }
    for index in joined.indices.reversed() { below[index] = reach(from: joined[index], step: 1, below) }
  }

  private func indices(of row: Int) -> Range<Int> {
    let at = row - top
    return at >= 0 && at + 1 < starts.count ? starts[at]..<starts[at + 1] : 0..<0
  }

  /// One row more than those runs of the next row have which touch this one.
  private func reach(from run: NameRun, step: Int, _ known: [Int]) -> Int {
    var most = 0
    for index in indices(of: Int(run.row) + step) where runs[index].first <= run.last + 1 && runs[index].last >= run.first - 1 {
      most = max(most, known[index] + 1)
    }
    return min(most, Self.farthest)
  }

  /// How many cells of a stretch of a row the line goes through.
  private func columns(of row: Int, from first: Int, width: Int) -> Int {
    var sum = 0
    for index in indices(of: row) { sum += max(0, min(first + width, Int(runs[index].last) + 1) - max(first, Int(runs[index].first))) }
    return sum
  }

  /// Adds the places for a name.
  func addPlaces(width: Int, to found: inout [NamePlace]) {
    for (index, run) in runs.enumerated() {
      let (first, last, row) = (Int(run.first), Int(run.last), Int(run.row))
      let length = last - first + 1
      let middle = (first + last + 1) / 2 - width / 2
      if length * 3 >= width {
        // Along it: in the middle, beside that, and as far away as the name may be repeated.
        let (beside, again) = (width + 6, width + NamePlacer.repeatDistance)
        for (step, away) in [0, beside, -beside, again, -again].enumerated() {
          let column = middle + away
          guard step == 0 || column >= first && column + width - 1 <= last else { continue }
          let own = columns(of: row, from: column, width: width)
          let near = columns(of: row - 1, from: column, width: width) + columns(of: row + 1, from: column, width: width)
          guard own * 3 >= width, (own + near) * 5 >= width * 4 else { continue }
          found.append(NamePlace(column: column, row: row, width: width, cost: width - min(own, width) + step * 2, own: own))
        }
      }
      let (up, down) = (above[index], below[index])
      guard length < width, min(up, down) > 0, (up + down + 1) * 3 >= max(3 * Self.fewestRows, width) else { continue }
      found.append(NamePlace(column: middle, row: row, width: width, cost: 24 + abs(up - down), own: length))
    }
  }
}
