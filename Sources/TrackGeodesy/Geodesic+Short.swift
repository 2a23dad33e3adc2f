// Owns the short path: distance and courses between close places, as 99.9 % of the legs of a track are, from the chord through the ellipsoid.

extension Geodesic {
  /// The chord between two close places and what is needed to turn it into an arc.
  struct Chord {
    /// Components in the frame of the first place's meridian plane: outward from the axis, east, along the axis to the north.
    let dx: Double, dy: Double, dz: Double
    /// Sines and cosines of both latitudes and of the difference in longitude.
    let s1: Double, c1: Double, s2: Double, c2: Double, sl: Double, cl: Double
    /// The sine of the middle latitude.
    let sm: Double
    /// Half the difference in longitude as sine and cosine.
    let sk: Double, ck: Double
  }

  /// The largest difference in latitude and in longitude, in degrees, that the short path takes on.
  static var shortSpan: Double { 0.1 }

  /// The chord between two places that are close, or `nil` where they are not (or are not valid).
  ///
  /// All differences are taken before anything is multiplied by the size of the Earth, so short legs keep their relative precision.
  func chord(from start: Coordinate, to end: Coordinate) -> Chord? {
    let latitudeSpan = end.latitude - start.latitude
    var longitudeSpan = end.longitude - start.longitude
    if abs(longitudeSpan) > 180 { longitudeSpan = longitudeSpan.remainder(dividingBy: 360) }
    guard abs(latitudeSpan) <= Self.shortSpan, abs(longitudeSpan) <= Self.shortSpan, abs(start.latitude) <= 89, abs(end.latitude) <= 89
    else { return nil }
    let (s1, c1) = Angle.sineCosine(degrees: start.latitude)
    let (sh, ch) = Self.smallSineCosine(Angle.radians(latitudeSpan / 2))
    let (sk, ck) = Self.smallSineCosine(Angle.radians(longitudeSpan / 2))
    let sm = s1 * ch + c1 * sh
    let cm = c1 * ch - s1 * sh
    let ds = 2 * cm * sh
    let dc = -2 * sm * sh
    let s2 = s1 + ds
    let c2 = c1 + dc
    // N = a / w; N₂ − N₁ from the difference of the squares of w.
    let w1 = (1 - e2 * s1 * s1).squareRoot()
    let w2 = (1 - e2 * s2 * s2).squareRoot()
    let n2 = a / w2
    let dn = a * e2 * ds * (s1 + s2) / (w1 * w2 * (w1 + w2))
    let p2 = n2 * c2
    let dp = n2 * dc + dn * c1
    return Chord(
      dx: dp - 2 * p2 * sk * sk, dy: 2 * p2 * sk * ck, dz: (1 - e2) * (n2 * ds + dn * s1),
      s1: s1, c1: c1, s2: s2, c2: c2, sl: 2 * sk * ck, cl: 1 - 2 * sk * sk, sm: sm, sk: sk, ck: ck)
  }

  /// The distance between two close places in metres, or `nil` where they are not close.
  func shortDistance(from start: Coordinate, to end: Coordinate) -> Double? {
    chord(from: start, to: end).map(arcLength)
  }

  /// Distance and courses between two close places, or `nil` where they are not close.
  func shortPath(from start: Coordinate, to end: Coordinate) -> GeodesicSolution? {
    guard let k = chord(from: start, to: end) else { return nil }
    let north1 = k.c1 * k.dz - k.s1 * k.dx
    let outward2 = k.cl * k.dx + k.sl * k.dy
    let north2 = k.c2 * k.dz - k.s2 * outward2
    let east2 = k.cl * k.dy - k.sl * k.dx
    return GeodesicSolution(
      distance: arcLength(k),
      initialCourse: geodesicCourse(east: k.dy, north: north1, cosine: k.c1),
      finalCourse: geodesicCourse(east: east2, north: north2, cosine: k.c2))
  }

  /// The course of the geodesic from that of the normal section, which the chord's horizontal components give.
  ///
  /// They differ by −(e²/12) (s/a)² cos²φ sin 2α to the leading order, 3·10⁻⁹ rad at 15 km; the
  /// tests hold this against the full method.
  private func geodesicCourse(east: Double, north: Double, cosine: Double) -> Double {
    let delta = -e2 / 6 * (cosine * cosine) * (east / a) * (north / a)
    return Angle.normalized360(Angle.degrees(arcTangent(east + north * delta, north - east * delta)))
  }

  /// The arc over a chord on the circle that fits the ellipsoid at the middle in the chord's direction (Euler's theorem).
  func arcLength(_ k: Chord) -> Double {
    let square = k.dx * k.dx + k.dy * k.dy + k.dz * k.dz
    guard square > 0 else { return 0 }
    // East component of the chord at the middle longitude.
    let east = k.dy * k.ck - k.dx * k.sk
    let eastShare = east * east / square
    let w2 = 1 - e2 * k.sm * k.sm
    let curvature = w2.squareRoot() / a * ((1 - eastShare) * w2 / (1 - e2) + eastShare)
    let t = square * curvature * curvature / 4
    // arcsin(x)/x in x² = t; the next term is below 10⁻²⁰ at 15 km.
    return square.squareRoot() * (1 + t * (1 / 6.0 + t * (3 / 40.0)))
  }

  /// Sine and cosine of an angle within ±0.005 radians, by their series; the remainder is below 10⁻¹⁶ of the value.
  static func smallSineCosine(_ x: Double) -> (sine: Double, cosine: Double) {
    let t = x * x
    return (x - x * t * (1 / 6.0 - t / 120), 1 - t * (1 / 2.0 - t * (1 / 24.0 - t / 720)))
  }
}
