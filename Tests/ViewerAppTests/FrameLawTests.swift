// Laws that hold for every frame: size, sound cells, purity, silence when paused.

import Cells
import MapScene
import TestSupport
import Testing
import TrackGeodesy
import TrackPlayback

@testable import ViewerApp

@Suite("Laws of the frame")
struct FrameLawTests {
  private static let keys: [KeyPress] =
    Keymap.bindings.flatMap(\.keys) + [KeyPress(.escape), KeyPress(.enter), KeyPress("z"), KeyPress(.character("c"), .control)]

  private func event(_ random: inout SeededGenerator) -> ViewerEvent {
    switch random.int(0...19) {
    case 0:
      return random.once(in: 4)
        ? .resize(columns: random.int(-2...3), rows: random.int(-2...3)) : .resize(columns: random.int(0...170), rows: random.int(0...55))
    case 1: return .paste("text\u{1B}[31m")
    case 2:
      let plain: Set<Glyphs.Kind> = random.once(in: 6) ? [random.pick(Glyphs.Kind.allCases)] : []
      return .terminal(glyphs: Glyphs(random.pick(GlyphSet.allCases), plain: plain), backdrop: random.pick([nil, .dark, .light]))
    case 3: return random.once(in: 2) ? .saved(name: "x\u{7}y") : .failed(message: String(repeating: "界", count: 300))
    case 4...8:
      let button = random.int(1...3)
      let kind = random.pick([
        MouseEvent.Kind.press(button), .release(button), .drag(button), .press(1), .drag(1), .wheelUp, .wheelDown, .wheelLeft,
      ])
      let (column, row) =
        random.once(in: 30)
        ? (random.pick([Int.min / 4, Int.max / 4]), random.pick([Int.min / 4, Int.max / 4])) : (random.int(-3...175), random.int(-3...58))
      return .mouse(MouseEvent(kind, column: column, row: row))
    case 9...12: return .tick
    default: return .key(random.pick(Self.keys))
    }
  }

  private func look(_ random: inout SeededGenerator) -> Presentation {
    Presentation(
      theme: Theme(depth: random.pick(ColorDepth.allCases), backdrop: random.pick(Backdrop.allCases)),
      glyphs: Glyphs(random.pick(GlyphSet.allCases)), units: random.pick(UnitSystem.allCases), language: random.pick(Language.allCases))
  }

  @Test("twenty thousand random events never trap, and every frame is sound and of the right size")
  func storm() {
    var random = SeededGenerator.announced("storm")
    let journeys = TestJourney.all()
    var frames = 0
    for _ in 0..<50 {
      var rehearsal = Rehearsal(random.pick(journeys), columns: random.int(0...150), rows: random.int(0...50), look: look(&random)) {
        $0.isLooping = random.once(in: 4)
        $0.start = random.once(in: 5) ? random.double(-10...100) : nil
        $0.end = random.once(in: 5) ? random.double(-10...100) : nil
        $0.delay = random.once(in: 5) ? 2 : 0
        $0.followRegion = random.once(in: 3) ? random.pick([0, 1, 100, 1e9, .nan, .infinity]) : nil
      }
      for _ in 0..<400 {
        rehearsal.now += random.once(in: 3) ? 0 : random.once(in: 40) ? 100 : random.double(0...0.4)
        rehearsal.send(event(&random))
        guard random.once(in: 4) else { continue }
        frames += 1
        let grid = rehearsal.frame
        #expect(grid.width == rehearsal.model.columns && grid.height == rehearsal.model.rows)
        let wrong = faults(of: grid)
        #expect(wrong == [], "\(rehearsal.model.journey.title) at \(grid.width)×\(grid.height)")
        if let next = rehearsal.model.nextFrame() { #expect(next >= rehearsal.now) }
        if !wrong.isEmpty { return }
      }
    }
    print("\(frames) frames drawn")
  }

  @Test("resizing at any moment gives a frame of that size, down to nothing")
  func resizing() {
    var random = SeededGenerator.announced("resizing")
    var rehearsal = Rehearsal(TestJourney.gapped())
    let special = [(0, 0), (1, 1), (1, 200), (200, 1), (39, 12), (40, 11), (40, 12), (76, 19), (200, 60), (0, 30), (30, 0)]
    for round in 0..<400 {
      let (columns, rows) = round < special.count ? special[round] : (random.int(0...220), random.int(0...70))
      rehearsal.wait(0.1)
      rehearsal.send(.resize(columns: columns, rows: rows))
      let grid = rehearsal.frame
      #expect(grid.width == columns && grid.height == rows)
      #expect(faults(of: grid) == [], "\(columns)×\(rows)")
      if columns >= 24, rows >= 1 { #expect(grid.text.contains { !$0.isEmpty }, "\(columns)×\(rows)") }
    }
  }

  @Test("below 40×12 the position comes first, then the reason")
  func tooSmall() {
    let rehearsal = Rehearsal(columns: 39, rows: 5) { $0.isPaused = true }
    expectFrame(
      rehearsal.frame,
      """
      40.000000°N 116.000000°E
      00:00:00 36 km/h
      too small: 39x5, needs 40x12

      """)
    #expect(rehearsal.frame.cursor == CellPosition(column: 0, row: 0))
    let chinese = Rehearsal(columns: 39, rows: 5, look: Presentation(language: .chinese)) { $0.isPaused = true }
    #expect(chinese.frame.text(row: 2) == "窗口太小：39x5，需要 40x12")
  }

  @Test("a size beyond all sense is bounded")
  func immense() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    rehearsal.send(.resize(columns: .max, rows: .max))
    #expect(rehearsal.model.columns <= 2_000 && rehearsal.model.rows <= 1_000)
    rehearsal.send(.resize(columns: .min, rows: .min))
    #expect(rehearsal.frame.cells.isEmpty)
  }

  @Test("the same events give the same frames")
  func pure() {
    for seed in UInt64(1)...3 {
      var first: [CellGrid] = []
      for pass in 0..<2 {
        var random = SeededGenerator(seed: seed)
        var rehearsal = Rehearsal(
          TestJourney.gapped(), columns: 100, rows: 30, look: Presentation(theme: Theme(depth: .indexed256, backdrop: .dark)))
        for index in 0..<300 {
          rehearsal.now += random.double(0...0.3)
          rehearsal.send(event(&random))
          guard index % 10 == 0 else { continue }
          let grid = rehearsal.frame
          #expect(rehearsal.frame == grid)
          if pass == 0 { first.append(grid) } else { #expect(first[index / 10] == grid, "seed \(seed), event \(index)") }
        }
      }
    }
  }

  @Test("ticks between two moments change nothing about the second one", arguments: [0.02, 0.11, 0.37])
  func ticks(step: Double) {
    // While the map is still; the following camera keeps its place by where it has been, which is why steps matter to it.
    var coarse = Rehearsal()
    var fine = Rehearsal()
    coarse.press("l")
    fine.press("l")
    coarse.wait(8, step: 8)
    fine.wait(8, step: step)
    #expect(coarse.frame.text == fine.frame.text)
  }

  @Test("a paused viewer sleeps: nothing is due, and nothing changes with time")
  func paused() {
    for journey in TestJourney.all() {
      var rehearsal = Rehearsal(journey)
      rehearsal.wait(1)
      rehearsal.press(KeyPress(.escape))
      if rehearsal.state == .playing { rehearsal.press(" ") }
      rehearsal.wait(6)
      #expect(rehearsal.model.nextFrame() == nil, "\(journey.title)")
      let before = rehearsal.frame
      rehearsal.wait(500, step: 50)
      #expect(rehearsal.frame == before, "\(journey.title)")
      #expect(rehearsal.model.nextFrame() == nil)
    }
  }

  @Test("a paused viewer that nobody has touched sleeps once its hints have come and gone")
  func pausedFromTheStart() {
    var rehearsal = Rehearsal { $0.isPaused = true }
    var wakes = 0
    while let next = rehearsal.model.nextFrame(), wakes < 50 {
      wakes += 1
      rehearsal.now = next
      rehearsal.send(.tick)
    }
    #expect(wakes <= 5)
  }

  @Test("while playing, frames come at most sixty times a second and at least ten", arguments: [0.01, 1, 10, 10_000])
  func pace(rate: Double) {
    var rehearsal = Rehearsal { $0.rate = PlaybackRate(rate) }
    rehearsal.press(KeyPress(.escape))
    rehearsal.now += 0.001
    rehearsal.send(.tick)
    guard let next = rehearsal.model.nextFrame() else {
      #expect(rehearsal.state == .ended)
      return
    }
    #expect(next - rehearsal.now >= 1 / 60.0 - 1e-9)
    #expect(next - rehearsal.now <= 0.1 + 1e-9)
  }
}
