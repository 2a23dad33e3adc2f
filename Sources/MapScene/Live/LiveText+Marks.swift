// Owns the marks of a live screen: LIVE, how far behind, REC, MOCK, and what title, timeline and status bar say of a source.

import Cells
import TrackGeodesy
import TrackPlayback

extension LiveText {
  /// A text and how loud it is.
  struct Mark {
    var text: String
    var style: Style
  }

  /// `● LIVE`, or how far behind it the screen is: `○ −0:42`.
  static func edge(_ live: LivePicture, _ look: Presentation) -> String {
    guard let behind = live.behind else { return look.glyphs.northDot + look.say(" LIVE", " 实时") }
    return "\(look.glyphs.place) \(look.glyphs.minus)\(minutes(max(0, behind), look))"
  }

  /// The state with the age of the last fix: `moving, 0.3 s`, `no signal 12 s`, `searching`.
  static func stateAndAge(_ live: LivePicture, _ look: Presentation) -> String {
    let state = state(live, look)
    guard live.state == .moving || live.state == .stopped, let age = age(live, look) else { return state }
    return state + look.say(", ", "，") + age
  }

  /// What the title says behind the name, the most important first.
  static func marks(_ live: LivePicture, _ look: Presentation) -> [Mark] {
    let theme = look.theme
    var marks = [Mark(text: edge(live, look), style: theme.accent)]
    let isAlarming = live.state == .noSignal || live.state == .searching
    marks.append(Mark(text: stateAndAge(live, look), style: isAlarming ? theme.warning : theme.text))
    if live.isMocked { marks.append(Mark(text: look.say("MOCK", "手动位置"), style: theme.warning)) }
    if let recording = live.recording { marks.append(mark(recording, look)) }
    if let link = link(live, look) { marks.append(Mark(text: link, style: theme.warning)) }
    if live.isSimulated { marks.append(Mark(text: look.say("simulated", "模拟信号"), style: theme.faint)) }
    if live.sourceCount > 1 {
      let name = TextWidth.truncated(TextWidth.clean(live.sourceName), to: 24, ellipsis: look.glyphs.ellipsis)
      let count = look.say("\(look.count(live.sourceCount)) sources", "\(look.count(live.sourceCount)) 个来源")
      marks.append(Mark(text: name.isEmpty ? count : look.say("\(name) of \(count)", "\(name)，共\(count)"), style: theme.faint))
    }
    return marks
  }

  /// `● REC 1 204`, or why nothing is written.
  private static func mark(_ recording: RecordingPicture, _ look: Presentation) -> Mark {
    let name = look.glyphs.northDot + " REC"
    guard let problem = recording.problem else { return Mark(text: "\(name) \(look.count(recording.pointCount))", style: look.theme.north) }
    return Mark(text: "REC: " + TextWidth.clean(problem, maximumScalars: 40), style: look.theme.warning)
  }

  /// How the connection is; `nil` where there is nothing to say.
  public static func link(_ live: LivePicture, _ look: Presentation) -> String? {
    switch live.link {
    case .connected: return nil
    case .connecting: return look.say("connecting", "正在连接")
    case .ended: return look.say("the source has ended", "来源已结束")
    case .waiting(let seconds, let reason):
      let again = look.say("again in \(duration(max(0, seconds), look))", "\(duration(max(0, seconds), look))后重试")
      let why = TextWidth.clean(reason, maximumScalars: 60)
      return why.isEmpty ? again : why + look.say(", ", "，") + again
    }
  }

  /// What the hint line says where no message stands there: the connection, else the search for a fix; from the longest wording to the shortest,
  /// empty where there is nothing to say.
  static func hint(_ live: LivePicture, _ look: Presentation) -> [String] {
    if let link = link(live, look) { return [link] }
    if let search = acquisition(live, look) { return [search, acquisition(live, look, isShort: true) ?? search] }
    return live.state == .searching ? [look.say("waiting for the first fix", "等待第一个定位点")] : []
  }

  /// What the fix panel says of a source: `LIVE  1.0 fix/s  ±5 m`.
  static func source(_ moment: Moment) -> String {
    let look = moment.look
    let timeline = moment.journey.timeline
    let count = timeline.track.points.count
    let accuracy = moment.accuracy.map { "  \(look.glyphs.plusMinus)\(look.units.distance($0))" } ?? ""
    let used = moment.live?.sky.map { "  \($0.usedCount)/\($0.satellites.count)" } ?? ""
    guard count > 1, timeline.duration > 0 else { return look.say("LIVE", "实时") + accuracy + used }
    let recent = min(count - 1, 10)
    let span = timeline.offsets[count - 1] - timeline.offsets[count - 1 - recent]
    let rate = span > 0 ? Double(recent) / span : 0
    let text = rate >= 0.95 ? "\(DecimalText.fixed(rate, digits: 0))/s" : "1/\(duration(span / Double(recent), look))"
    return look.say("LIVE", "实时") + "  \(text)" + accuracy + used
  }
}
