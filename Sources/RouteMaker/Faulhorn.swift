// Owns `faulhorn.gpx`: a hike in the Bernese Alps with a cable car and a lunch break, both of which the receiver sat out.
import TrackGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

enum Faulhorn {
  private static let village: [Way] = [
    .at(46.6244, 8.0333, "Grindelwald", elevation: 1034), .at(46.6246, 8.0355, elevation: 1040), .at(46.6249, 8.0387, elevation: 1052),
    .at(46.6253, 8.0414, elevation: 1060), .at(46.6260, 8.0424, "Firstbahn", elevation: 1068),
  ]

  private static let ascent: [Way] = [
    .at(46.6593, 8.0537, "First", elevation: 2167), .at(46.6607, 8.0520, elevation: 2182), .at(46.6612, 8.0483, elevation: 2205),
    .at(46.6631, 8.0452, elevation: 2212), .at(46.6640, 8.0405, elevation: 2238), .at(46.6661, 8.0372, elevation: 2251),
    .at(46.6663, 8.0318, elevation: 2266), .at(46.6680, 8.0280, elevation: 2262),
    .at(46.6688, 8.0247, "Bachalpsee", wait: 280, elevation: 2265), .at(46.6699, 8.0214, elevation: 2270),
    .at(46.6712, 8.0197, elevation: 2291),
    .at(46.6709, 8.0166, elevation: 2335), .at(46.6722, 8.0150, elevation: 2372), .at(46.6717, 8.0121, elevation: 2410),
    .at(46.6729, 8.0098, elevation: 2452), .at(46.6724, 8.0069, elevation: 2495), .at(46.6735, 8.0048, elevation: 2540),
    .at(46.6733, 8.0022, "Gassenboden", wait: 95, elevation: 2562), .at(46.6741, 8.0012, elevation: 2590),
    .at(46.6735, 8.0001, elevation: 2617),
    .at(46.6743, 8.0000, elevation: 2642), .at(46.6740, 7.9986, elevation: 2663), .at(46.6745, 7.9992, "Faulhorn", elevation: 2681),
  ]

  private static let descent: [Way] = [
    .at(46.6745, 7.9992, "Faulhorn", elevation: 2681), .at(46.6740, 7.9986, elevation: 2663), .at(46.6743, 8.0000, elevation: 2642),
    .at(46.6735, 8.0001, elevation: 2617), .at(46.6733, 8.0020, elevation: 2565), .at(46.6722, 8.0004, elevation: 2500),
    .at(46.6717, 8.0027, elevation: 2445), .at(46.6707, 8.0002, elevation: 2380), .at(46.6700, 8.0029, elevation: 2318),
    .at(46.6690, 8.0005, elevation: 2262), .at(46.6679, 8.0030, elevation: 2205), .at(46.6668, 8.0012, elevation: 2152),
    .at(46.6655, 8.0024, elevation: 2098), .at(46.6641, 8.0001, "Bussalp Oberläger", wait: 150, elevation: 2028),
    .at(46.6620, 8.0019, elevation: 1985), .at(46.6602, 8.0005, elevation: 1948), .at(46.6585, 8.0031, elevation: 1905),
    .at(46.6566, 8.0022, elevation: 1868), .at(46.6548, 8.0046, elevation: 1828),
    .at(46.6525, 8.0050, "Bussalp Mittelläger", elevation: 1792),
  ]

  /// Places worth a name beside those of the way itself.
  private static let sights = [
    NamedPlace(
      coordinate: Coordinate(latitude: 46.6430, longitude: 8.0500), elevation: 1600, name: "Gondelbahn",
      note: "The cable car from Grindelwald to First, 25 minutes: no points here.")
  ]

  /// A segment: its table, when it begins (milliseconds since 1970), and the seed of its chance.
  private static func segment(_ ways: [Way], start: Int64, seed: UInt64) -> (points: [RoutePoint], itinerary: Itinerary) {
    var itinerary = Itinerary(ways, origin: Coordinate(latitude: 46.66, longitude: 8.02), widest: 12)
    itinerary.drift = (5, Wander(seed: seed, wavelength: 70))
    let mood = Wander(seed: seed &+ 1, wavelength: 140)
    let walker = Wayfarer(
      start: start, sluggishness: 4, pauses: [4, 8, 14, 17, 20, 20, 21, 24, 24, 24, 28, 28, 28, 28], seed: seed, hasElevation: true)
    let points = walker.log(itinerary) { metres in
      let slope = (itinerary.elevation(at: metres + 10) - itinerary.elevation(at: max(0, metres - 10))) / 20
      // Tobler's hiking function (1993), on a path that is not as smooth as his.
      let pace = 0.9 * 6 / 3.6 * exp(-3.5 * abs(slope + 0.05))
      return pace * (1 + 0.14 * mood.value(at: metres))
    }
    return (points, itinerary)
  }

  static func files() -> [RouteFile] {
    let first = segment(village, start: 1_757_142_720_000, seed: 1034)
    let second = segment(ascent, start: (first.points.last?.milliseconds ?? 0) + 1_512_250, seed: 2167)
    let third = segment(descent, start: (second.points.last?.milliseconds ?? 0) + 3_304_500, seed: 2681)
    var places: [NamedPlace] = []
    for way in village + ascent + descent.dropFirst() {
      guard let name = way.name, case .coordinate(let coordinate) = way.position else { continue }
      let note = name == "Faulhorn" ? "Lunch, 55 minutes: no points meanwhile." : nil
      places.append(NamedPlace(coordinate: coordinate, elevation: way.elevation, name: name, note: note))
    }
    let gpx = GPXText(
      name: "Grindelwald – Faulhorn – Bussalp",
      note:
        "A hike past the Bachalpsee onto the Faulhorn and down to Bussalp, with a cable car and a lunch break between its three segments. "
        + "Synthetic: made by RouteMaker, not recorded. Datum: WGS-84. Licence: MIT.",
      kind: "hiking", places: places + sights, segments: [first.points, second.points, third.points])
    return [RouteFile(name: "faulhorn.gpx", text: gpx.text)]
  }
}
