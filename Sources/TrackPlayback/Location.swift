// Owns `Location` and `LocationUpdate`: a fix as a location source hands it out, and the pair that an update carries.

import TrackGeodesy

/// A fix as a ``LocationSource`` hands it out: with the mark whether it was measured or made up.
public struct Location: Sendable, Hashable {
  /// Where, when, how fast. A negative `horizontalAccuracy` in here says that the source calls the fix invalid; `nil` is unknown.
  public var fix: Fix
  /// Whether software made it up: a simulator or a mock, not a receiver.
  public var isSimulated: Bool

  /// A location; measured, unless it is said to be simulated.
  public init(_ fix: Fix, isSimulated: Bool = false) {
    self.fix = fix
    self.isSimulated = isSimulated
  }

  /// The place, WGS 84.
  public var coordinate: Coordinate { fix.coordinate }
}

/// One update of a location source: where it was when it last spoke, and where it is.
public struct LocationUpdate: Sendable, Hashable {
  /// The location delivered before; in the first update it equals ``current``.
  public var previous: Location
  /// The location now.
  public var current: Location

  /// An update from one location to the next.
  public init(previous: Location, current: Location) {
    self.previous = previous
    self.current = current
  }

  /// Both, oldest first: always two elements. Whoever wants one place takes the last.
  public var locations: [Location] { [previous, current] }
}
