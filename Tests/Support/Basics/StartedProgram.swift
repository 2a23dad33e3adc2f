// Starting programs.

/// What a program of its own is given for one of its three standard streams.
public enum StartedStream {
  /// Nothing to read, and nobody who listens.
  case nothing
  /// A file that is opened to read and write, a terminal say.
  case file(String)
  /// A descriptor of ours, which stays open here.
  case descriptor(Int32)
}

/// A program that could not be started.
public struct NotStarted: Error {
  public let words: [String]
  public let code: Int32
}

/// Starts a program with signals as a fresh login has them, whatever the test program ignores or blocks.
/// - Parameters:
///   - words: The program, which is looked for on the `PATH` unless it is a path, and its arguments.
///   - environment: `KEY=value` each; `nil` is the environment of the tests.
///   - isLeader: Whether it begins a session of its own; a terminal that it opens then becomes its controlling one.
/// - Returns: its process id.
public func startProgram(
  _ words: [String], environment: [String]? = nil, input: StartedStream = .nothing, output: StartedStream, error: StartedStream,
  isLeader: Bool = false
) throws(NotStarted) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (number, stream) in [input, output, error].enumerated() {
    switch stream {
    case .nothing: posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, Int32(number), path, O_RDWR, 0)
    case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
  }
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  // POSIX_SPAWN_SETSID, which Swift's module of the C library leaves out, is 0x80 in glibc and musl.
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (isLeader ? 0x80 : 0)))
  let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  let variables: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
  defer { for pointer in arguments + variables { free(pointer) } }
  var child: pid_t = 0
  let program = words.first ?? ""
  let code =
    environment == nil
    ? posix_spawnp(&child, program, &actions, &attributes, arguments, environ)
    : posix_spawnp(&child, program, &actions, &attributes, arguments, variables)
  guard code == 0 else { throw NotStarted(words: words, code: code) }
  return child
}

/// A file without a name that a program may write to and a test read from at any time; -1 where there is no room for one.
public func unnamedFile() -> Int32 {
  let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array("\(root)/trackview-output.XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  guard descriptor >= 0 else { return -1 }
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  unlink(template)
  return descriptor
}

/// What is in such a file so far, wherever its writers are.
public func contents(ofUnnamed descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
    guard count > 0 else { return bytes }
    bytes += buffer[..<count]
  }
}
