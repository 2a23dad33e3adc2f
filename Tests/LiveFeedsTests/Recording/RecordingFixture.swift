// What the tests of the recorder share: a folder that goes, fixes, a file as it reads, and the program that is killed.

import Testing
import TrackGeodesy
import TrackPlayback

@testable import LiveFeeds
@testable import TrackFormats

/// A folder that is removed with this object.
final class ScratchFolder {
  let path: String

  init() {
    var template = Array("/tmp/trackview-test.XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// The bytes of a file; empty where there is none.
func contents(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

func setContents(_ path: String, _ bytes: [UInt8]) {
  guard let file = fopen(path, "wb") else { return }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}

/// A recording as our own reader has it, which must not find anything wrong with it.
func recording(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> TrackDocument {
  let document = try FormatRegistry.read(contents(path))
  #expect(document.format == "gpx", sourceLocation: sourceLocation)
  #expect(document.skipped.count == 0 && document.skipped.truncation == nil, sourceLocation: sourceLocation)
  return document
}

extension Fix {
  /// A fix whose altitude counts.
  static func counted(_ number: Int, time: Double? = nil) -> Fix {
    Fix(
      coordinate: Coordinate(latitude: 39.9 + Double(number) * 1e-5, longitude: 116.4), altitude: Double(number),
      time: time ?? 1_700_000_000 + Double(number), course: 90, speed: 1.5, horizontalAccuracy: 4)
  }
}

/// The program beside the test program that records until it is killed.
enum RecorderProbe {
  static var path: String {
    let name = "/RecorderProbeTool"
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
    let program = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let beside = program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + name
    if access(beside, X_OK) == 0 { return beside }
    // Under a runner of the toolchain, the test bundle's path is among the arguments.
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      let folder = argument.split(separator: "/").prefix { !$0.hasSuffix(".xctest") }.reduce("") { $0 + "/" + $1 }
      if access(folder + name, X_OK) == 0 { return folder + name }
    }
    return beside
  }
}

/// A program that was started, with what it prints.
final class Child {
  let id: pid_t
  let output: Int32
  private var isGone = false

  init(_ arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // What the test program ignores or blocks its children would too.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var texts: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    texts.append(nil)
    defer { for text in texts { free(text) } }
    var child: pid_t = 0
    let status = posix_spawnp(&child, arguments[0], &actions, &attributes, texts, environ)
    close(ends[1])
    id = child
    output = ends[0]
    if status != 0 { isGone = true }
    try #require(status == 0, "cannot start \(arguments[0])")
  }

  deinit {
    end(SIGKILL)
    close(output)
  }

  /// Sends a signal and waits for the end; whoever does not listen for ten seconds is killed.
  func end(_ signal: Int32) {
    guard !isGone else { return }
    kill(id, signal)
    var status: Int32 = 0
    isGone = until { waitpid(id, &status, WNOHANG) != 0 }
    if !isGone { kill(id, SIGKILL) }
    waitForEnd()
  }

  /// Waits for the end.
  @discardableResult func waitForEnd() -> Int32 {
    var status: Int32 = -1
    if !isGone { while waitpid(id, &status, 0) < 0, errno == EINTR {} }
    isGone = true
    return status
  }

  /// All that it printed, up to its end.
  func rest() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}

/// Whether a program is installed.
func isInstalled(_ name: String) -> Bool {
  let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]).contains { access($0 + "/" + name, X_OK) == 0 }
}
