// Owns `CoordinateFormat`: latitudes and longitudes as text.

/// How positions are written.
public enum CoordinateFormat: String, Sendable, Hashable, CaseIterable {
  /// Decimal degrees: `39.907321°N` (a millionth of a degree is 0.11 m).
  case dd
  /// Degrees and decimal minutes: `39°54.4393′N` (0.19 m).
  case dm
  /// Degrees, minutes and decimal seconds: `39°54′26.36″N` (0.31 m).
  case dms

  /// A latitude in degrees as text; a dash where it is not within −90…90.
  ///
  /// - Parameter plain: writes only ASCII, for terminals where `°` is not usable: `39.907321N`, `39 54.4393'N`, `39 54'26.36"N`.
  public func latitude(_ degrees: Double, plain: Bool = false) -> String {
    guard abs(degrees) <= 90 else { return plain ? "-" : DecimalText.missing }
    return text(degrees, positive: "N", negative: "S", plain: plain)
  }

  /// A longitude in degrees as text, wrapped into −180…180; a dash where it is not finite.
  ///
  /// - Parameter plain: writes only ASCII, as for ``latitude(_:plain:)``.
  public func longitude(_ degrees: Double, plain: Bool = false) -> String {
    guard degrees.isFinite else { return plain ? "-" : DecimalText.missing }
    return text(abs(degrees) <= 180 ? degrees : Angle.normalized180(degrees), positive: "E", negative: "W", plain: plain)
  }

  /// A position as signed decimal degrees for copying, latitude first: `39.907321,116.391258`.
  public static func signed(_ coordinate: Coordinate) -> String {
    "\(DecimalText.fixed(coordinate.latitude, digits: 6)),\(DecimalText.fixed(coordinate.longitude, digits: 6))"
  }

  private func text(_ degrees: Double, positive: String, negative: String, plain: Bool) -> String {
    // Counted in the last digit shown, so that 59.9999 minutes carry into the degrees by themselves.
    let (unitsPerDegree, decimals) =
      switch self {
      case .dd: (1_000_000, 1_000_000)
      case .dm: (60 * 10_000, 10_000)
      case .dms: (3600 * 100, 100)
      }
    let units = Int((abs(degrees) * Double(unitsPerDegree)).rounded())
    let letter = degrees < 0 && units > 0 ? negative : positive
    let whole = units / unitsPerDegree
    let rest = units % unitsPerDegree
    let fraction = DecimalText.padded(rest % decimals, zerosTo: String(decimals).count - 1)
    let degreeSign = plain ? " " : "°"
    let minuteSign = plain ? "'" : "′"
    let secondSign = plain ? "\"" : "″"
    switch self {
    case .dd:
      return "\(whole).\(fraction)\(plain ? "" : "°")\(letter)"
    case .dm:
      return "\(whole)\(degreeSign)\(DecimalText.padded(rest / decimals, zerosTo: 2)).\(fraction)\(minuteSign)\(letter)"
    case .dms:
      let seconds = rest / decimals
      let minutesText = DecimalText.padded(seconds / 60, zerosTo: 2)
      let secondsText = DecimalText.padded(seconds % 60, zerosTo: 2)
      return
        "\(whole)\(degreeSign)\(minutesText)\(minuteSign)\(secondsText).\(fraction)\(secondSign)\(letter)"
    }
  }
}
