// Owns the keys that the hint line tells a newcomer of, and when.

import Cells
import MapScene

extension ViewerModel {
  /// Keys that the hint line names instead of the next turn; empty where it has that to say.
  var keyHints: [HintItem] {
    if live != nil { return !hasSeenKey && now - startedAt < Self.liveKeysUntil ? liveKeys : [] }
    if isBrowsing { return browsingKeys }
    if rig.mode == .opening || (!hasSeenKey && now - startedAt < Self.keysUntil) { return firstKeys }
    return !hasSeenKey && Self.hintSpan.contains(now - startedAt) ? furtherKeys : []
  }

  static let liveKeysUntil = 15.0
  static let keysUntil = 5.0
  static let hintSpan = 30.0..<38.0

  /// The next moment at which `keyHints` changes by itself.
  var nextHintChange: Double? {
    guard !hasSeenKey, !isBrowsing else { return nil }
    return [Self.keysUntil, Self.hintSpan.lowerBound, Self.hintSpan.upperBound].map { startedAt + $0 }.first { $0 > now }
  }

  private func key(_ english: String, _ chinese: String, rank: Int) -> HintItem {
    HintItem(look.language.pick(english, chinese), rank: rank)
  }

  /// What stays longest of every list: where all keys are, and the way out.
  private var lastKeys: [HintItem] { [key("? all keys", "? 全部按键", rank: 0), key("q quit", "q 退出", rank: 1)] }

  private var firstKeys: [HintItem] {
    [
      key("Space pause", "空格 暂停", rank: 2), key("\u{2190} \u{2192} seek", "\u{2190} \u{2192} 跳转", rank: 4),
      key("[ ] speed", "[ ] 速度", rank: 5), key("+ - zoom", "+ - 缩放", rank: 3), key("f follow", "f 跟随", rank: 6),
    ] + lastKeys
  }

  private var furtherKeys: [HintItem] {
    [
      key("nothing pressed yet?", "还没按过键？", rank: 4), key("] faster", "] 加速", rank: 0), key("PgDn next place", "PgDn 下一处", rank: 2),
      key("0 whole route", "0 整条路线", rank: 1), key("m put the marker elsewhere", "m 手动放置标记", rank: 3),
    ]
  }

  /// Keys of a map without a track.
  private var browsingKeys: [HintItem] {
    [
      key("+ - zoom", "+ - 缩放", rank: 2), key("h j k l pan", "h j k l 平移", rank: 3), key("b map", "b 底图", rank: 5),
      key("m put a marker here", "m 放置标记", rank: 6), key("o open a track", "o 打开轨迹", rank: 4),
    ] + lastKeys
  }

  /// Keys of a live source.
  private var liveKeys: [HintItem] {
    [
      key("Space pause", "空格 暂停", rank: 2), key("\u{2190} back", "\u{2190} 回看", rank: 3), key("End live", "End 实时", rank: 4),
      key("S satellites", "S 卫星", rank: 5), key("g good fix", "g 定位", rank: 7), key("r record", "r 记录", rank: 6),
      key("m by hand", "m 手动", rank: 8),
    ] + lastKeys
  }
}
