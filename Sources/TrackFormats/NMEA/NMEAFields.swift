// Owns `NMEAFields`: the fields of a sentence, one after another, and what they mean as numbers, times and angles.

/// Goes through the fields of a sentence from the first to the last.
package struct NMEAFields {
  private var position: Int
  private let end: Int

  package init(_ sentence: NMEASentence) {
    position = sentence.fields.lowerBound
    end = sentence.fields.upperBound
  }

  /// The place of the next field, empty where there is nothing in it or none any more.
  @inline(__always)
  package mutating func next(_ bytes: Span<UInt8>) -> Range<Int> {
    let start = position
    var index = start
    while index < end, bytes[index] != .comma { index += 1 }
    position = min(index + 1, end)
    return start..<index
  }

  @inline(__always)
  package mutating func skip(_ count: Int, _ bytes: Span<UInt8>) {
    for _ in 0..<count { _ = next(bytes) }
  }

  /// The next field where it is one letter, else 0.
  @inline(__always)
  package mutating func letter(_ bytes: Span<UInt8>) -> UInt8 {
    let field = next(bytes)
    return field.count == 1 ? bytes[field.lowerBound] : 0
  }

  /// The next field as a number, `nil` where it is none.
  @inline(__always)
  package mutating func number(_ bytes: Span<UInt8>) -> Double? {
    let field = next(bytes)
    return Self.number(bytes, field)
  }

  /// A field as a number, `nil` where it is none.
  @inline(__always)
  package static func number(_ bytes: Span<UInt8>, _ field: Range<Int>) -> Double? {
    guard !field.isEmpty else { return nil }
    var place = field.lowerBound
    // The field ends at a comma, star or line end, where a number ends too.
    guard let value = DecimalParser.scan(bytes, at: &place), place == field.upperBound, value.isFinite else { return nil }
    return value
  }
}

/// What VTG says.
package struct NMEAVelocity {
  /// Degrees from true north.
  package let course: Double?
  /// The field of the degrees from magnetic north.
  package let magneticCourse: Range<Int>
  package let knots: Double?
  /// In an hour.
  package let kilometres: Double?
}

/// A value that may be absent, or stand there as nonsense.
package enum NMEAValue: Equatable {
  case absent
  case value(Double)
  case bad
}

extension NMEAFields {
  /// The next field, `hhmmss.sss`, as seconds of the day.
  @inline(__always)
  package mutating func timeOfDay(_ bytes: Span<UInt8>) -> NMEAValue {
    let field = next(bytes)
    guard !field.isEmpty else { return .absent }
    guard let parts = Self.parts(bytes, field), parts.whole < 240_000 else { return .bad }
    let hour = parts.whole / 10_000
    let minute = parts.whole / 100 % 100
    let second = parts.whole % 100
    guard minute < 60, second <= 60 else { return .bad }
    return .value(Double(hour * 3600 + minute * 60 + second) + Double(parts.fraction) / Double(parts.scale))
  }

  /// The next two fields, `ddmm.mmm` or `dddmm.mmm` and a letter, as degrees.
  @inline(__always)
  package mutating func angle(_ bytes: Span<UInt8>, limit: UInt64, positive: UInt8, negative: UInt8) -> NMEAValue {
    let field = next(bytes)
    let side = letter(bytes)
    guard !field.isEmpty else { return .absent }
    guard let parts = Self.parts(bytes, field), side == positive || side == negative else { return .bad }
    // Some receivers round 59.99999 minutes up to 60 and leave it so.
    guard parts.whole % 100 < 60 || (parts.whole % 100 == 60 && parts.fraction == 0) else { return .bad }
    // Degrees and minutes as one exact whole number of tiny parts, so that only the division rounds.
    let minutes = parts.whole / 100 * 60 + parts.whole % 100
    guard minutes < limit * 60 || (minutes == limit * 60 && parts.fraction == 0) else { return .bad }
    let degrees = Double(minutes * parts.scale + parts.fraction) / Double(60 * parts.scale)
    return .value(side == positive ? degrees : -degrees)
  }

  /// All fields of VTG: `course, T, magnetic course, M, knots, N, km/h, K, mode`; before version 2 the four numbers without their letters.
  /// - Returns: `nil` where the mode says that nothing of it holds.
  @inline(__always)
  package mutating func velocity(_ bytes: Span<UInt8>) -> NMEAVelocity? {
    let course = number(bytes)
    let second = next(bytes)
    let isOld = second.count > 1
    let magneticCourse = isOld ? second : next(bytes)
    if !isOld { skip(1, bytes) }
    let knots = number(bytes)
    if !isOld { skip(1, bytes) }
    let kilometres = number(bytes)
    if !isOld {
      skip(1, bytes)
      if letter(bytes) == 0x4E { return nil }
    }
    return NMEAVelocity(course: course, magneticCourse: magneticCourse, knots: knots, kilometres: kilometres)
  }

  /// A date out of a field `ddmmyy`, as days since 1970; two digits from 80 on are years of the twentieth century, when GPS began.
  package static func date(_ bytes: Span<UInt8>, _ field: Range<Int>) -> Int? {
    guard field.count <= 6, let parts = parts(bytes, field), parts.scale == 1 else { return nil }
    let short = Int(parts.whole % 100)
    return days(year: short >= 80 ? 1900 + short : 2000 + short, month: Int(parts.whole / 100 % 100), day: Int(parts.whole / 10_000))
  }

  /// A date as days since 1970, `nil` where the calendar has none such.
  package static func days(year: Int, month: Int, day: Int) -> Int? {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1, day <= TimestampParser.days(inMonth: month, of: year)
    else { return nil }
    return TimestampParser.daysSince1970(year: year, month: month, day: day)
  }

  /// The digits before and behind the point: at most seven and, of those behind, the first eleven; nothing else may stand there.
  @inline(__always)
  private static func parts(_ bytes: Span<UInt8>, _ field: Range<Int>) -> (whole: UInt64, fraction: UInt64, scale: UInt64)? {
    var index = field.lowerBound
    var whole: UInt64 = 0
    while index < field.upperBound, let digit = bytes[index].digit {
      whole = whole * 10 + digit
      index += 1
      guard index - field.lowerBound <= 7 else { return nil }
    }
    guard index > field.lowerBound else { return nil }
    var fraction: UInt64 = 0
    var scale: UInt64 = 1
    guard index < field.upperBound else { return (whole, 0, 1) }
    guard bytes[index] == .point else { return nil }
    index += 1
    while index < field.upperBound, let digit = bytes[index].digit {
      // 10800 minutes in 10⁻¹¹ parts still are a whole number that a Double holds.
      if scale < 100_000_000_000 {
        fraction = fraction * 10 + digit
        scale *= 10
      }
      index += 1
    }
    return index == field.upperBound ? (whole, fraction, scale) : nil
  }
}
