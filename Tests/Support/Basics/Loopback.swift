// Ports of this machine, for tests.

import Synchronization

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

/// How many steady ports were asked for; each is another one, and another process begins elsewhere.
private let steadyPorts = Atomic(Int(getpid()) &* 997)

/// A port of 127.0.0.1 that nobody has, and that stays so until somebody asks for it by its number: it is none of those that the system gives to
/// whoever asks for any, nor will this function give it again. So a test can leave it and have it again.
///
/// To have a port again may take a moment all the same: a program that another test is just starting has a copy of every socket until it runs.
public func steadyPort() -> Int {
  while true {
    // The system's own begin at 32,768 on Linux, and higher elsewhere.
    let port = 20_000 + steadyPorts.wrappingAdd(1, ordering: .relaxed).newValue % 12_000
    let probe = streamSocket()
    defer { close(probe) }
    if boundPort(of: probe, port: port) != nil { return port }
  }
}

/// A TCP socket that programs which are started do not get, and that may have a port whose last connections are not yet forgotten.
public func streamSocket() -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  var yes: Int32 = 1
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
  return descriptor
}
