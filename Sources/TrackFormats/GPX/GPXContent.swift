// Owns `GPXContent`: what a GPX document holds, as it grows, and what of it is to be played.

import TrackGeodesy
import TrackPlayback

/// A `trk` or `rte`.
struct GPXLine {
  var isRoute: Bool
  var name: String?
  var points = TrackPoints()
  var segmentStarts: [(start: Int, name: String?, isContinuation: Bool)] = []
  /// What the first time that says an offset from UTC says.
  var utcOffset: Int?
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
      let (start, name, isContinuation) = segmentStarts[index]
      let end = index + 1 < segmentStarts.count ? segmentStarts[index + 1].start : points.count
      return start < end ? TrackSegment(name: name, range: start..<end, isContinuation: isContinuation) : nil
    }
    let areNamesKept = isRoute || (pointNames.count < Self.nameLimit && pointNames.count <= points.count / Self.nameShare)
    let names = areNamesKept ? pointNames : []
    return Track(
      name: name, points: points, segments: segments, waypoints: names.map { waypoint($0.name, at: $0.index) },
      datum: datum, isDatumStated: isDatumStated, utcOffset: utcOffset)
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
  var skipped: SkippedRecords
  private var current: GPXLine?
  private var placesOffset: Int?
  /// The number of points in `lines`.
  private var lineCount = 0
  private var isRoomMade = false

  /// - Parameter skipped: Where skipped records are noted.
  init(datum: Datum, skipped: SkippedRecords = SkippedRecords()) {
    self.datum = datum
    self.skipped = skipped
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
    current?.segmentStarts.append((start, nil, false))
  }

  mutating func setSegmentName(_ name: String?) {
    guard let index = current?.segmentStarts.indices.last, current?.segmentStarts[index].name == nil else { return }
    current?.segmentStarts[index].name = name
  }

  mutating func continueSegment() {
    guard let index = current?.segmentStarts.indices.last else { return }
    current?.segmentStarts[index].isContinuation = true
  }

  mutating func setUTCOffset(_ seconds: Int) {
    if current?.utcOffset == nil { current?.utcOffset = seconds }
  }

  mutating func endLine() {
    if let line = current, !line.points.isEmpty {
      lines.append(line)
      lineCount += line.points.count
    }
    current = nil
  }

  mutating func addPoint(_ point: GPXPoint) {
    guard current?.points.append(point.fix(datum: datum)) == true else { return }
    if let offset = point.utcOffset { setUTCOffset(offset) }
    guard let name = point.name else { return }
    guard let line = current, line.isRoute || line.pointNames.count < GPXLine.nameLimit else { return }
    current?.pointNames.append((line.points.count - 1, name))
  }

  mutating func addWaypoint(_ point: GPXPoint) {
    let fix = point.fix(datum: datum)
    guard places.append(fix) else { return }
    placesOffset = placesOffset ?? point.utcOffset
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
      tracks[0] = tracks[0].adding(waypoints)
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
    return Track(
      name: name, points: points, waypoints: waypoints, datum: datum, isDatumStated: isDatumStated, utcOffset: placesOffset)
  }
}

// MARK: - What is there so far

extension GPXContent {
  /// The number of all points so far.
  var pointCount: Int { places.count + lineCount + (current?.points.count ?? 0) }

  /// The points of the line under way; between two lines those of the last, before the first the places.
  var part: TrackPoints { current?.points ?? lines.last?.points ?? places }
}

// MARK: - Runs of plain points

extension GPXContent {
  /// Takes track points that a ``GPXScanner`` can read; see ``XMLRuns/takeRun(in:from:limit:)``.
  mutating func takeTrackPoints(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int) -> XMLRun {
    var run = XMLRun(end: start, next: start, count: 0)
    guard var scanner = GPXScanner(bytes, at: start) else { return run }
    var batch = GPXPointBatch(datum: datum)
    while run.end < limit {
      scanner.skipBlanks()
      run.next = scanner.index
      guard scanner.scanPoint() else {
        run.next += 1
        break
      }
      run.end = scanner.index
      run.next = run.end
      run.count += 1
      if scanner.isPlain {
        batch.append(scanner.point)
        if batch.isFull { take(&batch) }
      } else {
        take(&batch)
        addPoint(scanner.point)
      }
    }
    take(&batch)
    makeRoom(after: run, from: start, of: bytes.count)
    return run
  }

  private mutating func take(_ batch: inout GPXPointBatch) {
    current?.points.append(
      latitudes: batch.latitudes.span, longitudes: batch.longitudes.span, altitudes: batch.altitudes.span, times: batch.times.span)
    batch.removeAll()
  }

  /// Makes room for all the points that the rest of the document may hold, so that the columns need not be moved as they grow.
  ///
  /// Once only: what a document of many short tracks would waste is address space, and that of one.
  private mutating func makeRoom(after run: XMLRun, from start: Int, of count: Int) {
    guard !isRoomMade, run.count >= 256 else { return }
    isRoomMade = true
    let bytesEach = Double(run.end - start) / Double(run.count)
    let known = current?.points.count ?? 0
    current?.points.reserveCapacity(known + Int(Double(count - run.end) / bytesEach * 1.01) + 64)
  }
}
