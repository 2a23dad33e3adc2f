// Owns `RecordedTimes`: which of a track's times to believe, and what to put where there are none.

/// The times of a track's points made usable: every point has one, and within a segment they never go back.
struct RecordedTimes {
  /// The moment of every point, seconds since 1970 UTC.
  private(set) var moments: [Double]
  /// How many seconds each segment is put off because it was recorded before the end of the one before; empty where none is.
  private(set) var shifts: [Double] = []

  /// The times of a track whose legs have the given lengths in metres, or `nil` where fewer than two of them differ.
  init?(track: Track, lengths: [Double]) {
    guard track.points.hasTimes else { return nil }
    // Beyond the year 33,000 (and likewise before) a number is no time, and differences would lose seconds.
    moments = track.points.times.map { abs($0) < 1e12 ? $0 : .nan }
    for segment in track.segments { disbelieve(segment.range) }
    let known = span(track: track, lengths: lengths)
    guard known.seconds > 0 else { return nil }
    let secondsPerMetre = known.metres > 0 ? known.seconds / known.metres : 0
    var end: Double?
    for segment in track.segments {
      fill(segment.range, lengths: lengths, secondsPerMetre: secondsPerMetre, after: end)
      end = moments[segment.range.upperBound - 1]
    }
    putOff(track.segments)
  }

  /// Forgets the times of a segment that contradict the longest run of times that do not go back.
  private mutating func disbelieve(_ range: Range<Int>) {
    var last = -Double.infinity
    var isSorted = true
    for index in range {
      let time = moments[index]
      if time < last {
        isSorted = false
        break
      }
      if !time.isNaN { last = time }
    }
    guard !isSorted else { return }
    // Patience sorting: `tails[k]` is the point on which a run of k + 1 times ends soonest.
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: range.count)
    for index in range where !moments[index].isNaN {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if moments[tails[middle]] <= moments[index] { low = middle + 1 } else { high = middle }
      }
      previous[index - range.lowerBound] = low > 0 ? tails[low - 1] : -1
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var kept = [Bool](repeating: false, count: range.count)
    var index = tails.last ?? -1
    while index >= 0 {
      kept[index - range.lowerBound] = true
      index = previous[index - range.lowerBound]
    }
    for index in range where !kept[index - range.lowerBound] { moments[index] = .nan }
  }

  /// The seconds and metres between the first and last known time of every segment, added up.
  private func span(track: Track, lengths: [Double]) -> (seconds: Double, metres: Double) {
    var seconds = 0.0
    var metres = 0.0
    for segment in track.segments {
      guard let first = segment.range.first(where: { !moments[$0].isNaN }),
        let last = segment.range.last(where: { !moments[$0].isNaN }), moments[last] > moments[first]
      else { continue }
      seconds += moments[last] - moments[first]
      for leg in first..<last { metres += lengths[leg] }
    }
    // Segments of one point each still have a time from one to the next.
    if seconds == 0, let first = moments.first(where: { !$0.isNaN }) {
      for time in moments where time > first { seconds = max(seconds, time - first) }
    }
    return (seconds, metres)
  }

  /// Gives every point of a segment a time: by distance between known ones, at the mean speed outside them.
  private mutating func fill(_ range: Range<Int>, lengths: [Double], secondsPerMetre: Double, after end: Double?) {
    func step(_ leg: Int) -> Double { secondsPerMetre > 0 ? lengths[leg] * secondsPerMetre : 1 }
    guard let first = range.first(where: { !moments[$0].isNaN }) else {
      // A segment without times comes a second after the one before.
      moments[range.lowerBound] = end.map { $0 + 1 } ?? moments.first { !$0.isNaN } ?? 0
      for index in range.dropFirst() { moments[index] = moments[index - 1] + step(index - 1) }
      return
    }
    for index in stride(from: first - 1, through: range.lowerBound, by: -1) {
      moments[index] = moments[index + 1] - step(index)
    }
    var known = first
    for index in first + 1..<max(first + 1, range.upperBound) where !moments[index].isNaN {
      if index > known + 1 { bridge(known, index, lengths: lengths) }
      known = index
    }
    for index in known + 1..<max(known + 1, range.upperBound) { moments[index] = moments[index - 1] + step(index - 1) }
  }

  /// Interpolates the times between two known ones by distance; evenly where there is no distance.
  private mutating func bridge(_ start: Int, _ end: Int, lengths: [Double]) {
    var total = 0.0
    for leg in start..<end { total += lengths[leg] }
    var passed = 0.0
    let (first, last) = (moments[start], moments[end])
    for index in start + 1..<end {
      passed += total > 0 ? lengths[index - 1] / total : 1 / Double(end - start)
      moments[index] = min(last, first + (last - first) * passed)
    }
  }

  /// Finds the segments that begin before the one before has ended, and by how much they have to wait.
  private mutating func putOff(_ segments: [TrackSegment]) {
    var end = -Double.infinity
    for (index, segment) in segments.enumerated() {
      let start = moments[segment.range.lowerBound]
      var shift = 0.0
      if start < end {
        shift = end + 1 - start
        if shifts.isEmpty { shifts = Array(repeating: 0, count: segments.count) }
        shifts[index] = shift
      }
      end = moments[segment.range.upperBound - 1] + shift
    }
  }
}
