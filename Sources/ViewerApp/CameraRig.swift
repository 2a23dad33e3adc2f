// What moves the camera: the opening, following, the person, the finale.
//
//      0 s       the country around     any key, --start or --paused leave the opening out; without a base map, or on a route as long as
//                the start              a country, the whole route is what it begins with
//      0.5 s     whole route
//      1 s       --region around the start
//      3 s       --follow-region around the marker, following it
//      end       eases out to the whole route

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// The camera and the mode that moves it.
public struct CameraRig: Hashable, Sendable {
  public enum Mode: Hashable, Sendable {
    case opening
    case following
    /// The person moved the map.
    case free
    /// The whole route; following continues afterwards if it was on.
    case whole
    /// Easing out since a moment, from a camera.
    case finale(since: Double, from: Camera)
  }

  public internal(set) var mode: Mode
  public internal(set) var camera = Camera(center: MapPoint(x: 0.5, y: 0.5), dotsPerUnit: 256)
  /// Metres across the shorter side of the view.
  var region: Double
  var followRegion: Double
  /// What the whole route is, where it is more than the track that is followed.
  var extent: WorldBox?
  /// What points up.
  var orientation = Orientation.fixed(0)
  private var headingUp = HeadingUp()
  /// Whether there is a base map: the opening then begins with the country around the start.
  var showsWorld = false
  private var openingStep: OpeningStep?

  /// What the opening shows, one after another.
  private enum OpeningStep: Hashable, Sendable { case world, whole, region, over }

  static let worldUntil = 0.5
  static let wholeUntil = 1.0
  static let regionUntil = 3.0
  static let finaleLength = 1.5
  /// Metres across the shorter side of the view at the very beginning; with a usual screen 1,800 km lie across the longer one.
  static let worldRegion = 1_100_000.0
  /// A route of so many metres shows a country by itself.
  static let longRoute = 1_000_000.0

  init(region: Double, followRegion: Double, showsOpening: Bool) {
    self.region = region
    self.followRegion = followRegion
    mode = showsOpening ? .opening : .following
  }

  /// What half a minute of the track covers while it moves, with some room, at least 100 m, as a round length.
  static func usualRegion(of journey: Journey) -> Double {
    let statistics = journey.statistics
    let metres = 30 * max((statistics.movingMeanSpeed ?? 0) * 1.2, 100 / 30)
    var decade = 1.0
    while decade * 10 <= metres { decade *= 10 }
    let step = [1.0, 1.5, 2, 3, 4, 5, 6, 8, 10].min { abs($0 * decade - metres) < abs($1 * decade - metres) }
    return min(max((step ?? 1) * decade, 100), 2_000_000)
  }

  /// Whether the camera is on its way somewhere.
  var isMoving: Bool { if case .finale = mode { return true } else { return false } }

  /// Whether it turns to where the marker heads.
  var isTurning: Bool { mode == .following && orientation == .heading && headingUp.isTurning }

  /// What points up while the marker is followed, and while the whole route is shown: that stands still.
  private var bearing: Double {
    if case .fixed(let degrees) = orientation { return degrees }
    return headingUp.bearing
  }
  private var restingBearing: Double {
    if case .fixed(let degrees) = orientation { return degrees }
    return 0
  }

  private func turned(_ camera: Camera, _ bearing: Double) -> Camera {
    var turned = camera
    turned.bearing = bearing
    return turned
  }

  /// Lets another direction point up, at once and around the middle of the view.
  /// - Parameter course: where the marker heads, where that is known.
  mutating func orient(_ orientation: Orientation, course: Double?) {
    self.orientation = orientation
    headingUp.face(course)
    camera.bearing = mode == .whole ? restingBearing : bearing
  }

  /// Seconds until the opening shows something else.
  func nextChange(elapsed: Double) -> Double? {
    guard mode == .opening else { return nil }
    let changes = [showsWorld ? Self.worldUntil : Self.wholeUntil, Self.wholeUntil]
    return (changes.first { elapsed < $0 } ?? Self.regionUntil) - elapsed
  }

  private func openingStep(on journey: Journey, elapsed: Double) -> OpeningStep {
    if elapsed >= Self.wholeUntil { return elapsed < Self.regionUntil ? .region : .over }
    return showsWorld && elapsed < Self.worldUntil && !isLong(journey) ? .world : .whole
  }

  /// Whether a route is as long as a country.
  private func isLong(_ journey: Journey) -> Bool {
    guard let box = extent ?? journey.shape.bounds else { return true }
    let unit = WebMercator.metresPerWorldUnit(atLatitude: WebMercator.unproject(box.center).latitude)
    return max(box.width, box.height) * unit > Self.longRoute
  }

  /// Puts the camera where the mode wants it, without history: at the start, after a seek, after a change of size.
  mutating func settle(on journey: Journey, pose: Pose, canvas: CanvasSize, elapsed: Double) {
    let marker = journey.shape.place(pose.coordinate, near: pose.pointIndex)
    switch mode {
    case .opening:
      switch openingStep(on: journey, elapsed: elapsed) {
      case .world: camera = turned(Camera(region: Self.worldRegion, around: marker, canvas: canvas), restingBearing)
      case .whole: camera = whole(journey, canvas)
      case .region, .over: camera = turned(Camera(region: region, around: marker, canvas: canvas), restingBearing)
      }
    case .following:
      headingUp.face(pose.course)
      camera = turned(Camera(region: followRegion, around: marker, canvas: canvas), bearing)
    case .whole, .finale: camera = whole(journey, canvas)
    case .free: break
    }
  }

  /// Moves the camera on by what has happened since the last frame.
  mutating func advance(on journey: Journey, frame: PlaybackFrame, canvas: CanvasSize, elapsed: Double, now: Double) {
    let marker = journey.shape.place(frame.pose.coordinate, near: frame.pose.pointIndex)
    switch mode {
    case .opening:
      if elapsed >= Self.regionUntil { mode = .following }
      let step = openingStep(on: journey, elapsed: elapsed)
      if step != openingStep { settle(on: journey, pose: frame.pose, canvas: canvas, elapsed: elapsed) }
      openingStep = step
      if step == .region { camera = camera.following(marker, canvas: canvas) }
    case .following:
      if orientation == .heading {
        headingUp.follow(frame.pose.course, speed: frame.pose.speed, at: now)
        camera.bearing = bearing
      }
      camera = camera.following(marker, canvas: canvas)
    case .free, .whole: break
    case .finale(let since, let from):
      let share = min(1, max(0, (now - since) / Self.finaleLength))
      let eased = share * share * (3 - 2 * share)
      camera = Self.between(from, whole(journey, canvas), eased)
      if share >= 1 { mode = .whole }
    }
  }

  /// The whole route, or some ground around it where it hardly has an extent.
  func whole(_ journey: Journey, _ canvas: CanvasSize) -> Camera {
    guard let box = extent ?? journey.shape.bounds else { return camera }
    let fitted = Camera(fitting: box.around(turnedBy: restingBearing), canvas: canvas)
    let closest = Camera(region: 100, around: box.center, canvas: canvas)
    return turned(fitted.dotsPerUnit > closest.dotsPerUnit ? closest : fitted, restingBearing)
  }

  /// A way from one camera to another: the scale goes geometrically, the middle keeps pace with it.
  private static func between(_ from: Camera, _ to: Camera, _ share: Double) -> Camera {
    if share >= 1 { return to }
    let ratio = to.dotsPerUnit / from.dotsPerUnit
    let scale = from.dotsPerUnit * power(ratio, share)
    // The middle moves so that no point of the view overshoots: linear in 1/scale, plain linear where the scale stays.
    let inverse = 1 / from.dotsPerUnit - 1 / to.dotsPerUnit
    let way = abs(ratio - 1) < 1e-6 ? share : (1 / from.dotsPerUnit - 1 / scale) / inverse
    let x = from.center.x + (to.center.x - from.center.x) * way
    let y = from.center.y + (to.center.y - from.center.y) * way
    let bearing = from.bearing + HeadingUp.difference(to.bearing, from.bearing) * share
    return Camera(center: MapPoint(x: x, y: y), dotsPerUnit: scale, bearing: Angle.normalized360(bearing))
  }
}
