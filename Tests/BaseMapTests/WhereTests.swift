// Owns the tests of the country by polygon, of coasts and of the wilderness, over the embedded world.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("Where a position is")
struct WhereTests {
  private static func place(_ latitude: Double, _ longitude: Double) throws -> NamedPlace {
    try #require(Places.embedded.place(at: Coordinate(latitude: latitude, longitude: longitude)))
  }

  /// Positions in countries, from general knowledge.
  static let countries: [(String, Double, Double)] = [
    // Beside towns across the border.
    ("CH", 47.64, 9.10), ("CH", 47.60, 9.25), ("DE", 47.72, 9.10), ("FR", 49.10, 6.90), ("US", 49.05 - 0.2, -122.5), ("CA", 49.15, -122.2),
    ("MX", 32.45, -116.9), ("US", 32.65, -116.8), ("AT", 47.50, 9.75), ("LI", 47.14, 9.53), ("CZ", 50.72, 15.20), ("FI", 65.90, 24.30),
    ("LS", -29.6, 28.2), ("SZ", -26.5, 31.4), ("GM", 13.45, -15.6), ("BN", 4.6, 114.65), ("LU", 49.8, 6.1), ("AD", 42.55, 1.55),
    // Codes that Natural Earth leaves out, and de facto borders.
    ("FR", 46.5, 2.5), ("FR", 42.15, 9.1), ("NO", 61.5, 9.5), ("NO", 69.2, 23.5), ("XK", 42.6, 20.9), ("CY", 35.3, 33.5),
    ("CY", 34.9, 32.9),
    ("SO", 9.6, 45.2), ("SO", 3, 44), ("TW", 23.7, 121), ("PS", 32.1, 35.25), ("EH", 27.15, -13.2), ("MA", 24.4, -13.5), ("GF", 4, -53),
    ("RE", -21.1, 55.5),
    ("GP", 16.2, -61.6), ("MQ", 14.65, -61), ("YT", -12.8, 45.15), ("SJ", 78.8, 17), ("AX", 60.25, 20),
    ("SR", 4, -56), ("SR", 5.83, -55.17), ("GY", 5, -59),
    // Far from all towns.
    ("AQ", -90, 0), ("AQ", -80, 100), ("AQ", -85.5, -180), ("AQ", -75, 0), ("GL", 75, -40), ("GL", 81, -45), ("AU", -25, 127),
    ("DZ", 24, 3), ("MN", 43.3, 104), ("RU", 66, 110), ("RU", 68, -178), ("RU", 71.2, -179.5), ("CA", 75, -110), ("US", 68, -152),
    ("CN", 33.5, 87), ("SA", 20, 51), ("BR", -4, -66), ("LY", 25, 18), ("TD", 19, 18), ("CL", -49, -73.5), ("IS", 64.7, -18.5),
    // Small ones and islands.
    ("MC", 43.738, 7.424), ("VA", 41.903, 12.453), ("SM", 43.94, 12.46), ("GI", 36.14, -5.35), ("SG", 1.35, 103.82), ("HK", 22.38, 114.12),
    ("MO", 22.19, 113.54), ("MT", 35.89, 14.44), ("BH", 26.05, 50.52), ("MV", 4.175, 73.509), ("TV", -8.52, 179.20), ("FJ", -17.8, 178),
    ("FJ", -16.6, 179.4), ("NZ", -44, 170), ("LK", 7.5, 80.7), ("MU", -20.3, 57.55), ("ST", 0.25, 6.6), ("CV", 15.08, -23.65),
    ("ES", 28.3, -16.5), ("PT", 37.8, -25.5), ("US", 19.6, -155.5), ("PF", -17.6, -149.4), ("FK", -51.8, -59), ("IM", 54.23, -4.55),
  ]

  @Test("positions lie in their countries", arguments: countries)
  func country(_ code: String, _ latitude: Double, _ longitude: Double) {
    #expect(Places.embedded.country(at: Coordinate(latitude: latitude, longitude: longitude))?.code == code)
  }

  @Test("the town is one of the country, however near another's is")
  func ownTown() throws {
    // On the Swiss shore beside Konstanz, and on the German one beside Schaffhausen's enclave.
    let swiss = try Self.place(47.640, 9.10)
    #expect(swiss.country?.code == "CH" && swiss.city?.countryCode == "CH")
    var random = SeededGenerator.announced("own towns", seed: 20_261_125)
    for _ in 0..<3000 {
      let place = try Self.place(random.double(-90...90), random.double(-180...180))
      if let city = place.city { #expect(city.countryCode == place.country?.code) }
      switch place.setting {
      case .inside, .near, .away:
        #expect(place.city != nil && place.townDistance != nil && place.sea == nil && place.coastDistance == nil && place.country != nil)
        #expect(try #require(place.townDistance) <= PlaceSetting.farthest)
      case .land: #expect(place.city == nil && place.townDistance == nil && place.sea == nil && place.country != nil)
      case .offshore: #expect(place.city == nil && place.sea != nil && place.country != nil && place.coastDistance != nil)
      case .ocean: #expect(place.city == nil && place.sea != nil && place.country == nil && place.coastDistance == nil)
      }
      #expect(!place.english.isEmpty && !place.chinese.isEmpty)
    }
  }

  /// Positions at sea, the country of the nearest coast, and kilometres to it as a map shows it.
  static let shores: [(String, Double, Double, ClosedRange<Double>)] = [
    ("PT", 38.7, -10.9, 110...135), ("IE", 53, -12, 120...145), ("NO", 66, 9, 130...170), ("JP", 36, 143, 170...210),
    ("AU", -36, 118, 80...130), ("BR", -23.5, -40, 150...230), ("IN", 12, 72, 60...330), ("GL", 64, -54, 80...140),
    ("RU", 70, 180, 80...160),
    ("AQ", -65, 100, 20...180), ("IT", 40, 12, 100...200), ("FJ", -16, -178, 50...330),
  ]

  @Test("at sea it is the nearest coast's country and how far that is", arguments: shores)
  func offshore(_ code: String, _ latitude: Double, _ longitude: Double, _ kilometres: ClosedRange<Double>) throws {
    let place = try Self.place(latitude, longitude)
    #expect(place.setting == .offshore)
    #expect(place.country?.code == code && place.city == nil)
    let away = try #require(place.coastDistance) / 1000
    #expect(kilometres.contains(away), "\(away)")
    #expect(Places.embedded.country(at: Coordinate(latitude: latitude, longitude: longitude)) == nil)
  }

  @Test("farther out it is the ocean")
  func ocean() throws {
    let pacific = try Self.place(10, -140)
    #expect(pacific.setting == .ocean && pacific.english == "North Pacific Ocean" && pacific.chinese == "北太平洋")
    #expect(pacific.country == nil && pacific.city == nil && pacific.coastDistance == nil)
    #expect(try Self.place(-45, 80).english == "Indian Ocean")
    #expect(try Self.place(90, 0).english == "Arctic Ocean")
    #expect(try Self.place(0, 180).setting == .ocean && Self.place(0, -180) == Self.place(0, 180))
  }

  @Test("far from all towns it is the country, and nearer the nearest town")
  func settings() throws {
    #expect(try Self.place(47.3769, 8.5417).setting == .inside)
    // The Jungfrau, Namtso in Tibet, the Sahara, the inland ice, the pole.
    #expect(try Self.place(46.5372, 7.9626).setting == .near)
    #expect(try Self.place(30.7, 90.6).setting == .away)
    #expect(try Self.place(22, 12.9).english == "Libya" || Self.place(22, 12.9).country?.code == "NE")
    let ice = try Self.place(75, -40)
    #expect(ice.setting == .land && ice.english == "Greenland" && ice.chinese == "格陵兰")
    let pole = try Self.place(-90, 12)
    #expect(pole.setting == .land && pole.english == "Antarctica" && pole.chinese == "南极洲")
  }

  @Test("every country with towns has an outline, or lies in another's, or is an island")
  func outlines() throws {
    var outlined: Set<Int> = []
    Places.embedded.outlines.edges(touching: WorldBox(minX: 0, minY: 0, maxX: 0.99999, maxY: 0.99999), limit: 1 << 20) { edge in
      for side in [edge.left, edge.right] { if let side { outlined.insert(side) } }
    }
    let codes = Places.embedded.outlines.codes
    let bare = codes.indices.filter { !outlined.contains($0) }.map { codes[$0] }
    // The Cocos Islands, Gibraltar, Tuvalu, the Vatican.
    #expect(Set(["CC", "GI", "TV", "VA"]).isSuperset(of: bare), "\(bare)")
  }

  @Test("of GeoNames' own towns 99 in 100 and more are in their countries")
  func towns() throws {
    let places = Places.embedded
    var (byOutline, byAll) = (0, 0)
    var wrong: [String] = []
    let world = try #require(places.world)
    for number in 0..<places.count {
      let town = places.record(at: number, in: world)
      if places.outlines.number(at: town.coordinate) == town.country { byOutline += 1 }
      if places.record(at: town.coordinate)?.country == town.country {
        byAll += 1
      } else {
        wrong.append(places.city(at: number)?.name ?? "")
      }
    }
    let (outline, all) = (Double(byOutline) / Double(places.count), Double(byAll) / Double(places.count))
    print("towns in their countries: by outline \(byOutline) (\(outline)), by all \(byAll) (\(all)) of \(places.count); not: \(wrong)")
    #expect(outline > 0.95)
    #expect(all >= 0.99)
  }

  @Test("most of what lies within 3 km of a town is in its country too")
  func jittered() throws {
    var random = SeededGenerator.announced("jitter", seed: 20_261_126)
    let places = Places.embedded
    var (right, atSea) = (0, 0)
    let numbers = stride(from: 0, to: places.count, by: 5)
    for number in numbers {
      let city = try #require(places.city(at: number))
      let moved = Geodesic.wgs84.direct(from: city.coordinate, course: random.double(0...360), distance: random.double(0...3000)).coordinate
      let country = places.country(at: moved)
      if country?.code == city.countryCode { right += 1 }
      if country == nil { atSea += 1 }
    }
    let count = numbers.reduce(0) { sum, _ in sum + 1 }
    let share = Double(right) / Double(count)
    print("within 3 km of towns: \(right) of \(count) in the town's country (\(share)), \(atSea) at sea")
    #expect(share > 0.98)
  }
}
