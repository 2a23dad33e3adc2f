// Owns the tests of the outline of mainland China and of its look-up.

import Testing

@testable import TrackGeodesy

@Suite("Mainland China")
struct MainlandChinaTests {
  /// The outline walked edge by edge: the plain twin of the look-up.
  private func plainWeight(_ place: Coordinate, _ width: Double) -> Double {
    var isInside = false
    var nearest = Double.infinity
    let shrink = cosine(Angle.radians(place.latitude))
    for edge in MainlandChina.index.edges {
      if edge.isCrossed(place.longitude, place.latitude) { isInside.toggle() }
      nearest = min(nearest, edge.squaredDistance(place.longitude, place.latitude, shrink: shrink))
    }
    return isInside ? 1 : max(0, 1 - nearest.squareRoot() / width)
  }

  @Test("the look-up by cells says what the walk around the outline says")
  func cells() {
    var random = SeededGenerator.announced("outline cells")
    for round in 0..<3000 {
      var place = Coordinate(latitude: random.double(16...54.5), longitude: random.double(72.5...136.5))
      if !round.isMultiple(of: 3) {
        let edges = MainlandChina.index.edges
        let edge = edges[Int(random.double(0...Double(edges.count) - 0.01))]
        let t = random.double(0...1)
        place = Coordinate(
          latitude: edge.startY + t * (edge.endY - edge.startY) + random.double(-0.02...0.02),
          longitude: edge.startX + t * (edge.endX - edge.startX) + random.double(-0.03...0.03))
      }
      #expect(abs(MainlandChina.weight(at: place, fadingOver: 0.015) - plainWeight(place, 0.015)) < 1e-12, "\(place)")
    }
  }

  @Test("the outline and its fading edge lie within the rectangle that is looked at")
  func rectangle() {
    #expect(MainlandChina.index.edges.count > 1000)
    for edge in MainlandChina.index.edges {
      #expect(edge.startY > MainlandChinaIndex.south + 0.02 && edge.startY < MainlandChinaIndex.north - 0.02)
      #expect(edge.startX > MainlandChinaIndex.west + 0.04 && edge.startX < MainlandChinaIndex.east - 0.04)
    }
  }

  @Test("the shift is nowhere near the border as large as the edge over which it fades", arguments: [Datum.gcj02, .bd09])
  func largestShift(datum: Datum) {
    var largest = 0.0
    for edge in MainlandChina.index.edges {
      let place = Coordinate(latitude: edge.startY, longitude: edge.startX)
      let moved = Datum.convert(place, from: .wgs84, to: datum)
      let east = (moved.longitude - place.longitude) * cosine(Angle.radians(place.latitude))
      largest = max(largest, hypotenuse(east, moved.latitude - place.latitude))
    }
    #expect(largest > 0.004 && largest < 0.95 * datum.fadeWidth)
    #expect(datum.fadeWidth < MainlandChinaIndex.reach)
  }

  @Test("the shift has no jump anywhere along the border, on either side of it", arguments: [Datum.gcj02, .bd09])
  func continuity(datum: Datum) {
    var random = SeededGenerator.announced("border band")
    let edges = MainlandChina.index.edges
    let step = 1e-6
    for _ in 0..<4000 {
      let edge = edges[Int(random.double(0...Double(edges.count) - 0.01))]
      let t = random.double(0...1)
      let place = Coordinate(
        latitude: edge.startY + t * (edge.endY - edge.startY) + random.double(-0.02...0.02),
        longitude: edge.startX + t * (edge.endX - edge.startX) + random.double(-0.03...0.03))
      let beside = Coordinate(latitude: place.latitude + step, longitude: place.longitude + step)
      for (from, to) in [(Datum.wgs84, datum), (datum, .wgs84)] {
        let (first, second) = (Datum.convert(place, from: from, to: to), Datum.convert(beside, from: from, to: to))
        // On the edge the map stretches to at most three times, and its inverse to at most thirty.
        let most = from == .wgs84 ? 4 * step : 40 * step
        #expect(abs(first.latitude - second.latitude) < most && abs(first.longitude - second.longitude) < most, "\(place)")
      }
    }
  }

  @Test(
    "of the cities of GeoNames all of China's are inside and the others' outside, but for a few on the fading edge",
    .enabled(if: GeoNamesTowns.isInstalled, "needs the Debian package libtimezonemap-data"))
  func geoNames() {
    var (inside, outside, wrong) = (0, 0, 0)
    for town in GeoNamesTowns.all() where MainlandChina.surroundings(contain: town.coordinate) {
      let weight = MainlandChina.weight(at: town.coordinate, fadingOver: 0.015)
      if town.country == "CN" { inside += 1 } else { outside += 1 }
      if town.country == "CN" ? weight < 1 : weight > 0 {
        wrong += 1
        // Korean towns on the bank of the Tumen and the Yalu.
        #expect(town.country == "KP" && weight < 1, "\(town.name), \(town.country): \(weight)")
      }
    }
    #expect(inside > 790 && outside > 2500)
    // 99.8 % and better.
    #expect(wrong <= 5)
    print("\(inside) towns in China, \(outside) around it, \(wrong) partly shifted")
  }
}
