// A snapshot is what the viewer shows. Masked is only what depends on today (`Screen.withoutToday`):
// a snapshot's clock starts at noon of a fixed day, a viewer's when it is started.

import Testing

extension EndToEnd {
  @Suite("Snapshots") struct Snapshots {
    let sandbox = Sandbox()

    private func snapshot(_ arguments: [String]) -> Screen {
      let result = Shell.run([Sandbox.program, "snapshot"] + arguments, in: sandbox.path, environment: Sandbox.environment)
      #expect(result.status == 0, "\(result)")
      return Screen(rows: result.lines)
    }

    private func expectSame(
      _ arguments: [String], columns: Int, rows: Int, keys: String = "", at position: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      // Without colours, as text is: areas are hatched then.
      let arguments = arguments + ["--north", "true", "--color", "none"]
      let expected = snapshot(arguments + ["--size", "\(columns)x\(rows)", "--keys", keys]).withoutToday
      #expect(expected.rows.count == rows, sourceLocation: sourceLocation)
      let tmux = Tmux(sandbox, columns: columns, rows: rows, command: [Sandbox.program] + arguments)
      tmux.wait(for: "the first frame", sourceLocation: sourceLocation) { $0.position != nil }
      if !keys.isEmpty { tmux.type(keys) }
      var shown = tmux.screen.withoutToday
      _ = until(3) {
        shown = tmux.screen.withoutToday
        return shown == expected
      }
      #expect(shown.rows == expected.rows, sourceLocation: sourceLocation)
      #expect(expected.position == position, sourceLocation: sourceLocation)
    }

    @Test(
      "the frame of a paused viewer, at several moments and sizes",
      arguments: [
        ("0", 120, 36, 0), ("15", 120, 36, 15), ("60", 80, 24, 60), ("50%", 120, 36, 1066), ("33.4", 200, 60, 33), ("1:00", 40, 12, 60),
      ])
    func paused(start: String, columns: Int, rows: Int, position: Int) {
      expectSame(["beijing", "--paused", "--start", start], columns: columns, rows: rows, at: position)
    }

    @Test("in each set of glyphs", arguments: ["braille", "half", "ascii"]) func glyphs(set: String) {
      expectSame(["beijing", "--paused", "--start", "60", "--glyphs", set], columns: 80, rows: 24, at: 60)
    }

    @Test("of other routes and choices", arguments: ["faulhorn", "antimeridian", "central-park", "wasserkuppe", "beijing-bd09"])
    func routes(name: String) {
      let chosen = ["--units", "nautical", "--coords", "dms", "--language", "zh"]
      expectSame([name, "--paused", "--start", "100"] + chosen, columns: 100, rows: 30, at: 100)
    }

    @Test("with keys pressed", arguments: ["0", "?", "i", "c", "u", "dd", "++", "hhj", "ff"]) func keys(keys: String) {
      expectSame(["beijing", "--paused", "--start", "60"], columns: 120, rows: 36, keys: keys, at: 60)
    }

    @Test("--at is the frame of a viewer that stands there, but for the way the camera came") func at() {
      // Two presses of f put the camera where a viewer that starts there has it.
      let played = snapshot(["beijing", "--at", "60", "--size", "120x36", "--keys", "ff", "--north", "true"]).withoutToday
      let tmux = Tmux.viewer(sandbox, "beijing", "--start", "60", "--paused", "--north", "true")
      tmux.wait(for: "the first frame") { $0.position == 60 }
      tmux.type("ff")
      let shown = tmux.wait(for: "follow on") { $0.hint.contains("follow on") }.withoutToday
      #expect(played.state.contains("▶") && shown.state.contains("▮▮"))
      func others(_ screen: Screen) -> [String] { screen.rows.enumerated().filter { $0.offset != screen.timelineRow }.map(\.element) }
      #expect(others(played) == others(shown))
    }

    @Test("a viewer that has played comes to the frame that a snapshot shows") func playing() {
      // From second 440 the drive waits at a red light: nothing but the clock moves, and the camera has followed up to there.
      let chosen = ["beijing", "--start", "438", "--speed", "4", "--north", "true"]
      let expected = snapshot(chosen + ["--at", "450.5", "--size", "100x30"]).withoutToday
      let tmux = Tmux(sandbox, columns: 100, rows: 30, command: [Sandbox.program] + chosen)
      var seen: [Screen] = []
      _ = until {
        let screen = tmux.screen
        if screen.position == 450 { seen.append(screen.withoutToday) }
        return (screen.position ?? 0) > 450
      }
      #expect(seen.contains(expected), "\(expected)\n\(seen.first.map(\.description) ?? "nothing")")
    }

    @Test("the same command prints the same frame, whoever asks and wherever") func reproducible() {
      let arguments = [
        Sandbox.program, "snapshot", sandbox.path + "/Routes/beijing.txt", "--at", "15", "--size", "120x36", "--format", "ansi",
      ]
      let first = Shell.run(arguments, in: sandbox.path, environment: Sandbox.environment)
      let second = Shell.run(
        arguments, in: "/", environment: Sandbox.environment(["TZ": "Asia/Shanghai", "TERM": "xterm", "COLUMNS": "33", "LINES": "5"]))
      #expect(first.output == second.output && !first.output.isEmpty)
    }

    @Test("ansi without its sequences is text") func ansi() {
      let text = sandbox.trackview("snapshot", "beijing", "--at", "33").lines
      let coloured = sandbox.trackview("snapshot", "beijing", "--at", "33", "--format", "ansi").text
      #expect(coloured.contains("\u{1B}["))
      let result = sandbox.shell("\"$trackview\" snapshot beijing --at 33 --format ansi | sed 's/\\x1b\\[[0-9;:]*[mK]//g'")
      #expect(result.lines == text)
      #expect(sandbox.trackview("snapshot", "beijing", "--format", "ansi", environment: ["NO_COLOR": "1"]).text.contains("38;5;") == false)
    }

    @Test(
      "words say position, speed, heading, place and progress",
      arguments: [("en", ["position: 40.0", "speed: ", "heading: ", "progress: "]), ("zh", ["位置：40.0", "速度：", "方向：", "进度："])])
    func words(language: String, words: [String]) {
      let result = sandbox.trackview("snapshot", "beijing", "--at", "60", "--format", "words", "--language", language)
      for word in words { #expect(result.text.replacingColons().contains(word.replacingColons()), "\(result)") }
      #expect(result.lines.allSatisfy { !$0.isEmpty })
    }

    @Test("where the locale is not UTF-8 it is ASCII as the viewer is, unless glyphs are asked for") func plainLocale() {
      let arguments = ["snapshot", "beijing", "--paused", "--start", "60", "--size", "80x24", "--north", "true"]
      let environment = Sandbox.environment(["LC_ALL": "C"])
      let result = Shell.run([Sandbox.program] + arguments, in: sandbox.path, environment: environment)
      #expect(result.output.allSatisfy { $0 < 0x80 })
      let tmux = Tmux(
        sandbox, columns: 80, rows: 24, environment: ["LC_ALL": "C"],
        command: [Sandbox.program] + arguments.filter { $0 != "snapshot" && $0 != "--size" && $0 != "80x24" })
      let shown = tmux.wait(for: "the first frame") { $0.position == 60 }
      #expect(shown.withoutToday.rows == Screen(rows: result.lines).withoutToday.rows)
      let asked = Shell.run([Sandbox.program] + arguments + ["--glyphs", "braille"], in: sandbox.path, environment: environment)
      #expect(asked.text.contains("上地"))
    }

    @Test("at the end it shows the figures") func end() {
      let screen = snapshot(["beijing", "--at", "100%"])
      #expect(screen.position == screen.duration && screen.contains("top speed"))
    }

    @Test("no row is wider than the size, in any format", arguments: [(1, 1), (20, 5), (40, 12), (77, 19), (500, 120)]) func width(
      columns: Int, rows: Int
    ) {
      let screen = snapshot(["beijing", "--at", "60", "--size", "\(columns)x\(rows)", "--glyphs", "ascii"])
      #expect(screen.rows.count == rows)
      #expect(screen.rows.allSatisfy { $0.unicodeScalars.count <= columns })
    }
  }

  @Suite("Help") struct Help {
    let sandbox = Sandbox()

    @Test("no argument prints help with the command to try") func none() {
      let result = sandbox.trackview()
      #expect(result.status == 0 && result.error.isEmpty)
      #expect(result.text.contains("trackview routes/beijing.txt"))
    }

    @Test("--help, -h and help go to standard output", arguments: ["--help", "-h", "help"]) func help(word: String) {
      let result = sandbox.trackview(word)
      #expect(result.status == 0 && result.error.isEmpty)
      #expect(result.text.contains("trackview routes/beijing.txt") && result.text.contains("snapshot"))
      #expect(!result.text.contains("bench"), "for those who build it only")
    }

    @Test("each command explains its options", arguments: [("view", "--follow-region"), ("snapshot", "--format")])
    func commands(name: String, option: String) { #expect(sandbox.trackview("help", name).text.contains(option)) }

    @Test("--version says name and number") func version() {
      let words = sandbox.trackview("--version").text.split(separator: " ")
      #expect(words.first == "trackview" && words.count == 2)
    }

    @Test("shell completions are made, and their shell reads them", arguments: ["bash", "zsh", "fish"]) func completions(shell: String) {
      let result = sandbox.trackview("--generate-completion-script", shell)
      #expect(result.status == 0 && result.text.contains("follow-region"))
      sandbox.write("completions", result.output)
      if sandbox.shell("command -v \(shell)").status == 0 { #expect(sandbox.shell("\(shell) -n completions").status == 0) }
    }

    @Test("the manual page names every option", arguments: ["view", "snapshot", "info", "lint", "convert", "feed", "ctl"]) func manual(
      command: String
    ) {
      let page = sandbox.shell("tr -d '\\\\' < \(packageFolder)/docs/man/trackview.1").text
      let help = sandbox.trackview("help", command).text
      let options = Set(help.split { " \n,[]:".contains($0) }.filter { $0.hasPrefix("--") && $0.count > 3 })
      #expect(options.count >= 2)
      for option in options { #expect(page.contains(option), "\(option) is missing in docs/man/trackview.1") }
    }

    @Test(
      "no help line is wider than eighty columns",
      arguments: [
        ["--help"], ["help", "view"], ["help", "snapshot"], ["help", "info"], ["help", "lint"], ["help", "convert"], ["help", "feed"],
        ["help", "ctl"],
      ] as [[String]])
    func width(words: [String]) {
      let result = Shell.run([Sandbox.program] + words, in: "/", environment: Sandbox.environment)
      #expect(result.lines.allSatisfy { $0.unicodeScalars.count <= 80 })
    }
  }
}

extension String {
  /// The full-width colon of Chinese text as a plain one.
  func replacingColons() -> String { String(String.UnicodeScalarView(unicodeScalars.map { $0 == "：" ? ":" : $0 })).filter { $0 != " " } }
}
