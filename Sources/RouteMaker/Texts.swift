// Owns instants as text, and how a route's points become a coordinate text or a GPX 1.1 file.
import TrackGeodesy

/// Milliseconds since 1970 as an ISO 8601 instant in UTC; the fraction is left out where it is zero.
///
/// Days to dates by the era arithmetic of Howard Hinnant's "chrono-compatible low-level date algorithms".
func instantText(_ milliseconds: Int64) -> String {
  let seconds = milliseconds / 1000
  let shifted = seconds / 86_400 + 719_468
  let era = shifted / 146_097
  let dayOfEra = shifted % 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let fraction = milliseconds % 1000
  let tail = fraction == 0 ? "" : "." + String(String(1000 + fraction).dropFirst())
  return "\(year)-\(two(month))-\(two(day))T\(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60))\(tail)Z"
}

/// One point of a made route; `milliseconds` since 1970, where the route is timed.
struct RoutePoint: Sendable {
  var coordinate: Coordinate
  var elevation: Double?
  var milliseconds: Int64?
  /// The names of the places that this point is the first to reach.
  var places: [String] = []
}

/// A file that RouteMaker writes.
struct RouteFile: Sendable {
  var name: String
  var text: String
}

/// A route in the simulator's format: `longitude,latitude,altitude` a line, the header and the places as comments.
func coordinateText(header: [String], points: [RoutePoint]) -> String {
  var text = header.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined()
  for point in points {
    for place in point.places { text += "# place: \(place)\n" }
    text += "\(DecimalText.fixed(point.coordinate.longitude, digits: 7)),\(DecimalText.fixed(point.coordinate.latitude, digits: 7))"
    if let elevation = point.elevation { text += ",\(DecimalText.fixed(elevation, digits: 1))" }
    text += "\n"
  }
  return text
}

/// A named place of a GPX file.
struct NamedPlace: Sendable {
  var coordinate: Coordinate
  var elevation: Double?
  var name: String
  var note: String?
}

/// What a GPX 1.1 file says, in the order the schema wants it.
struct GPXText: Sendable {
  var name: String
  var note: String
  var kind: String
  var places: [NamedPlace]
  var segments: [[RoutePoint]]

  /// The whole document.
  var text: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- Synthetic: made by RouteMaker, not recorded. Datum: WGS-84. Licence: MIT. -->
      <gpx version="1.1" creator="trackview RouteMaker" xmlns="http://www.topografix.com/GPX/1/1"\
       xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
       xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
      <metadata><name>\(GPXText.escaped(name))</name><desc>\(GPXText.escaped(note))</desc>\
      <copyright author="the trackview authors"><license>https://opensource.org/license/mit</license></copyright>
      """
    if let start = segments.first?.first?.milliseconds { text += "<time>\(instantText(start))</time>" }
    text += "</metadata>\n"
    for place in places {
      text += "<wpt \(GPXText.attributes(place.coordinate))>"
      if let elevation = place.elevation { text += "<ele>\(DecimalText.fixed(elevation, digits: 1))</ele>" }
      text += "<name>\(GPXText.escaped(place.name))</name>"
      if let note = place.note { text += "<desc>\(GPXText.escaped(note))</desc>" }
      text += "</wpt>\n"
    }
    text += "<trk><name>\(GPXText.escaped(name))</name><type>\(kind)</type>\n"
    for segment in segments { text += "<trkseg>\n" + segment.map(GPXText.line).joined() + "</trkseg>\n" }
    return text + "</trk>\n</gpx>\n"
  }

  private static func line(_ point: RoutePoint) -> String {
    var text = "<trkpt \(attributes(point.coordinate))>"
    if let elevation = point.elevation { text += "<ele>\(DecimalText.fixed(elevation, digits: 1))</ele>" }
    if let milliseconds = point.milliseconds { text += "<time>\(instantText(milliseconds))</time>" }
    return text + "</trkpt>\n"
  }

  private static func attributes(_ coordinate: Coordinate) -> String {
    "lat=\"\(DecimalText.fixed(coordinate.latitude, digits: 6))\" lon=\"\(DecimalText.fixed(coordinate.longitude, digits: 6))\""
  }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      default: out.append(character)
      }
    }
    return out
  }
}
