// A program without a terminal that runs beside the measurements: what it says, line by line, and what it costs.

import CPlatform

/// A program whose standard output is read by lines; it is ended with this value.
final class ChildProgram {
  private let pid: pid_t
  private let output: Int32
  private var held: [UInt8] = []

  /// Starts a program; what it says on standard error goes nowhere.
  init(_ words: [String]) throws(ProgramError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ProgramError("no pipe to be had") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for pointer in arguments { free(pointer) } }
    var child: pid_t = 0
    let failure = posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
    guard failure == 0 else {
      close(ends[0])
      throw ProgramError("\(words[0]): cannot be started: \(String(cString: strerror(failure)))")
    }
    (pid, output) = (child, ends[0])
  }

  deinit {
    close(output)
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// The next line; `nil` where none comes within so many seconds, or the program has ended.
  func line(within seconds: Double) -> String? {
    let end = MonotonicClock.seconds + seconds
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      if let newline = held.firstIndex(of: 0x0A) {
        defer { held.removeSubrange(...newline) }
        return String(decoding: held[..<newline], as: UTF8.self)
      }
      guard cp_wait(output, -1, max(0, end - MonotonicClock.seconds)) > 0 else { return nil }
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { return nil }
      held += buffer[..<count]
    }
  }

  /// Seconds of processor time so far.
  var processorSeconds: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .nan }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
