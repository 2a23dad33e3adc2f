// Other people's programs: started, listened to, and ended by their process id.

/// A program that runs; it ends with this value.
final class Program {
  private let pid: pid_t
  private let output: Int32
  private var status: Int32?

  /// Whether a program is on the PATH and runs.
  static func isInstalled(_ words: String...) -> Bool { (try? Program(words))?.wait(20) != nil }

  /// Starts a program; what it says on both outputs is kept.
  /// - Throws: where it cannot be started.
  init(_ words: [String], environment: [String: String] = [:]) throws {
    output = unnamedFile()
    var variables = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "HOME=/tmp"]
    variables += environment.map { "\($0.key)=\($0.value)" }
    do {
      // `env` looks for the program on the path of the environment above.
      pid = try startProgram(["/usr/bin/env"] + words, environment: variables, output: .descriptor(output), error: .descriptor(output))
    } catch {
      close(output)
      throw error
    }
  }

  deinit {
    end()
    close(output)
  }

  /// What it has said so far.
  var text: String { String(decoding: contents(ofUnnamed: output), as: UTF8.self) }

  /// Waits for its end.
  /// - Returns: its exit status; `nil` if it goes on, or there is no such program.
  func wait(_ seconds: Double = 30) -> Int32? {
    var code: Int32 = 0
    _ = until(seconds) {
      if status == nil, waitpid(pid, &code, WNOHANG) == pid { status = code }
      return status != nil
    }
    guard let status, status & 0x7F == 0 else { return nil }
    let value = (status >> 8) & 0xFF
    return value == 127 ? nil : value
  }

  /// Waits until it has said something of which that is true.
  func says(_ seconds: Double = 20, _ condition: (String) -> Bool) -> Bool { until(seconds) { condition(text) } }

  /// Ends it.
  func end() {
    guard status == nil else { return }
    var code: Int32 = 0
    kill(pid, SIGTERM)
    if !until(5, { waitpid(pid, &code, WNOHANG) == pid }) {
      kill(pid, SIGKILL)
      waitpid(pid, &code, 0)
    }
    status = code
  }

  /// Runs a program to its end.
  /// - Returns: what it said.
  static func output(of words: [String], environment: [String: String] = [:]) throws -> String {
    let program = try Program(words, environment: environment)
    _ = program.wait()
    return program.text
  }

  /// Does a text contain another?
  static func contains(_ text: String, _ part: String) -> Bool { text.range(of: part) != nil }
}

/// A program on a screen of its own, in a tmux server of its own.
final class ScreenProgram {
  private let folder = TemporaryFolder()
  private var socket: String { folder.path + "/tmux" }

  static let isInstalled = Program.isInstalled("tmux", "-V")

  init(_ words: [String], columns: Int = 100, rows: Int = 30) throws {
    try tmux(["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"] + words)
  }

  deinit { _ = try? tmux(["kill-server"]) }

  /// What it shows.
  var text: String { (try? tmux(["capture-pane", "-p"])) ?? "" }

  /// Waits until it shows something of which that is true.
  func shows(_ seconds: Double = 20, _ condition: (String) -> Bool) -> Bool { until(seconds) { condition(text) } }

  @discardableResult
  private func tmux(_ words: [String]) throws -> String {
    try Program.output(of: ["tmux", "-u", "-S", socket] + words, environment: ["TERM": "xterm-256color", "SHELL": "/bin/sh"])
  }
}
