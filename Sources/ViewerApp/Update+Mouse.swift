// What the mouse does: the wheel zooms, dragging pans, the profile and the timeline seek.

import Cells
import MapScene

extension ViewerModel {
  mutating func handle(_ mouse: MouseEvent) {
    let layout = layout
    guard !layout.isTooSmall else { return }
    // Beyond the screen is beyond it, however far a report says.
    let position = CellPosition(
      column: min(max(mouse.position.column, -1), columns), row: min(max(mouse.position.row, -1), rows))
    switch mouse.kind {
    case .wheelUp: wheel(1.25, position)
    case .wheelDown: wheel(1 / 1.25, position)
    case .press(1): press(at: position)
    case .drag(1): drag(to: position)
    case .release:
      if case .map(let cell, hasMoved: false) = drag { clickMock(at: cell) }
      drag = nil
    default: break
    }
  }

  private mutating func wheel(_ factor: Double, _ at: CellPosition) {
    let map = layout.map
    guard map.contains(column: at.column, row: at.row), !showsBigCompass else { return }
    leaveOpening()
    let dot = DotPoint(
      (Double(at.column - map.column) + 0.5) * Double(canvas.dotsPerColumn), (Double(at.row - map.row) + 0.5) * Double(canvas.dotsPerRow))
    zoom(by: factor, at: dot)
  }

  private mutating func press(at position: CellPosition) {
    leaveOpening()
    let onProfile = layout.profile?.contains(column: position.column, row: position.row) ?? false
    if onProfile || layout.timeline.contains(column: position.column, row: position.row) {
      drag = .time(onProfile: onProfile)
      seek(to: position.column, onProfile: onProfile)
    } else if layout.map.contains(column: position.column, row: position.row) {
      drag = .map(position, hasMoved: false)
    }
  }

  private mutating func drag(to position: CellPosition) {
    switch drag {
    case .time(let onProfile): seek(to: position.column, onProfile: onProfile)
    case .map(let last, let hasMoved):
      let (columns, rows) = (last.column - position.column, last.row - position.row)
      if columns != 0 || rows != 0 { pan(columns: columns, rows: rows) }
      drag = .map(position, hasMoved: hasMoved || columns != 0 || rows != 0)
    case nil: break
    }
  }

  /// Seeks to the share of the time for which a column stands.
  private mutating func seek(to column: Int, onProfile: Bool) {
    let moment = moment
    let profile = onProfile ? layout.profile : nil
    let span = profile.map { ProfileStrip.span(moment, rect: $0) } ?? TimelineBar.span(moment, rect: layout.timeline)
    if live != nil {
      guard hasPosition else { return }
      leaveEdge()
    }
    let share = (Double(column) - Double(span.lowerBound) + 0.5) / Double(max(1, span.count))
    player.seek(to: min(max(share, 0), 1) * journey.timeline.duration, at: now)
    let isPlayingAgain = moment.frame.state == .ended && player.state(at: now) != .ended
    if rig.isMoving || isPlayingAgain && rig.mode == .whole { rig.mode = .following }
    settle()
  }

  private mutating func leaveOpening() {
    guard rig.mode == .opening else { return }
    rig.mode = .following
    settle()
  }
}
