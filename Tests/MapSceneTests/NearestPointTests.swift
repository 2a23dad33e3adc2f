// Tests the look-up of the nearest point against going through all of them.

import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("The nearest point of a track") struct NearestPointTests {
  /// A seeded walk, which may cross the antimeridian.
  private func shape(count: Int, longitude: Double, seed: UInt64) -> TrackShape {
    var generator = SeededGenerator(seed: seed)
    var place = (latitude: 10.0, longitude: longitude)
    var points = TrackPoints()
    for _ in 0..<count {
      points.append(Fix(coordinate: Coordinate(latitude: place.latitude, longitude: place.longitude).normalized))
      place.latitude = max(-80, min(80, place.latitude + Double.random(in: -0.01...0.011, using: &generator)))
      place.longitude += Double.random(in: -0.01...0.012, using: &generator)
    }
    return TrackShape(points: points) { _ in false }
  }

  /// Every point, one after another.
  private func plain(_ shape: TrackShape, _ place: MapPoint, _ limit: Double) -> (index: Int, distance: Double)? {
    var best: (index: Int, distance: Double)?
    for index in 0..<shape.count {
      let dx = TrackShape.nearest(place.x, to: shape.x[index]) - shape.x[index]
      let dy = place.y - shape.y[index]
      let distance = (dx * dx + dy * dy).squareRoot()
      if distance <= limit, distance < best?.distance ?? .infinity { best = (index, distance) }
    }
    return best
  }

  @Test("is the one that going through all of them finds", arguments: [1, 2, 16, 17, 18, 300, 5000])
  func oracle(count: Int) throws {
    for longitude in [20.0, 179.9] {
      let shape = shape(count: count, longitude: longitude, seed: 7)
      var generator = SeededGenerator(seed: UInt64(count))
      for _ in 0..<200 {
        let latitude = Double.random(in: 5...15, using: &generator)
        let east = longitude + Double.random(in: -5...8, using: &generator)
        let place = WebMercator.project(Coordinate(latitude: latitude, longitude: east).normalized)
        for limit in [0.5, 0.001] {
          let found = shape.nearestPoint(to: place, within: limit)
          let expected = plain(shape, place, limit)
          #expect(found?.index == expected?.index)
          #expect(abs((found?.distance ?? 0) - (expected?.distance ?? 0)) < 1e-12)
        }
      }
    }
  }

  @Test("is the first of several at the same place, and none where none is near enough")
  func ties() {
    var points = TrackPoints()
    for _ in 0..<40 { points.append(Fix(coordinate: Coordinate(latitude: 1, longitude: 2))) }
    let shape = TrackShape(points: points) { _ in false }
    let place = WebMercator.project(Coordinate(latitude: 1, longitude: 2))
    #expect(shape.nearestPoint(to: place, within: 0.1)?.index == 0)
    #expect(shape.nearestPoint(to: MapPoint(x: place.x + 0.2, y: place.y), within: 0.1) == nil)
  }
}
