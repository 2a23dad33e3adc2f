// Owns what comments in coordinate files can say.

import TrackGeodesy

/// A comment, with what it says if it says something.
enum CoordinateDirective: Hashable {
  case name(String?)
  case datum(String)
  case place(String?)
  case segment(String?)
  /// Words for people.
  case remark

  /// The comment that a trimmed line is, or `nil` where it is none.
  static func comment(in line: Span<UInt8>) -> CoordinateDirective? {
    var start = 0
    if line.hasBytes("#") { start = 1 }
    if line.hasBytes("\u{FF03}") { start = 3 }
    guard start > 0 else { return nil }
    // The key is short, and an endless comment is none that says something.
    var end = start
    while end < line.count, end < start + 64, line[end] != .colon, !line.hasBytes("\u{FF1A}", at: end) { end += 1 }
    guard end < line.count, let key = TextCleaning.name(line.extracting(start..<end)) else { return .remark }
    let valueStart = line[end] == .colon ? end + 1 : min(end + 3, line.count)
    let value = TextCleaning.name(line.extracting(valueStart..<line.count))
    switch key.lowercased() {
    case "name": return .name(value)
    case "datum": return .datum(value ?? "")
    case "place": return .place(value)
    case "segment": return .segment(value)
    default: return .remark
    }
  }
}

extension CoordinatesReader {
  /// Does what a comment says.
  mutating func obey(_ comment: CoordinateDirective) {
    switch comment {
    case .remark: break
    case .name(let value): name = name ?? value
    case .place(let value):
      if let value { pendingPlaces.append((value, line)) }
    case .segment(let value): beginSegment(value)
    case .datum(let value): setDatum(value)
    }
  }

  /// A file has one datum, and says it before its first point: half a track a few hundred metres off helps nobody.
  private mutating func setDatum(_ value: String) {
    // What the person says goes before what the file says.
    guard !isDatumGiven else { return }
    let line = line
    guard let stated = Datum.named(value) else {
      skipped.note(.value) {
        SkippedRecord(line: line, found: "the datum \"\(value)\"", expected: "WGS-84, GCJ-02 or BD-09")
      }
      return
    }
    guard points.isEmpty || stated == datum else {
      skipped.note(.value) {
        SkippedRecord(line: line, found: "the datum \"\(value)\" after points in another", expected: "one datum before the first point")
      }
      return
    }
    datum = stated
    isDatumStated = true
  }
}
