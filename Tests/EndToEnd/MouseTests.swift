// The mouse, as raw reports: tmux passes on what it is given.

import Testing

extension EndToEnd {
  @Suite("Mouse") struct Mouse {
    let sandbox = Sandbox()

    private func paused() -> Tmux {
      let tmux = Tmux.viewer(sandbox, "beijing", "--paused")
      tmux.press("Up")
      tmux.wait(for: "the first minute") { $0.position == 60 }
      return tmux
    }

    private func scale(_ screen: Screen) -> String {
      screen.rows.first { $0.contains("├─") }.map { String($0.drop { $0 != "├" }.prefix(40)) } ?? ""
    }

    @Test("the wheel zooms", arguments: [64, 65]) func wheel(button: Int) {
      let tmux = paused()
      let before = scale(tmux.screen)
      for _ in 0..<6 { tmux.mouse(button, column: 30, row: 10) }
      tmux.wait(for: "another scale") { !scale($0).isEmpty && scale($0) != before }
    }

    @Test("the wheel over the side panel does nothing") func wheelElsewhere() {
      let tmux = paused()
      let before = tmux.screen.rows[1..<30]
      tmux.mouse(64, column: 110, row: 5)
      #expect(throughout(0.3) { tmux.screen.rows[1..<30] == before })
    }

    @Test("dragging moves what is under the pointer with it") func drag() {
      let tmux = paused()
      let before = tmux.screen.rows[1..<30]
      tmux.mouse(0, column: 40, row: 15)
      tmux.mouse(32, column: 44, row: 16)
      tmux.mouse(32, column: 50, row: 18)
      tmux.mouse(0, column: 50, row: 18, release: true)
      let place = "○"
      let old = before.firstIndex { $0.contains(place) }
      tmux.wait(for: "the map moved by three rows") { screen in
        screen.hint.contains("f follows") && screen.rows.firstIndex { $0.contains(place) } == old.map { $0 + 3 }
      }
    }

    @Test("a click on the timeline seeks, and dragging along it") func timeline() {
      let tmux = paused()
      let screen = tmux.screen
      let row = screen.timelineRow ?? 0
      let bar = Array(screen.rows[row])
      guard let first = bar.firstIndex(where: { $0 == "━" || $0 == "╸" }), let last = bar.lastIndex(of: "─"), let duration = screen.duration
      else { return #expect(Bool(false), "no timeline in \(screen)") }
      tmux.mouse(0, column: (first + last) / 2, row: row)
      tmux.wait(for: "the middle") { abs(($0.position ?? 0) - duration / 2) < duration / 50 }
      tmux.mouse(32, column: first + (last - first) / 4, row: row)
      tmux.wait(for: "a quarter") { abs(($0.position ?? 0) - duration / 4) < duration / 50 }
      tmux.mouse(32, column: 119, row: 3)
      tmux.wait(for: "the end, however far the pointer goes") { $0.position == duration }
      tmux.mouse(0, column: last, row: row, release: true)
      tmux.mouse(32, column: first, row: row)
      #expect(throughout(0.3) { tmux.screen.position == duration }, "nothing is held any more")
    }

    @Test("a click on the profile seeks") func profile() {
      let tmux = paused()
      let screen = tmux.screen
      let row = (screen.timelineRow ?? 1) - 1
      let columns = Array(screen.rows[row]).lastIndex { "▁▂▃▄▅▆▇█".contains($0) } ?? 0
      tmux.mouse(0, column: columns / 2, row: row)
      let duration = screen.duration ?? 0
      tmux.wait(for: "the middle") { abs(($0.position ?? 0) - duration / 2) < duration / 50 }
    }

    @Test("reports from beyond the screen, cut off or absurd do nothing") func absurd() {
      let tmux = paused()
      for report in ["<0;99999;99999M", "<0;0;0M", "<999999999999999999999;1;1M", "<0;-5;3M", "<;;M", "<0;1M", "<64;1;1"] {
        tmux.run(["send-keys", "-H", "1b", "5b"] + report.utf8.map { String($0, radix: 16) })
      }
      tmux.press("Escape")
      tmux.press("Right")
      tmux.wait(for: "it still takes keys") { $0.position == 65 }
      #expect(!tmux.isDead)
    }
  }
}
