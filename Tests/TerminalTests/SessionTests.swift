// The terminal is given back whatever happens: modes, screen, cursor, mouse. Ways of dying are tried by a child on a terminal of its own.

import CPlatform
import CVTerm
import Cells
import Testing

@testable import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension TerminalScreenTests {
  /// The modes that matter, as a value that can be compared.
  func flags(_ modes: termios) -> [UInt32] {
    [modes.c_iflag, modes.c_oflag, modes.c_lflag, modes.c_cflag, UInt32(modes.c_cc.6), UInt32(modes.c_cc.5), UInt32(modes.c_cc.10)]
  }

  /// Feeds the emulator whatever has come so far.
  private func catchUp(_ pty: PseudoTerminal) { _ = pty.receive(0) }

  private func expectGivenBack(_ pty: PseudoTerminal, _ before: [UInt32], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(flags(pty.modes) == before, sourceLocation: sourceLocation)
    let restored = until {
      catchUp(pty)
      return cvt_alternate(pty.emulator) == 0 && pty.cursorIsVisible && cvt_mouse(pty.emulator) == 0
    }
    #expect(restored, "screen, cursor or mouse were not given back", sourceLocation: sourceLocation)
  }

  @Test("suspend and close give everything back, resume takes it again; each may be called twice") func suspendResumeClose() throws {
    let pty = PseudoTerminal(columns: 40, rows: 12)
    let before = flags(pty.modes)
    let screen = try Self.open(pty)
    #expect(flags(pty.modes) != before)
    var grid = CellGrid(width: 40, height: 12)
    grid.put("first", column: 0, row: 0)
    try screen.present(grid)
    for _ in 0..<2 { screen.suspend() }
    expectGivenBack(pty, before)
    #expect(try screen.present(grid) == PresentReport(bytes: 0, writes: 0))
    pty.resize(columns: 30, rows: 10)
    for _ in 0..<2 { screen.resume() }
    #expect(screen.size == (30, 10))
    #expect(flags(pty.modes) != before)
    let report = try screen.present(grid)
    #expect(report.writes == 1)
    #expect(
      until {
        catchUp(pty)
        return cvt_alternate(pty.emulator) == 1 && pty.text(row: 0) == "first"
      })
    for _ in 0..<2 { screen.close() }
    expectGivenBack(pty, before)
    screen.resume()
    expectGivenBack(pty, before)
  }

  /// Starts a program with the pseudo-terminal as its controlling terminal.
  private func spawn(_ arguments: [String], on pty: PseudoTerminal) throws -> pid_t {
    let terminal = StartedStream.file(String(cString: ttyname(pty.terminal)))
    return try startProgram(
      arguments, environment: ["SWIFT_BACKTRACE=enable=no", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"], input: terminal, output: terminal,
      error: terminal, isLeader: true)
  }

  /// The program that ends in every way a program can.
  private var tool: String { builtProgram("TerminalProbeTool") }

  /// Waits until the program says that it is ready.
  private func expectReady(_ pty: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation) {
    let isReady = until {
      catchUp(pty)
      return pty.text(row: 0) == "ready"
    }
    #expect(isReady, sourceLocation: sourceLocation)
  }

  private func status(of child: pid_t) -> Int32? {
    var status: Int32 = 0
    let ended = until { waitpid(child, &status, WNOHANG) == child }
    return ended ? status : nil
  }

  @Test(
    "however the program ends, the terminal is given back",
    arguments: [("close", 0), ("exit", 0), ("trap", -1), ("abort", Int(SIGABRT))])
  func endings(way: String, signal: Int) throws {
    let pty = PseudoTerminal(columns: 40, rows: 12)
    let before = flags(pty.modes)
    let child = try spawn([tool, way], on: pty)
    let result = try #require(status(of: child))
    if signal >= 0 { #expect(result & 0x7F == Int32(signal)) } else { #expect([SIGILL, SIGTRAP].contains(result & 0x7F)) }
    expectGivenBack(pty, before)
  }

  @Test("a signal that ends the program gives the terminal back, and is what the parent sees", arguments: [SIGTERM, SIGHUP, SIGINT])
  func endingSignals(signal: Int32) throws {
    let pty = PseudoTerminal(columns: 40, rows: 12)
    let before = flags(pty.modes)
    let child = try spawn([tool, "signal"], on: pty)
    expectReady(pty)
    if signal == SIGINT { _ = write(pty.controller, "\u{3}", 1) } else { kill(child, signal) }
    let result = try #require(status(of: child))
    #expect(result & 0x7F == signal)
    expectGivenBack(pty, before)
  }

  @Test("a program that hangs is ended by Ctrl-\\, or by insisting with Ctrl-C", arguments: ["\u{1C}", "\u{3}"])
  func hanging(key: String) throws {
    let pty = PseudoTerminal(columns: 40, rows: 12)
    let before = flags(pty.modes)
    let child = try spawn([tool, "hang"], on: pty)
    expectReady(pty)
    var result: Int32 = 0
    let ended = until {
      _ = write(pty.controller, key, 1)
      return waitpid(child, &result, WNOHANG) == child
    }
    #expect(ended)
    #expect(result & 0x7F == (key == "\u{3}" ? SIGINT : SIGQUIT))
    expectGivenBack(pty, before)
  }

  @Test("stopping gives the terminal to the shell, going on draws everything again") func stopping() throws {
    let pty = PseudoTerminal(columns: 40, rows: 12)
    let before = flags(pty.modes)
    let script = "set -m; \(tool) stop; stty -a | grep -c -e ' -echo '; echo shell-has-it; fg >/dev/null; echo over"
    let child = try spawn(["/bin/sh", "-c", script], on: pty)
    var seen: [UInt8] = []
    let over = until {
      seen += pty.receive(0)
      return String(decoding: seen, as: UTF8.self).contains("over")
    }
    #expect(over)
    let text = String(decoding: seen, as: UTF8.self)
    let parts = text.split(separator: "shell-has-it")
    #expect(parts.count == 2)
    #expect(parts.first?.contains("\u{1B}[?1049l") == true)
    #expect(parts.last?.contains("\u{1B}[?1049h") == true)
    #expect(parts.last?.contains("again") == true)
    _ = status(of: child)
    expectGivenBack(pty, before)
  }
}
