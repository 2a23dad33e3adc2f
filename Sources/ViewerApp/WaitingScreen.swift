// Owns `WaitingScreen`: what is shown before a live source has given its first fix.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// The screen before the first fix: what is waited for, how it is reached, what it has said so far.
enum WaitingScreen {
  static func draw(_ model: ViewerModel, _ live: LiveSession, _ layout: ScreenLayout, into grid: inout CellGrid) {
    let look = model.look
    if let title = layout.title {
      grid.put(" \(live.address)", column: title.column, row: title.row, style: look.theme.strong, limit: title.width)
    }
    sheet(model, live).draw(into: &grid, inside: layout.map, look: look, scroll: 0)
    if let note = model.note, let hint = layout.hint {
      grid.put(" " + note, column: hint.column, row: hint.row, style: look.theme.strong, limit: hint.width)
    }
    let status = layout.status
    let text = look.language.pick(" no position yet", " 尚无位置")
    let end = grid.put(text, column: status.column, row: status.row, style: look.theme.strong, limit: status.width)
    grid.put(
      "   " + look.language.pick("? help   q quit", "? 帮助   q 退出"), column: end, row: status.row, style: look.theme.key,
      limit: max(0, status.maxColumn - end))
    grid.cursor = CellPosition(column: min(1, max(0, grid.width - 1)), row: status.row)
  }

  private static func sheet(_ model: ViewerModel, _ live: LiveSession) -> Sheet {
    let pick = model.look.language.pick
    var lines = [Sheet.Line(text: live.address), Sheet.Line(), Sheet.Line(text: model.connectionText ?? pick("connected", "已连接"))]
    if let track = live.fleet.focused { lines += said(track, model) }
    if let search = model.acquisitionText { lines.append(Sheet.Line(text: search)) }
    return Sheet(title: pick("waiting for the first fix", "等待首次定位"), lines: lines)
  }

  /// What the source has said without giving a position.
  private static func said(_ track: LiveTrack, _ model: ViewerModel) -> [Sheet.Line] {
    let pick = model.look.language.pick
    var lines: [Sheet.Line] = []
    if track.filter.counts.raw > 0 {
      let count = track.filter.counts.raw
      lines.append(Sheet.Line(text: pick("it says that it has no fix (\(count) times)", "它表示尚未定位（\(count) 次）")))
    }
    if let sky = track.sky {
      let (used, seen) = (sky.usedCount, sky.satellites.count)
      lines.append(Sheet.Line(text: pick("\(seen) satellites in view, \(used) used", "可见 \(seen) 颗卫星，使用 \(used) 颗")))
    }
    return lines
  }
}

extension ViewerModel {
  /// How the live source is reached, where that is worth a word.
  var connectionText: String? {
    guard let live else { return nil }
    switch live.connection {
    case .connecting: return look.language.pick("connecting", "正在连接")
    case .connected: return nil
    case .lost(let reason, let retryAt):
      let seconds = Int(min(max(0, retryAt - now), 3_600).rounded(.up))
      return look.language.pick("\(reason); next try in \(seconds) s", "\(reason)；\(seconds) 秒后重试")
    case .ended: return look.language.pick("the source has ended", "数据源已结束")
    }
  }

  /// How far the search for a good fix is; `nil` while none was asked for.
  var acquisitionText: String? {
    guard let acquisition = live?.acquisition else { return nil }
    let pick = look.language.pick
    let accuracy = acquisition.best?.horizontalAccuracy.map { look.glyphs.plusMinus + look.units.distance($0) }
    let best = accuracy ?? pick("accuracy unknown", "精度未知")
    switch acquisition.status {
    case .idle: return nil
    case .searching:
      guard acquisition.best != nil, let age = acquisition.ageOfBest(at: hostTime) else { return pick("searching a good fix", "正在搜索良好定位") }
      let seconds = Int(min(age, 1e6).rounded(.down))
      return pick("searching a good fix: best \(best), \(seconds) s old", "正在搜索良好定位：最佳 \(best)，\(seconds) 秒前")
    case .found: return pick("fix found: \(best)", "已定位：\(best)")
    case .forced: return pick("fix found: it gets no better than \(best)", "已定位：精度不再提高，\(best)")
    case .timedOut: return pick("no fix within 60 s", "60 秒内无定位")
    case .failed(let error): return pick("search failed: \(error.description)", "搜索失败：\(error.description)")
    }
  }
}
