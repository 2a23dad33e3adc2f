// Owns `PolylineReader`: the lines of encoded polylines put together into a track.

import TrackGeodesy
import TrackPlayback

/// Reads the lines of one file.
struct PolylineReader {
  private var track = TrackBuilder()
  private var skipped = SkippedRecords()
  private var line = 0
  private let scale: Double
  private let datum: Datum
  private let isDatumStated: Bool
  private let order: CoordinateOrder
  private var pendingName: String?
  /// Whether a position without a stated precision lies nowhere on Earth.
  private(set) var liesNowhere = false

  init(options: ReadOptions, precision: Int) {
    scale = precision == 6 ? 1e6 : 1e5
    skipped.limit = options.recordLimit
    datum = options.datum ?? .wgs84
    isDatumStated = options.datum != nil
    order = options.order ?? .latitudeFirst
  }

  mutating func read(_ text: Span<UInt8>, monitor: ReadMonitor) throws(FormatError) {
    var watch = ReadWatch(monitor)
    var position = 0
    while position < text.count {
      line += 1
      let end = CoordinateLine.end(in: text, from: position)
      let whole = text.extracting(position..<end)
      let content = whole.extracting(whole.trimmedRange)
      if content.count > 0 {
        if let comment = CoordinateDirective.comment(in: content) {
          obey(comment)
        } else {
          try readLine(content, endsText: end == text.count, from: position, watch: &watch)
        }
      }
      position = end
      if position < text.count, text[position] == .carriageReturn { position += 1 }
      if position < text.count, text[position] == .lineFeed { position += 1 }
    }
  }

  private mutating func obey(_ comment: CoordinateDirective) {
    switch comment {
    case .name(let name):
      if track.points.isEmpty, track.name == nil { track.name = name } else { pendingName = name }
    case .segment(let name): pendingName = name
    default: break
    }
  }

  private mutating func readLine(_ content: Span<UInt8>, endsText: Bool, from base: Int, watch: inout ReadWatch) throws(FormatError) {
    let polyline = PolylineLine(content)
    let raw = content.extracting(polyline.range)
    track.beginSegment(name: pendingName)
    pendingName = nil
    let scale = polyline.precision.map { $0 == 6 ? 1e6 : 1e5 } ?? scale
    if polyline.isQuoted, raw.withUnsafeBufferPointer({ $0.contains(0x5C) }) {
      try decode(Self.unescaped(raw).span, scale, isStated: polyline.precision != nil, endsText, base, &watch)
    } else {
      try decode(raw, scale, isStated: polyline.precision != nil, endsText, base, &watch)
    }
  }

  private mutating func decode(
    _ code: Span<UInt8>, _ scale: Double, isStated: Bool, _ endsText: Bool, _ base: Int, _ watch: inout ReadWatch
  ) throws(FormatError) {
    var position = 0
    var (first, second): (Int64, Int64) = (0, 0)
    while position < code.count {
      let start = position
      guard let one = PolylineCode.scan(code, at: &position), let other = PolylineCode.scan(code, at: &position) else {
        noteEnd(code, from: start, at: position, endsText, base)
        return
      }
      (first, second) = (first &+ one, second &+ other)
      take(Double(first) / scale, Double(second) / scale, isStated: isStated)
      guard watch.goesOn(bytes: base + position, points: track.points.count, part: { track.points }) else { throw .cancelled }
    }
  }

  private mutating func take(_ first: Double, _ second: Double, isStated: Bool) {
    let isReversed = order == .longitudeFirst
    let coordinate = Coordinate(latitude: isReversed ? second : first, longitude: isReversed ? first : second)
    if coordinate.isValid {
      track.append(Fix(coordinate: datum.toWGS84(coordinate)))
      return
    }
    if !isStated { liesNowhere = true }
    let line = line
    skipped.note(.record) {
      SkippedRecord(
        line: line, found: "the position \(first), \(second)", expected: "a latitude from -90 to 90 and a longitude from -180 to 180")
    }
  }

  /// A line that stops being a polyline: at the end of the text it breaks off, elsewhere the rest of it is lost.
  private mutating func noteEnd(_ code: Span<UInt8>, from start: Int, at position: Int, _ endsText: Bool, _ base: Int) {
    if endsText, position == code.count {
      skipped.truncation = SkippedRecord(line: line, found: "the end within a number", expected: "the rest of the polyline")
      return
    }
    let line = line
    skipped.note(.record) {
      SkippedRecord(
        line: line, found: TextCleaning.excerpt(code.extracting(start..<code.count)), expected: "characters of an encoded polyline")
    }
  }

  /// The text of a JSON string in which only backslashes are escaped, as only they occur in polylines.
  private static func unescaped(_ bytes: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      result.append(bytes[index])
      index += bytes[index] == 0x5C && index + 1 < bytes.count && bytes[index + 1] == 0x5C ? 2 : 1
    }
    return result
  }

  consuming func document() throws(FormatError) -> TrackDocument {
    guard let track = track.track(datum: datum, isDatumStated: isDatumStated) else {
      guard let first = skipped.first.first(where: { $0.extent == .record }) ?? skipped.truncation else {
        throw FormatError(.noCoordinates, message: "there is no polyline in it")
      }
      throw FormatError(.noCoordinates, line: first.line, message: "no line holds an encoded polyline; \(first.text)")
    }
    return TrackDocument(format: PolylineFormat.identifier, name: track.name, tracks: [track], skipped: skipped)
  }
}
