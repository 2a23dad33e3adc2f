// `trackview bench-clients`: many gpsd clients in a process of their own, which say how late each fix came.

import ArgumentParser
import TrackFormats

struct ServeClientsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-clients", abstract: "Watch a gpsd server with many clients and say how late its fixes come.", shouldDisplay: false)

  @Argument(help: "The server's port on 127.0.0.1.")
  var port: Int

  @Option(help: "How many clients.")
  var clients = 1_000

  @Option(help: "Seconds to listen, once all have connected.")
  var seconds = 5.0

  func run() throws {
    let watchers = try GPSDWatchers(port: port, count: clients)
    // All clients are there; what came while they came one by one does not count.
    try watchers.listen(until: MonotonicClock.seconds + 1, isCounted: false)
    try say("listening\n")
    try watchers.listen(until: MonotonicClock.seconds + seconds, isCounted: true)
    let report = watchers.report
    try say(
      "\(report.fixes) \(report.lost) \(report.closed) \(report.latency.median) \(report.latency.percentile(99)) \(report.latency.most)\n")
  }
}

/// Clients of a gpsd server that watch its reports. The time of a report is taken for the moment at which it was due.
private final class GPSDWatchers {
  private struct Client {
    var descriptor: Int32
    var held: [UInt8] = []
    /// The time of the last fix, in milliseconds of the day.
    var last: Int?
    var isOpen = true
  }

  private var clients: [Client] = []
  private var polls: [pollfd] = []
  private var latencies: [Double] = []
  private var lost = 0
  /// Milliseconds from fix to fix: the least that has been seen.
  private var interval = Int.max

  /// Everything that came.
  var report: (fixes: Int, lost: Int, closed: Int, latency: Samples) {
    (latencies.count, lost, clients.count { !$0.isOpen }, Samples(latencies))
  }

  init(port: Int, count: Int) throws(ProgramError) {
    var files = rlimit(rlim_cur: 0, rlim_max: 0)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    files.rlim_cur = files.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    for _ in 0..<count {
      let descriptor = try Self.connected(to: port)
      clients.append(Client(descriptor: descriptor))
      polls.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      writeAll(Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8), to: descriptor)
    }
  }

  deinit {
    for client in clients { close(client.descriptor) }
  }

  private static func connected(to port: Int) throws(ProgramError) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    guard descriptor >= 0, status == 0 else { throw ProgramError("port \(port): \(String(cString: strerror(errno)))") }
    return descriptor
  }

  func listen(until end: Double, isCounted: Bool) throws(ProgramError) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while MonotonicClock.seconds < end {
      let limit = Int32(max(1, (end - MonotonicClock.seconds) * 1000))
      guard poll(&polls, nfds_t(polls.count), limit) > 0 else { continue }
      for index in polls.indices where polls[index].revents != 0 {
        let size = read(clients[index].descriptor, &buffer, buffer.count)
        let now = WallClock.seconds
        if size > 0 {
          take(buffer[..<size], of: index, at: now, isCounted)
        } else {
          clients[index].isOpen = false
          polls[index].fd = -1
        }
      }
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>, of index: Int, at now: Double, _ isCounted: Bool) {
    // As a rule whole lines come; only what was cut is copied.
    var rest = bytes
    if !clients[index].held.isEmpty {
      clients[index].held += bytes
      rest = clients[index].held[...]
      clients[index].held = []
    }
    while let end = rest.firstIndex(of: 0x0A) {
      if let time = Self.time(of: rest[..<end]) { note(time, of: index, at: now, isCounted) }
      rest = rest[(end + 1)...]
    }
    clients[index].held += rest
  }

  private func note(_ time: Int, of index: Int, at now: Double, _ isCounted: Bool) {
    let day = 86_400_000
    if let last = clients[index].last {
      let step = (time - last + day) % day
      if step > 0 { interval = min(interval, step) }
      if isCounted, interval < Int.max { lost += max(0, Int((Double(step) / Double(interval)).rounded()) - 1) }
    }
    clients[index].last = time
    guard isCounted else { return }
    let late = now * 1000 - (now * 1000 / Double(day)).rounded(.down) * Double(day) - Double(time)
    latencies.append(late < -Double(day) / 2 ? late + Double(day) : late)
  }

  private static let beginning = Array("{\"class\":\"TPV\"".utf8)
  private static let mark = Array("\"time\":\"".utf8)

  /// The time of a TPV line in milliseconds of the day: `"time":"2026-11-21T19:30:37.100Z"`.
  private static func time(of line: ArraySlice<UInt8>) -> Int? {
    guard line.starts(with: beginning) else { return nil }
    var at = line.startIndex + beginning.count
    while at + mark.count + 24 <= line.endIndex {
      if line[at] == mark[0], line[at..<at + mark.count].elementsEqual(mark) {
        func number(_ from: Int, _ count: Int) -> Int {
          line[(at + mark.count + from)...].prefix(count).reduce(0) { $0 * 10 + Int($1) - 0x30 }
        }
        return ((number(11, 2) * 60 + number(14, 2)) * 60 + number(17, 2)) * 1000 + number(20, 3)
      }
      at += 1
    }
    return nil
  }
}
