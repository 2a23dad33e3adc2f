// Owns the agreement between what gives positions and what takes them: `LocationSource`, `LocationDelegate`, their messages and errors.

/// Kinds of messages that a ``LocationSource`` can send and a ``LocationDelegate`` handles.
public struct LocationMessages: OptionSet, Sendable, Hashable {
  /// One bit a kind.
  public let rawValue: UInt8
  /// The kinds whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// New locations.
  public static let locations = LocationMessages(rawValue: 1)
  /// New headings.
  public static let headings = LocationMessages(rawValue: 2)
  /// Failures.
  public static let failures = LocationMessages(rawValue: 4)
  /// All of them.
  public static let all: LocationMessages = [.locations, .headings, .failures]
}

/// Why a source gives no location, or no heading.
public enum LocationError: Error, Sendable, Hashable {
  /// The position is not known at the moment; it may be in the next. The only error that passes by itself.
  case positionUnknown
  /// There is no source of locations, or it is gone.
  case locationUnavailable
  /// There is no source of headings; the course over the ground has to do.
  case headingUnavailable
  /// The source may not be used.
  case denied
  /// No fix at all came within the time limit; see ``FixAcquisition``.
  case timedOut
  /// A simulator was started with no route loaded.
  case nothingToPlay
  /// What the source itself says, in its words.
  case source(String)

  /// Whether the source goes on by itself: a search need not end.
  public var isPassing: Bool { self == .positionUnknown }
}

extension LocationError: CustomStringConvertible {
  /// One sentence in English, with a small first letter and without a full stop.
  public var description: String {
    switch self {
    case .positionUnknown: "the position is not known at the moment"
    case .locationUnavailable: "there is no source of locations"
    case .headingUnavailable: "there is no source of headings"
    case .denied: "the source of locations may not be used"
    case .timedOut: "no fix came within the time limit"
    case .nothingToPlay: "no route is loaded"
    case .source(let words): words
    }
  }
}

/// What gives locations: a receiver, a ``LocationSimulator``, a ``MockLocationProxy``.
public protocol LocationSource: AnyObject, Sendable {
  /// Who is told; held weakly, so that somebody else has to keep it. May be set at any time from any thread.
  var delegate: (any LocationDelegate)? { get set }
  /// The kinds of messages that this source is able to send.
  var available: LocationMessages { get }
}

extension LocationSource {
  /// What a program should tell the person before it starts: no locations, no headings. Empty where nothing is missing.
  public var shortcomings: [LocationError] {
    var errors: [LocationError] = []
    if !available.contains(.locations) { errors.append(.locationUnavailable) }
    if !available.contains(.headings) { errors.append(.headingUnavailable) }
    return errors
  }
}

/// What takes locations. Every callback has a default that does nothing.
///
/// **Where callbacks run.** Never two at once for the same source, and in order; on no particular thread or actor: a
/// ``LocationSimulator`` calls from its own task, a ``MockLocationProxy`` from whatever thread sets the mock or feeds it. A delegate that
/// belongs to an actor hops there itself, or iterates over the source's updates instead. No lock that a callback could need is held: it may
/// start, stop and set everything of its source.
public protocol LocationDelegate: AnyObject, Sendable {
  /// The kinds of messages that are handled; sources send no others. All by default.
  var handledMessages: LocationMessages { get }

  /// New locations, oldest first, never empty. A ``LocationSimulator`` gives two, the previous and the current; take the last.
  func locationSource(_ source: any LocationSource, didUpdateLocations locations: [Location])
  /// A new heading.
  func locationSource(_ source: any LocationSource, didUpdateHeading heading: Heading)
  /// The source failed; unless the error `isPassing`, nothing more comes until it is started again.
  func locationSource(_ source: any LocationSource, didFailWithError error: LocationError)
}

extension LocationDelegate {
  /// All kinds.
  public var handledMessages: LocationMessages { .all }
  /// Nothing.
  public func locationSource(_ source: any LocationSource, didUpdateLocations locations: [Location]) {}
  /// Nothing.
  public func locationSource(_ source: any LocationSource, didUpdateHeading heading: Heading) {}
  /// Nothing.
  public func locationSource(_ source: any LocationSource, didFailWithError error: LocationError) {}
}

/// A delegate held weakly, to be kept in a value.
struct WeakDelegate {
  weak var value: (any LocationDelegate)?
}
