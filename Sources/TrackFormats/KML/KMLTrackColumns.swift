// Owns `KMLTrackColumns`: the times, places and values of one `gx:Track`, which come one after another, until they are points.

import TrackGeodesy
import TrackPlayback

/// The columns of a `gx:Track`: the n-th `when`, `gx:coord` and values belong together, wherever they stand.
struct KMLTrackColumns {
  /// NaN where a `when` is empty or none.
  private(set) var times: [Double] = []
  /// NaN where a `gx:coord` is empty (which is how Google has a moment without a place) or none.
  private var latitudes: [Double] = []
  private var longitudes: [Double] = []
  private var altitudes: [Double] = []
  private var values: [[Float]] = Array(repeating: [], count: KMLQuantity.allCases.count)

  var coordCount: Int { latitudes.count }

  @inline(__always)
  mutating func add(time: Double) { times.append(time) }

  @inline(__always)
  mutating func add(place: KMLTuple) {
    latitudes.append(place.latitude)
    longitudes.append(place.longitude)
    altitudes.append(place.altitude)
  }

  /// Adds the next value of a quantity.
  @inline(__always)
  mutating func add(_ value: Double, to quantity: KMLQuantity) { values[quantity.rawValue].append(Float(value)) }

  /// Begins the values of a quantity anew, where its name comes twice.
  mutating func begin(_ quantity: KMLQuantity) { values[quantity.rawValue].removeAll() }

  /// How many of the points have both a time and a place; where there is not one `when`, the places stand alone.
  var count: Int { times.isEmpty ? coordCount : min(times.count, coordCount) }

  /// Adds the points to others.
  func append(to points: inout TrackPoints, datum: Datum) {
    for index in 0..<count where abs(latitudes[index]) <= 90 && abs(longitudes[index]) <= 180 {
      points.append(fix(at: index, datum))
    }
  }

  @inline(__always)
  private func fix(at index: Int, _ datum: Datum) -> Fix {
    func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
    func value(_ quantity: KMLQuantity) -> Double? {
      let column = quantity.rawValue
      guard index < values[column].count, values[column][index].isFinite else { return nil }
      return Double(values[column][index])
    }
    var fix = Fix(
      coordinate: datum.toWGS84(Coordinate(latitude: latitudes[index], longitude: longitudes[index])),
      altitude: known(altitudes[index]), time: index < times.count ? known(times[index]) : nil, course: value(.course),
      speed: value(.speed), horizontalAccuracy: value(.accuracy))
    fix.sensors = SensorValues(
      heartRate: value(.heartRate), cadence: value(.cadence), power: value(.power), temperature: value(.temperature))
    return fix
  }
}
