// Owns the writing of tables.

import TrackPlayback

extension CSVFormat {
  /// Which columns a document needs.
  private struct Columns {
    var tracks = false, segments = false, altitude = false, time = false, speed = false, course = false, accuracy = false
    var heartRate = false, cadence = false, power = false, temperature = false, name = false

    init(_ document: TrackDocument) {
      tracks = document.tracks.count > 1 || document.tracks.contains { $0.name != nil }
      for track in document.tracks {
        let points = track.points
        segments = segments || track.segments.count > 1 || track.segments.contains { $0.name != nil }
        altitude = altitude || points.hasAltitudes
        time = time || points.hasTimes
        speed = speed || !points.speeds.isEmpty
        course = course || !points.courses.isEmpty
        accuracy = accuracy || !points.accuracies.isEmpty
        heartRate = heartRate || !points.heartRates.isEmpty
        cadence = cadence || !points.cadences.isEmpty
        power = power || !points.powers.isEmpty
        temperature = temperature || !points.temperatures.isEmpty
        name = name || track.waypoints.contains { $0.pointIndex != nil }
      }
    }

    /// The names, in the order of the fields.
    var header: String {
      let all: [(Bool, String)] = [
        (tracks, "track"), (segments, "segment"), (true, "latitude"), (true, "longitude"), (altitude, "elevation"), (time, "time"),
        (speed, "speed"), (course, "course"), (accuracy, "accuracy"), (heartRate, "heart_rate"), (cadence, "cadence"), (power, "power"),
        (temperature, "temperature"), (name, "name"),
      ]
      return all.filter(\.0).map(\.1).joined(separator: ",")
    }
  }

  /// Writes a table with a header and the columns that occur: speeds in metres a second, times in UTC, tracks and segments by name or number.
  public static func write(_ document: TrackDocument, into output: inout ByteOutput) {
    let columns = Columns(document)
    output.put(columns.header)
    output.put(.lineFeed)
    for (number, track) in document.tracks.enumerated() {
      let names = Dictionary(
        track.waypoints.compactMap { place in place.pointIndex.map { ($0, place.name) } }, uniquingKeysWith: { first, _ in first })
      let trackText = columns.tracks ? quoted(track.name ?? String(number + 1)) + "," : ""
      for (segmentNumber, segment) in track.segments.enumerated() {
        let start = trackText + (columns.segments ? quoted(segment.name ?? String(segmentNumber + 1)) + "," : "")
        for index in segment.range {
          guard !output.isFailed else { return }
          output.put(start)
          write(track.points, index, columns, into: &output)
          if columns.name {
            output.put(.comma)
            if let name = names[index] { output.put(quoted(name)) }
          }
          output.put(.lineFeed)
        }
      }
    }
  }

  private static func write(_ points: TrackPoints, _ index: Int, _ columns: Columns, into output: inout ByteOutput) {
    output.put(points.latitudes[index])
    output.put(.comma)
    output.put(points.longitudes[index])
    put(points.altitudes, index, columns.altitude, into: &output)
    if columns.time {
      output.put(.comma)
      if let time = points.time(at: index) { output.put(time: time) }
    }
    put(points.speeds, index, columns.speed, into: &output)
    put(points.courses, index, columns.course, into: &output)
    put(points.accuracies, index, columns.accuracy, into: &output)
    put(points.heartRates, index, columns.heartRate, into: &output)
    put(points.cadences, index, columns.cadence, into: &output)
    put(points.powers, index, columns.power, into: &output)
    put(points.temperatures, index, columns.temperature, into: &output)
  }

  /// A value behind its comma, where the table has the column; nothing behind it where the point does not know.
  private static func put(_ column: [Float], _ index: Int, _ isWritten: Bool, into output: inout ByteOutput) {
    guard isWritten else { return }
    output.put(.comma)
    if !column.isEmpty { output.put(column[index]) }
  }

  /// A text as a field (RFC 4180, section 2), in quotation marks where it needs them.
  private static func quoted(_ text: String) -> String {
    let special: Set<UInt8> = [.comma, CSVText.quote, .lineFeed, .carriageReturn, .hash, .semicolon, .tab]
    guard text.utf8.contains(where: special.contains) || text.utf8.first == .space else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// What a table does not hold.
  public static func losses(of document: TrackDocument) -> [String] {
    var losses: [String] = []
    func note(_ count: Int, _ one: String, _ many: String) { if count > 0 { losses.append(count == 1 ? one : "\(count) \(many)") } }
    note(document.routes.count, "a route", "routes")
    let places = document.tracks.flatMap(\.waypoints)
    note(places.count { $0.pointIndex == nil }, "a place beside the track", "places beside the tracks")
    note(places.count { $0.pointIndex != nil && $0.symbol != nil }, "the symbol of a place", "symbols of places")
    if document.tracks.contains(where: { ($0.utcOffset ?? 0) != 0 }) { losses.append("the offset of the clock from UTC") }
    if let name = document.name, document.tracks.count != 1 || document.tracks[0].name != name { losses.append("the name of the document") }
    if let laps = PointLosses.laps(of: document) { losses.append(laps) }
    func merges(_ names: [String?]) -> Int { zip(names, names.dropFirst()).count { $0 != nil && $0 == $1 } }
    note(
      document.tracks.reduce(0) { $0 + merges($1.segments.map(\.name)) } + merges(document.tracks.map(\.name)),
      "the boundary between two parts of one name", "boundaries between parts of one name")
    return losses
  }
}
