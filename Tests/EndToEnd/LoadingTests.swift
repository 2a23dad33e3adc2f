// Reading from whatever there is, however slow, packed, hostile or short; and what is seen meanwhile.

import Testing

extension EndToEnd {
  @Suite("Reading") struct Reading {
    let sandbox = Sandbox()

    private func points(_ line: String) -> String? {
      let result = sandbox.shell(line)
      #expect(result.status == 0, "\(result)")
      return members(result.text)["points"]
    }

    @Test(
      "standard input, a pipe with a name, a substituted process, a device of standard input",
      arguments: [
        "cat in.gpx | \"$trackview\" info - --json", "mkfifo p; cat in.gpx > p & \"$trackview\" info p --json",
        "\"$trackview\" info <(cat in.gpx) --json", "\"$trackview\" info - --json < in.gpx",
        "cat in.gpx | \"$trackview\" info /dev/stdin --json",
      ])
    func pipes(line: String) {
      sandbox.write("in.gpx", Samples.upAndDown)
      #expect(points(line) == "14")
    }

    @Test("gzip'ed, by whatever name, and through a pipe", .enabled(if: access("/bin/gzip", X_OK) == 0, "no gzip")) func gzip() {
      sandbox.write("in.gpx", Samples.upAndDown)
      #expect(points("gzip -k in.gpx; \"$trackview\" info in.gpx.gz --json") == "14")
      #expect(points("mv in.gpx.gz x.dat; \"$trackview\" info x.dat --json") == "14")
      #expect(points("gzip -c in.gpx | \"$trackview\" info - --json") == "14")
      let cut = sandbox.shell("gzip -c in.gpx | head -c 300 | \"$trackview\" info - --json")
      #expect(cut.status == 0 && members(cut.text)["truncated"] == "true", "\(cut)")
    }

    @Test(
      "alone in a zip, and beside other things",
      .enabled(if: Shell.run(["python3", "-V"], in: "/", environment: Sandbox.environment).status == 0, "no python3"))
    func zip() {
      sandbox.write("in.gpx", Samples.upAndDown)
      let pack = "import zipfile as z; a = z.ZipFile('a.zip', 'w', z.ZIP_DEFLATED); a.write('in.gpx', 'x/123_ACTIVITY.gpx')"
      #expect(points("python3 -c \"\(pack)\"; \"$trackview\" info a.zip --json") == "14")
      #expect(points("python3 -c \"\(pack); a.writestr('readme.txt', 'hello')\"; \"$trackview\" info a.zip --json") == "14")
    }

    @Test(
      "what holds no track is said in a sentence",
      arguments: [
        ("/dev/null", "/dev/null: the file is empty"), ("/dev/zero", "/dev/zero: this is a device"), (".", ".: this is a folder"),
        ("- < /dev/zero", "standard input: this is a device"), ("<(:)", "the file is empty"),
        ("- < /dev/null", "standard input: the file is empty"),
      ])
    func nothing(name: String, words: String) {
      let result = sandbox.shell("\"$trackview\" info \(name)")
      #expect(result.status == 1 && result.output.isEmpty && result.errorText.contains(words), "\(result)")
      #expect(result.error.filter { $0 == 0x0A }.count == 1)
    }

    @Test(
      "bombs, absurd nesting and endless lines end soon, in bounded memory, in a sentence",
      arguments: [
        "python3 -c \"print('<?xml version=\\\"1.0\\\"?><gpx version=\\\"1.1\\\">' + '<a>' * 1000000)\"",
        "python3 -c \"print('{\\\"type\\\":\\\"FeatureCollection\\\",\\\"features\\\":[' + '[' * 1000000)\"",
        "head -c 100000000 /dev/zero | gzip",
        "head -c 20000000 /dev/zero | tr '\\\\0' 1", "head -c 20000000 /dev/zero | tr '\\\\0' ' '",
        "printf '<?xml version=\"1.0\"?><!DOCTYPE g [<!ENTITY a \"aaaaaaaaaa\">'; for i in $(seq 2 20); do :; done; printf '<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;\"><!ENTITY e \"&d;&d;&d;&d;&d;&d;&d;&d;\"><!ENTITY f \"&e;&e;&e;&e;&e;&e;&e;&e;\"><!ENTITY h \"&f;&f;&f;&f;&f;&f;&f;&f;\">]><gpx version=\"1.1\"><trk><name>&h;&h;&h;&h;</name></trk></gpx>'",
      ])
    func hostile(line: String) {
      // 400 MB of address space for data, which is more than ten times the largest of them.
      let result = sandbox.shell("(\(line)) > hostile; ulimit -d 400000; \"$trackview\" info hostile")
      #expect(result.status == 1 && result.output.isEmpty, "\(result)")
      #expect(result.errorText.hasPrefix("trackview: hostile") && result.error.filter { $0 == 0x0A }.count == 1, "\(result)")
    }

    @Test(
      "a file that is cut while it is read does not kill the program, which says so and keeps what is left",
      arguments: ["enable=no", "enable=yes"])
    func cut(backtraces: String) {
      let size = 24_000_000
      var isCaught = false
      for _ in 0..<20 where !isCaught {
        #expect(sandbox.shell("yes 116.3,40.01 | head -c \(size) > big.txt").status == 0)
        let line = """
          "$trackview" lint big.txt > said & job=$!
          until grep -q big.txt /proc/$job/maps; do kill -0 $job || exit 9; done 2> /dev/null
          kill -STOP $job; truncate -s 1000000 big.txt; kill -CONT $job; wait $job
          """
        // Swift's report of crashes wants SIGBUS, too.
        let result = sandbox.shell(line, environment: ["SWIFT_BACKTRACE": backtraces])
        // It may have been too quick for us.
        guard result.status != 9, result.status != 0 else { continue }
        #expect(result.status == 1 && result.error.isEmpty, "\(result)")
        let said = text(of: sandbox.path + "/said") ?? ""
        isCaught = said.contains("big.txt: found a file that became shorter while it was read, expected the rest of it")
        #expect(isCaught, "\(said)")
      }
      #expect(isCaught)
    }
  }

  @Suite("Loading") struct Loading {
    let sandbox = Sandbox()

    /// A shell that brings a point each 20 ms for so many times, then waits until the file `go` is there, and brings a last one.
    private func feed(_ count: Int, last: String = "116.5,40.5") -> String {
      """
      for i in $(seq \(count)); do echo "116.3,$((40000 + i))" | sed 's/\\(...\\)$/.\\1/'; sleep 0.02; done
      until [ -e go ]; do sleep 0.02; done; printf '\(last)\\n'
      """
    }

    @Test("a slow pipe shows its first part, plays it when asked to, and goes on from there once it is whole") func slowPipe() {
      let line = "(\(feed(30))) | \"$0\" -; echo $? > status; exec cat"
      let tmux = Tmux(sandbox, columns: 100, rows: 30, command: ["/bin/bash", "-c", line, Sandbox.program])
      tmux.wait(for: "the first part") { $0.hint.contains("loading") && $0.hint.contains("q quit") && $0.rows[0].contains("stdin") }
      tmux.wait(for: "all that has come") { $0.rows[0].contains("30 points") }
      tmux.press("Right", "Right")
      tmux.wait(for: "a place in it") { ($0.position ?? 0) >= 10 && $0.hint.contains("loading") }
      sandbox.write("go", "")
      let whole = tmux.wait(for: "the whole") { $0.rows[0].contains("31 points") && !$0.hint.contains("loading") }
      #expect((whole.position ?? 0) >= 10, "\(whole)")
      tmux.press("q")
      #expect(until { tmux.status == "0" })
    }

    @Test(
      "packed tracks come through a pipe while the keys come from the terminal", .enabled(if: access("/bin/gzip", X_OK) == 0, "no gzip"))
    func keys() {
      let tmux = Tmux.shell(sandbox)
      tmux.enter("gzip -c Routes/faulhorn.gpx | $trackview -; echo st''atus=$?")
      tmux.wait(for: "the viewer") { $0.rows[0].contains("stdin") && $0.position != nil }
      tmux.press("Space")
      tmux.wait(for: "a pause") { $0.state.contains("▮▮") }
      tmux.press("q")
      tmux.wait(for: "the shell") { $0.contains("status=0") }
      #expect(tmux.modes == Tmux.ordinaryModes)
    }

    @Test("q and Ctrl-C end it at once while it loads, and the terminal is whole", arguments: [("q", "0"), ("C-c", "130")])
    func ended(key: String, status: String) {
      sandbox.write("feed", feed(10))
      let tmux = Tmux.shell(sandbox)
      tmux.enter(
        "trap : INT; mkfifo p; stty -a > before; (trap '' INT; bash feed > p) & $trackview p; echo $? > status; stty -a > after; echo end''ed"
      )
      tmux.wait(for: "the first part") { $0.hint.contains("loading") }
      tmux.press(key)
      tmux.wait(for: "the shell") { $0.contains("ended") }
      sandbox.write("go", "")
      #expect(tmux.modes == Tmux.ordinaryModes && tmux.status == status)
      #expect(text(of: sandbox.path + "/before") == text(of: sandbox.path + "/after"))
    }

    @Test("the screen may shrink while it loads, and the line of loading stays") func resized() {
      sandbox.write("feed", feed(10))
      let tmux = Tmux(sandbox, columns: 100, rows: 30, command: ["/bin/bash", "-c", "\"$0\" <(bash feed)", Sandbox.program])
      tmux.wait(for: "the first part") { $0.hint.contains("loading") }
      tmux.resize(columns: 40, rows: 12)
      tmux.wait(for: "a small screen") { $0.rows.count <= 12 && $0.contains("loading") }
      tmux.resize(columns: 30, rows: 8)
      tmux.wait(for: "too small a screen") { $0.contains("too small: 30x8") }
      tmux.resize(columns: 120, rows: 36)
      tmux.wait(for: "a large screen") { $0.hint.contains("loading") && $0.contains("true") }
      sandbox.write("go", "")
      tmux.wait(for: "the whole") { $0.position != nil && !$0.hint.contains("loading") }
    }

    @Test("a progress line comes after 300 ms, and Ctrl-C takes it away", arguments: ["info", "lint", "convert"]) func progress(
      command: String
    ) {
      sandbox.write("feed", feed(3))
      let tmux = Tmux.shell(sandbox)
      let output = command == "convert" ? "out.gpx" : ""
      tmux.enter(
        "clear; trap : INT; mkfifo p; (trap '' INT; bash feed > p) & $trackview \(command) p \(output); echo $? > status; echo end''ed")
      tmux.wait(for: "the line") { $0.rows.last { !$0.isEmpty }?.hasPrefix("p 0.0 kB") == true }
      tmux.press("C-c")
      let screen = tmux.wait(for: "the shell") { $0.contains("ended") }
      sandbox.write("go", "")
      #expect(tmux.status == "130" && !screen.contains("kB"), "\(screen)")
      #expect(sandbox.shell("ls").lines.filter { $0.hasPrefix("out") } == [])
    }

    @Test("a pipe that brings nothing says so and can be left", arguments: ["", "info"]) func nothingComes(command: String) {
      let tmux = Tmux.shell(sandbox)
      tmux.enter("clear; trap : INT; mkfifo p; $trackview \(command) p; echo $? > status; echo end''ed")
      let children = { sandbox.shell("cat /proc/\(tmux.pid)/task/*/children").lines.first ?? "" }
      #expect(until { !children().isEmpty })
      // It waits for somebody to open the pipe.
      #expect(
        until {
          children().split(separator: " ").contains { sandbox.shell("cat /proc/\($0)/task/*/wchan").text.contains("wait_for_partner") }
            || throughout(0.5) { true }
        })
      tmux.press("C-c")
      tmux.wait(for: "the shell") { $0.contains("ended") }
      #expect(tmux.status == "130" && tmux.modes == Tmux.ordinaryModes)
    }

    @Test("a load that fails in the middle keeps what was shown, and says why") func fails() {
      sandbox.write(
        "feed",
        "printf '%s' '\(Samples.ride("x", from: 0, count: 40, longitude: 8).replacing("\n", with: "").replacing("</trkseg></trk></gpx>", with: ""))'\n"
          + "until [ -e go ]; do sleep 0.02; done; printf '<trkpt lat=\"47\" lon=\"8\"/></oops>'")
      let tmux = Tmux(sandbox, columns: 100, rows: 30, command: ["/bin/bash", "-c", "\"$0\" <(bash feed)", Sandbox.program])
      tmux.wait(for: "the first part") { $0.hint.contains("loading") && $0.rows[0].contains("40 points") }
      sandbox.write("go", "")
      tmux.wait(for: "the end") { !$0.hint.contains("loading") && $0.rows[0].contains("points") && $0.position != nil }
    }

    @Test("a dumb terminal waits for the whole and prints lines") func dumb() {
      let tmux = Tmux(
        sandbox, environment: ["TERM": "dumb"], command: ["/bin/bash", "-c", "\"$0\" <(\(feed(5))) --speed 100", Sandbox.program])
      sandbox.write("go", "")
      tmux.wait(for: "lines") { $0.rows[0].contains(": ") && $0.contains("00:00:00  40.001000") }
    }
  }
}
