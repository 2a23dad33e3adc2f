// Owns `HTTPDate`: the dates in the headers of HTTP.

/// Dates as HTTP writes them (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. The two obsolete forms are not read.
enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Seconds since 1970; `nil` where the text is no such date.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT" || parts[5] == "UTC", let day = number(parts[1], 1...31),
      let month = months.firstIndex(of: String(parts[2])),
      let year = number(parts[3], 1970...9999)
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 3, let hour = number(time[0], 0...23), let minute = number(time[1], 0...59), let second = number(time[2], 0...60)
    else { return nil }
    return days(year: year, month: month + 1, day: day) * 86400 + hour * 3600 + minute * 60 + second
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text), range.contains(value) else { return nil }
    return value
  }

  /// Days from 1970 to a day of the Gregorian calendar: whole years counted from March, so that the leap day comes last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let monthsSinceMarch = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + (monthsSinceMarch * 153 + 2) / 5 + day - 1 - 719_468
  }
}
