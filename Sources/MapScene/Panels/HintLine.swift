// Owns `HintLine`: the line of what comes next, of messages, and of keys worth knowing.

import Cells
import TrackGeodesy
import TrackPlayback

/// The next turn and the next place, told from the geometry; or a message; or keys worth knowing.
public enum HintLine {
  /// - Parameters:
  ///   - message: what is said instead of all else; its beginning where it has no room.
  ///   - keys: keys worth knowing, said instead of what comes next.
  ///   - hasSide: whether the side panel shows what the sensors say; else it stands here.
  public static func draw(
    _ moment: Moment, message: String?, keys: [HintItem] = [], hasSide: Bool = true, into grid: inout CellGrid, rect: Rect
  ) {
    let look = moment.look
    let isNote = message != nil || !keys.isEmpty
    let items = message.map { [HintItem($0, rank: 0)] } ?? (keys.isEmpty ? next(moment, hasSide: hasSide) : keys)
    let separator = isNote ? "   " : "   \(look.glyphs.middleDot)   "
    let text = HintItem.line(items, separator: separator, room: rect.width - 1, ellipsis: look.glyphs.ellipsis)
    let style = isNote ? look.theme.strong : look.theme.text
    grid.put(" " + text, column: rect.column, row: rect.row, style: style, limit: rect.width)
  }

  /// What comes next: what a live source waits for, the next turn, what the sensors say, the next place.
  private static func next(_ moment: Moment, hasSide: Bool) -> [HintItem] {
    [
      HintItem(moment.live.map { LiveText.hint($0, moment.look) } ?? [], rank: 0),
      HintItem(hasSide ? [] : SensorText.wordings(moment), rank: 2), HintItem(turns(moment), rank: 1), HintItem(places(moment), rank: 3),
    ]
  }

  /// The next turn in words; `nil` where none is known.
  public static func turn(_ moment: Moment) -> String? { turns(moment).first }

  /// The next named place, how far and how long; `nil` after the last.
  public static func place(_ moment: Moment) -> String? { places(moment).first }

  /// The next turn: with its road, without it, and as an arrow.
  private static func turns(_ moment: Moment) -> [String] {
    let look = moment.look
    if moment.pose.isInGap {
      return [look.say("no data here: the track goes on elsewhere", "此处无数据：轨迹在别处继续"), look.say("no data here", "此处无数据")]
    }
    guard let turn = moment.journey.turns.next(after: moment.pose.distance), !moment.frame.isReversed else { return [] }
    let away = look.units.distance(max(0, turn.distance - moment.pose.distance))
    let arrow = look.glyphs.turnArrow(turn.angle)
    let english = words[turn.kind]?.0 ?? ""
    let chinese = words[turn.kind]?.1 ?? ""
    let short = look.say("\(arrow) \(english) in \(away)", "\(arrow) \(away)后\(chinese)")
    let long = turn.name.map { short + look.say(" onto \($0)", "进入 \($0)") }
    return [long, short, "\(arrow) \(away)"].compactMap { $0 }
  }

  private static let words: [Turn.Kind: (String, String)] = [
    .slightLeft: ("slight left", "稍向左转"), .left: ("left", "左转"), .sharpLeft: ("sharp left", "向左急转"), .uTurn: ("U-turn", "掉头"),
    .slightRight: ("slight right", "稍向右转"), .right: ("right", "右转"), .sharpRight: ("sharp right", "向右急转"),
    .loopLeft: ("loop left", "向左绕行"), .loopRight: ("loop right", "向右绕行"),
  ]

  /// Columns of a place's name where room is short.
  private static let shortName = 24

  /// The next place: with the time to it, without it, and at last by the beginning of its name.
  private static func places(_ moment: Moment) -> [String] {
    let look = moment.look
    guard let next = moment.journey.nextPlace(after: moment.pose.pointIndex), let index = next.pointIndex else { return [] }
    let timeline = moment.journey.timeline
    let away = look.units.distance(max(0, timeline.distances[index] - moment.pose.distance))
    let seconds = max(0, timeline.offsets[index] - moment.frame.position)
    let time = seconds < 100 ? look.say("\(Int(seconds.rounded())) s", "\(Int(seconds.rounded())) 秒") : look.clock(seconds)
    let short = look.say("next place: \(next.name) \(away)", "下一处：\(next.name) \(away)")
    let name = TextWidth.truncated(next.name, to: shortName, ellipsis: look.glyphs.ellipsis)
    return [short + look.say(", ", "，") + time, short, "\(next.name) \(away)", "\(name) \(away)"]
  }
}
