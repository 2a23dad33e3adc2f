// Owns `central-park.txt`: a runner's lap of New York's Central Park, which ends where it began.
import TrackGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

enum CentralPark {
  /// The park's south-west corner at Columbus Circle, and the direction of its long side.
  private static let corner = Coordinate(latitude: 40.7681, longitude: -73.9817)
  private static let axis = 28.9

  /// A place of the park drive: metres up the park from 59th Street, metres in from Central Park West, and metres above the sea.
  private struct Spot {
    var up: Double
    var across: Double
    var height: Double
    var name: String?
  }

  /// The park drive against the clock, as runners take it: up the East Drive, down the West Drive.
  private static let spots: [Spot] = [
    Spot(up: 150, across: 390, height: 19, name: "Center Drive"),
    Spot(up: 105, across: 560, height: 17), Spot(up: 170, across: 700, height: 15, name: "Grand Army Plaza"),
    Spot(up: 400, across: 760, height: 17), Spot(up: 600, across: 680, height: 20), Spot(up: 800, across: 590, height: 23),
    Spot(up: 1060, across: 670, height: 24, name: "72nd Street"), Spot(up: 1230, across: 560, height: 20, name: "Loeb Boathouse"),
    Spot(up: 1400, across: 610, height: 27, name: "Cat Hill"), Spot(up: 1560, across: 690, height: 35),
    Spot(up: 1760, across: 630, height: 33), Spot(up: 1960, across: 720, height: 35, name: "The Metropolitan Museum"),
    Spot(up: 2200, across: 735, height: 36), Spot(up: 2600, across: 775, height: 36, name: "Reservoir, east side"),
    Spot(up: 3020, across: 735, height: 32), Spot(up: 3230, across: 620, height: 26),
    Spot(up: 3450, across: 710, height: 20, name: "Lasker Hill"), Spot(up: 3640, across: 560, height: 12),
    Spot(up: 3880, across: 530, height: 8, name: "Harlem Meer"), Spot(up: 4030, across: 400, height: 9),
    Spot(up: 4030, across: 190, height: 14), Spot(up: 3860, across: 100, height: 22), Spot(up: 3740, across: 260, height: 29),
    Spot(up: 3610, across: 290, height: 34, name: "Harlem Hill"), Spot(up: 3500, across: 120, height: 38),
    Spot(up: 3300, across: 110, height: 33), Spot(up: 3120, across: 230, height: 30, name: "The Pool"),
    Spot(up: 2880, across: 95, height: 36), Spot(up: 2560, across: 110, height: 37, name: "Reservoir, west side"),
    Spot(up: 2200, across: 120, height: 36), Spot(up: 1950, across: 230, height: 34, name: "Delacorte Theater"),
    Spot(up: 1720, across: 130, height: 30), Spot(up: 1450, across: 85, height: 27),
    Spot(up: 1130, across: 190, height: 28, name: "Strawberry Fields"), Spot(up: 860, across: 75, height: 26),
    Spot(up: 620, across: 80, height: 25, name: "Tavern on the Green"), Spot(up: 390, across: 210, height: 24),
    Spot(up: 180, across: 170, height: 22, name: "Columbus Circle"), Spot(up: 170, across: 310, height: 20),
    Spot(up: 150, across: 390, height: 19),
  ]

  private static func itinerary() -> Itinerary {
    let plane = LocalPlane(origin: corner)
    let turn = axis * .pi / 180
    let ways = spots.map { spot in
      let north = spot.up * cos(turn) - spot.across * sin(turn)
      let east = spot.up * sin(turn) + spot.across * cos(turn)
      let place = plane.coordinate(PlanePoint(east: east, north: north))
      return Way.at(place.latitude, place.longitude, spot.name, elevation: spot.height)
    }
    var itinerary = Itinerary(ways, origin: corner, widest: 160)
    itinerary.drift = (1.2, Wander(seed: 59, wavelength: 90))
    return itinerary
  }

  static func files() -> [RouteFile] {
    let itinerary = itinerary()
    let path = itinerary.path
    let runner = Driver(
      startSpeed: 2.4, acceleration: (0.5, 0.3), braking: 0.5, sideways: 3, top: 4.6,
      mood: (0.05, Wander(seed: 110, wavelength: 180)), stopsAtEnd: false)
    var seconds = runner.metresEachSecond(along: path, stops: []) { metres in
      let slope = (itinerary.elevation(at: metres + 25) - itinerary.elevation(at: max(0, metres - 25))) / 50
      let tired = 3.45 - 0.25 * metres / path.length
      return tired * max(0.7, min(1.2, 1 - 4 * slope))
    }
    // The lap ends between two seconds: its last step is a longer one rather than a tiny one.
    if seconds.count > 2, path.length - seconds[seconds.count - 2] < 1.7 { seconds.remove(at: seconds.count - 2) }
    var points = seconds.map {
      RoutePoint(coordinate: itinerary.coordinate(at: $0), elevation: itinerary.elevation(at: $0))
    }
    for (way, mark) in zip(itinerary.ways, path.marks) {
      guard let name = way.name, let index = seconds.firstIndex(where: { $0 >= min(mark, path.length) }) else { continue }
      points[index].places.append(name)
    }
    points[points.count - 1] = RoutePoint(coordinate: points[0].coordinate, elevation: points[0].elevation)
    let header = [
      "name: Central Park loop", "datum: WGS-84", "licence: MIT, as trackview itself",
      "A runner's lap of Central Park, New York, against the clock; the last point is the first. One point is one second.",
      "Synthetic: made by RouteMaker, not recorded. longitude,latitude,altitude (m)", "",
    ]
    return [RouteFile(name: "central-park.txt", text: coordinateText(header: header, points: points))]
  }
}
