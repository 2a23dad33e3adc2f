// Owns the reading of the shipped routes for the tests: coordinate texts in full, GPX files as far as the promises about them need.

import TestBasics
import TrackGeodesy

/// A file that should have been shipped.
struct MissingRoute: Error {
  var name: String
}

/// A shipped file's text.
func shipped(_ name: String) throws -> String {
  guard let text = text(of: "\(packageFolder)/Routes/\(name)") else { throw MissingRoute(name: name) }
  return text
}

/// A coordinate text taken apart.
struct CoordinateRoute {
  var comments: [String] = []
  /// The names in `# place:` comments, and the index of the point that each names.
  var places: [(name: String, index: Int)] = []
  var points: [Coordinate] = []
  var altitudes: [Double] = []
  var badLines: [String] = []

  init(_ name: String) throws {
    for line in try shipped(name).split(separator: "\n", omittingEmptySubsequences: true) {
      if line.hasPrefix("# place: ") {
        places.append((String(line.dropFirst(9)), points.count))
      } else if line.hasPrefix("#") {
        comments.append(String(line))
      } else {
        let numbers = line.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard numbers.count == 3 else {
          badLines.append(String(line))
          continue
        }
        points.append(Coordinate(latitude: numbers[1], longitude: numbers[0]))
        altitudes.append(numbers[2])
      }
    }
  }

  /// Metres from each point to the next: with a point a second, the speed in metres a second.
  var steps: [Double] {
    zip(points, points.dropFirst()).map { $0 == $1 ? 0 : Geodesic.wgs84.distance(from: $0, to: $1) }
  }

  /// The course from point `second` − 1 to point `second`, as a player shows it at that second.
  func course(atSecond second: Int) -> Double {
    Geodesic.wgs84.inverse(from: points[second - 1], to: points[second]).initialCourse
  }
}

/// A track point of a GPX file.
struct LoggedPoint {
  var coordinate: Coordinate
  var elevation: Double?
  var seconds: Double
  var time: String
}

/// A GPX file taken apart by plain string search; right for the files that RouteMaker writes, and for nothing else.
struct LoggedRoute {
  var text: String
  var segments: [[LoggedPoint]] = []
  var waypoints: [String] = []

  init(_ name: String) throws {
    text = try shipped(name)
    for line in text.split(separator: "\n") {
      if line == "<trkseg>" { segments.append([]) }
      if line.hasPrefix("<wpt ") { waypoints.append(String(between(line, "<name>", "</name>") ?? "")) }
      guard line.hasPrefix("<trkpt "), !segments.isEmpty else { continue }
      let time = between(line, "<time>", "</time>") ?? ""
      segments[segments.count - 1].append(
        LoggedPoint(
          coordinate: Coordinate(
            latitude: between(line, "lat=\"", "\"").flatMap { Double($0) } ?? .nan,
            longitude: between(line, "lon=\"", "\"").flatMap { Double($0) } ?? .nan),
          elevation: between(line, "<ele>", "</ele>").flatMap { Double($0) }, seconds: secondOfMonth(time), time: String(time)))
    }
  }
}

/// The text between two marks.
private func between(_ line: Substring, _ open: String, _ close: String) -> Substring? {
  guard let start = line.firstRange(of: open) else { return nil }
  let rest = line[start.upperBound...]
  guard let end = rest.firstRange(of: close) else { return nil }
  return rest[..<end.lowerBound]
}

/// The seconds since the month began of `2025-09-06T07:12:00.250Z`; no shipped track sees a month end.
private func secondOfMonth(_ time: Substring) -> Double {
  let parts = time.dropLast().split(whereSeparator: { "-T:".contains($0) }).compactMap { Double($0) }
  guard parts.count == 6, time.hasSuffix("Z") else { return .nan }
  return ((parts[2] * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]
}

/// What is not well formed in an XML text: unbalanced tags, text outside the root. Nil where nothing was found.
func xmlFault(_ text: String) -> String? {
  var open: [Substring] = []
  var rest = text[...]
  while let start = rest.firstIndex(of: "<") {
    if open.isEmpty, rest[..<start].contains(where: { !$0.isWhitespace }) { return "text outside the root: \(rest.prefix(40))" }
    guard let end = rest[start...].firstIndex(of: ">") else { return "a tag without an end: \(rest[start...].prefix(40))" }
    let tag = rest[rest.index(after: start)..<end]
    rest = rest[rest.index(after: end)...]
    if tag.hasPrefix("?") || tag.hasPrefix("!--") || tag.hasSuffix("/") { continue }
    guard tag.hasPrefix("/") else {
      open.append(tag.prefix { !$0.isWhitespace })
      continue
    }
    guard open.popLast() == tag.dropFirst() else { return "</\(tag.dropFirst())> closes nothing" }
  }
  return open.isEmpty ? nil : "<\(open[open.count - 1])> is never closed"
}
