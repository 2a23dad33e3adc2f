// Owns `GeoJSONLine`: GeoJSON objects of points, one a line, as messages.

import TrackFormats
import TrackGeodesy
import TrackPlayback

/// Makes reports of GeoJSON points (RFC 7946), which programs send as lines or as a text sequence (RFC 8142).
///
/// A Feature of a Point is a report, a FeatureCollection one for each, and a bare Point one without properties; other geometries are passed
/// over. The source is the feature's `id`, else the first of the properties `id`, `name`, `title`, `mmsi` and `callsign` that is there. The
/// properties' names are those that togeojson, OwnTracks, GPSLogger and their like write; speeds are metres a second.
enum GeoJSONLine {
  /// Whether an object says that it is GeoJSON.
  static func isGeoJSON(_ value: JSONValue) -> Bool {
    guard let type = value["type"]?.string else { return false }
    return types.contains(type)
  }

  private static let types: Set<String> = [
    "Feature", "FeatureCollection", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// The reports of an object.
  static func take(_ value: JSONValue, into messages: inout [ReceiverMessage]) -> LineOutcome {
    switch value["type"]?.string {
    case "FeatureCollection":
      var outcome = LineOutcome.passedOver
      for feature in value["features"]?.array ?? [] {
        switch takeFeature(feature, into: &messages) {
        case .malformed: return .malformed
        case .read: outcome = .read
        case .passedOver: break
        }
      }
      return outcome
    case "Feature": return takeFeature(value, into: &messages)
    case "Point": return takePoint(value, feature: nil, into: &messages)
    default: return .passedOver
    }
  }

  private static func takeFeature(_ feature: JSONValue, into messages: inout [ReceiverMessage]) -> LineOutcome {
    guard let geometry = feature["geometry"], geometry["type"]?.string == "Point" else { return .passedOver }
    return takePoint(geometry, feature: feature, into: &messages)
  }

  private static func takePoint(_ geometry: JSONValue, feature: JSONValue?, into messages: inout [ReceiverMessage]) -> LineOutcome {
    guard let position = geometry["coordinates"]?.array, position.count >= 2,
      let place = MessageLimits.place(position[1].number, position[0].number)
    else { return .malformed }
    let properties = feature?["properties"]
    func value(_ names: [String]) -> JSONValue? {
      for name in names { if let found = properties?[name], found != .null { return found } }
      return nil
    }
    let height = position.count > 2 ? position[2].number : value(["altitude", "ele", "elevation", "alt"])?.number
    let altitude = MessageLimits.altitude(height)
    let time = GPSDReport.time(value(["time", "timestamp", "datetime", "tst"]))
    var report = ReceiverReport(source: source(feature), mode: altitude == nil ? .twoDimensional : .threeDimensional, time: time)
    report.errors.horizontal = MessageLimits.magnitude(value(["accuracy", "acc", "hAccuracy", "eph"])?.number)
    report.errors.vertical = MessageLimits.magnitude(value(["verticalAccuracy", "altitudeAccuracy", "vac", "epv"])?.number)
    if value(["simulated"])?.bool == true { report.status = .simulated }
    report.fix = Fix(
      coordinate: place, altitude: altitude, time: time,
      course: MessageLimits.course(value(["course", "heading", "bearing", "track", "cog"])?.number),
      speed: MessageLimits.speed(value(["speed", "velocity"])?.number), horizontalAccuracy: report.errors.horizontal)
    messages.append(.report(report))
    return .read
  }

  /// What a feature is called.
  private static func source(_ feature: JSONValue?) -> String {
    guard let feature else { return "" }
    let properties = feature["properties"]
    let candidates = [feature["id"]] + ["id", "name", "title", "mmsi", "callsign"].map { properties?[$0] }
    for case let candidate? in candidates {
      switch candidate {
      case .string(let text):
        let name = MessageLimits.name(text)
        if !name.isEmpty { return name }
      case .number: return MessageLimits.name(candidate.text)
      default: continue
      }
    }
    return ""
  }
}
