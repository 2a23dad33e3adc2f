// The words and the JSON of `trackview info`.

import BaseMap
import Cells
import MapScene
import TrackFormats
import TrackGeodesy
import TrackPlayback

/// A summary in words and as JSON.
struct InfoReport {
  private let summary: TrackSummary
  private let clock: LocalClock
  private let units: UnitSystem

  init(_ summary: TrackSummary, utc: Bool, units: UnitSystem, environment: Environment) {
    self.summary = summary
    self.units = units
    let track = summary.tracks.first
    clock = utc ? .utc : LocalClock(of: track, environment: environment)
  }

  // MARK: Words

  /// One fact a line, the file first.
  var text: [String] {
    var lines = [TextWidth.clean(summary.loaded.file.title)]
    func add(_ name: String, _ value: String?) {
      if let value { lines.append("  " + TextWidth.padded(name, to: 10) + TextWidth.printable(value)) }
    }
    let document = summary.loaded.document
    let format = FormatRegistry.formats.first { $0.identifier == document.format }
    add("format", (format?.title ?? document.format) + (document.container.map { ", from a \($0) archive" } ?? ""))
    add("name", document.name ?? summary.tracks.lazy.compactMap(\.name).first)
    add("holds", holds)
    add("bounds", bounds)
    add("place", place)
    add("length", lengthText)
    for line in timeLines { add(line.0, line.1) }
    for line in heightLines { add(line.0, line.1) }
    add("sampling", sampling)
    if summary.gapCount > 0 {
      add("gaps", "\(summary.gapCount)" + (summary.gapTime > 0 ? ", \(duration(summary.gapTime)) in all" : ""))
    }
    add("sensors", sensors)
    add("datum", datum)
    add("skipped", skipped)
    return lines
  }

  private var holds: String {
    var parts = [count(summary.tracks.count, "track"), count(summary.segmentCount, "segment"), count(summary.pointCount, "point")]
    if summary.waypointCount > 0 { parts.append(count(summary.waypointCount, "waypoint")) }
    if summary.routeCount > 0 { parts.append(count(summary.routeCount, "route") + " beside") }
    return parts.joined(separator: ", ")
  }

  private func count(_ number: Int, _ what: String) -> String {
    "\(DecimalText.fixed(Double(number), digits: 0, grouped: true)) \(what)\(number == 1 ? "" : "s")"
  }

  private var bounds: String? {
    guard let box = summary.bounds else { return nil }
    let format = CoordinateFormat.dd
    return "\(format.latitude(box.south)) \(format.longitude(box.west)) to \(format.latitude(box.north)) \(format.longitude(box.east))"
  }

  /// Where the first track starts and where the last one ends.
  private var ends: (start: Coordinate, end: Coordinate)? {
    let tracks = summary.tracks.filter { !$0.points.isEmpty }
    guard let first = tracks.first?.points, let last = tracks.last?.points else { return nil }
    return (first.coordinate(at: 0), last.coordinate(at: last.count - 1))
  }

  /// `Beijing, China`, `near Thun, Switzerland to North Atlantic Ocean, off Portugal, 120 km`; `nil` for a file without positions.
  private var place: String? {
    func words(_ coordinate: Coordinate) -> String? {
      Places.embedded.place(at: coordinate).flatMap { PlaceText.longWords($0, Presentation(units: units)) }
    }
    guard let ends else { return nil }
    let both = [words(ends.start), words(ends.end)].compactMap { $0 }
    return both.first == both.last ? both.first : both.joined(separator: " to ")
  }

  private var lengthText: String {
    var text = units.distance(summary.length)
    if let mean = summary.meanSpeed, let moving = summary.movingMeanSpeed {
      text += ", mean \(units.speed(mean)), moving \(units.speed(moving))"
    }
    if let top = summary.topSpeed { text += ", top \(units.speed(top))" }
    return text
  }

  private var timeLines: [(String, String)] {
    let back = summary.backwardCount
    guard let start = summary.start, let end = summary.end else {
      let hasTimes = summary.tracks.contains { $0.points.hasTimes }
      let reason = !hasTimes ? "no times" : back > 0 ? "\(count(back, "time")) out of order, of no use" : "too few times to be of use"
      return [("time", "\(reason): played at a point a second")]
    }
    var lines = [("start", clock.text(start)), ("end", clock.text(end))]
    var text = duration(end - start)
    if let moving = summary.moving, let stopped = summary.stopped { text += ", moving \(duration(moving)), stopped \(duration(stopped))" }
    lines.append(("duration", text))
    if back > 0 { lines.append(("order", "\(count(back, "time")) before that of the point before (see trackview lint)")) }
    return lines
  }

  private var heightLines: [(String, String)] {
    guard let up = summary.ascent, let down = summary.descent, let low = summary.lowest, let high = summary.highest else { return [] }
    return [
      (
        "elevation",
        "\(units.altitude(low)) to \(units.altitude(high)), up \(units.altitude(up)), down \(units.altitude(down)) (turns of 3 m and more)"
      )
    ]
  }

  private var sampling: String? {
    var parts: [String] = []
    if let time = summary.sampleTime { parts.append("\(DecimalText.fixed(time, digits: time < 10 ? 1 : 0)) s") }
    if let length = summary.sampleLength { parts.append(units.distance(length)) }
    return parts.isEmpty ? nil : "every " + parts.joined(separator: ", ") + " (median)"
  }

  private var sensors: String? {
    let points = summary.tracks.map(\.points)
    var names: [String] = []
    if points.contains(where: { !$0.heartRates.isEmpty }) { names.append("heart rate") }
    if points.contains(where: { !$0.cadences.isEmpty }) { names.append("cadence") }
    if points.contains(where: { !$0.powers.isEmpty }) { names.append("power") }
    if points.contains(where: { !$0.temperatures.isEmpty }) { names.append("temperature") }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private var datum: String {
    let track = summary.tracks.first
    let source = track?.datum ?? .wgs84
    var text = source == .wgs84 ? "WGS-84" : "\(source.displayName), converted to WGS-84"
    guard track?.isDatumStated != true, let place = track?.points.coordinate(at: 0) else { return text }
    text += " (assumed)"
    let shifts = [Datum.gcj02, .bd09].compactMap { datum in
      Datum.displacement(of: place, if: datum).map { "\(datum.displayName) it lies \(units.distance($0)) off" }
    }
    return shifts.isEmpty ? text : text + "; if it is " + shifts.joined(separator: ", if ") + ": --datum says which"
  }

  private var skipped: String? {
    let records = summary.loaded.document.skipped
    var parts: [String] = []
    if records.count > 0 { parts.append(count(records.count, "record")) }
    if records.valueCount > 0 { parts.append(count(records.valueCount, "value")) }
    if records.truncation != nil { parts.append("the file breaks off") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ") + " (see trackview lint)"
  }

  private func duration(_ seconds: Double) -> String { Presentation().clock(seconds.rounded()) }

  // MARK: JSON

  var json: JSONText {
    let document = summary.loaded.document
    let box = summary.bounds
    let isTimed = summary.start != nil
    return .object([
      ("file", .text(summary.loaded.file.title)), ("format", .text(document.format)),
      ("container", .text(document.container)), ("name", .text(document.name ?? summary.tracks.lazy.compactMap(\.name).first)),
      ("tracks", .integer(summary.tracks.count)), ("segments", .integer(summary.segmentCount)), ("points", .integer(summary.pointCount)),
      ("waypoints", .integer(summary.waypointCount)), ("routes", .integer(summary.routeCount)),
      ("skipped", .integer(document.skipped.count)), ("skipped_values", .integer(document.skipped.valueCount)),
      ("truncated", .flag(document.skipped.truncation != nil)),
      (
        "bounds",
        box.map {
          .object([
            ("south", .number($0.south, digits: 9)), ("west", .number($0.west, digits: 9)), ("north", .number($0.north, digits: 9)),
            ("east", .number($0.east, digits: 9)),
          ])
        } ?? .null
      ),
      ("length_m", .number(summary.length)), ("duration_s", .number(summary.duration)),
      ("moving_s", .number(isTimed ? summary.moving : nil)), ("stopped_s", .number(isTimed ? summary.stopped : nil)),
      ("mean_speed_mps", .number(summary.meanSpeed)), ("top_speed_mps", .number(summary.topSpeed)),
      ("ascent_m", .number(summary.ascent)), ("descent_m", .number(summary.descent)),
      ("min_elevation_m", .number(summary.lowest)), ("max_elevation_m", .number(summary.highest)),
      ("gaps", .integer(summary.gapCount)), ("gap_s", .number(isTimed ? summary.gapTime : nil)),
      ("sampling_s", .number(summary.sampleTime)), ("sampling_m", .number(summary.sampleLength)),
      ("start", .text(summary.start.map(clock.iso8601))), ("end", .text(summary.end.map(clock.iso8601))),
      ("backward_times", .integer(summary.backwardCount)), ("time_zone", .text(isTimed ? clock.name : nil)),
      ("datum", .text(summary.tracks.first?.datum.rawValue ?? "wgs84")),
      ("datum_stated", .flag(summary.tracks.first?.isDatumStated ?? false)),
      ("start_place", Self.json(ends?.start)), ("end_place", Self.json(ends?.end)),
    ])
  }

  /// Where a position is; null for none. The town is the nearest of the country within 200 km, the coast that of a position at sea.
  private static func json(_ coordinate: Coordinate?) -> JSONText {
    guard let coordinate, let place = Places.embedded.place(at: coordinate) else { return .null }
    return .object([
      ("city", .text(place.city?.name)), ("region", .text(place.region)), ("country", .text(place.country?.english)),
      ("country_code", .text(place.country?.code)), ("distance_m", .number(place.townDistance, digits: 0)),
      ("setting", .text(place.setting.rawValue)), ("sea", .text(place.sea?.english)), ("coast_m", .number(place.coastDistance, digits: 0)),
    ])
  }
}
