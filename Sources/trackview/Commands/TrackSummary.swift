// What `trackview info` says of one file, worked out.

import TrackFormats
import TrackGeodesy
import TrackPlayback

/// The figures of a document: those of its tracks added up.
struct TrackSummary {
  let loaded: LoadedFile
  let tracks: [Track]
  let segmentCount: Int
  let pointCount: Int
  let waypointCount: Int
  let routeCount: Int
  let bounds: GeoBounds?
  /// Metres, geodesic, without gaps.
  var length = 0.0
  /// Seconds from the first known time to the last; `nil` where the tracks are not timed.
  var duration: Double?
  var moving: Double?
  var stopped: Double?
  var meanSpeed: Double?
  var movingMeanSpeed: Double?
  var topSpeed: Double?
  var ascent: Double?
  var descent: Double?
  var lowest: Double?
  var highest: Double?
  /// Breaks within segments: silences and jumps.
  var gapCount = 0
  var gapTime = 0.0
  /// Points whose time is before that of the point before.
  var backwardCount = 0
  /// Medians from point to point.
  var sampleTime: Double?
  var sampleLength: Double?
  /// Seconds since 1970 UTC.
  var start: Double?
  var end: Double?

  init(_ loaded: LoadedFile) {
    self.loaded = loaded
    let document = loaded.document
    tracks = document.tracks
    segmentCount = tracks.reduce(0) { $0 + $1.segments.count }
    pointCount = tracks.reduce(0) { $0 + $1.points.count }
    waypointCount = tracks.reduce(0) { $0 + $1.waypoints.count }
    routeCount = document.routes.count
    bounds = GeoBounds(coordinates: tracks.lazy.flatMap { track in (0..<track.points.count).lazy.map { track.points.coordinate(at: $0) } })
    for track in tracks { add(track) }
    let time = (moving ?? 0) + (stopped ?? 0)
    meanSpeed = time > 0 ? timedLength / time : nil
    if let moving, moving > 0 { movingMeanSpeed = timedLength / moving }
    if let start, let end { duration = end - start }
    sampleTime = Self.median(tracks.filter(\.isTimed)) { track, leg in
      track.points.time(at: leg + 1).flatMap { next in track.points.time(at: leg).map { next - $0 } }
    }
    sampleLength = Self.median(tracks) { track, leg in
      Geodesic.wgs84.distance(from: track.points.coordinate(at: leg), to: track.points.coordinate(at: leg + 1))
    }
  }

  /// The metres of timed tracks alone: those of others have no speed.
  private var timedLength = 0.0

  private mutating func add(_ track: Track) {
    let timeline = Timeline(track: track)
    let figures = TrackStatistics(timeline: timeline)
    length += figures.length
    ascent = Self.sum(ascent, figures.ascent)
    descent = Self.sum(descent, figures.descent)
    lowest = [lowest, figures.minAltitude].compactMap { $0 }.min()
    highest = [highest, figures.maxAltitude].compactMap { $0 }.max()
    let ends = Set(track.segments.map { $0.range.upperBound - 1 })
    for leg in 0..<max(0, track.points.count - 1) where timeline.isBroken(leg: leg) && !ends.contains(leg) {
      gapCount += 1
      if track.isTimed { gapTime += timeline.offsets[leg + 1] - timeline.offsets[leg] }
    }
    backwardCount += BackwardTimes.indices(track).count
    guard track.isTimed else { return }
    timedLength += figures.length
    moving = Self.sum(moving, figures.movingTime)
    stopped = Self.sum(stopped, figures.stoppedTime)
    topSpeed = [topSpeed, figures.topSpeed].compactMap { $0 }.max()
    for time in track.points.times where time.isFinite && abs(time) < 1e12 {
      start = min(start ?? time, time)
      end = max(end ?? time, time)
    }
  }

  private static func sum(_ one: Double?, _ other: Double?) -> Double? {
    one == nil && other == nil ? nil : (one ?? 0) + (other ?? 0)
  }

  /// The median over the legs inside segments, of at most about 10,000 of them.
  private static func median(_ tracks: [Track], _ value: (Track, Int) -> Double?) -> Double? {
    var sample: [Double] = []
    let legs = tracks.reduce(0) { $0 + $1.points.count }
    let step = max(1, legs / 10_000)
    for track in tracks {
      for segment in track.segments {
        for leg in stride(from: segment.range.lowerBound, to: segment.range.upperBound - 1, by: step) {
          if let value = value(track, leg), value.isFinite { sample.append(value) }
        }
      }
    }
    sample.sort()
    return sample.isEmpty ? nil : sample[sample.count / 2]
  }
}

/// Where the times of a track run back.
enum BackwardTimes {
  /// The points whose time is before that of the point before; unknown times count nothing.
  static func indices(_ track: Track) -> [Int] {
    let times = track.points.times
    return times.indices.dropFirst().filter { times[$0] < times[$0 - 1] }
  }
}
