// Owns `FixRejection`, `FixVerdict` and `FixCounts`: what becomes of the fixes of a live source, and how many there were of each.

/// Why a fix of a live source was not taken; the rules stand at ``FixFilter``.
public enum FixRejection: Int, Sendable, Hashable, CaseIterable {
  /// The receiver says that it has none.
  case noFix
  /// The place is none: a latitude beyond ±90°, or not a number.
  case invalidPlace
  /// The accuracy is negative or no number: the receiver calls the fix invalid.
  case invalidAccuracy
  /// The same place at the same time as the last one taken.
  case duplicate
  /// Older than the last one taken.
  case late
  /// Farther away than anything could have gone in the time.
  case impossible
}

/// Why a fix begins a new segment.
public enum SegmentReason: Sendable, Hashable {
  /// It is the first of its source.
  case first
  /// The source's clock was set back.
  case clockReset
  /// The source is somewhere else, and stays there.
  case jump
}

/// What became of a fix.
public enum FixVerdict: Sendable, Hashable {
  /// Taken, with the time that holds for it; `newSegment` says why it does not go on from the one before, `nil` where it does.
  case accepted(Fix, newSegment: SegmentReason?)
  /// Not taken.
  case rejected(FixRejection)

  /// The fix, if it was taken.
  public var fix: Fix? {
    if case .accepted(let fix, _) = self { return fix }
    return nil
  }

  /// Whether it was taken and begins a new segment.
  public var startsSegment: Bool {
    if case .accepted(_, .some) = self { return true }
    return false
  }
}

/// How many fixes of a live source came, were taken, and were not for each reason.
public struct FixCounts: Sendable, Hashable {
  /// A lane a reason.
  private var lanes = SIMD8<Int>()
  /// How many were taken.
  public private(set) var accepted = 0
  /// How many times a clock was taken for reset, and how many jumps were believed.
  public private(set) var clockResets = 0
  public private(set) var jumps = 0

  /// None.
  public init() {}

  /// How many were not taken for a reason.
  public subscript(reason: FixRejection) -> Int { lanes[reason.rawValue] }
  /// How many were not taken.
  public var rejected: Int { lanes.wrappedSum() }
  /// How many came.
  public var raw: Int { accepted + rejected }

  /// Counts what became of a fix.
  mutating func count(_ verdict: FixVerdict) {
    switch verdict {
    case .rejected(let reason): lanes[reason.rawValue] += 1
    case .accepted(_, let reason):
      accepted += 1
      if reason == .clockReset { clockResets += 1 }
      if reason == .jump { jumps += 1 }
    }
  }

  /// The counts of several sources together.
  public static func + (one: FixCounts, other: FixCounts) -> FixCounts {
    var sum = one
    sum.lanes &+= other.lanes
    sum.accepted += other.accepted
    sum.clockResets += other.clockResets
    sum.jumps += other.jumps
    return sum
  }
}
