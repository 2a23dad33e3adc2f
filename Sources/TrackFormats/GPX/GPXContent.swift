// Owns `GPXContent`: what a GPX document holds, as it grows, and what of it is to be played.

import TrackGeodesy
import TrackPlayback

/// A `trk` or `rte`.
struct GPXLine {
  var isRoute: Bool
  var name: String?
  var points = TrackPoints()
  var segmentStarts: [Int] = []
  /// The names of its points, by index.
  var pointNames: [(index: Int, name: String)] = []

  /// At most this share of a track's points may have names: some programs name every single one after its time.
  static let nameShare = 10
  /// However many points there are, no more names than this are kept for them.
  static let nameLimit = 4096

  /// The line as a track with its points' names, `nil` where it has no point.
  func track(datum: Datum, isDatumStated: Bool) -> Track? {
    guard !points.isEmpty else { return nil }
    let segments = segmentStarts.indices.compactMap { index -> TrackSegment? in
      let start = segmentStarts[index]
      let end = index + 1 < segmentStarts.count ? segmentStarts[index + 1] : points.count
      return start < end ? TrackSegment(range: start..<end) : nil
    }
    let areNamesKept = isRoute || (pointNames.count < Self.nameLimit && pointNames.count <= points.count / Self.nameShare)
    let names = areNamesKept ? pointNames : []
    return Track(
      name: name, points: points, segments: segments, waypoints: names.map { waypoint($0.name, at: $0.index) },
      datum: datum, isDatumStated: isDatumStated)
  }

  private func waypoint(_ name: String, at index: Int) -> Waypoint {
    Waypoint(
      name: name, coordinate: points.coordinate(at: index), altitude: points.altitude(at: index), time: points.time(at: index),
      pointIndex: index)
  }
}

/// What a GPX document holds.
struct GPXContent {
  let datum: Datum
  private(set) var name: String?
  private(set) var lines: [GPXLine] = []
  /// The points of the `wpt` elements, and what is named of them.
  private(set) var places = TrackPoints()
  private(set) var waypoints: [Waypoint] = []
  var skipped = SkippedRecords()
  private var current: GPXLine?

  init(datum: Datum) {
    self.datum = datum
  }

  mutating func setName(_ text: String?, isOfLine: Bool) {
    if isOfLine {
      if current?.name == nil { current?.name = text }
    } else {
      name = name ?? text
    }
  }

  mutating func beginLine(isRoute: Bool) {
    endLine()
    current = GPXLine(isRoute: isRoute)
  }

  mutating func beginSegment() {
    let start = current?.points.count ?? 0
    current?.segmentStarts.append(start)
  }

  mutating func endLine() {
    if let line = current, !line.points.isEmpty { lines.append(line) }
    current = nil
  }

  mutating func addPoint(_ point: GPXPoint) {
    guard current?.points.append(point.fix(datum: datum)) == true, let name = point.name else { return }
    guard let line = current, line.isRoute || line.pointNames.count < GPXLine.nameLimit else { return }
    current?.pointNames.append((line.points.count - 1, name))
  }

  mutating func addWaypoint(_ point: GPXPoint) {
    let fix = point.fix(datum: datum)
    guard places.append(fix) else { return }
    let name = point.name ?? point.comment ?? point.description ?? point.symbol
    guard let name else { return }
    waypoints.append(
      Waypoint(
        name: name, coordinate: places.coordinate(at: places.count - 1), altitude: fix.altitude, time: fix.time,
        symbol: point.symbol, pointIndex: places.count - 1))
  }
}

// MARK: - What is played

extension GPXContent {
  /// The document: its tracks; its routes where there is no track; its waypoints, in their order, where there is neither.
  consuming func document(isDatumStated: Bool) -> TrackDocument? {
    endLine()
    var tracks: [Track] = []
    var routes: [Track] = []
    for line in lines {
      guard let track = line.track(datum: datum, isDatumStated: isDatumStated) else { continue }
      if line.isRoute { routes.append(track) } else { tracks.append(track) }
    }
    if tracks.isEmpty { swap(&tracks, &routes) }
    if tracks.isEmpty {
      guard !places.isEmpty else { return nil }
      tracks = [placesAsTrack(isDatumStated: isDatumStated)]
    } else if !waypoints.isEmpty {
      tracks[0] = Self.adding(waypoints, to: tracks[0])
    }
    return TrackDocument(format: GPXFormat.identifier, name: name, tracks: tracks, routes: routes, skipped: skipped)
  }

  /// The `wpt` elements as the points of a track, which is how the simulators of phone makers write a route.
  ///
  /// Their times pace it where they ascend. Where they do not, the file is a collection of places and not a drive; then
  /// the times are left out, and the places are visited in the order of the file.
  private func placesAsTrack(isDatumStated: Bool) -> Track {
    var points = places
    let times = places.times.filter { !$0.isNaN }
    if !zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) {
      points = TrackPoints()
      points.reserveCapacity(places.count)
      for index in 0..<places.count {
        var fix = places[index]
        fix.time = nil
        points.append(fix)
      }
    }
    return Track(name: name, points: points, waypoints: waypoints, datum: datum, isDatumStated: isDatumStated)
  }

  /// A track with a document's waypoints. Each that lies exactly upon a point of the track names the first such point.
  private static func adding(_ waypoints: [Waypoint], to track: Track) -> Track {
    var waiting = Set(waypoints.map(\.coordinate))
    var found: [Coordinate: Int] = [:]
    for index in 0..<track.points.count where !waiting.isEmpty {
      if let place = waiting.remove(track.points.coordinate(at: index)) { found[place] = index }
    }
    let added = waypoints.map { waypoint in
      var waypoint = waypoint
      waypoint.pointIndex = found[waypoint.coordinate]
      return waypoint
    }
    return Track(
      name: track.name, points: track.points, segments: track.segments, waypoints: track.waypoints + added,
      datum: track.datum, isDatumStated: track.isDatumStated)
  }
}
