// Speed with the last minute of it, progress, and what the source is.

import Cells
import TrackGeodesy
import TrackPlayback

public enum FixPanel {
  public static func draw(_ moment: Moment, into grid: inout CellGrid, rect: Rect) {
    let look = moment.look
    let speed = TextWidth.padded(look.units.speed(moment.pose.speed), to: 10, leading: true)
    grid.put(speed, column: rect.column, row: rect.row, style: look.theme.accent, limit: rect.width)
    drawSparkline(moment, into: &grid, column: rect.column + 12, row: rect.row, width: rect.width - 13)
    let timeline = moment.journey.timeline
    let total = look.units.distance(timeline.length)
    let done = progress(moment.pose.distance, like: timeline.length, look.units)
    let isWhole = moment.live?.isAtEdge ?? false
    let text = " " + (isWhole ? total : look.say("\(done) of \(total)", "\(done) / \(total)"))
    grid.put(text, column: rect.column, row: rect.row + 1, style: look.theme.text, limit: rect.width)
    grid.put(" " + source(moment), column: rect.column, row: rect.row + 2, style: look.theme.faint, limit: rect.width)
    for (index, line) in SensorText.lines(moment).prefix(max(0, rect.height - 3)).enumerated() {
      grid.put(" " + line, column: rect.column, row: rect.row + 3 + index, style: look.theme.strong, limit: rect.width)
    }
  }

  /// The distance done in the unit of the whole, without repeating it: `0.10` of `19.7 km`.
  static func progress(_ done: Double, like total: Double, _ units: UnitSystem) -> String {
    let unit = units == .metric ? 1000.0 : units == .imperial ? 1609.344 : 1852
    return total >= unit ? DecimalText.fixed(done / unit, digits: done >= 10 * unit ? 1 : 2) : units.distance(done)
  }

  private static func source(_ moment: Moment) -> String {
    if moment.live != nil { return LiveText.source(moment) }
    let look = moment.look
    let timeline = moment.journey.timeline
    let accuracy = moment.accuracy.map { "  \(look.glyphs.plusMinus)\(look.units.distance($0))" } ?? ""
    let count = timeline.track.points.count
    if !moment.journey.isSimulated {
      let recorded = (timeline.offsets.last ?? 0) - (timeline.offsets.first ?? 0)
      let every = count > 1 ? recorded / Double(count - 1) : 0
      return look.say("GPS log  1 fix/\(DecimalText.fixed(every, digits: 0)) s", "GPS 记录  \(DecimalText.fixed(every, digits: 0)) 秒一点")
        + accuracy
    }
    if case .interval(let seconds) = timeline.pace {
      let rate = seconds == 1 ? "1" : DecimalText.fixed(1 / max(seconds, 1e-3), digits: 1)
      return look.say("SIM  \(rate) fix/s", "模拟  \(rate) 点/秒") + accuracy
    }
    return look.say("SIM  steady pace", "模拟  匀速") + accuracy
  }

  private static func drawSparkline(_ moment: Moment, into grid: inout CellGrid, column: Int, row: Int, width: Int) {
    guard width > 2 else { return }
    let timeline = moment.journey.timeline
    let levels = moment.look.glyphs.levels
    let top = max(moment.journey.statistics.topSpeed ?? 0, 0.1)
    let span = 60.0
    for index in 0..<width {
      // Samples stand on whole steps of time, so that the strip shifts instead of flickering.
      let step = span / Double(width)
      let newest = (moment.frame.position / step).rounded(.down) * step
      let time = newest - Double(width - 1 - index) * step
      guard time >= 0, let speed = timeline.pose(at: time).speed else { continue }
      let share = min(max(speed / top, 0), 1)
      let level = Int((share * Double(levels.count - 1)).rounded())
      grid.put(levels[level], column: column + index, row: row, style: moment.look.theme.accent)
    }
  }
}
