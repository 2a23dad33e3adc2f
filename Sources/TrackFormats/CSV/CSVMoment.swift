// Owns `CSVMoment`: the many ways in which tables write a moment.

/// A date, a time of day, or both, out of one field.
struct CSVMoment: Hashable {
  /// Midnight UTC of the date in seconds since 1970, or the moment itself where ``timeOfDay`` is `nil` and ``isWhole``.
  var date: Double?
  /// Seconds since midnight.
  var timeOfDay: Double?
  /// What digits without dividers are.
  enum Compact {
    case date, time
  }

  /// Whether ``date`` is a whole moment.
  var isWhole = false

  /// Reads a field: ISO 8601, also with slashes or points between year, month and day; seconds, milli-, micro- or nanoseconds since 1970
  /// (told by their size); a date or a time of day alone; `yymmdd`, `yyyymmdd` and `hhmmss` as data loggers write them, where `compact` says
  /// which of the two a few digits are.
  init?(_ content: [UInt8], compact: Compact? = nil) {
    guard content.count <= 64, let first = content.first else { return nil }
    if let compact, content.count == 6 || content.count == 8, let digits = Self.digits(content) {
      readDigits(digits, count: content.count, as: compact)
    } else if let value = DecimalParser.parse(content.span) {
      (date, isWhole) = (Self.seconds(epoch: value), true)
    } else if first.digit != nil {
      if let seconds = TimestampParser.parse(content.span) {
        (date, isWhole) = (seconds, true)
      } else {
        readWords(content)
      }
    }
    if date == nil, timeOfDay == nil { return nil }
  }

  /// The moment that a date's field and a time's field make together.
  static func joined(date: CSVMoment?, time: CSVMoment?) -> Double? {
    if let time, time.isWhole, time.date ?? 0 >= 86_400 || date?.date == nil { return time.date }
    if let date, date.isWhole { return date.date }
    guard let day = date?.date ?? time?.date else { return nil }
    // A number below a day beside a date is seconds since midnight.
    return day + (time?.timeOfDay ?? time?.date ?? 0)
  }

  /// A count since 1970 in seconds. Nothing recorded lies before 1973 in milliseconds or after 5138 in seconds, so size tells the unit.
  static func seconds(epoch value: Double) -> Double? {
    guard value.isFinite, value >= 0 else { return nil }
    let seconds = value < 1e11 ? value : value < 1e14 ? value / 1e3 : value < 1e17 ? value / 1e6 : value / 1e9
    return seconds < 253_402_300_799 ? seconds : nil
  }

  /// `240501` or `20240501` as a date, `083000` as a time.
  private mutating func readDigits(_ value: Int, count: Int, as compact: Compact) {
    let (high, middle, low) = (value / 10_000, value / 100 % 100, value % 100)
    switch compact {
    case .date: date = Self.midnight(count == 8 ? high : high + (high < 80 ? 2000 : 1900), middle, low)
    case .time:
      if count == 6, high < 24, middle < 60, low <= 60 { timeOfDay = Double(high * 3600 + middle * 60 + low) }
    }
  }

  /// A date and a time of day with dividers of any kind: `2024/5/1 8:30`, `01.05.2024`, `08:30:00.250`.
  private mutating func readWords(_ content: [UInt8]) {
    for word in content.split(whereSeparator: { $0 == .space || $0 | 0x20 == 0x74 }) {
      let time = word.contains(.colon) ? Self.timeOfDay(Array(word)) : nil
      let day = word.contains(.colon) ? nil : Self.day(Array(word))
      guard (time != nil && timeOfDay == nil) || (day != nil && date == nil) else {
        (date, timeOfDay) = (nil, nil)
        return
      }
      (date, timeOfDay) = (date ?? day, timeOfDay ?? time)
    }
    if let day = date, let time = timeOfDay { (date, timeOfDay, isWhole) = (day + time, nil, true) }
  }

  /// `2024-05-01`, `2024/5/1`, `2024.5.1` and `1.5.2024`. Days and months with slashes before the year are not read: they go both ways.
  private static func day(_ word: [UInt8]) -> Double? {
    guard let divider = word.first(where: { $0.digit == nil }), [.minus, 0x2F, .point].contains(divider) else { return nil }
    let parts = word.split(separator: divider, omittingEmptySubsequences: false).map { digits(Array($0)) }
    guard parts.count == 3, let first = parts[0], let second = parts[1], let third = parts[2] else { return nil }
    if first > 31 { return midnight(first, second, third) }
    return divider == .point && third > 31 ? midnight(third, second, first) : nil
  }

  /// `8:30`, `08:30:00`, `08:30:00.25`, `08:30:00,25Z`
  private static func timeOfDay(_ word: [UInt8]) -> Double? {
    var parts = word.split(separator: .colon, omittingEmptySubsequences: false).map { Array($0) }
    guard parts.count == 2 || parts.count == 3, let hours = digits(parts[0]), hours < 24, let last = parts.indices.last else { return nil }
    if parts[last].last.map({ $0 | 0x20 == 0x7A }) == true { parts[last].removeLast() }
    guard parts.count == 3 else { return digits(parts[1]).flatMap { $0 < 60 ? Double(hours * 3600 + $0 * 60) : nil } }
    guard let minutes = digits(parts[1]), minutes < 60 else { return nil }
    if let comma = parts[2].firstIndex(of: .comma) { parts[2][comma] = .point }
    guard parts[2].first?.digit != nil, let seconds = decimal(parts[2]), seconds < 61 else { return nil }
    return Double(hours * 3600 + minutes * 60) + seconds
  }

  private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Double? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    func padded(_ number: Int, _ width: Int) -> String { String(repeating: "0", count: width - String(number).utf8.count) + String(number) }
    return TimestampParser.parse(Array("\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T00:00:00Z".utf8).span)
  }

  private static func decimal(_ bytes: [UInt8]) -> Double? { DecimalParser.parse(bytes.span) }

  /// A few digits as a number.
  private static func digits(_ bytes: [UInt8]) -> Int? {
    guard !bytes.isEmpty, bytes.count <= 8 else { return nil }
    var value = 0
    for byte in bytes {
      guard let digit = byte.digit else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}
