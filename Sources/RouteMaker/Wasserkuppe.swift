// Owns `wasserkuppe.gpx`: a glider's flight in the Rhön, whose course hardly ever rests.
import TrackGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

enum Wasserkuppe {
  private static let field = Coordinate(latitude: 50.4989, longitude: 9.9539)
  private static let fieldHeight = 905.0

  /// What the pilot does next: fly to a place (metres east and north of the field), then circle up to a height, if one is given.
  private struct Leg {
    var place: PlanePoint
    var name: String?
    var circleTo: Double?
    var rate = 0.0
    /// 1: circles to the right, −1: to the left.
    var side = 1.0
    /// Metres a second through the air on the way there, and the height gained in each second of it.
    var airspeed = 31.0
    var climb = -0.95
    /// The height to arrive at: on the way home the pilot sees to it, with brakes if need be.
    var arriveAt: Double?
  }

  private static let legs: [Leg] = [
    Leg(place: PlanePoint(east: -1050, north: -480), name: "Winch", airspeed: 29, climb: 9.6),
    Leg(place: PlanePoint(east: -900, north: 700), name: "Abtsroda", circleTo: 1650, rate: 2.1),
    Leg(place: PlanePoint(east: 2600, north: 3600), circleTo: 1900, rate: 2.7, side: -1),
    Leg(place: PlanePoint(east: 3300, north: 8000), name: "Milseburg", circleTo: 2250, rate: 2.4),
    Leg(place: PlanePoint(east: -5200, north: 6800), circleTo: 2150, rate: 1.9, side: -1),
    Leg(place: PlanePoint(east: -5200, north: -1800), name: "Poppenhausen", airspeed: 34, climb: -1.2),
    Leg(place: PlanePoint(east: 900, north: -5200), circleTo: 1750, rate: 2.3),
    // A left-hand circuit, and in against the west wind.
    Leg(place: PlanePoint(east: -600, north: -900), airspeed: 33, arriveAt: 1150),
    Leg(place: PlanePoint(east: 1300, north: -500), airspeed: 29, arriveAt: 1060),
    Leg(place: PlanePoint(east: 1500, north: 100), airspeed: 27, arriveAt: 1010),
    Leg(place: PlanePoint(east: 60, north: 60), airspeed: 25, arriveAt: 911),
  ]

  /// The glider as it flies: where, how high, its heading in radians clockwise from north, and the wind that carries it along.
  private struct Glider {
    var place = PlanePoint(east: 0, north: 0)
    var height = fieldHeight
    var heading = 245 * Double.pi / 180
    var second = 0.0
    var points: [RoutePoint] = []
    let plane = LocalPlane(origin: field)
    let gust = Wander(seed: 950, wavelength: 40)

    /// Half a second of flight; a point is kept every two seconds.
    mutating func fly(airspeed: Double, turn: Double, climb: Double) {
      if second.truncatingRemainder(dividingBy: 2) == 0 { keep() }
      heading += turn * 0.5
      let wind = min(1, max(0, height - fieldHeight) / 200)
      place = place.moved(airspeed * 0.5, course: heading)
      place = place.moved(5.5 * wind * 0.5, course: 75 * .pi / 180)
      height = max(fieldHeight, height + (climb + 0.5 * gust.value(at: second)) * 0.5)
      second += 0.5
    }

    mutating func keep() {
      points.append(
        RoutePoint(coordinate: plane.coordinate(place), elevation: height, milliseconds: 1_747_562_700_000 + Int64(second * 1000)))
    }

    /// How far the nose is off a place, in radians, −π … π, positive to the right.
    func offset(of target: PlanePoint) -> Double {
      let angle = place.course(to: target) - heading
      return atan2(sin(angle), cos(angle))
    }
  }

  private static func flight() -> [RoutePoint] {
    var glider = Glider()
    // The ground run on the winch: two seconds to flying speed.
    for speed in [3.0, 9, 16, 23] { glider.fly(airspeed: speed, turn: 0, climb: 0.5) }
    for leg in legs {
      var patience = 4000
      while glider.place.distance(to: leg.place) > 90, patience > 0 {
        let turn = max(-0.2, min(0.2, glider.offset(of: leg.place) * 0.5))
        let seconds = max(1, glider.place.distance(to: leg.place) / leg.airspeed)
        let climb = leg.arriveAt.map { ($0 - glider.height) / seconds } ?? leg.climb
        glider.fly(airspeed: leg.airspeed, turn: turn, climb: climb)
        patience -= 1
      }
      guard let top = leg.circleTo else { continue }
      while glider.height < top {
        // A lopsided thermal: the circle tightens where it climbs best.
        let turn = leg.side * (0.255 + 0.02 * sin(glider.heading))
        glider.fly(airspeed: 25, turn: turn, climb: leg.rate + 0.5 * sin(glider.heading + 1))
      }
    }
    land(&glider)
    return glider.points
  }

  /// Down the last metres on the final course, and the roll to a stand.
  private static func land(_ glider: inout Glider) {
    while glider.height > fieldHeight + 0.5, glider.second < 9000 { glider.fly(airspeed: 24, turn: 0, climb: -2.6) }
    var speed = 22.0
    while speed > 0.5 {
      glider.height = fieldHeight
      glider.fly(airspeed: speed, turn: 0, climb: 0)
      speed -= 0.9
    }
    glider.height = fieldHeight
    glider.keep()
  }

  static func files() -> [RouteFile] {
    let plane = LocalPlane(origin: field)
    var places = [NamedPlace(coordinate: field, elevation: fieldHeight, name: "Wasserkuppe", note: "The airfield.")]
    places += legs.compactMap { leg in
      leg.name.map { NamedPlace(coordinate: plane.coordinate(leg.place), name: $0) }
    }
    let gpx = GPXText(
      name: "Wasserkuppe, Rhön",
      note: "A glider's flight: a winch launch, five thermals turned to the left and to the right, and home again. "
        + "Synthetic: made by RouteMaker, not recorded. Datum: WGS-84. Licence: MIT.",
      kind: "gliding", places: places, segments: [flight()])
    return [RouteFile(name: "wasserkuppe.gpx", text: gpx.text)]
  }
}
