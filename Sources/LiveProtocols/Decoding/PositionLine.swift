// Owns `PositionLine`: plain lines of positions as messages.

import TrackFormats
import TrackPlayback

/// Reads lines such as `39.9 116.4`, `bus-7,39.9,116.4,44.5,2024-05-01T08:30:00Z`.
///
///     [id] latitude longitude [altitude] [time]
///
/// - Fields stand between commas, else semicolons, else tabs, else blanks; with any but blanks an id may contain blanks.
/// - The latitude comes first.
/// - What is no number is an id. A number is one where it has no point and the two behind it have one: `7 39.9 116.4`. So a place whose
///   latitude is written as a whole number needs a point when more than the longitude follows: `39.0 116.4 44.5`.
/// - A number behind the position is a time where it can be the seconds or milliseconds of a moment between 1980 and 2100, else an altitude.
/// - A time is that, or ISO 8601; without an offset it is UTC. It may be in two fields, the date and the time of day.
enum PositionLine {
  /// So many fields at most: the id, the position, the altitude, the time in two.
  private static let fieldLimit = 6

  /// The report of a line that is neither blank nor JSON; `nil` where it is none.
  static func report(_ line: Span<UInt8>) -> ReceiverReport? {
    let separator = separator(of: line)
    guard let fields = fields(of: line, separator: separator) else { return nil }
    let hasID = hasID(fields, in: line)
    let first = hasID ? 1 : 0
    guard fields.count >= first + 2, let latitude = number(fields[first], in: line), let longitude = number(fields[first + 1], in: line),
      let place = MessageLimits.place(latitude, longitude)
    else { return nil }
    var report = ReceiverReport(mode: .twoDimensional)
    var altitude: Double?
    guard takeRest(fields[(first + 2)...], of: line, altitude: &altitude, time: &report.time) else { return nil }
    if hasID { report.source = TextCleaning.cleaned(text(fields[0], in: line), limit: 64) }
    if altitude != nil { report.mode = .threeDimensional }
    report.fix = Fix(coordinate: place, altitude: altitude, time: report.time)
    return report
  }

  private static func separator(of line: Span<UInt8>) -> UInt8 {
    var (hasSemicolon, hasTab) = (false, false)
    for index in line.indices {
      switch line[index] {
      case 0x2C: return 0x2C
      case 0x3B: hasSemicolon = true
      case 0x09: hasTab = true
      default: break
      }
    }
    return hasSemicolon ? 0x3B : hasTab ? 0x09 : 0x20
  }

  /// The fields without the blanks around them; `nil` where there are too many.
  private static func fields(of line: Span<UInt8>, separator: UInt8) -> [Range<Int>]? {
    var fields: [Range<Int>] = []
    var start = 0
    while start <= line.count {
      var end = start
      while end < line.count, separator == 0x20 ? !line[end].isBlank : line[end] != separator { end += 1 }
      let inner = line.extracting(start..<end).trimmedRange
      if separator != 0x20 || !inner.isEmpty {
        guard fields.count < fieldLimit else { return nil }
        fields.append(start + inner.lowerBound..<start + inner.upperBound)
      }
      start = end + 1
    }
    return fields
  }

  private static func hasID(_ fields: [Range<Int>], in line: Span<UInt8>) -> Bool {
    guard fields.count >= 3 else { return false }
    guard number(fields[0], in: line) != nil else { return true }
    return !hasPoint(fields[0], in: line) && hasPoint(fields[1], in: line) && hasPoint(fields[2], in: line)
      && number(fields[2], in: line).map { abs($0) <= 180 } == true
  }

  /// Reads what follows the position.
  /// - Returns: Whether all of it could be read.
  private static func takeRest(
    _ fields: ArraySlice<Range<Int>>, of line: Span<UInt8>, altitude: inout Double?, time: inout Double?
  ) -> Bool {
    var index = fields.startIndex
    while index < fields.endIndex {
      let field = fields[index]
      let next = index + 1 < fields.endIndex ? fields[index + 1] : nil
      var offset: Int?
      if field.isEmpty {
        // An empty column says nothing.
      } else if let value = number(field, in: line) {
        if time == nil, JSONMoment.isPlausible(value) {
          time = JSONMoment.seconds(value)
        } else if altitude == nil, FixLimits.isAltitude(value) {
          altitude = value
        } else {
          return false
        }
      } else if time == nil, let moment = JSONMoment.seconds(line.extracting(field), offset: &offset) {
        time = MessageLimits.time(moment)
      } else if time == nil, let next, let moment = moment(date: field, time: next, in: line) {
        time = MessageLimits.time(moment)
        index += 1
      } else {
        return false
      }
      index += 1
    }
    return true
  }

  /// A date and a time of day in two fields.
  private static func moment(date: Range<Int>, time: Range<Int>, in line: Span<UInt8>) -> Double? {
    guard date.count == 10, time.count >= 8, time.count <= 40 else { return nil }
    var text: [UInt8] = []
    for index in date { text.append(line[index]) }
    text.append(0x54)
    for index in time { text.append(line[index]) }
    return TimestampParser.parse(text.span)
  }

  private static func number(_ field: Range<Int>, in line: Span<UInt8>) -> Double? {
    guard !field.isEmpty, let value = DecimalParser.parse(line.extracting(field)), value.isFinite else { return nil }
    return value
  }

  private static func hasPoint(_ field: Range<Int>, in line: Span<UInt8>) -> Bool {
    for index in field where line[index] == 0x2E { return true }
    return false
  }

  private static func text(_ field: Range<Int>, in line: Span<UInt8>) -> String {
    line.extracting(field).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
