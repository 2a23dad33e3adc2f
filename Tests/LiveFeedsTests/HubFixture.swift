// What the tests of servers share: a hub with its thread, reports, a folder that goes.

import LiveProtocols
import Synchronization
import Testing
import TrackGeodesy
import TrackPlayback

@testable import LiveFeeds

/// A hub on a thread of its own, which ends with it.
final class HubFixture {
  let thread = NetworkThread()
  let hub: FeedHub
  let words = Words()

  init(limits: FeedLimits = FeedLimits()) {
    let words = words
    hub = FeedHub(thread, limits: limits) { words.add($0) }
  }

  deinit {
    hub.stop()
    thread.stop()
  }

  /// A gpsd server on a free port.
  func gpsdPort() throws -> Int { try port(.gpsd(loopback)) }
  /// An NMEA server on a free port.
  func nmeaPort() throws -> Int { try port(.nmeaTCP(loopback)) }

  private func port(_ address: OutputAddress) throws -> Int { try #require(try hub.open(address).network?.port) }
  private var loopback: NetworkAddress { NetworkAddress(host: "127.0.0.1", port: 0)! }

  /// A client that watches, past the answers to its request.
  func watcher(_ port: Int, receiveBuffer: Int32? = nil) throws -> PlainClient {
    let client = try #require(PlainClient(port: port, receiveBuffer: receiveBuffer))
    client.send("?WATCH={\"enable\":true,\"json\":true};\n")
    #expect(client.line { $0.contains("\"class\":\"WATCH\"") } != nil)
    return client
  }

  /// What the hub had to say.
  final class Words: Sendable {
    private let all = Mutex<[String]>([])
    func add(_ word: String) { all.withLock { $0.append(word) } }
    var list: [String] { all.withLock { $0 } }
  }
}

extension ReceiverMessage {
  /// A fix whose latitude counts: 10.00001, 10.00002, …
  static func fix(_ number: Int) -> ReceiverMessage {
    let coordinate = Coordinate(latitude: 10 + Double(number) * 1e-5, longitude: 20)
    return .report(
      ReceiverReport(
        mode: .threeDimensional, status: .simulated, time: 1_700_000_000 + Double(number),
        fix: Fix(coordinate: coordinate, altitude: 45, time: 1_700_000_000 + Double(number))))
  }

  /// A sky of a few satellites.
  static let someSky = ReceiverMessage.sky(
    SkyView(
      satellites: (1...8).map { Satellite(number: $0, system: .gps, elevation: 40, azimuth: Double($0) * 40, signal: 40, isUsed: true) }))
}

/// The latitude of a TPV line, as the number of its fix.
func number(ofFix line: String) -> Int? {
  guard line.contains("\"class\":\"TPV\""), let start = line.range(of: "\"lat\":") else { return nil }
  return Double(line[start].prefix { $0.isNumber || $0 == "." || $0 == "-" }).map { Int((($0 - 10) * 1e5).rounded()) }
}

extension String {
  /// Where a text ends in this one.
  func range(of text: String) -> PartialRangeFrom<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return index(start, offsetBy: text.count)... }
      start = index(after: start)
    }
    return nil
  }
}
