// Owns the tests of whose clock a position keeps.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Clocks of places")
struct ClockTownTests {
  /// A position beside a border, its zone, and that of the nearest town, which lies on the other side. Zones from general knowledge; each but
  /// China's checked with the outlines of zones that the Python package timezonefinder 9 has (there the far west is Asia/Urumqi, which people
  /// may keep beside the legal time of all China).
  struct Known: Sendable, CustomStringConvertible {
    let name: String
    let latitude: Double
    let longitude: Double
    let zone: String
    let beyond: String
    var description: String { name }

    init(_ name: String, _ latitude: Double, _ longitude: Double, _ zone: String, not beyond: String) {
      (self.name, self.latitude, self.longitude, self.zone, self.beyond) = (name, latitude, longitude, zone, beyond)
    }
  }

  static let known = [
    Known("Valencia de Alcántara, Spain", 39.413, -7.243, "Europe/Madrid", not: "Europe/Lisbon"),
    Known("Miranda do Douro, Portugal", 41.497, -6.274, "Europe/Lisbon", not: "Europe/Madrid"),
    Known("Övertorneå, Sweden", 66.39, 23.65, "Europe/Stockholm", not: "Europe/Helsinki"),
    Known("Kirkenes, Norway", 69.727, 30.045, "Europe/Oslo", not: "Europe/Moscow"),
    Known("the Chinese side of the Torugart pass", 40.52, 75.4, "Asia/Shanghai", not: "Asia/Bishkek"),
    Known("Khorgas, China", 44.2, 80.42, "Asia/Shanghai", not: "Asia/Almaty"),
    Known("Fort Kent, Maine", 47.258, -68.589, "America/New_York", not: "America/Moncton"),
    Known("Futaleufú, Chile", -43.186, -71.867, "America/Santiago", not: "America/Argentina/Catamarca"),
  ]

  @Test("beside a border the clock is the country's own, not that of the nearest town", arguments: known)
  func borders(_ known: Known) throws {
    let position = Coordinate(latitude: known.latitude, longitude: known.longitude)
    #expect(try #require(Places.embedded.nearest(to: position)).city.timeZone == known.beyond)
    #expect(try #require(Places.embedded.clockTown(at: position)).city.timeZone == known.zone)
  }

  @Test("in towns the clock is the town's", arguments: PlacesTests.known)
  func towns(place: PlacesTests.Known) throws {
    let found = try #require(Places.embedded.clockTown(at: Coordinate(latitude: place.latitude, longitude: place.longitude)))
    #expect(found.city.countryCode == place.country && found.city.timeZone == place.zone)
    #expect(found.distance < 20_000)
  }

  @Test("the town is the one that asking every town finds: of the country on land, of all where it has none, and at sea")
  func oracle() throws {
    var random = SeededGenerator.announced("whose clock", seed: 20_261_122)
    let places = Places.embedded
    let towns = (0..<places.count).compactMap { places.city(at: $0) }
    let vectors = towns.map { UnitVector($0.coordinate) }
    // Metres that towns are built up, by their people, from `TownsAround`'s words.
    func builtUp(_ town: City) -> Double {
      let radii = [
        0: 1600.0, 20_000: 2300, 50_000: 3300, 100_000: 4700, 200_000: 7100, 500_000: 10_000, 1_000_000: 15_000, 2_000_000: 20_000,
        5_000_000: 28_000,
      ]
      return radii[town.populationAtLeast] ?? 30_000
    }
    var kinds: [String: Int] = [:]
    for round in 0..<240 {
      var position = Coordinate(latitude: random.double(-80...80), longitude: random.double(-180...180))
      // Some in and around cities.
      if round >= 200, let city = towns.filter({ $0.populationAtLeast >= 1_000_000 }).randomElement(using: &random) {
        position =
          Geodesic.wgs84.direct(from: city.coordinate, course: random.double(0...360), distance: random.double(0...40_000)).coordinate
      }
      let vector = UnitVector(position)
      func nearest(of country: String?) -> (city: City, distance: Double)? {
        let own = towns.indices.filter { country == nil || towns[$0].countryCode == country }
        func metres(_ index: Int) -> Double { vectors[index].squaredChord(to: vector).squareRoot() * 6_371_009 }
        let around =
          country == nil
          ? nil : own.filter { metres($0) < builtUp(towns[$0]) }.min { metres($0) / builtUp(towns[$0]) < metres($1) / builtUp(towns[$1]) }
        guard let index = around ?? own.min(by: { metres($0) < metres($1) }) else { return nil }
        let distance = Geodesic.wgs84.distance(from: position, to: towns[index].coordinate)
        return distance < Places.clockReach ? (towns[index], distance) : nil
      }
      let country = places.country(at: position)?.code
      let own = country.flatMap { nearest(of: $0) }
      let expected = own ?? nearest(of: nil)
      let found = places.clockTown(at: position)
      #expect(found?.city == expected?.city && found?.distance == expected?.distance, "\(position)")
      kinds[country == nil ? expected == nil ? "lost" : "sea" : own == nil ? "wilderness" : "land", default: 0] += 1
    }
    // Each case came.
    #expect(kinds.count == 4, "\(kinds)")
  }

  @Test("a position that is none has no clock, nor has a program without towns")
  func nonsense() {
    for (latitude, longitude) in [(Double.nan, 0.0), (0, .infinity), (91, 0), (0, 1e300)] {
      #expect(Places.embedded.clockTown(at: Coordinate(latitude: latitude, longitude: longitude)) == nil)
    }
    #expect(Places(nil).clockTown(at: Coordinate(latitude: 0, longitude: 0)) == nil)
  }
}
