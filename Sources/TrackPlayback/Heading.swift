// Owns `Heading`: where a device points, as its compass gives it.

/// Where a device points, as its compass gives it; `nil` is "not said".
public struct Heading: Sendable, Hashable {
  /// Degrees clockwise from magnetic north; any number of turns.
  public var magnetic: Double?
  /// Degrees clockwise from true north; any number of turns.
  public var `true`: Double?
  /// How far in degrees the magnetic heading may be off. 0 is valid; a negative number says that the heading is not.
  public var accuracy: Double?
  /// The moment in seconds since 1970 UTC.
  public var time: Double?
  /// Whether the device asks to be calibrated, because of interference.
  public var isInterfered: Bool

  /// A heading; what is left out is unknown.
  public init(
    magnetic: Double? = nil, true: Double? = nil, accuracy: Double? = nil, time: Double? = nil, isInterfered: Bool = false
  ) {
    self.magnetic = magnetic
    self.true = `true`
    self.accuracy = accuracy
    self.time = time
    self.isInterfered = isInterfered
  }

  /// Whether it holds: it has a finite number, and its accuracy is not called invalid.
  public var isValid: Bool {
    let hasNumber = magnetic?.isFinite ?? false || `true`?.isFinite ?? false
    return hasNumber && accuracy.map { $0 >= 0 } ?? true
  }
}
