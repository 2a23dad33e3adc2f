// Owns `HintItem`: what a line of hints says, each thing whole or not at all.

import Cells

/// One thing that a line of hints says: whole, in the longest wording that has room, or not at all.
public struct HintItem: Hashable, Sendable {
  /// From the longest to the shortest; every one says it.
  public var wordings: [String]
  /// What has the lower rank stays when room gets short; 0 stays longest.
  public var rank: Int

  public init(_ wordings: String..., rank: Int) { self.init(wordings, rank: rank) }

  public init(_ wordings: [String], rank: Int) {
    self.wordings = wordings
    self.rank = rank
  }

  /// As many of the items as have room, the most important first, each as long as there then is room for; they stand in the order given. Where not
  /// even the most important has room its beginning does, with an ellipsis.
  /// - Parameters:
  ///   - separator: what stands between two.
  ///   - room: columns.
  public static func line(_ items: [HintItem], separator: String, room: Int, ellipsis: String = "…") -> String {
    let ranked = items.indices.filter { !items[$0].wordings.isEmpty }.sorted { (items[$0].rank, $0) < (items[$1].rank, $1) }
    let gap = TextWidth.columns(of: separator)
    var chosen: [Int: (text: String, width: Int)] = [:]
    func taken() -> Int { chosen.values.reduce(0) { $0 + $1.width } + gap * max(0, chosen.count - 1) }
    for index in ranked {
      guard let text = items[index].wordings.last else { continue }
      let width = TextWidth.columns(of: text)
      if taken() + (chosen.isEmpty ? 0 : gap) + width <= room { chosen[index] = (text, width) }
    }
    for index in ranked {
      guard let old = chosen[index] else { continue }
      let limit = room - taken() + old.width
      for text in items[index].wordings {
        let width = TextWidth.columns(of: text)
        guard width <= limit else { continue }
        chosen[index] = (text, width)
        break
      }
    }
    if chosen.isEmpty, room > 0, let first = ranked.first, let text = items[first].wordings.last {
      return TextWidth.truncated(text, to: room, ellipsis: ellipsis)
    }
    return items.indices.compactMap { chosen[$0]?.text }.joined(separator: separator)
  }
}
