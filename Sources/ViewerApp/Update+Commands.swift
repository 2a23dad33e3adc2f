// What each command does.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

extension ViewerModel {
  /// Carries out a command at the model's own moment.
  public mutating func perform(_ command: ViewerCommand) -> [ViewerEffect] {
    switch command {
    case .quit: return [.quit]
    case .redraw: return [.redraw]
    case .screenshot: return [.saveScreen]
    case .copyPosition: return [.copy(copyPosition())]
    case .togglePause, .stepForward, .stepBack, .seek, .toStart, .toEnd, .nextMark, .previousMark, .loopRange, .toggleLoop, .reverse:
      playback(command)
    case .faster, .slower, .twiceAsFast, .halfAsFast, .normalSpeed: setRate(command)
    case .zoomIn, .zoomOut, .pan, .wholeRoute, .follow: moveCamera(command)
    case .orientation: toggleOrientation()
    case .baseMap: cycleBase()
    case .open: askForTrack()
    case .nextTrack: focusNext()
    case .mock: toggleMock()
    case .acquisition: toggleAcquisition()
    case .sky: toggleSky()
    case .recording: return toggleRecording()
    case .units: cycleUnits()
    case .coordinates: cycleCoordinates()
    case .bigCompass, .panels, .information, .help: show(command)
    }
    return []
  }

  mutating func playback(_ command: ViewerCommand) {
    if liveCommand(command) || browsingCommand() { return }
    let before = player.frame(at: now)
    hasPlayedPart = hasPlayedPart || loading != nil
    switch command {
    case .togglePause: player.togglePause(at: now)
    case .stepForward: player.stepForward(at: now)
    case .stepBack: player.stepBack(at: now)
    case .seek(let seconds): player.seek(by: seconds, at: now)
    case .toStart: player.seek(to: 0, at: now)
    case .toEnd: player.seek(to: options.end ?? journey.timeline.duration, at: now)
    case .nextMark: player.nextMark(at: now)
    case .previousMark: player.previousMark(at: now)
    case .loopRange: setLoopRange(at: before.position)
    case .toggleLoop:
      player.setLooping(!player.isLooping, at: now)
      if player.isLooping { say("loop on", "循环开") } else { say("loop off", "循环关") }
    case .reverse:
      player.reverse(at: now)
      if player.frame(at: now).isReversed { say("backwards", "倒放") } else { say("forwards", "正放") }
    default: break
    }
    let after = player.frame(at: now)
    if case .nextMark = command { announcePlace(after) }
    if case .previousMark = command { announcePlace(after) }
    // Playing again after the end goes back to following; a jump is not panned across.
    if before.state == .ended, after.state != .ended, rig.isMoving || rig.mode == .whole { rig.mode = .following }
    if abs(after.position - before.position) > 1e-9 || before.state == .ended { settle() }
  }

  /// Says where a jump to a mark has led: to a named place, or the start of a named segment.
  private mutating func announcePlace(_ frame: PlaybackFrame) {
    let point = frame.pose.pointIndex
    if let place = journey.lastPlace(before: point), place.pointIndex == point {
      say(place.name, place.name)
    } else if journey.track.segments.indices.contains(frame.pose.segmentIndex) {
      let segment = journey.track.segments[frame.pose.segmentIndex]
      if let name = segment.name, segment.range.lowerBound == point { say(name, name) }
    }
  }

  private mutating func setLoopRange(at position: Double) {
    if player.loopRange != nil {
      player.setLoopRange(nil, at: now)
      say("A–B loop cleared", "已清除 A–B 循环")
    } else if let start = loopStart, position != start {
      player.setLoopRange(min(start, position)...max(start, position), at: now)
      loopStart = nil
      say("loop from A to B", "A–B 循环")
    } else {
      loopStart = position
      say("A set: press a again at B", "已设 A：在 B 处再按 a")
    }
  }

  private mutating func setRate(_ command: ViewerCommand) {
    if liveCommand(command) || browsingCommand() { return }
    var rate = player.rate
    switch command {
    case .faster: rate.increase()
    case .slower: rate.decrease()
    case .twiceAsFast: rate.double()
    case .halfAsFast: rate.halve()
    default: rate = .normal
    }
    player.setRate(rate, at: now)
    say("speed \(rate.text)", "速度 \(rate.text)", for: 1.5)
  }

  private mutating func moveCamera(_ command: ViewerCommand) {
    switch command {
    case .zoomIn: zoom(by: 1.5, at: nil)
    case .zoomOut: zoom(by: 1 / 1.5, at: nil)
    case .pan(let columns, let rows): pan(columns: columns, rows: rows)
    case .wholeRoute where isBrowsing: showWholeMap()
    case .follow where !hasPosition && live == nil: say("no marker yet: m puts one here", "尚无标记：按 m 在此放置")
    case .wholeRoute:
      rig.mode = rig.mode == .whole ? .following : .whole
      if live != nil { rig.extent = liveExtent }
      settle()
    case .follow:
      rig.mode = rig.mode == .following ? .free : .following
      if rig.mode == .following { settle() }
      if rig.mode == .following { say("follow on", "跟随开") } else { say("follow off", "跟随关") }
    default: break
    }
  }

  /// `n`: what points up.
  private mutating func toggleOrientation() {
    let course = hasPosition ? shownFrame.pose.course : nil
    if rig.orientation == .heading {
      rig.orient(.fixed(0), course: course)
      say("north up", "北朝上")
    } else {
      rig.orient(.heading, course: course)
      say("heading up", "行进方向朝上")
    }
    if rig.mode == .whole { settle() }
  }

  /// Zooms around the marker while following, else around a dot (the pointer's, or the middle).
  mutating func zoom(by factor: Double, at dot: DotPoint?) {
    if rig.mode == .following {
      let scale = rig.camera.dotsPerUnit
      let zoomed = rig.camera.zoomed(by: factor)
      rig.followRegion *= scale / zoomed.dotsPerUnit
      return settle()
    }
    let middle = DotPoint(Double(canvas.width) / 2, Double(canvas.height) / 2)
    rig.camera = rig.camera.zoomed(by: factor, keeping: dot ?? middle, canvas: canvas)
    rig.mode = .free
  }

  mutating func pan(columns: Int, rows: Int) {
    rig.camera = rig.camera.panned(x: Double(columns * canvas.dotsPerColumn), y: Double(rows * canvas.dotsPerRow))
    if rig.mode != .free { say("f follows the marker again", "按 f 重新跟随标记") }
    rig.mode = .free
  }

  private mutating func cycleUnits() {
    look.units = next(after: look.units)
    let names: [UnitSystem: (String, String)] = [
      .metric: ("metric", "公制"), .imperial: ("imperial", "英制"), .nautical: ("nautical", "海里"),
    ]
    if let name = names[look.units] { say("units: \(name.0)", "单位：\(name.1)") }
  }

  private mutating func cycleCoordinates() { look.coordinates = next(after: look.coordinates) }

  private func next<Choice: CaseIterable & Equatable>(after choice: Choice) -> Choice {
    let all = Array(Choice.allCases)
    let index = all.firstIndex(of: choice) ?? 0
    return all[(index + 1) % all.count]
  }

  private mutating func copyPosition() -> String {
    let text = CoordinateFormat.signed(hasPosition || live != nil ? shownFrame.pose.coordinate : middle)
    say("copied \(text)", "已复制 \(text)")
    return text
  }

  private mutating func show(_ command: ViewerCommand) {
    switch command {
    case .bigCompass: showsBigCompass.toggle()
    case .panels: showsPanels.toggle()
    case .information: overlay = overlay == .information ? .none : .information
    default: if case .help = overlay { overlay = .none } else { overlay = .help(scroll: 0) }
    }
    keepScale()
  }
}
