// Owns `MessageLimits`: what a value in a message can be at all.

import TrackFormats
import TrackGeodesy

/// Lets through what a value can be; whatever comes from outside goes through here on its way into a message.
enum MessageLimits {
  /// Seconds since 1970, from then to the year 9999.
  static func time(_ seconds: Double?) -> Double? {
    guard let seconds, seconds >= 0, seconds < 253_402_300_800 else { return nil }
    return seconds
  }

  /// Degrees as 0 ..< 360.
  static func course(_ degrees: Double?) -> Double? {
    guard let degrees, abs(degrees) <= 1e6 else { return nil }
    return degrees >= 0 && degrees < 360 ? degrees : Angle.normalized360(degrees)
  }

  /// Degrees from -180 to 180.
  static func variation(_ degrees: Double?) -> Double? {
    guard let degrees, abs(degrees) <= 180 else { return nil }
    return degrees
  }

  /// Metres a second over the ground, less than light.
  static func speed(_ value: Double?) -> Double? {
    guard let value, value >= 0, value < 299_792_458 else { return nil }
    return value
  }

  /// Metres a second, up or down.
  static func climb(_ value: Double?) -> Double? {
    guard let value, abs(value) < 299_792_458 else { return nil }
    return value
  }

  /// An error or a dilution of precision: finite and not negative.
  static func magnitude(_ value: Double?) -> Double? {
    guard let value, value >= 0, value <= 1e8 else { return nil }
    return value
  }

  /// Metres above the sea or the ellipsoid.
  static func altitude(_ metres: Double?) -> Double? {
    guard let metres, FixLimits.isAltitude(metres) else { return nil }
    return metres
  }

  /// A place, if there is one.
  static func place(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
    guard let latitude, let longitude else { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return place.isValid ? place : nil
  }

  /// A name that is safe to show and not long.
  static func name(_ text: String?) -> String {
    guard let text else { return "" }
    return TextCleaning.cleaned(text, limit: 64)
  }
}
