// Every key has an effect that can be seen.

import Testing

extension EndToEnd {
  @Suite("Keys") struct Keys {
    let sandbox = Sandbox()

    /// A paused viewer at one minute, with no notes, so that nothing moves but by the keys.
    private func paused(_ more: String...) -> Tmux {
      let tmux = Tmux(sandbox, command: [Sandbox.program, "routes/beijing.txt", "--paused"] + more)
      tmux.wait(for: "the first frame") { $0.position == 0 }
      tmux.press("Up")
      tmux.wait(for: "the first minute") { $0.position == 60 && $0.hint.contains("next place") }
      return tmux
    }

    @Test("Space and p play and pause", arguments: ["Space", "p"]) func pause(key: String) {
      let tmux = paused("--speed", "10")
      tmux.press(key)
      tmux.wait(for: "it plays") { $0.state.contains("▶") && $0.position != 60 }
      tmux.press(key)
      let stopped = tmux.wait(for: "it stands") { $0.state.contains("▮▮") }
      #expect(throughout(0.6) { tmux.screen.position == stopped.position })
    }

    @Test("keys that seek lead to the second they say") func seeking() {
      let table: [([String], Int)] = [
        (["."], 61), ([","], 59), ([".", ".", ","], 61), (["Right"], 65), (["Left"], 55), (["Up"], 120), (["Down"], 0), (["S-Right"], 61),
        (["S-Left"], 59), (["Home"], 0), (["Up", "Up", "Left"], 175), (["End"], 2133), (["End", "Left"], 2128), (["Down", "Down"], 0),
        (["Home", ","], 0),
      ]
      let tmux = paused()
      for (keys, second) in table {
        tmux.press(["Home", "Up"] + keys)
        tmux.wait(for: "second \(second) after \(keys)") { $0.position == second }
      }
    }

    @Test("PgDn and PgUp go from place to place and name it") func marks() {
      let tmux = paused()
      tmux.press("PageDown")
      let next = tmux.wait(for: "the next place") { ($0.position ?? 0) > 60 }
      #expect(next.hint.contains("上地桥 Shangdi Bridge"))
      tmux.press("PageDown")
      let third = tmux.wait(for: "the one after") { ($0.position ?? 0) > (next.position ?? 0) }
      tmux.press("PageUp")
      tmux.wait(for: "back again") { $0.position == next.position }
      #expect(third.hint != next.hint)
    }

    @Test("keys of the speed change it") func speeds() {
      let table = [
        (["]"], "1.1×"), (["["], "0.91×"), (["}"], "2×"), (["{"], "0.5×"), (["}", "}", "BSpace"], "1×"), (["}", "}", "}"], "8×"),
      ]
      let tmux = paused()
      for (keys, rate) in table {
        tmux.press(["BSpace"] + keys)
        tmux.wait(for: "speed \(rate) after \(keys)") { $0.state.contains(" \(rate) ") }
      }
    }

    @Test("speeds end at 0.01 and 10,000") func extremeSpeeds() {
      let tmux = paused("--speed", "9000")
      tmux.press("}", "}", "}")
      tmux.wait(for: "the fastest") { $0.state.contains("10000×") }
      let slow = Sandbox()
      let other = Tmux.viewer(slow, "beijing", "--paused", "--speed", "0.015")
      other.press("{", "{", "{")
      other.wait(for: "the slowest") { $0.state.contains("0.01×") }
    }

    private func scale(_ screen: Screen) -> String {
      screen.rows.first { $0.contains("├─") }.map { String($0.drop { $0 != "┤" }.dropFirst().prefix(8)) } ?? ""
    }

    @Test("+ and - zoom", arguments: [("+", "-"), ("=", "_")]) func zoom(closer: String, wider: String) {
      let tmux = paused()
      let before = tmux.screen
      tmux.press(Array(repeating: closer, count: 5))
      let near = tmux.wait(for: "a shorter scale") { scale($0) != scale(before) }
      tmux.press(Array(repeating: wider, count: 5))
      tmux.wait(for: "the scale of before") { scale($0) == scale(before) }
      #expect(near != before)
    }

    @Test("h j k l move the map, and back") func pan() {
      let tmux = paused()
      let before = tmux.screen
      for (key, back) in [("h", "l"), ("j", "k")] {
        tmux.press(key)
        tmux.wait(for: "the map moved by \(key)") { $0.rows[1..<30] != before.rows[1..<30] && $0.hint.contains("f follows") }
        tmux.press(back)
        tmux.wait(for: "and back by \(back)") { $0.rows[1..<30] == before.rows[1..<30] }
      }
    }

    @Test("f lets the map stand while the marker leaves, and brings it back") func follow() {
      let tmux = paused()
      tmux.press("f")
      tmux.wait(for: "follow off") { $0.hint.contains("follow off") }
      tmux.press("f")
      tmux.wait(for: "follow on") { $0.hint.contains("follow on") }
    }

    @Test("0 shows the whole route, and again the marker") func whole() {
      let tmux = paused()
      let before = tmux.screen
      tmux.press("0")
      let whole = tmux.wait(for: "kilometres") { scale($0).contains("km") }
      #expect(whole.rows[1..<30].contains { $0.contains("天安门") })
      tmux.press("0")
      tmux.wait(for: "the map around the marker") { $0.rows[1..<30] == before.rows[1..<30] }
    }

    @Test("c shows a large compass, Escape puts it away") func compass() {
      let tmux = paused()
      tmux.press("c")
      let large = tmux.wait(for: "no map") { !$0.contains("├─") && $0.contains("┼") }
      #expect(large.contains("107.6°"))
      tmux.press("Escape")
      tmux.wait(for: "the map") { $0.contains("├─") }
    }

    @Test("i says what the file holds") func information() {
      let tmux = paused()
      tmux.press("i")
      let sheet = tmux.wait(for: "the sheet") { $0.contains("mean speed") }
      #expect(sheet.contains("2134") && sheet.contains("WGS-84"))
      tmux.press("i")
      tmux.wait(for: "it goes") { !$0.contains("mean speed") }
    }

    @Test("? shows all keys, scrolls where they do not fit, and goes by ? or Escape", arguments: ["?", "Escape", "F1"])
    func help(key: String) {
      let tmux = paused()
      tmux.press("?")
      let sheet = tmux.wait(for: "the keys") { $0.contains("Playback") }
      #expect(sheet.contains("pause, play; at the end play again"))
      tmux.press("j")
      tmux.press(Array(repeating: "PageDown", count: 5))
      tmux.wait(for: "the last line") { $0.contains("quit") && $0.position == 60 }
      tmux.press(key)
      tmux.wait(for: "it goes") { !$0.contains("Program") && !$0.contains("Playback") }
    }

    @Test("Tab hides the side panel and brings it back") func panels() {
      let tmux = paused()
      tmux.press("Tab")
      tmux.wait(for: "no panel, and the speed in the status bar") { !$0.contains("mag") && $0.status.contains("km/h") }
      tmux.press("Tab")
      tmux.wait(for: "the panel") { $0.contains("mag") }
    }

    @Test("u goes through metric, imperial, nautical") func units() {
      let tmux = paused()
      tmux.press("u")
      tmux.wait(for: "feet") { $0.status.contains(" ft") && $0.rows[0].contains(" mi ") && $0.contains("mph") }
      tmux.press("u")
      tmux.wait(for: "knots") { $0.contains(" kn") && $0.rows[0].contains(" nmi ") }
      tmux.press("u")
      tmux.wait(for: "metres") { $0.status.contains(" m ") && $0.contains("km/h") }
    }

    @Test("d goes through degrees, minutes, seconds") func notation() {
      let tmux = paused()
      let degrees = tmux.screen.status
      tmux.press("d")
      let minutes = tmux.wait(for: "minutes") { $0.status.contains("40°02.") }.status
      tmux.press("d")
      tmux.wait(for: "seconds") { $0.status != minutes && $0.status.contains("″") || $0.status.contains("\"") }
      tmux.press("d")
      tmux.wait(for: "degrees") { $0.status == degrees }
    }

    @Test("y copies the position by OSC 52") func copy() {
      let tmux = paused()
      tmux.press("y")
      tmux.wait(for: "a note") { $0.hint.contains("copied 40.036048") }
      #expect(until { Shell.lines(tmux.run(["show-buffer"]).text).first?.hasPrefix("40.036048") == true })
      #expect(Shell.lines(tmux.run(["show-buffer"]).text) == ["40.036048,116.303462"])
    }

    @Test("s writes the screen to a new file, and never over an old one") func save() {
      let tmux = paused()
      tmux.press("Tab")
      let shown = tmux.wait(for: "no panel") { !$0.contains("mag") }
      sandbox.write("trackview-0001.txt", "mine\n")
      tmux.press("s")
      let note = tmux.wait(for: "a note") { $0.hint.contains("saved as trackview-0002.txt") }
      #expect(Shell.lines(text(of: sandbox.path + "/trackview-0002.txt") ?? "") == shown.rows)
      #expect(text(of: sandbox.path + "/trackview-0001.txt") == "mine\n")
      #expect(note.rows.dropLast(2) == shown.rows.dropLast(2))
    }

    @Test("s where nothing can be written says so, and goes on") func saveNowhere() {
      let other = Sandbox()
      let tmux = Tmux(
        other, command: ["env", "-C", "/proc/self", Sandbox.program, "beijing", "--paused", "--start", "60"])
      tmux.wait(for: "the first frame") { $0.position == 60 }
      tmux.press("s")
      tmux.wait(for: "a reason") { $0.hint.contains("trackview-0001.txt: ") }
      tmux.press("Right")
      tmux.wait(for: "on it goes") { $0.position == 65 }
    }

    @Test("at the end the whole route and its figures; Space plays again") func end() {
      let tmux = Tmux.viewer(sandbox, "beijing")
      tmux.press("End")
      let sheet = tmux.wait(for: "the figures") { $0.contains("the end") && $0.contains("top speed") }
      #expect(sheet.position == sheet.duration)
      #expect(sheet.contains("distance") && sheet.contains("mean speed") && sheet.contains("21.5 km"))
      #expect(scale(sheet).contains("km"))
      tmux.press("Space")
      tmux.wait(for: "from the start") { ($0.position ?? 99) < 10 && $0.state.contains("▶") && !$0.contains("top speed") }
    }

    @Test("L loops the track: after the end comes the start") func loop() {
      let tmux = Tmux.viewer(sandbox, "beijing", "--speed", "20")
      tmux.press("L")
      tmux.wait(for: "a note") { $0.hint.contains("loop on") }
      tmux.press("End")
      tmux.wait(for: "the second lap") { $0.state.contains("loop 2") && ($0.position ?? 999) < 200 }
    }

    @Test("a sets A, then B, then clears") func loopRange() {
      let tmux = paused()
      tmux.press("a")
      tmux.wait(for: "A") { $0.hint.contains("A set") }
      tmux.press("Up")
      tmux.wait(for: "two minutes") { $0.position == 120 }
      tmux.press("a")
      let both = tmux.wait(for: "both marks") { $0.hint.contains("from A to B") }
      let row = both.rows[both.timelineRow ?? 0]
      #expect(row.contains("A") && row.contains("B"))
      tmux.press(Array(repeating: "}", count: 6))
      tmux.press("Space")
      #expect(throughout(0.8) { (60...120).contains(tmux.screen.position ?? 60) }, "the loop is not left")
      tmux.press("a")
      tmux.wait(for: "cleared") { $0.hint.contains("cleared") }
      tmux.wait(for: "past B") { ($0.position ?? 0) > 125 }
    }

    @Test("R plays backwards") func reverse() {
      let tmux = paused("--speed", "10")
      tmux.press("R")
      tmux.press("Space")
      tmux.wait(for: "earlier and earlier") { ($0.position ?? 60) < 50 && $0.state.contains("◀") }
      tmux.press("R")
      tmux.wait(for: "forwards") { $0.hint.contains("forwards") && $0.state.contains("▶") }
    }

    @Test("Ctrl-L draws again what something else wrote over") func redraw() {
      let tmux = paused()
      let before = tmux.screen
      let tty = tmux.value("pane_tty")
      _ = sandbox.shell("printf '\\033[10;20HWRITTEN OVER' > \(tty)")
      tmux.wait(for: "what was written over") { $0.contains("WRITTEN OVER") }
      tmux.press("C-l")
      tmux.wait(for: "the picture") { $0 == before }
    }

    @Test("keys that mean nothing do nothing") func nothing() {
      let tmux = paused()
      let before = tmux.screen
      for key in ["z", "M-x", "F5", "IC", "C-b", "C-]", "é", "中", "Enter"] { tmux.press(key) }
      tmux.run(["send-keys", "-H", "1b", "5b", "32", "30", "30", "7e", "ed", "1b", "c0", "80"])
      #expect(throughout(0.5) { tmux.screen == before })
      #expect(!tmux.isDead)
    }
  }
}
