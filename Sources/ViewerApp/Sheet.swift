// A sheet of text over the map: help, information, the summary at the end.

import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// Lines of text in a frame, centred, scrolled where they do not fit.
struct Sheet {
  struct Line {
    var key = ""
    var text = ""
    var isHeading = false
  }
  var title: String
  var lines: [Line]

  /// The first line shown when the sheet is scrolled to its end.
  func lastScroll(inside area: Rect) -> Int { max(0, lines.count - max(0, area.height - 2)) }

  /// - Parameter yields: whether the sheet goes where it hides the least of what is drawn, rather than into the middle.
  func draw(into grid: inout CellGrid, inside area: Rect, look: Presentation, scroll: Int, yields: Bool = false) {
    let keyWidth = (lines.map { TextWidth.columns(of: $0.key) }.max() ?? 0) + 2
    let widest = lines.map { $0.isHeading ? TextWidth.columns(of: $0.text) : keyWidth + TextWidth.columns(of: $0.text) }.max() ?? 0
    let width = min(area.width, max(widest, TextWidth.columns(of: title) + 2) + 4)
    let height = min(area.height, lines.count + 2)
    guard width > 6, height > 2 else { return }
    let middle = Rect(
      column: area.column + (area.width - width) / 2, row: area.row + (area.height - height) / 2, width: width, height: height)
    let box = yields ? Self.quietest(middle, inside: area, of: grid) : middle
    grid.fill(box)
    Self.drawFrame(box, title: title, into: &grid, look)
    let room = height - 2
    let first = min(max(0, scroll), max(0, lines.count - room))
    for (index, line) in lines.dropFirst(first).prefix(room).enumerated() {
      let row = box.row + 1 + index
      let limit = width - 4
      if line.isHeading {
        grid.put(line.text, column: box.column + 2, row: row, style: look.theme.accent, limit: limit)
      } else {
        grid.put(line.key, column: box.column + 2, row: row, style: look.theme.key, limit: limit)
        grid.put(line.text, column: box.column + 2 + keyWidth, row: row, style: look.theme.text, limit: limit - keyWidth)
      }
    }
    if lines.count > room {
      let more = first + room < lines.count ? look.language.pick(" j k scroll ", " j k 滚动 ") : look.language.pick(" end ", " 完 ")
      grid.put(more, column: box.column + 2, row: box.maxRow - 1, style: look.theme.faint)
    }
  }

  /// The box moved to the left, middle or right, top, middle or bottom, wherever it covers the fewest characters.
  private static func quietest(_ box: Rect, inside area: Rect, of grid: CellGrid) -> Rect {
    let columns = [box.column, area.maxColumn - box.width - 2, area.column + 2]
    let rows = [box.row, area.row + 1, area.maxRow - box.height - 2]
    var best = (rect: box, covered: Int.max)
    for column in columns {
      for row in rows {
        let rect = Rect(column: column, row: row, width: box.width, height: box.height)
        guard rect.intersection(area) == rect else { continue }
        var covered = 0
        for y in rect.row..<rect.maxRow { for x in rect.column..<rect.maxColumn where grid[x, y].scalar != 0x20 { covered += 1 } }
        if covered < best.covered { best = (rect, covered) }
      }
    }
    return best.rect
  }

  /// A frame with a title in its upper edge.
  static func drawFrame(_ box: Rect, title: String, into grid: inout CellGrid, _ look: Presentation) {
    let glyphs = look.glyphs
    let corners = glyphs.corners
    let edge = String(repeating: glyphs.horizontal, count: box.width - 2)
    grid.put(corners.0 + edge + corners.1, column: box.column, row: box.row, style: look.theme.line)
    grid.put(corners.2 + edge + corners.3, column: box.column, row: box.maxRow - 1, style: look.theme.line)
    for row in box.row + 1..<box.maxRow - 1 {
      grid.put(glyphs.vertical, column: box.column, row: row, style: look.theme.line)
      grid.put(glyphs.vertical, column: box.maxColumn - 1, row: row, style: look.theme.line)
    }
    grid.put(" \(title) ", column: box.column + 2, row: box.row, style: look.theme.strong, limit: box.width - 4)
  }

  /// All keys, from the key table.
  static func help(_ look: Presentation) -> Sheet {
    var lines: [Line] = []
    for section in KeySection.allCases {
      lines.append(Line(text: section.title(look.language), isHeading: true))
      for binding in Keymap.bindings where binding.section == section {
        lines.append(Line(key: binding.label, text: look.language.pick(binding.english, binding.chinese)))
      }
    }
    return Sheet(title: look.language.pick("Keys", "按键"), lines: lines)
  }

  /// What the file holds.
  /// - Parameter outputs: where the position is given out.
  static func information(_ moment: Moment, outputs: [String]) -> Sheet {
    let look = moment.look
    let journey = moment.journey
    let track = journey.track
    func line(_ english: String, _ chinese: String, _ text: String) -> Line { Line(key: look.language.pick(english, chinese), text: text) }
    var lines = [
      line("points", "点", "\(track.points.count)"), line("segments", "段", "\(track.segments.count)"),
      line("places", "地点", "\(journey.places.count)"),
    ]
    if let live = moment.live { lines += LiveText.information(live, look).map { Line(key: $0.label, text: $0.text) } }
    if journey.skipped > 0 { lines.append(line("skipped", "跳过", "\(journey.skipped)")) }
    lines += summary(moment)
    let stated = track.isDatumStated ? "" : look.language.pick(" (assumed)", "（假定）")
    if moment.live == nil { lines.append(line("datum", "基准", track.datum.displayName + stated)) }
    for (index, output) in outputs.enumerated() { lines.append(line(index == 0 ? "given out" : "", index == 0 ? "对外输出" : "", output)) }
    return Sheet(title: track.name ?? journey.title, lines: lines)
  }

  /// Distance, time and speeds, and how to go on.
  static func finish(_ moment: Moment) -> Sheet {
    let look = moment.look
    let again = Line(key: look.language.pick("Space", "空格"), text: look.language.pick("plays again", "重播"))
    return Sheet(title: look.language.pick("the end", "已到终点"), lines: summary(moment) + [Line(), again])
  }

  private static func summary(_ moment: Moment) -> [Line] {
    let look = moment.look
    let statistics = moment.journey.statistics
    func line(_ english: String, _ chinese: String, _ text: String) -> Line { Line(key: look.language.pick(english, chinese), text: text) }
    var lines = [
      line("distance", "距离", look.units.distance(statistics.length)), line("time", "时间", look.clock(statistics.duration)),
      line("moving", "移动", look.clock(statistics.movingTime)), line("mean speed", "平均速度", look.units.speed(statistics.meanSpeed)),
      line("top speed", "最高速度", look.units.speed(statistics.topSpeed)),
    ]
    if let ascent = statistics.ascent, let descent = statistics.descent {
      lines.append(line("up, down", "上升、下降", "\(look.units.altitude(ascent)), \(look.units.altitude(descent))"))
    }
    return lines
  }
}
