// A folder of its own for each script, a clean environment, and where the program under test lies.

import Testing

/// Somewhere to be a stranger: an empty folder with `Routes/` in it, and nothing of the tester's environment.
final class Sandbox {
  private let folder = TemporaryFolder()
  /// The folder; it goes away with the sandbox.
  var path: String { folder.path }

  init() { symlink(packageFolder + "/Routes", path + "/Routes") }

  /// The program: beside the tests, where the build puts it, or what `TRACKVIEW_UNDER_TEST` names (an installed copy, say).
  static let program = getenv("TRACKVIEW_UNDER_TEST").map { String(cString: $0) } ?? builtProgram("trackview")

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
    TestBasics.write(content, to: path + "/" + name)
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
