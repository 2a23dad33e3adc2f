// Figures and words as people read them.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("Figures and words")
struct PresentationTests {
  private let look = Presentation()
  private let chinese = Presentation(language: .chinese)

  @Test(
    "the clock counts hours, minutes and seconds",
    arguments: [
      (0.0, "00:00:00"), (59.999, "00:00:59"), (60, "00:01:00"), (3_661, "01:01:01"), (86_400, "24:00:00"), (360_000, "100:00:00"),
      (-5, "00:00:00"),
      (Double.nan, "00:00:00"), (.infinity, "00:00:00"), (1e300, "100000:00:00"),
    ])
  func clock(seconds: Double, text: String) { #expect(look.clock(seconds) == text) }

  @Test(
    "large counts come in groups of three",
    arguments: [(0, "0"), (999, "999"), (2_214, "2 214"), (1_000_000, "1 000 000"), (12_345, "12 345")])
  func count(value: Int, text: String) { #expect(look.count(value) == text) }

  @Test(
    "directions never read 360",
    arguments: [
      (0.0, "0.0°"), (359.94, "359.9°"), (359.96, "0.0°"), (360, "0.0°"), (-0.01, "0.0°"), (-90, "270.0°"), (137.4, "137.4°"),
      (725.5, "5.5°"),
    ])
  func degrees(value: Double, text: String) { #expect(look.degrees(value) == text) }

  @Test("no direction at all reads 360, with any number of digits")
  func everyDegree() {
    var random = SeededGenerator.announced("everyDegree")
    for digits in 0...3 {
      for _ in 0..<3_000 {
        let value = random.once(in: 3) ? 360 - random.double(0...0.6) : random.double(-1_000...1_000)
        let text = look.degrees(value, digits: digits)
        #expect(!text.hasPrefix("360") && !text.hasPrefix("-"), "\(value)")
      }
    }
  }

  @Test(
    "eight winds, in both languages",
    arguments: [
      (0.0, "N", "北"), (44, "NE", "东北"), (90, "E", "东"), (137, "SE", "东南"), (180, "S", "南"), (225, "SW", "西南"), (270, "W", "西"),
      (315, "NW", "西北"), (350, "N", "北"), (-1, "N", "北"),
    ])
  func winds(degrees: Double, english: String, chinese: String) {
    #expect(look.direction(degrees) == english)
    #expect(self.chinese.direction(degrees) == chinese)
  }

  @Test(
    "the locale tells the language",
    arguments: [
      ("zh_CN.UTF-8", Language.chinese), ("zh", .chinese), ("ZH_TW", .chinese), ("C.UTF-8", .english), ("", .english), ("de_DE", .english),
    ])
  func language(locale: String, language: Language) { #expect(Language(locale: locale) == language) }

  @Test("positions go without the sign of degrees where the terminal cannot draw it")
  func plainPositions() {
    let plain = Presentation(glyphs: Glyphs(.ascii))
    for format in CoordinateFormat.allCases {
      var look = plain
      look.coordinates = format
      #expect((look.latitude(39.9073) + look.longitude(-116.3913) + look.degrees(12.3)).utf8.allSatisfy { $0 < 0x7F })
    }
    #expect(self.look.latitude(39.907321) == "39.907321°N")
    #expect(self.look.longitude(116.391258) == "116.391258°E")
  }
}

@Suite("Lines of words")
struct LineTests {
  private func line(_ width: Int, _ draw: (inout CellGrid, Rect) -> Void) -> String {
    var grid = CellGrid(width: width, height: 1)
    draw(&grid, grid.bounds)
    #expect(faults(of: grid) == [])
    return grid.text(row: 0)
  }

  private func title(_ moment: Moment, _ width: Int) -> String { line(width) { TitleBar.draw(moment, into: &$0, rect: $1) } }
  private func hint(_ moment: Moment, _ message: String? = nil) -> String {
    line(100) { HintLine.draw(moment, message: message, into: &$0, rect: $1) }
  }
  private func status(_ moment: Moment) -> String { line(120) { StatusBar.draw(moment, hasSide: true, into: &$0, rect: $1) } }

  @Test("the title names the file, where it leads and how long it is")
  func title() {
    let moment = Moment.of(TestJourney.corner())
    #expect(title(moment, 100) == " corner.txt ─ Home → Market ─ 1.50 km ─ 151 points")
    #expect(title(moment, 40) == " corner.txt ─ Home → Market ─ 1.50 km")
    #expect(title(moment, 20).hasPrefix(" corner"))
    let gapped = Moment.of(TestJourney.gapped(), at: 700)
    #expect(title(gapped, 120) == " gapped.gpx ─ A day out ─ 1.50 km ─ 152 points ─ segment 2 of 2 ─ 3 bad records skipped")
  }

  @Test("the next turn and the next place are told with their distances")
  func hint() {
    let moment = Moment.of(TestJourney.corner(), at: 50)
    let text = hint(moment)
    #expect(text.contains("↱ right in 100 m"))
    #expect(text.contains("next place: Mill Road 100 m, 10 s"))
    #expect(hint(moment, "hello") == " hello")
  }

  @Test("the status bar yields from the right, and its cursor rests on the latitude", arguments: [40, 60, 80, 120])
  func status(width: Int) {
    for language in Language.allCases {
      let moment = Moment.of(TestJourney.corner(), at: 50, look: Presentation(language: language))
      var grid = CellGrid(width: width, height: 1)
      let cursor = StatusBar.draw(moment, hasSide: width >= 76, into: &grid, rect: grid.bounds)
      #expect(grid[cursor.column, cursor.row].scalar == UInt32(UnicodeScalar("4").value))
      let text = grid.text(row: 0)
      #expect(text.contains("40.000000°N") || width < 41)
      if width >= 80 { #expect(text.hasSuffix(language == .english ? "? help" : "? 帮助")) }
    }
  }

  @Test("the timeline shows the state, the time and the whole", arguments: [PlaybackState.playing, .paused, .ended])
  func timeline(state: PlaybackState) {
    let moment = Moment.of(TestJourney.corner(), at: 75, state: state)
    let text = line(60) { TimelineBar.draw(moment, into: &$0, rect: $1) }
    let mark = [PlaybackState.playing: "▶", .paused: "▮▮", .ended: "■"][state] ?? ""
    #expect(text.hasPrefix(" \(mark) 1×"))
    #expect(text.contains("00:01:15 ━"))
    #expect(text.contains("00:02:30"))
    let done = text.unicodeScalars.count { $0 == "━" }
    let ahead = text.unicodeScalars.count { $0 == "─" }
    #expect(abs(done - ahead) <= 1)
  }

  @Test("the profile rises with the ground, and the playhead stands where the time is")
  func profile() {
    let moment = Moment.of(TestJourney.corner(), at: 75)
    var grid = CellGrid(width: 40, height: 1)
    ProfileStrip.draw(moment, into: &grid, rect: grid.bounds)
    expectFrame(
      grid,
      """
       ▁▁▂▂▂▂▃▃▃▄▄▄▄▄▄▄▃▃▃▃▃▃▄▄▅▆▆▇▇█ 50–76 m
      """)
    let span = ProfileStrip.span(moment, rect: grid.bounds)
    let head = span.filter { grid[$0, 0].attributes.contains(.reverse) }
    #expect(head.count == 1)
    #expect(abs((head.first ?? 0) - (span.lowerBound + span.count / 2)) <= 1)
  }

  @Test("the profile of a flat track is flat")
  func flat() {
    var route = RouteBuilder(latitude: 10, longitude: 10, altitude: 7)
    route.go(90, 300)
    let moment = Moment.of(route.journey(), at: 5)
    var grid = CellGrid(width: 30, height: 1)
    ProfileStrip.draw(moment, into: &grid, rect: grid.bounds)
    let span = ProfileStrip.span(moment, rect: grid.bounds)
    #expect(Set(span.map { grid[$0, 0].scalar }).count == 1)
  }

  @Test("Chinese texts take the place of the English ones")
  func chinese() {
    let moment = Moment.of(TestJourney.gapped(), at: 50, look: Presentation(language: .chinese))
    #expect(status(moment).hasPrefix(" 纬度：46."))
    #expect(title(moment, 120).hasSuffix("第 1/2 段 ─ 跳过 3 条坏记录"))
    #expect(hint(moment).contains("下一处：Hut"))
  }

  @Test("the sparkline and all panels bear figures beyond all sense")
  func hostile() {
    for journey in TestJourney.all() {
      for seconds in [0.0, 1, 29, 30, 31, 32, journey.timeline.duration] {
        for set in GlyphSet.allCases {
          let moment = Moment.of(journey, at: seconds, look: Presentation(glyphs: Glyphs(set)))
          for (width, height) in [(22, 3), (22, 15), (1, 1), (0, 0), (3, 2), (60, 30)] {
            var grid = CellGrid(width: width, height: height)
            FixPanel.draw(moment, into: &grid, rect: grid.bounds)
            CompassPanel.draw(moment, into: &grid, rect: grid.bounds)
            OverviewPanel.draw(moment, mapCanvas: CanvasSize(columns: 30, rows: 9, set: set), into: &grid, rect: grid.bounds)
            ProfileStrip.draw(moment, into: &grid, rect: grid.bounds)
            TimelineBar.draw(moment, into: &grid, rect: grid.bounds)
            TitleBar.draw(moment, into: &grid, rect: grid.bounds)
            HintLine.draw(moment, message: nil, into: &grid, rect: grid.bounds)
            StatusBar.draw(moment, hasSide: false, into: &grid, rect: grid.bounds)
            #expect(faults(of: grid) == [], "\(journey.title) at \(seconds)")
          }
        }
      }
    }
  }
}
