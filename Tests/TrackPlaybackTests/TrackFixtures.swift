// Owns the made-up tracks of these tests: places given in metres around a corner of Beijing, and a seeded source of randomness.

@_exported import TestBasics
import TrackGeodesy
import TrackPlayback

/// The place so many metres east and north of 40°N 116°E.
func place(_ east: Double, _ north: Double, latitude: Double = 40, longitude: Double = 116) -> Coordinate {
  let metresNorth = Angle.radians(1) * Ellipsoid.wgs84.meridionalRadius(atLatitude: latitude)
  let metresEast =
    Angle.radians(1) * Ellipsoid.wgs84.transverseRadius(atLatitude: latitude) * Angle.sineCosine(degrees: latitude).cosine
  return Coordinate(latitude: latitude + north / metresNorth, longitude: longitude + east / metresEast).normalized
}

/// A track through places in metres, with times where given.
func track(_ metres: [(Double, Double)], times: [Double?] = [], altitudes: [Double?] = [], breaks: [Int] = []) -> Track {
  let fixes = metres.indices.map { index in
    Fix(
      coordinate: place(metres[index].0, metres[index].1), altitude: index < altitudes.count ? altitudes[index] : nil,
      time: index < times.count ? times[index] : nil)
  }
  return track(fixes, breaks: breaks)
}

/// A track of fixes whose segments begin at 0 and at each break.
func track(_ fixes: [Fix], breaks: [Int] = [], waypoints: [Waypoint] = []) -> Track {
  let edges = [0] + breaks + [fixes.count]
  let segments = zip(edges, edges.dropFirst()).map { TrackSegment(range: $0..<$1) }
  return Track(points: TrackPoints(fixes), segments: segments, waypoints: waypoints)
}

/// A track through coordinates.
func track(_ coordinates: [Coordinate], times: [Double?] = []) -> Track {
  track(coordinates.enumerated().map { Fix(coordinate: $1, time: $0 < times.count ? times[$0] : nil) })
}

/// Points every few metres along straight lines between corners given in metres; the corners are among them.
func walk(_ corners: [(Double, Double)], every step: Double) -> [(Double, Double)] {
  var points = [corners[0]]
  for (start, end) in zip(corners, corners.dropFirst()) {
    let (dx, dy) = (end.0 - start.0, end.1 - start.1)
    let count = max(1, Int(((dx * dx + dy * dy).squareRoot() / step).rounded()))
    for part in 1...count {
      let share = Double(part) / Double(count)
      points.append((start.0 + dx * share, start.1 + dy * share))
    }
  }
  return points
}

extension SeededGenerator {
  /// A number of the normal distribution, near enough (the sum of twelve uniform ones).
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += Double.random(in: 0..<1, using: &self) }
    return sum
  }
}

/// A random track of some segments, with stops, equal times, missing times and jumps.
func randomTrack(_ random: inout SeededGenerator, timed: Bool) -> Track {
  let count = Int.random(in: 1...60, using: &random)
  var fixes: [Fix] = []
  var (east, north, time) = (0.0, 0.0, 1_700_000_000.0)
  for _ in 0..<count {
    let kind = Int.random(in: 0..<10, using: &random)
    if kind > 1 {
      east += Double.random(in: -15...15, using: &random)
      north += Double.random(in: -15...15, using: &random)
    }
    if kind == 2 { east += 5000 }
    time += kind == 3 ? 0 : kind == 4 ? 900 : kind == 5 ? -2 : Double(Int.random(in: 1...5, using: &random))
    fixes.append(
      Fix(
        coordinate: place(east, north), altitude: kind == 6 ? nil : Double.random(in: 0...50, using: &random),
        time: timed && kind != 7 ? time : nil))
  }
  let breaks = (1..<max(2, count)).filter { _ in count > 1 && Int.random(in: 0..<20, using: &random) == 0 }
  return track(fixes, breaks: breaks)
}
