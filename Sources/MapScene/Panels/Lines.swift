// The lines of words: title and status; what speed and heading say in a corner of the map.

import Cells
import TrackGeodesy
import TrackPlayback

/// The file, where it leads, how long it is.
public enum TitleBar {
  public static func draw(_ moment: Moment, into grid: inout CellGrid, rect: Rect) {
    let look = moment.look
    let journey = moment.journey
    if let browsing = moment.browsing { return draw(browsing, moment, into: &grid, rect: rect) }
    let marks = moment.live.map { LiveText.marks($0, look) } ?? []
    // The name gives way to the first two marks: whether it is live, and what the source does.
    let taken = marks.prefix(2).reduce(2) { $0 + TextWidth.columns(of: look.glyphs.dash + $1.text) }
    let room = marks.isEmpty ? rect.width / 2 : max(6, min(rect.width / 2, rect.width - taken))
    let title = " " + TextWidth.truncated(journey.title, to: room, ellipsis: look.glyphs.ellipsis)
    var column = grid.put(title, column: rect.column, row: rect.row, style: look.theme.strong)
    drawMarks(marks, look, at: &column, into: &grid, rect: rect)
    for part in parts(moment) {
      let text = look.glyphs.dash + part
      guard column + TextWidth.columns(of: text) < rect.width else { break }
      column += grid.put(text, column: rect.column + column, row: rect.row, style: look.theme.faint)
    }
  }

  /// A map without a track: what it is called, and where it is looked at.
  private static func draw(_ browsing: Moment.Browsing, _ moment: Moment, into grid: inout CellGrid, rect: Rect) {
    let look = moment.look
    let title = " " + TextWidth.truncated(browsing.title, to: max(6, rect.width / 2), ellipsis: look.glyphs.ellipsis)
    let column = grid.put(title, column: rect.column, row: rect.row, style: look.theme.strong)
    let room = rect.width - column - TextWidth.columns(of: look.glyphs.dash)
    guard let place = PlaceText.fitting(moment.place, street: nil, room: room, look) else { return }
    grid.put(look.glyphs.dash + place, column: rect.column + column, row: rect.row, style: look.theme.faint)
  }

  /// Marks that a live source needs seen: each keeps its place before what is only good to know.
  private static func drawMarks(_ marks: [LiveText.Mark], _ look: Presentation, at column: inout Int, into grid: inout CellGrid, rect: Rect)
  {
    for mark in marks where column + TextWidth.columns(of: look.glyphs.dash + mark.text) < rect.width {
      column += grid.put(look.glyphs.dash, column: rect.column + column, row: rect.row, style: look.theme.line)
      column += grid.put(mark.text, column: rect.column + column, row: rect.row, style: mark.style)
    }
  }

  private static func parts(_ moment: Moment) -> [String] {
    let look = moment.look
    let journey = moment.journey
    var parts: [String] = []
    if let name = journey.track.name, name != journey.title {
      parts.append(TextWidth.truncated(name, to: 40))
    } else if let start = journey.startName, let finish = journey.finishName, start != finish {
      parts.append("\(start) \(look.glyphs.rightArrow) \(finish)")
    }
    parts.append(look.units.distance(journey.timeline.length))
    let count = look.count(journey.track.points.count)
    parts.append(look.say(count == "1" ? "1 point" : "\(count) points", "\(count) 点"))
    let segments = journey.track.segments.count
    if segments > 1 {
      let index = moment.pose.segmentIndex + 1
      let name = journey.track.segments[moment.pose.segmentIndex].name.map { ": " + TextWidth.truncated($0, to: 30) } ?? ""
      parts.append(look.say("segment \(index) of \(segments)", "第 \(index)/\(segments) 段") + name)
    }
    if journey.skipped > 0 { parts.append(look.say("\(journey.skipped) bad records skipped", "跳过 \(journey.skipped) 条坏记录")) }
    if journey.isTruncated { parts.append(look.say("the file breaks off", "文件不完整")) }
    return parts
  }
}

/// Speed and heading in the corner of the map, where neither the side panel nor the status bar has room for them.
public enum CornerLine {
  /// Where it stands in a map's rectangle: the map's own texts keep out of it.
  public static func rect(_ moment: Moment, in map: Rect) -> Rect {
    let width = TextWidth.columns(of: text(moment))
    return Rect(column: map.maxColumn - width, row: map.row, width: width, height: 1)
  }

  public static func draw(_ moment: Moment, into grid: inout CellGrid, map: Rect) {
    let place = rect(moment, in: map)
    grid.put(text(moment), column: place.column, row: place.row, style: moment.look.theme.accent)
  }

  private static func text(_ moment: Moment) -> String {
    let look = moment.look
    // Without room for a title, this is where one learns that a source is silent.
    if let live = moment.live, live.isAtEdge, live.state != .moving { return " \(LiveText.state(live, look)) " }
    let heading = moment.compass.map { "  \(look.degrees($0.trueHeading, digits: 0)) \(look.direction($0.trueHeading))" } ?? ""
    return " \(look.units.speed(moment.pose.speed))\(heading) "
  }
}

/// Latitude, longitude and altitude; the place; the datum; where help is.
public enum StatusBar {
  /// - Returns: where the newest value stands, for the cursor to rest on.
  @discardableResult
  public static func draw(_ moment: Moment, hasSide: Bool, into grid: inout CellGrid, rect: Rect) -> CellPosition {
    let look = moment.look
    let wide = rect.width >= 60
    let names = wide ? (look.say("lat ", "纬度："), look.say("lon ", "经度："), look.say("alt ", "海拔：")) : ("", "", "")
    var column = rect.column + 1
    func put(_ text: String, _ style: Style) {
      column += grid.put(text, column: column, row: rect.row, style: style, limit: max(0, rect.maxColumn - column))
    }
    if moment.isMocked {
      put(look.say("MOCK", "模拟位置"), look.theme.marker.adding(.reverse))
      put(" ", look.theme.text)
    }
    if !moment.hasPosition, let browsing = moment.browsing { return draw(browsing, moment, into: &grid, rect: rect) }
    guard moment.hasPosition else {
      put(look.say("no position yet", "尚无位置"), look.theme.warning)
      return CellPosition(column: min(rect.column + 1, max(0, rect.maxColumn - 1)), row: rect.row)
    }
    put(names.0, look.theme.faint)
    let newest = CellPosition(column: min(column, max(0, rect.maxColumn - 1)), row: rect.row)
    put(look.latitude(moment.pose.coordinate.latitude), look.theme.strong)
    put(wide ? "  " + names.1 : " ", look.theme.faint)
    put(look.longitude(moment.pose.coordinate.longitude), look.theme.strong)
    if let altitude = moment.pose.altitude {
      put(wide ? "  " + names.2 : " ", look.theme.faint)
      put(look.units.altitude(altitude), look.theme.strong)
    }
    var more = moment.live.map { [LiveText.stateAndAge($0, look)] } ?? []
    if !hasSide, rect.width >= ScreenLayout.narrow {
      more.append(look.units.speed(moment.pose.speed))
      if let heading = moment.compass {
        more.append("\(look.degrees(heading.trueHeading, digits: 0)) \(look.direction(heading.trueHeading))")
      }
    }
    let datum = moment.journey.track.datum
    let datumText = datum == .wgs84 ? "WGS-84" : "WGS-84 (\(look.say("from", "源自")) \(datum.displayName))"
    let help = look.say("? help", "? 帮助")
    let room = rect.maxColumn - column - columns(of: more + [datumText, help])
    more += places(moment, room: room, last: datumText) + [datumText]
    for text in more where column + TextWidth.columns(of: text) + 3 + TextWidth.columns(of: help) + 3 <= rect.maxColumn {
      put(" \(look.glyphs.vertical) ", look.theme.line)
      put(text, look.theme.text)
    }
    if column + TextWidth.columns(of: help) + 3 <= rect.maxColumn {
      put(" \(look.glyphs.vertical) ", look.theme.line)
      put(help, look.theme.key)
    }
    return newest
  }

  /// A map without a track: the place in the middle of the view.
  private static func draw(_ browsing: Moment.Browsing, _ moment: Moment, into grid: inout CellGrid, rect: Rect) -> CellPosition {
    let look = moment.look
    var column = rect.column + 1
    func put(_ text: String, _ style: Style) {
      column += grid.put(text, column: column, row: rect.row, style: style, limit: max(0, rect.maxColumn - column))
    }
    put(look.say("middle ", "中心："), look.theme.faint)
    let newest = CellPosition(column: min(column, max(0, rect.maxColumn - 1)), row: rect.row)
    put("\(look.latitude(browsing.middle.latitude))  \(look.longitude(browsing.middle.longitude))", look.theme.strong)
    let rest = ["WGS-84", look.say("? help", "? 帮助")]
    let room = rect.maxColumn - column - columns(of: rest) - 3
    for text in [PlaceText.fitting(moment.place, street: moment.street, room: room, look)].compactMap({ $0 }) + rest
    where column + TextWidth.columns(of: text) + 3 <= rect.maxColumn {
      put(" \(look.glyphs.vertical) ", look.theme.line)
      put(text, look.theme.text)
    }
    return newest
  }

  /// The named place of the track that was last passed, and where it is in the world as long as there is room for. A marker set by hand is not on
  /// the track, and before its first place there is the world's alone, which then may take the room of the last of what comes behind it.
  private static func places(_ moment: Moment, room: Int, last: String) -> [String] {
    let passed = moment.isMocked ? nil : moment.journey.lastPlace(before: moment.pose.pointIndex)
    let name = passed.map { TextWidth.truncated($0.name, to: 30) }
    func world(_ room: Int) -> String? { PlaceText.fitting(moment.place, street: moment.street, room: room - 3, moment.look) }
    guard let name else { return [world(room) ?? world(room + columns(of: [last]))].compactMap { $0 } }
    return [name, world(room - columns(of: [name]))].compactMap { $0 }
  }

  /// What texts take up, each behind its rule.
  private static func columns(of texts: [String]) -> Int { texts.reduce(0) { $0 + TextWidth.columns(of: $1) + 3 } }
}
