// What a compass shows: true and magnetic heading, and how far the ring is turned.

import TrackGeodesy

/// One reading of the compass at one place and time.
public struct CompassReading: Hashable, Sendable {
  /// Degrees clockwise from true north, 0..<360.
  public var trueHeading: Double
  /// Degrees clockwise from magnetic north, 0..<360: true heading − declination, east positive.
  public var magneticHeading: Double
  /// Degrees by which magnetic north lies east of true north here and now.
  public var declination: Double
  /// What can be said about the heading.
  public var status = CompassModel.Status.valid
  /// Whether the magnetic heading is not to be relied on: outside the model's years, or near a magnetic pole.
  public var isModelUnreliable: Bool

  /// - Parameters:
  ///   - trueHeading: degrees from true north; any number of turns.
  ///   - coordinate: the place, WGS 84.
  ///   - altitude: metres above the ellipsoid.
  ///   - decimalYear: the date, as 2026.5; see `MagneticModel.validYears`.
  ///   - model: the magnetic model.
  public init(
    trueHeading: Double, at coordinate: Coordinate, altitude: Double = 0, decimalYear: Double, model: MagneticModel = .wmm2025
  ) {
    let year = min(max(decimalYear, 2020), 2035)
    let height = altitude.isFinite ? min(max(altitude, -1_000), 850_000) : 0
    let field = model.field(at: coordinate, altitude: height, decimalYear: year)
    declination = field.declination
    isModelUnreliable = field.isUnreliable || !model.validYears.contains(decimalYear)
    self.trueHeading = Angle.normalized360(trueHeading)
    magneticHeading = Angle.normalized360(trueHeading - declination)
  }

  /// What a compass shows now; `nil` until it knows both headings.
  public init?(_ compass: CompassModel) {
    guard let facing = compass.trueHeading, let magnetic = compass.magneticHeading else { return nil }
    trueHeading = facing
    magneticHeading = magnetic
    declination = compass.declination ?? Angle.shortestTurn(from: magnetic, to: facing)
    status = compass.status
    isModelUnreliable = compass.isModelUnreliable
  }

  /// The decimal year of seconds since 1970, to a fraction of a day.
  public static func decimalYear(_ seconds: Double) -> Double { 1970 + seconds / (365.2425 * 86_400) }
}
