// Owns `antimeridian.gpx`: a day on a boat between Taveuni and Rabi, over the 180th meridian and back.
import TrackGeodesy

enum Fiji {
  private static let ways: [Way] = [
    .at(-16.7805, -179.9940, "Waiyevo", kmh: 15), .at(-16.7690, 179.9890, kmh: 22), .at(-16.7665, 179.9520, kmh: 10),
    .at(-16.7680, 179.9380, "Rainbow Reef", kmh: 1.1), .at(-16.7640, 179.9355, kmh: 1.1), .at(-16.7615, 179.9360, kmh: 17),
    .at(-16.7350, 179.9480, kmh: 20), .at(-16.6900, 179.9585, kmh: 18), .at(-16.6550, 179.9570, "Kioa", kmh: 13),
    .at(-16.6300, 179.9600, kmh: 21), .at(-16.5950, 179.9680, kmh: 9), .at(-16.5790, 179.9740, "Rabi anchorage", kmh: 0.8),
    .at(-16.5775, 179.9752, kmh: 0.8), .at(-16.5772, 179.9775, kmh: 14), .at(-16.5880, 179.9930, kmh: 24),
    .at(-16.6000, -179.9650, kmh: 26), .at(-16.6240, -179.9130, kmh: 23), .at(-16.6560, -179.8960, kmh: 16),
    .at(-16.6740, -179.8985, "Matei", kmh: 7), .at(-16.6900, -179.9180, kmh: 19), .at(-16.7210, -179.9480, kmh: 21),
    .at(-16.7490, -179.9790, "Somosomo", kmh: 15), .at(-16.7690, -179.9920, kmh: 9), .at(-16.7805, -179.9940, kmh: 4),
  ]

  static func files() -> [RouteFile] {
    var itinerary = Itinerary(ways, origin: Coordinate(latitude: -16.68, longitude: 180), widest: 900)
    itinerary.drift = (25, Wander(seed: 180, wavelength: 900))
    let swell = Wander(seed: 679, wavelength: 1400)
    let boat = Wayfarer(
      start: 1_749_933_000_000, sluggishness: 25, pauses: [40, 44, 52, 60, 68, 72, 80, 80, 88, 96, 104, 112, 120], seed: 16,
      hasElevation: false)
    let points = boat.log(itinerary) { itinerary.usualSpeed(at: $0) * (1 + 0.1 * swell.value(at: $0)) }
    let crossings = zip(points, points.dropFirst()).filter { $0.coordinate.longitude * $1.coordinate.longitude < 0 }
    var places = ways.compactMap { way -> NamedPlace? in
      guard let name = way.name, case .coordinate(let coordinate) = way.position else { return nil }
      return NamedPlace(coordinate: coordinate, name: name)
    }
    // The schema's longitudes end below 180: the meridian itself is −180.
    places += crossings.prefix(1).map {
      NamedPlace(
        coordinate: Coordinate(latitude: $0.1.coordinate.latitude, longitude: -180), name: "180°",
        note: "From one hemisphere's longitudes into the other's.")
    }
    let gpx = GPXText(
      name: "Taveuni – Rabi, Fiji",
      note:
        "A boat trip from Waiyevo by Rainbow Reef and Kioa to Rabi, and back by Matei; it crosses the 180th meridian twice. No elevations. "
        + "Synthetic: made by RouteMaker, not recorded. Datum: WGS-84. Licence: MIT.",
      kind: "boat", places: places, segments: [points])
    return [RouteFile(name: "antimeridian.gpx", text: gpx.text)]
  }
}
