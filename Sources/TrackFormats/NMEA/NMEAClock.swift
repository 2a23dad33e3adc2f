// Owns `NMEAClock`: dates for sentences that only tell the time of day.

/// Carries the date from the sentences that tell it to those that do not.
///
/// A time of day that is more than an hour before the last one is of the next day; less is taken for sentences out of order. As
/// long as no date is known days are counted from 1970-01-01, and ``shift`` then says what to add to the times given so far.
package struct NMEAClock: Sendable {
  /// The day of the last moment, in days since 1970, or since the first day where no date is known.
  private var day = 0
  /// The time of day of the last moment in seconds.
  private var timeOfDay = -Double.infinity
  /// Whether a date has been told.
  package private(set) var isDated = false
  /// The seconds to add to the times given before the first date; 0 until then.
  package private(set) var shift = 0.0

  /// Nothing told yet.
  package init() {}

  /// The day that a time of day without a date is of.
  @inline(__always)
  package func day(of time: Double) -> Int { time < timeOfDay - 3600 ? day + 1 : day }

  /// The day of a time of day that stands beside a whole second of a stated day, a second apart at most, be it around midnight; `nil` where
  /// it is another moment. Receivers write the whole second in ZDA, and its parts elsewhere.
  package static func day(of time: Double, beside second: Double, on day: Int) -> Int? {
    let difference = time - second
    let distance = difference > 43_200 ? difference - 86_400 : difference < -43_200 ? difference + 86_400 : difference
    return abs(distance) < 1 ? day + Int(((distance - difference) / 86_400).rounded()) : nil
  }

  /// The moment of a time of day, which is now.
  @inline(__always)
  package mutating func moment(_ time: Double, day stated: Int?) -> Double {
    let carried = day(of: time)
    if let stated, !isDated {
      isDated = true
      shift = Double(stated - carried) * 86_400
    }
    day = stated ?? carried
    timeOfDay = time
    return Double(day) * 86_400 + time
  }
}
