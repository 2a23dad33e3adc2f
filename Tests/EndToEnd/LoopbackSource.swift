// A receiver on loopback: a server that says where it is, may be killed and come back, and a client of sockets.

import Synchronization

/// A TCP server on 127.0.0.1 that sends every client a gpsd report and its sky, so many times a second: going north from 46.5°, 8° at 11.1 m/s.
final class LoopbackSource: Sendable {
  /// The port; the same after ``restart()``.
  let port: Int
  private let interval: Double
  private let state: Mutex<State>

  private struct State {
    var listener: Int32 = -1
    var clients: [Int32] = []
    var step = 0
    var isRunning = false
  }

  init(perSecond rate: Double = 5) {
    interval = 1 / rate
    var state = State()
    (state.listener, port) = Self.listen(port: steadyPort())
    self.state = Mutex(state)
    run()
  }

  deinit { stop() }

  /// Whether it listens.
  var isUp: Bool { port > 0 }
  /// How many reports went out.
  var sent: Int { state.withLock { $0.step } }

  /// Closes everything, as when the process is killed.
  func stop() {
    state.withLock { state in
      state.isRunning = false
      for client in state.clients { close(client) }
      if state.listener >= 0 { close(state.listener) }
      state.clients = []
      state.listener = -1
    }
  }

  /// Listens again on the same port.
  func restart() {
    let listener = Self.listen(port: port).descriptor
    state.withLock { $0.listener = listener }
    run()
  }

  private func run() {
    state.withLock { $0.isRunning = true }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(WeakBox(self))
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let box = Unmanaged<WeakBox>.fromOpaque(argument).takeRetainedValue()
        while let source = box.source, source.turn() { _ = poll(nil, 0, Int32(source.interval * 1000)) }
        return nil
      }, box.toOpaque())
    pthread_detach(thread)
  }

  /// Lets clients in and tells all of them where it is.
  /// - Returns: whether to go on.
  private func turn() -> Bool {
    state.withLock { state in
      guard state.isRunning else { return false }
      while true {
        let client = accept(state.listener, nil, nil)
        guard client >= 0 else { break }
        state.clients.append(client)
      }
      guard !state.clients.isEmpty else { return true }
      let bytes = Array(Self.report(step: state.step, interval: interval).utf8)
      state.step += 1
      state.clients.removeAll { client in
        let count = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if count < 0 { close(client) }
        return count < 0
      }
      return true
    }
  }

  private static func report(step: Int, interval: Double) -> String {
    let latitude = 46.5 + 1e-4 * Double(step) * interval
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    var seconds = now.tv_sec
    gmtime_r(&seconds, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let thousandths = String(1000 + now.tv_nsec / 1_000_000).dropFirst()
    let date = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    let time = "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(thousandths)Z"
    let satellites = (1...8).map {
      "{\"PRN\":\($0),\"gnssid\":0,\"svid\":\($0),\"el\":\($0 * 10),\"az\":\($0 * 40),\"ss\":\(20 + $0),\"used\":\($0 < 7)}"
    }
    return "{\"class\":\"TPV\",\"device\":\"/dev/gps\",\"mode\":3,\"time\":\"\(time)\",\"lat\":\(latitude),\"lon\":8,\"altMSL\":400,"
      + "\"speed\":11.1,\"track\":0,\"eph\":4}\r\n{\"class\":\"SKY\",\"device\":\"/dev/gps\",\"hdop\":0.9,\"satellites\":["
      + satellites.joined(separator: ",") + "]}\r\n"
  }

  private static func listen(port: Int) -> (descriptor: Int32, port: Int) {
    let descriptor = streamSocket()
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    guard until(30, { boundPort(of: descriptor, port: port) != nil }), Glibc.listen(descriptor, 8) == 0 else { return (-1, 0) }
    return (descriptor, port)
  }
}

/// Keeps a source's thread from keeping the source.
private final class WeakBox: Sendable {
  private let held: Mutex<Held>
  private struct Held { weak var source: LoopbackSource? }
  var source: LoopbackSource? { held.withLock { $0.source } }
  init(_ source: LoopbackSource) { held = Mutex(Held(source: source)) }
}
