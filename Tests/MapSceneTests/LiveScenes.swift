// Owns the live scenes of these tests: a source that drives a street, a sky of satellites.

import Cells
import TestSupport
import TrackGeodesy
import TrackPlayback

@testable import MapScene

/// A live source that drives, with what a viewer keeps for it.
struct LiveScene {
  var fleet = LiveFleet()
  var journey = Journey(liveTitle: "gpsd://localhost")
  var player: Player
  var now = 0.0
  var look = Presentation()
  static let start = 1_700_000_000.0

  init() { player = Player(timeline: journey.timeline, now: 0) }

  /// Drives so many seconds in a direction, ten metres a second, a fix a second.
  mutating func drive(_ course: Double, _ seconds: Int, speed: Double = 10, accuracy: Double = 5) {
    for _ in 0..<seconds {
      now += 1
      let last = journey.track.points.count - 1
      let from = last < 0 ? Coordinate(latitude: 40, longitude: 116) : journey.track.points.coordinate(at: last)
      let place = last < 0 ? from : Geodesic.wgs84.direct(from: from, course: course, distance: speed).coordinate
      hear("", at: place, course: course, speed: speed, accuracy: accuracy)
    }
  }

  /// A fix of a source.
  mutating func hear(_ id: String, at place: Coordinate, course: Double? = nil, speed: Double? = nil, accuracy: Double? = nil) {
    let time = Self.start + now
    let fix = Fix(coordinate: place, altitude: 45, time: time, course: course, speed: speed, horizontalAccuracy: accuracy)
    let report = ReceiverReport(source: id, mode: .threeDimensional, time: time, fix: fix)
    let arrival = fleet.receive(.report(report), at: now, hostTime: time)
    guard let arrival, arrival.id == fleet.focus, let taken = arrival.verdict?.fix else { return }
    journey.append(taken, startsSegment: arrival.verdict?.startsSegment ?? false, playing: &player, at: now)
  }

  /// What the screen shows some seconds after the last message, at the live edge or so many seconds behind it.
  func moment(
    after seconds: Double = 0, behind: Double? = nil, metres: Double = 600,
    canvas: CanvasSize = CanvasSize(columns: 60, rows: 16, set: .braille)
  ) -> Moment {
    let now = now + seconds
    let position = max(0, journey.timeline.duration - (behind ?? 0))
    var pose = journey.timeline.pose(at: position)
    if behind == nil, let marker = fleet.focused?.pose(at: now) { pose = journey.pose(of: marker) }
    let frame = PlaybackFrame(
      position: position, duration: journey.timeline.duration, pose: pose, state: .playing, rate: 1, isReversed: false, isLooping: false,
      lap: 0)
    let place = journey.shape.place(pose.coordinate, near: pose.pointIndex)
    let camera = Camera(region: metres, around: place, canvas: canvas)
    var moment = Moment(
      journey: journey, frame: frame, camera: camera, look: look, clock: Clock(utc: Self.start + now, offset: 0, isRecorded: true),
      rateText: "1×")
    var live = LivePicture(fleet, at: now, camera: camera, canvas: canvas)
    live.behind = behind
    moment.live = live
    return moment
  }
}

/// Eleven satellites of three systems, eight of them used.
func someSky() -> SkyView {
  let seen: [(Int, Satellite.System, Double, Double, Double?, Bool)] = [
    (5, .gps, 72, 40, 47, true), (12, .gps, 45, 130, 44, true), (13, .gps, 30, 250, 38, true), (15, .gps, 15, 310, 31, true),
    (24, .gps, 8, 190, 22, false), (71, .glonass, 55, 300, 41, true), (72, .glonass, 20, 80, 29, true), (86, .glonass, 5, 20, nil, false),
    (201, .beidou, 60, 200, 45, true), (206, .beidou, 38, 160, 36, true), (210, .beidou, 12, 350, 18, false),
  ]
  var dilution = DilutionOfPrecision()
  dilution.horizontal = 0.9
  dilution.vertical = 1.42
  dilution.position = 1.7
  return SkyView(
    satellites: seen.map {
      let own = $0.1 == .gps ? $0.0 : $0.1 == .glonass ? $0.0 - 64 : $0.0 - 200
      return Satellite(number: $0.0, system: $0.1, systemNumber: own, elevation: $0.2, azimuth: $0.3, signal: $0.4, isUsed: $0.5)
    }, dilution: dilution)
}
