// Terminals of little ability, other locales, colours and their absence.

import Testing

extension EndToEnd {
  @Suite("Kinds of terminals") struct TerminalKinds {
    let sandbox = Sandbox()

    private func paused(_ environment: [String: String], _ more: String...) -> (tmux: Tmux, screen: Screen) {
      let tmux = Tmux(
        sandbox, environment: environment, command: [Sandbox.program, "beijing", "--paused", "--start", "60"] + more)
      return (tmux, tmux.wait(for: "the first frame") { $0.position == 60 && !$0.status.isEmpty })
    }

    private func scalars(_ screen: Screen, in range: ClosedRange<UInt32>) -> Bool {
      screen.description.unicodeScalars.contains { range.contains($0.value) }
    }
    private let braille: ClosedRange<UInt32> = 0x2801...0x28FF
    private let blocks: ClosedRange<UInt32> = 0x2580...0x259F

    @Test("TERM=dumb gets lines of text, and Ctrl-C ends them at once") func dumb() {
      let tmux = Tmux.shell(sandbox)
      tmux.enter("stty -a > before; TERM=dumb $trackview beijing --start 60; echo status=$?")
      let screen = tmux.wait(for: "two lines") { $0.rows.filter { $0.hasPrefix("00:01:0") }.count >= 2 }
      let line = screen.rows.first { $0.hasPrefix("00:01:00") } ?? ""
      #expect(line.contains("40.036048°N") && line.contains("116.303462°E") && line.contains("km/h"))
      #expect(tmux.modes == Tmux.ordinaryModes)
      tmux.press("C-c")
      tmux.wait(5, for: "the shell") { $0.rows.last { !$0.isEmpty }?.hasSuffix("ready>") == true }
      tmux.enter("stty -a > after; echo do''ne")
      tmux.wait(for: "the shell") { $0.rows.contains("done") }
      #expect(text(of: sandbox.path + "/before") == text(of: sandbox.path + "/after"))
    }

    @Test("TERM=dumb ends by itself at the end of the track, and when the window is closed") func dumbEnds() {
      let tmux = Tmux.untilItsEnd(sandbox, "beijing", "--start", "2132", environment: ["TERM": "dumb"])
      #expect(until { tmux.status == "0" })
      #expect(tmux.screen.contains("00:35:33  39.9072"))
      let other = Sandbox()
      let closed = Tmux.viewer(other, "beijing", environment: ["TERM": "dumb"])
      closed.wait(for: "a line") { $0.contains("00:00:00") }
      let pid = closed.pid
      closed.close()
      #expect(until { Process.isGone(pid) })
    }

    @Test("the Linux console gets half blocks and English") func console() {
      let (_, screen) = paused(["TERM": "linux", "LC_ALL": "zh_CN.UTF-8"])
      #expect(scalars(screen, in: blocks) && !scalars(screen, in: braille))
      #expect(screen.status.contains("lat "))
    }

    @Test("a locale without UTF-8 gets ASCII and nothing else", arguments: ["C", "POSIX", "en_US.ISO-8859-1", "zh_CN.GBK"])
    func ascii(locale: String) {
      let (tmux, screen) = paused(["LC_ALL": locale])
      #expect(screen.description.utf8.allSatisfy { $0 < 0x80 }, "\(screen)")
      #expect(screen.status.contains("lat 40.036048"))
      tmux.press("?")
      let help = tmux.wait(for: "the keys") { $0.contains("Playback") }
      #expect(help.description.utf8.allSatisfy { $0 < 0x80 }, "\(help)")
    }

    @Test(
      "a Chinese locale gets Chinese, whether or not the machine has it",
      arguments: [
        ["LC_ALL": "zh_CN.UTF-8"], ["LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LC_MESSAGES": "zh_CN"], ["LC_ALL": "", "LANG": "zh_CN.utf8"],
      ])
    func chinese(environment: [String: String]) {
      let (tmux, screen) = paused(environment)
      #expect(screen.status.contains("纬度：40.036048") && screen.status.contains("经度：") && screen.status.contains("海拔："))
      #expect(screen.contains("东") && screen.contains("? 帮助"))
      tmux.press("?")
      tmux.wait(for: "the keys") { $0.contains("播放") }
    }

    @Test("--language and --glyphs win over the locale") func chosen() {
      let (_, screen) = paused(["LC_ALL": "zh_CN.UTF-8"], "--language", "en", "--glyphs", "half")
      #expect(screen.status.contains("lat "))
      #expect(scalars(screen, in: blocks) && !scalars(screen, in: braille))
    }

    private func hasColours(_ text: String) -> Bool {
      // SGR parameters 30–49 and 90–107 set colours; others are bold, reverse and the like.
      text.split(separator: "\u{1B}[").dropFirst().contains { part in
        guard let end = part.firstIndex(of: "m") else { return false }
        return part[..<end].split(separator: ";").contains {
          (30...49).contains(Int($0) ?? 0) && $0 != "39" && $0 != "49" || (90...107).contains(Int($0) ?? 0)
        }
      }
    }

    @Test(
      "NO_COLOR and --color none show no colour",
      arguments: [(["NO_COLOR": "1"], "auto"), ([:], "none"), (["COLORTERM": "truecolor", "NO_COLOR": "1"], "auto")])
    func noColour(environment: [String: String], choice: String) {
      let (tmux, _) = paused(environment, "--color", choice)
      #expect(!hasColours(tmux.colouredText))
    }

    @Test("colours are of the depth asked for") func depths() {
      for (choice, mark, excluded) in [("256", "38;5;", "38;2;"), ("direct", "38;2;", "38;5;"), ("16", "\u{1B}[3", "38;5;")] {
        let own = Sandbox()
        let tmux = Tmux.viewer(own, "beijing", "--paused", "--start", "60", "--color", choice)
        tmux.wait(for: "the first frame") { $0.position == 60 }
        let text = tmux.colouredText
        #expect(hasColours(text) && text.contains(mark) && !text.contains(excluded), "--color \(choice)")
      }
    }

    @Test("--color wins over NO_COLOR") func insisting() {
      let (tmux, _) = paused(["NO_COLOR": "1"], "--color", "256")
      #expect(hasColours(tmux.colouredText))
    }

    @Test("the hidden cursor rests on the position, for braille displays") func cursor() {
      let (tmux, screen) = paused([:])
      #expect(tmux.value("cursor_flag") == "0")
      #expect(tmux.value("cursor_y") == "35")
      let column = Int(tmux.value("cursor_x")) ?? -1
      #expect(String(screen.status.dropFirst(column)).hasPrefix("40.036048"))
    }

    @Test(
      "types of terminals that the machine does not know but that are like xterm",
      arguments: ["xterm-kitty", "xterm-ghostty", "foot", "alacritty", "screen", "vt220"])
    func kin(type: String) { #expect(paused(["TERM": type]).screen.contains("beijing.txt")) }

    @Test("no colour, no cursor addressing: a sentence, not a mess") func hardcopy() {
      let tmux = Tmux.untilItsEnd(sandbox, "beijing", environment: ["TERM": "tty33"])
      #expect(until { tmux.status == "1" })
      #expect(tmux.screen.rows.allSatisfy { $0.isEmpty })
      #expect(text(of: sandbox.path + "/said")?.contains("terminal") == true)
    }
  }
}
