// Owns the tests of the Chinese datums and of the outline within which they apply.

import Testing

@testable import TrackGeodesy

@Suite("Chinese datums")
struct DatumTests {
  private func degreesApart(_ first: Coordinate, _ second: Coordinate) -> Double {
    max(abs(first.latitude - second.latitude), abs(first.longitude - second.longitude))
  }

  @Test("the known value of GCJ-02 comes out")
  func knownValue() {
    let result = Datum.convert(Coordinate(latitude: 39.915, longitude: 116.404), from: .wgs84, to: .gcj02)
    #expect(abs(result.longitude - 116.41024449916938) < 1e-12)
    #expect(abs(result.latitude - 39.91640428150164) < 1e-12)
  }

  @Test("the known value of BD-09 comes out")
  func knownBaidu() {
    // coordtransform's own example: GCJ-02 116.404, 39.915 → BD-09 116.41036949371029, 39.92133699351021.
    let result = Datum.convert(Coordinate(latitude: 39.915, longitude: 116.404), from: .gcj02, to: .bd09)
    #expect(abs(result.longitude - 116.41036949371029) < 1e-9)
    #expect(abs(result.latitude - 39.92133699351021) < 1e-9)
  }

  @Test("the shifts with few sines are those of the formulas as they are passed on")
  func plainFormulas() {
    var random = SeededGenerator.announced("plain formulas")
    for _ in 0..<3000 {
      let place = Coordinate(latitude: random.double(16...55), longitude: random.double(72...137))
      let (gcj02, plainGCJ02) = (ChineseShift.gcj02(place), PlainShift.gcj02(place))
      #expect(abs(gcj02.latitude - plainGCJ02.latitude) < 1e-14 && abs(gcj02.longitude - plainGCJ02.longitude) < 1e-14, "\(place)")
      let (bd09, plainBD09) = (ChineseShift.bd09(place), PlainShift.bd09(place))
      #expect(abs(bd09.latitude - plainBD09.latitude) < 2e-13 && abs(bd09.longitude - plainBD09.longitude) < 2e-13, "\(place)")
    }
  }

  @Test("cities agree with gcoord in all three datums", .enabled(if: FixtureFile.exists("datum/china-cities.json")))
  func cities() {
    let text = FixtureFile.text("datum/china-cities.json")
    let byDatum = [("WGS84", Datum.wgs84), ("GCJ02", .gcj02), ("BD09", .bd09)].map { key, datum in (datum, places(text, key: key)) }
    for (_, places) in byDatum { #expect(places.count == 664) }
    for (source, from) in byDatum {
      for (target, to) in byDatum {
        for (one, other) in zip(from, to) {
          // Seven decimals, and in WGS-84 the figures come from an inverse of one step.
          let tolerance = source == .wgs84 || target == .wgs84 ? 1e-5 : 2e-7
          #expect(degreesApart(Datum.convert(one, from: source, to: target), other) < tolerance, "\(one) \(source) \(target)")
        }
      }
    }
  }

  /// All pairs of numbers that follow `"key": [`, longitude first.
  private func places(_ text: String, key: String) -> [Coordinate] {
    var found: [Coordinate] = []
    var waiting: [Double]?
    for line in text.split(whereSeparator: { "\n[],".contains($0) }) {
      let word = line.split(separator: " ").joined()
      if word == "\"\(key)\":" {
        waiting = []
      } else if let number = Double(word), var pair = waiting {
        pair.append(number)
        waiting = pair
        if pair.count == 2 {
          found.append(Coordinate(latitude: pair[1], longitude: pair[0]))
          waiting = nil
        }
      }
    }
    return found
  }

  @Test("there and back again is the same place, on the border and off it too", arguments: [Datum.gcj02, .bd09])
  func roundTrip(datum: Datum) {
    var random = SeededGenerator.announced("datum round trip")
    for round in 0..<4000 {
      var place = Coordinate(latitude: random.double(16...55), longitude: random.double(72...137))
      if round.isMultiple(of: 2) {
        let edges = MainlandChina.index.edges
        let edge = edges[Int(random.double(0...Double(edges.count) - 0.01))]
        place = Coordinate(latitude: edge.startY + random.double(-0.04...0.04), longitude: edge.startX + random.double(-0.04...0.04))
      }
      let there = Datum.convert(place, from: .wgs84, to: datum)
      #expect(degreesApart(Datum.convert(there, from: datum, to: .wgs84), place) < 1e-9, "\(place)")
      let inverse = Datum.convert(place, from: datum, to: .wgs84)
      #expect(degreesApart(Datum.convert(inverse, from: .wgs84, to: datum), place) < 1e-9, "\(place)")
    }
  }

  @Test("the way through the third datum ends at the same place")
  func triangle() {
    let place = Coordinate(latitude: 30.5, longitude: 114.3)
    let direct = Datum.convert(place, from: .wgs84, to: .bd09)
    let around = Datum.convert(Datum.convert(place, from: .wgs84, to: .gcj02), from: .gcj02, to: .bd09)
    #expect(degreesApart(direct, around) < 1e-9)
  }

  @Test("cities by the border and Hainan are shifted", arguments: ChinaPlaces.inside)
  func inside(place: NamedPlace) {
    #expect(MainlandChina.weight(at: place.coordinate, fadingOver: 0.015) == 1, "\(place.name)")
  }

  @Test("neighbours, Taiwan and its islands, Hong Kong and Macau are left alone", arguments: ChinaPlaces.outside, [Datum.gcj02, .bd09])
  func outside(place: NamedPlace, datum: Datum) {
    #expect(Datum.convert(place.coordinate, from: .wgs84, to: datum) == place.coordinate, "\(place.name)")
    #expect(Datum.convert(place.coordinate, from: datum, to: .wgs84) == place.coordinate, "\(place.name)")
  }

  @Test("the datums' displacement is some hundred metres in China and is not told elsewhere")
  func displacement() throws {
    // Beijing: the published value of GCJ-02 stands 0.0014° north and 0.0062° east, 156 m and 534 m.
    let beijing = Coordinate(latitude: 39.915, longitude: 116.404)
    let asGCJ02 = try #require(Datum.displacement(of: beijing, if: .gcj02))
    #expect(abs(asGCJ02 - 556) < 2)
    let asBD09 = try #require(Datum.displacement(of: beijing, if: .bd09))
    #expect(asBD09 > 1000 && asBD09 < 1500)
    #expect(Datum.displacement(of: beijing, if: .wgs84) == 0)
    for place in [
      Coordinate(latitude: 37.57, longitude: 126.98), Coordinate(latitude: .nan, longitude: 116), Coordinate(latitude: 0, longitude: 0),
    ] {
      #expect(Datum.displacement(of: place, if: .gcj02) == nil)
      #expect(!Datum.applies(at: place))
    }
    #expect(Datum.applies(at: beijing))
  }

  @Test("nonsense comes back unchanged")
  func nonsense() {
    #expect(Datum.convert(Coordinate(latitude: .nan, longitude: 116), from: .wgs84, to: .gcj02).latitude.isNaN)
    let far = Coordinate(latitude: 40, longitude: 476)
    #expect(Datum.convert(far, from: .bd09, to: .wgs84) == far)
  }

  @Test("names are the customary ones")
  func names() {
    #expect(Datum.allCases.map(\.displayName) == ["WGS-84", "GCJ-02", "BD-09"])
    #expect(Datum(rawValue: "bd09") == .bd09)
  }
}

/// The formulas as open implementations write them: the plain twin of `ChineseShift`.
private enum PlainShift {
  static func gcj02(_ place: Coordinate) -> (latitude: Double, longitude: Double) {
    let a = 6_378_245.0
    let ee = 0.006_693_421_622_965_943_23
    let x = place.longitude - 105
    let y = place.latitude - 35
    let root = abs(x).squareRoot()
    let common = 2 / 3.0 * (20 * wave(6 * x) + 20 * wave(2 * x))
    var north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + common
    north += 2 / 3.0 * (20 * wave(y) + 40 * wave(y / 3) + 160 * wave(y / 12) + 320 * wave(y / 30))
    var east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + common
    east += 2 / 3.0 * (20 * wave(x) + 40 * wave(x / 3) + 150 * wave(x / 12) + 300 * wave(x / 30))
    let latitude = Angle.radians(place.latitude)
    let s = sine(latitude)
    let w2 = 1 - ee * s * s
    return (
      Angle.degrees(north * w2 * w2.squareRoot() / (a * (1 - ee))), Angle.degrees(east * w2.squareRoot() / (a * cosine(latitude)))
    )
  }

  /// sin πx.
  private static func wave(_ x: Double) -> Double { sine(x * Double.pi) }

  static func bd09(_ place: Coordinate) -> (latitude: Double, longitude: Double) {
    let factor = Double.pi * 3000 / 180
    let x = place.longitude
    let y = place.latitude
    let radius = hypotenuse(x, y) + 0.000_02 * sine(y * factor)
    let angle = arcTangent(y, x) + 0.000_003 * cosine(x * factor)
    return (radius * sine(angle) + 0.006 - y, radius * cosine(angle) + 0.0065 - x)
  }
}
