// Owns `KMLPlacemark`: a placemark while it is read, and the line that becomes of it.

import TrackGeodesy
import TrackPlayback

/// Points in segments: the lines or tracks of one placemark.
struct KMLLine {
  var name: String?
  /// The container that it stands in.
  var folder = 0
  var points = TrackPoints()
  /// Where each line or track begins.
  private(set) var starts: [Int] = []
  /// The names of the segments, from 1, as our own writer puts them into `ExtendedData`.
  var segmentNames: [Int: String] = [:]
  /// The numbers of segments that go on where the one before ends.
  var continuing: Set<Int> = []
  var utcOffset: Int?

  /// Whether nothing was put into it.
  var isBlank: Bool { starts.isEmpty && segmentNames.isEmpty && utcOffset == nil }

  /// The next point begins a segment; one without points vanishes.
  mutating func beginSegment() {
    if starts.last != points.count { starts.append(points.count) }
  }

  private func segment(_ number: Int, _ range: Range<Int>) -> TrackSegment {
    TrackSegment(name: segmentNames[number], range: range, isContinuation: continuing.contains(number))
  }

  /// The line as a track, `nil` where it has no point.
  func track(datum: Datum, isDatumStated: Bool) -> Track? {
    guard !points.isEmpty else { return nil }
    var segments: [TrackSegment] = []
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : points.count
      if start < end { segments.append(segment(segments.count + 1, start..<end)) }
    }
    return Track(
      name: name, points: points.withoutZeroAltitudes, segments: segments, datum: datum, isDatumStated: isDatumStated,
      utcOffset: utcOffset)
  }
}

/// A `Placemark` while its element is open.
struct KMLPlacemark {
  var name: String?
  var symbol: String?
  /// Of its `TimeStamp` or `TimeSpan`; NaN is "not said".
  var time = Double.nan
  var utcOffset: Int?
  var line = KMLLine()
  /// The outer rings of its polygons.
  var outline = KMLLine()
  /// The places of its `Point` elements.
  var places: [(coordinate: Coordinate, altitude: Double)] = []

  /// Begins anew. Documents of a million points have a million of these, so what is empty already is left alone.
  mutating func clear() {
    name = nil
    symbol = nil
    time = .nan
    utcOffset = nil
    places.removeAll(keepingCapacity: true)
    if !line.isBlank { line = KMLLine() }
    if !outline.isBlank { outline = KMLLine() }
  }
}

extension TrackPoints {
  /// The points with their altitudes unknown where each that is known is 0: on the ground, KML says, and not at sea level.
  var withoutZeroAltitudes: TrackPoints {
    guard hasAltitudes, !altitudes.contains(where: { $0 != 0 && !$0.isNaN }) else { return self }
    var points = TrackPoints()
    points.reserveCapacity(count)
    for index in 0..<count {
      var fix = self[index]
      fix.altitude = nil
      points.append(fix)
    }
    return points
  }
}
