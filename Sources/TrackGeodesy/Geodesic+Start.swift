// Owns the first guess for Newton's method in the inverse problem (Karney 2013, section 5): the sphere, or the astroid near antipodes.

extension Geodesic {
  /// A course at the first end close enough to the solution for Newton's method, as sine (positive) and cosine.
  func startingCourse(_ ends: GeodesicEnds) -> (s: Double, c: Double) {
    let sumSine = ends.sbet2 * ends.cbet1 + ends.cbet2 * ends.sbet1
    // On short lines the sphere is fitted to the middle latitude.
    let short = ends.lambda12 * ends.cbet2 < 0.5 && abs(ends.sbet2 - ends.sbet1) < 0.5
    var omega = (s: ends.slam12, c: ends.clam12)
    if short {
      let angle = ends.lambda12 / meanScale(ends)
      omega = (sine(angle), cosine(angle))
    }
    var course = sphericalCourse(ends, omega: omega)
    let arcSine = hypotenuse(course.s, course.c)
    let arcCosine = ends.sbet1 * ends.sbet2 + ends.cbet1 * ends.cbet2 * omega.c
    if !short, arcCosine < 0, arcSine < 6 * n * Double.pi * ends.cbet1 * ends.cbet1 {
      course = antipodalCourse(ends, sumSine: sumSine)
    }
    guard course.s > 0 else { return (1, 0) }
    let unit = Self.unit(course.s, course.c)
    return unit.sine > 0 ? (unit.sine, unit.cosine) : (1, 0)
  }

  /// The path on the fitted sphere where it is so short (0.2 m) that Newton's method would follow noise; it is exact to rounding there.
  ///
  /// Equation 48 with the length after it: ω₁₂ = λ₁₂ / w̄ and s₁₂ = a w̄ σ₁₂.
  func veryShortPath(_ ends: GeodesicEnds) -> GeodesicPath? {
    guard abs(ends.sbet2 - ends.sbet1) < 1e-7, ends.cbet2 - ends.cbet1 < 1e-7 else { return nil }
    let scale = meanScale(ends)
    let angle = ends.lambda12 / scale
    let omega = (s: sine(angle), c: cosine(angle))
    let start = sphericalCourse(ends, omega: omega)
    let arcSine = hypotenuse(start.s, start.c)
    let arcCosine = ends.sbet1 * ends.sbet2 + ends.cbet1 * ends.cbet2 * omega.c
    guard arcCosine > 0, arcSine < 3e-8 else { return nil }
    guard arcSine > 0 else { return GeodesicPath(salp1: 0, calp1: 1, salp2: 0, calp2: 1, length: 0) }
    // The course at the other end is that of the way back, turned round.
    let versed = omega.c >= 0 ? omega.s * omega.s / (1 + omega.c) : 1 - omega.c
    let differenceSine = ends.sbet2 * ends.cbet1 - ends.cbet2 * ends.sbet1
    let end = Self.unit(ends.cbet1 * omega.s, differenceSine - ends.cbet1 * ends.sbet2 * versed)
    return GeodesicPath(
      salp1: start.s / arcSine, calp1: start.c / arcSine, salp2: end.sine, calp2: end.cosine, length: arcSine * scale / axisRatio)
  }

  /// w̄ = √(1 − e² cos²β) at the mean of the cosines (equation 48).
  private func meanScale(_ ends: GeodesicEnds) -> Double {
    let meanCosine = (ends.cbet1 + ends.cbet2) / 2
    return (1 - e2 * meanCosine * meanCosine).squareRoot()
  }

  /// The course on the auxiliary sphere for the longitude difference ω₁₂, not scaled; its length is the sine of the arc.
  private func sphericalCourse(_ ends: GeodesicEnds, omega: (s: Double, c: Double)) -> (s: Double, c: Double) {
    let s = ends.cbet2 * omega.s
    // Both forms are sin β₂ cos β₁ − cos β₂ sin β₁ cos ω; each is free of cancellation in its half of the circle.
    if omega.c >= 0 {
      let differenceSine = ends.sbet2 * ends.cbet1 - ends.cbet2 * ends.sbet1
      return (s, differenceSine + ends.cbet2 * ends.sbet1 * omega.s * omega.s / (1 + omega.c))
    }
    let sumSine = ends.sbet2 * ends.cbet1 + ends.cbet2 * ends.sbet1
    return (s, sumSine - ends.cbet2 * ends.sbet1 * omega.s * omega.s / (1 - omega.c))
  }

  /// The course where the second end lies near the antipode of the first.
  ///
  /// Around the antipode the paths envelop an astroid. In coordinates scaled to it (equation 53), x to the east and y to the north
  /// of the antipode, the solution follows from the positive root κ of x²/(1+κ)² + y²/κ² = 1 (equation 55).
  /// ```
  ///        |        the second end is at (x, y), −1 ≲ x ≤ 0, y ≤ 0
  ///     .-´|`-.
  ///  --<---+--->--
  ///     `-.|.-´
  ///        |
  /// ```
  private func antipodalCourse(_ ends: GeodesicEnds, sumSine: Double) -> (s: Double, c: Double) {
    let epsilon = Self.expansionParameter(kSquared: ends.sbet1 * ends.sbet1 * ep2)
    let scale = f * Double.pi * longitudeSeries.mean(epsilon) * ends.cbet1
    // π − λ₁₂ from the sine, which is exact where the difference of the angles is not.
    let missing = arcTangent(ends.slam12, -ends.clam12)
    let x = -missing / scale
    let y = sumSine / (scale * ends.cbet1)
    guard abs(y) > 1e-14 else {
      // On the axis between the cusps the root is κ = 0 and the course follows from x alone (equation 57).
      let s = min(1, -x)
      return (s, -(1 - s * s).squareRoot())
    }
    let kappa = Self.astroidRoot(x: x, y: y)
    // Corrects ω₁₂ and asks the sphere again, which also holds at a distance from the antipode (section 5).
    let omega = scale * -x * kappa / (1 + kappa)
    return sphericalCourse(ends, omega: (sine(omega), -cosine(omega)))
  }

  /// The positive root κ of x²/(1+κ)² + y²/κ² = 1 for y ≠ 0, to about one part in 10⁶.
  ///
  /// The left side falls and is convex, so Newton's method started left of the root climbs towards it without overshooting.
  static func astroidRoot(x: Double, y: Double) -> Double {
    var kappa = max(abs(y), abs(x) - 1)
    for _ in 0..<60 {
      let p = x / (1 + kappa)
      let q = y / kappa
      let value = p * p + q * q - 1
      let step = value / (2 * (p * p / (1 + kappa) + q * q / kappa))
      kappa += step
      if !(step > kappa * 1e-6) { break }
    }
    return kappa
  }
}
