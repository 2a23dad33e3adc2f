// Owns the trigonometric series of geodesics: lengths, reduced lengths and longitudes as functions of the arc on the auxiliary sphere.
// All coefficients are those printed in Karney (2013), equations 17–25 and 41–43; ε is the expansion parameter of equation 16.

/// The coefficients c₁…c₆ of Σ cₗ sin 2lσ, in lanes 1…6.
typealias SineSeries = SIMD8<Double>

extension Geodesic {
  /// Σ cₗ sin 2lσ for l = 1…6, by Clenshaw's summation, from the sine and cosine of σ.
  static func sum(_ c: SineSeries, sine: Double, cosine: Double) -> Double {
    let u = 2 * (cosine - sine) * (cosine + sine)
    let b6 = c[6]
    let b5 = c[5] + u * b6
    let b4 = c[4] + u * b5 - b6
    let b3 = c[3] + u * b4 - b5
    let b2 = c[2] + u * b3 - b4
    let b1 = c[1] + u * b2 - b3
    return 2 * sine * cosine * b1
  }

  /// ε for the given k² (equation 16), in a form that keeps small values exact.
  static func expansionParameter(kSquared: Double) -> Double {
    kSquared / (2 * (1 + (1 + kSquared).squareRoot()) + kSquared)
  }

  /// A₁ − 1 and C₁: the distance along the path (equations 17 and 18).
  static func distanceSeries(_ e: Double) -> (mean: Double, sines: SineSeries) {
    let e2 = e * e
    let t = e2 * (1 / 4.0 + e2 * (1 / 64.0 + e2 / 256))
    let c1 = e * (-1 / 2.0 + e2 * (3 / 16.0 - e2 / 32))
    let c2 = e2 * (-1 / 16.0 + e2 * (1 / 32.0 - e2 * 9 / 2048))
    let c3 = e * e2 * (-1 / 48.0 + e2 * 3 / 256)
    let c4 = e2 * e2 * (-5 / 512.0 + e2 * 3 / 512)
    let c5 = e * e2 * e2 * (-7 / 1280.0)
    let c6 = e2 * e2 * e2 * (-7 / 2048.0)
    return ((t + e) / (1 - e), SineSeries(0, c1, c2, c3, c4, c5, c6, 0))
  }

  /// C₁′: the arc from the distance, the reversion of C₁ (equation 21).
  static func arcSeries(_ e: Double) -> SineSeries {
    let e2 = e * e
    let c1 = e * (1 / 2.0 + e2 * (-9 / 32.0 + e2 * 205 / 1536))
    let c2 = e2 * (5 / 16.0 + e2 * (-37 / 96.0 + e2 * 1335 / 4096))
    let c3 = e * e2 * (29 / 96.0 - e2 * 75 / 128)
    let c4 = e2 * e2 * (539 / 1536.0 - e2 * 2391 / 2560)
    let c5 = e * e2 * e2 * (3467 / 7680.0)
    let c6 = e2 * e2 * e2 * (38081 / 61440.0)
    return SineSeries(0, c1, c2, c3, c4, c5, c6, 0)
  }

  /// A₂ − 1 and C₂: the second integral of the reduced length (equations 42 and 43).
  static func reducedLengthSeries(_ e: Double) -> (mean: Double, sines: SineSeries) {
    let e2 = e * e
    let t = e2 * (1 / 4.0 + e2 * (9 / 64.0 + e2 * 25 / 256))
    let c1 = e * (1 / 2.0 + e2 * (1 / 16.0 + e2 / 32))
    let c2 = e2 * (3 / 16.0 + e2 * (1 / 32.0 + e2 * 35 / 2048))
    let c3 = e * e2 * (5 / 48.0 + e2 * 5 / 256)
    let c4 = e2 * e2 * (35 / 512.0 + e2 * 7 / 512)
    let c5 = e * e2 * e2 * (63 / 1280.0)
    let c6 = e2 * e2 * e2 * (77 / 2048.0)
    return (t * (1 - e) - e, SineSeries(0, c1, c2, c3, c4, c5, c6, 0))
  }
}

/// A₃ and C₃, the series of the longitude (equations 24 and 25), as polynomials in ε whose coefficients depend on n alone.
struct LongitudeSeries: Sendable {
  /// Coefficients of ε⁰…ε⁵ of A₃.
  private let mean: SIMD8<Double>
  /// Coefficients of ε¹…ε⁵ of C₃₁, in lanes 1…5; those of the others likewise, from the first that is not zero.
  private let first: SIMD8<Double>
  private let second: SIMD8<Double>
  private let third: SIMD8<Double>
  private let fourth: SIMD8<Double>

  /// The series for the third flattening n.
  init(n: Double) {
    let n2 = n * n
    mean = SIMD8(
      1, -(1 / 2.0 - n / 2), -(1 / 4.0 + n / 8 - n2 * 3 / 8), -(1 / 16.0 + n * 3 / 16 + n2 / 16), -(3 / 64.0 + n / 32), -3 / 128.0, 0, 0)
    first = SIMD8(0, 1 / 4.0 - n / 4, 1 / 8.0 - n2 / 8, 3 / 64.0 + n * 3 / 64 - n2 / 64, 5 / 128.0 + n / 64, 3 / 128.0, 0, 0)
    second = SIMD8(0, 0, 1 / 16.0 - n * 3 / 32 + n2 / 32, 3 / 64.0 - n / 32 - n2 * 3 / 64, 3 / 128.0 + n / 128, 5 / 256.0, 0, 0)
    third = SIMD8(0, 0, 0, 5 / 192.0 - n * 3 / 64 + n2 * 5 / 192, 3 / 128.0 - n * 5 / 192, 7 / 512.0, 0, 0)
    fourth = SIMD8(0, 0, 0, 0, 7 / 512.0 - n * 7 / 256, 7 / 512.0, 0, 0)
  }

  /// A₃(ε).
  func mean(_ e: Double) -> Double { Self.polynomial(mean, e) }

  /// C₃(ε), sines 1…5.
  func sines(_ e: Double) -> SineSeries {
    let e2 = e * e
    return SineSeries(
      0, Self.polynomial(first, e), Self.polynomial(second, e), Self.polynomial(third, e), Self.polynomial(fourth, e),
      e2 * e2 * e * (21 / 2560.0), 0, 0)
  }

  private static func polynomial(_ c: SIMD8<Double>, _ e: Double) -> Double {
    c[0] + e * (c[1] + e * (c[2] + e * (c[3] + e * (c[4] + e * c[5]))))
  }
}
