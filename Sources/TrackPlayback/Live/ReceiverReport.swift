// Owns `ReceiverReport`: what a receiver says of one moment, with or without a fix.

import TrackGeodesy

/// How much of a position a receiver knows.
public enum FixMode: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// Not said.
  case unknown = 0
  /// No fix.
  case none = 1
  /// Latitude and longitude.
  case twoDimensional = 2
  /// Altitude too.
  case threeDimensional = 3

  public static func < (one: FixMode, other: FixMode) -> Bool { one.rawValue < other.rawValue }
}

/// How a fix was come by. The raw values are those of gpsd's `status`.
public enum FixStatus: UInt8, Sendable, Hashable, CaseIterable {
  case unknown = 0
  case normal = 1
  case differential = 2
  case rtkFixed = 3
  case rtkFloat = 4
  case deadReckoning = 5
  case combined = 6
  case time = 7
  case simulated = 8
  case
    militaryPrecise = 9
}

/// The 95 % or 68 % errors that a receiver estimates, in the sense of gpsd's TPV; `nil` is "not said".
public struct ErrorEstimates: Sendable, Hashable {
  /// Metres east–west, north–south, and vertically.
  public var longitude: Double?
  public var latitude: Double?
  public var vertical: Double?
  /// Metres in the plane and in space.
  public var horizontal: Double?
  public var spherical: Double?
  /// Metres a second, of speed over ground and of climb.
  public var speed: Double?
  public var climb: Double?
  /// Degrees of course, and seconds of time.
  public var course: Double?
  public var time: Double?

  /// No estimates.
  public init() {}
}

/// What a receiver says of one moment: gpsd's TPV, or one epoch of NMEA sentences.
///
/// The place, time, course, speed and horizontal accuracy are those of ``fix``; without a fix there is at most a ``time``.
public struct ReceiverReport: Sendable, Hashable {
  /// Which receiver, vehicle or person: gpsd's device, or the id of a line. Empty where the source does not name it.
  public var source: String
  /// How much is known.
  public var mode: FixMode
  /// How it was come by.
  public var status: FixStatus
  /// The moment in seconds since 1970 UTC, also where there is no fix.
  public var time: Double?
  /// The fix in the modes that have one. Its altitude is that above mean sea level where the receiver says it, else above the ellipsoid.
  public var fix: Fix?
  /// Metres above the ellipsoid of WGS 84, and of the geoid above it.
  public var ellipsoidalHeight: Double?
  public var geoidSeparation: Double?
  /// Metres a second upwards.
  public var climb: Double?
  /// Degrees by which magnetic north lies east of true north, as the receiver says.
  public var magneticVariation: Double?
  /// Degrees from magnetic north of the course over the ground, as the receiver says.
  public var magneticCourse: Double?
  /// What it estimates of its errors.
  public var errors: ErrorEstimates

  /// A report; what is left out is unknown.
  public init(
    source: String = "", mode: FixMode = .unknown, status: FixStatus = .unknown, time: Double? = nil, fix: Fix? = nil,
    ellipsoidalHeight: Double? = nil, geoidSeparation: Double? = nil, climb: Double? = nil, magneticVariation: Double? = nil,
    magneticCourse: Double? = nil, errors: ErrorEstimates = ErrorEstimates()
  ) {
    self.source = source
    self.mode = mode
    self.status = status
    self.time = time
    self.fix = fix
    self.ellipsoidalHeight = ellipsoidalHeight
    self.geoidSeparation = geoidSeparation
    self.climb = climb
    self.magneticVariation = magneticVariation
    self.magneticCourse = magneticCourse
    self.errors = errors
  }

  /// Whether software made the fix up.
  public var isSimulated: Bool { status == .simulated }
}
