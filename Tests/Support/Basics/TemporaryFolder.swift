// A folder that goes when its test ends.

/// An empty folder that is removed with this object, and all that is in it by then.
public final class TemporaryFolder: Sendable {
  /// Where it is; a path at which nothing is and nothing can be made where there is no room for a folder.
  public let path: String

  public init() {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(root)/trackview-test.XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent/folder"
  }

  deinit { Self.remove(path) }

  /// What lies in it, in order.
  public var names: [String] { TestBasics.names(in: path) }

  /// Writes a file and gives its path.
  @discardableResult
  public func write(_ bytes: [UInt8], as name: String) throws -> String {
    let path = "\(path)/\(name)"
    guard TestBasics.write(bytes, to: path) else { throw NotWritten(path: path) }
    return path
  }

  @discardableResult
  public func write(_ text: String, as name: String) throws -> String { try write(Array(text.utf8), as: name) }

  /// A file that could not be written.
  public struct NotWritten: Error { public let path: String }

  private static func remove(_ path: String) {
    for name in TestBasics.names(in: path) {
      let whole = path + "/" + name
      if unlink(whole) != 0 { remove(whole) }
    }
    rmdir(path)
  }
}
