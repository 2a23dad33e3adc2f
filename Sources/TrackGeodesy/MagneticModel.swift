// Owns `MagneticModel`: the Earth's main magnetic field as a series of spherical harmonics.

/// The magnetic field at a place and time.
public struct MagneticField: Sendable, Hashable {
  /// The components to the north, to the east and down, in nanotesla.
  public let north: Double, east: Double, down: Double

  /// The component in the horizontal plane, *H*, in nanotesla.
  public var horizontal: Double { hypotenuse(north, east) }
  /// The strength, *F*, in nanotesla.
  public var total: Double { hypotenuse(horizontal, down) }
  /// The dip below the horizontal in degrees, −90…90, down positive.
  public var inclination: Double { Angle.degrees(arcTangent(down, horizontal)) }
  /// The angle from true to magnetic north in degrees, −180…180, east positive.
  public var declination: Double { Angle.degrees(arcTangent(east, north)) }
  /// Whether the place lies in a blackout zone around a magnetic pole, where *H* is below 2000 nT and compasses are of no use.
  public var isUnreliable: Bool { !(horizontal >= 2000) }

  /// A field with the given components in nanotesla.
  public init(north: Double, east: Double, down: Double) {
    self.north = north
    self.east = east
    self.down = down
  }
}

/// A model of the Earth's main field: Gauss coefficients to degree and order 12 with a linear change in time.
///
/// Source: Chulliat et al., "The US/UK World Magnetic Model" technical reports, section 1.2 (equations 4 to 19).
public struct MagneticModel: Sendable {
  /// The years for which the model was made, such as 2025.0…2030.0; outside, it goes on linearly and drifts off.
  public let validYears: ClosedRange<Double>

  private let epoch: Double
  /// Row n (n + 1) / 2 + m holds g, h, and their yearly change; row 0 is empty.
  private let rows: [SIMD4<Double>]
  /// The highest degree.
  private static let degree = 12
  /// The reference radius of the series in metres.
  private static let referenceRadius = 6_371_200.0

  init(epoch: Double, validYears: ClosedRange<Double>, rows: [SIMD4<Double>]) {
    self.epoch = epoch
    self.validYears = validYears
    self.rows = [.zero] + rows
  }

  /// The declination in degrees at a place: what is added to a magnetic course to get the true one; east positive.
  ///
  /// - Parameters:
  ///   - place: a position on WGS 84; NaN or a latitude out of range gives NaN.
  ///   - altitude: metres above the ellipsoid, −1000…850 000 for the stated use of the model.
  ///   - decimalYear: such as 2026.5, see ``validYears``.
  public func declination(at place: Coordinate, altitude: Double, decimalYear: Double) -> Double {
    field(at: place, altitude: altitude, decimalYear: decimalYear).declination
  }

  /// The field at a place, with the same arguments as ``declination(at:altitude:decimalYear:)``.
  public func field(at place: Coordinate, altitude: Double, decimalYear: Double) -> MagneticField {
    guard abs(place.latitude) <= 90, place.longitude.isFinite, altitude.isFinite, decimalYear.isFinite else {
      return MagneticField(north: .nan, east: .nan, down: .nan)
    }
    // From geodetic to geocentric (equations 7 and 8): distance from the axis and height above the equator's plane.
    let ellipsoid = Ellipsoid.wgs84
    let (s, c) = Angle.sineCosine(degrees: place.latitude)
    let n = ellipsoid.transverseRadius(atLatitude: place.latitude)
    let p = (n + altitude) * c
    let z = (n * (1 - ellipsoid.eccentricitySquared) + altitude) * s
    let radius = max(1, hypotenuse(p, z))
    // East components divide by the cosine; kept off zero, their limit at the pole comes out.
    let cosineLatitude = max(1e-10, p / radius)
    let sineLatitude = z / radius
    let spherical = sum(
      sine: sineLatitude, cosine: cosineLatitude, longitude: place.longitude, ratio: Self.referenceRadius / radius,
      years: decimalYear - epoch)
    // Turned from the geocentric vertical to the geodetic one (equation 17).
    let turnSine = sineLatitude * c - cosineLatitude * s
    let turnCosine = cosineLatitude * c + sineLatitude * s
    return MagneticField(
      north: spherical.north * turnCosine - spherical.down * turnSine,
      east: spherical.east,
      down: spherical.north * turnSine + spherical.down * turnCosine)
  }

  /// The field in geocentric directions (equations 10 to 12), one order m after the other.
  private func sum(sine: Double, cosine: Double, longitude: Double, ratio: Double, years: Double) -> MagneticField {
    var north = 0.0
    var east = 0.0
    var down = 0.0
    // Pₘᵐ and its derivative by the colatitude, and (a/r)^(m+2).
    var sectoral = 1.0
    var sectoralSlope = 0.0
    var sectoralPower = ratio * ratio
    let (sl, cl) = Angle.sineCosine(degrees: longitude)
    var sm = 0.0
    var cm = 1.0
    for m in 0...Self.degree {
      if m > 0 {
        let factor = m == 1 ? 1 : (Double(2 * m - 1) / Double(2 * m)).squareRoot()
        sectoralSlope = factor * (sine * sectoral + cosine * sectoralSlope)
        sectoral *= factor * cosine
        sectoralPower *= ratio
        (sm, cm) = (sm * cl + cm * sl, cm * cl - sm * sl)
      }
      var legendre = (value: sectoral, slope: sectoralSlope)
      var previous = (value: 0.0, slope: 0.0)
      var power = sectoralPower
      for n in m...Self.degree {
        if n > m {
          let next = Self.next(n, m, legendre, previous, sine: sine, cosine: cosine)
          previous = legendre
          legendre = next
          power *= ratio
        }
        let row = rows[n * (n + 1) / 2 + m]
        let g = row[0] + years * row[2]
        let h = row[1] + years * row[3]
        let inPhase = g * cm + h * sm
        north += power * inPhase * legendre.slope
        east += power * Double(m) * (g * sm - h * cm) * legendre.value / cosine
        down -= power * Double(n + 1) * inPhase * legendre.value
      }
    }
    return MagneticField(north: north, east: east, down: down)
  }

  /// Pₙᵐ, Schmidt semi-normalized, and its derivative by the colatitude, from the two degrees before.
  private static func next(
    _ n: Int, _ m: Int, _ last: (value: Double, slope: Double), _ before: (value: Double, slope: Double), sine: Double, cosine: Double
  ) -> (value: Double, slope: Double) {
    let k = Double(2 * n - 1)
    let j = Double((n - 1) * (n - 1) - m * m).squareRoot()
    let scale = 1 / Double(n * n - m * m).squareRoot()
    return (
      (k * sine * last.value - j * before.value) * scale,
      (k * (sine * last.slope - cosine * last.value) - j * before.slope) * scale
    )
  }
}
