// Owns how the tests of the live protocols reach files: fixtures by others, and pages of docs/.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files outside the tests.
enum Fixtures {
  /// The bytes of a file, `nil` where it cannot be read.
  static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return result }
      result.append(contentsOf: chunk[..<count])
    }
  }

  /// Writes a text, where `TRACKVIEW_WRITE_DOCS` asks for it.
  static func writeIfAsked(_ text: String, to path: String) {
    guard getenv("TRACKVIEW_WRITE_DOCS") != nil, let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  /// The names of the files in a folder, in order; empty where there is no such folder.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The folder of the package, found from this file.
  static let packageFolder: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// gpsd's own test logs, each `X.log` with what gpsd makes of it in `X.log.chk`; `nil` where they are absent. They lie in the folder that
  /// `TRACKVIEW_FIXTURES` names, or in `shared/fixtures` beside the package.
  static let gpsd: String? = {
    let named = getenv("TRACKVIEW_FIXTURES").map { String(cString: $0) }
    let candidates = [named, packageFolder + "/../shared/fixtures"].compactMap { $0.map { $0 + "/gpsd" } }
    return candidates.first { !names(in: $0).isEmpty }
  }()

  /// The lines of a text without their ends.
  static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: true).map { line in
      line.last == 0x0D ? Array(line.dropLast()) : Array(line)
    }
  }
}
