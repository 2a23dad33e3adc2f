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
    let (output, error) = (temporary(), temporary())
    defer {
      close(output)
      close(error)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, error, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals as a fresh login has them, whatever the test runner ignores.
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([env, "-C", folder] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var pid: pid_t = 0
    guard posix_spawn(&pid, env, &actions, &attributes, &words, &variables) == 0 else {
      return Result(status: -1, output: [], error: Array("cannot start \(arguments[0])".utf8))
    }
    let status = wait(for: pid, limit: limit)
    return Result(status: status, output: content(output), error: content(error))
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

  private static func temporary() -> Int32 {
    var template = Array("/tmp/trackview-output.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  private static func content(_ descriptor: Int32) -> [UInt8] {
    var out: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(out.count))
      guard count > 0 else { return out }
      out += buffer.prefix(count)
    }
  }
}
