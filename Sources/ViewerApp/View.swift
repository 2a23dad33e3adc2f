// The frame: a pure function of the model.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// Draws the model at the size it was told of.
public func view(_ model: ViewerModel) -> CellGrid {
  var grid = drawn(model)
  // Texts of the interface and of files hold arrows and dashes too.
  grid.replace(with: model.look.glyphs.standIns)
  return grid
}

private func drawn(_ model: ViewerModel) -> CellGrid {
  var grid = CellGrid(width: model.columns, height: model.rows)
  let layout = model.layout
  let moment = model.moment
  guard !layout.isTooSmall else {
    drawTooSmall(moment, into: &grid)
    return grid
  }
  if let title = layout.title { TitleBar.draw(moment, into: &grid, rect: title) }
  let hasCorner = layout.side == nil && layout.width < ScreenLayout.narrow && !model.isBrowsing
  if model.showsBigCompass {
    CompassPanel.draw(moment, into: &grid, rect: layout.map)
  } else {
    let corner = hasCorner ? CornerLine.rect(moment, in: layout.map) : nil
    MapView.draw(moment, into: &grid, rect: layout.map, reserved: corner)
  }
  if hasCorner { CornerLine.draw(moment, into: &grid, map: layout.map) }
  if let note = model.base.note, !model.showsBigCompass { BaseNote.draw(note, look: moment.look, into: &grid, map: layout.map) }
  drawSide(moment, layout, into: &grid)
  if let separator = layout.separator {
    let line = String(repeating: moment.look.glyphs.horizontal, count: separator.width)
    grid.put(line, column: separator.column, row: separator.row, style: moment.look.theme.line)
  }
  if let profile = layout.profile { ProfileStrip.draw(moment, into: &grid, rect: profile) }
  if !layout.timeline.isEmpty { TimelineBar.draw(moment, into: &grid, rect: layout.timeline) }
  if let loading = model.loading {
    LoadingLine.draw(loading, look: moment.look, into: &grid, rect: layout.words)
  } else if let hint = layout.hint {
    HintLine.draw(moment, message: model.message?.text, keys: model.keyHints, hasSide: layout.side != nil, into: &grid, rect: hint)
  }
  grid.cursor = StatusBar.draw(moment, hasSide: layout.side != nil, into: &grid, rect: layout.status)
  if let prompt = model.prompt {
    grid.cursor = PromptLine.draw(prompt, look: moment.look, into: &grid, rect: layout.words)
  }
  drawOverlay(model, moment, layout, into: &grid)
  return grid
}

private func drawSide(_ moment: Moment, _ layout: ScreenLayout, into grid: inout CellGrid) {
  guard let side = layout.side else { return }
  let look = moment.look
  for row in side.row..<side.maxRow { grid.put(look.glyphs.vertical, column: side.column, row: row, style: look.theme.line) }
  if let compass = layout.compass { CompassPanel.draw(moment, into: &grid, rect: compass) }
  if let fix = layout.fix { FixPanel.draw(moment, into: &grid, rect: fix) }
  if let overview = layout.overview {
    OverviewPanel.draw(moment, mapCanvas: layout.mapCanvas(look.glyphs.dots), into: &grid, rect: overview)
  }
  for row in [layout.compass?.maxRow, layout.overview.map { $0.row - 1 }].compactMap({ $0 }) {
    let line = String(repeating: look.glyphs.horizontal, count: side.width - 1)
    grid.put(line, column: side.column + 1, row: row, style: look.theme.line)
  }
}

private func drawOverlay(_ model: ViewerModel, _ moment: Moment, _ layout: ScreenLayout, into grid: inout CellGrid) {
  if let live = model.live, let picture = moment.live {
    if !moment.hasPosition, model.overlay == .none {
      Sheet.waiting(live, picture, model.look).draw(into: &grid, inside: layout.map, look: model.look, scroll: 0)
    }
    if live.showsSky { SkyBox.draw(moment, into: &grid, map: layout.map) }
  }
  switch model.overlay {
  case .help(let scroll): Sheet.help(model.look).draw(into: &grid, inside: layout.map, look: model.look, scroll: scroll)
  case .information: Sheet.information(moment, outputs: model.outputs).draw(into: &grid, inside: layout.map, look: model.look, scroll: 0)
  case .none:
    if moment.frame.state == .ended, model.live == nil, !model.isBrowsing, !model.rig.isMoving, !model.showsBigCompass {
      Sheet.finish(moment).draw(into: &grid, inside: layout.map, look: model.look, scroll: 0, yields: true)
    }
  }
}

/// What still fits on a screen below 40×12: the position first, then the reason.
private func drawTooSmall(_ moment: Moment, into grid: inout CellGrid) {
  let look = moment.look
  let pose = moment.pose
  let smallest = ScreenLayout.smallest
  let place = moment.hasPosition ? pose.coordinate : moment.browsing?.middle ?? pose.coordinate
  let lines = [
    "\(look.latitude(place.latitude)) \(look.longitude(place.longitude))",
    "\(look.clock(moment.frame.position)) \(look.units.speed(pose.speed))",
    look.language.pick(
      "too small: \(grid.width)x\(grid.height), needs \(smallest.columns)x\(smallest.rows)",
      "窗口太小：\(grid.width)x\(grid.height)，需要 \(smallest.columns)x\(smallest.rows)"),
  ]
  for (row, line) in lines.enumerated() { grid.put(line, column: 0, row: row) }
  if !grid.bounds.isEmpty { grid.cursor = CellPosition(column: 0, row: 0) }
}
