// Owns `SocketFile`: a listening socket in the file system that is there whole or not at all.

/// A stream socket that is bound to a path.
///
/// A path that another program listens on is refused; a socket that nobody listens on any more (its program was killed) is replaced; whatever
/// else lies there stays.
struct SocketFile: Sendable {
  /// Bound, not yet listening; whoever takes it over closes it.
  let descriptor: Int32
  let path: String
  /// What the path led to when it was made, so that only that is removed.
  private let identity: FileIdentity?

  /// - Parameter mode: who may connect: 0600 only the person who started the program, 0666 everybody.
  init(path: String, mode: mode_t) throws(FeedError) {
    self.path = path
    try Self.clear(path)
    // Made beside its place and linked to it, so that it is never seen with a mode that is not its own.
    let draft = "\(path).\(getpid())"
    let address = try Self.address(draft)
    _ = try Self.address(path)
    let socket = Self.openStream()
    guard socket >= 0 else { throw .system(path, "make a socket") }
    // On Linux the file gets the mode that the socket has when it is bound.
    fchmod(socket, 0o600)
    unlink(draft)
    let isBound = Self.with(address) { bind(socket, $0, $1) } == 0
    guard isBound, chmod(draft, mode) == 0, listen(socket, 128) == 0, link(draft, path) == 0 else {
      let code = errno
      close(socket)
      unlink(draft)
      throw code == EEXIST ? Self.taken(path) : .system(path, "make a socket", code: code)
    }
    unlink(draft)
    descriptor = socket
    identity = FileIdentity(path)
  }

  /// Removes the path, if it still leads to what was made here.
  func remove() {
    if let identity, identity == FileIdentity(path) { unlink(path) }
  }

  /// Makes room where a socket lies that nobody listens on.
  private static func clear(_ path: String) throws(FeedError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .system(path, "make a socket")
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw FeedError("\(path): is there already, and is no socket") }
    switch try connects(to: path) {
    case 0, EAGAIN: throw taken(path)
    case ECONNREFUSED: unlink(path)
    case let code: throw .system(path, "make a socket", code: code)
    }
  }

  private static func taken(_ path: String) -> FeedError { FeedError("\(path): another program listens there") }

  /// - Returns: 0 if somebody listens, else the system's error.
  private static func connects(to path: String) throws(FeedError) -> Int32 {
    let address = try address(path)
    let socket = openStream()
    guard socket >= 0 else { return errno }
    defer { close(socket) }
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    return with(address) { connect(socket, $0, $1) } == 0 ? 0 : errno
  }

  static func openStream() -> Int32 {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    if socket >= 0 { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
    return socket
  }

  static func address(_ path: String) throws(FeedError) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw FeedError("\(path): a socket's path has 1 to \(MemoryLayout.size(ofValue: address.sun_path) - 12) bytes")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  static func with<Result>(_ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

/// Which file a path leads to, not followed where it is a link.
struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64
  /// When it was made: numbers are used again.
  private let seconds: Int
  private let nanoseconds: Int

  /// `nil` where there is nothing.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
