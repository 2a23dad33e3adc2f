// Owns what maps do to the viewer: those that are opened, tiles that arrive, how much of them is shown.

import BaseMap
import Cells
import MapScene
import TrackGeodesy

extension ViewerModel {
  /// Takes in what a source of maps tells.
  mutating func receive(_ event: MapEvent) {
    switch event {
    case .opened(let info):
      if !base.open(info) { say("too many maps", "地图太多") }
      showBounds(of: info)
    case .overlay(let info, let pieces):
      let title = TextWidth.clean(info.title)
      guard base.open(info, pieces) else {
        return say("\(title): no memory left for it; see --map-cache", "\(title)：内存不足，参见 --map-cache", for: 5)
      }
      showBounds(of: info)
    case .changed(let info): base.change(info)
    case .closed(let number): base.forget(number)
    case .answer(let key, let answer):
      guard let reason = base.take(key, answer, at: now) else { return }
      say(TextWidth.clean(reason), TextWidth.clean(reason), for: 5)
    case .note(let note): base.note = note.map { TextWidth.clean($0) }
    }
  }

  /// Brings what lies beneath up to date; it is made anew only where the view or the maps have changed.
  mutating func refreshBase() {
    let isShown = !layout.isTooSmall && !showsBigCompass
    let transform = MapTransform(rig.camera, canvas: canvas)
    let middle = rig.camera.center
    base.refresh(isShown ? transform : nil, look, focus: hasPosition ? markerInView(transform) ?? middle : middle, at: now)
  }

  /// Where the marker is in the world, if it is in view.
  private func markerInView(_ transform: MapTransform) -> MapPoint? {
    let pose = shownFrame.pose
    let point = journey.shape.place(pose.coordinate, near: pose.pointIndex)
    let dot = transform.dot(point)
    let isInside = dot.x >= 0 && dot.y >= 0 && dot.x < Double(canvas.width) && dot.y < Double(canvas.height)
    return isInside ? point : nil
  }

  /// The tiles that are missing from what is in view, the most important first. Whoever fetches them looks here after each event: what was in the
  /// list before and is not any more is not wanted any more.
  public var wantedTiles: [TileKey] { base.wanted }

  /// The part of the world that the map shows, for whoever looks for maps of it; `nil` where no map is shown.
  public var viewedBox: WorldBox? {
    guard base.detail != .none, !layout.isTooSmall else { return nil }
    return MapTransform(rig.camera, canvas: canvas).visibleBox()
  }

  /// While set, what lies beneath is neither chosen nor drawn: for playing through to a moment that is shown in the end.
  public var holdsBase: Bool {
    get { base.isHeld }
    set { base.isHeld = newValue }
  }

  /// `b`: more or less of what lies beneath.
  mutating func cycleBase() {
    let order: [BaseDetail] = [.full, .lines, .unnamed, .none]
    let index = order.firstIndex(of: base.detail) ?? 0
    base.detail = order[(index + 1) % order.count]
    switch base.detail {
    case .full: say("map: all of it", "地图：全部")
    case .lines: say("map: lines only", "地图：仅线条")
    case .unnamed: say("map: no names", "地图：无地名")
    case .none: say("map off", "地图关")
    }
  }
}

/// What is said of a broken network, in a corner of the map.
enum BaseNote {
  static func draw(_ note: String, look: Presentation, into grid: inout CellGrid, map: Rect) {
    let text = " " + TextWidth.truncated(note, to: max(0, map.width - 4), ellipsis: look.glyphs.ellipsis) + " "
    guard map.width > 12, map.height > 2 else { return }
    grid.put(text, column: map.column, row: map.row, style: look.theme.faint, limit: map.width)
  }
}
