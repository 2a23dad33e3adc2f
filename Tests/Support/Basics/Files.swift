// Whole files and folders, for tests.

/// The bytes of a file; `nil` where it cannot be read.
public func contents(of path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  return rest(of: descriptor)
}

/// The text of a file; `nil` where it cannot be read.
public func text(of path: String) -> String? { contents(of: path).map { String(decoding: $0, as: UTF8.self) } }

/// All that a descriptor still gives, up to its end; `nil` where it cannot be read at all.
public func rest(of descriptor: Int32) -> [UInt8]? {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    if count < 0, bytes.isEmpty { return nil }
    guard count > 0 else { return bytes }
    bytes += buffer[..<count]
  }
}

/// Makes a file of bytes, or makes the file that is there hold these and nothing else.
/// - Returns: whether all of them are in it.
@discardableResult
public func write(_ bytes: [UInt8], to path: String) -> Bool {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  var done = 0
  while done < bytes.count {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + done, bytes.count - done) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    done += count
  }
  return true
}

/// The names of what lies in a folder, in order, without those that begin with a full stop; empty where there is no such folder.
public func fileNames(in folder: String) -> [String] { names(in: folder).filter { !$0.hasPrefix(".") } }

/// The names of all that lies in a folder, in order.
func names(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}
