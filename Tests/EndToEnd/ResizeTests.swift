// Any size at any moment.

import Testing

extension EndToEnd {
  @Suite("Sizes") struct Sizes {
    let sandbox = Sandbox()

    @Test(
      "a screen of every size is filled, and nothing stands beyond it",
      arguments: [(40, 12), (80, 24), (120, 36), (200, 60), (60, 14), (300, 20), (41, 80)])
    func filled(columns: Int, rows: Int) {
      let tmux = Tmux.viewer(sandbox, "beijing", "--paused", "--start", "60", columns: columns, rows: rows)
      let screen = tmux.wait(for: "position and clock") { $0.position == 60 && $0.status.contains("40.036048°N") }
      #expect(screen.rows.count == rows)
      #expect(screen.rows.contains { $0.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } }, "a map")
    }

    @Test("below 40×12 it says where it is, and what it needs", arguments: [(39, 12), (40, 11), (30, 5)])
    func tooSmall(columns: Int, rows: Int) {
      let tmux = Tmux.viewer(sandbox, "beijing", "--paused", "--start", "60", columns: columns, rows: rows)
      let screen = tmux.wait(for: "words") { $0.contains("too small: \(columns)x\(rows)") }
      #expect(screen.rows[0].hasPrefix("40.036048°N 116.303462°E"))
      tmux.resize(columns: 80, rows: 24)
      tmux.wait(for: "the picture") { $0.position == 60 && !$0.contains("too small") }
    }

    @Test("after a change of size it looks as if it had started so", arguments: [(80, 24), (200, 60), (40, 12)])
    func likeFresh(columns: Int, rows: Int) {
      let tmux = Tmux.viewer(sandbox, "beijing", "--paused", "--start", "60")
      tmux.wait(for: "the first frame") { $0.position == 60 }
      tmux.resize(columns: columns, rows: rows)
      let other = Sandbox()
      let fresh = Tmux.viewer(other, "beijing", "--paused", "--start", "60", columns: columns, rows: rows)
      let wanted = fresh.wait(for: "the first frame") { $0.position == 60 && $0.rows.count == rows }.withoutTimeOfDay
      tmux.wait(for: "the same:\n\(wanted)") { $0.withoutTimeOfDay == wanted }
    }

    @Test("a storm of sizes down to 1×1 while it plays leaves a picture that is whole") func storm() {
      let tmux = Tmux.viewer(sandbox, "beijing", "--speed", "50")
      tmux.wait(for: "the first frame") { $0.position != nil }
      var generator = SeededGenerator(seed: 20_260_101)
      for _ in 0..<60 {
        let (columns, rows) = (1 + Int(generator.next() % 250), 1 + Int(generator.next() % 80))
        tmux.resize(columns: columns, rows: rows)
      }
      for size in [(1, 1), (2, 1), (1, 2), (3, 3), (1, 1)] { tmux.resize(columns: size.0, rows: size.1) }
      tmux.wait(for: "one cell") { $0.rows.count == 1 && $0.rows[0].count <= 1 }
      #expect(!tmux.isDead)
      tmux.resize(columns: 120, rows: 36)
      // tmux passes on four sizes a second at most; the terminal itself can be told of hundreds.
      let tty = tmux.value("pane_tty")
      let storm = "RANDOM=7; for i in {1..200}; do stty -F \(tty) cols $((1 + RANDOM % 250)) rows $((1 + RANDOM % 80)); done"
      #expect(sandbox.shell("\(storm); stty -F \(tty) cols 120 rows 36").status == 0)
      tmux.press("Space", "End")
      // tmux tells of a new size up to a quarter of a second late, so what counts is a picture that stays.
      var end = Screen(rows: [])
      let rests = until {
        end = tmux.screen
        guard end.rows.count == 36, end.position == end.duration, end.status.contains("天安门") else { return false }
        return throughout(0.4) { tmux.screen == end }
      }
      #expect(rests, "\(end)")
      tmux.press("C-l")
      // Half of it may be there for a moment.
      #expect(until { throughout(0.3) { tmux.screen == end } }, "drawing everything anew changes nothing")
    }

    @Test("while paused, a change of size is drawn at once") func pausedResize() {
      let tmux = Tmux.viewer(sandbox, "beijing", "--paused", "--start", "60")
      tmux.wait(for: "the first frame") { $0.position == 60 }
      tmux.resize(columns: 90, rows: 30)
      tmux.wait(2, for: "thirty rows") { $0.rows.count == 30 && $0.status.contains("? help") }
    }

    @Test("a sheet over the map survives any size") func sheets() {
      let tmux = Tmux.viewer(sandbox, "beijing", "--paused", "--start", "60")
      tmux.press("?")
      tmux.wait(for: "the keys") { $0.contains("Playback") }
      for size in [(40, 12), (10, 3), (1, 1), (5, 40), (200, 60)] { tmux.resize(columns: size.0, rows: size.1) }
      tmux.wait(for: "all of the keys") { $0.contains("Playback") && $0.contains("Program") && $0.contains("quit") }
    }
  }
}
