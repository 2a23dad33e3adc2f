// Other programs that read the same file in the same run.

/// A program to compare with, where it is installed.
enum ReferenceProgram {
  /// Seconds that a command takes, `nil` where it cannot be started or fails. Its output goes nowhere.
  static func seconds(_ words: [String]) -> Double? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for pointer in arguments { free(pointer) } }
    var child: pid_t = 0
    let start = MonotonicClock.seconds
    guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? MonotonicClock.seconds - start : nil
  }

  /// Seconds of a Python program over a file; what it takes to start and import is taken off.
  static func python(_ imports: String, _ body: String, file: String) -> Double? {
    guard let empty = seconds(["python3", "-c", imports]), let whole = seconds(["python3", "-c", imports + "\n" + body, file]) else {
      return nil
    }
    return max(1e-6, whole - empty)
  }
}
