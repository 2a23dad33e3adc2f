// Owns `NMEAAccumulator`: the sentences of one epoch merged into one fix.

import TrackGeodesy
import TrackPlayback

/// A fix out of the sentences of one epoch.
public struct NMEAFix: Sendable, Hashable {
  /// The fix. Its time counts from a first day of 1970-01-01 as long as no sentence told a date.
  public var fix: Fix
  /// Whether the time's date is known.
  public var isDated: Bool
}

/// Why a sentence of a kind that is read could not be used.
public struct NMEAFault: Sendable, Hashable {
  /// What should have stood there.
  public var expected: String
  /// Whether only one value of it was lost.
  public var isValueOnly = false
}

/// Merges sentences of the same time of day (GGA, RMC, GLL, GNS, VTG, GST, ZDA) into one fix.
///
/// An epoch ends when a sentence of another time comes, so a fix is given out with the first sentence behind it; a live source that
/// falls silent calls ``finish()``. The position is that of the most telling sentence: GGA, GNS, RMC, GLL. RMC that says void makes
/// the epoch none, unless the receiver says that it simulates; quality 0, a void GLL and mode N give no position.
public struct NMEAAccumulator: Sendable {
  /// Times closer than this are the same: receivers write them with two digits in one sentence and three in another.
  package static let timeTolerance = 0.0055

  var epoch = NMEAEpoch()
  var clock = NMEAClock()

  /// Nothing heard yet.
  public init() {}

  /// Whether a date has been told.
  public var isDated: Bool { clock.isDated }

  /// The seconds to add to the times of fixes that were given out undated, once ``isDated``; 0 before.
  public var backfill: Double { clock.shift }

  /// Takes in a sentence that ``NMEASentence/isSound``.
  /// - Parameter fault: Is set where the sentence is of a kind that is read and cannot be used.
  /// - Returns: The fix of the epoch that it ends, if there is one.
  public mutating func take(_ sentence: NMEASentence, in bytes: Span<UInt8>, fault: inout NMEAFault?) -> NMEAFix? {
    switch sentence.kind {
    case .gga: return takeGGA(sentence, bytes, &fault)
    case .rmc: return takeRMC(sentence, bytes, &fault)
    case .gll: return takeGLL(sentence, bytes, &fault)
    case .gns: return takeGNS(sentence, bytes, &fault)
    case .zda: return takeZDA(sentence, bytes, &fault)
    case .gst: return takeGST(sentence, bytes)
    case .vtg:
      takeVTG(sentence, bytes)
      return nil
    case .other, .proprietary, .encapsulated: return nil
    }
  }

  /// Ends the epoch under way.
  /// - Returns: Its fix, if it has one.
  public mutating func finish() -> NMEAFix? {
    guard epoch.isOpen else { return nil }
    defer { epoch = NMEAEpoch() }
    let time = epoch.timeOfDay.isNaN ? nil : clock.moment(epoch.timeOfDay, day: epoch.day)
    guard epoch.rank > .none, !epoch.isVoid || epoch.isActive else { return nil }
    let fix = Fix(
      coordinate: Coordinate(latitude: epoch.latitude, longitude: epoch.longitude), altitude: epoch.altitude, time: time,
      course: epoch.course, speed: epoch.speed, horizontalAccuracy: epoch.accuracy)
    return NMEAFix(fix: fix, isDated: clock.isDated || time == nil)
  }

  /// Makes the epoch that of a time of day, ending the one before.
  ///
  /// Without times, a second sentence of the same kind begins an epoch.
  @inline(__always)
  mutating func begin(_ time: Double?, _ kind: NMEASentence.Kind) -> NMEAFix? {
    let bit = UInt16(1) << UInt16(kind.rawValue)
    var ended: NMEAFix?
    if let time {
      if epoch.isOpen, !(abs(time - epoch.timeOfDay) < Self.timeTolerance) { ended = finish() }
      if !epoch.isOpen { epoch.timeOfDay = time }
    } else if epoch.kinds & bit != 0 {
      ended = finish()
    }
    epoch.isOpen = true
    epoch.kinds |= bit
    return ended
  }
}

/// What the sentences of one epoch have told so far.
struct NMEAEpoch: Sendable {
  /// Which sentence a position is from, the better the greater.
  enum Rank: UInt8, Comparable {
    case none, gll, rmc, gns, gga
    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// Whether any sentence that belongs to an epoch has come.
  var isOpen = false
  /// Seconds of the day, NaN where no sentence told.
  var timeOfDay = Double.nan
  /// Days since 1970, where a sentence told.
  var day: Int?
  /// Whether ``day`` is from a ZDA, which tells the century too.
  var hasWholeYear = false
  var rank = Rank.none
  var latitude = 0.0
  var longitude = 0.0
  var altitude: Double?
  var speed: Double?
  var course: Double?
  var accuracy: Double?
  /// Whether an RMC says that there is no fix.
  var isVoid = false
  /// Whether an RMC says that there is one.
  var isActive = false
  /// The kinds of sentences that have come, as bits.
  var kinds: UInt16 = 0

  @inline(__always)
  mutating func place(_ latitude: Double, _ longitude: Double, _ rank: Rank) {
    // The satellite systems of one receiver may each have a sentence of their own: the first stays.
    guard rank > self.rank else { return }
    (self.latitude, self.longitude, self.rank) = (latitude, longitude, rank)
  }
}
