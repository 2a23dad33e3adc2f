// Ctrl-Z and back: the shell gets a terminal it can use, the track stands still meanwhile.

import Testing

extension EndToEnd {
  @Suite("Suspending") struct Suspending {
    let sandbox = Sandbox()

    /// A shell in which a line was typed that starts a viewer, playing.
    private func playing(_ line: String) -> Tmux {
      let tmux = Tmux.shell(sandbox)
      tmux.enter("stty -a > before")
      tmux.enter(line)
      tmux.wait(for: "the viewer") { ($0.position ?? 0) > 60 }
      return tmux
    }

    private func expectUsableShell(_ tmux: Tmux, sourceLocation: SourceLocation = #_sourceLocation) {
      tmux.wait(for: "a prompt", sourceLocation: sourceLocation) { $0.rows.last { !$0.isEmpty } == "ready>" }
      #expect(tmux.modes == Tmux.ordinaryModes, sourceLocation: sourceLocation)
      tmux.type("echo se''en")
      tmux.wait(for: "what is typed", sourceLocation: sourceLocation) { $0.contains("ready> echo se''en") }
      tmux.press("Enter")
      tmux.wait(for: "what it says", sourceLocation: sourceLocation) { $0.rows.contains("seen") }
      tmux.enter("stty -a > now")
      let same = until { text(of: sandbox.path + "/now").map { !$0.isEmpty && $0 == text(of: sandbox.path + "/before") } ?? false }
      #expect(same, "the modes of the terminal", sourceLocation: sourceLocation)
      unlink(sandbox.path + "/now")
    }

    /// Suspends by an action, looks at the shell, goes on, and compares what the clock of the track did.
    private func goThrough(_ tmux: Tmux, speed: Double, _ stop: (Tmux) -> Void) {
      let awake = monotonicSeconds
      let before = tmux.screen.position ?? 0
      stop(tmux)
      tmux.wait(for: "the shell's note") { $0.contains("Stopped") }
      let asleep = monotonicSeconds
      expectUsableShell(tmux)
      _ = throughout(1) { true }
      let again = monotonicSeconds
      tmux.enter("fg")
      let after = tmux.wait(for: "the viewer") { $0.position != nil && $0.status.contains("? help") && !$0.contains("ready>") }
      let now = monotonicSeconds
      #expect(tmux.modes == "mouse 1 alternate 1 cursor 0")
      let most = speed * ((asleep - awake) + (now - again)) + 1
      let moved = Double((after.position ?? 0) - before)
      #expect(moved >= 0 && moved <= most, "the clock ran on for \(moved) s; at most \(most) s were played")
      #expect(speed * (again - asleep) > most, "or else this shows nothing")
      tmux.wait(for: "it plays on") { ($0.position ?? 0) > (after.position ?? 0) }
    }

    @Test("Ctrl-Z gives the screen to the shell, fg brings the picture back, the clock stood still") func controlZ() {
      let tmux = playing("$trackview beijing --start 60 --speed 20")
      goThrough(tmux, speed: 20) { $0.press("C-z") }
      tmux.press("q")
      expectUsableShell(tmux)
    }

    @Test("so it does again, and while paused") func twice() {
      let tmux = playing("$trackview beijing --start 61 --paused")
      for _ in 0..<2 {
        tmux.press("C-z")
        tmux.wait(for: "the shell's note") { $0.rows.last { !$0.isEmpty } == "ready>" }
        tmux.enter("fg")
        let screen = tmux.wait(for: "the picture") { $0.position == 61 && $0.status.contains("? help") && !$0.contains("ready>") }
        #expect(screen.rows.count == 36 && screen.contains("beijing.txt"))
      }
    }

    @Test("SIGTSTP from outside does the same") func outside() {
      let tmux = playing("$trackview beijing --start 60 --speed 20")
      let pid = foreground(of: tmux)
      goThrough(tmux, speed: 20) { _ in kill(pid, SIGTSTP) }
    }

    @Test("SIGSTOP cannot be helped, but SIGCONT and fg repaint, and the clock stood still") func stopped() {
      let tmux = playing("$trackview beijing --start 60 --speed 20")
      let pid = foreground(of: tmux)
      let awake = monotonicSeconds
      let before = tmux.screen.position ?? 0
      kill(pid, SIGSTOP)
      tmux.wait(for: "the shell's note") { $0.contains("Stopped") }
      let asleep = monotonicSeconds
      _ = throughout(1.5) { true }
      let again = monotonicSeconds
      tmux.enter("fg")
      let after = tmux.wait(for: "the viewer") { $0.position != nil && !$0.contains("Stopped") && $0.contains("beijing.txt") }
      let most = 20 * ((asleep - awake) + (monotonicSeconds - again)) + 1
      #expect(Double((after.position ?? 0) - before) <= most)
      #expect(tmux.modes == "mouse 1 alternate 1 cursor 0")
    }

    @Test("a change of size while suspended is noticed afterwards") func resized() {
      let tmux = playing("$trackview beijing --start 61 --paused")
      tmux.press("C-z")
      tmux.wait(for: "the shell's note") { $0.contains("Stopped") }
      tmux.resize(columns: 80, rows: 24)
      tmux.enter("fg")
      let screen = tmux.wait(for: "the picture") { $0.position == 61 && $0.rows.count == 24 && $0.status.contains("? help") }
      #expect(screen.rows[0].hasPrefix(" beijing.txt"))
    }

    @Test("under make, the whole of it stops and goes on") func underMake() {
      sandbox.write("Makefile", "run:\n\t@$(trackview) beijing --start 60 --speed 20\n")
      let tmux = playing("make run")
      goThrough(tmux, speed: 20) { $0.press("C-z") }
      tmux.press("q")
      tmux.wait(for: "a prompt") { $0.rows.last { !$0.isEmpty } == "ready>" }
      tmux.enter("echo status=$?")
      tmux.wait(for: "make ended well") { $0.contains("status=0") }
    }

    /// The viewer that a shell in the pane runs.
    private func foreground(of tmux: Tmux) -> pid_t {
      let children = sandbox.shell("cat /proc/\(tmux.pid)/task/*/children").lines.first ?? ""
      return children.split(separator: " ").first.flatMap { pid_t($0) } ?? -1
    }
  }
}
