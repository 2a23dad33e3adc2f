// What is said of live sources: marks, states, the search, the counts; and the sky.

import Cells
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import MapScene

@Suite("What is said of live sources")
struct LiveTextTests {
  private func live(_ state: LiveState, age: Double? = nil, behind: Double? = nil) -> LivePicture {
    LivePicture(state: state, age: age, behind: behind)
  }

  private let english = Presentation()
  private let chinese = Presentation(language: .chinese)

  @Test("each state has its word, with the age of the last fix")
  func states() {
    let pictures = [
      live(.searching), live(.moving, age: 0.31), live(.stopped, age: 2.9), live(.noSignal, age: 12), live(.noSignal, age: 185),
    ]
    #expect(
      pictures.map { LiveText.stateAndAge($0, english) } == [
        "searching", "moving, 0.3 s", "stopped, 2 s", "no signal 12 s", "no signal 3:05",
      ])
    #expect(pictures.map { LiveText.stateAndAge($0, chinese) } == ["正在搜索", "行驶中，0.3 秒", "静止，2 秒", "无信号 12 秒", "无信号 3:05"])
  }

  @Test("the edge says LIVE, or how far behind it the screen is")
  func edge() {
    #expect(LiveText.edge(live(.moving), english) == "● LIVE" && LiveText.edge(live(.moving), chinese) == "● 实时")
    #expect(LiveText.edge(live(.moving, behind: 42), english) == "○ −0:42")
    #expect(LiveText.edge(live(.moving, behind: 3_725), english) == "○ −1:02:05")
    #expect(LiveText.edge(live(.moving, behind: 42), Presentation(glyphs: Glyphs(.ascii))) == "o -0:42")
  }

  @Test("the search for a fix is told with its best so far")
  func acquisition() {
    func text(_ status: FixAcquisition.Status, _ accuracy: Double? = nil, _ age: Double? = nil, in look: Presentation) -> String? {
      var live = live(.searching)
      live.acquisition = AcquisitionPicture(status: status, bestAccuracy: accuracy, bestAge: age)
      return LiveText.acquisition(live, look)
    }
    #expect(text(.idle, in: english) == nil && text(.searching, in: english) == "searching for a fix")
    #expect(text(.searching, 30, 2, in: english) == "searching, best ±30 m, age 2 s")
    #expect(text(.searching, 30, 2, in: chinese) == "正在搜索，最佳 ±30 m，2 秒前")
    #expect(text(.found, 8, 1, in: english) == "found ±8 m" && text(.forced, 80, 11, in: english) == "settled for ±80 m")
    #expect(text(.timedOut, in: english) == "no fix in time" && text(.timedOut, in: chinese) == "定位超时")
    #expect(text(.failed(.denied), in: english)?.hasPrefix("failed: ") == true)
    #expect(text(.failed(.source("\u{1B}[2J\u{202E}x")), in: english)?.unicodeScalars.contains { TextWidth.columns(of: $0) < 0 } == false)
  }

  @Test("the information sheet tells raw against taken, and each reason that there was")
  func information() {
    var filter = FixFilter()
    let fix = Fix(coordinate: Coordinate(latitude: 40, longitude: 116), time: 10)
    for time in [10.0, 10, 11, 9, 12] {
      var next = fix
      next.time = time
      _ = filter.receive(ReceiverReport(mode: .twoDimensional, fix: next), hostTime: time)
    }
    _ = filter.receive(ReceiverReport(mode: .none), hostTime: 13)
    var picture = live(.moving)
    picture.counts = filter.counts
    let lines = LiveText.information(picture, english)
    #expect(lines.map(\.label) == ["fixes", "  no fix", "  duplicate", "  late"])
    #expect(lines.map(\.text) == ["3 of 6 taken", "1", "1", "1"])
    #expect(LiveText.information(picture, chinese).first?.text == "收到 6，采用 3")
    picture.totalCounts = filter.counts
    picture.sourceCount = 7
    #expect(LiveText.information(picture, english).last?.label == "all 7")
  }

  @Test("every reason has its own words in both languages")
  func reasons() {
    for look in [english, chinese] {
      let words = FixRejection.allCases.map { LiveText.reason($0, look) }
      #expect(Set(words).count == FixRejection.allCases.count && words.allSatisfy { !$0.isEmpty })
    }
  }

  /// Title, timeline, hint and status bar of a scene.
  private func lines(
    _ width: Int, after seconds: Double = 0.4, behind: Double? = nil, look: Presentation, _ change: (inout LivePicture) -> Void = { _ in }
  )
    -> CellGrid
  {
    var scene = LiveScene()
    scene.look = look
    scene.drive(90, 100)
    var moment = scene.moment(after: seconds, behind: behind)
    if var live = moment.live {
      change(&live)
      moment.live = live
    }
    var grid = CellGrid(width: width, height: 4)
    func row(_ index: Int) -> Rect { Rect(column: 0, row: index, width: width, height: 1) }
    TitleBar.draw(moment, into: &grid, rect: row(0))
    TimelineBar.draw(moment, into: &grid, rect: row(1))
    HintLine.draw(moment, message: nil, into: &grid, rect: row(2))
    StatusBar.draw(moment, hasSide: true, into: &grid, rect: row(3))
    #expect(faults(of: grid) == [])
    return grid
  }

  @Test("a wide screen has all of it")
  func wide() {
    let grid = lines(120, look: english) {
      $0.recording = RecordingPicture(pointCount: 1_204)
      $0.isMocked = true
      $0.link = .waiting(seconds: 4, reason: "connection refused")
    }
    expectFrame(
      grid,
      """
       gpsd://localhost ─ ● LIVE ─ moving, 0.4 s ─ MOCK ─ ● REC 1 204 ─ connection refused, again in 4 s ─ 990 m ─ 100 points
       ● LIVE 00:01:39 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━╸ 00:01:39   22:15:00 UTC
       connection refused, again in 4 s
       lat 40.000000°N  lon 116.011523°E  alt 45.0 m │ moving, 0.4 s │ WGS-84 │ ? help
      """)
  }

  @Test("looking back on 80 columns, in Chinese; the disk is full")
  func narrow() {
    let grid = lines(80, after: 12, behind: 42, look: chinese) { $0.recording = RecordingPicture(pointCount: 9, problem: "磁盘已满") }
    expectFrame(
      grid,
      """
       gpsd://localhost ─ ○ −0:42 ─ 无信号 12 秒 ─ REC: 磁盘已满 ─ 990 m ─ 100 点
       ▶ 1×  ○ −0:42 00:00:57 ━━━━━━━━━━━━━━━━━╸───────────── 00:01:39   22:15:12 UTC

       纬度：40.000000°N  经度：116.006675°E  海拔：45.0 m │ 无信号 12 秒 │ ? 帮助
      """)
  }

  @Test("on 40 columns of ASCII the name gives way to the state")
  func smallest() {
    let grid = lines(40, after: 12, look: Presentation(glyphs: Glyphs(.ascii)))
    #expect(grid.rows()[0] == " gpsd://loca~ - * LIVE - no signal 12 s")
    #expect(grid.rows()[1].hasPrefix(" * LIVE 00:01:39 ="))
    var corner = CellGrid(width: 40, height: 10)
    var scene = LiveScene()
    scene.drive(90, 10)
    CornerLine.draw(scene.moment(after: 12), into: &corner, map: corner.bounds)
    #expect(corner.rows()[0].hasSuffix("no signal 12 s"))
  }

  @Test("before the first fix there is no position to tell")
  func nothingYet() {
    let moment = LiveScene().moment()
    var grid = CellGrid(width: 80, height: 2)
    StatusBar.draw(moment, hasSide: true, into: &grid, rect: Rect(column: 0, row: 0, width: 80, height: 1))
    HintLine.draw(moment, message: nil, into: &grid, rect: Rect(column: 0, row: 1, width: 80, height: 1))
    expectFrame(grid, " no position yet\n waiting for the first fix")
  }

  @Test("figures beyond all sense are shown without a trap", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func hostile(_ value: Double) {
    let grid = lines(120, look: english) {
      $0.age = value
      $0.behind = value
      $0.link = .waiting(seconds: value, reason: "\u{1B}[31m\u{202E}")
      $0.acquisition = AcquisitionPicture(status: .searching, bestAccuracy: value, bestAge: value)
      $0.sourceName = "\u{7}\u{9B}2J"
      $0.sourceCount = 3
    }
    #expect(grid.rows()[0].contains("gpsd"))
  }
}
