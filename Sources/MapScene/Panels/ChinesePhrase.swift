// Owns `ChinesePhrase`: names put together as Chinese has it, from the large to the small.

import Cells

/// Chinese phrases of names, some of which may have Latin letters only.
enum ChinesePhrase {
  /// What is near to a name: `中国南麻镇附近`, `奥地利 Innsbruck 附近`.
  static func near(_ name: String) -> String { joined([name, nearby]) }

  /// Parts one behind the other: `中国南麻镇`. A blank stands between a Chinese character and a Latin one, a comma and a blank between two Latin ones,
  /// and behind a part that is only near, which the next one does not belong to, a Chinese comma: `瑞士图恩附近，罗马路`.
  static func joined(_ parts: [String]) -> String {
    parts.reduce(into: "") { phrase, part in
      guard let last = phrase.last, let first = part.first else {
        phrase += part
        return
      }
      let isApart = phrase.hasSuffix(nearby) && part != nearby
      phrase += (isApart ? "，" : gap(isWide(last), isWide(first))) + part
    }
  }

  private static let nearby = "附近"

  private static func gap(_ isWideBefore: Bool, _ isWideBehind: Bool) -> String {
    if isWideBefore, isWideBehind { return "" }
    return isWideBefore || isWideBehind ? " " : ", "
  }

  private static func isWide(_ character: Character) -> Bool { TextWidth.columns(of: String(character)) > 1 }
}
