// Owns `TimelineLayout`: the one pass over a track that works out a timeline's offsets, distances, breaks and courses.

import TrackGeodesy

/// The arrays of a ``Timeline``, worked out.
struct TimelineLayout {
  private(set) var pace: Pace
  private(set) var offsets: [Double] = []
  private(set) var distances: [Double] = []
  private(set) var startTime: Double?
  private(set) var broken: [Bool] = []
  private(set) var courses: [Float] = []
  private(set) var delivered: [Int] = []
  private(set) var moments: [Double] = []

  init(track: Track, options: TimelineOptions) {
    pace = Self.usable(options.pace)
    guard !track.points.isEmpty else { return }
    let points = track.points
    var lengths = Self.lengths(points)
    let wantsTimes = options.pace == nil ? track.isTimed : options.pace == .recorded || track.isTimed
    let times = wantsTimes ? RecordedTimes(track: track, lengths: lengths) : nil
    if times != nil, options.pace == nil || options.pace == .recorded { pace = .recorded }
    startTime = times?.moments.first

    broken = Self.breaks(track: track, lengths: lengths, moments: times?.moments, options: options)
    if let filter = options.distanceFilter, filter > 0 {
      delivered = Self.delivered(track: track, filter: filter)
      lengths = Self.lengths(points, delivered: delivered)
    }
    layOut(track: track, lengths: lengths, times: times)
    distances = Self.running(lengths, broken: broken)
    courses = Self.courses(points, delivered: delivered, lengths: lengths, broken: broken, offsets: offsets)
  }

  /// A pace that can be played; recorded is decided later, by whether there are times.
  private static func usable(_ pace: Pace?) -> Pace {
    switch pace {
    case .interval(let seconds) where seconds > 0 && seconds <= 1e9: .interval(seconds)
    case .groundSpeed(let speed) where speed >= 1e-6 && speed <= 1e9: .groundSpeed(speed)
    default: .interval(1)
    }
  }

  // MARK: Offsets

  /// Works out the offsets, and the moments where they are not simply the start time plus the offset.
  private mutating func layOut(track: Track, lengths: [Double], times: RecordedTimes?) {
    let count = track.points.count
    switch pace {
    case .interval(let seconds):
      offsets = (0..<count).map { Double($0) * seconds }
    case .groundSpeed(let speed):
      offsets.reserveCapacity(count)
      var offset = 0.0
      offsets.append(0)
      for leg in lengths.indices {
        offset += broken[leg] ? 1 : lengths[leg] / speed
        offsets.append(offset)
      }
    case .recorded:
      guard let times else { return }
      let start = times.moments[0]
      offsets = times.moments.map { $0 - start }
      if times.shifts.isEmpty { return }
      for (segment, shift) in zip(track.segments, times.shifts) where shift > 0 {
        for index in segment.range { offsets[index] += shift }
      }
    }
    moments = times?.moments ?? []
  }

  // MARK: Lengths

  private static func lengths(_ points: TrackPoints) -> [Double] {
    var lengths = [Double](repeating: 0, count: max(0, points.count - 1))
    let geodesic = Geodesic.wgs84
    for leg in lengths.indices {
      lengths[leg] = geodesic.distance(from: points.coordinate(at: leg), to: points.coordinate(at: leg + 1))
    }
    return lengths
  }

  private static func lengths(_ points: TrackPoints, delivered: [Int]) -> [Double] {
    var lengths = [Double](repeating: 0, count: max(0, points.count - 1))
    for leg in lengths.indices where delivered[leg] != delivered[leg + 1] {
      lengths[leg] = Geodesic.wgs84.distance(
        from: points.coordinate(at: delivered[leg]), to: points.coordinate(at: delivered[leg + 1]))
    }
    return lengths
  }

  /// The running sum of the lengths of unbroken legs.
  private static func running(_ lengths: [Double], broken: [Bool]) -> [Double] {
    var sums = [Double](repeating: 0, count: lengths.count + 1)
    var sum = 0.0
    for leg in lengths.indices {
      if !broken[leg] { sum += lengths[leg] }
      sums[leg + 1] = sum
    }
    return sums
  }

  /// For each point the last one that was farther than the filter from the one delivered before; a segment's first always is.
  private static func delivered(track: Track, filter: Double) -> [Int] {
    var delivered: [Int] = []
    delivered.reserveCapacity(track.points.count)
    for segment in track.segments {
      var last = segment.range.lowerBound
      for index in segment.range {
        let moved = Geodesic.wgs84.distance(
          from: track.points.coordinate(at: last), to: track.points.coordinate(at: index))
        if moved > filter { last = index }
        delivered.append(last)
      }
    }
    return delivered
  }

  // MARK: Breaks

  private static func breaks(track: Track, lengths: [Double], moments: [Double]?, options: TimelineOptions) -> [Bool] {
    var broken = [Bool](repeating: false, count: lengths.count)
    if let moments {
      let usualTime = median(lengths.count) { moments[$0 + 1] - moments[$0] }
      let usualSpeed = median(lengths.count) { lengths[$0] / max(1, moments[$0 + 1] - moments[$0]) }
      let silence = max(options.gapTime, 10 * usualTime)
      let speed = max(options.jumpSpeed, 20 * usualSpeed)
      for leg in lengths.indices {
        let time = moments[leg + 1] - moments[leg]
        // Within a second the speed says nothing: equal times are common where files keep whole seconds only.
        let isJump = lengths[leg] > speed * max(1, time)
        broken[leg] = isJump || time > silence && (lengths[leg] > 50 || time > 86_400)
      }
    } else {
      let limit = max(options.jumpLength, 50 * median(lengths.count) { lengths[$0] })
      var segment = 0
      for leg in lengths.indices where lengths[leg] > limit {
        while track.segments[segment].range.upperBound <= leg { segment += 1 }
        // The leg back to the very first point closes a loop, and is driven.
        let first = track.points.coordinate(at: track.segments[segment].range.lowerBound)
        broken[leg] = track.points.coordinate(at: leg + 1) != first
      }
    }
    for segment in track.segments.dropFirst() where !segment.isContinuation { broken[segment.range.lowerBound - 1] = true }
    return broken
  }

  /// The (lower) median of the positive values, from at most about 2,000 of them spread evenly; 0 where there is none.
  private static func median(_ count: Int, _ value: (Int) -> Double) -> Double {
    var sample: [Double] = []
    for index in stride(from: 0, to: count, by: max(1, count / 2000)) {
      let value = value(index)
      if value > 0 { sample.append(value) }
    }
    sample.sort()
    return sample.isEmpty ? 0 : sample[(sample.count - 1) / 2]
  }

  /// The course of each leg; see ``CourseFold``.
  private static func courses(
    _ points: TrackPoints, delivered: [Int], lengths: [Double], broken: [Bool], offsets: [Double]
  ) -> [Float] {
    var courses = [Float](repeating: .nan, count: points.count)
    var fold = CourseFold()
    for leg in lengths.indices {
      courses[leg] = fold.course(ofLeg: leg, length: lengths[leg], isBroken: broken[leg], offsets: offsets) { index in
        points.coordinate(at: delivered.isEmpty ? index : delivered[index])
      }
    }
    courses[courses.count - 1] = fold.held
    if let firstMove = fold.firstMove { for leg in 0..<firstMove { courses[leg] = courses[firstMove] } }
    return courses
  }
}
