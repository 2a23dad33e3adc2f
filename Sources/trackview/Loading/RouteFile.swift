// Finding and reading a route: a path as typed, the same whatever its case, or the name of a bundled route.

import TrackFormats
import TrackPlayback

/// A route on disk.
struct RouteFile {
  /// Where it is.
  let path: String
  /// The last part of the path.
  var name: String { isStandardInput ? "stdin" : lastPart }
  private var lastPart: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// What messages call it.
  var title: String { isStandardInput ? "standard input" : path }

  /// Finds a file: as typed; else the same path whatever the case of its letters; else a bundled route by name, with or without `routes/` and
  /// its extension.
  init(named text: String, environment: Environment) throws(ProgramError) {
    if text.isEmpty {
      throw ProgramError("the route's name is empty", status: EX_USAGE)
    } else if text == "-" || FileKind(path: text) != .missing {
      path = text
    } else if let found = Self.ignoringCase(text) {
      path = found
    } else if let found = Self.bundled(text, environment) {
      path = found
    } else {
      let known = Self.bundledNames(environment)
      let hint = known.isEmpty ? "" : "; bundled routes: " + known.joined(separator: ", ")
      throw ProgramError("\(text): no such file\(hint)")
    }
  }

  /// Whether it is standard input.
  var isStandardInput: Bool { path == "-" }

  /// Opens it and lends its bytes.
  /// - Parameter progress: see ``InputBytes``.
  func open(progress: InputBytes.Progress) throws(ProgramError) -> InputBytes {
    if isStandardInput {
      if isatty(StandardInput.track) != 0 { throw ProgramError("standard input is the terminal: pipe a track into it", status: EX_USAGE) }
      return try InputBytes(descriptor: StandardInput.track, name: title, beginning: StandardInput.beginning, progress: progress)
    }
    if FileKind(path: path) == .folder { throw ProgramError("\(path): this is a folder, not a route file") }
    var descriptor = openForReading(path)
    // A pipe that nobody has opened yet waits here.
    while descriptor < 0, errno == EINTR {
      if !progress(0, { [] }) { throw .cancelled }
      descriptor = openForReading(path)
    }
    guard descriptor >= 0 else { throw ProgramError("\(path): cannot be opened: \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    return try InputBytes(descriptor: descriptor, name: path, progress: progress)
  }

  /// The same path with the letters' case as it is on disk, part by part.
  private static func ignoringCase(_ text: String) -> String? {
    var at = text.hasPrefix("/") ? "/" : "."
    for part in text.split(separator: "/") where part != "." {
      if part == ".." {
        at += "/.."
        continue
      }
      guard
        let entry = entries(of: at).first(where: { $0 == part }) ?? entries(of: at).first(where: { $0.lowercased() == part.lowercased() })
      else { return nil }
      at += "/" + entry
    }
    return at.hasPrefix("./") ? String(at.dropFirst(2)) : at
  }

  /// A bundled route by name.
  private static func bundled(_ text: String, _ environment: Environment) -> String? {
    let parts = text.lowercased().split(separator: "/").map(String.init)
    guard let name = parts.last, parts.count == 1 || (parts.count == 2 && parts[0] == "routes") else { return nil }
    for folder in folders(environment) {
      let entries = entries(of: folder).filter(isRoute).sorted()
      let match =
        entries.first { $0.lowercased() == name } ?? entries.first { $0.lowercased().split(separator: ".").first.map(String.init) == name }
      if let match { return folder + "/" + match }
    }
    return nil
  }

  /// Names of the bundled routes, without their folder.
  static func bundledNames(_ environment: Environment) -> [String] {
    for folder in folders(environment) {
      let names = entries(of: folder).filter(isRoute).sorted()
      if !names.isEmpty { return names }
    }
    return []
  }

  private static func isRoute(_ name: String) -> Bool { !name.hasPrefix(".") && !name.lowercased().hasSuffix(".md") }

  /// Where bundled routes lie: beside an installed program, in the data folders, and in the repository.
  private static func folders(_ environment: Environment) -> [String] {
    var folders: [String] = []
    if let program = executablePath() {
      let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      folders.append(folder + "/../share/trackview/routes")
    }
    let data = environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    folders += data.split(separator: ":").map { $0 + "/trackview/routes" }
    folders += ["Routes", "routes"]
    // A build in the repository: .build-release/…/release/trackview lies some folders below Routes.
    if let program = executablePath() {
      var parts = program.split(separator: "/").map(String.init)
      for _ in 0..<5 where !parts.isEmpty {
        parts.removeLast()
        let root = "/" + parts.joined(separator: "/")
        if FileKind(path: root + "/Package.swift") == .file { folders.append(root + "/Routes") }
      }
    }
    return folders
  }

  private static func executablePath() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// What a path leads to.
enum FileKind {
  case missing, file, folder

  init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = errno == ENOENT || errno == ENOTDIR ? .missing : .file
      return
    }
    self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }
}

/// `open` of the C library, whose name `RouteFile.open` hides.
private func openForReading(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }
