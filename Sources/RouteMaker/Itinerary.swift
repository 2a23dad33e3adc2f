// Owns `Way`, a line of the hand-written tables, and `Itinerary`, such a table laid out as a path with marks.
import TrackGeodesy

/// One hand-written way point: where it is and what is known there.
struct Way: Sendable {
  /// Where a way point lies: a coordinate, or so many metres on from the way point before it.
  enum Position: Sendable {
    case coordinate(Coordinate)
    case ahead(course: Double, metres: Double)
  }

  var position: Position
  /// The radius of the corner in metres; nil: a bend as wide as fits.
  var radius: Double?
  /// The usual speed from here on, in kilometres an hour.
  var kmh: Double?
  /// Seconds spent waiting just before it; 0: no stop.
  var wait: Int
  /// What the place is called.
  var name: String?
  /// Metres above the ground, where a bridge is.
  var bridge: Double
  /// Metres above the sea.
  var elevation: Double?

  static func at(
    _ latitude: Double, _ longitude: Double, _ name: String? = nil, radius: Double? = nil, kmh: Double? = nil, wait: Int = 0,
    bridge: Double = 0, elevation: Double? = nil
  ) -> Way {
    Way(
      position: .coordinate(Coordinate(latitude: latitude, longitude: longitude)), radius: radius, kmh: kmh, wait: wait,
      name: name, bridge: bridge, elevation: elevation)
  }

  static func ahead(
    _ course: Double, _ metres: Double, _ name: String? = nil, radius: Double? = nil, kmh: Double? = nil, wait: Int = 0,
    bridge: Double = 0, elevation: Double? = nil
  ) -> Way {
    Way(
      position: .ahead(course: course, metres: metres), radius: radius, kmh: kmh, wait: wait, name: name, bridge: bridge,
      elevation: elevation)
  }
}

/// A table of way points laid out: the path through them and how far along it each lies.
struct Itinerary: Sendable {
  let ways: [Way]
  let plane: LocalPlane
  let path: RoadPath
  /// Side to side drift off the path's line, in metres, and how quickly it comes and goes.
  var drift: (metres: Double, wander: Wander) = (0, Wander(seed: 0, wavelength: 1))

  /// Lays the table's ways; the first must be a coordinate. `widest` bounds the radius of unmarked bends, in metres.
  init(_ ways: [Way], origin: Coordinate, widest: Double) {
    self.ways = ways
    plane = LocalPlane(origin: origin)
    var corners: [PlanePoint] = []
    for way in ways {
      switch way.position {
      case .coordinate(let coordinate): corners.append(plane.point(coordinate))
      case .ahead(let course, let metres):
        let last = corners.last ?? PlanePoint(east: 0, north: 0)
        corners.append(last.moved(metres, course: course * .pi / 180))
      }
    }
    path = RoadPath(corners: corners, radii: ways.map(\.radius), widest: widest)
  }

  /// The coordinate after so many metres, drift included. Drift fades in and out over 300 m, so that both ends are exact.
  func coordinate(at metres: Double) -> Coordinate {
    let fade = max(0, min(1, metres / 300 - 1, (path.length - metres) / 300))
    let aside = drift.metres * fade * drift.wander.value(at: metres)
    return plane.coordinate(path.point(at: metres).moved(aside, course: path.course(at: metres) + .pi / 2))
  }

  /// The usual speed there in metres a second: that of the last way point passed that names one.
  func usualSpeed(at metres: Double) -> Double {
    var kmh = 0.0
    for (way, mark) in zip(ways, path.marks) {
      if mark > metres, kmh > 0 { break }
      kmh = way.kmh ?? kmh
    }
    return kmh / 3.6
  }

  /// The height there in metres: straight lines between the way points whose elevation is known.
  func elevation(at metres: Double) -> Double {
    var before: (mark: Double, height: Double)?
    for (way, mark) in zip(ways, path.marks) {
      guard let height = way.elevation else { continue }
      guard mark < metres, mark < path.length else {
        guard let before, mark > before.mark else { return height }
        return before.height + (height - before.height) * min(1, (metres - before.mark) / (mark - before.mark))
      }
      before = (mark, height)
    }
    return before?.height ?? 0
  }

  /// Bridges there, in metres above the ground: a ramp of 140 m either side.
  func bridgeHeight(at metres: Double) -> Double {
    var height = 0.0
    for (way, mark) in zip(ways, path.marks) where way.bridge != 0 {
      let t = max(0, 1 - abs(metres - mark) / 140)
      height = max(height, way.bridge * t * t * (3 - 2 * t))
    }
    return height
  }

  /// The stop lines: metres along, and seconds to wait. A line lies 6 m before the corner's arc begins.
  var stops: [(metres: Double, seconds: Int)] {
    ways.indices.filter { ways[$0].wait > 0 }.map { (max(0, path.arcBegin(ofCorner: $0) - 6), ways[$0].wait) }
  }
}
