// Owns `Pose`: where something is, which way it looks and how fast it goes, at one moment of a timeline.

import TrackGeodesy

/// The state at one moment, interpolated between the points of a track.
public struct Pose: Sendable, Hashable {
  /// The place, WGS 84, its longitude within −180…180.
  public var coordinate: Coordinate
  /// The altitude in metres, if known.
  public var altitude: Double?
  /// The course in degrees from true north, 0 ..< 360; held while standing; `nil` only where the track never moves.
  public var course: Double?
  /// The speed over the ground in metres a second; 0 in stops and gaps; `nil` where nothing tells.
  public var speed: Double?
  /// The metres travelled from the start of the track; gaps and jumps count nothing.
  public var distance: Double
  /// The last point reached.
  public var pointIndex: Int
  /// How much of the time to the next point has passed, 0 ..< 1.
  public var fraction: Double
  /// The segment of the last point reached.
  public var segmentIndex: Int
  /// Whether the track is broken here: the place is that of the last point, held until the next one appears.
  public var isInGap: Bool
  /// The moment in seconds since 1970 UTC, if the track tells.
  public var time: Double?
  /// The horizontal accuracy in metres, if known.
  public var accuracy: Double?
  /// What the sensors said at the last point reached.
  public var sensors: SensorValues

  /// A pose with the given parts.
  public init(
    coordinate: Coordinate,
    altitude: Double? = nil,
    course: Double? = nil,
    speed: Double? = nil,
    distance: Double = 0,
    pointIndex: Int = 0,
    fraction: Double = 0,
    segmentIndex: Int = 0,
    isInGap: Bool = false,
    time: Double? = nil,
    accuracy: Double? = nil,
    sensors: SensorValues = SensorValues()
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.course = course
    self.speed = speed
    self.distance = distance
    self.pointIndex = pointIndex
    self.fraction = fraction
    self.segmentIndex = segmentIndex
    self.isInGap = isInGap
    self.time = time
    self.accuracy = accuracy
    self.sensors = sensors
  }
}
