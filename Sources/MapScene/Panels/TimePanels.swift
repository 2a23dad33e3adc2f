// The profile, which is also the timeline, and the line with the clock below it.

import Cells
import TrackGeodesy
import TrackPlayback

public enum ProfileStrip {
  /// Columns at the right that hold the range.
  static func labelWidth(_ moment: Moment) -> Int { TextWidth.columns(of: label(moment)) + 2 }

  /// The columns that stand for playback time.
  public static func span(_ moment: Moment, rect: Rect) -> Range<Int> {
    rect.column + 1..<max(rect.column + 2, rect.maxColumn - labelWidth(moment))
  }

  public static func draw(_ moment: Moment, into grid: inout CellGrid, rect: Rect) {
    let look = moment.look
    let profile = moment.journey.profile
    let columns = span(moment, rect: rect)
    let playhead = moment.frame.duration > 0 ? moment.frame.position / moment.frame.duration : 0
    let levels = look.glyphs.levels
    let range = max(profile.highest - profile.lowest, 1e-9)
    // A flat track is drawn flat: less than 5 m (or 1 m/s) of difference does not fill the strip.
    let scale = max(range, profile.quantity == .altitude ? 5 : 1)
    let steps = levels.count * rect.height
    for column in columns {
      let start = Double(column - columns.lowerBound) / Double(columns.count)
      let end = Double(column - columns.lowerBound + 1) / Double(columns.count)
      let isHere = playhead >= start && (playhead < end || column == columns.upperBound - 1)
      let style = isHere ? look.theme.marker.adding(.reverse) : start < playhead ? look.theme.travelled : look.theme.faint
      let value = profile.value(from: start, to: end)
      let height = value.isFinite ? 1 + Int(((value - profile.lowest) / scale * Double(steps - 1)).rounded()) : 0
      for row in 0..<rect.height {
        let filled = min(levels.count, max(0, height - (rect.height - 1 - row) * levels.count))
        let text = filled > 0 ? levels[filled - 1] : " "
        if filled > 0 || isHere { grid.put(text, column: column, row: rect.row + row, style: style) }
      }
    }
    let text = label(moment)
    grid.put(text, column: columns.upperBound + 1, row: rect.maxRow - 1, style: look.theme.faint)
  }

  /// An altitude without its decimals, and without its unit where that follows anyway.
  private static func whole(_ altitude: String, unit: Bool) -> String {
    let parts = altitude.split(separator: " ")
    guard let number = parts.first, let value = Double(number), value.magnitude < 1e6 else { return altitude }
    return unit
      ? ([String(Int(value.rounded()))] + parts.dropFirst().map(String.init)).joined(separator: " ") : String(Int(value.rounded()))
  }

  private static func label(_ moment: Moment) -> String {
    let profile = moment.journey.profile
    let look = moment.look
    guard profile.lowest.isFinite else { return look.say("no elevation", "无海拔") }
    if profile.quantity == .altitude {
      return
        "\(whole(look.units.altitude(profile.lowest), unit: false))\(look.glyphs.endash)\(whole(look.units.altitude(profile.highest), unit: true))"
    }
    return "0\(look.glyphs.endash)\(look.units.speed(profile.highest))"
  }
}

public enum TimelineBar {
  public static func draw(_ moment: Moment, into grid: inout CellGrid, rect: Rect) {
    let look = moment.look
    let parts = texts(moment, width: rect.width)
    var column = grid.put(" " + parts.state + " ", column: rect.column, row: rect.row, style: look.theme.accent)
    column += grid.put(parts.position + " ", column: rect.column + column, row: rect.row, style: look.theme.strong)
    let right = rect.maxColumn - TextWidth.columns(of: parts.end) - 1
    grid.put(parts.end, column: right, row: rect.row, style: look.theme.faint)
    let bar = rect.column + column..<max(rect.column + column, right - 1)
    guard bar.count > 4 else { return }
    let playhead = moment.frame.duration > 0 ? moment.frame.position / moment.frame.duration : 0
    let head = bar.lowerBound + min(bar.count - 1, max(0, Int((playhead * Double(bar.count)).rounded(.down))))
    for at in bar {
      let glyph = at < head ? look.glyphs.timelineDone : at == head ? look.glyphs.timelineHead : look.glyphs.timelineAhead
      let style = at <= head ? look.theme.travelled : look.theme.line
      grid.put(glyph, column: at, row: rect.row, style: style)
    }
    for mark in moment.loopMarks {
      let at = bar.lowerBound + min(bar.count - 1, Int(mark.fraction * Double(bar.count)))
      grid.put(mark.name, column: at, row: rect.row, style: look.theme.key)
    }
  }

  /// The columns that stand for playback time; clicks on them seek.
  public static func span(_ moment: Moment, rect: Rect) -> Range<Int> {
    let parts = texts(moment, width: rect.width)
    let low = rect.column + TextWidth.columns(of: parts.state) + TextWidth.columns(of: parts.position) + 3
    return low..<max(low + 1, rect.maxColumn - TextWidth.columns(of: parts.end) - 2)
  }

  private static func texts(_ moment: Moment, width: Int) -> (state: String, position: String, end: String) {
    let look = moment.look
    let frame = moment.frame
    let mark: String
    switch frame.state {
    case .paused: mark = look.glyphs.pause
    case .ended: mark = look.glyphs.end
    default: mark = frame.isReversed ? look.glyphs.reverse : look.glyphs.play
    }
    let rate = look.glyphs.plain.contains(.degree) ? moment.rateText.replacingTimesSign() : moment.rateText
    let loop = frame.isLooping ? look.say(" loop", " 循环") + (frame.lap > 0 ? " \(frame.lap + 1)" : "") : ""
    var state = TextWidth.padded("\(mark) \(rate)\(loop)", to: 5)
    if let live = moment.live {
      let edge = LiveText.edge(live, look)
      state = live.isAtEdge ? edge : state + " " + edge
    }
    // On a narrow screen the bar is worth more than the time of day.
    let clock = width >= 60 ? "   \(moment.clockText)" : ""
    return (state, look.clock(frame.position), look.clock(frame.duration) + clock)
  }
}

extension String {
  /// The sign `×` as a plain x.
  func replacingTimesSign() -> String { String(map { $0 == "×" ? "x" : $0 }) }
}

/// The clock beside the timeline.
public struct Clock: Hashable, Sendable {
  /// Seconds since 1970.
  public var utc: Double
  /// Seconds by which the shown time is ahead of UTC.
  public var offset: Double
  /// Whether it is the track's own time, rather than that of the simulation.
  public var isRecorded: Bool

  public init(utc: Double, offset: Double, isRecorded: Bool) {
    self.utc = utc
    self.offset = offset
    self.isRecorded = isRecorded
  }
}

/// How far the clocks of a place are ahead of UTC while a track lasts.
public struct ZoneOffsets: Hashable, Sendable {
  /// When the clocks were changed, seconds since 1970, ascending; the offset in seconds from then on.
  public var changes: [Change]
  /// The offset in seconds before the first change.
  public var first: Int

  public struct Change: Hashable, Sendable {
    public var time: Double
    public var offset: Int
    public init(time: Double, offset: Int) {
      self.time = time
      self.offset = offset
    }
  }

  public init(first: Int, changes: [Change] = []) {
    self.first = first
    self.changes = changes
  }

  public static let utc = ZoneOffsets(first: 0)

  /// Seconds ahead of UTC at a moment.
  public func offset(at time: Double) -> Int { changes.last { $0.time <= time }?.offset ?? first }
}

extension Moment {
  var clockText: String {
    let seconds = (clock.utc + clock.offset).rounded(.down)
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "" }
    let day = seconds.truncatingRemainder(dividingBy: 86_400)
    return look.clock(day < 0 ? day + 86_400 : day) + (clock.isRecorded ? " " + Self.zoneText(clock.offset) : "")
  }

  /// `UTC`, `UTC+8`, `UTC-3:30`
  private static func zoneText(_ offset: Double) -> String {
    guard abs(offset) < 86_400, offset != 0 else { return "UTC" }
    let minutes = Int(abs(offset) / 60)
    let rest = minutes % 60 == 0 ? "" : (minutes % 60 < 10 ? ":0" : ":") + "\(minutes % 60)"
    return "UTC\(offset < 0 ? "-" : "+")\(minutes / 60)\(rest)"
  }
}
