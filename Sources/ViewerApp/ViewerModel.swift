// The whole state of the viewer as a value: what it plays, where it looks, what it says.

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
  /// Seconds during which the start is shown before playback begins.
  public var delay = 0.0
  /// Whether the first second shows the whole route.
  public var showsOpening = true
  /// Seconds since 1970 at the beginning of a track without times, and by how much the shown time is ahead of UTC.
  public var startedAt = 0.0
  public var utcOffset = 0.0

  public init() {}
}

/// What is drawn over the map.
public enum Overlay: Hashable, Sendable {
  case none
  case help(scroll: Int)
  case information
}

/// The viewer's state. `update` changes it, `view` draws it; time is always an argument.
public struct ViewerModel: Sendable {
  public let journey: Journey
  public var player: Player
  public var look: Presentation
  public let options: ViewerOptions
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
  var hintShownAt: Double?
  var loopStart: Double?
  var drag: Drag?

  /// What the mouse holds.
  enum Drag: Hashable, Sendable {
    case map(CellPosition)
    /// The playhead, by the scale of the profile or that of the timeline.
    case time(onProfile: Bool)
  }

  /// - Parameters:
  ///   - columns: the screen's width in cells; `rows` its height.
  ///   - now: seconds on the clock that events will carry.
  public init(journey: Journey, look: Presentation, options: ViewerOptions, columns: Int, rows: Int, now: Double) {
    self.journey = journey
    self.look = look
    self.options = options
    self.columns = columns
    self.rows = rows
    self.now = now
    startedAt = now
    var playerOptions = PlayerOptions()
    playerOptions.rate = options.rate
    // A start is where playback begins, not a wall: the person may seek before it. A loop comes back to it.
    playerOptions.start = options.isLooping ? options.start : nil
    playerOptions.end = options.end
    playerOptions.isLooping = options.isLooping
    playerOptions.isPaused = options.isPaused
    player = Player(timeline: journey.timeline, options: playerOptions, now: now + max(0, options.delay))
    if let start = options.start { player.seek(to: start, at: now + max(0, options.delay)) }
    let follow = options.followRegion ?? CameraRig.usualRegion(of: journey)
    rig = CameraRig(
      region: options.region, followRegion: follow, showsOpening: options.showsOpening && options.start == nil && !options.isPaused)
    rig.settle(on: journey, pose: player.frame(at: now).pose, canvas: canvas, elapsed: 0)
  }

  var layout: ScreenLayout { ScreenLayout(width: columns, height: rows, showsPanels: showsPanels && !showsBigCompass) }
  var canvas: CanvasSize { layout.mapCanvas(look.glyphs.dots) }

  /// What is on the screen at the moment the model was last told of.
  public var moment: Moment {
    let frame = player.frame(at: now)
    let utc = frame.pose.time
    let clock = Clock(utc: utc ?? (options.startedAt + frame.position), offset: utc == nil ? options.utcOffset : 0, isRecorded: utc != nil)
    return Moment(
      journey: journey, frame: frame, camera: rig.camera, look: look, clock: clock, rateText: player.rate.text, loopMarks: loopMarks)
  }

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
    let frame = player.frame(at: now)
    var next: Double? = message.map(\.until)
    func wake(in seconds: Double) { next = min(next ?? .infinity, now + seconds) }
    if rig.isMoving { wake(in: 1 / fastest) }
    if let change = rig.nextChange(elapsed: now - startedAt) { wake(in: max(change, 0.001)) }
    if frame.state == .playing { wake(in: playingInterval(frame, fastest: fastest)) }
    if let hint = nextHintChange { wake(in: max(hint - now, 0.001)) }
    return next
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
