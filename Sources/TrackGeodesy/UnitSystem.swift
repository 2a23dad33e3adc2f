// Owns `UnitSystem`: lengths, speeds and heights as people read them, and round lengths for scale bars and grids.

/// The units in which lengths, speeds and heights are shown.
public enum UnitSystem: String, Sendable, Hashable, CaseIterable {
  /// Metres, kilometres, kilometres an hour.
  case metric
  /// Feet, statute miles, miles an hour.
  case imperial
  /// Metres, nautical miles, knots; heights in metres.
  case nautical

  /// A unit of length: its symbol and its size in metres.
  struct Unit: Sendable {
    let symbol: String
    let metres: Double
  }

  static let metre = Unit(symbol: "m", metres: 1)
  static let kilometre = Unit(symbol: "km", metres: 1000)
  /// The international foot (1959).
  static let foot = Unit(symbol: "ft", metres: 0.3048)
  /// The statute mile of 5280 international feet.
  static let mile = Unit(symbol: "mi", metres: 1609.344)
  /// The international nautical mile (1929).
  static let nauticalMile = Unit(symbol: "nmi", metres: 1852)

  /// The unit of short lengths.
  var small: Unit { self == .imperial ? Self.foot : Self.metre }

  /// The unit of long lengths.
  var large: Unit {
    switch self {
    case .metric: Self.kilometre
    case .imperial: Self.mile
    case .nautical: Self.nauticalMile
    }
  }

  /// The symbol of the unit of speed: `km/h`, `mph` or `kn`.
  public var speedSymbol: String {
    switch self {
    case .metric: "km/h"
    case .imperial: "mph"
    case .nautical: "kn"
    }
  }

  /// A speed in metres a second as a number in this system's unit of speed.
  public func speedValue(_ metresPerSecond: Double) -> Double { metresPerSecond * 3600 / large.metres }

  /// A length in metres to three digits or whole units: `60 m`, `1.24 km`, `19.7 km`, `1 204 km`.
  ///
  /// Below a thousand of the small unit (metre or foot) in whole ones. NaN and infinities give a dash with the unit.
  public func distance(_ metres: Double) -> String {
    let inSmall = metres / small.metres
    guard inSmall.isFinite else { return "\(DecimalText.missing) \(large.symbol)" }
    if abs(inSmall) < 999.5 { return "\(DecimalText.fixed(inSmall, digits: 0)) \(small.symbol)" }
    let value = metres / large.metres
    // The limits lie where rounding would otherwise add a digit: 9.996 is written 10.0.
    let digits = abs(value) < 9.995 ? 2 : abs(value) < 99.95 ? 1 : 0
    return "\(DecimalText.fixed(value, digits: digits, grouped: true)) \(large.symbol)"
  }

  /// A speed in metres a second: `38 km/h`, `24 mph`, `21 kn`; one decimal below 10; a dash with the unit where it is not known.
  public func speed(_ metresPerSecond: Double?) -> String {
    guard let metresPerSecond, metresPerSecond.isFinite else { return "\(DecimalText.missing) \(speedSymbol)" }
    let value = speedValue(metresPerSecond)
    return "\(DecimalText.fixed(value, digits: abs(value) < 9.95 ? 1 : 0, grouped: true)) \(speedSymbol)"
  }

  /// A height in metres: `52.0 m`, or `171 ft` in the imperial system; a dash with the unit where it is not known.
  public func altitude(_ metres: Double?) -> String {
    guard let metres, metres.isFinite else { return "\(DecimalText.missing) \(small.symbol)" }
    return "\(DecimalText.fixed(metres / small.metres, digits: self == .imperial ? 0 : 1)) \(small.symbol)"
  }

  /// The largest round length (1, 2 or 5 times a power of ten of a unit) that is not above the given one.
  ///
  /// Long units begin at one of them, so nautical goes 500 m, 1000 m, 1 nm, 2 nm. The result is never zero: below a hundredth of
  /// the small unit, and for NaN, it is that hundredth; above 50 million of the large unit it is that.
  ///
  /// - Parameter metres: the upper limit in metres.
  /// - Returns: the length in metres, and as text such as `200 m`.
  public func roundDistance(atMost metres: Double) -> (metres: Double, label: String) {
    let unit = metres >= large.metres ? large : small
    let limit = metres / unit.metres
    let steps: [Double] = [
      0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7,
      2e7, 5e7,
    ]
    let step = steps.last { $0 <= limit } ?? 0.01
    let digits = step >= 1 ? 0 : step >= 0.1 ? 1 : 2
    return (step * unit.metres, "\(DecimalText.fixed(step, digits: digits)) \(unit.symbol)")
  }
}
