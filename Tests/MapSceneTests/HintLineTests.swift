// The line of what comes next: whole things only, the turn before the place.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("The line of what comes next")
struct HintLineTests {
  private static func line(_ moment: Moment, _ width: Int, message: String? = nil, hasSide: Bool = true) -> String {
    var grid = CellGrid(width: width + 4, height: 1)
    HintLine.draw(moment, message: message, hasSide: hasSide, into: &grid, rect: Rect(column: 0, row: 0, width: width, height: 1))
    #expect(TextWidth.columns(of: grid.text(row: 0)) <= width)
    return String(grid.text(row: 0).dropFirst())
  }

  @Test("turn and place are said as fully as there is room for, and never cut", arguments: Language.allCases)
  func whole(language: Language) throws {
    let moment = Moment.of(TestJourney.corner(), at: 10, look: Presentation(language: language))
    let turn = try #require(HintLine.turn(moment))
    let place = try #require(HintLine.place(moment))
    let wide = Self.line(moment, 200).split(separator: "   ·   ").map(String.init)
    #expect(wide == [turn, place])
    var seen: Set<String> = []
    var most = 0
    for width in 20...200 {
      let items = Self.line(moment, width).split(separator: "   ·   ").map(String.init)
      seen.formUnion(items)
      most = max(most, items.count)
      #expect(items.first?.hasPrefix("↱ ") == true || items.first?.hasPrefix("↰ ") == true, "the turn comes first: \(items)")
      // Each says its distance with its unit.
      #expect(items.allSatisfy { $0.contains(" m") || $0.contains(" km") }, "\(width): \(items)")
    }
    // A few wordings of each, and no beginnings of them.
    #expect(seen.count <= 7 && most == 2, "\(seen)")
    let full = TextWidth.columns(of: " \(turn)   ·   \(place)")
    #expect(Self.line(moment, full) == "\(turn)   ·   \(place)")
    let less = Self.line(moment, full - 1)
    #expect(less.hasPrefix(turn) && less.contains("   ·   ") && place.hasPrefix(String(less.dropFirst(turn.count + 7))), "\(less)")
  }

  @Test("items give way by their rank and stand in their order")
  func ranks() {
    let items = [HintItem("far away", "far", rank: 2), HintItem("gone", rank: 1), HintItem([], rank: 0), HintItem("home", rank: 0)]
    func line(_ room: Int) -> String { HintItem.line(items, separator: " - ", room: room) }
    #expect(line(22) == "far away - gone - home" && line(21) == "far - gone - home" && line(17) == "far - gone - home")
    #expect(line(16) == "gone - home" && line(11) == "gone - home" && line(10) == "far - home")
    #expect(line(9) == "home" && line(4) == "home" && line(3) == "ho…" && line(0) == "" && line(-3) == "")
    #expect(HintItem.line([], separator: " ", room: 9) == "")
  }

  @Test("a message without room ends in an ellipsis")
  func message() {
    let moment = Moment.of(TestJourney.corner(), at: 10)
    #expect(Self.line(moment, 20, message: "saved as trackview-0001.txt") == "saved as trackview…")
    #expect(Self.line(moment, 28, message: "saved as trackview-0001.txt") == "saved as trackview-0001.txt")
  }
}
