// Owns `GPXWriter`: a document as GPX 1.1.

import TrackGeodesy
import TrackPlayback

extension GPXFormat: WritableTrackFormat {
  /// Writes GPX 1.1, valid by its schema (topografix.com/GPX/1/1/gpx.xsd).
  ///
  /// - Positions have the digits that give the same numbers again, but for the longitude 180°, which the schema calls −180°.
  /// - Speed, course, heart rate, cadence and temperature go into Garmin's TrackPointExtension 2, power into its PowerExtension 1.
  /// - What neither can hold goes into elements of our own (`urn:trackview:gpx`), which other programs pass over: accuracy, the
  ///   names of segments, the offset from UTC, and sensor values that are not whole numbers within Garmin's bounds.
  /// - Waypoints are `wpt` elements, or the name of the track point that they name where reading would else take another for it.
  public static func write(_ document: TrackDocument, into output: inout ByteOutput) {
    GPXWriter(document).write(into: &output)
  }

  /// What of a document GPX cannot hold.
  public static func losses(of document: TrackDocument) -> [String] { GPXWriter(document).losses }
}

/// Writes one document.
struct GPXWriter {
  /// The namespace of the elements of our own.
  static let namespace: StaticString = "urn:trackview:gpx"

  let document: TrackDocument
  let places: GPXPlaces

  init(_ document: TrackDocument) {
    self.document = document
    places = GPXPlaces(document)
  }

  func write(into output: inout ByteOutput) {
    output.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="trackview" xmlns="http://www.topografix.com/GPX/1/1"
       xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
       xmlns:pwr="http://www.garmin.com/xmlschemas/PowerExtension/v1" xmlns:trackview="urn:trackview:gpx">

      """ as StaticString)
    if let name = document.name {
      output.put("<metadata>" as StaticString)
      Self.putName(name, into: &output)
      output.put("</metadata>\n" as StaticString)
    }
    for waypoint in places.loose { Self.put(waypoint, into: &output) }
    for (index, route) in document.routes.enumerated() { writeRoute(route, names: places.routeNames[index], into: &output) }
    for (index, track) in document.tracks.enumerated() {
      guard !output.isFailed else { return }
      writeTrack(track, names: places.trackNames[index], into: &output)
    }
    output.put("</gpx>\n" as StaticString)
  }

  private func writeRoute(_ route: Track, names: [Int: String], into output: inout ByteOutput) {
    output.put("<rte>\n" as StaticString)
    writeHead(of: route, into: &output)
    let writer = GPXPointWriter(points: route.points, names: names, element: "rtept")
    for index in 0..<route.points.count { writer.write(index, into: &output) }
    output.put("</rte>\n" as StaticString)
  }

  private func writeTrack(_ track: Track, names: [Int: String], into output: inout ByteOutput) {
    output.put("<trk>\n" as StaticString)
    writeHead(of: track, into: &output)
    let writer = GPXPointWriter(points: track.points, names: names, element: "trkpt")
    for segment in track.segments {
      output.put("<trkseg>\n" as StaticString)
      for index in segment.range {
        writer.write(index, into: &output)
        if output.isFailed { return }
      }
      writeExtensions(of: segment, into: &output)
      output.put("</trkseg>\n" as StaticString)
    }
    output.put("</trk>\n" as StaticString)
  }

  /// What GPX has no element for: the name of a segment, and that it goes on from the one before.
  private func writeExtensions(of segment: TrackSegment, into output: inout ByteOutput) {
    let name = segment.name.flatMap { $0.isEmpty ? nil : $0 }
    guard name != nil || segment.isContinuation else { return }
    output.put("<extensions>" as StaticString)
    if let name {
      output.put("<trackview:name>" as StaticString)
      Self.putEscaped(name, into: &output)
      output.put("</trackview:name>" as StaticString)
    }
    if segment.isContinuation { output.put("<trackview:isContinuation>1</trackview:isContinuation>" as StaticString) }
    output.put("</extensions>\n" as StaticString)
  }

  /// The name and the offset from UTC, which stand before the points.
  private func writeHead(of track: Track, into output: inout ByteOutput) {
    if let name = track.name {
      Self.putName(name, into: &output)
      output.put(.lineFeed)
    }
    if let offset = track.utcOffset {
      output.put("<extensions><trackview:utcOffset>" as StaticString)
      output.put(String(offset))
      output.put("</trackview:utcOffset></extensions>\n" as StaticString)
    }
  }

  private static func put(_ waypoint: Waypoint, into output: inout ByteOutput) {
    putStart(of: "wpt", at: waypoint.coordinate, into: &output)
    if let text = waypoint.altitude.flatMap(PlainDecimal.text) {
      output.put("<ele>" as StaticString)
      output.put(text)
      output.put("</ele>" as StaticString)
    }
    if let time = waypoint.time { putTime(time, into: &output) }
    if !waypoint.name.isEmpty { putName(waypoint.name, into: &output) }
    if let symbol = waypoint.symbol, !symbol.isEmpty {
      output.put("<sym>" as StaticString)
      putEscaped(symbol, into: &output)
      output.put("</sym>" as StaticString)
    }
    output.put("</wpt>\n" as StaticString)
  }
}

// MARK: - Pieces

extension GPXWriter {
  /// `<element lat="…" lon="…">`
  static func putStart(of element: StaticString, at place: Coordinate, into output: inout ByteOutput) {
    output.put(.less)
    output.put(element)
    output.put(" lat=\"" as StaticString)
    output.put(PlainDecimal.text(place.latitude) ?? "0")
    output.put("\" lon=\"" as StaticString)
    // The schema's longitudes end short of 180.
    output.put(place.longitude == 180 ? "-180" : PlainDecimal.text(place.longitude) ?? "0")
    output.put("\">" as StaticString)
  }

  /// A time element; nothing where the year has not four digits.
  static func putTime(_ time: Double, into output: inout ByteOutput) {
    guard let moment = CalendarTime(time) else { return }
    output.put("<time>" as StaticString)
    output.put(moment.iso8601)
    output.put("</time>" as StaticString)
  }

  static func putName(_ name: String, into output: inout ByteOutput) {
    output.put("<name>" as StaticString)
    putEscaped(name, into: &output)
    output.put("</name>" as StaticString)
  }

  /// Text without what would be markup, and without what no XML document may hold (XML 1.0, production 2).
  static func putEscaped(_ text: String, into output: inout ByteOutput) {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\u{0}"..<"\u{9}", "\u{B}", "\u{C}", "\u{E}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": break
      default: escaped.append(scalar)
      }
    }
    output.put(String(escaped))
  }
}

// MARK: - What is lost

extension GPXWriter {
  var losses: [String] {
    var losses: [String] = []
    let divided = document.routes.count { $0.segments.count > 1 || $0.segments.contains { $0.name != nil } }
    if divided > 0 { losses.append("the segments of \(divided) route\(divided == 1 ? "" : "s")") }
    let lines = document.tracks + document.routes
    let times = lines.reduce(0) { sum, line in
      sum + line.points.times.count { $0.isFinite && CalendarTime($0) == nil }
    }
    if times > 0 { losses.append("the times of \(times) point\(times == 1 ? "" : "s"), in years beyond 1 to 9999") }
    let nameless = lines.reduce(0) { sum, line in sum + line.waypoints.count { $0.name.isEmpty } }
    if nameless > 0 { losses.append("\(nameless) place\(nameless == 1 ? "" : "s") without a name") }
    return losses
  }
}
