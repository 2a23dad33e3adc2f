// Owns `LiveSession`: what a viewer of a live source knows beside its tracks, and what can happen to it.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// What a source of positions tells the viewer.
public enum LiveEvent: Sendable {
  /// It is being reached.
  case connecting
  /// It is there; what it calls itself.
  case connected(String)
  /// What it said, together with the host's time in seconds since 1970 UTC.
  case messages([ReceiverMessage], hostTime: Double)
  /// It went, and why; the next try comes in so many seconds.
  case lost(reason: String, retryIn: Double)
  /// It says nothing, for so many seconds now.
  case silent(seconds: Double)
  /// Bytes come from it, but no line that is understood.
  case notUnderstood
  /// It is over for good: standard input is at its end, or cannot be read, and why.
  case ended(reason: String?)
  /// What became of the recording.
  case recording(RecordingState)
}

/// Whether what arrives is written to a file.
public enum RecordingState: Hashable, Sendable {
  case off
  /// Under way, into the file of that name.
  case on(name: String)
  /// Under way, but the file takes nothing at the moment, and why: fixes wait in memory.
  case failing(name: String, reason: String)

  /// Whether fixes are to be handed over.
  public var isOn: Bool { self != .off }

  /// The same, safe for a terminal.
  var cleaned: RecordingState {
    switch self {
    case .off: .off
    case .on(let name): .on(name: TextWidth.clean(name))
    case .failing(let name, let reason): .failing(name: TextWidth.clean(name), reason: TextWidth.clean(reason))
    }
  }
}

/// How a source is reached.
public enum LiveConnection: Hashable, Sendable {
  case connecting
  case connected(String)
  /// It went; the next try comes at a moment on the clock of the events.
  case lost(reason: String, retryAt: Double)
  case ended
}

/// The live part of a viewer's state.
public struct LiveSession: Sendable {
  /// What is watched: `gpsd://127.0.0.1:2947`. Safe for a terminal.
  public let address: String
  /// The sources that have said something.
  public internal(set) var fleet: LiveFleet
  /// How each of the watched addresses is reached.
  public internal(set) var connections = [LiveConnection.connecting]
  /// Whether the screen shows what is now; else the player shows what was.
  public internal(set) var isAtEdge = true
  /// The search for a fix that is good enough, if one was asked for.
  public internal(set) var acquisition: FixAcquisition?
  /// Whether what arrives is written to a file.
  public internal(set) var recording = RecordingState.off
  /// How many fixes were handed over to the recording under way.
  public internal(set) var recordedCount = 0
  /// How many points of the followed source's history had been thinned out when its journey was made.
  var thinnedCount = 0
  /// Whether the sky is shown.
  public internal(set) var showsSky = false
  /// The host's time less the moment on the clock of the events.
  var hostOffset: Double
  /// Whether the source that is followed had its fix when last looked at.
  var hasSignal = false

  /// How many addresses may be watched together.
  public static let sourceLimit = 64

  /// The first address that is not connected, else the first.
  public var connection: LiveConnection {
    connections.first { if case .connected = $0 { false } else { true } } ?? connections.first ?? .connecting
  }

  mutating func setConnection(_ connection: LiveConnection, of source: Int) {
    guard (0..<Self.sourceLimit).contains(source) else { return }
    while connections.count <= source { connections.append(.connecting) }
    connections[source] = connection
  }

  /// - Parameter hostOffset: the host's time in seconds since 1970 UTC less the clock that events will carry.
  init(address: String, hostOffset: Double, fleet: LiveFleet = LiveFleet()) {
    self.address = TextWidth.clean(address)
    self.hostOffset = hostOffset
    self.fleet = fleet
  }
}

extension ViewerModel {
  /// A viewer of live sources, which waits for the first fix.
  ///
  /// - Parameters:
  ///   - address: what is watched, as the person wrote it.
  ///   - hostTime: the host's time in seconds since 1970 UTC at the moment `now`.
  public init(
    live address: String, look: Presentation, options: ViewerOptions, columns: Int, rows: Int, now: Double, hostTime: Double,
    fleet: LiveFleet = LiveFleet()
  ) {
    var options = options
    options.showsOpening = false
    self.init(
      journeys: [Self.emptyJourney(title: address)], look: look, options: options, columns: columns, rows: rows, now: now)
    live = LiveSession(address: address, hostOffset: hostTime - now, fleet: fleet)
    rig.camera = Self.world(canvas)
    lookAtCenter()
    refreshBase()
  }

  /// A track of nothing, to grow.
  static func emptyJourney(title: String) -> Journey { Journey(liveTitle: TextWidth.clean(title)) }

  /// The whole world.
  static func world(_ canvas: CanvasSize) -> Camera { Camera(fitting: WorldBox(minX: 0, minY: 0.15, maxX: 1, maxY: 0.7), canvas: canvas) }

  /// Seconds since 1970 UTC by the host's clock.
  var hostTime: Double { now + (live?.hostOffset ?? options.startedAt - startedAt) }

  /// Where the source that is followed has been, and where the others are; `nil` before the first fix.
  var liveExtent: WorldBox? {
    let others = (live?.fleet.tracks ?? []).compactMap(\.lastFix).map { fix in
      let point = WebMercator.project(fix.coordinate)
      return WorldBox(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y)
    }
    return WorldBox.around([journey.shape.bounds].compactMap { $0 } + others, near: journey.shape.bounds)
  }
}
