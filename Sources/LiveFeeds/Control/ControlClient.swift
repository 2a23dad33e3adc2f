// Owns `ControlClient`: the other side of a control socket, for `trackview ctl` and scripts' needs.

import LiveProtocols
import TrackFormats

/// Asks a running trackview over its control socket, one thing at a time; blocks.
package final class ControlClient {
  private let descriptor: Int32
  private let path: String
  private var held: [UInt8] = []
  private var lastID = 0

  /// The longest line that is taken.
  private static let lineLimit = 4 << 20

  /// Connects.
  /// - Parameter patience: seconds to wait for an answer.
  package init(path: String, patience: Double = 10) throws(FeedError) {
    let address = try SocketFile.address(path)
    self.path = path
    descriptor = SocketFile.openStream()
    guard descriptor >= 0 else { throw .system(path, "make a socket") }
    var limit = timeval()
    limit.tv_sec = time_t(min(max(patience, 1), 3_600))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard SocketFile.with(address, { connect(descriptor, $0, $1) }) == 0 else {
      let code = errno
      switch code {
      case ENOENT: throw FeedError("\(path): there is no such socket")
      case ECONNREFUSED: throw FeedError("\(path): no program listens there any more")
      case EACCES: throw FeedError("\(path): it belongs to somebody else")
      default: throw .system(path, "connect", code: code)
      }
    }
  }

  deinit { close(descriptor) }

  /// Sends a command and waits for its answer; events that come meanwhile are passed over.
  /// - Parameter words: a verb and its arguments, see `ControlVerb`.
  package func ask(_ words: [String]) throws(FeedError) -> Result<JSONValue, ControlFailure> {
    lastID += 1
    let request = JSONValue.object([
      JSONValue.Member("command", .array(words.map { .string($0) })), JSONValue.Member("request_id", .number(Double(lastID))),
    ])
    try send(Array((request.text + "\n").utf8))
    while let line = try line() {
      if let reply = ControlReply(line: line), reply.id == .number(Double(lastID)) { return reply.result }
    }
    throw FeedError("\(path): closed without an answer")
  }

  /// The next line that comes; `nil` once the program has closed.
  package func line() throws(FeedError) -> String? {
    while true {
      if let end = held.firstIndex(of: 0x0A) {
        defer { held.removeSubrange(...end) }
        return String(decoding: held[..<end], as: UTF8.self)
      }
      guard held.count < Self.lineLimit else { throw FeedError("\(path): an answer without an end") }
      var buffer = [UInt8](repeating: 0, count: 16_384)
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return nil }
      if count < 0 {
        if errno == EINTR { continue }
        throw errno == EAGAIN ? FeedError("\(path): no answer") : .system(path, "read")
      }
      held += buffer[..<count]
    }
  }

  /// From now on it waits for lines without end.
  package func waitForever() {
    var limit = timeval()
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  private func send(_ bytes: [UInt8]) throws(FeedError) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        done += count
      } else if errno != EINTR {
        throw errno == EPIPE ? FeedError("\(path): closed without an answer") : .system(path, "write")
      }
    }
  }
}

/// `send` of the C library without SIGPIPE, by a name that no method has.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
}
