// Owns the direct problem: from a place, a course and a distance to the destination (Karney 2013, section 3 and table 2).

extension Geodesic {
  /// The place reached from a start on a course after a distance along the geodesic.
  ///
  /// - Parameters:
  ///   - start: the start; at a pole, the course counts from the meridian of the longitude given.
  ///   - course: the true course in degrees, any turn.
  ///   - distance: the length in metres; negative goes backwards, more than once around is allowed.
  /// - Returns: the destination, right to 25 nm, or NaN coordinates where an argument is not finite or the latitude is out of range.
  public func direct(from start: Coordinate, course: Double, distance: Double) -> GeodesicDestination {
    guard abs(start.latitude) <= 90, start.longitude.isFinite, course.isFinite, distance.isFinite else {
      return GeodesicDestination(coordinate: Coordinate(latitude: .nan, longitude: .nan), finalCourse: .nan)
    }
    let (salp1, calp1) = Angle.sineCosine(degrees: course)
    let (sbet1, cbet1) = reducedLatitude(start.latitude)
    // The course at the equator, α₀ (equations 5 and 10).
    let salp0 = salp1 * cbet1
    let calp0 = hypotenuse(calp1, salp1 * sbet1)
    let ssig1 = sbet1
    let csig1 = sbet1 != 0 || calp1 != 0 ? cbet1 * calp1 : 1
    let start1 = Self.unit(ssig1, csig1)

    let epsilon = Self.expansionParameter(kSquared: calp0 * calp0 * ep2)
    let (a1, c1) = Self.distanceSeries(epsilon)
    let b11 = Self.sum(c1, sine: start1.sine, cosine: start1.cosine)
    // τ₂ = τ₁ + s / (b A₁); only its sine and cosine are needed, turned from those of σ₁ so that no large angle is rounded.
    let tau12 = distance / (b * (1 + a1))
    let turn = b11 + tau12
    let s = sine(turn)
    let c = cosine(turn)
    let stau2 = start1.sine * c + start1.cosine * s
    let ctau2 = start1.cosine * c - start1.sine * s
    let sig12 = turn + Self.sum(Self.arcSeries(epsilon), sine: stau2, cosine: ctau2)
    let s12 = sine(sig12)
    let c12 = cosine(sig12)
    let ssig2 = start1.sine * c12 + start1.cosine * s12
    let csig2 = start1.cosine * c12 - start1.sine * s12

    let sbet2 = calp0 * ssig2
    var cbet2 = hypotenuse(salp0, calp0 * csig2)
    if cbet2 == 0 { cbet2 = Self.tiny }
    let calp2 = calp0 * csig2 == 0 && salp0 == 0 ? Self.tiny : calp0 * csig2

    let lambda12 = longitudeDifference(epsilon: epsilon, salp0: salp0, from: start1, to: (ssig2, csig2), sigma12: sig12)
    let latitude = Angle.degrees(arcTangent(sbet2, axisRatio * cbet2))
    let longitude = Angle.normalized180(Angle.normalized180(start.longitude) + Angle.normalized180(Angle.degrees(lambda12)))
    return GeodesicDestination(
      coordinate: Coordinate(latitude: max(-90, min(90, latitude)), longitude: longitude),
      finalCourse: Angle.normalized360(Angle.degrees(arcTangent(salp0, calp2))))
  }

  /// λ₁₂ over an arc of the auxiliary sphere, in any turn (equation 8).
  private func longitudeDifference(
    epsilon: Double, salp0: Double, from start: (sine: Double, cosine: Double), to end: (sine: Double, cosine: Double), sigma12: Double
  ) -> Double {
    let omega12 = arcTangent(
      salp0 * (end.sine * start.cosine - end.cosine * start.sine),
      end.cosine * start.cosine + salp0 * salp0 * end.sine * start.sine)
    let c3 = longitudeSeries.sines(epsilon)
    let b3 = Self.sum(c3, sine: end.sine, cosine: end.cosine) - Self.sum(c3, sine: start.sine, cosine: start.cosine)
    return omega12 - f * longitudeSeries.mean(epsilon) * salp0 * (sigma12 + b3)
  }

  /// A number so small that it vanishes beside any other, and large enough that its square does not.
  static var tiny: Double { 1.5e-154 }

  /// Sine and cosine of the reduced latitude β, tan β = (1 − f) tan φ; the cosine is never zero, so that a pole keeps its meridian.
  func reducedLatitude(_ latitude: Double) -> (sine: Double, cosine: Double) {
    let (s, c) = Angle.sineCosine(degrees: latitude)
    let beta = Self.unit(axisRatio * s, c)
    return (beta.sine, max(Self.tiny, beta.cosine))
  }

  /// The vector (cosine, sine) scaled to length 1.
  static func unit(_ sine: Double, _ cosine: Double) -> (sine: Double, cosine: Double) {
    let length = hypotenuse(sine, cosine)
    return (sine / length, cosine / length)
  }
}
