// The whole state of the viewer as a value: what it plays, where it looks, what it says.

import BaseMap
import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// How a viewer starts.
public struct ViewerOptions: Hashable, Sendable {
  public var rate = PlaybackRate.normal
  /// Seconds of playback at which it starts and ends; `nil` is the track's own.
  public var start: Double?
  public var end: Double?
  public var isPaused = false
  public var isLooping = false
  /// Metres shown around the start before the map follows.
  public var region = 1000.0
  /// Metres shown around the marker; `nil`: what half a minute of the track covers, at least 100.
  public var followRegion: Double?
  /// Where the map is first looked at, rather than where the track is.
  public var center: Coordinate?
  /// What points up.
  public var orientation = Orientation.fixed(0)
  /// How much lies beneath.
  public var detail = BaseDetail.full
  /// Bytes of maps that are kept in memory.
  public var mapCache = PieceCache.usualMegabytes << 20
  /// Bytes that overlays may take beside them, all together.
  public var overlayBytes: Int { BaseMapState.overlayLimit(cacheLimit: mapCache) }
  /// Seconds during which the start is shown before playback begins.
  public var delay = 0.0
  /// Whether the first second shows the whole route.
  public var showsOpening = true
  /// Seconds since 1970 at the beginning of a track without times, and by how much the shown time is ahead of UTC.
  public var startedAt = 0.0
  public var utcOffset = 0.0

  public init() {}
}

/// How far the reading of a file has come, in words and as a share.
public struct LoadingState: Hashable, Sendable {
  /// `61 MB of 101 MB, 604 000 points`
  public var text: String
  /// 0…1, where it is known.
  public var share: Double?

  public init(text: String, share: Double?) {
    self.text = text
    self.share = share
  }
}

/// What is drawn over the map.
public enum Overlay: Hashable, Sendable {
  case none
  case help(scroll: Int)
  case information
}

/// The viewer's state. `update` changes it, `view` draws it; time is always an argument.
public struct ViewerModel: Sendable {
  /// All tracks, on one clock.
  public internal(set) var journeys: [Journey]
  /// Which of them is followed and told of.
  public internal(set) var focus = 0
  public var journey: Journey { journeys[focus] }
  /// How far the reading of the rest has come; `nil` once everything is there.
  public internal(set) var loading: LoadingState?
  public var player: Player
  public var look: Presentation
  public internal(set) var options: ViewerOptions
  public internal(set) var columns: Int
  public internal(set) var rows: Int
  public internal(set) var rig: CameraRig
  public internal(set) var overlay = Overlay.none
  public internal(set) var showsPanels = true
  public internal(set) var showsBigCompass = false
  /// A note in the hint line until a moment.
  var message: (text: String, until: Double)?
  /// The moment the viewer started, and the last it was told of, on the event loop's clock.
  public internal(set) var startedAt: Double
  public internal(set) var now: Double
  var hasSeenKey = false
  /// Whether the person played or sought while only a part was there.
  var hasPlayedPart = false
  var hintShownAt: Double?
  var loopStart: Double?
  var drag: Drag?
  /// Where the position is given out, in words.
  var outputs: [String] = []
  /// What is live; `nil` where files are played.
  public internal(set) var live: LiveSession?
  /// The position set by hand, in the place of what playback or the receiver gives.
  public internal(set) var mock: Fix?
  /// The place of what is shown.
  var placeMemory = PlaceMemory()
  /// The line in which a position is typed, while it is open.
  var prompt: PositionPrompt?
  /// What lies beneath.
  var base: BaseMapState
  /// Whether the first map that is opened is shown as a whole.
  var showsBounds = false

  /// What the mouse holds.
  enum Drag: Hashable, Sendable {
    case map(CellPosition, hasMoved: Bool)
    /// The playhead, by the scale of the profile or that of the timeline.
    case time(onProfile: Bool)
  }

  /// A viewer of one track; see ``init(journeys:look:options:columns:rows:now:loading:)``.
  public init(journey: Journey, look: Presentation, options: ViewerOptions, columns: Int, rows: Int, now: Double) {
    self.init(journeys: [journey], look: look, options: options, columns: columns, rows: rows, now: now)
  }

  /// - Parameters:
  ///   - journeys: the tracks, at least one, on one clock (`Timeline.together`); the first is followed.
  ///   - columns: the screen's width in cells; `rows` its height.
  ///   - now: seconds on the clock that events will carry.
  ///   - loading: how far the reading has come where the tracks are only the beginning; nothing plays until they are whole.
  public init(
    journeys: [Journey], look: Presentation, options: ViewerOptions, columns: Int, rows: Int, now: Double, loading: LoadingState? = nil
  ) {
    self.journeys = journeys
    self.loading = loading
    let journey = journeys[0]
    self.look = look
    self.options = options
    self.columns = columns
    self.rows = rows
    self.now = now
    startedAt = now
    player = Self.player(journey.timeline, options, isLoading: loading != nil, now: now)
    base = BaseMapState(cacheLimit: options.mapCache)
    base.detail = options.detail
    let follow = options.followRegion ?? CameraRig.usualRegion(of: journey)
    rig = CameraRig(
      region: options.region, followRegion: follow,
      showsOpening: options.showsOpening && options.start == nil && !options.isPaused && options.center == nil)
    rig.orientation = options.orientation
    rig.showsWorld = base.detail != .none
    if loading != nil { rig.mode = .whole }
    rig.extent = extent
    rig.settle(on: journey, pose: player.frame(at: now).pose, canvas: canvas, elapsed: 0)
    lookAtCenter()
    lookAround(shownFrame)
    if hasTrack { refreshBase() }
  }

  /// A player as the options want it, or one that stands still while the track is not whole yet.
  static func player(_ timeline: Timeline, _ options: ViewerOptions, isLoading: Bool, now: Double) -> Player {
    var playerOptions = PlayerOptions()
    playerOptions.rate = options.rate
    // A start is where playback begins, not a wall: the person may seek before it. A loop comes back to it.
    playerOptions.start = options.isLooping ? options.start : nil
    playerOptions.end = options.end
    playerOptions.isLooping = options.isLooping
    playerOptions.isPaused = options.isPaused || isLoading
    var player = Player(timeline: timeline, options: playerOptions, now: now + max(0, options.delay))
    if let start = options.start { player.seek(to: start, at: now + max(0, options.delay)) }
    return player
  }

  /// The box of all tracks, on the turn of the world of the one in focus.
  var extent: WorldBox? { WorldBox.around(journeys.compactMap(\.shape.bounds), near: journey.shape.bounds) }

  var layout: ScreenLayout {
    ScreenLayout(
      width: columns, height: rows, showsPanels: showsPanels && !showsBigCompass && !isBrowsing, sensorRows: SensorText.rows(journey),
      showsTime: !isBrowsing)
  }
  var canvas: CanvasSize { layout.mapCanvas(look.glyphs.dots) }

  /// What is on the screen at the moment the model was last told of.
  public var moment: Moment {
    let frame = shownFrame
    let utc = frame.pose.time
    let offset = utc.map { Double(journey.zone.offset(at: $0)) } ?? options.utcOffset
    let clock = Clock(utc: utc ?? (options.startedAt + frame.position), offset: offset, isRecorded: utc != nil)
    var moment = Moment(
      journey: journey, frame: frame, camera: rig.camera, look: look, clock: clock, rateText: player.rate.text, loopMarks: loopMarks)
    moment.isMocked = mock != nil
    moment.live = livePicture
    moment.place = hasPosition || isBrowsing ? placeMemory.place : nil
    moment.street = moment.place == nil ? nil : placeMemory.street
    moment.browsing = browsing
    moment.base = base.picture
    if journeys.count > 1 {
      moment.companions = journeys.indices.filter { $0 != focus }.map {
        Moment.Companion(journey: journeys[$0], pose: journeys[$0].timeline.pose(at: frame.position), number: $0)
      }
    }
    return moment
  }

  /// Whether there is a position to show.
  public var hasPosition: Bool { mock != nil || hasTrack }
  /// Whether there is something to play: a live source has given a fix, a file always has.
  public var hasTrack: Bool { !journey.track.points.isEmpty }

  /// What is shown at the moment: where playback is, where the receiver is, or the mock.
  public var shownFrame: PlaybackFrame { mocked(live?.isAtEdge == true ? edgeFrame : player.frame(at: now)) }

  private var loopMarks: [Moment.LoopMark] {
    let duration = max(journey.timeline.duration, 1e-9)
    if let range = player.loopRange {
      return [.init(name: "A", fraction: range.lowerBound / duration), .init(name: "B", fraction: range.upperBound / duration)]
    }
    return loopStart.map { [.init(name: "A", fraction: $0 / duration)] } ?? []
  }

  mutating func say(_ english: String, _ chinese: String, for seconds: Double = 3) {
    message = (look.language.pick(english, chinese), now + seconds)
  }

  /// When the screen will next look different if nothing happens: seconds on the clock of `now`; `nil` while everything stands still, so that a
  /// paused viewer sleeps.
  /// - Parameter fastest: frames a second at most.
  public func nextFrame(fastest: Double = 60) -> Double? {
    let frame = shownFrame
    var next: Double? = message.map(\.until)
    func wake(in seconds: Double) { next = min(next ?? .infinity, now + seconds) }
    if rig.isMoving { wake(in: 1 / fastest) }
    if rig.isTurning { wake(in: HeadingUp.pause) }
    if placeMemory.isStreetDue { wake(in: PlaceMemory.streetPause) }
    if let retry = base.nextRetry { wake(in: max(retry - now, 0.001)) }
    if let change = rig.nextChange(elapsed: now - startedAt) { wake(in: max(change, 0.001)) }
    if let live { wake(in: liveInterval(live, frame, fastest: fastest)) }
    if frame.state == .playing, live?.isAtEdge != true { wake(in: playingInterval(frame, fastest: fastest)) }
    if let hint = nextHintChange { wake(in: max(hint - now, 0.001)) }
    return next
  }

  /// While a source is live: ages are shown in whole seconds, and markers move.
  private func liveInterval(_ live: LiveSession, _ frame: PlaybackFrame, fastest: Double) -> Double {
    let second = 1 - (now - now.rounded(.down)) + 0.001
    guard let track = live.fleet.focused else { return second }
    var interval = min(second, track.nextChange(after: now).map { max($0 - now, 0.001) } ?? second)
    if live.isAtEdge, mock == nil, track.pose(at: now)?.isMoving == true {
      interval = min(interval, playingInterval(frame, fastest: fastest))
    }
    // Of many markers some one always moves.
    if live.fleet.tracks.count > 1 { interval = min(interval, max(1 / fastest, 1 / 30)) }
    return interval
  }

  /// As often as the marker moves by half a dot or the clock by a tenth of what it shows, whichever comes first.
  private func playingInterval(_ frame: PlaybackFrame, fastest: Double) -> Double {
    let dotsPerSecond = (frame.pose.speed ?? 0) * frame.rate / max(rig.camera.metresPerDot, 1e-9)
    let motion = dotsPerSecond > 0 ? 0.5 / dotsPerSecond : .infinity
    let second = 1 / max(frame.rate, 1e-9)
    // A turning ring moves even where the marker hardly does.
    return min(max(min(motion, second, 0.1), 1 / fastest), 0.1)
  }
}
