// Owns `GroundVector` and `Strides`: the ways along a track that a walk in equal steps has just gone.

import TrackGeodesy

/// A short way over the ground in metres.
struct GroundVector {
  var east: Double
  var north: Double

  /// Stands for a way too crooked to have a direction.
  static let unknown = GroundVector(east: 0, north: 0)
  var isKnown: Bool { east != 0 || north != 0 }

  /// The change of direction to another in degrees, right positive.
  func turn(to other: GroundVector) -> Double {
    Angle.degrees(arcTangent(other.east * north - other.north * east, north * other.north + east * other.east))
  }

  /// Whether the change of direction to another is an angle below 90° or more, given its tangent; not where one is unknown.
  @inline(__always)
  func turns(to other: GroundVector, byTangent tangent: Double) -> Bool {
    let across = other.east * north - other.north * east
    let along = north * other.north + east * other.east
    return isKnown && other.isKnown && abs(across) >= tangent * along
  }
}

/// The last places and ways of a walk in equal steps, so that each is worked out once:
///
/// ```
///   place k        k+1       …       k+n          the way from k to k+n is found at step k,
///     ├─────────────────────────────►┤            and n steps later it is the way that leads
///               ├─────────────────────────────►   to the place looked at
/// ```
struct Strides {
  private var places: [Coordinate]
  private var ways: [GroundVector]
  /// Steps since the start, and the slot of the next.
  private var steps = 0
  private var slot = 0

  /// - Parameter count: steps in a way.
  init(count: Int) {
    places = Array(repeating: Coordinate(latitude: 0, longitude: 0), count: max(1, count))
    ways = Array(repeating: .unknown, count: max(1, count))
  }

  /// Begins anew, somewhere else.
  mutating func restart() { (steps, slot) = (0, 0) }

  /// The place of the next step, if it is known.
  var near: Coordinate? { steps >= places.count ? places[slot] : nil }

  /// Takes the next step.
  /// - Returns: the way that led there, if it is known.
  @inline(__always)
  mutating func advance(to far: Coordinate, by way: GroundVector) -> GroundVector? {
    let into = steps >= ways.count ? ways[slot] : nil
    places[slot] = far
    ways[slot] = way
    slot = slot + 1 == ways.count ? 0 : slot + 1
    steps += 1
    return into
  }
}
