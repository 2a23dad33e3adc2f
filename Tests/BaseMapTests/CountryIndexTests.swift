// Owns the tests of which country a place lies in.

import Testing
import TrackGeodesy

@testable import BaseMap

@Suite("CountryIndex")
struct CountryIndexTests {
  /// Places from general knowledge; `nil` is the sea.
  static let known: [(name: String, latitude: Double, longitude: Double, code: String?)] = [
    ("Beijing", 39.9, 116.4, "CN"), ("Lhasa", 29.65, 91.1, "CN"), ("Taichung", 24.14, 120.7, "TW"), ("Ulaanbaatar", 47.92, 106.92, "MN"),
    ("Geneva", 46.2, 6.1, "CH"), ("Annecy", 45.9, 6.12, "FR"), ("Vaduz", 47.14, 9.52, "LI"), ("San Marino", 43.94, 12.46, "SM"),
    ("Rome", 41.9, 12.5, "IT"), ("Oslo", 59.91, 10.75, "NO"), ("Longyearbyen's hills", 78.3, 17, "SJ"), ("Kiev", 50.45, 30.52, "UA"),
    ("Pristina", 42.66, 21.16, "XK"), ("Réunion", -21.1, 55.5, "RE"), ("Cayenne's woods", 4, -53, "GF"), ("Martinique", 14.65, -61, "MQ"),
    ("Maseru's hills", -29.6, 28.2, "LS"), ("Johannesburg", -26.2, 28.04, "ZA"), ("Sahara in Egypt", 26, 28, "EG"),
    ("Western Sahara behind the berm", 26.35, -9.57, "EH"), ("Western Sahara before it", 24, -14, "MA"), ("Denver", 39.74, -104.99, "US"),
    ("Anchorage", 61.2, -149.6, "US"), ("Yukon", 64, -135, "CA"),
    ("Brasília", -15.8, -47.9, "BR"), ("Ushuaia's hills", -54.6, -67.5, "AR"), ("Alice Springs", -23.7, 133.87, "AU"),
    ("Taveuni, west of 180°", -16.85, 179.96, "FJ"), ("Vanua Levu", -16.6, 179.2, "FJ"), ("Anadyr", 64.73, 177.3, "RU"),
    ("Chukotka, east of 180°", 66.5, -178, "RU"), ("Chukotka, at 180°", 68, 179.999, "RU"), ("Greenland", 75, -40, "GL"),
    ("Pole of inaccessibility", -83, 55, "AQ"), ("South Pole", -90, 0, "AQ"), ("Antarctica at the map's edge", -85.1, 100, "AQ"),
    ("Vostok", -78.46, 106.84, "AQ"), ("North Pole", 90, 0, nil), ("mid-Pacific", 0, -150, nil), ("Pacific at 180°", 20, 180, nil),
    ("Atlantic", 30, -45, nil), ("Bering Strait", 65.9, -168.9, nil), ("Caspian", 41, 51, nil), ("Black Sea", 43, 34, nil),
    ("Baltic", 58, 20, nil), ("Gulf of Guinea", 0, 0, nil), ("Bohai", 38.7, 119.5, nil), ("Drake Passage", -58, -65, nil),
    ("Lake Superior, US side", 47.3, -88.5, "US"), ("Lake Victoria, Uganda", -0.3, 32.8, "UG"), ("Arctic Ocean", 85.02, 10, nil),
  ]

  @Test("land has its country, the sea none", arguments: known)
  func places(known: (name: String, latitude: Double, longitude: Double, code: String?)) {
    #expect(CountryIndex.embedded.code(at: Coordinate(latitude: known.latitude, longitude: known.longitude)) == known.code)
  }

  /// Crossings of borders from general knowledge: the posts on both sides, some kilometres away from the line.
  static let crossings: [(name: String, Coordinate, String, Coordinate, String)] = [
    ("Kehl bridge", Coordinate(latitude: 48.57, longitude: 7.68), "FR", Coordinate(latitude: 48.55, longitude: 7.93), "DE"),
    ("El Paso", Coordinate(latitude: 31.95, longitude: -106.45), "US", Coordinate(latitude: 31.55, longitude: -106.45), "MX"),
    ("Øresund", Coordinate(latitude: 55.65, longitude: 12.4), "DK", Coordinate(latitude: 55.6, longitude: 13.2), "SE"),
    ("Manzhouli", Coordinate(latitude: 49.5, longitude: 117.6), "CN", Coordinate(latitude: 49.75, longitude: 117.1), "RU"),
    ("49th parallel", Coordinate(latitude: 48.97, longitude: -105), "US", Coordinate(latitude: 49.03, longitude: -105), "CA"),
    ("141st meridian", Coordinate(latitude: 66, longitude: -141.05), "US", Coordinate(latitude: 66, longitude: -140.95), "CA"),
    ("Wagah", Coordinate(latitude: 31.6, longitude: 74.4), "PK", Coordinate(latitude: 31.6, longitude: 74.75), "IN"),
  ]

  @Test("the country changes once across a border", arguments: crossings)
  func crossing(known: (name: String, Coordinate, String, Coordinate, String)) {
    var codes: [String?] = []
    for step in 0...400 {
      let share = Double(step) / 400
      let place = Coordinate(
        latitude: known.1.latitude + share * (known.3.latitude - known.1.latitude),
        longitude: known.1.longitude + share * (known.3.longitude - known.1.longitude))
      let code = CountryIndex.embedded.code(at: place)
      // Water between the two is no border.
      if code != nil, codes.last != code { codes.append(code) }
    }
    #expect(codes == [known.2, known.4])
  }

  @Test("nearly every town lies in its country, or where the coast or border is coarse near one that does")
  func towns() {
    var (right, sea, wrong) = (0, 0, [String: Int]())
    for index in 0..<Places.embedded.count {
      guard let city = Places.embedded.city(at: index) else { continue }
      switch CountryIndex.embedded.code(at: city.coordinate) {
      case city.countryCode: right += 1
      case nil: sea += 1
      case let code?: wrong["\(city.countryCode) in \(code)", default: 0] += 1
      }
    }
    let count = Double(Places.embedded.count)
    print(
      "towns: right \(right), at sea \(sea), elsewhere \(wrong.values.reduce(0, +)): \(wrong.sorted { $0.value > $1.value }.prefix(30))")
    #expect(Double(right) > 0.965 * count)
    #expect(Double(wrong.values.reduce(0, +)) < 0.007 * count)
  }

  @Test("the same answer as by counting crossings over all edges at once")
  func twin() {
    var random = SeededGenerator.announced("country twin", seed: 0x51DE)
    let index = CountryIndex.embedded
    var edges: [CountryIndex.Edge] = []
    index.edges(touching: WorldBox(minX: 0, minY: 0, maxX: 0.99999, maxY: 0.99999), limit: 1 << 20) { edges.append($0) }
    #expect(edges.count > 50_000)
    for _ in 0..<150 {
      let place = Coordinate(latitude: random.double(-80...83), longitude: random.double(-179.9...179.9))
      let point = WebMercator.project(place)
      // Inside a country are the places whose ray to the west crosses its outline an odd number of times.
      var crossings: [Int: Int] = [:]
      for edge in edges where (edge.start.y > point.y) != (edge.end.y > point.y) {
        let x = edge.start.x + (point.y - edge.start.y) / (edge.end.y - edge.start.y) * (edge.end.x - edge.start.x)
        guard x < point.x else { continue }
        for side in [edge.left, edge.right] { if let side { crossings[side, default: 0] += 1 } }
      }
      let odd = crossings.filter { $0.value % 2 == 1 }.keys.map { index.codes[$0] }
      // Outlines are open at the antimeridian and at the south, where the twin sees only half of a country.
      let code = index.code(at: place)
      guard place.latitude > -60, code != "RU", !odd.contains("RU"), code != "FJ", !odd.contains("FJ") else { continue }
      #expect(code == odd.first)
      #expect(odd.count <= 1)
    }
  }
}
