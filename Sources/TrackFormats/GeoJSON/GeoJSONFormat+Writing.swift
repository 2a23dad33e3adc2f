// Owns how documents are written as GeoJSON.

import TrackGeodesy
import TrackPlayback

extension GeoJSONFormat: WritableTrackFormat {
  /// Writes a feature collection (RFC 7946): a LineString or MultiLineString a track or route, then a Point a waypoint.
  ///
  /// - Times stand in `coordTimes` and, with what the sensors said, in `coordinateProperties`, under the names that togeojson uses; `null`
  ///   is unknown. They are in UTC, or in the source's own clock with its offset.
  /// - The altitude is the third number of the positions of a line if all of them have one.
  /// - A segment of one point is written with that point twice, for a line must have two; reading makes it one again.
  /// - Routes are marked `"_gpxType": "rte"`. The names of segments stand in `segmentNames`.
  public static func write(_ document: TrackDocument, into output: inout ByteOutput) {
    var writer = GeoJSONWriter()
    output.put("{\"type\":\"FeatureCollection\"")
    if let name = document.name {
      output.put(",\"name\":")
      writer.put(name, into: &output)
    }
    output.put(",\"features\":[")
    for track in document.tracks { writer.putLine(track, isRoute: false, into: &output) }
    for route in document.routes { writer.putLine(route, isRoute: true, into: &output) }
    for track in document.tracks + document.routes {
      for waypoint in track.waypoints { writer.putPoint(waypoint, utcOffset: track.utcOffset, into: &output) }
    }
    output.put("\n]}\n")
  }

  /// What of a document GeoJSON cannot hold.
  public static func losses(of document: TrackDocument) -> [String] {
    let all = document.tracks + document.routes
    var losses: [String] = []
    var altitudes = 0
    for track in all where track.points.hasAltitudes {
      for segment in track.segments where !GeoJSONWriter.hasAllAltitudes(track.points, segment.range) {
        altitudes += segment.range.reduce(0) { $0 + (track.points.altitudes[$1].isFinite ? 1 : 0) }
      }
    }
    if altitudes > 0 { losses.append("the altitudes of \(altitudes) points in segments where other points have none") }
    let times = all.reduce(0) { sum, track in
      sum + track.points.times.reduce(0) { $0 + ($1.isFinite && CalendarTime($1) == nil ? 1 : 0) }
    }
    if times > 0 { losses.append("the times of \(times) points outside the years 1 to 9999") }
    if let laps = PointLosses.laps(of: document) { losses.append(laps) }
    let strays = (document.tracks.dropFirst() + document.routes).reduce(0) { $0 + $1.waypoints.count }
    if strays > 0 { losses.append("to which track \(strays) waypoints belong") }
    return losses
  }
}

/// Writes features one after another.
private struct GeoJSONWriter {
  private var hasFeature = false

  /// The columns of points that stand in `coordinateProperties`, by their names there.
  private static let columns: [(name: StaticString, path: KeyPath<TrackPoints, [Float]> & Sendable)] = [
    ("heart", \.heartRates), ("cads", \.cadences), ("powers", \.powers), ("atemps", \.temperatures), ("speeds", \.speeds),
    ("courses", \.courses), ("hAccs", \.accuracies),
  ]

  static func hasAllAltitudes(_ points: TrackPoints, _ range: Range<Int>) -> Bool {
    points.hasAltitudes && points.altitudes[range].allSatisfy(\.isFinite)
  }

  private mutating func beginFeature(_ output: inout ByteOutput) {
    if hasFeature { output.put(",") }
    hasFeature = true
    output.put("\n{\"type\":\"Feature\",\"properties\":{")
  }

  mutating func putLine(_ track: Track, isRoute: Bool, into output: inout ByteOutput) {
    guard !track.points.isEmpty else { return }
    beginFeature(&output)
    var isFirst = true
    func key(_ name: StaticString, _ output: inout ByteOutput) {
      if !isFirst { output.put(",") }
      isFirst = false
      output.put("\"")
      output.put(name)
      output.put("\":")
    }
    if let name = track.name {
      key("name", &output)
      put(name, into: &output)
    }
    if isRoute {
      key("_gpxType", &output)
      output.put("\"rte\"")
    }
    if track.segments.contains(where: { $0.name != nil }) {
      key("segmentNames", &output)
      putNames(of: track, into: &output)
    }
    if track.points.hasTimes {
      key("coordTimes", &output)
      putSeries(of: track, into: &output) { Self.putTime(track.points.time(at: $0), track.utcOffset, into: &$1) }
    }
    if track.points.hasTimes || Self.columns.contains(where: { !track.points[keyPath: $0.path].isEmpty }) {
      key("coordinateProperties", &output)
      putCoordinateProperties(of: track, into: &output)
    }
    output.put("},\"geometry\":{\"type\":\"")
    output.put(track.segments.count > 1 ? "MultiLineString" : "LineString")
    output.put("\",\"coordinates\":")
    putCoordinates(of: track, into: &output)
    output.put("}}")
  }

  private func putCoordinateProperties(of track: Track, into output: inout ByteOutput) {
    output.put("{")
    var isFirst = true
    if track.points.hasTimes {
      output.put("\"times\":")
      putSeries(of: track, into: &output) { Self.putTime(track.points.time(at: $0), track.utcOffset, into: &$1) }
      isFirst = false
    }
    for (name, path) in Self.columns {
      let column = track.points[keyPath: path]
      guard !column.isEmpty else { continue }
      output.put(isFirst ? "\"" : ",\"")
      isFirst = false
      output.put(name)
      output.put("\":")
      putSeries(of: track, into: &output) {
        if column[$0].isFinite { $1.put(column[$0]) } else { $1.put("null") }
      }
    }
    output.put("}")
  }

  private func putCoordinates(of track: Track, into output: inout ByteOutput) {
    let points = track.points
    var checked: Range<Int> = 0..<0
    var hasAltitudes = false
    putSeries(of: track, into: &output) { index, output in
      if !checked.contains(index) {
        checked = track.segments.first { $0.range.contains(index) }?.range ?? index..<index + 1
        hasAltitudes = Self.hasAllAltitudes(points, checked)
      }
      output.put("[")
      output.put(points.longitudes[index])
      output.put(",")
      output.put(points.latitudes[index])
      if hasAltitudes {
        output.put(",")
        output.put(points.altitudes[index])
      }
      output.put("]")
    }
  }

  /// Writes something of each point: in one array for one segment, in an array of arrays for several.
  private func putSeries(of track: Track, into output: inout ByteOutput, _ value: (Int, inout ByteOutput) -> Void) {
    let isNested = track.segments.count > 1
    if isNested { output.put("[") }
    for (number, segment) in track.segments.enumerated() {
      output.put(number > 0 ? ",[" : "[")
      for index in segment.range {
        if index > segment.range.lowerBound { output.put(",") }
        value(index, &output)
        if output.isFailed { return }
      }
      if segment.range.count == 1 {
        output.put(",")
        value(segment.range.lowerBound, &output)
      }
      output.put("]")
    }
    if isNested { output.put("]") }
  }

  private func putNames(of track: Track, into output: inout ByteOutput) {
    for (number, segment) in track.segments.enumerated() {
      output.put(number > 0 ? "," : "[")
      if let name = segment.name { put(name, into: &output) } else { output.put("null") }
    }
    output.put("]")
  }

  mutating func putPoint(_ waypoint: Waypoint, utcOffset: Int?, into output: inout ByteOutput) {
    beginFeature(&output)
    output.put("\"name\":")
    put(waypoint.name, into: &output)
    if let time = waypoint.time, CalendarTime(time) != nil {
      output.put(",\"time\":")
      Self.putTime(time, utcOffset, into: &output)
    }
    if let symbol = waypoint.symbol {
      output.put(",\"sym\":")
      put(symbol, into: &output)
    }
    output.put("},\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    output.put(waypoint.coordinate.longitude)
    output.put(",")
    output.put(waypoint.coordinate.latitude)
    if let altitude = waypoint.altitude, altitude.isFinite {
      output.put(",")
      output.put(Float(altitude))
    }
    output.put("]}}")
  }

  /// A moment in quotation marks, `null` where there is none.
  private static func putTime(_ time: Double?, _ utcOffset: Int?, into output: inout ByteOutput) {
    guard let time, let moment = CalendarTime(time) else {
      output.put("null")
      return
    }
    output.put("\"")
    // Offsets of ISO 8601 count whole minutes.
    if let utcOffset, utcOffset % 60 == 0, abs(utcOffset) < 86_400, let local = CalendarTime(time + Double(utcOffset)) {
      output.put(String(local.iso8601.dropLast()))
      output.put(utcOffset < 0 ? "-" : "+")
      output.put(abs(utcOffset) / 3600, width: 2)
      output.put(":")
      output.put(abs(utcOffset) / 60 % 60, width: 2)
    } else {
      output.put(moment.iso8601)
    }
    output.put("\"")
  }

  /// A string of JSON (RFC 8259, section 7).
  func put(_ text: String, into output: inout ByteOutput) {
    output.put("\"")
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C:
        output.put(0x5C as UInt8)
        output.put(byte)
      case 0..<0x20:
        output.put("\\u00")
        output.put("0123456789abcdef".utf8.dropFirst(Int(byte >> 4)).first ?? 0x30)
        output.put("0123456789abcdef".utf8.dropFirst(Int(byte & 15)).first ?? 0x30)
      default: output.put(byte)
      }
    }
    output.put("\"")
  }
}
