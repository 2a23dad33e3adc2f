// Owns the tests of the embedded towns and of the nearest one.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Places")
struct PlacesTests {
  /// A town and where its people's clocks are set; places and zones from general knowledge (all of China keeps Beijing's time).
  struct Known: Sendable, CustomStringConvertible {
    let name: String
    let latitude: Double
    let longitude: Double
    let country: String
    let zone: String
    var description: String { name }

    init(_ name: String, _ latitude: Double, _ longitude: Double, _ country: String, _ zone: String) {
      (self.name, self.latitude, self.longitude, self.country, self.zone) = (name, latitude, longitude, country, zone)
    }
  }

  static let known = [
    Known("Beijing", 39.9042, 116.4074, "CN", "Asia/Shanghai"), Known("Shanghai", 31.2304, 121.4737, "CN", "Asia/Shanghai"),
    Known("Ürümqi", 43.801, 87.6005, "CN", "Asia/Shanghai"), Known("Lhasa", 29.65, 91.1, "CN", "Asia/Shanghai"),
    Known("Zürich", 47.3769, 8.5417, "CH", "Europe/Zurich"), Known("Geneva", 46.2044, 6.1432, "CH", "Europe/Zurich"),
    Known("Berlin", 52.52, 13.405, "DE", "Europe/Berlin"), Known("London", 51.5074, -0.1278, "GB", "Europe/London"),
    Known("Paris", 48.8566, 2.3522, "FR", "Europe/Paris"), Known("Lisbon", 38.7223, -9.1393, "PT", "Europe/Lisbon"),
    Known("Reykjavík", 64.1466, -21.9426, "IS", "Atlantic/Reykjavik"), Known("Moscow", 55.7558, 37.6173, "RU", "Europe/Moscow"),
    Known("Istanbul", 41.0082, 28.9784, "TR", "Europe/Istanbul"), Known("Cairo", 30.0444, 31.2357, "EG", "Africa/Cairo"),
    Known("Casablanca", 33.5731, -7.5898, "MA", "Africa/Casablanca"), Known("Nairobi", -1.2921, 36.8219, "KE", "Africa/Nairobi"),
    Known("Cape Town", -33.9249, 18.4241, "ZA", "Africa/Johannesburg"), Known("Dubai", 25.2048, 55.2708, "AE", "Asia/Dubai"),
    Known("Kathmandu", 27.7172, 85.324, "NP", "Asia/Kathmandu"), Known("Delhi", 28.6139, 77.209, "IN", "Asia/Kolkata"),
    Known("Tokyo", 35.6895, 139.6917, "JP", "Asia/Tokyo"), Known("Seoul", 37.5665, 126.978, "KR", "Asia/Seoul"),
    Known("Hong Kong", 22.2783, 114.1747, "HK", "Asia/Hong_Kong"), Known("Taipei", 25.0478, 121.5319, "TW", "Asia/Taipei"),
    Known("Singapore", 1.29, 103.85, "SG", "Asia/Singapore"), Known("Sydney", -33.8688, 151.2093, "AU", "Australia/Sydney"),
    Known("Adelaide", -34.9285, 138.6007, "AU", "Australia/Adelaide"), Known("Auckland", -36.8485, 174.7633, "NZ", "Pacific/Auckland"),
    Known("Suva", -18.1248, 178.4501, "FJ", "Pacific/Fiji"), Known("Honolulu", 21.3069, -157.8583, "US", "Pacific/Honolulu"),
    Known("New York", 40.7128, -74.006, "US", "America/New_York"), Known("Denver", 39.7392, -104.9903, "US", "America/Denver"),
    Known("Phoenix", 33.4484, -112.074, "US", "America/Phoenix"), Known("Vancouver", 49.2827, -123.1207, "CA", "America/Vancouver"),
    Known("St. John's", 47.5615, -52.7126, "CA", "America/St_Johns"), Known("São Paulo", -23.5505, -46.6333, "BR", "America/Sao_Paulo"),
    Known("La Paz", -16.5, -68.15, "BO", "America/La_Paz"), Known("Ushuaia", -54.8019, -68.303, "AR", "America/Argentina/Ushuaia"),
  ]

  @Test("places have their country and their time zone", arguments: known)
  func countryAndZone(place: Known) throws {
    let found = try #require(Places.embedded.nearest(to: Coordinate(latitude: place.latitude, longitude: place.longitude)))
    #expect(found.city.countryCode == place.country)
    #expect(found.city.timeZone == place.zone)
    #expect(found.distance < 20_000)
  }

  @Test("names are whole, accents too")
  func names() throws {
    let zurich = try #require(Places.embedded.nearest(to: Coordinate(latitude: 47.3667, longitude: 8.55)))
    #expect(zurich.city.name == "Zürich")
    #expect(zurich.city.populationAtLeast == 200_000)
    #expect(zurich.distance < 100)
  }

  @Test("there are the towns of GeoNames, each with all its parts, and the file is small")
  func count() throws {
    #expect(Places.embedded.count == 23_461)
    for index in 0..<Places.embedded.count {
      let city = try #require(Places.embedded.city(at: index))
      #expect(!city.name.isEmpty && city.coordinate.isValid && city.countryCode.utf8.count == 2 && city.timeZone.contains("/"))
    }
    #expect(Places.embedded.city(at: 23_461) == nil)
    #expect(Places.embedded.city(at: -1) == nil)
  }

  @Test("the nearest is the one that asking every town finds, at the poles and the antimeridian too")
  func oracle() throws {
    var random = SeededGenerator.announced("nearest town", seed: 20_261_121)
    let places = Places.embedded
    let vectors = (0..<places.count).compactMap { places.city(at: $0).map { UnitVector($0.coordinate) } }
    var targets = [
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 77), Coordinate(latitude: 0, longitude: 180),
      Coordinate(latitude: 0, longitude: -180), Coordinate(latitude: -17, longitude: 179.999),
      Coordinate(latitude: -17, longitude: -179.999),
    ]
    for _ in 0..<150 { targets.append(Coordinate(latitude: random.double(-90...90), longitude: random.double(-180...180))) }
    for _ in 0..<150 {
      let near = try #require(places.city(at: Int.random(in: 0..<places.count, using: &random))).coordinate
      targets.append(
        Coordinate(
          latitude: max(-90, min(90, near.latitude + random.double(-1...1))), longitude: near.longitude + random.double(-0.5...0.5)))
    }
    for target in targets where target.isValid {
      let vector = UnitVector(target)
      let least = vectors.map { $0.squaredChord(to: vector) }.min()
      let found = try #require(places.nearestIndex(to: target))
      #expect(vectors[found].squaredChord(to: vector) == least, "\(target)")
    }
  }

  @Test("a place that is none has no nearest town")
  func nonsense() {
    #expect(Places.embedded.nearest(to: Coordinate(latitude: .nan, longitude: 0)) == nil)
    #expect(Places.embedded.nearest(to: Coordinate(latitude: 0, longitude: 540)) == nil)
    #expect(Places(nil).nearest(to: Coordinate(latitude: 0, longitude: 0)) == nil)
  }
}

@Suite("World bytes")
struct WorldBytesTests {
  /// Reads bytes as a world and asks everything of it.
  private func use(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      guard let world = WorldBytes(buffer) else { return false }
      let places = Places(world)
      for index in 0..<min(places.count, 50) { _ = places.city(at: index) }
      _ = places.city(at: places.count - 1)
      _ = places.nearest(to: Coordinate(latitude: 47, longitude: 8))
      _ = places.place(at: Coordinate(latitude: 47, longitude: 8))
      return true
    }
  }

  /// A world of two towns.
  private var small: [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    var bytes = Array("TVWORLD\0".utf8) + number(4) + number(11)
    let sections: [(String, [UInt8])] = [
      ("CITY", [UInt8](repeating: 1, count: 8) + [UInt8](repeating: 0, count: 8)), ("NAME", [2, 65, 66, 1, 67]), ("NIDX", number(0)),
      ("ZONE", [3, 85, 84, 67]), ("CTRY", [2, 67, 72]), ("CNEN", [1, 68]), ("CNZH", [1, 69]), ("NMZH", [1, 70, 0]), ("ZIDX", number(0)),
      ("ADM1", [1, 0, 255, 255]), ("RIDX", number(0)),
    ]
    var offset = 16 + sections.count * 12
    for (tag, content) in sections {
      bytes += Array(tag.utf8) + number(offset) + number(content.count)
      offset += content.count
    }
    for (_, content) in sections { bytes += content }
    return bytes
  }

  @Test("the embedded world is understood and no larger than agreed")
  func embedded() {
    #expect(WorldBytes.embedded != nil)
    #expect(WorldBytes.embeddedCount <= 1_200_000 && WorldBytes.embeddedCount > 400_000)
  }

  @Test("a small world is read, and none of its beginnings traps")
  func prefixes() {
    #expect(use(small))
    for count in 0..<small.count { #expect(!use(Array(small[..<count]))) }
  }

  @Test("flipped bytes never trap")
  func flips() {
    var random = SeededGenerator.announced("world flips", seed: 20_261_121)
    for _ in 0..<5000 {
      var bytes = small
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = use(bytes)
    }
  }
}
