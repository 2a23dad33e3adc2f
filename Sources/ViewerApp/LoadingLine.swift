// How far the reading has come, in the hint line.

import Cells
import MapScene

/// The line that stands where hints do while a long file is read.
///
///      loading ━━━━━━━━╸───────── 61 MB of 101 MB, 604 000 points   q quit
enum LoadingLine {
  static let barWidth = 24

  static func draw(_ state: LoadingState, look: Presentation, into grid: inout CellGrid, rect: Rect) {
    grid.fill(rect)
    var column = rect.column + 1
    func put(_ text: String, _ style: Style) {
      column += grid.put(text, column: column, row: rect.row, style: style, limit: max(0, rect.maxColumn - column))
    }
    put(look.language.pick("loading", "正在读取"), look.theme.strong)
    put(" ", look.theme.text)
    let quit = look.language.pick("q quit", "q 退出")
    let gap = "   "
    var room = rect.maxColumn - column - TextWidth.columns(of: gap + quit)
    if let share = state.share, rect.width >= 60 {
      let head = min(barWidth - 1, max(0, Int(share * Double(barWidth))))
      for at in 0..<barWidth {
        let glyph = at < head ? look.glyphs.timelineDone : at == head ? look.glyphs.timelineHead : look.glyphs.timelineAhead
        put(glyph, at <= head ? look.theme.travelled : look.theme.line)
      }
      put(" ", look.theme.text)
      room -= barWidth + 1
    }
    // All of it, or the bytes without the points, or nothing.
    let words = [state.text, String(state.text.prefix { $0 != "," && $0 != "，" })]
    put(words.first { TextWidth.columns(of: $0) <= room } ?? "", look.theme.text)
    put(gap + quit, look.theme.faint)
  }
}
