// Owns `GeoJSONProperties`: what the properties of a feature say, as far as it is understood.

import TrackPlayback

/// What the properties of a feature say.
struct GeoJSONProperties {
  private(set) var name: String?
  private(set) var title: String?
  private(set) var text: String?
  private(set) var symbol: String?
  private(set) var isRoute = false
  /// How many seconds its clock is ahead of UTC, where a time says so.
  var utcOffset: Int?
  /// The names of the lines of several, as this program writes them.
  var segmentNames: [String?] = []
  /// What the feature says of itself as a whole, which for a point is what it says of the point.
  private(set) var single = GeoJSONQuantities()
  /// What it says of each position.
  var series: [GeoJSONSeries] = []

  /// What to call it.
  var label: String? { name ?? title ?? text }

  /// The series of a quantity.
  func series(of quantity: GeoJSONWord) -> GeoJSONSeries? { series.first { $0.quantity == quantity } }

  mutating func setText(_ bytes: UnsafeBufferPointer<UInt8>, of word: GeoJSONWord) {
    let text = TextCleaning.name(Span(_unsafeElements: bytes))
    switch word {
    case .name: name = text
    case .title: title = text
    case .text: self.text = self.text ?? text
    case .symbol: symbol = text
    case .gpxType: isRoute = bytes.spells("rte")
    default: break
    }
  }

  mutating func setNumber(_ number: Double, of word: GeoJSONWord) {
    single[word] = number
  }
}

/// Quantities of a point; NaN is unknown.
struct GeoJSONQuantities {
  var time = Double.nan
  var altitude = Double.nan
  var speed = Double.nan
  var course = Double.nan
  var accuracy = Double.nan
  var heartRate = Double.nan
  var cadence = Double.nan
  var power = Double.nan
  var temperature = Double.nan

  subscript(word: GeoJSONWord) -> Double {
    get {
      switch word {
      case .time: time
      case .altitude: altitude
      case .speed: speed
      case .course: course
      case .accuracy: accuracy
      case .heartRate: heartRate
      case .cadence: cadence
      case .power: power
      case .temperature: temperature
      default: .nan
      }
    }
    set {
      switch word {
      case .time: time = newValue
      case .altitude: altitude = newValue
      case .speed: speed = newValue
      case .course: course = newValue
      case .accuracy: accuracy = newValue
      case .heartRate: heartRate = newValue
      case .cadence: cadence = newValue
      case .power: power = newValue
      case .temperature: temperature = newValue
      default: break
      }
    }
  }

  /// Puts what is known into a fix.
  func apply(to fix: inout Fix) {
    func known(_ value: Double) -> Double? { value.isFinite ? value : nil }
    fix.time = known(time)
    if let altitude = known(altitude), FixLimits.isAltitude(altitude) { fix.altitude = altitude }
    fix.speed = known(speed)
    fix.course = known(course)
    fix.horizontalAccuracy = known(accuracy)
    fix.sensors = SensorValues(
      heartRate: known(heartRate), cadence: known(cadence), power: known(power), temperature: known(temperature))
  }
}

/// Reads moments as JSON files have them.
package enum JSONMoment {
  /// Seconds since 1970 out of a number of seconds, milliseconds or microseconds; which one, its size says: seconds reach the year
  /// 5138 before they are as many as the milliseconds of 1973. NaN where it is none of our time.
  package static func seconds(_ number: Double) -> Double {
    let size = abs(number)
    if size < 1e11 { return number }
    if size < 1e14 { return number / 1e3 }
    return size < 1e17 ? number / 1e6 : .nan
  }

  /// Whether a number that nothing says to be a time can be one: between 1980, before which no satellite told it, and 2100.
  package static func isPlausible(_ number: Double) -> Bool {
    let seconds = seconds(number)
    return number >= 1e8 && seconds >= 315_532_800 && seconds < 4_102_444_800
  }

  /// Seconds since 1970 out of a text: ISO 8601, or a number; `nil` where it is none.
  package static func seconds(_ bytes: Span<UInt8>, offset: inout Int?) -> Double? {
    if let time = TimestampParser.parse(bytes, offset: &offset) { return time }
    guard let number = DecimalParser.parse(bytes) else { return nil }
    let time = seconds(number)
    return time.isFinite ? time : nil
  }
}
