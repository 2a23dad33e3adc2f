// What live sources do to the viewer: fixes that arrive, signals that are lost, going back in time and coming back.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

extension ViewerModel {
  /// Takes in what a source tells.
  mutating func receive(_ event: LiveEvent, source: Int) -> [ViewerEffect] {
    guard live != nil else { return [] }
    switch event {
    case .connecting: live?.setConnection(.connecting, of: source)
    case .connected(let name): live?.setConnection(.connected(TextWidth.clean(name)), of: source)
    case .messages(let messages, let hostTime): return receive(messages, hostTime: hostTime)
    case .lost(let reason, let seconds):
      live?.setConnection(.lost(reason: TextWidth.clean(reason), retryAt: now + max(0, seconds)), of: source)
      live?.acquisition?.fail(.source(TextWidth.clean(reason)))
    case .silent(let seconds):
      let whole = Int(min(max(0, seconds), 1e6))
      say("the source has said nothing for \(whole) s", "数据源已 \(whole) 秒无消息", for: 5)
    case .notUnderstood:
      say("bytes arrive, but no line of them is understood: another protocol, or another speed?", "收到数据，但无法识别：协议或波特率不对？", for: 15)
    case .ended(let reason):
      live?.setConnection(.ended, of: source)
      let why = reason.map { ": " + TextWidth.clean($0) } ?? ""
      say("the source has ended\(why)", "数据源已结束\(why)", for: 10)
    case .recording(let state): note(state)
    }
    return []
  }

  private mutating func receive(_ messages: [ReceiverMessage], hostTime: Double) -> [ViewerEffect] {
    if hostTime.isFinite { live?.hostOffset = hostTime - now }
    var taken: [TakenFix] = []
    for message in messages {
      guard let arrival = live?.fleet.receive(message, at: now, hostTime: hostTime) else { continue }
      let isFollowed = arrival.id == live?.fleet.focus
      if isFollowed, case .report(let report) = message, let fix = report.fix { live?.acquisition?.receive(fix, at: hostTime) }
      if isFollowed, arrival.verdict == .rejected(.noFix) { live?.acquisition?.fail(.positionUnknown) }
      guard case .accepted(let fix, let newSegment)? = arrival.verdict else { continue }
      if isFollowed { grow(by: fix, startsSegment: newSegment != nil) }
      if live?.recording.isOn == true {
        live?.recordedCount += 1
        taken.append(TakenFix(fix: fix, source: arrival.id, startsSegment: newSegment != nil))
      }
    }
    return taken.isEmpty ? [] : [.record(taken)]
  }

  // MARK: The track that grows

  /// Adds a fix to the track that is followed.
  private mutating func grow(by fix: Fix, startsSegment: Bool) {
    let isFirst = !hasTrack
    let thinned = live?.fleet.focused?.history.thinnedCount ?? 0
    if thinned == live?.thinnedCount {
      journeys[0].append(fix, startsSegment: startsSegment, playing: &player, at: now)
    } else {
      makeJourney()
    }
    if isFirst {
      makeJourney()
      beginFollowing(fix)
    }
    rig.extent = rig.mode == .whole ? liveExtent : nil
    if rig.mode == .whole, !isInView(fix.coordinate) { settle() }
  }

  /// Makes the journey of the followed source from what is known of it; linear in its points.
  mutating func makeJourney() {
    guard let track = live?.fleet.focused else { return }
    let zone = journey.zone
    journeys = [Journey(live: track, title: title(of: track))]
    journeys[0].zone = zone
    live?.thinnedCount = track.history.thinnedCount
    player.setTimeline(journey.timeline, at: now)
  }

  /// The clocks of the place, for what is live.
  mutating func setZone(_ zone: ZoneOffsets) {
    if live != nil { journeys[0].zone = zone }
  }

  /// What the screen calls a source: its id, or the address where it has none.
  private func title(of track: LiveTrack) -> String {
    let id = TextWidth.clean(track.id)
    // A gpsd's device says less than where the gpsd is.
    return id.isEmpty || id.hasPrefix("/") ? live?.address ?? "" : id
  }

  /// The first fix: the camera goes there.
  private mutating func beginFollowing(_ fix: Fix) {
    // Half a minute's way, as for a track, as far as the first fix tells.
    if options.followRegion == nil { rig.followRegion = min(max(36 * (fix.speed ?? 0), 200), 20_000) }
    if !hasSeenKey || rig.mode != .free { rig.mode = .following }
    settle()
  }

  private func isInView(_ coordinate: Coordinate) -> Bool {
    let dot = MapTransform(rig.camera, canvas: canvas).dot(journey.shape.place(coordinate, near: journey.track.points.count - 1))
    return dot.x >= 0 && dot.y >= 0 && dot.x < Double(canvas.width) && dot.y < Double(canvas.height)
  }

  // MARK: Now and before

  /// The frame at the live edge: the marker where it is now, at the end of a track that grows.
  var edgeFrame: PlaybackFrame {
    let timeline = journey.timeline
    var pose = timeline.pose(at: timeline.duration)
    if let track = live?.fleet.focused, let marker = track.pose(at: now) {
      pose = journey.pose(of: marker, accuracy: track.lastFix?.horizontalAccuracy)
      pose.course = marker.course ?? timeline.pose(at: timeline.duration).course
      pose.speed = track.state(at: now) == .noSignal ? nil : track.lastFix?.speed ?? track.speed
    }
    return PlaybackFrame(
      position: timeline.duration, duration: timeline.duration, pose: pose, state: .playing, rate: 1, isReversed: false, isLooping: false,
      lap: 0)
  }

  /// The position on the timeline that the marker at the live edge has reached: the newest fix less what the marker lags behind it.
  var edgePosition: Double {
    let track = live?.fleet.focused
    let behind = (track?.pose(at: now)?.latency ?? 0) - (track?.age(at: now) ?? 0)
    return max(0, journey.timeline.duration - max(0, behind))
  }

  /// Seconds that the screen lies behind the newest fix.
  var secondsBehind: Double {
    guard let live, !live.isAtEdge else { return 0 }
    return max(0, journey.timeline.duration - player.position(at: now)) + (live.fleet.focused?.age(at: now) ?? 0)
  }

  /// Leaves the live edge: from now on the player shows what was, beginning where the marker is.
  mutating func leaveEdge() {
    guard live?.isAtEdge == true else { return }
    let position = edgePosition
    live?.isAtEdge = false
    player = Player(timeline: journey.timeline, now: now)
    player.seek(to: position, at: now)
  }

  /// Goes back to what is now.
  mutating func returnToEdge() {
    guard live?.isAtEdge == false else { return }
    live?.isAtEdge = true
    loopStart = nil
    settle()
    say("live", "实时", for: 1.5)
  }

  /// Commands of playback while a source is live.
  /// - Returns: whether the command has been dealt with; otherwise the player obeys it.
  mutating func liveCommand(_ command: ViewerCommand) -> Bool {
    guard live != nil else { return false }
    guard hasPosition else {
      say("no position yet", "尚无位置")
      return true
    }
    switch command {
    case .toEnd:
      if live?.isAtEdge == true { say("this is live", "已是实时", for: 1.5) }
      returnToEdge()
      return true
    case .seek(let seconds) where seconds > 0 && live?.isAtEdge == true:
      say("this is live", "已是实时", for: 1.5)
      return true
    case .toggleLoop:
      say("a sets A and B of a loop; what is live has no end", "按 a 设 A、B 循环；实时轨迹没有终点")
      return true
    case .faster, .slower, .twiceAsFast, .halfAsFast, .normalSpeed:
      guard live?.isAtEdge == true else { return false }
      say("live goes at its own speed", "实时不可变速")
      return true
    case .togglePause:
      guard live?.isAtEdge == true else { return false }
      leaveEdge()
      player.pause(at: now)
      return true
    case .reverse:
      leaveEdge()
      return false
    case .seek, .stepForward, .stepBack, .toStart, .nextMark, .previousMark, .loopRange:
      leaveEdge()
      return false
    default: return false
    }
  }

  /// Whoever has caught up with what is live watches that again.
  mutating func catchUp() {
    guard live?.isAtEdge == false, player.state(at: now) == .ended, !player.isReversed else { return }
    returnToEdge()
  }

  // MARK: The signal

  /// Looks whether the fix is lost; the bell rings once when it is.
  mutating func watchSignal() -> [ViewerEffect] {
    let hostTime = hostTime
    live?.acquisition?.advance(to: hostTime)
    guard let state = live?.fleet.focused?.state(at: now) else { return [] }
    let had = live?.hasSignal ?? false
    live?.hasSignal = state == .moving || state == .stopped
    return had && state == .noSignal ? [.bell] : []
  }

  // MARK: What the person asks for

  /// `g`: looks for a fix that is good enough, or ends the search.
  mutating func toggleAcquisition() {
    guard live != nil else { return say("there is no receiver to search a fix with", "没有接收机可供搜索定位") }
    if live?.acquisition != nil {
      live?.acquisition = nil
      return say("search ended", "搜索结束")
    }
    var acquisition = FixAcquisition()
    acquisition.start(at: hostTime)
    if case .lost(let reason, _) = live?.connection { acquisition.fail(.source(reason)) }
    live?.acquisition = acquisition
  }

  /// `S`: the satellites.
  mutating func toggleSky() {
    guard live != nil else { return say("only a live source has satellites", "只有实时数据源才有卫星") }
    live?.showsSky.toggle()
    showsBigCompass = false
  }

  /// `r`: begins or ends the recording.
  mutating func toggleRecording() -> [ViewerEffect] {
    guard let live else {
      say("only a live source can be recorded", "只有实时数据源可以记录")
      return []
    }
    return [live.recording.isOn ? .stopRecording : .startRecording]
  }

  private mutating func note(_ said: RecordingState) {
    let state = said.cleaned
    let before = live?.recording ?? .off
    if before == .off { live?.recordedCount = 0 }
    live?.recording = state
    switch state {
    case .on(let name):
      if case .failing = before {
        say("recording goes on: \(name)", "继续记录：\(name)", for: 5)
      } else {
        say("recording to \(name)", "正在记录到 \(name)", for: 5)
      }
    case .failing(let name, let reason): say("\(name): \(reason); it is tried again", "\(name)：\(reason)；将重试", for: 10)
    case .off:
      if case .on(let name) = before { say("recorded in \(name)", "已记录到 \(name)", for: 5) }
      if case .failing(let name, let reason) = before { say("\(name): \(reason)", "\(name)：\(reason)", for: 10) }
    }
  }

  /// `t`: follows the next source.
  mutating func focusNextSource() {
    guard let live, live.fleet.tracks.count > 1 else { return say("there is only one source", "只有一个数据源") }
    self.live?.fleet.followNext()
    self.live?.isAtEdge = true
    self.live?.hasSignal = false
    makeJourney()
    if rig.mode == .free { rig.mode = .following }
    settle()
    say("following \(journey.title)", "跟随 \(journey.title)")
  }
}
