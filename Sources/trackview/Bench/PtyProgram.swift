// A program on a pseudo-terminal: started, fed with keys, its output timed; nothing answers what it asks the terminal.

import CPlatform

/// A child process whose terminal is ours. It is ended when this value goes.
struct PtyProgram: ~Copyable {
  let pid: pid_t
  private let controller: Int32
  /// When it was about to be started, on the monotonic clock.
  let startedAt: Double

  /// What arrived until the terminal fell silent.
  struct Burst {
    var bytes: [UInt8] = []
    var first = 0.0
    var last = 0.0
  }

  /// The environment of all measurements: 256 colours, UTF-8, nothing of the person's own.
  static let environment = ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no"]
  /// `POSIX_SPAWN_SETSID` of <spawn.h>, which Swift's module hides behind `_GNU_SOURCE`.
  private static let newSession: Int16 = 0x80

  /// Starts a program in a session of its own; the terminal it opens as its standard input becomes the controlling one.
  /// - Parameter isRaw: whether the terminal passes bytes on as they are and echoes nothing, before the program has said so itself.
  init(
    _ path: String, _ arguments: [String], columns: Int = BenchSettings.columns, rows: Int = BenchSettings.rows, isRaw: Bool = false
  ) throws(ProgramError) {
    var ours: Int32 = -1
    var theirs: Int32 = -1
    guard cp_open_pty(&ours, &theirs, Int32(columns), Int32(rows)) == 0 else { throw ProgramError("no pseudo-terminal to be had") }
    defer { close(theirs) }
    if isRaw {
      var modes = termios()
      tcgetattr(theirs, &modes)
      cfmakeraw(&modes)
      tcsetattr(theirs, TCSANOW, &modes)
    }
    var name = [CChar](repeating: 0, count: 128)
    ttyname_r(theirs, &name, name.count)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Self.newSession)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = Self.environment.map { strdup($0) } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var child: pid_t = 0
    let began = MonotonicClock.seconds
    let failure = posix_spawn(&child, path, &actions, &attributes, &words, &variables)
    guard failure == 0 else {
      close(ours)
      throw ProgramError("\(path): cannot be started: \(String(cString: strerror(failure)))")
    }
    pid = child
    controller = ours
    startedAt = began
  }

  deinit {
    close(controller)
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// Reads until nothing has come for `quiet` seconds, or the program has closed its terminal.
  /// - Parameters:
  ///   - within: seconds to wait for the first byte.
  ///   - quiet: seconds; shorter than the time between two frames of a viewer that plays, or this never ends.
  ///   - text: silence counts only after this has come.
  /// - Returns: `nil` if nothing came.
  func burst(within: Double = 5, quiet: Double = 0.004, text: String? = nil) -> Burst? {
    var burst = Burst()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var isSeen = text == nil
    while isReadable(within: isSeen && !burst.bytes.isEmpty ? quiet : within) {
      let count = read(controller, &buffer, buffer.count)
      guard count > 0 else { break }
      burst.last = MonotonicClock.seconds
      if burst.bytes.isEmpty { burst.first = burst.last }
      burst.bytes += buffer[..<count]
      if !isSeen, let text { isSeen = Self.contains(burst.bytes, Array(text.utf8)) }
    }
    return burst.bytes.isEmpty ? nil : burst
  }

  /// Sends keys.
  func type(_ keys: String) { writeAll(Array(keys.utf8), to: controller) }

  /// Reads on for some seconds.
  /// - Returns: the bytes, and how often output came after a silence of 3 ms or more: the frames, where each is one write.
  func drain(seconds: Double) -> (bytes: Int, frames: Int) {
    let end = MonotonicClock.seconds + seconds
    var bytes = 0
    var frames = 0
    var last = 0.0
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while MonotonicClock.seconds < end {
      guard isReadable(within: end - MonotonicClock.seconds) else { break }
      let count = read(controller, &buffer, buffer.count)
      guard count > 0 else { break }
      let now = MonotonicClock.seconds
      if now - last > 0.003 { frames += 1 }
      last = now
      bytes += count
    }
    return (bytes, frames)
  }

  /// Seconds of processor time so far.
  var processorSeconds: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .nan }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A number of /proc/PID/status, such as `VmHWM` (kB) or `voluntary_ctxt_switches`.
  func status(_ name: String) -> Int? {
    var buffer = [UInt8](repeating: 0, count: 8192)
    let descriptor = open("/proc/\(pid)/status", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix(name + ":") }.flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) }
  }

  private func isReadable(within seconds: Double) -> Bool { cp_wait(controller, -1, max(0, seconds)) > 0 }

  private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }
}

extension PtyProgram {
  /// The viewer on a file, past its first frame.
  static func viewer(_ settings: BenchSettings, _ path: String, _ options: [String] = []) throws(ProgramError) -> PtyProgram {
    let program = try PtyProgram(settings.program, [path] + options)
    guard program.burst(text: "? help") != nil else { throw ProgramError("the viewer showed nothing") }
    return program
  }
}
