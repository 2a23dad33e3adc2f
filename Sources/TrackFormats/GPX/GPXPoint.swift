// Owns `GPXPoint`: the point of a GPX document that is being read.

import TrackGeodesy
import TrackPlayback

/// A `wpt`, `rtept` or `trkpt` while its element is open. NaN is "not said".
struct GPXPoint {
  var latitude = Double.nan
  var longitude = Double.nan
  var elevation = Double.nan
  var time = Double.nan
  var speed = Double.nan
  var course = Double.nan
  var accuracy = Double.nan
  var heartRate = Double.nan
  var cadence = Double.nan
  var power = Double.nan
  var temperature = Double.nan
  /// How many seconds the clock of its time is ahead of UTC, where the time says so.
  var utcOffset: Int?
  var name: String?
  var comment: String?
  var description: String?
  var symbol: String?

  /// Whether it lies on the globe.
  var isUsable: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

  /// The point as a fix, converted from the document's datum.
  func fix(datum: Datum) -> Fix {
    func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
    // A negative speed, course or accuracy says "invalid" in files that come from phones.
    func valid(_ value: Double) -> Double? { value >= 0 ? value : nil }
    return Fix(
      coordinate: datum.toWGS84(Coordinate(latitude: latitude, longitude: longitude)), altitude: known(elevation),
      time: known(time), course: valid(course), speed: valid(speed), horizontalAccuracy: valid(accuracy),
      sensors: SensorValues(
        heartRate: valid(heartRate), cadence: valid(cadence), power: known(power), temperature: known(temperature)))
  }
}
