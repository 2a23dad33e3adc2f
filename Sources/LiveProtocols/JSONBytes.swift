// Owns how the members of JSON objects are appended to bytes.

import TrackFormats
import TrackGeodesy

/// Each writes nothing where there is no value, or none that JSON has; `name` is the member's name with a comma before and a colon behind.
extension [UInt8] {
  /// A number of a fixed number of decimals.
  mutating func putMember(_ name: StaticString, _ value: Double?, decimals: Int) {
    guard let value, Self.canPut(value, decimals: decimals), abs(value) < 1e9 else { return }
    put(name)
    put(value, decimals: decimals)
  }

  /// A whole number.
  mutating func putMember(_ name: StaticString, _ value: Int) {
    put(name)
    put(value)
  }

  /// A place as the members `lat` and `lon`, degrees of nine decimals.
  mutating func putMembers(_ place: Coordinate) {
    putMember(",\"lat\":", place.latitude, decimals: 9)
    putMember(",\"lon\":", place.longitude, decimals: 9)
  }

  /// `true` or `false`
  mutating func putMember(_ name: StaticString, _ value: Bool) {
    put(name)
    put(value ? "true" : "false")
  }

  /// A text.
  /// - Parameter limit: So many bytes of it are written at most, before what has to be escaped is.
  mutating func putMember(_ name: StaticString, _ text: String, limit: Int) {
    put(name)
    put(quoted: text, limit: limit)
  }

  /// The member `time`, as ISO 8601 to the millisecond.
  mutating func putMember(time: Double?) {
    if let time { putMember(",\"time\":", moment: time) }
  }

  /// A moment in seconds since 1970 UTC, as ISO 8601 to the millisecond.
  mutating func putMember(_ name: StaticString, moment seconds: Double) {
    guard let moment = NMEAMoment(seconds) else { return }
    put(name)
    append(0x22)
    put(moment)
    append(0x22)
  }

  /// `2024-05-01T08:30:00.250Z`
  mutating func put(_ moment: NMEAMoment) {
    let calendar = moment.calendar
    put(UInt64(calendar.year), width: 4)
    append(0x2D)
    put(UInt64(calendar.month), width: 2)
    append(0x2D)
    put(UInt64(calendar.day), width: 2)
    append(0x54)
    put(UInt64(calendar.hour), width: 2)
    append(0x3A)
    put(UInt64(calendar.minute), width: 2)
    append(0x3A)
    put(UInt64(calendar.second), width: 2)
    append(0x2E)
    put(UInt64(moment.millisecond), width: 3)
    append(0x5A)
  }

  /// A text in quotation marks; what a terminal would obey, or what turns writing around, is escaped.
  mutating func put(quoted text: String, limit: Int) {
    let start = count
    append(0x22)
    var isPlain = true
    for byte in text.utf8.prefix(limit + 1) {
      isPlain = isPlain && byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
      append(byte)
    }
    if isPlain, count - start <= limit + 1 {
      append(0x22)
      return
    }
    removeSubrange(start...)
    var short = ""
    var length = 0
    for character in text.unicodeScalars {
      length += character.utf8.count
      guard length <= limit else { break }
      short.unicodeScalars.append(character)
    }
    var quoted = ""
    JSONValue.quote(short, into: &quoted)
    append(contentsOf: quoted.utf8)
  }
}
