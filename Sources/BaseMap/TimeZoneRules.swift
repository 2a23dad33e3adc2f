// Owns `TimeZoneRules`: what a zone's clocks show at a moment, from the bytes of a TZif file.

/// The offsets of a time zone from UTC, past and future, as a TZif file tells them (RFC 9636, versions 1 to 4).
///
/// The file is hostile until shown otherwise: every count is checked against its length before anything is kept, and memory is bounded by a
/// small multiple of the file's size. Leap seconds (the `right/` zones) are not counted: moments are POSIX time.
public struct TimeZoneRules: Sendable, Hashable {
  /// What clocks show for a while.
  struct Period: Sendable, Hashable {
    /// Seconds east of UTC.
    let offset: Int
    let isDaylightSaving: Bool
    /// Such as `CET`, or `+01`.
    let abbreviation: String
  }

  /// Moments at which the clocks change, ascending, in seconds since 1970.
  private let transitions: [Int64]
  /// The period that begins with each transition.
  private let periodNumbers: [UInt8]
  private let periods: [Period]
  /// What holds after the last transition.
  private let rule: PosixTimeZone?

  /// Reads a TZif file; `nil` where it is none, breaks off, or contradicts itself.
  ///
  /// - Parameter bytes: the whole file. Of version 1 the 32-bit data are read; of later ones the 64-bit data and the rule in the footer.
  public init?(bytes: [UInt8]) {
    var source = TZifBytes(bytes: bytes)
    guard let first = TZifHeader(&source) else { return nil }
    if first.version == 0 {
      guard let block = TZifBlock(&source, first, timeSize: 4) else { return nil }
      self.init(block, rule: nil)
      return
    }
    guard source.skip(first.size(timeSize: 4)), let second = TZifHeader(&source), let block = TZifBlock(&source, second, timeSize: 8),
      let footer = source.footer()
    else { return nil }
    // An empty footer says nothing of later times; one that cannot be read makes the file useless for them, so it is refused.
    let rule = PosixTimeZone(footer)
    guard footer.isEmpty || rule != nil else { return nil }
    self.init(block, rule: rule)
  }

  private init(_ block: TZifBlock, rule: PosixTimeZone?) {
    transitions = block.transitions
    periodNumbers = block.periodNumbers
    periods = block.periods
    self.rule = rule
  }

  /// Seconds east of UTC that clocks show at a moment.
  ///
  /// - Parameter moment: seconds since 1970-01-01 00:00 UTC, any number; what is none counts as the distant past.
  /// - Returns: −90,000 … 94,000.
  public func offset(at moment: Double) -> Int { period(at: moment).offset }

  /// What the time is called at a moment, such as `CET` or `+0545`.
  public func abbreviation(at moment: Double) -> String { period(at: moment).abbreviation }

  /// Whether daylight saving time holds at a moment.
  public func isDaylightSaving(at moment: Double) -> Bool { period(at: moment).isDaylightSaving }

  private func period(at moment: Double) -> Period {
    // Offsets hold for whole seconds; the bound keeps the sums of the rule from overflowing.
    let second = moment.isNaN ? Int64.min : Int64(max(-1e17, min(1e17, moment.rounded(.down))))
    guard let last = transitions.last, second < last else { return rule?.period(at: second) ?? period(after: transitions.count - 1) }
    // The first transition that is later than the moment.
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return period(after: low - 1)
  }

  /// The period that begins with a transition; before all of them holds the first (RFC 9636 section 3.2).
  private func period(after transition: Int) -> Period {
    guard transition >= 0 else { return periods[0] }
    return periods[Int(periodNumbers[transition])]
  }
}
