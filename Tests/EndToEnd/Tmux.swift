// A real terminal to play in: tmux on a socket of its own, asked what it shows.

import Testing

/// One pane of a private tmux server, which ends with it.
final class Tmux {
  private let sandbox: Sandbox
  private let socket: String

  /// Starts a command in a pane of its own.
  /// - Parameters:
  ///   - command: runs as the pane itself, so that the pane's end is its end.
  ///   - environment: changes to the clean environment; an empty value leaves a variable out.
  init(_ sandbox: Sandbox, columns: Int = 120, rows: Int = 36, environment: [String: String] = [:], command: [String]) {
    self.sandbox = sandbox
    socket = sandbox.path + "/tmux"
    sandbox.write(
      "tmux.conf", "set -g status off\nset -g remain-on-exit on\nset -g escape-time 0\nset -s set-clipboard on\nset -g mouse off\n")
    let variables = Sandbox.environment(environment).map { "\($0.key)=\($0.value)" }
    run(
      ["-f", sandbox.path + "/tmux.conf", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", sandbox.path, "env", "-i"]
        + variables + command)
  }

  deinit { run(["kill-server"]) }

  /// Whether there is a tmux to play in.
  static let isInstalled = Shell.run(["tmux", "-V"], in: "/", environment: Sandbox.environment).status == 0

  /// A viewer in a pane.
  static func viewer(
    _ sandbox: Sandbox, _ arguments: String..., columns: Int = 120, rows: Int = 36, environment: [String: String] = [:]
  ) -> Tmux {
    Tmux(sandbox, columns: columns, rows: rows, environment: environment, command: [Sandbox.program] + arguments)
  }

  /// A viewer behind a shell that keeps its exit status.
  static func untilItsEnd(_ sandbox: Sandbox, _ arguments: String..., environment: [String: String] = [:]) -> Tmux {
    let line = "\"$0\" \"$@\" 2> said; echo $? > status; exec cat"
    return Tmux(sandbox, environment: environment, command: ["/bin/sh", "-c", line, Sandbox.program] + arguments)
  }

  /// An interactive shell in a pane, in which the program is `$trackview`.
  static func shell(_ sandbox: Sandbox, columns: Int = 120, rows: Int = 36) -> Tmux {
    let tmux = Tmux(
      sandbox, columns: columns, rows: rows, environment: ["PS1": "ready> ", "trackview": Sandbox.program, "HISTFILE": "/dev/null"],
      command: ["/bin/bash", "--norc", "--noprofile", "-i"])
    _ = until { tmux.screen.rows.contains("ready>") }
    return tmux
  }

  @discardableResult
  func run(_ arguments: [String]) -> Shell.Result {
    Shell.run(
      ["/usr/bin/env", "tmux", "-u", "-S", socket] + arguments, in: "/",
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "SHELL": "/bin/sh"])
  }

  // MARK: What it shows

  /// The pane as rows of text.
  var screen: Screen { Screen(rows: Shell.lines(run(["capture-pane", "-p"]).text)) }
  /// The pane with its colours and attributes as SGR sequences.
  var colouredText: String { run(["capture-pane", "-p", "-e"]).text }
  /// The value of a tmux format.
  func value(_ format: String) -> String { Shell.lines(run(["display-message", "-p", "#{\(format)}"]).text).first ?? "" }
  /// Mouse reporting, alternate screen, visible cursor.
  var modes: String { "mouse \(value("mouse_any_flag")) alternate \(value("alternate_on")) cursor \(value("cursor_flag"))" }
  /// Modes of a terminal that nobody has taken over.
  static let ordinaryModes = "mouse 0 alternate 0 cursor 1"
  /// The process that the pane runs.
  var pid: pid_t { pid_t(value("pane_pid")) ?? -1 }
  /// Whether the pane's process has ended. (How it ended tmux 3.3 does not always know; see `untilItsEnd`.)
  var isDead: Bool { value("pane_dead") == "1" }
  /// The exit status that a command wrapped by `untilItsEnd` came to, as a shell sees it; `nil` while it runs.
  var status: String? { text(of: sandbox.path + "/status").flatMap { Shell.lines($0).first } }

  // MARK: What the person does

  /// Presses keys by tmux's names of them.
  func press(_ keys: String...) { press(keys) }
  func press(_ keys: [String]) { run(["send-keys"] + keys) }
  /// Types a text as it is.
  func type(_ text: String) { run(["send-keys", "-l", text]) }
  /// Types a line of shell.
  func enter(_ line: String) {
    type(line)
    press("Enter")
  }
  /// A mouse report in SGR coordinates: `button` as xterm counts (0 left, 32 left dragged, 64 wheel up, 65 wheel down).
  func mouse(_ button: Int, column: Int, row: Int, release: Bool = false) {
    let report = "\u{1B}[<\(button);\(column + 1);\(row + 1)\(release ? "m" : "M")"
    run(["send-keys", "-H"] + report.utf8.map { String($0, radix: 16) })
  }
  func resize(columns: Int, rows: Int) { run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"]) }
  func close() { run(["kill-pane"]) }

  // MARK: Waiting

  /// Waits until the screen is so; records what it was instead.
  @discardableResult
  func wait(
    _ seconds: Double = 30, for what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: (Screen) -> Bool
  ) -> Screen {
    var last = Screen(rows: [])
    let held = until(seconds) {
      last = screen
      return condition(last)
    }
    #expect(held, "\(what) – instead:\n\(last)", sourceLocation: sourceLocation)
    return last
  }
}

/// What a person sees.
struct Screen: Equatable, CustomStringConvertible {
  var rows: [String]
  var description: String { rows.joined(separator: "\n") }
  func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  /// The row with the clock of the track: the last with a time in it, looked for from below.
  var timelineRow: Int? { rows.lastIndex { Self.times(in: $0).count >= 2 } }
  /// Seconds of playback shown beside the timeline.
  var position: Int? { timelineRow.flatMap { Self.times(in: rows[$0]).first } }
  /// Seconds that the track lasts.
  var duration: Int? { timelineRow.flatMap { Self.times(in: rows[$0]).dropFirst().first } }
  /// What stands before the clock: ▶ or ▮▮, speed, loop.
  var state: String {
    guard let row = timelineRow, let colon = rows[row].firstIndex(of: ":") else { return "" }
    return String(rows[row][..<colon].dropLast(2))
  }
  /// The line of messages.
  var hint: String { timelineRow.map { $0 + 1 < rows.count ? rows[$0 + 1] : "" } ?? "" }
  /// The last line: position, place, datum.
  var status: String { rows.last ?? "" }

  /// Times of the form 01:02:03 in a line, in seconds.
  static func times(in line: String) -> [Int] {
    let text = Array(line.utf8)
    var out: [Int] = []
    var at = 0
    while at + 8 <= text.count {
      let part = text[at..<at + 8]
      let isTime = part.enumerated().allSatisfy { $0 == 2 || $0 == 5 ? $1 == 0x3A : (0x30...0x39).contains($1) }
      if isTime {
        let digits = part.filter { $0 != 0x3A }.map { Int($0) - 0x30 }
        out.append((digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60 + digits[4] * 10 + digits[5])
        at += 8
      } else {
        at += 1
      }
    }
    return out
  }

  /// The screen without the time of day, which no two runs share.
  var withoutTimeOfDay: Screen {
    guard let row = timelineRow, Self.times(in: rows[row]).count >= 3 else { return self }
    var copy = self
    copy.rows[row] = String(rows[row].dropLast(8))
    return copy
  }

  /// The screen without what depends on today: the time of day, and the magnetic heading beside the true one, because the declination of a
  /// track without times is that of the day it is played.
  var withoutToday: Screen {
    var copy = withoutTimeOfDay
    for (index, row) in copy.rows.enumerated() where row.contains(" true ") || row.contains(" 真") {
      var words = row.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      if let last = words.lastIndex(where: { $0.contains(".") && $0.first?.isNumber == true }) { words[last] = "" }
      copy.rows[index] = words.joined(separator: " ")
    }
    return copy
  }
}
