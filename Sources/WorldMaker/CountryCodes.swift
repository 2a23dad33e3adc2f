// Owns which country each of Natural Earth's polygons is: the file carries no names, so the towns inside them vote.

/// The ISO 3166 code of each ring of the countries.
///
/// A feature's code is that of most towns inside it; a ring of its own whose towns say otherwise has its own (French overseas departments are
/// part of France's feature). What no town names is set by hand.
struct CountryCodes {
  /// As many as there are rings, in their order.
  let codes: [String]

  /// - Parameter towns: where they are and which country's.
  init(_ countries: CountryRings, towns: [(place: PlanePoint, country: String)]) throws(MakerError) {
    var byFeature: [Int: [String: Int]] = [:]
    var byRing: [Int: [String: Int]] = [:]
    let index = RingIndex(countries)
    for town in towns {
      guard let ring = index.ring(at: town.place) else { continue }
      byRing[ring, default: [:]][town.country, default: 0] += 1
      byFeature[countries.rings[ring].feature, default: [:]][town.country, default: 0] += 1
    }
    var features = byFeature.compactMapValues(Self.most)
    for place in Self.byHand {
      let at = PlanePoint(x: place.east, y: place.north)
      guard let ring = countries.ring(near: GridPoint(at), where: { features[$0] == nil }) else {
        throw MakerError("no country's polygon lies at \(place.code)'s place \(place.east), \(place.north)")
      }
      features[countries.rings[ring].feature] = place.code
    }
    var codes: [String] = []
    for (number, ring) in countries.rings.enumerated() {
      let (east, north) = (Double(ring.points[0].x) / 120, Double(ring.points[0].y) / 120)
      let box = Self.apart.first { east > $0.west && east < $0.east && north > $0.south && north < $0.north }
      guard let code = box?.code ?? byRing[number].flatMap(Self.most) ?? features[ring.feature] else {
        throw MakerError("no code for the country of feature \(ring.feature), at \(east), \(north)")
      }
      codes.append(code)
    }
    self.codes = codes
  }

  private static func most(_ votes: [String: Int]) -> String? {
    votes.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
  }

  /// Features without a town in the table, by a place beside which one of their vertices is the nearest of all such features'. The Siachen glacier, which Natural Earth gives to nobody, is held by India.
  private static let byHand: [(code: String, east: Double, north: Double)] = [
    ("AQ", 0, -80), ("AU", 123.5937, -12.4312), ("BB", -59.55, 13.17), ("BM", -64.76, 32.3), ("CX", 105.64, -10.49), ("DM", -61.36, 15.43),
    ("EH", -14, 24), ("GD", -61.68, 12.12), ("GL", -40, 72), ("GQ", 10.5, 1.6), ("HM", 73.52, -53.1), ("IN", 77.1, 35.45),
    ("IO", 72.43, -7.3), ("KI", -157.4, 1.87), ("LC", -60.97, 13.9), ("MC", 7.4, 43.74), ("MH", 171.1, 7.1), ("MO", 113.55, 22.14),
    ("MS", -62.18, 16.73), ("MV", 73.42, 3.23), ("NR", 166.93, -0.52), ("PN", -128.32, -24.37), ("SX", -63.06, 18.04), ("TC", -71.75, 21.8),
    ("VC", -61.19, 13.25),
  ]

  /// Islands that belong to a feature and have a code of their own, by a box around them.
  private static let apart: [(code: String, west: Double, south: Double, east: Double, north: Double)] = [
    ("SJ", 5, 73.5, 40, 82), ("SJ", -10, 70, -7, 72), ("BV", 2, -56, 5, -53), ("CC", 96, -13, 98, -11), ("CX", 105, -11, 106, -10),
    ("TK", -173, -10, -171, -8), ("GP", -62, 15.7, -60.9, 16.7), ("MQ", -61.4, 14.3, -60.7, 15),
    ("RE", 55, -22, 56, -20), ("YT", 44.8, -13.2, 45.5, -12.5), ("BQ", -68.5, 11.9, -68.1, 12.4),
  ]
}

/// Which ring holds a place: of a feature that does, its first ring around the place.
struct RingIndex {
  private struct Feature {
    var low: GridPoint
    var high: GridPoint
    var rings: [(number: Int, points: [GridPoint])]
  }

  private var features: [Feature] = []

  init(_ countries: CountryRings) {
    var places: [Int: Int] = [:]
    for (number, ring) in countries.rings.enumerated() {
      let place = places[ring.feature] ?? features.count
      if place == features.count {
        places[ring.feature] = place
        features.append(Feature(low: ring.points[0], high: ring.points[0], rings: []))
      }
      features[place].rings.append((number, ring.points))
      for point in ring.points {
        features[place].low = GridPoint(min(features[place].low.x, point.x), min(features[place].low.y, point.y))
        features[place].high = GridPoint(max(features[place].high.x, point.x), max(features[place].high.y, point.y))
      }
    }
  }

  func ring(at place: PlanePoint) -> Int? {
    let (x, y) = (place.x * 120, place.y * 120)
    for feature in features {
      guard x >= Double(feature.low.x), x <= Double(feature.high.x), y >= Double(feature.low.y), y <= Double(feature.high.y) else {
        continue
      }
      let around = feature.rings.filter { Self.holds($0.points, x, y) }
      if around.count % 2 == 1 { return around[0].number }
    }
    return nil
  }

  private static func holds(_ ring: [GridPoint], _ x: Double, _ y: Double) -> Bool {
    var isInside = false
    var start = ring[ring.count - 1]
    for end in ring {
      if (Double(start.y) > y) != (Double(end.y) > y) {
        let share = (y - Double(start.y)) / Double(end.y - start.y)
        if x < Double(start.x) + share * Double(end.x - start.x) { isInside.toggle() }
      }
      start = end
    }
    return isInside
  }
}
