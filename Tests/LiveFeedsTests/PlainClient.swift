// A client with plain blocking sockets, as the simplest of programs would be.

/// A stream to a server.
final class PlainClient {
  let descriptor: Int32
  private var held: [UInt8] = []

  /// To a port on 127.0.0.1.
  init?(port: Int, receiveBuffer: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    guard status == 0 else { return nil }
  }

  /// To a socket in the file system.
  init?(path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    guard status == 0 else { return nil }
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = Glibc.send(descriptor, Array(bytes[done...]), bytes.count - done, Int32(MSG_NOSIGNAL))
      guard count > 0 else { return }
      done += count
    }
  }

  /// The next line without its end; `nil` once the server has closed, or nothing comes for so many seconds.
  func line(within seconds: Double = 10) -> String? {
    while true {
      if let end = held.firstIndex(of: 0x0A) {
        let line = held[..<end]
        held.removeSubrange(...end)
        return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      }
      guard let more = bytes(within: seconds), !more.isEmpty else { return nil }
      held += more
    }
  }

  /// The next line of which that is true.
  func line(within seconds: Double = 10, where condition: (String) -> Bool) -> String? {
    while let line = line(within: seconds) { if condition(line) { return line } }
    return nil
  }

  /// What comes next; empty once the server has closed, `nil` if nothing comes.
  func bytes(within seconds: Double = 10) -> [UInt8]? {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(seconds * 1000)) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }

  /// Whether the server closes within so many seconds, whatever it still sends.
  func isClosed(within seconds: Double = 10) -> Bool {
    let end = now() + seconds
    while now() < end { if bytes(within: end - now())?.isEmpty == true { return true } }
    return false
  }
}

/// Seconds of a clock that goes on evenly.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Waits until something is so.
/// - Returns: whether it was within so many seconds.
func until(_ seconds: Double = 10, _ condition: () -> Bool) -> Bool {
  let end = now() + seconds
  while now() < end {
    if condition() { return true }
    usleep(5_000)
  }
  return condition()
}
