// Owns `Ellipsoid`: the size and shape of the figure of the Earth.

/// An oblate ellipsoid of revolution.
public struct Ellipsoid: Sendable, Hashable {
  /// The equatorial radius *a* in metres.
  public let equatorialRadius: Double
  /// The flattening *f* = (a − b) / a; 0 is a sphere. The geodesic series want |f| ≤ 1/50.
  public let flattening: Double

  /// An ellipsoid of the given equatorial radius in metres and flattening.
  public init(equatorialRadius: Double, flattening: Double) {
    self.equatorialRadius = equatorialRadius
    self.flattening = flattening
  }

  /// The World Geodetic System 1984 ellipsoid (NGA.STND.0036: a = 6 378 137 m, 1/f = 298.257223563).
  public static let wgs84 = Ellipsoid(equatorialRadius: 6_378_137, flattening: 1 / 298.257223563)

  /// The polar radius *b* in metres.
  public var polarRadius: Double { equatorialRadius * (1 - flattening) }
  /// The first eccentricity squared, e² = f (2 − f).
  public var eccentricitySquared: Double { flattening * (2 - flattening) }
  /// The third flattening, n = f / (2 − f).
  public var thirdFlattening: Double { flattening / (2 - flattening) }

  /// The radius of curvature along the meridian in metres, *M*, at a latitude in degrees.
  public func meridionalRadius(atLatitude latitude: Double) -> Double {
    let s = Angle.sineCosine(degrees: latitude).sine
    let w = 1 - eccentricitySquared * s * s
    return equatorialRadius * (1 - eccentricitySquared) / (w * w.squareRoot())
  }

  /// The radius of curvature across the meridian in metres, *N*, at a latitude in degrees.
  public func transverseRadius(atLatitude latitude: Double) -> Double {
    let s = Angle.sineCosine(degrees: latitude).sine
    return equatorialRadius / (1 - eccentricitySquared * s * s).squareRoot()
  }
}
