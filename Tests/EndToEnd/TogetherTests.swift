// Several files at once, and the laps and sensors of one.

import Testing

extension EndToEnd {
  @Suite("Together") struct Together {
    let sandbox = Sandbox()

    init() {
      // Ten minutes each; Ben starts five minutes after Anna, Cleo two hours later, Dora's clock was off.
      sandbox.write("anna.gpx", Samples.ride("Anna", from: 0, count: 61, longitude: 8))
      sandbox.write("ben.gpx", Samples.ride("Ben", from: 300, count: 61, longitude: 8.01))
      sandbox.write("cleo.gpx", Samples.ride("Cleo", from: 7200, count: 31, longitude: 8.02))
      sandbox.write("dora.gpx", Samples.ride("Dora", from: nil, count: 41, longitude: 8.03))
    }

    private func snapshot(_ arguments: String...) -> Screen {
      let result = Shell.run([Sandbox.program, "snapshot"] + arguments, in: sandbox.path, environment: Sandbox.environment)
      #expect(result.status == 0, "\(result)")
      return Screen(rows: result.lines)
    }

    @Test("tracks that overlap share the time of day") func commonClock() {
      let screen = snapshot("anna.gpx", "ben.gpx", "--at", "400", "--keys", "0", "--utc")
      #expect(screen.duration == 900 && screen.position == 400 && screen.contains("08:06:40"), "\(screen)")
      #expect(screen.rows[0].contains("anna.gpx") && screen.contains("ben.gpx"), "\(screen)")
      // Ben has ridden 100 s: 46.505; Anna 400 s: 46.52.
      #expect(screen.status.contains("46.520000"))
      let other = snapshot("anna.gpx", "ben.gpx", "--at", "400", "--keys", "0t", "--utc")
      #expect(other.status.contains("46.505000") && other.rows[0].contains("ben.gpx") && other.contains("anna.gpx"), "\(other)")
      #expect(other.hint.contains("following ben.gpx") && other.position == 400)
    }

    @Test("tracks that do not overlap, or have no times, start together", arguments: ["cleo.gpx", "dora.gpx"]) func race(name: String) {
      let screen = snapshot("anna.gpx", name, "--at", "20", "--keys", "0t")
      // Cleo has come two points far, Dora, at a point a second, twenty.
      #expect(screen.duration == 600 && screen.status.contains(name == "cleo.gpx" ? "46.501000" : "46.510000"), "\(screen)")
    }

    @Test("while the second is still to come, the first is shown") func slowSecond() {
      sandbox.write("feed", "until [ -e go ]; do sleep 0.02; done; cat ben.gpx")
      let tmux = Tmux(sandbox, command: ["/bin/bash", "-c", "\"$0\" anna.gpx <(bash feed)", Sandbox.program])
      tmux.wait(for: "the first") { $0.hint.contains("loading") && $0.rows[0].contains("anna.gpx") && $0.duration == 600 }
      sandbox.write("go", "")
      tmux.wait(for: "both") { !$0.hint.contains("loading") && $0.rows[0].contains("anna.gpx") && $0.duration == 900 }
    }

    @Test("files of the same name are told apart by their folders") func sameNames() {
      let line = "mkdir a b; cp anna.gpx a/x.gpx; cp ben.gpx b/x.gpx; \"$trackview\" snapshot a/x.gpx b/x.gpx --format words"
      let result = sandbox.shell(line)
      #expect(result.lines.first?.hasPrefix("a/x.gpx: ") == true && result.text.contains("beside: b/x.gpx, "), "\(result)")
    }

    @Test("the words name the others, too") func words() {
      let result = sandbox.trackview("snapshot", "anna.gpx", "ben.gpx", "--at", "400", "--format", "words")
      #expect(result.lines.contains { $0.hasPrefix("beside: ben.gpx, 1.84 km") }, "\(result)")
    }

    @Test("one that cannot be read is said, and nothing is drawn", arguments: [["snapshot"], []]) func broken(command: [String]) {
      sandbox.write("broken.gpx", Samples.gpxHead)
      for name in ["broken.gpx", "nosuch.gpx"] {
        let result = Shell.run([Sandbox.program] + command + ["anna.gpx", name], in: sandbox.path, environment: Sandbox.environment)
        #expect(result.status == 1 && result.output.isEmpty && result.errorText.hasPrefix("trackview: \(name): "), "\(result)")
      }
    }

    @Test("t follows the next, in the viewer") func viewer() {
      let tmux = Tmux.viewer(sandbox, "anna.gpx", "cleo.gpx", "dora.gpx", "--paused", "--start", "20")
      tmux.wait(for: "the first") { $0.status.contains("46.501000") && $0.rows[0].contains("anna.gpx") }
      for name in ["cleo.gpx", "dora.gpx", "anna.gpx"] {
        tmux.press("t")
        tmux.wait(for: "the next") { $0.rows[0].contains(name) && $0.hint.contains("following \(name)") }
      }
    }

    @Test("names of files that a terminal would obey are shown cleaned, in ASCII where that is the locale", arguments: ["C.UTF-8", "C"])
    func hostile(locale: String) {
      let name = "e\u{1B}[31m\u{202E}vil\u{4E0A}.gpx"
      sandbox.write(name, Samples.ride("x", from: 0, count: 61, longitude: 8.01))
      for format in ["text", "words"] {
        let result = sandbox.trackview(
          "snapshot", "anna.gpx", name, "--keys", "0", "--format", format, environment: ["LC_ALL": locale])
        #expect(result.status == 0 && result.text.contains("e[31mvil"), "\(result)")
        #expect(!result.text.contains("\u{1B}") && !result.text.contains("\u{202E}"))
        if locale == "C" { #expect(result.output.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) }, "\(result)") }
      }
    }
  }

  @Suite("Laps and sensors") struct Laps {
    let sandbox = Sandbox()

    @Test("PgDn and PgUp go from lap to lap and name them") func laps() {
      sandbox.write("laps.tcx", Samples.laps)
      let tmux = Tmux.viewer(sandbox, "laps.tcx", "--paused", columns: 80, rows: 24)
      tmux.wait(for: "the start") { $0.position == 0 }
      for (key, lap, position) in [("PPage", 1, 0), ("NPage", 2, 60), ("NPage", 3, 120), ("PPage", 2, 60)] {
        tmux.press(key)
        tmux.wait(for: "a lap") { $0.position == position && $0.hint.contains("Lap \(lap)") }
      }
    }

    @Test(
      "heart rate and cadence at the playhead are in the panel, in words, and on small screens", arguments: [(120, 36), (80, 24), (75, 24)])
    func sensors(columns: Int, rows: Int) {
      sandbox.write("laps.tcx", Samples.laps)
      // 80 s are 20 s into the second lap.
      let arguments = ["snapshot", "laps.tcx", "--at", "80", "--size", "\(columns)x\(rows)"]
      let result = Shell.run([Sandbox.program] + arguments, in: sandbox.path, environment: Sandbox.environment)
      #expect(result.text.contains("132 bpm") && result.text.contains("82 rpm"), "\(result.text)")
      let words = sandbox.trackview("snapshot", "laps.tcx", "--at", "80", "--format", "words")
      #expect(words.lines.contains("sensors: 132 bpm  82 rpm"), "\(words)")
    }

    @Test("an activity without positions is said to be one") func indoors() {
      sandbox.write("indoors.tcx", Samples.indoors)
      for command in [["snapshot", "indoors.tcx"], ["indoors.tcx"], ["convert", "indoors.tcx", "out.gpx"]] {
        let result = Shell.run([Sandbox.program] + command, in: sandbox.path, environment: Sandbox.environment)
        #expect(result.status == 1 && result.output.isEmpty && result.errorText.contains("without positions"), "\(result)")
      }
    }
  }
}
