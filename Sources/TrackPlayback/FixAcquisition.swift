// Owns `FixAcquisition`: when a fix is good enough. The rules for one fix stand in `FixAcquisition+Rules.swift`, those for its place's name
// in `FixAcquisition+Place.swift`.

import TrackGeodesy

/// How a ``FixAcquisition`` judges.
public struct FixAcquisitionOptions: Sendable, Hashable {
  /// The accuracy in metres at which the search is over.
  public var desiredAccuracy: Double
  /// The age in seconds beyond which a fix is dropped.
  public var maximumAge: Double
  /// The seconds within which any fix at all has to come.
  public var timeLimit: Double
  /// The search is also over when a fix that is no better lies closer than this many metres to the best one …
  public var settledDistance: Double
  /// … and is more than this many seconds younger.
  public var settledTime: Double

  /// Options; the defaults are those that the source of this design had.
  public init(
    desiredAccuracy: Double = 10, maximumAge: Double = 5, timeLimit: Double = 60, settledDistance: Double = 1, settledTime: Double = 10
  ) {
    self.desiredAccuracy = desiredAccuracy
    self.maximumAge = maximumAge
    self.timeLimit = timeLimit
    self.settledDistance = settledDistance
    self.settledTime = settledTime
  }
}

/// The search for a fix that is good enough, as a state machine without a clock.
///
/// ```
///              start            accuracy ≤ desired                    ┌─► found
///  idle ──────────────► searching ────────────────────────────────────┤
///   ▲                    │  │  └── no better, within 1 m, 10 s later ──┴─► forced
///   └───── stop ─────────┘  └───── 60 s without any fix ──► timedOut       error that does not pass ──► failed
/// ```
///
/// `now` is the host's time in seconds since 1970-01-01T00:00:00 UTC; it may stand still but should not go back. Nothing happens by itself:
/// hand in fixes and errors as they come, and call ``advance(to:)`` at ``deadline``.
///
/// **Age** is counted on the source's clock, against the host's. Where fixes arrive steadily (three in a row, each with a later time than
/// the one before, at most ``FixAcquisitionOptions/maximumAge`` apart and not in a burst) although their times are more than that off, it is the clocks that
/// differ, in a board without a clock or a replayed log: then age counts from arrival, and ``clockDifference`` says by how much.
///
/// **Accuracy** that is unknown (`nil`) is worse than any that is known: such a fix is kept while there is no other, never good enough by
/// itself, and may be forced. Accuracy that is negative or no number is invalid: the fix is dropped.
public struct FixAcquisition: Sendable, Hashable {
  /// How far the search is.
  public enum Status: Sendable, Hashable {
    /// Not begun, or stopped.
    case idle
    /// Under way; the best fix so far, if any, is too poor.
    case searching
    /// Over: the best fix is as accurate as desired.
    case found
    /// Over: it does not get better, and the source stands still.
    case forced
    /// Over: no fix came within the time limit.
    case timedOut
    /// Over: the source cannot be used.
    case failed(LocationError)
  }

  /// What became of a fix.
  public enum Verdict: Sendable, Hashable {
    /// No search is under way.
    case ignored
    /// Dropped: the place is none.
    case invalidPlace
    /// Dropped: the source calls its accuracy invalid.
    case invalidAccuracy
    /// Dropped: older than allowed, by its age in seconds.
    case tooOld(Double)
    /// Not better than the best so far, which stays.
    case notBetter
    /// Not better, but it ends the search: the best one stays the result.
    case forced
    /// The best so far.
    case kept
    /// The best, and good enough.
    case found
  }

  /// How it judges.
  public let options: FixAcquisitionOptions
  /// How far the search is.
  public internal(set) var status = Status.idle
  /// The best fix of this search.
  public internal(set) var best: Fix?
  /// The last error of this search, also one that passes; cleared by a fix that is kept.
  public internal(set) var lastError: LocationError?
  /// The host's time minus the source's in seconds, where they differ by more than the allowed age and age is counted from arrival.
  public internal(set) var clockDifference: Double?
  /// What is asked and known about the name of the best fix's place.
  public internal(set) var place = PlaceName()

  /// The moment at which the search began.
  var began = 0.0
  /// The moment at which the best fix came in, and whether its age counts from then.
  var bestArrival = 0.0
  var isBestAgedByArrival = false
  /// The fix before: its own time, and when it came in. How many in a row came in steadily.
  var lastTime: Double?
  var lastArrival = 0.0
  var steadyCount = 0

  /// A search that has not begun.
  public init(options: FixAcquisitionOptions = .init()) {
    self.options = options
  }

  /// Whether a search is under way.
  public var isSearching: Bool { status == .searching }

  /// Begins a search anew: forgets the best fix, its place's name and the last error.
  public mutating func start(at now: Double) {
    let request = place.lastRequest
    self = FixAcquisition(options: options)
    place.lastRequest = request
    status = .searching
    began = now
  }

  /// Ends the search without a result beyond the best fix so far; its time limit is void.
  public mutating func stop() {
    if isSearching { status = .idle }
  }

  /// The moment at which to call ``advance(to:)``: that of the time limit, as long as no fix has come. `nil` where nothing is due.
  public var deadline: Double? { isSearching && best == nil ? began + options.timeLimit : nil }

  /// Lets time pass: ends the search at its time limit if no fix has come at all. A fix that is too poor never times out.
  public mutating func advance(to now: Double) {
    guard let deadline, now >= deadline else { return }
    status = .timedOut
    lastError = .timedOut
  }

  /// Takes in an error of the source: one that passes is noted, any other ends the search at once.
  public mutating func fail(_ error: LocationError) {
    guard isSearching else { return }
    lastError = error
    if !error.isPassing { status = .failed(error) }
  }

  /// The age of the best fix in seconds, not negative: by its own time, or from its arrival where it has none or the clocks differ.
  public func ageOfBest(at now: Double) -> Double? {
    guard let best else { return nil }
    // A time later than the arrival is that of a clock that runs ahead.
    return max(0, now - (isBestAgedByArrival ? bestArrival : min(best.time ?? bestArrival, bestArrival)))
  }
}
