// Ports of this machine, for tests.

/// Calls a function of the C library with the address of a port of 127.0.0.1.
public func withLoopbackAddress<Result>(port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
  }
}

/// Binds a socket to a port of 127.0.0.1, by default a free one.
/// - Returns: the port; `nil` where it cannot be had.
public func boundPort(of socket: Int32, port: Int = 0) -> Int? {
  guard withLoopbackAddress(port: port, { bind(socket, $0, $1) }) == 0 else { return nil }
  var address = sockaddr_in()
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
  }
  return status == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
}
