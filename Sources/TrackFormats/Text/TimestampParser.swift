// Owns `TimestampParser`: ISO 8601 moments as seconds since 1970.

/// Reads moments such as `2024-05-01T08:30:00.250+08:00`.
///
/// Taken: `YYYY-MM-DD`, then `T` or a space, then `hh:mm:ss`, then a fraction with a point or comma, then `Z`, `±hh:mm`, `±hhmm`,
/// `±hh` or nothing. Without an offset the time is UTC, as GPX says it is. Days are checked against their month, leap years
/// included. `24:00:00` is the start of the next day, as in XML Schema. Second 60 is taken only where a leap second can be,
/// at the end of a UTC day, and counts as the second after it, as POSIX time does.
package enum TimestampParser {
  /// The moment in seconds since 1970-01-01T00:00:00Z, or `nil` where the text, white space around it aside, is none.
  package static func parse(_ bytes: Span<UInt8>) -> Double? {
    var offset: Int?
    return parse(bytes, offset: &offset)
  }

  /// The same; `offset` becomes the seconds that the text says its clock is ahead of UTC, `nil` where it says `Z` or nothing.
  package static func parse(_ bytes: Span<UInt8>, offset: inout Int?) -> Double? {
    let range = bytes.trimmedRange
    return moment(bytes.extracting(range), offset: &offset)
  }

  private static func moment(_ bytes: Span<UInt8>, offset stated: inout Int?) -> Double? {
    guard bytes.count >= 19, bytes[4] == .minus, bytes[7] == .minus, isDivider(bytes[10]), bytes[13] == .colon, bytes[16] == .colon,
      let century = pair(bytes, 0), let yearInCentury = pair(bytes, 2), let month = pair(bytes, 5), let day = pair(bytes, 8),
      let hour = pair(bytes, 11), let minute = pair(bytes, 14), let second = pair(bytes, 17)
    else { return nil }
    let year = century * 100 + yearInCentury
    guard month >= 1, month <= 12, day >= 1, day <= days(inMonth: month, of: year), hour <= 24, minute <= 59, second <= 60
    else { return nil }
    var position = 19
    guard let fraction = fraction(bytes, at: &position), let offset = offset(bytes, from: position) else { return nil }
    if hour == 24, minute != 0 || second != 0 || fraction != 0 { return nil }
    let seconds = daysSince1970(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    stated = position < bytes.count && bytes[position] | 0x20 != 0x7A ? offset : nil
    // A second 60 gives the same number as the second 0 after it; that must be the start of a UTC day.
    if second == 60, seconds % 86_400 != 0 { return nil }
    return Double(seconds) + fraction
  }

  private static func isDivider(_ byte: UInt8) -> Bool { byte | 0x20 == 0x74 || byte == .space }

  /// Two digits as a number.
  private static func pair(_ bytes: Span<UInt8>, _ index: Int) -> Int? {
    guard index + 1 < bytes.count, let tens = bytes[index].digit, let ones = bytes[index + 1].digit else { return nil }
    return Int(tens * 10 + ones)
  }

  /// The fraction of a second behind the seconds, 0 where there is none; `nil` for a point without digits.
  private static func fraction(_ bytes: Span<UInt8>, at position: inout Int) -> Double? {
    guard position < bytes.count, bytes[position] == .point || bytes[position] == .comma else { return 0 }
    var index = position + 1
    var value: UInt64 = 0
    var scale = 1.0
    while index < bytes.count, let digit = bytes[index].digit {
      // A double holds about 10⁻⁷ s of a moment in our century, so twelve digits are more than enough.
      if index - position <= 12 {
        value = value * 10 + digit
        scale *= 10
      }
      index += 1
    }
    guard index > position + 1 else { return nil }
    position = index
    return Double(value) / scale
  }

  /// The offset from UTC in seconds that ends the text, 0 where there is none.
  private static func offset(_ bytes: Span<UInt8>, from position: Int) -> Int? {
    let rest = bytes.count - position
    if rest == 0 { return 0 }
    if rest == 1, bytes[position] | 0x20 == 0x7A { return 0 }
    guard bytes[position] == .plus || bytes[position] == .minus, let hours = pair(bytes, position + 1), hours <= 23 else { return nil }
    let minutes: Int?
    switch rest {
    case 3: minutes = 0
    case 5: minutes = pair(bytes, position + 3)
    case 6: minutes = bytes[position + 3] == .colon ? pair(bytes, position + 4) : nil
    default: minutes = nil
    }
    guard let minutes, minutes <= 59 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return bytes[position] == .minus ? -seconds : seconds
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    return month == 2 ? (isLeap ? 29 : 28) : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  /// The days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// Counted in years that begin in March, so that the leap day is a year's last; from there on the lengths of the months
  /// repeat every five months with 153 days (the method of H. Hinnant, "chrono-compatible low-level date algorithms").
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = (month <= 2 ? year - 1 : year) + 400
    let marchMonth = (month + 9) % 12
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    // 719 468 days lie between 0000-03-01 and 1970-01-01; the 400 years added above are 146 097 days.
    return marchYear * 365 + leapDays + dayOfYear - 719_468 - 146_097
  }
}
