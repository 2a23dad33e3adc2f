// Owns `LiveFixMeasurement`: from a fix on a socket to the last byte of the frame that shows it.

import CPlatform
import TrackGeodesy

/// A receiver on loopback, a viewer on a pseudo-terminal: when a fix goes out, and when the frame is through that it causes.
///
/// Each fix is a fifth of a second's way from the one before, and states the speed for it, so that the marker has come to rest before the next:
/// what is written then is the frame of the fix and no other.
enum LiveFixMeasurement: Measurement {
  static let name = "live-fix"
  static let title = "A fix on a TCP socket to the last byte of its painted frame, 120×36, through a pseudo-terminal"

  static func measure(_ settings: BenchSettings) throws -> [BenchRow] {
    let count = settings.isQuick ? 60 : 400
    let json = try times(settings, count) { index, time in
      Array(
        """
        {"class":"TPV","device":"bench","mode":3,"time":"\(time)","lat":\(latitude(index)),"lon":8,"altMSL":400,"speed":50,"track":0,"eph":4}\r\n
        """.utf8)
    }
    let nmea = try times(settings, count) { index, time in
      let clock = time.dropFirst(11).filter { $0 != ":" && $0 != "Z" }
      let date = [8, 5, 2].map { time.dropFirst($0).prefix(2) }.joined()
      let minutes = (latitude(index) - 46) * 60
      let place = "46\(DecimalText.fixed(minutes, digits: 6)),N,00800.000000,E"
      return sentence("GPGGA,\(clock),\(place),1,08,0.9,400.0,M,47.0,M,,") + sentence("GPRMC,\(clock),A,\(place),97.2,0.0,\(date),,,A")
    }
    return [row("gpsd's JSON", json), row("NMEA, two sentences a fix", nmea)]
  }

  private static func row(_ what: String, _ samples: Samples) -> BenchRow {
    BenchRow(
      "\(what): p99", samples.percentile(99), .milliseconds, atMost: 5,
      reference: "median \(BenchUnit.milliseconds.text(samples.median)), \(samples.count) fixes")
  }

  /// 10 m a fix.
  private static func latitude(_ index: Int) -> Double { 46.5 + 9e-5 * Double(index) }

  private static func sentence(_ body: String) -> [UInt8] {
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return Array("$\(body)*\(sum.utf8.count < 2 ? "0" : "")\(sum)\r\n".utf8)
  }

  /// Milliseconds for each of so many fixes.
  private static func times(_ settings: BenchSettings, _ count: Int, _ fix: (Int, String) -> [UInt8]) throws -> Samples {
    let server = try ReceiverSocket()
    let program = try PtyProgram(settings.program, ["tcp://127.0.0.1:\(server.port)"])
    guard program.burst(text: "waiting") != nil, let client = server.accept(within: 5) else {
      throw ProgramError("the viewer does not connect")
    }
    defer { close(client) }
    var samples = Samples()
    for index in 0..<count + 10 {
      // Until the marker rests.
      _ = program.drain(seconds: 0.1)
      while program.burst(within: 0.06, quiet: 0.02) != nil {}
      let bytes = fix(index, now())
      let sent = MonotonicClock.seconds
      writeAll(bytes, to: client)
      guard let frame = program.burst(within: 1) else { throw ProgramError("no frame for a fix") }
      // The first ones set the scene: hints go, the sentence that ends an epoch is learnt.
      if index >= 10 { samples.add((frame.last - sent) * 1e3) }
    }
    return samples
  }

  /// `2024-05-01T08:30:00.25Z`
  private static func now() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let hundredths = two(Int32(time.tv_nsec / 10_000_000))
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(hundredths)Z"
  }
}

/// A listening socket on loopback.
private struct ReceiverSocket: ~Copyable {
  let port: Int
  private let descriptor: Int32

  init() throws(ProgramError) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isOpen else { throw ProgramError("no socket to be had on loopback") }
    descriptor = listener
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }

  /// The next client.
  func accept(within seconds: Double) -> Int32? {
    guard cp_wait(descriptor, -1, seconds) > 0 else { return nil }
    let client = Glibc.accept(descriptor, nil, nil)
    var one: Int32 = 1
    setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    return client >= 0 ? client : nil
  }
}
