// Owns the command `RouteMaker FOLDER`, which writes the sample routes that trackview ships. The same program writes the same bytes each time.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@main
enum RouteMaker {
  /// Every sample route, by file name.
  static func files() -> [RouteFile] {
    Beijing.files() + CentralPark.files() + Faulhorn.files() + Fiji.files() + Wasserkuppe.files()
  }

  static func main() {
    guard CommandLine.arguments.count == 2 else {
      fail("usage: RouteMaker FOLDER", status: 64)
    }
    for file in files() {
      let path = "\(CommandLine.arguments[1])/\(file.name)"
      guard store(file.text, at: path) else {
        fail("RouteMaker: cannot write \(path): \(String(cString: strerror(errno)))", status: 1)
      }
      print("\(file.name)  \(file.text.utf8.count) bytes")
    }
  }

  private static func store(_ text: String, at path: String) -> Bool {
    guard let handle = fopen(path, "wb") else { return false }
    let bytes = Array(text.utf8)
    let written = fwrite(bytes, 1, bytes.count, handle)
    return fclose(handle) == 0 && written == bytes.count
  }

  private static func fail(_ sentence: String, status: Int32) -> Never {
    let line = Array("\(sentence)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
  }
}
