// Owns the step from what GeoJSON texts hold to a document: what of it is played.

import TrackGeodesy
import TrackPlayback

extension GeoJSONContent {
  private var datum: Datum { options.datum ?? statedDatum ?? .wgs84 }
  private var isDatumStated: Bool { options.datum != nil || statedDatum != nil }

  /// The document: its lines; its points, where there is no line; the rings of its areas, where there is neither.
  mutating func document() throws(FormatError) -> TrackDocument {
    if let foreignSystem {
      throw FormatError(
        .noCoordinates, message: "its coordinates are in \(foreignSystem); only longitudes and latitudes of WGS 84 are read")
    }
    if let firstReversed, reversedCount > validCount {
      let which = options.order == .latitudeFirst ? CoordinateOrder.longitudeFirst : .latitudeFirst
      throw FormatError(
        .reversedOrder, byteOffset: firstReversed.byteOffset,
        message: "\(firstReversed.text) at byte \(firstReversed.byteOffset) only makes sense with the "
          + "\(which == .latitudeFirst ? "latitude" : "longitude") first: read the file with --order \(which.rawValue)")
    }
    var tracks: [Track] = []
    var routes: [Track] = []
    for line in lines where !line.isPolygon {
      guard let track = track(line) else { continue }
      if line.isRoute { routes.append(track) } else { tracks.append(track) }
    }
    if tracks.isEmpty { swap(&tracks, &routes) }
    let waypoints = waypoints
    if tracks.isEmpty, !places.isEmpty {
      tracks = [placesAsTrack()]
    } else if tracks.isEmpty {
      for line in lines where line.isPolygon { if let track = track(line) { tracks.append(track) } }
    } else if !waypoints.isEmpty {
      tracks[0] = tracks[0].adding(waypoints)
    }
    guard !tracks.isEmpty else { throw emptiness }
    return TrackDocument(format: GeoJSONFormat.identifier, name: name, tracks: tracks, routes: routes, skipped: skipped)
  }

  /// The points read so far, for whoever watches.
  func part() -> TrackPoints {
    guard positions.count > 0 else { return places }
    var points = TrackPoints()
    points.reserveCapacity(positions.count)
    for index in 0..<positions.count { points.append(fix(at: index)) }
    return points
  }

  private var emptiness: FormatError {
    guard let first = skipped.first.first(where: { $0.extent == .record }) else {
      return FormatError(.noCoordinates, message: "there is no position in it")
    }
    return FormatError(.noCoordinates, byteOffset: first.byteOffset, message: "there is no usable position in it; \(first.text)")
  }

  @inline(__always)
  private func fix(at index: Int) -> Fix {
    let altitude = positions.altitude(at: index)
    return Fix(coordinate: datum.toWGS84(coordinate(at: index)), altitude: altitude.isFinite ? altitude : nil)
  }

  /// The fix at a position with what a feature's series say of it; `ordinal` is its place among the feature's positions.
  private func fix(at index: Int, _ series: [(GeoJSONWord, [Double])], _ ordinal: Int, isFourthTime: Bool) -> Fix {
    var fix = fix(at: index)
    if !series.isEmpty {
      var quantities = GeoJSONQuantities()
      for (quantity, values) in series { quantities[quantity] = values[ordinal] }
      let altitude = fix.altitude
      quantities.apply(to: &fix)
      fix.altitude = altitude ?? fix.altitude
    }
    if isFourthTime { fix.time = plausibleFourth(at: index) }
    return fix
  }

  private mutating func track(_ line: GeoJSONLine) -> Track? {
    let series = alignedSeries(line.series, counts: line.parts.map(\.count))
    let isTimed = series.contains { $0.0 == .time }
    let isFourthTime =
      !isTimed && !positions.fourths.isEmpty && line.parts.allSatisfy { part in part.allSatisfy { isEmptyOrTime(at: $0) } }
    if !isTimed, !isFourthTime, !positions.fourths.isEmpty { noteFourth(line) }
    let isPlain = datum == .wgs84 && !isFourthTime && series.allSatisfy { $0.0 == .time }
    var points = TrackPoints()
    points.reserveCapacity(line.parts.reduce(0) { $0 + $1.count })
    var segments: [TrackSegment] = []
    var ordinal = 0
    for (number, part) in line.parts.enumerated() {
      let start = points.count
      if isPlain, part.count > 2 {
        appendColumns(part, times: series.first?.1 ?? [], from: ordinal, to: &points)
      } else {
        appendFixes(part, series, from: ordinal, isFourthTime: isFourthTime, to: &points)
      }
      ordinal += part.count
      guard points.count > start else { continue }
      let name = number < line.segmentNames.count ? line.segmentNames[number] : nil
      segments.append(TrackSegment(name: name, range: start..<points.count))
    }
    guard !points.isEmpty else { return nil }
    return Track(
      name: line.name, points: points, segments: segments, datum: datum, isDatumStated: isDatumStated, utcOffset: line.utcOffset)
  }

  /// Adds the positions of a line one by one.
  private func appendFixes(
    _ part: Range<Int>, _ series: [(GeoJSONWord, [Double])], from ordinal: Int, isFourthTime: Bool, to points: inout TrackPoints
  ) {
    var last: Fix?
    for (place, index) in part.enumerated() {
      let fix = fix(at: index, series, ordinal + place, isFourthTime: isFourthTime)
      // A line must have two positions (RFC 7946, section 3.1.4), so a writer has to say a single point twice.
      if part.count == 2, fix == last { continue }
      points.append(fix)
      last = fix
    }
  }

  /// Adds the positions of a line of which no more is known than place, altitude and time: the same as one by one, in stretches.
  private func appendColumns(_ part: Range<Int>, times: [Double], from ordinal: Int, to points: inout TrackPoints) {
    let nothing = [Double](repeating: .nan, count: Self.stretchLength)
    let level = [Float](repeating: .nan, count: Self.stretchLength)
    var index = part.lowerBound
    while index < part.upperBound {
      let stretch = index..<min(index + Self.stretchLength, part.upperBound)
      let place = ordinal + index - part.lowerBound
      points.append(
        latitudes: positions.latitudes.span.extracting(stretch), longitudes: positions.longitudes.span.extracting(stretch),
        altitudes: positions.altitudes.isEmpty ? level.span : positions.altitudes.span.extracting(stretch),
        times: times.span.isEmpty ? nothing.span : times.span.extracting(place..<place + stretch.count))
      index = stretch.upperBound
    }
  }

  private static let stretchLength = 4096

  private func isEmptyOrTime(at index: Int) -> Bool {
    let fourth = positions.fourth(at: index)
    return fourth.isNaN || JSONMoment.isPlausible(fourth)
  }

  /// Notes that the fourth numbers of a line are passed over.
  private mutating func noteFourth(_ line: GeoJSONLine) {
    guard let index = line.parts.lazy.joined().first(where: { !isEmptyOrTime(at: $0) }) else { return }
    let number = positions.fourth(at: index)
    skipped.note(.value) {
      SkippedRecord(line: nil, found: "\(number) as a fourth number of positions", expected: "a time, or no fourth number")
    }
  }
}

// MARK: - Points

extension GeoJSONContent {
  /// The named points.
  private var waypoints: [Waypoint] {
    placeNames.map { place in
      Waypoint(
        name: place.name, coordinate: datum.toWGS84(places.coordinate(at: place.index)), altitude: places.altitude(at: place.index),
        time: places.time(at: place.index), symbol: place.symbol, pointIndex: place.index)
    }
  }

  /// At most this share of many points may have names: loggers name every one.
  private static let nameShare = 10
  /// So many names are kept whatever their share.
  private static let fewNames = 100

  /// The points as a track: in the order of their times where all have one, as loggers' files do; else in the order of the file, and then
  /// without times unless these ascend.
  private func placesAsTrack() -> Track {
    let isTimed = places.hasTimes && places.times.allSatisfy(\.isFinite)
    var order = Array(0..<places.count)
    if isTimed { order.sort { (places.times[$0], $0) < (places.times[$1], $1) } }
    let known = places.times.filter(\.isFinite)
    let areTimesKept = isTimed || zip(known, known.dropFirst()).allSatisfy { $0 <= $1 }
    var points = TrackPoints()
    points.reserveCapacity(places.count)
    var newIndex = Array(repeating: 0, count: places.count)
    for (index, old) in order.enumerated() {
      var fix = places[old]
      fix.coordinate = datum.toWGS84(fix.coordinate)
      if !areTimesKept { fix.time = nil }
      points.append(fix)
      newIndex[old] = index
    }
    let areNamesKept = placeNames.count <= max(Self.fewNames, places.count / Self.nameShare) || !isTimed
    var named = areNamesKept ? waypoints : []
    for index in named.indices { named[index].pointIndex = named[index].pointIndex.map { newIndex[$0] } }
    if isTimed { named.sort { ($0.pointIndex ?? 0) < ($1.pointIndex ?? 0) } }
    return Track(
      name: name, points: points, waypoints: named, datum: datum, isDatumStated: isDatumStated, utcOffset: placesOffset)
  }
}
