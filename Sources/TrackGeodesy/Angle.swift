// Owns the arithmetic of angles in degrees: wrapping, turning the shorter way, means, and exact sines of round angles.

/// Arithmetic of angles in degrees that wrap around at 360°.
///
/// Every function takes any finite number, however large, and is right to the last bit that the input carries; NaN and
/// infinities give NaN, never a trap.
public enum Angle {
  /// The angle in radians.
  @inlinable
  public static func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }

  /// The angle in degrees.
  @inlinable
  public static func degrees(_ radians: Double) -> Double { radians * (180 / Double.pi) }

  /// The same angle within 0 ..< 360 degrees.
  @inlinable
  public static func normalized360(_ degrees: Double) -> Double {
    if degrees >= 0, degrees < 360 { return degrees + 0 }
    // The remainder is exact, but adding 360 to a tiny negative one rounds up to 360 itself.
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    if rest >= 0 { return rest + 0 }
    let wrapped = rest + 360
    return wrapped == 360 ? 0 : wrapped
  }

  /// The same angle within −180 ..< 180 degrees.
  @inlinable
  public static func normalized180(_ degrees: Double) -> Double {
    if degrees >= -180, degrees < 180 { return degrees }
    let rest = degrees.remainder(dividingBy: 360)
    return rest == 180 ? -180 : rest
  }

  /// The signed turn in degrees from one course to another the shorter way, −180 exclusive to 180 inclusive; right is positive.
  ///
  /// Opposite courses turn right, by +180.
  @inlinable
  public static func shortestTurn(from start: Double, to end: Double) -> Double {
    let turn = difference(from: start, to: end)
    return turn == -180 ? 180 : turn
  }

  /// The course a fraction of the way from one to another the shorter way, within 0 ..< 360 degrees.
  ///
  /// - Parameter fraction: 0 gives `start`, 1 gives `end` (both wrapped); values outside 0…1 go on turning.
  @inlinable
  public static func interpolate(from start: Double, to end: Double, fraction: Double) -> Double {
    if fraction == 1 { return normalized360(end) }
    return normalized360(normalized360(start) + shortestTurn(from: start, to: end) * fraction)
  }

  /// The mean direction of angles in degrees, 0 ..< 360, or `nil` where there is none (no angles, or they cancel out).
  public static func circularMean(_ angles: some Sequence<Double>) -> Double? {
    var east = 0.0
    var north = 0.0
    var count = 0.0
    for angle in angles {
      let (sine, cosine) = sineCosine(degrees: angle)
      east += sine
      north += cosine
      count += 1
    }
    // Less than a part in 10¹² of agreement is rounding, not direction. NaN fails the comparison as well.
    guard hypotenuse(east, north) > count * 1e-12 else { return nil }
    return normalized360(degrees(arcTangent(east, north)))
  }

  /// `end` − `start` within −180…180 degrees, right to half a unit in the last place of the result.
  @inlinable
  static func difference(from start: Double, to end: Double) -> Double {
    let first = start.remainder(dividingBy: 360)
    let second = end.remainder(dividingBy: 360)
    let sum = second - first
    // What the rounding of the subtraction lost (Knuth's two-sum), given back once the big part is wrapped.
    let virtual = sum - second
    let lost = (second - (sum - virtual)) - (first + virtual)
    let wrapped = sum.remainder(dividingBy: 360)
    return (wrapped + lost).remainder(dividingBy: 360)
  }

  /// Sine and cosine of an angle in degrees, exact at multiples of 90°.
  ///
  /// The angle is reduced to ±45° in degrees, where the reduction is exact, before it is turned into radians.
  public static func sineCosine(degrees angle: Double) -> (sine: Double, cosine: Double) {
    // The remainder is slow; within half a turn plain subtractions are just as exact.
    let magnitude = abs(angle)
    if magnitude <= 45 {
      let radians = Angle.radians(angle)
      return (TrackGeodesy.sine(radians), TrackGeodesy.cosine(radians))
    }
    if magnitude <= 135 {
      let radians = Angle.radians(magnitude - 90)
      let s = TrackGeodesy.cosine(radians)
      return (angle < 0 ? -s : s, 0 - TrackGeodesy.sine(radians))
    }
    return reducedSineCosine(degrees: angle)
  }

  /// Sine and cosine of any angle in degrees.
  private static func reducedSineCosine(degrees angle: Double) -> (sine: Double, cosine: Double) {
    let rest = angle.remainder(dividingBy: 90)
    let quadrant = ((angle.remainder(dividingBy: 360) - rest) / 90).rounded()
    let radians = Angle.radians(rest)
    let s = TrackGeodesy.sine(radians)
    let c = TrackGeodesy.cosine(radians)
    switch quadrant {
    case 0: return (s, c)
    case 1: return (c, 0 - s)
    case -1: return (0 - c, s)
    case 2, -2: return (0 - s, 0 - c)
    default: return (.nan, .nan)
    }
  }
}
