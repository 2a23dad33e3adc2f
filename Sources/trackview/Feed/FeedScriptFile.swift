// Reading the file of `--script`.

import LiveProtocols

/// The file of a script.
enum FeedScriptFile {
  /// Bytes of a script at most.
  private static let limit = 16 << 20

  /// Reads a script; `-` is standard input.
  /// - Throws: a sentence with the file's name, and the line where something in it is wrong.
  static func read(_ path: String) throws(ProgramError) -> FeedScript {
    let title = path == "-" ? "standard input" : path
    let bytes = try content(of: path, title)
    do throws(FeedScriptError) {
      return try FeedScript(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw ProgramError("\(title): \(error.description)")
    }
  }

  private static func content(of path: String, _ title: String) throws(ProgramError) -> [UInt8] {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ProgramError("\(title): cannot be opened: \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = readBytes(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ProgramError("\(title): cannot be read: \(String(cString: strerror(errno)))") }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw ProgramError("\(title): too long for a script") }
    }
  }
}

/// `read` of the C library, whose name `FeedScriptFile.read` hides.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(descriptor, buffer, count) }
