// Running a command to its end: outputs kept in files, so that nothing can block on a full pipe, and a limit on its time.

/// Commands without a terminal.
enum Shell {
  /// Changes the folder and becomes the command: `posix_spawn` itself cannot, by what Swift's C library module shows of it.
  private static let env = "/usr/bin/env"

  /// How a command ended and what it said.
  struct Result: CustomStringConvertible {
    /// As a shell gives it: 128 + the signal for one that a signal ended; -1 if it did not start or took too long.
    var status: Int32
    var output: [UInt8]
    var error: [UInt8]
    var text: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: error, as: UTF8.self) }
    /// Lines of the output, without the last end of line.
    var lines: [String] { Shell.lines(text) }
    var description: String { "status \(status), output “\(text.prefix(300))”, error “\(errorText.prefix(600))”" }
  }

  /// A text's lines with the blanks at their ends taken off.
  static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Runs a program and waits for its end.
  /// - Parameter limit: seconds after which it is killed.
  static func run(_ arguments: [String], in folder: String, environment: [String: String], limit: Double = 20) -> Result {
    let (output, error) = (unnamedFile(), unnamedFile())
    defer {
      close(output)
      close(error)
    }
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let pid: pid_t
    do {
      pid = try startProgram(
        [env, "-C", folder] + arguments, environment: variables, output: .descriptor(output), error: .descriptor(error))
    } catch {
      return Result(status: -1, output: [], error: Array("cannot start \(arguments[0])".utf8))
    }
    let status = wait(for: pid, limit: limit)
    return Result(status: status, output: contents(ofUnnamed: output), error: contents(ofUnnamed: error))
  }

  private static func wait(for pid: pid_t, limit: Double) -> Int32 {
    var status: Int32 = 0
    if until(limit, { waitpid(pid, &status, WNOHANG) == pid }) {
      let signal = status & 0x7F
      return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
    kill(pid, SIGKILL)
    waitpid(pid, &status, 0)
    return -1
  }
}
