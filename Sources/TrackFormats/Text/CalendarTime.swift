// Owns `CalendarTime`: seconds since 1970 as a date and a time of day.

/// A moment as a date and a time of day in UTC, to the microsecond.
public struct CalendarTime: Sendable, Hashable {
  /// The year of the Gregorian calendar, 1…9999.
  public let year: Int
  /// 1…12.
  public let month: Int
  /// 1…31.
  public let day: Int
  /// 0…23.
  public let hour: Int
  /// 0…59.
  public let minute: Int
  /// 0…59.
  public let second: Int
  /// 0…999,999.
  public let microsecond: Int

  /// The moment `seconds` after 1970-01-01T00:00:00Z, rounded to microseconds; `nil` outside the years 1 to 9999.
  public init?(_ seconds: Double) {
    guard seconds > -62_135_596_800, seconds < 253_402_300_799.5 else { return nil }
    var whole = Int(seconds.rounded(.down))
    var micro = Int(((seconds - seconds.rounded(.down)) * 1e6).rounded())
    if micro == 1_000_000 { (whole, micro) = (whole + 1, 0) }
    let (days, rest) = whole.quotientAndRemainder(dividingBy: 86_400)
    let dayNumber = rest < 0 ? days - 1 : days
    let ofDay = rest < 0 ? rest + 86_400 : rest
    // Counted from 0000-03-01 in eras of 400 years (H. Hinnant, "chrono-compatible low-level date algorithms", civil_from_days).
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = ofDay / 3600
    minute = ofDay / 60 % 60
    second = ofDay % 60
    microsecond = micro
  }

  /// `2024-05-01T08:30:00.25Z`, the fraction without zeros at its end.
  public var iso8601: String { date + "T" + timeOfDay + fraction + "Z" }

  /// `2024-05-01`
  public var date: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  /// `08:30:00`
  public var timeOfDay: String { "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))" }

  /// `.25`, or nothing.
  private var fraction: String {
    guard microsecond > 0 else { return "" }
    var digits = Self.padded(microsecond, 6)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}
