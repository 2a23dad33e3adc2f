// What the tests of sources share: who listens to one, and a server with plain sockets.

import LiveProtocols
import Synchronization
import Testing
import TrackPlayback

@testable import LiveFeeds

/// Remembers what a source told.
final class Listener: Sendable {
  private let all = Mutex<[SourceEvent]>([])

  var handler: @Sendable (SourceEvent) -> Void { { [self] event in all.withLock { $0.append(event) } } }
  var events: [SourceEvent] { all.withLock { $0 } }

  var messages: [ReceiverMessage] { events.flatMap(\.messages) }
  var reports: [ReceiverReport] { messages.compactMap { if case .report(let report) = $0 { report } else { nil } } }
  var connections: [String] { events.compactMap { if case .connected(let text) = $0 { text } else { nil } } }
  var losses: [String] { events.compactMap { if case .lost(let reason, _) = $0 { reason } else { nil } } }
  var isEnded: Bool { events.contains { if case .ended = $0 { true } else { false } } }
  var puzzlements: Int { events.count { $0 == .notUnderstood } }
  var silences: Int { events.count { if case .silent = $0 { true } else { false } } }
}

/// A server on 127.0.0.1 for one client at a time.
final class PlainServer {
  private(set) var port: Int
  private var listening: Int32 = -1
  private var client: Int32 = -1

  init() throws {
    port = steadyPort()
    try listenAgain()
  }

  deinit { die() }

  /// Listens, on the port that it had before.
  func listenAgain() throws {
    listening = streamSocket()
    try #require(until { boundPort(of: listening, port: port) != nil }, "port \(port): \(String(cString: strerror(errno)))")
    try #require(listen(listening, 8) == 0)
  }

  /// Waits for a client.
  func accept(within seconds: Double = 20) -> Bool {
    var polled = pollfd(fd: listening, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(seconds * 1000)) > 0 else { return false }
    client = Glibc.accept(listening, nil, nil)
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    return client >= 0
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let count = Glibc.send(client, Array(bytes[done...]), bytes.count - done, Int32(MSG_NOSIGNAL))
      guard count > 0 else { return }
      done += count
    }
  }

  /// What the client sent so far and within so many seconds, up to the text that is looked for.
  func heard(_ text: String, within seconds: Double = 10) -> String {
    var bytes: [UInt8] = []
    let end = monotonicSeconds + seconds
    while monotonicSeconds < end, !String(decoding: bytes, as: UTF8.self).contains(text) {
      var polled = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 50) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(client, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Closes the connection; a rude one is reset, as when a machine is switched off.
  func hangUp(rudely: Bool = false) {
    var option = linger(l_onoff: 1, l_linger: 0)
    if rudely { setsockopt(client, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size)) }
    if client >= 0, !rudely { shutdown(client, Int32(SHUT_RDWR)) }
    if client >= 0 { close(client) }
    client = -1
  }

  /// Goes altogether.
  func die(rudely: Bool = false) {
    hangUp(rudely: rudely)
    if listening >= 0 { close(listening) }
    listening = -1
  }
}

/// Sends datagrams to a port on 127.0.0.1, from a port of its own.
final class DatagramSender {
  private let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  private let port: Int

  init(port: Int) { self.port = port }
  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = withLoopbackAddress(port: port) { sendto(descriptor, bytes, bytes.count, 0, $0, $1) }
  }
}

extension SourceOptions {
  /// Options that do not keep a test waiting.
  static var quick: SourceOptions {
    var options = SourceOptions()
    options.reconnection = Reconnection(shortest: 0.01, longest: 0.05)
    options.flushAfter = 0.05
    return options
  }
}

extension SourceAddress {
  static func loopback(tcp port: Int) throws -> SourceAddress { try #require(try SourceAddress(parsing: "tcp://127.0.0.1:\(port)")) }
  static func loopback(gpsd port: Int, device: String = "") throws -> SourceAddress {
    try #require(try SourceAddress(parsing: "gpsd://127.0.0.1:\(port)\(device)"))
  }
}

/// An NMEA sentence with its checksum and line end.
func sentence(_ body: String) -> String {
  let sum = body.utf8.reduce(0 as UInt8) { $0 ^ $1 }
  let digits = String(sum, radix: 16, uppercase: true)
  return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
}

extension SourceEvent {
  /// The messages of an event that brings some.
  var messages: [ReceiverMessage] { if case .messages(let messages, _, _) = self { messages } else { [] } }
}
