// Owns `CSVDivisions`: the tracks, segments and names that columns of a table tell.

import TrackGeodesy
import TrackPlayback

/// Where tracks and segments begin, and which points have names, as the columns for these say.
struct CSVDivisions {
  /// A run of lines with the same value in a column.
  struct Runs {
    private var last: [UInt8] = []
    /// Where the runs begin; a table without the column has none.
    private(set) var starts: [(name: String?, start: Int)] = []

    /// Takes the value of a line; a run begins where it differs from the one before.
    @inline(__always)
    mutating func take(_ field: Span<UInt8>, at index: Int) {
      if !starts.isEmpty, field.count == last.count {
        var isSame = true
        for place in last.indices where field[place] != last[place] { isSame = false }
        if isSame { return }
      }
      // A value that long is no name, and is not kept for comparing.
      last = field.extracting(first: min(field.count, 1024)).withUnsafeBufferPointer { Array($0) }
      if starts.last?.start == index { starts.removeLast() }
      starts.append((Self.name(field), index))
    }

    /// A name that is more than a number: tables count segments, people name them.
    private static func name(_ field: Span<UInt8>) -> String? {
      let content = CSVText.content(field)
      if content.allSatisfy({ $0.digit != nil }) { return nil }
      return TextCleaning.name(content.span)
    }

    /// The ranges of the runs in `count` points; one that covers all where the values change too often to divide anything, as a course
    /// in a column called "track" does.
    func ranges(count: Int) -> [(name: String?, range: Range<Int>)] {
      guard starts.count <= max(8, count / 2) else { return [(nil, 0..<count)] }
      var result: [(name: String?, range: Range<Int>)] = []
      for (index, run) in starts.enumerated() {
        let start = index == 0 ? 0 : run.start
        let end = index + 1 < starts.count ? starts[index + 1].start : count
        if start < end { result.append((run.name, start..<end)) }
      }
      return result.isEmpty ? [(nil, 0..<count)] : result
    }
  }

  private var trackRuns = Runs()
  private var segmentRuns = Runs()
  private var pendingName: String?
  private var lastName: [UInt8] = []
  private var waypoints: [Waypoint] = []
  private var hasTooManyNames = false

  /// So many names may be in a table of any length; beyond, one line in ten.
  private static let nameLimit = 1000

  mutating func track(_ field: Span<UInt8>, at index: Int) { trackRuns.take(field, at: index) }

  mutating func segment(_ field: Span<UInt8>, at index: Int) { segmentRuns.take(field, at: index) }

  /// Takes the name in a line; it counts where it is not that of the line before.
  mutating func name(_ field: Span<UInt8>) {
    guard !hasTooManyNames, field.count > 0 else {
      lastName.removeAll(keepingCapacity: true)
      return
    }
    let content = CSVText.content(field)
    guard content != lastName else { return }
    pendingName = TextCleaning.name(content.span)
    lastName = content
  }

  /// Whether the line before had a name.
  var hasName: Bool { !lastName.isEmpty }

  mutating func forgetName() { pendingName = nil }

  /// Gives the name of the line to the point that was made of it.
  @inline(__always)
  mutating func nameLast(of points: TrackPoints) {
    guard pendingName != nil else { return }
    nameNow(points)
  }

  @inline(never)
  private mutating func nameNow(_ points: TrackPoints) {
    guard let name = pendingName else { return }
    pendingName = nil
    let index = points.count - 1
    waypoints.append(
      Waypoint(
        name: name, coordinate: points.coordinate(at: index), altitude: points.altitude(at: index), time: points.time(at: index),
        pointIndex: index))
    if waypoints.count > Self.nameLimit, waypoints.count * 10 > points.count {
      waypoints.removeAll()
      hasTooManyNames = true
    }
  }

  /// The points as tracks.
  func tracks(_ points: TrackPoints, datum: Datum, isDatumStated: Bool, utcOffset: Int?) -> [Track] {
    let segments = segmentRuns.ranges(count: points.count).map { TrackSegment(name: $0.name, range: $0.range) }
    let ranges = trackRuns.ranges(count: points.count)
    guard ranges.count > 1 else {
      return [
        Track(
          name: ranges[0].name, points: points, segments: segments, waypoints: waypoints, datum: datum, isDatumStated: isDatumStated,
          utcOffset: utcOffset)
      ]
    }
    var nextSegment = 0
    var nextWaypoint = 0
    return ranges.map { name, range in
      var own: [TrackSegment] = []
      while nextSegment < segments.count, segments[nextSegment].range.lowerBound < range.upperBound {
        let part = segments[nextSegment].range.clamped(to: range)
        own.append(
          TrackSegment(name: segments[nextSegment].name, range: part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound))
        if segments[nextSegment].range.upperBound > range.upperBound { break }
        nextSegment += 1
      }
      var places: [Waypoint] = []
      while nextWaypoint < waypoints.count, let index = waypoints[nextWaypoint].pointIndex, index < range.upperBound {
        var place = waypoints[nextWaypoint]
        place.pointIndex = index - range.lowerBound
        places.append(place)
        nextWaypoint += 1
      }
      return Track(
        name: name, points: points.part(range), segments: own, waypoints: places, datum: datum, isDatumStated: isDatumStated,
        utcOffset: utcOffset)
    }
  }
}
