// Owns `KMLWriter`: a document as KML 2.2 with Google's extension for tracks.

import TrackGeodesy
import TrackPlayback

/// Writes KML 2.2 (OGC 07-147r2; `gx:Track`, `gx:MultiTrack` and `gx:SimpleArrayData` as in Google's KML reference).
///
/// KML has no element for the name of a segment or the symbol of a place: they go into `ExtendedData`, as `segment 1` and
/// `symbol`, and so does a lap that goes on where the one before ends: `continues 2`.
struct KMLWriter {
  let document: TrackDocument

  func write(into output: inout ByteOutput) {
    output.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" as StaticString)
    output.put("<kml xmlns=\"http://www.opengis.net/kml/2.2\"" as StaticString)
    output.put(" xmlns:gx=\"http://www.google.com/kml/ext/2.2\">\n<Document>\n" as StaticString)
    Self.put(name: document.name, into: &output)
    writeSchema(into: &output)
    let all = document.tracks.map { ($0, $0.points.hasTimes) } + document.routes.map { ($0, false) }
    // Places belong to the track of their folder, so several tracks with places need one each.
    let needsFolders = all.count > 1 && all.contains { !$0.0.waypoints.isEmpty }
    for (track, isTimed) in all where !output.isFailed {
      if needsFolders { output.put("<Folder>\n" as StaticString) }
      Self.write(track, isTimed: isTimed, into: &output)
      for waypoint in track.waypoints { Self.write(waypoint, utcOffset: track.utcOffset, into: &output) }
      if needsFolders { output.put("</Folder>\n" as StaticString) }
    }
    output.put("</Document>\n</kml>\n" as StaticString)
  }

  /// The declaration of the arrays of values, where a track has some.
  private func writeSchema(into output: inout ByteOutput) {
    let timed = document.tracks.filter(\.points.hasTimes)
    let quantities = KMLQuantity.allCases.filter { quantity in timed.contains { !quantity.column(of: $0.points).isEmpty } }
    guard !quantities.isEmpty else { return }
    output.put("<Schema id=\"values\">\n" as StaticString)
    for quantity in quantities {
      output.put("<gx:SimpleArrayField name=\"" as StaticString)
      output.put(quantity.name)
      output.put("\" type=\"float\"><displayName>" as StaticString)
      output.put(quantity.title)
      output.put("</displayName></gx:SimpleArrayField>\n" as StaticString)
    }
    output.put("</Schema>\n" as StaticString)
  }
}

// MARK: - Placemarks

extension KMLWriter {
  private static func write(_ track: Track, isTimed: Bool, into output: inout ByteOutput) {
    output.put("<Placemark>\n" as StaticString)
    put(name: track.name, into: &output)
    let named = track.segments.enumerated().filter { $0.element.name != nil }
    let goesOn = track.segments.contains { $0.isContinuation }
    if !named.isEmpty || goesOn {
      output.put("<ExtendedData>\n" as StaticString)
      for (index, segment) in named { put(data: "segment \(index + 1)", segment.name ?? "", into: &output) }
      for (index, segment) in track.segments.enumerated() where segment.isContinuation {
        put(data: "continues \(index + 1)", "1", into: &output)
      }
      output.put("</ExtendedData>\n" as StaticString)
    }
    let isSingle = track.segments.count == 1
    if !isSingle { output.put(isTimed ? "<gx:MultiTrack>\n" : "<MultiGeometry>\n") }
    for segment in track.segments where !output.isFailed {
      if isTimed { writeTrack(track, segment.range, into: &output) } else { writeLine(track.points, segment.range, into: &output) }
    }
    if !isSingle { output.put(isTimed ? "</gx:MultiTrack>\n" : "</MultiGeometry>\n") }
    output.put("</Placemark>\n" as StaticString)
  }

  private static func write(_ waypoint: Waypoint, utcOffset: Int?, into output: inout ByteOutput) {
    output.put("<Placemark>\n" as StaticString)
    put(name: waypoint.name, into: &output)
    if let time = waypoint.time {
      output.put("<TimeStamp>" as StaticString)
      put(time: time, utcOffset: utcOffset, into: &output)
      output.put("</TimeStamp>\n" as StaticString)
    }
    if let symbol = waypoint.symbol {
      output.put("<ExtendedData>\n" as StaticString)
      put(data: "symbol", symbol, into: &output)
      output.put("</ExtendedData>\n" as StaticString)
    }
    output.put("<Point>" as StaticString)
    if waypoint.altitude != nil { output.put("<altitudeMode>absolute</altitudeMode>" as StaticString) }
    output.put("<coordinates>" as StaticString)
    output.put(waypoint.coordinate.longitude)
    output.put(.comma)
    output.put(waypoint.coordinate.latitude)
    if let altitude = waypoint.altitude {
      output.put(.comma)
      output.put(altitude)
    }
    output.put("</coordinates></Point>\n</Placemark>\n" as StaticString)
  }
}

// MARK: - Lines and tracks

extension KMLWriter {
  private static func writeLine(_ points: TrackPoints, _ range: Range<Int>, into output: inout ByteOutput) {
    output.put("<LineString>" as StaticString)
    output.put(points.hasAltitudes ? "<altitudeMode>absolute</altitudeMode>" : "<tessellate>1</tessellate>")
    output.put("<coordinates>\n" as StaticString)
    for index in range where !output.isFailed {
      putPlace(points, index, divider: .comma, into: &output)
      output.put(.lineFeed)
    }
    output.put("</coordinates></LineString>\n" as StaticString)
  }

  private static func writeTrack(_ track: Track, _ range: Range<Int>, into output: inout ByteOutput) {
    let points = track.points
    output.put("<gx:Track>\n" as StaticString)
    if points.hasAltitudes { output.put("<altitudeMode>absolute</altitudeMode>\n" as StaticString) }
    for index in range where !output.isFailed {
      put(time: points.time(at: index), utcOffset: track.utcOffset, into: &output)
      output.put(.lineFeed)
    }
    for index in range where !output.isFailed {
      output.put("<gx:coord>" as StaticString)
      putPlace(points, index, divider: .space, into: &output)
      output.put("</gx:coord>\n" as StaticString)
    }
    let quantities = KMLQuantity.allCases.filter { !$0.column(of: points).isEmpty }
    if !quantities.isEmpty {
      output.put("<ExtendedData><SchemaData schemaUrl=\"#values\">\n" as StaticString)
      for quantity in quantities { writeValues(quantity, quantity.column(of: points)[range], into: &output) }
      output.put("</SchemaData></ExtendedData>\n" as StaticString)
    }
    output.put("</gx:Track>\n" as StaticString)
  }

  private static func writeValues(_ quantity: KMLQuantity, _ values: ArraySlice<Float>, into output: inout ByteOutput) {
    output.put("<gx:SimpleArrayData name=\"" as StaticString)
    output.put(quantity.name)
    output.put("\">\n" as StaticString)
    for value in values where !output.isFailed {
      output.put("<gx:value>" as StaticString)
      output.put(value)
      output.put("</gx:value>\n" as StaticString)
    }
    output.put("</gx:SimpleArrayData>\n" as StaticString)
  }

  private static func putPlace(_ points: TrackPoints, _ index: Int, divider: UInt8, into output: inout ByteOutput) {
    output.put(points.longitudes[index])
    output.put(divider)
    output.put(points.latitudes[index])
    guard points.hasAltitudes, points.altitudes[index].isFinite else { return }
    output.put(divider)
    output.put(points.altitudes[index])
  }
}

// MARK: - Texts

extension KMLWriter {
  /// A `when` on the recorder's own clock where that is known; an empty one keeps the place of a moment that is not.
  private static func put(time: Double?, utcOffset: Int?, into output: inout ByteOutput) {
    output.put("<when>" as StaticString)
    if let time {
      if let utcOffset, utcOffset % 60 == 0, abs(utcOffset) < 86_400, let local = CalendarTime(time + Double(utcOffset)) {
        output.put(String(local.iso8601.dropLast()))
        output.put(utcOffset < 0 ? UInt8.minus : UInt8.plus)
        output.put(abs(utcOffset) / 3600, width: 2)
        output.put(.colon)
        output.put(abs(utcOffset) / 60 % 60, width: 2)
      } else {
        output.put(time: time)
      }
    }
    output.put("</when>" as StaticString)
  }

  private static func put(name: String?, into output: inout ByteOutput) {
    guard let name else { return }
    output.put("<name>" as StaticString)
    put(escaped: name, into: &output)
    output.put("</name>\n" as StaticString)
  }

  private static func put(data name: String, _ value: String, into output: inout ByteOutput) {
    output.put("<Data name=\"\(name)\"><value>")
    put(escaped: value, into: &output)
    output.put("</value></Data>\n" as StaticString)
  }

  /// A text with the characters that mean something in XML replaced. Names have been cleaned of those that XML forbids.
  private static func put(escaped text: String, into output: inout ByteOutput) {
    for byte in text.utf8 {
      switch byte {
      case 0x26: output.put("&amp;" as StaticString)
      case .less: output.put("&lt;" as StaticString)
      case .greater: output.put("&gt;" as StaticString)
      case 0..<0x20: output.put(.space)
      default: output.put(byte)
      }
    }
  }
}

extension KMLQuantity {
  /// The values of the quantity in a track's points; empty, or one a point.
  func column(of points: TrackPoints) -> [Float] {
    switch self {
    case .heartRate: points.heartRates
    case .cadence: points.cadences
    case .power: points.powers
    case .temperature: points.temperatures
    case .speed: points.speeds
    case .course: points.courses
    case .accuracy: points.accuracies
    }
  }
}
