// The one place where the viewer changes.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// Changes the model by one event.
/// - Parameter now: seconds on the event loop's clock; it stands still while the program is suspended.
/// - Returns: what the program has to do outside the model.
public func update(_ model: inout ViewerModel, _ event: ViewerEvent, at now: Double) -> [ViewerEffect] {
  model.now = max(model.now, now)
  var effects: [ViewerEffect] = []
  switch event {
  case .tick: break
  case .key(let key): effects = model.press(key)
  case .mouse(let mouse): model.handle(mouse)
  case .paste(let text): model.prompt?.add(text)
  case .map(let event): model.receive(event)
  case .watch(let address, let hostTime): model.watch(address, hostTime: hostTime)
  case .live(let event, let source): effects = model.receive(event, source: source)
  case .zone(let zone): model.setZone(zone)
  case .outputs(let outputs): model.note(outputs: outputs)
  case .order(let order): model.obey(order)
  case .mock(let fix): model.setMock(fix)
  case .resize(let columns, let rows): model.resize(columns: columns, rows: rows)
  case .terminal(let glyphs, let backdrop): model.learn(glyphs: glyphs, backdrop: backdrop)
  case .opening: model.beginLoading()
  case .loading(let state): if model.loading != nil { model.loading = state }
  case .part(let journeys): model.take(part: journeys)
  case .loaded(let journeys, let options): model.begin(journeys, options)
  case .refined(let journeys): model.refine(journeys)
  case .loadingFailed(let message):
    model.loading = nil
    model.say(TextWidth.clean(message), TextWidth.clean(message), for: 10)
  case .saved(let name): model.say("saved as \(TextWidth.clean(name))", "已存为 \(TextWidth.clean(name))", for: 5)
  case .failed(let message): model.say(TextWidth.clean(message), TextWidth.clean(message), for: 5)
  }
  effects += model.advance()
  return effects
}

extension ViewerModel {
  /// Lets the camera and the notes follow the time.
  /// - Returns: what the passing of time asks for.
  mutating func advance() -> [ViewerEffect] {
    catchUp()
    let frame = shownFrame
    lookAround(frame)
    if frame.state == .ended, mock == nil, live == nil, rig.mode == .following || rig.mode == .opening {
      rig.mode = .finale(since: now, from: rig.camera)
    }
    if hasPosition { rig.advance(on: journey, frame: frame, canvas: canvas, elapsed: now - startedAt, now: now) }
    if let message, message.until <= now { self.message = nil }
    refreshBase()
    lookAtStreets()
    return watchSignal()
  }

  mutating func press(_ key: KeyPress) -> [ViewerEffect] {
    endOpening()
    hasSeenKey = true
    if key == KeyPress(.character("c"), .control) { return [.quit] }
    if prompt != nil { return type(key) }
    if key.key == .escape { return closeOverlay() }
    if case .help(let scroll) = overlay, let moved = scrolled(scroll, by: key) {
      overlay = .help(scroll: min(moved, Sheet.help(look).lastScroll(inside: layout.map)))
      return []
    }
    guard let command = Keymap.command(for: key) else { return [] }
    return perform(command)
  }

  /// Any key ends the opening at once.
  private mutating func endOpening() {
    guard rig.mode == .opening else { return }
    rig.mode = .following
    settle()
  }

  private mutating func closeOverlay() -> [ViewerEffect] {
    overlay = .none
    showsBigCompass = false
    return []
  }

  private func scrolled(_ scroll: Int, by key: KeyPress) -> Int? {
    switch key.key {
    case .up, .character("k"): max(0, scroll - 1)
    case .down, .character("j"): scroll + 1
    case .pageUp: max(0, scroll - 10)
    case .pageDown: scroll + 10
    default: nil
    }
  }

  mutating func settle() {
    guard hasPosition else { return }
    rig.settle(on: journey, pose: shownFrame.pose, canvas: canvas, elapsed: now - startedAt)
  }

  mutating func resize(columns: Int, rows: Int) {
    self.columns = max(0, min(columns, 2_000))
    self.rows = max(0, min(rows, 1_000))
    keepScale()
  }

  /// After a change of the map's size: the same region stays in view.
  mutating func keepScale() {
    if rig.mode == .free { return }
    settle()
  }

  mutating func learn(glyphs: Glyphs, backdrop: Backdrop?) {
    if glyphs != look.glyphs {
      look.glyphs = glyphs
      keepScale()
    }
    if let backdrop, backdrop != look.theme.backdrop { look.theme = Theme(depth: look.theme.depth, backdrop: backdrop) }
  }
}
