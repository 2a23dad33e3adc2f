// Where tests find things: the package, files by others, documents that are made of code, programs that are built beside the tests.

import Testing

/// The folder of the package, whatever symbolic links the sources were reached through.
public let packageFolder: String = {
  // …/package/Tests/Support/Basics/Places.swift
  let resolved = realpath(#filePath, nil)
  defer { free(resolved) }
  let path = resolved.map { String(cString: $0) } ?? #filePath
  return path.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
}()

/// Where files by others lie: the folder that `TRACKVIEW_FIXTURES` names, or `shared/fixtures` beside the package; `nil` where there is none.
public let fixturesFolder: String? = {
  let named = getenv("TRACKVIEW_FIXTURES").map { String(cString: $0) }
  return [named, packageFolder + "/../shared/fixtures"].compactMap { $0 }.first { !fileNames(in: $0).isEmpty }
}()

/// A file or folder among those by others, by its path there; `nil` where it is absent.
public func fixture(_ name: String) -> String? {
  fixturesFolder.map { "\($0)/\(name)" }.flatMap { access($0, R_OK) == 0 ? $0 : nil }
}

/// Expects a file of the package to be what code makes of it; with `TRACKVIEW_WRITE_DOCS` in the environment it is written first.
/// - Parameter name: Its path in the package, `docs/keys.md`.
public func expectDocument(_ name: String, toBe wanted: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let path = "\(packageFolder)/\(name)"
  if getenv("TRACKVIEW_WRITE_DOCS") != nil { write(Array(wanted.utf8), to: path) }
  #expect(text(of: path) == wanted, "\(name) is out of date", sourceLocation: sourceLocation)
}

/// A program that the build puts beside the tests' own; only its name where there is none.
public func builtProgram(_ name: String) -> String {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
  let program = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  // Under a runner of the toolchain, the test bundle's path is among the arguments.
  for start in [program] + CommandLine.arguments.filter({ $0.contains(".xctest") }) {
    var parts = start.split(separator: "/")
    while !parts.isEmpty {
      parts.removeLast()
      let candidate = "/" + (parts.map(String.init) + [name]).joined(separator: "/")
      var status = stat()
      // A folder of that name, the repository perhaps, is no program.
      if stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(candidate, X_OK) == 0 { return candidate }
    }
  }
  return name
}

/// Whether a program is installed, on the `PATH` or among those of the system.
public func isInstalled(_ name: String) -> Bool {
  let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]).contains { access($0 + "/" + name, X_OK) == 0 }
}
