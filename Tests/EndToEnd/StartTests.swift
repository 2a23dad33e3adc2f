// The first seconds: the command of the README, as a stranger types it.

import Testing

/// Scripts in a real terminal, one after the other: they share two cores with everything else.
@Suite("End to end", .serialized, .enabled(if: Tmux.isInstalled, "tmux is not installed")) enum EndToEnd {}

extension EndToEnd {
  @Suite("Starting") struct Starting {
    let sandbox = Sandbox()

    @Test(
      "a route is found by the path of the README, by its name, and whatever the case",
      arguments: ["routes/beijing.txt", "beijing", "BEIJING.TXT", "Routes/Beijing.TXT"])
    func finding(name: String) {
      let tmux = Tmux.viewer(sandbox, name)
      tmux.wait(for: "title") { $0.rows.first?.contains("beijing.txt") == true }
      #expect(tmux.modes == "mouse 1 alternate 1 cursor 0")
    }

    @Test("a bundled route is found from a folder that has no routes") func elsewhere() {
      let result = Shell.run(
        [Sandbox.program, "snapshot", "beijing", "--format", "words"], in: "/", environment: Sandbox.environment)
      #expect(result.status == 0)
      #expect(result.text.hasPrefix("beijing.txt: "))
    }

    @Test("within two seconds title, map, compass, timeline and status are there") func firstFrame() {
      let tmux = Tmux.viewer(sandbox, "routes/beijing.txt")
      tmux.wait(2, for: "title") { $0.rows.first?.contains("beijing.txt") == true && $0.rows.first?.contains(" km ") == true }
      let screen = tmux.wait(2, for: "a map") { screen in
        screen.rows.contains { $0.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } }
      }
      #expect(screen.rows.count == 36)
      #expect(screen.contains("┼"), "the middle of the compass")
      #expect(screen.contains("mag"), "its numbers")
      #expect(screen.state.contains("▶ 1×"))
      #expect(screen.status.contains("lat 40.") && screen.status.contains("lon 116.") && screen.status.contains("alt "))
      #expect(screen.contains("? help"))
    }

    @Test("the marker is under way and its numbers change") func moving() {
      let tmux = Tmux.viewer(sandbox, "routes/beijing.txt", "--speed", "60")
      let first = tmux.wait(for: "the first second") { $0.position != nil }
      let later = tmux.wait(for: "half a minute later") { ($0.position ?? 0) >= 30 }
      #expect(first.status != later.status)
      #expect(first.rows != later.rows)
      let again = tmux.wait(for: "on it goes") { ($0.position ?? 0) > (later.position ?? 0) }
      #expect(again.status != later.status)
    }

    @Test("it opens on the whole route, then the start, then follows") func opening() {
      let tmux = Tmux.viewer(sandbox, "routes/beijing.txt")
      func scale(_ screen: Screen) -> String {
        screen.rows.first { $0.contains("├─") }.map { String($0.drop { $0 != "┤" }.dropFirst().prefix(8)) } ?? ""
      }
      let whole = tmux.wait(for: "a scale of kilometres") { scale($0).contains("km") }
      #expect(whole.hint.contains("Space pause"))
      tmux.wait(for: "a scale of hundreds of metres around the start") { scale($0).contains(" m") }
      tmux.wait(for: "a closer one around the marker") { scale($0).contains("100 m") }
    }

    @Test("any key ends the opening at once") func openingEnds() {
      let tmux = Tmux.viewer(sandbox, "routes/beijing.txt", "--delay", "30")
      tmux.wait(for: "the opening") { $0.hint.contains("Space pause") }
      tmux.press("u")
      tmux.wait(2, for: "the map around the marker") { $0.contains("┤ 500 ft") && $0.hint.contains("units") }
    }

    @Test("--start and --paused begin there and stand still") func startPaused() {
      let tmux = Tmux.viewer(sandbox, "routes/beijing.txt", "--start", "1:30", "--paused")
      let screen = tmux.wait(for: "a minute and a half") { $0.position == 90 }
      #expect(screen.state.contains("▮▮"))
    }

    @Test("--end and --loop play a part over and over") func partInALoop() {
      let tmux = Tmux.viewer(sandbox, "routes/beijing.txt", "--start", "60", "--end", "70", "--loop", "--speed", "10")
      tmux.wait(for: "the second lap") { $0.state.contains("loop 2") }
      #expect(throughout(0.5) { (60...70).contains(tmux.screen.position ?? 60) })
    }

    @Test("--follow-region sets how close the camera follows") func followRegion() {
      let near = Tmux.viewer(sandbox, "routes/beijing.txt", "--start", "60", "--paused", "--follow-region", "100")
      near.wait(for: "a short scale") { $0.contains("┤ 20 m") || $0.contains("┤ 25 m") || $0.contains("┤ 30 m") || $0.contains("┤ 10 m") }
    }
  }
}
