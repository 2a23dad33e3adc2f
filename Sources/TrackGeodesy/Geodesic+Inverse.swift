// Owns the inverse problem: from two places to distance and courses, by Newton's method on the course at the start (Karney 2013, section 4).

/// The two ends in the standard arrangement of Karney (2013), equation 44: φ₁ ≤ 0, φ₁ ≤ φ₂ ≤ −φ₁, 0 ≤ λ₁₂ ≤ π.
struct GeodesicEnds {
  /// Sine and cosine of the reduced latitudes, and √(1 + e′² sin²β).
  let sbet1: Double, cbet1: Double, dn1: Double
  let sbet2: Double, cbet2: Double, dn2: Double
  /// The difference in longitude, in radians and as sine and cosine.
  let lambda12: Double, slam12: Double, clam12: Double
}

/// A path between the ends: courses as sine and cosine, and the length over b.
struct GeodesicPath {
  var salp1: Double, calp1: Double
  var salp2: Double, calp2: Double
  /// The length in units of the polar radius.
  var length: Double
}

extension Geodesic {
  /// The inverse solution by the full method, for any two places.
  func fullInverse(from start: Coordinate, to end: Coordinate) -> GeodesicSolution {
    guard abs(start.latitude) <= 90, abs(end.latitude) <= 90, start.longitude.isFinite, end.longitude.isFinite else {
      return GeodesicSolution(distance: .nan, initialCourse: .nan, finalCourse: .nan)
    }
    // Mirror and swap the ends into the standard arrangement; courses are turned back by the same symmetries below.
    let difference = Angle.difference(from: start.longitude, to: end.longitude)
    let mirrored = difference < 0
    let swapped = abs(start.latitude) < abs(end.latitude)
    var first = swapped ? end.latitude : start.latitude
    var second = swapped ? start.latitude : end.latitude
    // A first latitude of +0 turns into −0: then a path that leaves the equator southward has σ₁ = −π, as it must.
    let flipped = first.sign == .plus
    if flipped { (first, second) = (-first, -second) }

    let path = solve(standardEnds(first, second, abs(difference)))
    var one = (s: path.salp1, c: flipped ? -path.calp1 : path.calp1)
    var two = (s: path.salp2, c: flipped ? -path.calp2 : path.calp2)
    // Travelled the other way and mirrored east to west, a path keeps sin α and changes the sign of cos α.
    if swapped { (one, two) = ((two.s, -two.c), (one.s, -one.c)) }
    if mirrored { (one.s, two.s) = (-one.s, -two.s) }
    return GeodesicSolution(
      // Between equal poles the vanishing cosine of the latitude leaves a trace far below any length.
      distance: path.length < 1e-100 ? 0 : path.length * b,
      initialCourse: Angle.normalized360(Angle.degrees(arcTangent(one.s, one.c))),
      finalCourse: Angle.normalized360(Angle.degrees(arcTangent(two.s, two.c))))
  }

  private func standardEnds(_ first: Double, _ second: Double, _ longitudeDifference: Double) -> GeodesicEnds {
    let (sbet1, cbet1) = reducedLatitude(first)
    var (sbet2, cbet2) = reducedLatitude(second)
    // Equal latitudes must give equal cosines, or their difference is noise.
    if abs(first) == abs(second) { (sbet2, cbet2) = (sbet2 < 0 ? sbet1 : -sbet1, cbet1) }
    let (slam12, clam12) = Angle.sineCosine(degrees: longitudeDifference)
    return GeodesicEnds(
      sbet1: sbet1, cbet1: cbet1, dn1: (1 + ep2 * sbet1 * sbet1).squareRoot(),
      sbet2: sbet2, cbet2: cbet2, dn2: (1 + ep2 * sbet2 * sbet2).squareRoot(),
      lambda12: Angle.radians(longitudeDifference), slam12: max(0, slam12), clam12: clam12)
  }

  private func solve(_ ends: GeodesicEnds) -> GeodesicPath {
    if ends.slam12 == 0 || ends.cbet1 == Self.tiny, let path = meridian(ends) { return path }
    if ends.sbet1 == 0, ends.sbet2 == 0, ends.lambda12 <= (1 - f) * Double.pi {
      return GeodesicPath(salp1: 1, calp1: 0, salp2: 1, calp2: 0, length: ends.lambda12 / axisRatio)
    }
    return veryShortPath(ends) ?? general(ends)
  }

  /// The path along a meridian, unless a shorter one exists beside it (near antipodes).
  private func meridian(_ ends: GeodesicEnds) -> GeodesicPath? {
    // Head along the meridian of the target; it arrives going due north.
    let sigma1 = Self.unit(ends.sbet1, ends.clam12 * ends.cbet1)
    let sigma2 = Self.unit(ends.sbet2, ends.cbet2)
    let arc = Arc(sigma1, sigma2)
    let lengths = self.lengths(epsilon: n, arc: arc, ends: ends)
    guard arc.sigma12 < 1 || lengths.reduced >= 0 else { return nil }
    return GeodesicPath(salp1: ends.slam12, calp1: ends.clam12, salp2: 0, calp2: 1, length: lengths.length)
  }

  /// Newton's method for α₁ with a bracket: a step that leaves the bracket is replaced by its bisection, so it always ends.
  private func general(_ ends: GeodesicEnds) -> GeodesicPath {
    var alpha = startingCourse(ends)
    var low = (s: Self.tiny, c: 1.0)
    var high = (s: Self.tiny, c: -1.0)
    var lastRound = false
    var trial = hybrid(ends, salp1: alpha.s, calp1: alpha.c)
    // Newton ends within about five rounds; 60 bisections narrow the bracket to a unit in the last place.
    for round in 0..<80 {
      if lastRound || abs(trial.residual) <= Double.ulpOfOne / 2 || trial.residual.isNaN { break }
      // Within the noise of the residual itself one more step takes out what can be taken out.
      lastRound = abs(trial.residual) <= 8 * Double.ulpOfOne
      // The residual grows with α₁: keep the tighter bracket. Cotangents compare courses without an arctangent.
      if trial.residual > 0, alpha.c / alpha.s > high.c / high.s {
        high = alpha
      } else if trial.residual < 0, alpha.c / alpha.s < low.c / low.s {
        low = alpha
      }
      let step = -trial.residual / trial.slope
      let next = (s: alpha.s * cosine(step) + alpha.c * sine(step), c: alpha.c * cosine(step) - alpha.s * sine(step))
      let inside = next.s > 0 && next.c / next.s < low.c / low.s && next.c / next.s > high.c / high.s
      if trial.slope > 0, abs(step) < Double.pi, lastRound || (round < 20 && inside) {
        let unit = Self.unit(next.s, next.c)
        alpha = (unit.sine, unit.cosine)
      } else {
        let unit = Self.unit((low.s + high.s) / 2, (low.c + high.c) / 2)
        alpha = (unit.sine, unit.cosine)
      }
      trial = hybrid(ends, salp1: alpha.s, calp1: alpha.c)
    }
    let lengths = self.lengths(epsilon: trial.epsilon, arc: trial.arc, ends: ends)
    return GeodesicPath(salp1: alpha.s, calp1: alpha.c, salp2: trial.salp2, calp2: trial.calp2, length: lengths.length)
  }

  /// What the hybrid problem gives: the path from φ₁ on the course α₁ to the latitude φ₂.
  private struct Hybrid {
    var residual: Double
    var slope: Double
    var salp2: Double
    var calp2: Double
    var epsilon: Double
    var arc: Arc
  }

  /// Follows the course α₁ up to φ₂ and says how far its longitude misses λ₁₂ and how that changes with α₁ (section 4, equation 46).
  private func hybrid(_ ends: GeodesicEnds, salp1: Double, calp1 course: Double) -> Hybrid {
    // On the equator, leaving due east is the limit of leaving slightly south.
    let calp1 = ends.sbet1 == 0 && course == 0 ? -Self.tiny : course
    let salp0 = salp1 * ends.cbet1
    let calp0 = hypotenuse(calp1, salp1 * ends.sbet1)
    let sameLatitude = ends.cbet2 == ends.cbet1 && abs(ends.sbet2) == -ends.sbet1
    let salp2 = sameLatitude ? salp1 : salp0 / ends.cbet2
    // cos²β₂ − cos²β₁, from whichever pair loses less.
    let rise =
      ends.cbet1 < -ends.sbet1
      ? (ends.cbet2 - ends.cbet1) * (ends.cbet1 + ends.cbet2)
      : (ends.sbet1 - ends.sbet2) * (ends.sbet1 + ends.sbet2)
    let projected = calp1 * ends.cbet1
    let calp2 = sameLatitude ? abs(calp1) : max(0, projected * projected + rise).squareRoot() / ends.cbet2

    let sigma1 = Self.unit(ends.sbet1, calp1 * ends.cbet1)
    let sigma2 = Self.unit(ends.sbet2, calp2 * ends.cbet2)
    let arc = Arc(sigma1, sigma2)
    // ω₁₂ − λ₁₂ as one angle, so that nothing is lost in the subtraction of two large ones.
    let somega1 = salp0 * ends.sbet1
    let somega2 = salp0 * ends.sbet2
    let comega1 = calp1 * ends.cbet1
    let comega2 = calp2 * ends.cbet2
    let s = max(0, comega1 * somega2 - somega1 * comega2)
    let c = comega1 * comega2 + somega1 * somega2
    let eta = arcTangent(s * ends.clam12 - c * ends.slam12, c * ends.clam12 + s * ends.slam12)

    let epsilon = Self.expansionParameter(kSquared: calp0 * calp0 * ep2)
    let c3 = longitudeSeries.sines(epsilon)
    let b3 = Self.sum(c3, sine: sigma2.sine, cosine: sigma2.cosine) - Self.sum(c3, sine: sigma1.sine, cosine: sigma1.cosine)
    let shrink = f * longitudeSeries.mean(epsilon) * salp0 * (arc.sigma12 + b3)
    let slope =
      calp2 == 0
      ? -2 * axisRatio * ends.dn1 / ends.sbet1
      : lengths(epsilon: epsilon, arc: arc, ends: ends).reduced * axisRatio / (calp2 * ends.cbet2)
    return Hybrid(residual: eta - shrink, slope: slope, salp2: salp2, calp2: calp2, epsilon: epsilon, arc: arc)
  }

  /// The length of an arc and its reduced length, both over b (equations 7 and 38).
  private func lengths(epsilon: Double, arc: Arc, ends: GeodesicEnds) -> (length: Double, reduced: Double) {
    let (a1, c1) = Self.distanceSeries(epsilon)
    let (a2, c2) = Self.reducedLengthSeries(epsilon)
    let b1 = Self.sum(c1, sine: arc.ssig2, cosine: arc.csig2) - Self.sum(c1, sine: arc.ssig1, cosine: arc.csig1)
    let b2 = Self.sum(c2, sine: arc.ssig2, cosine: arc.csig2) - Self.sum(c2, sine: arc.ssig1, cosine: arc.csig1)
    let j12 = (a1 - a2) * arc.sigma12 + ((1 + a1) * b1 - (1 + a2) * b2)
    let reduced = ends.dn2 * (arc.csig1 * arc.ssig2) - ends.dn1 * (arc.ssig1 * arc.csig2) - arc.csig1 * arc.csig2 * j12
    return ((1 + a1) * (arc.sigma12 + b1), reduced)
  }
}

/// An arc σ₁…σ₂ on the auxiliary sphere.
struct Arc {
  let ssig1: Double, csig1: Double
  let ssig2: Double, csig2: Double
  /// σ₂ − σ₁, never negative.
  let sigma12: Double

  init(_ sigma1: (sine: Double, cosine: Double), _ sigma2: (sine: Double, cosine: Double)) {
    (ssig1, csig1) = sigma1
    (ssig2, csig2) = sigma2
    // Rounding may turn an arc of nothing, or of half a turn, slightly negative.
    let s = csig1 * ssig2 - ssig1 * csig2
    sigma12 = arcTangent(s > 0 ? s : 0, csig1 * csig2 + ssig1 * ssig2)
  }
}
