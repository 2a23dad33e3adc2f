// Owns `Constellation`: where navigation satellites stand in the sky, by the nominal orbits of their systems.

import TrackGeodesy
import TrackPlayback

/// A satellite above the horizon.
struct VisibleSatellite: Sendable {
  var system: Satellite.System
  /// Its number within its system, and as NMEA counts.
  var systemNumber: Int
  var number: Int
  /// Degrees above the horizon and clockwise from north.
  var elevation: Double
  var azimuth: Double
  /// The direction to it: east, north, up.
  var direction: (east: Double, north: Double, up: Double)
}

/// The satellites of the simulated sky.
///
/// Circular orbits with the nominal size, tilt and spacing of GPS (24 in 6 planes, IS-GPS-200) and GLONASS (24 in 3 planes, ICD GLONASS). No
/// almanac: the seed turns them, so that the sky is plausible and moves as a real one does, but is that of no real moment.
struct Constellation: Sendable {
  private struct Orbits: Sendable {
    var system: Satellite.System
    var planes: Int
    var slots: Int
    /// Degrees between equator and orbit, kilometres from the Earth's centre, seconds of a revolution.
    var inclination: Double
    var radius: Double
    var period: Double
    /// Degrees by which each plane is ahead of the one before.
    var phasing: Double
    var firstNumber: Int
  }

  private static let all = [
    Orbits(
      system: .gps, planes: 6, slots: 4, inclination: 55, radius: 26_560, period: 43_082, phasing: 15, firstNumber: 1),
    Orbits(
      system: .glonass, planes: 3, slots: 8, inclination: 64.8, radius: 25_510, period: 40_544, phasing: 15, firstNumber: 65),
  ]
  /// Degrees that the Earth turns in a second.
  private static let turning = 360.985_647_366_29 / 86_400

  /// By how much the planes, and the satellites in them, are turned: a pair of degrees for each system.
  private let turns: [(plane: Double, slot: Double)]

  init(seed: UInt64) {
    var random = SteadyRandom(seed: seed, stream: 100)
    turns = Self.all.map { _ in (random.uniform() * 360, random.uniform() * 360) }
  }

  /// The satellites above a place and a least elevation in degrees, highest first.
  func visible(from place: Coordinate, time: Double, above least: Double) -> [VisibleSatellite] {
    // To a hundredth of a degree, so that the last bit of a place cannot make a satellite rise.
    let observer = Observer(latitude: (place.latitude * 100).rounded() / 100, longitude: (place.longitude * 100).rounded() / 100)
    var result: [VisibleSatellite] = []
    for (orbits, turn) in zip(Self.all, turns) {
      let (sine, cosine) = SteadyMath.sineCosine(orbits.inclination)
      for plane in 0..<orbits.planes {
        let node = turn.plane + Double(plane) * 360 / Double(orbits.planes) - time * Self.turning
        let nodal = SteadyMath.sineCosine(node)
        for slot in 0..<orbits.slots {
          let along =
            turn.slot + Double(slot) * 360 / Double(orbits.slots) + Double(plane) * orbits.phasing + time * 360 / orbits.period
          let u = SteadyMath.sineCosine(along)
          let x = orbits.radius * (nodal.cosine * u.cosine - nodal.sine * u.sine * cosine)
          let y = orbits.radius * (nodal.sine * u.cosine + nodal.cosine * u.sine * cosine)
          let z = orbits.radius * u.sine * sine
          let index = plane * orbits.slots + slot
          var satellite = observer.satellite(atX: x, y, z)
          guard satellite.elevation >= least else { continue }
          satellite.system = orbits.system
          satellite.systemNumber = index + 1
          satellite.number = orbits.firstNumber + index
          result.append(satellite)
        }
      }
    }
    return result.sorted { ($0.elevation, $1.number) > ($1.elevation, $0.number) }
  }
}

/// A place on the Earth from which directions are told, on a sphere of 6,371 km: satellites are far away.
private struct Observer {
  private let sine: (latitude: Double, longitude: Double)
  private let cosine: (latitude: Double, longitude: Double)

  init(latitude: Double, longitude: Double) {
    let north = SteadyMath.sineCosine(latitude)
    let east = SteadyMath.sineCosine(longitude)
    sine = (north.sine, east.sine)
    cosine = (north.cosine, east.cosine)
  }

  func satellite(atX x: Double, _ y: Double, _ z: Double) -> VisibleSatellite {
    let radius = 6371.0
    let east = -sine.longitude * x + cosine.longitude * y
    let inward = cosine.longitude * x + sine.longitude * y
    let north = cosine.latitude * z - sine.latitude * inward
    let up = cosine.latitude * inward + sine.latitude * z - radius
    let distance = SteadyMath.length(east, north, up)
    let azimuth = SteadyMath.angle(east, north)
    return VisibleSatellite(
      system: .gps, systemNumber: 0, number: 0, elevation: SteadyMath.angle(up, SteadyMath.length(east, north)),
      azimuth: azimuth < 0 ? azimuth + 360 : azimuth, direction: (east / distance, north / distance, up / distance))
  }
}

/// Dilution of precision from directions to satellites.
enum SkyGeometry {
  /// The dilutions that a least-squares fix with one clock has: the diagonal of (HᵀH)⁻¹, the rows of H being (east, north, up, 1) of a satellite
  /// (R. B. Langley, "Dilution of Precision", GPS World, 1999). `nil` where the directions do not tell a place.
  static func dilution(_ directions: [(east: Double, north: Double, up: Double)]) -> DilutionOfPrecision? {
    guard directions.count >= 4 else { return nil }
    var normal = [[Double]](repeating: [Double](repeating: 0, count: 4), count: 4)
    for direction in directions {
      let row = [direction.east, direction.north, direction.up, 1]
      for i in 0..<4 { for j in 0..<4 { normal[i][j] += row[i] * row[j] } }
    }
    guard let diagonal = diagonalOfInverse(normal), diagonal.allSatisfy({ $0 > 0 && $0 < 1e4 }) else { return nil }
    var dilution = DilutionOfPrecision()
    dilution.longitude = diagonal[0].squareRoot()
    dilution.latitude = diagonal[1].squareRoot()
    dilution.vertical = diagonal[2].squareRoot()
    dilution.time = diagonal[3].squareRoot()
    dilution.horizontal = (diagonal[0] + diagonal[1]).squareRoot()
    dilution.position = (diagonal[0] + diagonal[1] + diagonal[2]).squareRoot()
    dilution.geometric = (diagonal[0] + diagonal[1] + diagonal[2] + diagonal[3]).squareRoot()
    return dilution
  }

  /// The diagonal of the inverse of a symmetric positive matrix, by Cholesky's factor; `nil` where it has none.
  private static func diagonalOfInverse(_ matrix: [[Double]]) -> [Double]? {
    let count = matrix.count
    var factor = matrix
    for i in 0..<count {
      for j in 0...i {
        var sum = matrix[i][j]
        for k in 0..<j { sum -= factor[i][k] * factor[j][k] }
        if i == j {
          guard sum > 1e-9 else { return nil }
          factor[i][i] = sum.squareRoot()
        } else {
          factor[i][j] = sum / factor[j][j]
        }
      }
    }
    // The columns of the factor's inverse; the diagonal wanted is the sum of squares of each.
    return (0..<count).map { column in
      var solved = [Double](repeating: 0, count: count)
      for i in column..<count {
        var sum = i == column ? 1.0 : 0
        for k in column..<i { sum -= factor[i][k] * solved[k] }
        solved[i] = sum / factor[i][i]
      }
      return solved.reduce(0) { $0 + $1 * $1 }
    }
  }
}
