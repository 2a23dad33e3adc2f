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

  @Test("cities agree with gcoord in all three datums", .enabled(if: FixtureFile.exists("datum/china-cities.json")))
  func cities() {
    let text = FixtureFile.text("datum/china-cities.json")
    let byDatum = [("WGS84", Datum.wgs84), ("GCJ02", .gcj02), ("BD09", .bd09)].map { key, datum in (datum, places(text, key: key)) }
    for (_, places) in byDatum { #expect(places.count == 664) }
    for (source, from) in byDatum {
      for (target, to) in byDatum {
        for (one, other) in zip(from, to) {
          // Sansha lies on islands far out at sea, which the outline leaves out.
          if one.latitude < 17 { continue }
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
        let corner = MainlandChina.outline[Int(random.double(0...Double(MainlandChina.outline.count) - 0.01))]
        place = Coordinate(
          latitude: corner.latitude + random.double(-0.04...0.04), longitude: corner.longitude + random.double(-0.04...0.04))
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
    #expect(MainlandChina.weight(at: place.coordinate) == 1, "\(place.name)")
  }

  @Test("neighbours, Taiwan and its islands, Hong Kong and Macau are left alone", arguments: ChinaPlaces.outside, [Datum.gcj02, .bd09])
  func outside(place: NamedPlace, datum: Datum) {
    #expect(Datum.convert(place.coordinate, from: .wgs84, to: datum) == place.coordinate, "\(place.name)")
    #expect(Datum.convert(place.coordinate, from: datum, to: .wgs84) == place.coordinate, "\(place.name)")
  }

  @Test("the rectangle that is taken as inside without looking is inside")
  func rectangle() {
    // No vertex within it and its corners inside: the outline could only cut it with an edge right through.
    for vertex in MainlandChina.outline {
      #expect(!(vertex.longitude > 99.5 && vertex.longitude < 117.5 && vertex.latitude > 25 && vertex.latitude < 41))
    }
    for step in 0...200 {
      let t = Double(step) / 200
      for (x, y) in [(99.5 + 18 * t, 25), (99.5 + 18 * t, 41), (99.5, 25 + 16 * t), (117.5, 25 + 16 * t)] {
        #expect(MainlandChina.weight(at: Coordinate(latitude: y, longitude: x)) == 1)
      }
    }
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

struct NamedPlace: Sendable, CustomStringConvertible {
  let name: String
  let coordinate: Coordinate
  var description: String { name }

  init(_ name: String, _ latitude: Double, _ longitude: Double) {
    self.name = name
    coordinate = Coordinate(latitude: latitude, longitude: longitude)
  }
}

/// Places on both sides, WGS-84, from general knowledge.
enum ChinaPlaces {
  static let inside: [NamedPlace] = [
    NamedPlace("Beijing", 39.9073, 116.3913), NamedPlace("Shanghai", 31.23, 121.47), NamedPlace("Shenzhen Luohu", 22.54, 114.115),
    NamedPlace("Shenzhen Shekou", 22.485, 113.915), NamedPlace("Zhuhai", 22.27, 113.567), NamedPlace("Xiamen", 24.48, 118.09),
    NamedPlace("Haikou", 20.03, 110.33), NamedPlace("Sanya", 18.25, 109.51), NamedPlace("Dandong", 40.13, 124.385),
    NamedPlace("Ji'an", 41.13, 126.18), NamedPlace("Yanji", 42.9, 129.5), NamedPlace("Hunchun", 42.86, 130.36),
    NamedPlace("Suifenhe", 44.4, 131.15), NamedPlace("Heihe", 50.24, 127.49), NamedPlace("Mohe", 52.97, 122.53),
    NamedPlace("Manzhouli", 49.59, 117.43), NamedPlace("Erenhot", 43.65, 111.98), NamedPlace("Khorgas", 44.21, 80.42),
    NamedPlace("Kashgar", 39.47, 75.99), NamedPlace("Taxkorgan", 37.77, 75.23), NamedPlace("Lhasa", 29.65, 91.12),
    NamedPlace("Yadong", 27.49, 88.91), NamedPlace("Ruili", 24.02, 97.855), NamedPlace("Jinghong", 22.0, 100.8),
    NamedPlace("Hekou", 22.53, 103.95), NamedPlace("Pingxiang", 22.1, 106.76), NamedPlace("Dongxing", 21.555, 107.97),
    NamedPlace("Dalian", 38.91, 121.61), NamedPlace("Weihai", 37.51, 122.12), NamedPlace("Zhoushan", 30.0, 122.2),
    NamedPlace("Pingtan", 25.5, 119.79),
  ]

  static let outside: [NamedPlace] = [
    NamedPlace("Taipei", 25.04, 121.56), NamedPlace("Kaohsiung", 22.62, 120.3), NamedPlace("Kinmen", 24.43, 118.32),
    NamedPlace("Nangan, Matsu", 26.155, 119.94), NamedPlace("Penghu", 23.57, 119.58), NamedPlace("Hong Kong Central", 22.28, 114.16),
    NamedPlace("Sheung Shui", 22.5, 114.128), NamedPlace("Tuen Mun", 22.39, 113.97), NamedPlace("Tai O", 22.253, 113.86),
    NamedPlace("Macau", 22.193, 113.543), NamedPlace("Seoul", 37.57, 126.98), NamedPlace("Pyongyang", 39.03, 125.75),
    NamedPlace("Sinuiju", 40.08, 124.41), NamedPlace("Manpo", 41.14, 126.31), NamedPlace("Hoeryong", 42.43, 129.76),
    NamedPlace("Rason", 42.25, 130.3), NamedPlace("Vladivostok", 43.12, 131.89), NamedPlace("Khabarovsk", 48.48, 135.08),
    NamedPlace("Blagoveshchensk", 50.29, 127.53), NamedPlace("Ulaanbaatar", 47.92, 106.92), NamedPlace("Zamyn-Uud", 43.719, 111.902),
    NamedPlace("Dalanzadgad", 43.57, 104.43), NamedPlace("Choibalsan", 48.07, 114.5), NamedPlace("Almaty", 43.24, 76.89),
    NamedPlace("Osh", 40.53, 72.8), NamedPlace("Naryn", 41.43, 75.99), NamedPlace("Gilgit", 35.92, 74.31), NamedPlace("Leh", 34.16, 77.58),
    NamedPlace("Kathmandu", 27.71, 85.32), NamedPlace("Gangtok", 27.33, 88.61), NamedPlace("Thimphu", 27.47, 89.64),
    NamedPlace("Myitkyina", 25.38, 97.4), NamedPlace("Lashio", 22.93, 97.75), NamedPlace("Lao Cai", 22.48, 103.97),
    NamedPlace("Lang Son", 21.85, 106.76), NamedPlace("Mong Cai", 21.51, 107.97), NamedPlace("Ha Giang", 22.82, 104.98),
    NamedPlace("Hanoi", 21.03, 105.85), NamedPlace("Luang Namtha", 20.95, 101.4), NamedPlace("Tokyo", 35.68, 139.69),
    NamedPlace("Fukuoka", 33.59, 130.4), NamedPlace("Jeju", 33.5, 126.53), NamedPlace("London", 51.5, 0),
  ]
}
