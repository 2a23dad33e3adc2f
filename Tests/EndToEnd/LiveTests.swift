// Live sources in a real terminal: the screen, a source that dies and comes back, going back in time, recording, standard input.

import Testing

extension EndToEnd {
  @Suite("Live") struct Live {
    let sandbox = Sandbox()

    private func watch(_ source: LoopbackSource, _ more: String..., columns: Int = 120, rows: Int = 36) -> Tmux {
      Tmux(sandbox, columns: columns, rows: rows, command: [Sandbox.program, "tcp://127.0.0.1:\(source.port)"] + more)
    }

    @Test("the screen follows a receiver", arguments: [(120, 36), (80, 24)]) func follows(columns: Int, rows: Int) {
      let source = LoopbackSource()
      #expect(source.isUp)
      let tmux = watch(source, columns: columns, rows: rows)
      let first = tmux.wait(for: "the receiver") { $0.contains("LIVE") && $0.contains("moving") && $0.status.contains("46.500") }
      tmux.wait(for: "it moves on") { $0.status != first.status }
      tmux.press("S")
      tmux.wait(for: "the sky") { $0.contains("6 used of 8") }
      tmux.press("S", "i")
      tmux.wait(for: "the counts") { $0.contains("taken") }
    }

    @Test("a source that is not there is waited for, and said") func waits() {
      let source = LoopbackSource()
      source.stop()
      let tmux = watch(source)
      tmux.wait(for: "the reason") { $0.contains("tcp://127.0.0.1:\(source.port)") && $0.contains("refused, again in") }
      source.restart()
      tmux.wait(20, for: "the receiver") { $0.contains("moving") }
    }

    @Test("a source that dies: no signal, one bell, and it is found again") func dies() {
      let source = LoopbackSource()
      let tmux = watch(source)
      tmux.wait(for: "the receiver") { $0.contains("moving") }
      tmux.run(["pipe-pane", "cat > \(sandbox.path)/raw"])
      source.stop()
      tmux.wait(20, for: "the loss") { $0.contains("no signal") && $0.contains("again in") }
      func bells() -> Int { (contents(of: sandbox.path + "/raw") ?? []).count { $0 == 0x07 } }
      #expect(until { bells() == 1 })
      source.restart()
      tmux.wait(40, for: "the receiver again") { $0.contains("moving") && !$0.contains("again in") }
      #expect(bells() == 1)
    }

    @Test("Space and back show what was while fixes keep coming; End is now") func rewinds() {
      let source = LoopbackSource()
      let tmux = watch(source)
      tmux.wait(for: "some seconds") { ($0.duration ?? 0) >= 4 }
      tmux.press("Space")
      let held = tmux.wait(for: "it stands, behind what is live") { $0.contains("−0:0") && $0.state.contains("▮▮") }
      let grown = tmux.wait(for: "the track grows") { ($0.duration ?? 0) > (held.duration ?? 0) + 1 }
      #expect(grown.position == held.position && grown.status.prefix(20) == held.status.prefix(20))
      tmux.press("Home")
      tmux.wait(for: "the start") { $0.position == 0 && $0.status.contains("46.500000") }
      tmux.press("End")
      tmux.wait(for: "live") { $0.contains("● LIVE") && $0.position == $0.duration }
    }

    @Test("--record writes GPX that is whole even where the program is killed") func records() {
      let source = LoopbackSource()
      let tmux = watch(source, "--record", "ride.gpx")
      tmux.wait(for: "the recording") { $0.contains("REC 1") }
      let sent = source.sent
      #expect(until { source.sent >= sent + 15 })
      kill(tmux.pid, SIGKILL)
      #expect(until { tmux.isDead })
      let info = members(sandbox.trackview("info", "--json", "ride.gpx").text)
      // At most the last second is lost.
      #expect((info["points"].flatMap { Int($0) } ?? 0) >= sent + 15 - 7, "\(info)")
      let again = watch(source, "--record", "ride.gpx")
      again.wait(for: "it goes on") { $0.contains("REC 1") }
      again.press("q")
      #expect(until { again.isDead })
      #expect(members(sandbox.trackview("info", "--json", "ride.gpx").text)["segments"] == "2")
    }

    @Test("r begins and ends a recording named by the date") func recordsByKey() {
      let source = LoopbackSource()
      let tmux = watch(source)
      tmux.wait(for: "the receiver") { $0.contains("moving") }
      tmux.press("r")
      tmux.wait(for: "the note") { $0.hint.contains("recording to trackview-2") }
      tmux.wait(for: "some fixes") { $0.contains("REC 5") }
      tmux.press("r")
      tmux.wait(for: "the end") { $0.hint.contains("recorded in trackview-2") && !$0.contains("REC") }
      let name = sandbox.shell("ls trackview-2*.gpx").lines.first ?? ""
      let info = members(sandbox.trackview("info", "--json", name).text)
      #expect((info["points"].flatMap { Int($0) } ?? 0) >= 5)
    }

    @Test("a file that is no recording of ours is left alone") func refuses() {
      sandbox.write("mine.gpx", "<gpx/>")
      let result = sandbox.trackview("tcp://127.0.0.1:9", "--record", "mine.gpx")
      #expect(result.status == 1 && result.errorText.contains("mine.gpx"), "\(result)")
      #expect(text(of: sandbox.path + "/mine.gpx") == "<gpx/>")
    }

    @Test("however it ends, the terminal is given back", arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV]) func ends(signal: Int32) {
      let source = LoopbackSource()
      let tmux = Tmux.shell(sandbox)
      tmux.enter(
        "trap : INT; ulimit -c 0; clear; stty -a > before; $trackview tcp://127.0.0.1:\(source.port) --serve gpsd:0 2> said; "
          + "stty -a > after; echo end''ed")
      tmux.wait(for: "the receiver") { $0.contains("moving") }
      let children = sandbox.shell("cat /proc/\(tmux.pid)/task/*/children").lines.first ?? ""
      kill(children.split(separator: " ").first.flatMap { pid_t($0) } ?? -1, signal)
      tmux.wait(for: "the shell") { $0.rows.contains { $0.hasSuffix("ended") } }
      #expect(tmux.modes == Tmux.ordinaryModes)
      #expect(text(of: sandbox.path + "/before") == text(of: sandbox.path + "/after"))
    }

    @Test("live sources and files are not mixed, and addresses that make no sense are said") func errors() {
      for (arguments, words) in [
        (["gpsd://", "beijing"], "beijing"), (["tcp://", "beijing"], "no host"), (["tcp://x:99999"], "99999"),
        (["serial:/dev/ttyX?baud=7"], "\"7\""), (["gpsd://", "--serve", "gpsd"], "--serve"),
        (["beijing", "--record", "x.gpx"], "--record"),
        (["beijing", "--serve", "stdout:nmea"], "standard output"), (["beijing", "--rate", "1000"], "--rate"),
      ] {
        let result = Shell.run([Sandbox.program] + arguments, in: sandbox.path, environment: Sandbox.environment)
        #expect(result.status == 64 && result.errorText.contains(words), "\(arguments): \(result)")
      }
    }
  }

  @Suite("Standard input, live") struct LiveInput {
    let sandbox = Sandbox()

    @Test(
      "what speaks as receivers do and does not end is live",
      arguments: [
        "{\"class\":\"TPV\",\"mode\":3,\"lat\":46.5$((i%10)),\"lon\":8,\"speed\":9}", "46.5$((i%10)) 8.0", "bus 46.5$((i%10)) 8.0",
      ])
    func live(line: String) {
      sandbox.write("talk", "i=0; while :; do i=$((i+1)); echo \"\(line.replacing("\"", with: "\\\""))\"; sleep 0.2; done\n")
      let tmux = Tmux(sandbox, command: ["/bin/bash", "-c", "bash talk | \"$0\" -", Sandbox.program])
      tmux.wait(for: "it is live") { $0.contains("LIVE") && $0.status.contains("46.5") }
      tmux.press("q")
    }

    @Test("its end is said, and what came stays to be looked at") func ends() {
      sandbox.write("talk", "for i in 1 2 3 4 5 6 7 8; do echo \"46.50$i 8.0\"; sleep 0.2; done\n")
      let tmux = Tmux(sandbox, command: ["/bin/bash", "-c", "bash talk | \"$0\" -", Sandbox.program])
      tmux.wait(for: "the end") { $0.contains("the source has ended") && $0.contains("8 points") }
      tmux.press("Space", "Home")
      tmux.wait(for: "the start") { $0.position == 0 && !$0.status.contains("46.508") }
    }

    @Test("a file through a pipe is a file, also where it comes slowly") func file() {
      sandbox.write("ride.gpx", Samples.ride("x", from: 0, count: 40, longitude: 8))
      let tmux = Tmux(
        sandbox, command: ["/bin/bash", "-c", "(head -c 300 ride.gpx; sleep 1; tail -c +301 ride.gpx) | \"$0\" -", Sandbox.program])
      tmux.wait(for: "the file") { $0.duration == 390 && !$0.contains("LIVE") }
      sandbox.write("log.txt", "8.001,46.501\n8.002,46.502\n8.003,46.503\n")
      let whole = Tmux(Sandbox(), command: ["/bin/bash", "-c", "cat '\(sandbox.path)/log.txt' | \"$0\" -", Sandbox.program])
      whole.wait(for: "coordinates") { $0.duration == 2 && !$0.contains("LIVE") }
    }

    @Test("stdin: is live in any case") func stated() {
      sandbox.write("talk", "echo 46.5 8.0; sleep 0.1; echo 46.501 8.0\n")
      let tmux = Tmux(sandbox, command: ["/bin/bash", "-c", "bash talk | \"$0\" stdin:", Sandbox.program])
      tmux.wait(for: "it is live") { $0.contains("LIVE") && $0.contains("ended") }
    }
  }
}
