// Owns `CSVRow`: the values of one line of a table.

import TrackGeodesy
import TrackPlayback

/// The values of one line; NaN is "not said".
struct CSVRow {
  var latitude = Double.nan
  var longitude = Double.nan
  var altitude = Double.nan
  var time = Double.nan
  var speed = Double.nan
  var course = Double.nan
  var accuracy = Double.nan
  var heartRate = Double.nan
  var cadence = Double.nan
  var power = Double.nan
  var temperature = Double.nan
  /// −1 where a column of its own says south or west.
  var latitudeSign = 1.0
  var longitudeSign = 1.0

  /// Sets the number of a column.
  @inline(__always)
  mutating func set(_ kind: CSVColumn.Kind, _ value: Double) {
    switch kind {
    case .latitude: latitude = value
    case .longitude: longitude = value
    case .elevation: altitude = value
    case .speed: speed = value
    case .course: course = value
    case .accuracy: accuracy = value
    case .heartRate: heartRate = value
    case .cadence: cadence = value
    case .power: power = value
    case .temperature: temperature = value
    default: break
    }
  }

  /// The values beside a position.
  @inline(__always)
  func fix(at coordinate: Coordinate) -> Fix {
    func known(_ value: Double) -> Double? { value.isFinite ? value : nil }
    return Fix(
      coordinate: coordinate, altitude: known(altitude), time: known(time), course: known(course), speed: known(speed),
      horizontalAccuracy: known(accuracy),
      sensors: SensorValues(heartRate: known(heartRate), cadence: known(cadence), power: known(power), temperature: known(temperature)))
  }
}

extension CSVColumn.Kind {
  /// What a message says was expected in a column.
  var expectation: String {
    switch self {
    case .latitude: "a latitude"
    case .longitude: "a longitude"
    case .position: "a latitude and a longitude"
    case .elevation: "an altitude"
    case .time, .date: "a time such as 2024-05-01T08:30:00Z"
    case .speed: "a speed"
    case .course: "a course from 0 to 360"
    case .accuracy: "an accuracy"
    case .heartRate: "a heart rate"
    case .cadence: "a cadence"
    case .power: "a power"
    case .temperature: "a temperature"
    default: "a value"
    }
  }
}
