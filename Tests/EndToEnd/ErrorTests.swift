// What goes wrong is said in one sentence, on standard error, with the right exit status, and nothing is drawn.

import Testing

extension EndToEnd {
  @Suite("Errors") struct Errors {
    let sandbox = Sandbox()

    /// One line on standard error that says all of it, nothing on standard output, nothing that a terminal would obey.
    private func expectSentence(
      _ result: Shell.Result, status: Int32 = 1, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(result.status == status, "\(result)", sourceLocation: sourceLocation)
      #expect(result.output.isEmpty, "\(result)", sourceLocation: sourceLocation)
      #expect(result.error.last == 0x0A && result.error.filter { $0 == 0x0A }.count == 1, "\(result)", sourceLocation: sourceLocation)
      #expect(result.errorText.hasPrefix("trackview: "), sourceLocation: sourceLocation)
      #expect(result.error.count < 700, sourceLocation: sourceLocation)
      for word in words { #expect(result.errorText.contains(word), "\(result)", sourceLocation: sourceLocation) }
      expectHarmless(result, sourceLocation: sourceLocation)
    }

    /// No control character but the end of line, and none that turns writing around.
    private func expectHarmless(_ result: Shell.Result, sourceLocation: SourceLocation = #_sourceLocation) {
      for scalar in (result.text + result.errorText).unicodeScalars where scalar != "\n" {
        let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        let isBidi =
          (0x200B...0x200F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        #expect(!isControl && !isBidi, "U+\(String(scalar.value, radix: 16)) in \(result)", sourceLocation: sourceLocation)
      }
    }

    /// Both ways of showing a file have the same complaint about it.
    private func expectSentence(about file: String, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation) {
      let viewer = sandbox.trackview(file)
      let snapshot = sandbox.trackview("snapshot", file)
      expectSentence(viewer, sourceLocation: sourceLocation)
      for word in words { #expect(viewer.errorText.contains(word), "\(viewer)", sourceLocation: sourceLocation) }
      #expect(viewer.errorText == snapshot.errorText && snapshot.status == 1, sourceLocation: sourceLocation)
    }

    @Test("a missing file, with the names of the bundled routes") func missing() {
      expectSentence(about: "nowhere.txt", "nowhere.txt: no such file", "beijing.txt")
    }

    @Test("a folder, the current folder", arguments: [("Routes", "Routes: this is a folder"), (".", ".: this is a folder")])
    func folder(name: String, words: String) { expectSentence(about: name, words) }

    @Test("an empty file") func empty() { expectSentence(about: sandbox.write("empty.txt", ""), "empty.txt", "empty") }

    @Test("a file that may not be read", .enabled(if: geteuid() != 0, "root may read everything")) func unreadable() {
      sandbox.write("secret.txt", "116.3,40.0\n")
      chmod(sandbox.path + "/secret.txt", 0)
      expectSentence(about: "secret.txt", "secret.txt: cannot be opened: ")
    }

    @Test(
      "binary files, by their kind",
      arguments: [
        ("picture.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52], "PNG"),
        ("track.gpx.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0x4C, 0x4A, 6], "gzip"),
        ("noise", (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 7) }, "noise"),
      ] as [(String, [UInt8], String)])
    func binary(name: String, content: [UInt8], word: String) { expectSentence(about: sandbox.write(name, content), name, word) }

    @Test("a program") func program() { expectSentence(about: Sandbox.program, "ELF") }

    @Test("text without coordinates, with the line") func prose() {
      expectSentence(about: sandbox.write("prose.txt", "# a note\nhello world\n"), "prose.txt: ", "line 2: ", "hello world")
    }

    @Test(
      "numbers that are no coordinates",
      arguments: ["999,999", "nan,nan", "inf,-inf", "1e999,5", "116.3,91", "180.0001,0", "0x10,0x10", "116.3", "116.3;"])
    func numbers(line: String) { expectSentence(about: sandbox.write("bad.txt", line + "\n"), "bad.txt: ", "line 1: ") }

    @Test("a line of 200,000 characters", arguments: [UInt8(0x31), 0x61, 0x2C, 0x20, 0xFF])
    func longLine(byte: UInt8) { expectSentence(about: sandbox.write("long.txt", [UInt8](repeating: byte, count: 200_000)), "long.txt") }

    @Test("a pipe that closes before anything came") func emptyPipe() {
      let result = sandbox.shell("mkfifo pipe; : > pipe & \"$trackview\" snapshot pipe")
      expectSentence(result, "pipe", "empty")
    }

    @Test("a pipe that brings a track is a file like others") func pipe() {
      let result = sandbox.shell("mkfifo pipe; cat Routes/beijing.txt > pipe & \"$trackview\" snapshot pipe --size 60x14")
      #expect(result.status == 0 && result.text.contains("21.5 km"), "\(result)")
    }

    @Test("bad records among good ones are skipped, counted and shown") func skipped() {
      sandbox.write("mixed.txt", "116.3,40.0\n999,5\nnan,1\n116.31,40.01\n")
      let result = sandbox.trackview("snapshot", "mixed.txt", "--size", "100x20")
      #expect(result.status == 0 && result.lines[0].contains("2 bad records skipped"), "\(result)")
    }

    @Test("not a terminal", arguments: [">out", "<in", ">out <in", "| cat"]) func notATerminal(redirection: String) {
      sandbox.write("in", "q")
      let tmux = Tmux.shell(sandbox)
      tmux.enter("clear; set -o pipefail; $trackview beijing 2>err \(redirection); echo status=$?")
      let screen = tmux.wait(for: "the shell") { $0.contains("status=") && $0.rows.last { !$0.isEmpty } == "ready>" }
      #expect(screen.contains("status=1"))
      #expect(screen.rows.filter { !$0.isEmpty }.count == 2, "nothing is drawn:\n\(screen)")
      #expect(text(of: sandbox.path + "/err")?.contains("must be a terminal") == true)
      #expect(text(of: sandbox.path + "/out") ?? "" == "")
      #expect(tmux.modes == Tmux.ordinaryModes)
    }

    @Test(
      "an unknown or missing TERM",
      arguments: [("TERM=nosuch", "“nosuch”"), ("TERM=", "not set"), ("-u TERM", "not set"), ("TERM=../x", "../x")])
    func unknownTerminal(change: String, words: String) {
      let tmux = Tmux.shell(sandbox)
      tmux.enter("clear; env \(change) \"$trackview\" beijing 2>err; echo status=$?")
      let screen = tmux.wait(for: "the shell") { $0.contains("status=") && $0.rows.last { !$0.isEmpty } == "ready>" }
      #expect(screen.contains("status=1"))
      #expect(screen.rows.filter { !$0.isEmpty }.count == 2, "nothing is drawn:\n\(screen)")
      let said = text(of: sandbox.path + "/err") ?? ""
      #expect(said.contains("TERM") && said.contains(words) && said.hasSuffix("\n") && said.split(separator: "\n").count == 1, "\(said)")
      #expect(tmux.modes == Tmux.ordinaryModes)
    }

    @Test(
      "wrong usage ends with status 64",
      arguments: [
        ["--bogus"], ["info"], ["convert", "beijing"], ["convert", "beijing", "x.doc"], ["snapshot"],
        ["snapshot", "beijing", "--at", "200%"], ["snapshot", "beijing", "--at", "1:99"],
        ["snapshot", "beijing", "--size", "0x0"], ["snapshot", "beijing", "--size", "99999x99999"], ["beijing", "--speed", "nan"],
        ["beijing", "--speed", "0"], ["beijing", "--fps", "0"], ["beijing", "--glyphs", "runes"], ["beijing", "--color", "rainbow"],
        ["beijing", "--interval", "2", "--ground-speed", "5"], ["snapshot", "beijing", "--start", "100", "--end", "50"],
        ["beijing", "--heading-offset", "inf"], ["beijing", "--delay", "nan"], [""], ["snapshot", ""],
      ] as [[String]])
    func usage(arguments: [String]) {
      let result = Shell.run([Sandbox.program] + arguments, in: sandbox.path, environment: Sandbox.environment)
      #expect(result.status == 64 && result.output.isEmpty && !result.error.isEmpty, "\(result)")
      expectHarmless(result)
    }

    @Test("a frame that cannot be written is not a success", arguments: [">/dev/full", ">&-"]) func fullDisk(redirection: String) {
      let result = sandbox.shell("\"$trackview\" snapshot beijing \(redirection)")
      expectSentence(result, "standard output")
    }
  }

  @Suite("Hostile text") struct HostileText {
    let sandbox = Sandbox()
    static let name = "\u{1B}]0;owned\u{07}\u{1B}[2J\u{1B}[31mEVIL\u{202E}gnitirw\u{200F}\u{9B}1m\u{08}\r"

    private func write() {
      sandbox.write("bad\u{1B}[31m\u{202E}.txt", "# place: \(Self.name)\n116.3,40.0\n116.305,40.002\n116.31,40.01\n")
    }

    private func obeyed(_ text: String) -> [String] {
      text.unicodeScalars.filter {
        $0 != "\n"
          && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || (0x200B...0x200F).contains($0.value)
            || (0x202A...0x202E).contains($0.value))
      }.map { "U+" + String($0.value, radix: 16) }
    }

    @Test("names with control sequences and turned writing do not reach a snapshot", arguments: ["text", "words", "ansi"])
    func snapshot(format: String) {
      write()
      let result = sandbox.trackview("snapshot", "bad\u{1B}[31m\u{202E}.txt", "--format", format, "--color", "none")
      #expect(result.status == 0, "\(result)")
      if format != "ansi" { #expect(obeyed(result.text) == []) }
      for cut in ["\u{1B}]0", "\u{1B}[2J", "\u{1B}[31m", "\u{07}", "\u{202E}", "\u{9B}"] { #expect(!result.text.contains(cut)) }
      if format != "words" { #expect(result.text.contains("EVIL"), "what can be read of it is shown") }
    }

    @Test("nor the terminal") func viewer() {
      write()
      let tmux = Tmux.viewer(sandbox, "bad\u{1B}[31m\u{202E}.txt", "--paused")
      let screen = tmux.wait(for: "the name") { $0.contains("EVIL") }
      #expect(obeyed(screen.description) == [])
      #expect(tmux.value("pane_title") != "owned")
      tmux.press("s")
      tmux.wait(for: "a note") { $0.hint.contains("saved") }
      #expect(obeyed(text(of: sandbox.path + "/trackview-0001.txt") ?? "\u{07}") == [])
    }

    @Test("nor an error message") func message() {
      let result = sandbox.trackview("no\u{1B}[31msuch\u{202E}\u{9B}file")
      #expect(result.status == 1 && obeyed(result.errorText) == [], "\(result)")
      sandbox.write("bad.txt", "\u{1B}[31m\u{202E}boo\n")
      let other = sandbox.trackview("bad.txt")
      #expect(other.status == 1 && obeyed(other.errorText) == [], "\(other)")
    }
  }
}
