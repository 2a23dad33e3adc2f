// Owns `LiveText`: what there is to say of live sources, in words.

import Cells
import TrackGeodesy
import TrackPlayback

/// What there is to say of live sources, in the person's language. Nothing in here depends on colour.
public enum LiveText {
  /// The line of the information sheet.
  public struct Line: Hashable, Sendable {
    public var label: String
    public var text: String
  }

  /// What the source in focus is doing, in a word or two: `moving`, `stopped`, `no signal 12 s`, `searching`.
  public static func state(_ live: LivePicture, _ look: Presentation) -> String {
    switch live.state {
    case .searching: look.say("searching", "正在搜索")
    case .moving: look.say("moving", "行驶中")
    case .stopped: look.say("stopped", "静止")
    case .noSignal: look.say("no signal", "无信号") + (live.age.map { " " + duration($0, look) } ?? "")
    }
  }

  /// The age of the last fix: `0.3 s`, `12 s`, `3:05`; `nil` before the first.
  public static func age(_ live: LivePicture, _ look: Presentation) -> String? { live.age.map { duration($0, look) } }

  /// Why fixes are not taken.
  public static func reason(_ rejection: FixRejection, _ look: Presentation) -> String {
    switch rejection {
    case .noFix: look.say("no fix", "未定位")
    case .invalidPlace: look.say("no such place", "坐标无效")
    case .invalidAccuracy: look.say("called invalid", "精度无效")
    case .duplicate: look.say("duplicate", "重复")
    case .late: look.say("late", "迟到")
    case .impossible: look.say("impossible", "不可能")
    }
  }

  /// Where the search for a fix stands: `searching, best ±30 m, age 2 s`, `found ±8 m, near Thun, Switzerland`; `nil` while none is made.
  /// - Parameter isShort: whether the place is left out.
  public static func acquisition(_ live: LivePicture, _ look: Presentation, isShort: Bool = false) -> String? {
    guard let search = live.acquisition else { return nil }
    let accuracy = search.bestAccuracy.map { " " + look.glyphs.plusMinus + look.units.distance($0) } ?? ""
    let place = (isShort ? nil : search.placeName).map { look.say(", ", "，") + TextWidth.clean($0, maximumScalars: 60) } ?? ""
    switch search.status {
    case .idle: return nil
    case .searching:
      guard let age = search.bestAge else { return look.say("searching for a fix", "正在搜索定位") }
      return look.say("searching, best\(accuracy), age \(duration(age, look))", "正在搜索，最佳\(accuracy)，\(duration(age, look))前")
    case .found: return look.say("found\(accuracy)", "已定位\(accuracy)") + place
    case .forced: return look.say("settled for\(accuracy)", "暂定\(accuracy)") + place
    case .timedOut: return look.say("no fix in time", "定位超时")
    case .failed(let error): return look.say("failed: \(words(error, look))", "失败：\(words(error, look))")
    }
  }

  private static func words(_ error: LocationError, _ look: Presentation) -> String { TextWidth.clean("\(error)", maximumScalars: 60) }

  /// Fixes that came against those taken, with the reasons: the lines of the information sheet.
  public static func information(_ live: LivePicture, _ look: Presentation) -> [Line] {
    var lines: [Line] = []
    func add(_ english: String, _ chinese: String, _ text: String) { lines.append(Line(label: look.say(english, chinese), text: text)) }
    add("fixes", "定位点", counts(live.counts, look))
    for reason in FixRejection.allCases where live.counts[reason] > 0 {
      lines.append(Line(label: "  " + self.reason(reason, look), text: look.count(live.counts[reason])))
    }
    if live.counts.clockResets > 0 { add("clock resets", "时钟重置", look.count(live.counts.clockResets)) }
    if live.counts.jumps > 0 { add("jumps", "跳变", look.count(live.counts.jumps)) }
    if let total = live.totalCounts { add("all \(live.sourceCount)", "全部 \(live.sourceCount)", counts(total, look)) }
    return lines
  }

  /// `1 204 of 1 210 taken`
  private static func counts(_ counts: FixCounts, _ look: Presentation) -> String {
    look.say(
      "\(look.count(counts.accepted)) of \(look.count(counts.raw)) taken", "收到 \(look.count(counts.raw))，采用 \(look.count(counts.accepted))")
  }

  /// A short time: `0.3 s`, `12 s`, `3:05`.
  static func duration(_ seconds: Double, _ look: Presentation) -> String {
    guard seconds.isFinite else { return DecimalText.missing }
    let unit = look.say(" s", " 秒")
    if seconds < 1 { return DecimalText.fixed(max(0, seconds), digits: 1) + unit }
    if seconds < 100 { return DecimalText.fixed(seconds.rounded(.down), digits: 0) + unit }
    return minutes(seconds, look)
  }

  /// `3:05`, `1:02:03`
  static func minutes(_ seconds: Double, _ look: Presentation) -> String {
    var text = look.clock(seconds)
    while text.utf8.count > 4, text.hasPrefix("0") || text.hasPrefix(":") { text.removeFirst() }
    return text
  }
}
