// Owns `NMEALine`: one sentence of NMEA 0183 on its way out.

import TrackPlayback

/// A moment, rounded to the milliseconds that are written.
package struct NMEAMoment: Sendable {
  /// The date and the time of day in UTC.
  package let calendar: CalendarTime
  /// 0…999.
  package let millisecond: Int

  /// The moment in seconds since 1970; `nil` outside the years 1 to 9999.
  package init?(_ time: Double) {
    guard abs(time) < 1e12 else { return nil }
    let rounded = (time * 1000).rounded() / 1000
    guard let calendar = CalendarTime(rounded) else { return nil }
    self.calendar = calendar
    millisecond = min(999, (calendar.microsecond + 500) / 1000)
  }

  /// Whether a year of two digits would be read as another.
  package var needsWholeYear: Bool { calendar.year < 1980 || calendar.year > 2079 }
}

/// One sentence under way; the buffer is used again for each.
package struct NMEALine: Sendable {
  /// What lies between `$` and `*` so far.
  package private(set) var bytes: [UInt8] = []

  /// An empty line.
  package init() {}

  /// How long the line will be, from `$` to its end.
  package var length: Int { bytes.count + 6 }

  /// Begins a sentence with its address and the comma behind it, `GPGGA,`.
  package mutating func begin(_ address: StaticString) {
    bytes.removeAll(keepingCapacity: true)
    put(address)
  }

  /// Begins a sentence with a talker and a formatter, `GP` and `GGA,`.
  package mutating func begin(_ talker: StaticString, _ formatter: StaticString) {
    begin(talker)
    put(formatter)
  }

  /// Adds `$`, the checksum and the line's end, and hands the sentence over.
  package func end(into output: inout ByteOutput) {
    output.put(0x24 as UInt8)
    for byte in bytes { output.put(byte) }
    output.put(0x2A as UInt8)
    output.put(Self.hexadecimal(checksum >> 4))
    output.put(Self.hexadecimal(checksum & 15))
    output.put(.carriageReturn)
    output.put(.lineFeed)
  }

  /// Appends the sentence with `$`, the checksum and the line's end.
  package func end(into output: inout [UInt8]) {
    output.append(0x24)
    output.append(contentsOf: bytes)
    output.append(0x2A)
    output.append(Self.hexadecimal(checksum >> 4))
    output.append(Self.hexadecimal(checksum & 15))
    output.append(.carriageReturn)
    output.append(.lineFeed)
  }

  /// The exclusive or of all bytes.
  private var checksum: UInt8 {
    var sum: UInt8 = 0
    for byte in bytes { sum ^= byte }
    return sum
  }

  private static func hexadecimal(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  /// A constant text.
  package mutating func put(_ text: StaticString) { bytes.put(text) }

  /// A whole number in at least so many digits; nothing for a negative one.
  package mutating func put(_ number: Int, width: Int) {
    if let number = UInt64(exactly: number) { bytes.put(number, width: width) }
  }

  /// A number with so many digits behind the point, 0…9; nothing where it is not finite or has more than 18 digits.
  package mutating func put(_ number: Double, decimals: Int) { bytes.put(number, decimals: decimals) }

  /// `ddmm.mmmmmm,N,` with so many digits of minutes behind the point.
  package mutating func put(latitude: Double, decimals: Int = 6) {
    put(angle: latitude, limit: 90, width: 2, decimals: decimals, positive: "N,", negative: "S,")
  }

  /// `dddmm.mmmmmm,E,` with so many digits of minutes behind the point.
  package mutating func put(longitude: Double, decimals: Int = 6) {
    put(angle: longitude, limit: 180, width: 3, decimals: decimals, positive: "E,", negative: "W,")
  }

  private mutating func put(
    angle: Double, limit: Double, width: Int, decimals: Int, positive: StaticString, negative: StaticString
  ) {
    guard abs(angle) <= limit else {
      put(",,")
      return
    }
    // In whole parts of minutes, so that no rounding gives 60 minutes.
    let digits = min(max(decimals, 1), 6)
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let parts = Int((abs(angle) * Double(60 * scale)).rounded())
    put(parts / (60 * scale), width: width)
    put(parts / scale % 60, width: 2)
    bytes.append(.point)
    put(parts % scale, width: digits)
    bytes.append(.comma)
    put(angle < 0 ? negative : positive)
  }

  /// `hhmmss.sss,`, or only the comma.
  package mutating func put(timeOf moment: NMEAMoment?) {
    if let moment {
      put(moment.calendar.hour * 10_000 + moment.calendar.minute * 100 + moment.calendar.second, width: 6)
      bytes.append(.point)
      put(moment.millisecond, width: 3)
    }
    bytes.append(.comma)
  }

  /// `ddmmyy`
  package mutating func put(dateOf moment: NMEAMoment) {
    put(moment.calendar.day * 10_000 + moment.calendar.month * 100 + moment.calendar.year % 100, width: 6)
  }

  /// `hhmmss.sss,dd,mm,yyyy,00,00`
  package mutating func put(wholeDateOf moment: NMEAMoment) {
    put(timeOf: moment)
    put(moment.calendar.day, width: 2)
    bytes.append(.comma)
    put(moment.calendar.month, width: 2)
    bytes.append(.comma)
    put(moment.calendar.year, width: 4)
    put(",00,00")
  }
}
