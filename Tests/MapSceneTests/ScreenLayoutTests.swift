// The layout, at every size.

import Cells
import Testing

@testable import MapScene

@Suite("The layout of the screen")
struct ScreenLayoutTests {
  /// All parts that have a place of their own.
  private func parts(_ layout: ScreenLayout) -> [(String, Rect)] {
    let optional: [(String, Rect?)] = [
      ("title", layout.title), ("compass", layout.compass), ("fix", layout.fix), ("overview", layout.overview),
      ("separator", layout.separator),
      ("profile", layout.profile), ("hint", layout.hint),
    ]
    return optional.compactMap { name, rect in rect.map { (name, $0) } } + [
      ("map", layout.map), ("timeline", layout.timeline), ("status", layout.status),
    ]
  }

  @Test("no two parts overlap and none leaves the screen, at any size that is large enough", arguments: [true, false])
  func noOverlap(showsPanels: Bool) {
    for height in 12...70 {
      for width in 40...220 {
        let layout = ScreenLayout(width: width, height: height, showsPanels: showsPanels)
        let all = parts(layout)
        let screen = Rect(column: 0, row: 0, width: width, height: height)
        for (index, part) in all.enumerated() {
          if part.1.intersection(screen) != part.1 || part.1.isEmpty { Issue.record("\(part.0) \(part.1) at \(width)×\(height)") }
          for other in all[(index + 1)...] where part.1.intersects(other.1) {
            Issue.record("\(part.0) over \(other.0) at \(width)×\(height)")
          }
        }
        if let side = layout.side {
          if side.intersects(layout.map) { Issue.record("side over map at \(width)×\(height)") }
          for part in [layout.compass, layout.fix, layout.overview].compactMap({ $0 }) where side.intersection(part) != part {
            Issue.record("\(part) outside the side panel at \(width)×\(height)")
          }
        }
      }
    }
  }

  @Test("every row between the title and the status belongs to a part")
  func filled() {
    for height in 12...70 {
      for width in [40, 80, 120, 200] {
        let layout = ScreenLayout(width: width, height: height)
        for row in 0..<height where !parts(layout).contains(where: { $0.1.contains(column: 0, row: row) }) {
          Issue.record("row \(row) at \(width)×\(height)")
        }
      }
    }
  }

  @Test("the map never gives way: it keeps half of the screen and more")
  func map() {
    for height in 12...70 {
      for width in 40...220 {
        let layout = ScreenLayout(width: width, height: height)
        #expect(!layout.isTooSmall)
        if layout.map.height * 5 < height * 3 || layout.map.width * 5 < width * 3 { Issue.record("\(layout.map) at \(width)×\(height)") }
      }
    }
  }

  @Test("below 40×12 the layout says so, and never traps")
  func tiny() {
    for height in -2...14 {
      for width in -2...44 {
        let layout = ScreenLayout(width: width, height: height)
        #expect(layout.isTooSmall == (width < 40 || height < 12))
        #expect(layout.mapCanvas(.braille).width >= 0)
        #expect(layout.timeSpan(labelWidth: 10).lowerBound == 1)
      }
    }
  }

  @Test("parts come with room and never go again", arguments: [80, 120, 200])
  func monotonous(width: Int) {
    var before = 0
    for height in 12...70 {
      let count = parts(ScreenLayout(width: width, height: height)).count
      #expect(count >= before, "\(width)×\(height)")
      before = count
    }
  }

  @Test("a full screen has everything, a small one only what matters most")
  func examples() {
    let large = ScreenLayout(width: 120, height: 36)
    #expect(
      large.title != nil && large.compass != nil && large.fix != nil && large.overview != nil && large.profile != nil && large.hint != nil)
    let usual = ScreenLayout(width: 80, height: 24)
    #expect(usual.compass != nil)
    let small = ScreenLayout(width: 40, height: 12)
    #expect(small.side == nil && small.title == nil && small.hint == nil && small.profile == nil)
    #expect(small.map == Rect(column: 0, row: 0, width: 40, height: 10))
    #expect(ScreenLayout(width: 120, height: 36, showsPanels: false).map.width == 120)
  }
}
