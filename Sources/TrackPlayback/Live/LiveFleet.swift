// Owns `LiveFleet`: several live sources, told apart by their ids.

/// What became of a message of one of several sources.
public struct LiveArrival: Sendable, Hashable {
  /// The source, as it stands among ``LiveFleet/tracks`` now.
  public var index: Int
  /// Its id.
  public var id: String
  /// Whether it said something for the first time.
  public var isNewSource: Bool
  /// What became of the fix; `nil` where the message was none of a position.
  public var verdict: FixVerdict?
}

/// How several live sources are watched.
public struct LiveFleetOptions: Sendable, Hashable {
  /// How each of them is.
  public var track: LiveTrackOptions
  /// How many sources there may be.
  public var sourceLimit: Int
  /// How many points the histories of all may hold together.
  public var pointLimit: Int

  /// Options; the defaults take about 60 MB for the histories.
  public init(track: LiveTrackOptions = .init(), sourceLimit: Int = 20_000, pointLimit: Int = 1_000_000) {
    self.track = track
    self.sourceLimit = sourceLimit
    self.pointLimit = pointLimit
  }
}

/// Several live sources, told apart by their ids.
///
/// **Bounds.** There are at most ``LiveFleetOptions/sourceLimit`` sources. When there are as many, those that have been silent for an hour
/// make room, looked for once a minute; where there are none, new sources are ignored and counted. An id is cut at 128 bytes. The histories
/// hold at most ``LiveFleetOptions/pointLimit`` points together: beyond it every history longer than half its fair share is thinned down to
/// that, the oldest points first.
public struct LiveFleet: Sendable {
  /// How they are watched.
  public let options: LiveFleetOptions
  /// The sources, in the order in which they first said something.
  public private(set) var tracks: [LiveTrack] = []
  /// The id of the source that is followed; `nil` before any is there. The first one is, until another is chosen.
  public private(set) var focus: String?
  /// The counts of all sources together, those that made room included.
  public private(set) var counts = FixCounts()
  /// How many messages were ignored because there were too many sources.
  public private(set) var ignoredCount = 0

  private var indices: [String: Int] = [:]
  private var pointCount = 0
  private var lastSweep = -Double.infinity

  /// Seconds of silence after which a source makes room for others.
  public static let forgettingTime = 3_600.0
  /// Seconds between two searches for such sources.
  private static let sweepInterval = 60.0
  /// The bytes of an id that count.
  private static let idLimit = 128

  /// No source yet.
  public init(options: LiveFleetOptions = .init()) {
    self.options = options
  }

  /// The ids in the order of ``tracks``.
  public var order: [String] { tracks.map(\.id) }
  /// The source that is followed.
  public var focused: LiveTrack? { focus.flatMap { track($0) } }
  /// The index of the source that is followed.
  public var focusIndex: Int? { focus.flatMap { indices[$0] } }

  /// A source by its id.
  public func track(_ id: String) -> LiveTrack? { indices[id].map { tracks[$0] } }
  /// The index of a source among ``tracks``.
  public func index(of id: String) -> Int? { indices[id] }

  /// Takes in a message, and hands it to its source. Constant time on average.
  /// - Parameters:
  ///   - now: Seconds on a clock of the host that does not go back.
  ///   - hostTime: The host's time in seconds since 1970 UTC.
  /// - Returns: What became of it; `nil` where it was ignored: a notice, or one source too many.
  @discardableResult
  public mutating func receive(_ message: ReceiverMessage, at now: Double, hostTime: Double) -> LiveArrival? {
    if case .notice = message { return nil }
    let id = Self.shortened(message.source)
    let known = indices[id]
    guard let index = known ?? add(id, at: now) else {
      ignoredCount += 1
      return nil
    }
    let before = tracks[index].history.count
    let verdict = tracks[index].receive(message, at: now, hostTime: hostTime)
    if let verdict { counts.count(verdict) }
    pointCount += tracks[index].history.count - before
    if pointCount > pointLimit { thin() }
    return LiveArrival(index: index, id: id, isNewSource: known == nil, verdict: verdict)
  }

  /// Follows a source, if it is there.
  public mutating func follow(_ id: String) {
    if indices[id] != nil { focus = id }
  }

  /// Follows the next source in the order, after the last the first.
  public mutating func followNext(_ step: Int = 1) {
    guard !tracks.isEmpty else { return }
    let next = ((focusIndex ?? 0) + step % tracks.count + tracks.count) % tracks.count
    focus = tracks[next].id
  }

  /// Says what a source stands for.
  public mutating func setKind(_ kind: MarkerKind, of id: String) {
    if let index = indices[id] { tracks[index].kind = kind }
  }

  // MARK: Bounds

  private static func shortened(_ id: String) -> String {
    id.utf8.count <= idLimit ? id : String(decoding: id.utf8.prefix(idLimit), as: UTF8.self)
  }

  /// Makes a source, if there is room.
  private mutating func add(_ id: String, at now: Double) -> Int? {
    if tracks.count >= max(1, options.sourceLimit) { sweep(at: now) }
    guard tracks.count < max(1, options.sourceLimit) else { return nil }
    tracks.append(LiveTrack(id: id, options: options.track))
    indices[id] = tracks.count - 1
    focus = focus ?? id
    return tracks.count - 1
  }

  /// Forgets the sources that have been silent for long, but for the one that is followed.
  private mutating func sweep(at now: Double) {
    guard now - lastSweep >= Self.sweepInterval else { return }
    lastSweep = now
    let focus = focus
    tracks.removeAll { $0.id != focus && now - ($0.lastMessageArrival ?? now) > Self.forgettingTime }
    indices = [:]
    for (index, track) in tracks.enumerated() { indices[track.id] = index }
    pointCount = tracks.reduce(0) { $0 + $1.history.count }
  }

  /// The points that all may hold together; a few for each source in any case.
  private var pointLimit: Int { max(options.pointLimit, 32 * tracks.count) }

  /// Thins the histories that are longer than half their fair share.
  private mutating func thin() {
    let share = pointLimit / (2 * max(1, tracks.count))
    for index in tracks.indices where tracks[index].history.count > share { tracks[index].thinHistory(to: share) }
    pointCount = tracks.reduce(0) { $0 + $1.history.count }
  }
}
