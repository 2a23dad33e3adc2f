// Small tracks made of a few way points, for tests.

import Cells
import MapScene
@_exported import TestBasics
import TrackGeodesy
import TrackPlayback

/// A track in the making. Directions are compass degrees, lengths metres.
public struct RouteBuilder {
  private var points = TrackPoints()
  private var segments: [TrackSegment] = []
  private var waypoints: [Waypoint] = []
  private var segmentStart = 0
  private var here: Coordinate
  private var time: Double?
  private var altitude: Double?

  /// - Parameters:
  ///   - time: seconds since 1970 of the first point; `nil` leaves the track untimed.
  ///   - altitude: metres at the start; `nil` leaves the altitudes unknown.
  public init(latitude: Double, longitude: Double, name: String? = nil, time: Double? = nil, altitude: Double? = nil) {
    here = Coordinate(latitude: latitude, longitude: longitude)
    self.time = time
    self.altitude = altitude
    add(name)
  }

  private mutating func add(_ name: String?, course: Double? = nil, speed: Double? = nil, accuracy: Double? = nil) {
    points.append(Fix(coordinate: here, altitude: altitude, time: time, course: course, speed: speed, horizontalAccuracy: accuracy))
    if let name { waypoints.append(Waypoint(name: name, coordinate: here, pointIndex: points.count - 1)) }
  }

  /// Goes so far in a direction in equal steps of one second each.
  /// - Parameters:
  ///   - step: metres between two points.
  ///   - climb: metres up over the whole way.
  ///   - name: the name of the last point.
  public mutating func go(
    _ course: Double, _ metres: Double, step: Double = 10, climb: Double = 0, accuracy: Double? = nil, to name: String? = nil
  ) {
    let count = max(1, Int((metres / step).rounded()))
    let start = here
    let low = altitude
    for index in 1...count {
      let share = Double(index) / Double(count)
      here = Geodesic.wgs84.direct(from: start, course: course, distance: metres * share).coordinate
      altitude = low.map { $0 + climb * share }
      time = time.map { $0 + 1 }
      add(index == count ? name : nil, accuracy: accuracy)
    }
  }

  /// Stands still for so many points.
  public mutating func wait(_ seconds: Int) {
    for _ in 0..<seconds {
      time = time.map { $0 + 1 }
      add(nil)
    }
  }

  /// Goes on somewhere else, in a new segment.
  public mutating func jump(latitude: Double, longitude: Double, after seconds: Double = 600, name: String? = nil) {
    segments.append(TrackSegment(range: segmentStart..<points.count))
    segmentStart = points.count
    here = Coordinate(latitude: latitude, longitude: longitude)
    time = time.map { $0 + seconds }
    add(name)
  }

  /// Adds one point exactly there.
  public mutating func point(latitude: Double, longitude: Double, name: String? = nil, speed: Double? = nil) {
    here = Coordinate(latitude: latitude, longitude: longitude)
    time = time.map { $0 + 1 }
    add(name, speed: speed)
  }

  /// Names a place beside the track.
  public mutating func place(_ name: String, latitude: Double, longitude: Double) {
    waypoints.append(Waypoint(name: name, coordinate: Coordinate(latitude: latitude, longitude: longitude)))
  }

  public func track(name: String? = nil) -> Track {
    Track(name: name, points: points, segments: segments + [TrackSegment(range: segmentStart..<points.count)], waypoints: waypoints)
  }

  public func journey(title: String = "test.txt", name: String? = nil, skipped: Int = 0) -> Journey {
    Journey(title: title, timeline: Timeline(track: track(name: name)), skipped: skipped)
  }
}

/// Journeys that many tests share.
public enum TestJourney {
  /// 600 m east, 400 m south, 500 m east: three named streets, altitudes, a point a second; all names ASCII.
  public static func corner(title: String = "corner.txt") -> Journey {
    var route = RouteBuilder(latitude: 40, longitude: 116, name: "Home", altitude: 50)
    route.go(90, 600, climb: 12, to: "Mill Road")
    route.go(180, 400, climb: -6, to: "Bridge Street")
    route.go(90, 500, climb: 20, to: "Market")
    return route.journey(title: title)
  }

  /// A kilometre due east at 10 m/s from the equator's 10th meridian, nothing named, no altitudes.
  public static func straight() -> Journey {
    var route = RouteBuilder(latitude: 0, longitude: 10)
    route.go(90, 1000)
    return route.journey(title: "straight.txt")
  }

  /// Two timed segments far apart, with times and altitudes.
  public static func gapped() -> Journey {
    var route = RouteBuilder(latitude: 46.6, longitude: 8, name: "Valley", time: 1_700_000_000, altitude: 800)
    route.go(45, 800, climb: 200, accuracy: 4, to: "Hut")
    route.jump(latitude: 46.65, longitude: 8.05, name: "Pass")
    route.go(135, 700, climb: -150, accuracy: 6, to: "Lake")
    return route.journey(title: "gapped.gpx", name: "A day out", skipped: 3)
  }

  /// Across the antimeridian, from 179.5° E to 179.5° W.
  public static func dateline() -> Journey {
    var route = RouteBuilder(latitude: -17, longitude: 179.5, name: "West")
    route.go(88, 106_000, step: 500, to: "East")
    return route.journey(title: "dateline.txt")
  }

  /// One point only.
  public static func single() -> Journey { RouteBuilder(latitude: 48.2, longitude: 16.37, name: "Here").journey(title: "single.txt") }

  /// Two equal points.
  public static func still() -> Journey {
    var route = RouteBuilder(latitude: 48.2, longitude: 16.37)
    route.wait(1)
    return route.journey(title: "still.txt")
  }

  /// From pole to pole, over the edge of the map.
  public static func poles() -> Journey {
    var route = RouteBuilder(latitude: 90, longitude: 0)
    for latitude in stride(from: 80.0, through: -80, by: -10) { route.point(latitude: latitude, longitude: 30 + latitude) }
    route.point(latitude: -90, longitude: 0)
    return route.journey(title: "poles.txt")
  }

  /// Names that try to do harm, and figures beyond all sense.
  public static func hostile() -> Journey {
    let evil = "\u{1B}[31mred\u{7}\u{202E}olleh\u{200B}\u{FEFF}\u{9B}2J\r\n\t\u{0}e\u{301}\u{301}\u{301}\u{301}\u{E000}\u{2028}界"
    var route = RouteBuilder(latitude: 10, longitude: 20, name: evil, altitude: -1e30)
    route.go(10, 300, climb: 2e30, to: evil + evil + evil)
    route.point(latitude: 10.001, longitude: 20.001, name: String(repeating: "\u{301}", count: 500), speed: 1e30)
    route.point(latitude: 10.002, longitude: 20.001, name: String(repeating: "界", count: 500))
    route.place(evil, latitude: 10.0005, longitude: 20.0005)
    return route.journey(title: evil, name: evil + evil)
  }

  /// All of them, for laws that hold for every journey.
  public static func all() -> [Journey] { [corner(), straight(), gapped(), dateline(), single(), still(), poles(), hostile()] }
}

extension Moment {
  /// A moment of a journey, as a viewer would make it.
  /// - Parameters:
  ///   - seconds: playback time.
  ///   - camera: `nil` shows the whole route on the canvas.
  public static func of(
    _ journey: Journey, at seconds: Double = 0, camera: Camera? = nil,
    canvas: CanvasSize = CanvasSize(columns: 40, rows: 12, set: .braille),
    look: Presentation = Presentation(), state: PlaybackState = .playing
  ) -> Moment {
    let pose = journey.timeline.pose(at: seconds)
    let frame = PlaybackFrame(
      position: seconds, duration: journey.timeline.duration, pose: pose, state: state, rate: 1, isReversed: false, isLooping: false, lap: 0
    )
    let fallback = journey.shape.bounds.map { Camera(fitting: $0, canvas: canvas) }
    let clock = Clock(utc: pose.time ?? 1_777_760_000 + seconds, offset: 0, isRecorded: pose.time != nil)
    return Moment(
      journey: journey, frame: frame, camera: camera ?? fallback ?? Camera(center: MapPoint(x: 0.5, y: 0.5), dotsPerUnit: 256), look: look,
      clock: clock, rateText: "1×")
  }
}
