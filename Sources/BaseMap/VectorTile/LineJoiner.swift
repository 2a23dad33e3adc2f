// Owns `LineJoiner`: joins stretches of a line end to end.

/// Joins lines that meet. Where exactly two ends meet they become one line; at forks and crossings lines end.
enum LineJoiner {
  private struct End {
    var place: UInt64
    /// Twice the number of the line, and one more for its last point.
    var number: Int
  }

  /// - Parameters:
  ///   - lines: ranges of `source`, two points each at least.
  ///   - points, parts: what the joined lines are added to.
  static func join(
    _ lines: [Range<Int32>], of source: [LocalPoint], into points: inout [LocalPoint], _ parts: inout [Range<Int32>]
  ) {
    if lines.count == 1 {
      add(lines[0], of: source, isForward: true, to: &points, continuing: false)
      parts.append(Int32(points.count - lines[0].count)..<Int32(points.count))
      return
    }
    let partner = partners(lines, source)
    var isDone = [Bool](repeating: false, count: lines.count)
    func walk(from end: Int) {
      var end = end
      let start = points.count
      while end >= 0, !isDone[end / 2] {
        isDone[end / 2] = true
        add(lines[end / 2], of: source, isForward: end & 1 == 0, to: &points, continuing: points.count > start)
        end = partner[end ^ 1]
      }
      parts.append(Int32(start)..<Int32(points.count))
    }
    for end in partner.indices where partner[end] < 0 && !isDone[end / 2] { walk(from: end) }
    // What is left goes round.
    for line in lines.indices where !isDone[line] { walk(from: line * 2) }
  }

  /// For each end the one end that it meets; −1 where it meets none, or several, or its own line.
  private static func partners(_ lines: [Range<Int32>], _ source: [LocalPoint]) -> [Int] {
    var ends: [End] = []
    ends.reserveCapacity(lines.count * 2)
    for (index, line) in lines.enumerated() {
      ends.append(End(place: place(source[Int(line.lowerBound)]), number: index * 2))
      ends.append(End(place: place(source[Int(line.upperBound) - 1]), number: index * 2 + 1))
    }
    ends.sort { ($0.place, $0.number) < ($1.place, $1.number) }
    var partner = [Int](repeating: -1, count: lines.count * 2)
    var start = 0
    while start < ends.count {
      var end = start + 1
      while end < ends.count, ends[end].place == ends[start].place { end += 1 }
      if end - start == 2, ends[start].number / 2 != ends[start + 1].number / 2 {
        partner[ends[start].number] = ends[start + 1].number
        partner[ends[start + 1].number] = ends[start].number
      }
      start = end
    }
    return partner
  }

  private static func place(_ point: LocalPoint) -> UInt64 {
    UInt64(UInt32(bitPattern: point.x)) << 32 | UInt64(UInt32(bitPattern: point.y))
  }

  private static func add(
    _ line: Range<Int32>, of source: [LocalPoint], isForward: Bool, to points: inout [LocalPoint], continuing: Bool
  ) {
    let line = source[Int(line.lowerBound)..<Int(line.upperBound)]
    if isForward {
      points.append(contentsOf: line.dropFirst(continuing ? 1 : 0))
    } else {
      points.append(contentsOf: line.reversed().dropFirst(continuing ? 1 : 0))
    }
  }
}
