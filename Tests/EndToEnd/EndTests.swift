// However it ends, the terminal is given back.

import Testing

extension EndToEnd {
  @Suite("Ending") struct Ending {
    let sandbox = Sandbox()

    /// Runs the viewer in a shell, ends it, and looks at what it left behind.
    /// - Returns: the exit status as the shell sees it.
    private func end(
      _ line: String = "$trackview beijing --start 60", sourceLocation: SourceLocation = #_sourceLocation, by end: (Tmux, pid_t) -> Void
    ) -> String {
      let tmux = Tmux.shell(sandbox)
      tmux.enter("stty -a > before; \(line); echo $? > status; stty -a > after; echo end''ed")
      tmux.wait(for: "the viewer", sourceLocation: sourceLocation) { $0.position != nil }
      let children = sandbox.shell("cat /proc/\(tmux.pid)/task/*/children").lines.first ?? ""
      end(tmux, children.split(separator: " ").first.flatMap { pid_t($0) } ?? -1)
      tmux.wait(for: "the shell", sourceLocation: sourceLocation) { $0.rows.contains("ended") || $0.rows.contains("^Cended") }
      #expect(tmux.modes == Tmux.ordinaryModes, sourceLocation: sourceLocation)
      let before = text(of: sandbox.path + "/before") ?? ""
      #expect(!before.isEmpty && before == text(of: sandbox.path + "/after"), sourceLocation: sourceLocation)
      let screen = tmux.screen
      #expect(screen.rows[0].hasPrefix("ready> stty"), "the screen of before:\n\(screen)", sourceLocation: sourceLocation)
      #expect(!screen.contains("\u{28FF}") && !screen.contains("? help"), sourceLocation: sourceLocation)
      tmux.type("echo typed")
      tmux.wait(for: "echo", sourceLocation: sourceLocation) { $0.contains("ready> echo typed") }
      return Shell.lines(text(of: sandbox.path + "/status") ?? "").first ?? ""
    }

    @Test("q ends it well", arguments: ["q", "Q"]) func quit(key: String) { #expect(end { tmux, _ in tmux.press(key) } == "0") }

    @Test("q ends it at the end of the track, too") func quitAtEnd() {
      #expect(end("$trackview beijing --start 99%") { tmux, _ in tmux.press("End", "q") } == "0")
    }

    @Test(
      "signals end it as signals do",
      arguments: [(SIGTERM, "143"), (SIGHUP, "129"), (SIGINT, "130")] as [(Int32, String)])
    func signals(signal: Int32, status: String) {
      // The shell would stop its list of commands where SIGINT killed a child; a trap keeps it going.
      #expect(end("trap : INT; $trackview beijing") { _, pid in kill(pid, signal) } == status)
    }

    @Test("Ctrl-C ends it as SIGINT does") func controlC() {
      #expect(end("trap : INT; $trackview beijing --start 60") { tmux, _ in tmux.press("C-c") } == "130")
    }

    @Test(
      "after a trap inside the program the terminal is whole, and one line says so",
      arguments: [
        (SIGSEGV, "139"), (SIGILL, "132"), (SIGTRAP, "133"), (SIGABRT, "134"), (SIGBUS, "135"), (SIGFPE, "136"), (SIGQUIT, "131"),
      ]
        as [(Int32, String)])
    func traps(signal: Int32, status: String) {
      let got = end("ulimit -c 0; $trackview beijing --start 60 2> said") { _, pid in kill(pid, signal) }
      #expect(got == status)
      let said = text(of: sandbox.path + "/said") ?? ""
      #expect(said.contains("internal error") && said.contains("terminal has been given back"), "“\(said)”")
    }

    @Test("a trap while suspended leaves the shell's terminal alone") func trapSuspended() {
      let tmux = Tmux.shell(sandbox)
      tmux.enter("ulimit -c 0; stty -a > before; $trackview beijing --start 60")
      tmux.wait(for: "the viewer") { $0.position != nil }
      tmux.press("C-z")
      tmux.wait(for: "the shell's note") { $0.contains("Stopped") }
      tmux.enter("kill -SEGV %1; kill -CONT %1; wait; stty -a > after; echo end''ed")
      tmux.wait(for: "the end") { $0.rows.contains("ended") }
      #expect(text(of: sandbox.path + "/before") == text(of: sandbox.path + "/after"))
      #expect(tmux.modes == Tmux.ordinaryModes)
    }

    @Test("when the window is closed no process stays", arguments: [true, false]) func closedWindow(isPaused: Bool) {
      let tmux = Tmux(sandbox, command: [Sandbox.program, "beijing"] + (isPaused ? ["--paused"] : []))
      tmux.wait(for: "the first frame") { $0.position != nil }
      let pid = tmux.pid
      tmux.close()
      #expect(until { Process.isGone(pid) })
    }

    @Test("nor when the whole terminal dies behind a shell that ignores SIGHUP") func terminalDies() {
      sandbox.write("ignoring", "trap '' HUP\n\"$trackview\" beijing &\necho $! > pid\nfg 2>/dev/null || wait\n")
      let tmux = Tmux(sandbox, environment: ["trackview": Sandbox.program], command: ["/bin/bash", "-m", "ignoring"])
      tmux.wait(for: "the first frame") { $0.position != nil }
      let pid = pid_t(Shell.lines(text(of: sandbox.path + "/pid") ?? "").first ?? "") ?? -1
      #expect(pid > 0 && !Process.isGone(pid))
      tmux.run(["kill-server"])
      #expect(until { Process.isGone(pid) })
    }

    @Test("a terminal that takes nothing more does not keep it from ending", arguments: [SIGTERM, SIGINT, SIGHUP])
    func stalled(signal: Int32) {
      let tmux = Tmux.viewer(sandbox, "beijing", "--speed", "200", columns: 200, rows: 60)
      tmux.wait(for: "the first frame") { $0.position != nil }
      let pid = tmux.pid
      let server = pid_t(tmux.value("pid")) ?? -1
      kill(server, SIGSTOP)
      defer { kill(server, SIGCONT) }
      // It blocks in a write that nobody takes.
      #expect(until { text(of: "/proc/\(pid)/wchan")?.contains("wait_woken") == true && Process.isBlockedWriting(pid) })
      kill(pid, signal)
      #expect(until(5) { Process.isGone(pid) })
    }

    @Test("Ctrl-C under make ends both") func underMake() {
      sandbox.write("Makefile", "run:\n\t@$(trackview) beijing --start 60\n")
      let status = end("trap : INT; make run") { tmux, _ in tmux.press("C-c") }
      #expect(status == "2" || status == "130")
    }
  }

  @Suite("Sleeping") struct Sleeping {
    let sandbox = Sandbox()

    @Test("a paused viewer does not wake and writes nothing") func paused() {
      let tmux = Tmux.viewer(sandbox, "beijing", "--paused")
      tmux.press("Up")
      tmux.wait(for: "the first minute") { $0.position == 60 }
      expectSleep(tmux.pid)
    }

    @Test("nor does it at the end of the track, once its notes are gone") func ended() {
      let tmux = Tmux.viewer(sandbox, "beijing", "--start", "99%")
      tmux.press("u", "End")
      tmux.wait(for: "the figures") { $0.contains("top speed") }
      tmux.wait(for: "the note goes by itself") { !$0.hint.contains("imperial") }
      expectSleep(tmux.pid)
    }

    /// Looks for so long until nothing has happened for a second and a half.
    private func expectSleep(_ pid: pid_t, sourceLocation: SourceLocation = #_sourceLocation) {
      let slept = until(12) {
        let before = Process.activity(of: pid)
        return before != nil && throughout(1.5) { Process.activity(of: pid) == before }
      }
      #expect(slept, "it woke or wrote: \(String(describing: Process.activity(of: pid)))", sourceLocation: sourceLocation)
    }
  }
}

/// What the kernel says of a process.
enum Process {
  /// Whether there is no such process any more, or only its status.
  static func isGone(_ pid: pid_t) -> Bool {
    guard let status = text(of: "/proc/\(pid)/status") else { return true }
    return status.isEmpty || status.contains("State:\tZ") || status.contains("State:\tX")
  }

  /// Whether it is inside `write`, by the number of the system call; `true` where the kernel does not say.
  static func isBlockedWriting(_ pid: pid_t) -> Bool {
    guard let call = text(of: "/proc/\(pid)/syscall")?.split(separator: " ").first else { return true }
    // 1 on x86-64, 64 on arm64.
    return call == "1" || call == "64"
  }

  /// How often it has slept and woken, and how many bytes it has written; `nil` where it is not alive.
  static func activity(of pid: pid_t) -> [String]? {
    guard let status = text(of: "/proc/\(pid)/status"), let io = text(of: "/proc/\(pid)/io"), !isGone(pid) else { return nil }
    let lines = Shell.lines(status).filter { $0.contains("ctxt_switches") || $0.hasPrefix("Threads") }
    return lines + Shell.lines(io).filter { $0.hasPrefix("wchar") || $0.hasPrefix("syscw") }
  }
}
