// A folder of its own for each script, a clean environment, and where the program under test lies.

import Testing

/// Somewhere to be a stranger: an empty folder with `Routes/` in it, and nothing of the tester's environment.
final class Sandbox {
  /// The folder; it goes away with the sandbox.
  let path: String

  init() {
    var template = Array("/tmp/trackview-test.XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    symlink(Self.repository + "/Routes", path + "/Routes")
  }

  deinit { if path.hasPrefix("/tmp/trackview-test.") { _ = Shell.run(["/bin/rm", "-rf", path], in: "/", environment: [:]) } }

  /// The repository: two folders above this file.
  static let repository: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  /// The program: beside the tests, where the build puts it, or what `TRACKVIEW_UNDER_TEST` names (an installed copy, say).
  static let program: String = {
    if let named = getenv("TRACKVIEW_UNDER_TEST") { return String(cString: named) }
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
    var parts = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: "/")
    if parts.isEmpty { parts = CommandLine.arguments[0].split(separator: "/") }
    while !parts.isEmpty {
      parts.removeLast()
      let candidate = "/" + parts.joined(separator: "/") + "/trackview"
      // A folder of that name, the repository perhaps, can be opened below; a program cannot.
      if access(candidate, X_OK) == 0, bytes(ofFile: candidate + "/.") == nil { return candidate }
    }
    return "trackview"
  }()

  /// A terminal of 256 colours, UTF-8, English, UTC.
  static let environment = [
    "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "tmux-256color", "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": "/nonexistent",
    "SWIFT_BACKTRACE": "enable=no",
  ]

  /// The clean environment with changes; an empty value leaves the variable out.
  static func environment(_ changes: [String: String]) -> [String: String] {
    environment.merging(changes) { $1 }.filter { !$0.value.isEmpty }
  }

  /// Writes a file into the folder and returns its name.
  @discardableResult
  func write(_ name: String, _ content: [UInt8]) -> String {
    let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    defer { close(descriptor) }
    var done = 0
    while done < content.count {
      let count = content.withUnsafeBytes { writeDescriptor(descriptor, $0.baseAddress! + done, content.count - done) }
      if count <= 0 { break }
      done += count
    }
    return name
  }

  @discardableResult
  func write(_ name: String, _ content: String) -> String { write(name, Array(content.utf8)) }

  /// Runs the program here, with nothing to read and both outputs kept.
  func trackview(_ arguments: String..., environment: [String: String] = [:]) -> Shell.Result {
    Shell.run([Self.program] + arguments, in: path, environment: Self.environment(environment))
  }

  /// Runs a line of shell here; the program is `$trackview`.
  func shell(_ line: String, environment: [String: String] = [:]) -> Shell.Result {
    Shell.run(
      ["/bin/bash", "-c", line], in: path, environment: Self.environment(environment.merging(["trackview": Self.program]) { $1 }))
  }
}
