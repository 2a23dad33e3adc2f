// Owns `PosixTimeZone`: the rule of a TZ string, by which a zone's clocks change every year.

/// A rule such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1-2024, section 8.3, with the hours of RFC 9636 section 3.3.2).
struct PosixTimeZone: Sendable, Hashable {
  private struct Daylight: Sendable, Hashable {
    let period: TimeZoneRules.Period
    let start: YearlyMoment
    let end: YearlyMoment
  }

  private let standard: TimeZoneRules.Period
  private let daylight: Daylight?

  /// The rule that a text spells; `nil` where it spells none.
  init?(_ text: ArraySlice<UInt8>) {
    var scanner = RuleScanner(text)
    guard let name = scanner.name(), let west = scanner.time(most: 24) else { return nil }
    standard = TimeZoneRules.Period(offset: -west, isDaylightSaving: false, abbreviation: name)
    guard !scanner.isAtEnd else {
      daylight = nil
      return
    }
    guard let daylightName = scanner.name() else { return nil }
    var offset = standard.offset + 3600
    if !scanner.isAt(UInt8(ascii: ",")) {
      guard let west = scanner.time(most: 24) else { return nil }
      offset = -west
    }
    guard scanner.accept(UInt8(ascii: ",")), let start = YearlyMoment(&scanner), scanner.accept(UInt8(ascii: ",")),
      let end = YearlyMoment(&scanner), scanner.isAtEnd
    else { return nil }
    let period = TimeZoneRules.Period(offset: offset, isDaylightSaving: true, abbreviation: daylightName)
    daylight = Daylight(period: period, start: start, end: end)
  }

  /// What holds at a second since 1970.
  func period(at second: Int64) -> TimeZoneRules.Period {
    guard let daylight else { return standard }
    // The calendar repeats after 400 years of 146,097 days, weekdays too.
    let cycle = 146_097 * 86_400
    let moment = (Int(second) % cycle + cycle) % cycle
    let year = GregorianYear.containing(day: moment / 86_400)
    // Changes lie up to a week outside their year, and either change may come first: the latest one up to the moment decides.
    var latest = Int.min
    var isDaylight = false
    for candidate in (year - 1)...(year + 1) {
      let start = daylight.start.second(in: candidate) - standard.offset
      let end = daylight.end.second(in: candidate) - daylight.period.offset
      // Where saving ends as it begins anew, it never stops (RFC 9636's "all year" rules).
      if end <= moment, end > latest { (latest, isDaylight) = (end, false) }
      if start <= moment, start >= latest { (latest, isDaylight) = (start, true) }
    }
    return isDaylight ? daylight.period : standard
  }
}

/// A day of each year and a time of that day.
private struct YearlyMoment: Sendable, Hashable {
  private enum Day: Sendable, Hashable {
    /// 1…365, 29 February never counted.
    case julian(Int)
    /// 0…365, 29 February counted.
    case zeroBased(Int)
    /// Month 1…12, week 1…5 (5 is the last), weekday 0…6 from Sunday.
    case weekday(month: Int, week: Int, day: Int)
  }

  private let day: Day
  /// Seconds after local midnight, −167…167 hours.
  private let time: Int

  init?(_ scanner: inout RuleScanner) {
    if scanner.accept(UInt8(ascii: "M")) {
      guard let month = scanner.number(in: 1...12), scanner.accept(UInt8(ascii: ".")), let week = scanner.number(in: 1...5),
        scanner.accept(UInt8(ascii: ".")), let weekday = scanner.number(in: 0...6)
      else { return nil }
      day = .weekday(month: month, week: week, day: weekday)
    } else if scanner.accept(UInt8(ascii: "J")) {
      guard let number = scanner.number(in: 1...365) else { return nil }
      day = .julian(number)
    } else {
      guard let number = scanner.number(in: 0...365) else { return nil }
      day = .zeroBased(number)
    }
    guard scanner.accept(UInt8(ascii: "/")) else {
      time = 7200
      return
    }
    guard let time = scanner.time(most: 167) else { return nil }
    self.time = time
  }

  /// Seconds since 1970 on a clock that shows local time.
  func second(in year: Int) -> Int {
    let first = GregorianYear.firstDay(of: year)
    let isLeap = GregorianYear.isLeap(year)
    switch day {
    case .julian(let number): return (first + number - 1 + (isLeap && number > 59 ? 1 : 0)) * 86_400 + time
    case .zeroBased(let number): return (first + number) * 86_400 + time
    case .weekday(let month, let week, let weekday):
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      let start = first + lengths[..<(month - 1)].reduce(0, +)
      // 1 January 1970 was a Thursday; years before it are not asked for beyond 1969.
      let firstWeekday = ((start + 4) % 7 + 7) % 7
      var date = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      while date >= lengths[month - 1] { date -= 7 }
      return (start + date) * 86_400 + time
    }
  }
}

/// Days and years of the Gregorian calendar.
private enum GregorianYear {
  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// Days from 1 January 1970 to 1 January of a year from 1969 on.
  static func firstDay(of year: Int) -> Int {
    let before = year - 1
    return 365 * (year - 1970) + (before / 4 - 492) - (before / 100 - 19) + (before / 400 - 4)
  }

  /// The year of a day since 1970, 0 or more.
  static func containing(day: Int) -> Int {
    var year = 1970 + day / 366
    while firstDay(of: year + 1) <= day { year += 1 }
    return year
  }
}

/// Reads the pieces of a rule.
private struct RuleScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  func isAt(_ byte: UInt8) -> Bool { rest.first == byte }

  mutating func accept(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Three letters or more, or letters, digits and signs in angle brackets.
  mutating func name() -> String? {
    let isQuoted = accept(UInt8(ascii: "<"))
    let name = rest.prefix { byte in
      let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      return isLetter || isQuoted && (isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))
    }
    rest = rest.dropFirst(name.count)
    guard name.count >= 3, name.count <= 16, !isQuoted || accept(UInt8(ascii: ">")) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// `[+|-]hh[:mm[:ss]]` in seconds.
  mutating func time(most hours: Int) -> Int? {
    let isNegative = accept(UInt8(ascii: "-"))
    if !isNegative { _ = accept(UInt8(ascii: "+")) }
    guard var seconds = number(in: 0...hours).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where accept(UInt8(ascii: ":")) {
      guard let part = number(in: 0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// A decimal number of at most three digits.
  mutating func number(in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard !digits.isEmpty, digits.count <= 3 else { return nil }
    rest = rest.dropFirst(digits.count)
    let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(value) ? value : nil
  }
}
