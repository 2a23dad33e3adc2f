// A client with plain blocking sockets, as the simplest of programs would be.

/// A stream to a server.
public final class PlainClient {
  public let descriptor: Int32
  private var held: [UInt8] = []

  /// To a port on 127.0.0.1.
  public init?(port: Int, receiveBuffer: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
    guard withLoopbackAddress(port: port, { connect(descriptor, $0, $1) }) == 0 else { return nil }
  }

  /// To a socket in the file system.
  public init?(path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    guard status == 0 else { return nil }
  }

  deinit { close(descriptor) }

  public func send(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = TestBasics.send(descriptor, bytes[done...])
      guard count > 0 else { return }
      done += count
    }
  }

  /// Sends a line.
  public func say(_ line: String) { send(line + "\n") }

  /// The next line of which that is true, without its end; `nil` once the server has closed, or where none comes within so many seconds.
  public func line(within seconds: Double = 20, where condition: (String) -> Bool = { _ in true }) -> String? {
    let end = monotonicSeconds + seconds
    while true {
      if let at = held.firstIndex(of: 0x0A) {
        let bytes = held[..<at]
        let line = String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self)
        held.removeSubrange(...at)
        if condition(line) { return line }
        guard monotonicSeconds < end else { return nil }
      } else {
        guard let more = bytes(within: max(0, end - monotonicSeconds)), !more.isEmpty else { return nil }
        held += more
      }
    }
  }

  /// What comes next; empty once the server has closed, `nil` if nothing comes.
  public func bytes(within seconds: Double = 10) -> [UInt8]? {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(seconds * 1000)) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }

  /// Whether the server closes within so many seconds, whatever it still sends.
  public func isClosed(within seconds: Double = 10) -> Bool {
    let end = monotonicSeconds + seconds
    while monotonicSeconds < end { if bytes(within: end - monotonicSeconds)?.isEmpty == true { return true } }
    return false
  }
}

/// `send` of the C library, which a method of that name hides.
private func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
}
