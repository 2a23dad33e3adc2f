// Tracks of any size that look like rides, the same at every run.

import Chance
import MapScene
import TrackGeodesy
import TrackPlayback

/// A seeded walk with inertia: 3 to 17 m a second, a course that drifts, a corner now and then, elevations that roll.
struct SyntheticTrack {
  /// What the walk covers.
  enum Kind: String, CaseIterable {
    /// It gets somewhere, as a long tour does: it turns towards a distant goal, and to another one every 60 km or so.
    case tour
    /// It wanders over the same ground again and again, as years of commuting do: hard on a raster, for it fills the screen.
    case scribble
  }

  let points: TrackPoints
  var count: Int { points.count }

  static let seed: UInt64 = 20_261_121

  /// - Parameter count: the number of points.
  init(count: Int, kind: Kind = .tour, seed: UInt64 = Self.seed) {
    var random = SplitMix64(seed: seed &+ UInt64(count))
    var points = TrackPoints()
    points.reserveCapacity(count)
    var latitude = 40.0
    var longitude = 116.3
    var turn = 0.0
    var heading = (x: 1.0, y: 0.0)
    var goal = heading
    var speed = 10.0
    var altitude = 50.0
    for index in 0..<count {
      points.append(
        Fix(coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: altitude, time: 1_767_268_800 + Double(index)))
      turn = random.unit() < 0.01 ? random.signed() * 1.5 : turn * 0.8 + random.signed() * 0.08
      if kind == .tour {
        if index % 6_000 == 0 { goal = Self.goal(latitude, longitude, &random) }
        turn += 0.03 * (heading.x * goal.y - heading.y * goal.x)
      }
      // A rotation by a small angle without the C library: good enough for a walk, and the same everywhere.
      heading = (heading.x - heading.y * turn, heading.y + heading.x * turn)
      let length = (heading.x * heading.x + heading.y * heading.y).squareRoot()
      heading = (heading.x / length, heading.y / length)
      speed = min(17, max(3, speed + random.signed()))
      altitude += random.signed() * 0.5
      latitude = min(60, max(20, latitude + heading.y * speed / 111_000))
      longitude = min(150, max(80, longitude + heading.x * speed / 85_000))
    }
    self.points = points
  }

  /// A direction to go on in, within Asia.
  private static func goal(_ latitude: Double, _ longitude: Double, _ random: inout SplitMix64) -> (x: Double, y: Double) {
    let towards = (x: 80 + 70 * random.unit() - longitude, y: 20 + 40 * random.unit() - latitude)
    let length = max(1e-9, (towards.x * towards.x + towards.y * towards.y).squareRoot())
    return (towards.x / length, towards.y / length)
  }

  var track: Track { Track(points: points) }

  /// The walk as a journey that can be drawn; it has no turns, which would take longer than all that is measured.
  static func journey(count: Int, kind: Kind, detail: Journey.Detail = .drawing) -> Journey {
    Journey(title: "synthetic", timeline: Timeline(track: SyntheticTrack(count: count, kind: kind).track), detail: detail)
  }
}

extension SplitMix64 {
  /// −1 ..< 1.
  mutating func signed() -> Double { unit() * 2 - 1 }
}
