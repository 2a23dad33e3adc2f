// The line of keys for a newcomer: whole items only, and help and the way out stay longest.

import Cells
import MapScene
import TestSupport
import Testing

@testable import ViewerApp

@Suite("Hints of keys")
struct KeyHintTests {
  private static func look(_ language: Language) -> Presentation { Presentation(language: language) }

  /// Every list of keys that there is.
  private static func lists(_ language: Language) -> [[HintItem]] {
    var playing = Rehearsal(look: look(language))
    let first = playing.model.keyHints
    playing.now = playing.model.startedAt + 31
    playing.send(.tick)
    let live = LiveRehearsal(look: look(language))
    return [first, playing.model.keyHints, Rehearsal(browsing: [], look: look(language)).model.keyHints, live.model.keyHints]
  }

  @Test("no item is cut at any width, and the line is never wider than its place", arguments: Language.allCases)
  func whole(language: Language) {
    let lists = Self.lists(language)
    #expect(lists.allSatisfy { $0.count >= 5 } && Set(lists).count == 4)
    let moment = Rehearsal(look: Self.look(language)).model.moment
    for items in lists {
      let all = Set(items.flatMap(\.wordings))
      var most = 0
      for width in 20...200 {
        var grid = CellGrid(width: width + 5, height: 1)
        HintLine.draw(moment, message: nil, keys: items, into: &grid, rect: Rect(column: 0, row: 0, width: width, height: 1))
        let shown = grid.text(row: 0).dropFirst().split(separator: "   ").map(String.init)
        #expect(!shown.isEmpty && shown.allSatisfy(all.contains), "\(width): \(shown)")
        #expect(TextWidth.columns(of: grid.text(row: 0)) <= width)
        #expect(shown.count >= most, "more room never shows less: \(width)")
        most = max(most, shown.count)
        #expect(shown.contains(items.min { $0.rank < $1.rank }?.wordings.first ?? ""), "\(width): \(shown)")
        if let quit = items.last?.wordings.first, quit.hasPrefix("q ") {
          #expect(shown.suffix(2).last == quit && shown.suffix(2).first?.hasPrefix("? ") == true, "\(width): \(shown)")
        }
      }
      #expect(most == items.count)
    }
  }

  @Test("at 80 columns the first line of keys names all, quit among them", arguments: Language.allCases)
  func eighty(language: Language) {
    let rehearsal = Rehearsal(look: Self.look(language)) { _ in }
    let line = rehearsal.frame.text(row: rehearsal.model.layout.hint?.row ?? 0)
    for item in rehearsal.model.keyHints { #expect(line.contains(item.wordings[0]), "\(line)") }
    #expect(line.hasSuffix(language == .english ? "? all keys   q quit" : "? 全部按键   q 退出"), "\(line)")
  }

  @Test("while a long file is read the way out is named at every width", arguments: Language.allCases)
  func loading(language: Language) {
    let state = LoadingState(text: "61 MB of 101 MB, 604 000 points", share: 0.6)
    for width in 20...200 {
      var grid = CellGrid(width: width, height: 1)
      LoadingLine.draw(state, look: Self.look(language), into: &grid, rect: grid.bounds)
      let line = grid.text(row: 0)
      #expect(line.hasSuffix(language == .english ? "   q quit" : "   q 退出"), "\(width): \(line)")
      let points = line.contains("points")
      #expect(!line.contains(",") || points, "\(width): \(line)")
    }
  }
}
