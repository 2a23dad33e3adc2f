// Owns the formulas of GCJ-02 and BD-09, whatever the place.

/// The shifts in degrees, as the customary formulas give them, with fewer sines: a track may have millions of points.
enum ChineseShift {
  /// The shift from WGS-84 to GCJ-02.
  ///
  /// The formula has never been published; these are the figures all open implementations share (coordtransform, gcoord), on the
  /// Krasovsky ellipsoid with a = 6 378 245 m.
  static func gcj02(_ place: Coordinate) -> Datum.Shift {
    let a = 6_378_245.0
    let ee = 0.006_693_421_622_965_943_23
    let x = place.longitude - 105
    let y = place.latitude - 35
    let root = abs(x).squareRoot()
    let eastern = Waves(x)
    let northern = Waves(y)
    let common = 20 * eastern.sixth + 20 * eastern.double
    var north = 20 * northern.whole + 40 * northern.third + 160 * northern.twelfth + 320 * northern.thirtieth
    north = (north + common) * (2 / 3.0) - 100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root
    var east = 20 * eastern.whole + 40 * eastern.third + 150 * eastern.twelfth + 300 * eastern.thirtieth
    east = (east + common) * (2 / 3.0) + 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root
    let latitude = Angle.radians(place.latitude)
    let s = sine(latitude)
    let w2 = 1 - ee * s * s
    let w = w2.squareRoot()
    return (Angle.degrees(north * w2 * w / (a * (1 - ee))), Angle.degrees(east * w / (a * cosine(latitude))))
  }

  /// The sines of πv, and of that divided by 3, 12 and 30, and of it twice and six times: all but one follow from the twelfth.
  private struct Waves {
    let thirtieth: Double
    let twelfth: Double
    let third: Double
    let whole: Double
    let double: Double
    let sixth: Double

    init(_ v: Double) {
      thirtieth = sine(v * (Double.pi / 30))
      let angle = v * (Double.pi / 12)
      twelfth = sine(angle)
      let twelfthCosine = cosine(angle)
      // Twice the angle, and twice again; then three times; then twice, then three times.
      let half = 2 * twelfth * twelfthCosine
      let halfCosine = 1 - 2 * twelfth * twelfth
      third = 2 * half * halfCosine
      let thirdCosine = 1 - 2 * half * half
      whole = third * (3 - 4 * third * third)
      double = 2 * whole * thirdCosine * (4 * thirdCosine * thirdCosine - 3)
      sixth = double * (3 - 4 * double * double)
    }
  }

  /// The shift from GCJ-02 to BD-09: a small swirl about the origin, then a fixed offset.
  ///
  /// The place's own angle need not be known, only turned: by 0.000003 at most, of which the third power is nothing.
  static func bd09(_ place: Coordinate) -> Datum.Shift {
    let factor = Double.pi * 3000 / 180
    let x = place.longitude
    let y = place.latitude
    let radius = (x * x + y * y).squareRoot()
    guard radius > 0 else { return (0.006, 0.0065) }
    let growth = 1 + 0.000_02 * sine(y * factor) / radius
    let turn = 0.000_003 * cosine(x * factor)
    let turnCosine = 1 - turn * turn / 2
    return (growth * (y * turnCosine + x * turn) + 0.006 - y, growth * (x * turnCosine - y * turn) + 0.0065 - x)
  }
}
