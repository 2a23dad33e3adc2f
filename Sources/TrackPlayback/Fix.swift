// Owns `Fix`: one position as a source gave it.

import TrackGeodesy

/// One position as a source gave it.
///
/// `nil` means that the source did not say; there are no magic values such as −1.
public struct Fix: Sendable, Hashable {
  /// The place, WGS 84.
  public var coordinate: Coordinate
  /// The altitude in metres, above whatever the source counts from (mean sea level in most files).
  public var altitude: Double?
  /// The moment in seconds since 1970-01-01T00:00:00 UTC, leap seconds not counted.
  public var time: Double?
  /// The course over the ground in degrees from true north, 0 ..< 360.
  public var course: Double?
  /// The speed over the ground in metres a second, not negative.
  public var speed: Double?
  /// The radius in metres within which the true place lies with about 68 % likelihood, not negative.
  public var horizontalAccuracy: Double?
  /// What body and machine sensors said with it.
  public var sensors: SensorValues

  /// A fix at a place; what is left out is unknown.
  public init(
    coordinate: Coordinate,
    altitude: Double? = nil,
    time: Double? = nil,
    course: Double? = nil,
    speed: Double? = nil,
    horizontalAccuracy: Double? = nil,
    sensors: SensorValues = SensorValues()
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.time = time
    self.course = course
    self.speed = speed
    self.horizontalAccuracy = horizontalAccuracy
    self.sensors = sensors
  }
}

/// What body and machine sensors say beside a position; `nil` is "not said".
public struct SensorValues: Sendable, Hashable {
  /// Heart beats a minute.
  public var heartRate: Double?
  /// Steps or turns of the crank a minute.
  public var cadence: Double?
  /// Watts.
  public var power: Double?
  /// Degrees Celsius of the air.
  public var temperature: Double?

  /// Values; what is left out is unknown.
  public init(heartRate: Double? = nil, cadence: Double? = nil, power: Double? = nil, temperature: Double? = nil) {
    self.heartRate = heartRate
    self.cadence = cadence
    self.power = power
    self.temperature = temperature
  }

  /// Whether nothing is said.
  public var isEmpty: Bool { heartRate == nil && cadence == nil && power == nil && temperature == nil }
}
