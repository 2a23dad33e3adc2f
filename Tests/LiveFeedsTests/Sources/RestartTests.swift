// A source that dies a hundred times: found again each time, and every fix that reached us is recorded once.

import LiveProtocols
import Testing
import TrackPlayback

@testable import LiveFeeds
@testable import TrackFormats

@Suite(.serialized) struct RestartTests {
  @Test("a source killed and restarted 100 times is found again each time; each fix that came is recorded exactly once")
  func hundredDeaths() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/walk.gpx"
    let recorder = try TrackRecorder.start(path: path)
    let queue = try SourceQueue()
    let server = try PlainServer()
    let source = LiveSource(try .loopback(tcp: server.port), options: .quick)
    source.start(queue.handler())
    var arrived: [Int] = []
    var connections = 0
    func drain() {
      for news in queue.take() {
        switch news.event {
        case .connected: connections += 1
        case .messages(let messages, _, let wall):
          for case .report(let report) in messages {
            arrived.append(Int((report.fix?.coordinate.latitude ?? -1) * 1000 + 0.5))
            recorder.record(report, arrival: wall)
          }
        default: break
        }
      }
    }
    for round in 0..<100 {
      if round > 0 { try server.listenAgain() }
      try #require(server.accept(), "round \(round)")
      for number in 0..<5 { server.send("\(Double(round * 5 + number) / 1000) 10 \(1_700_000_000 + round * 5 + number)\n") }
      // Every third time it is seen whether what was sent came; the other times it may be lost on the way, if the end is rude.
      #expect(
        until {
          drain()
          return connections == round + 1
        }, "round \(round)")
      if round % 3 == 0 {
        #expect(
          until {
            drain()
            return arrived.last == round * 5 + 4
          })
      }
      server.die(rudely: round % 3 == 2)
    }
    #expect(
      until {
        drain()
        return connections == 100 && arrived.last ?? 0 >= 98 * 5
      })
    source.stop()
    drain()
    recorder.stop()
    #expect(connections == 100)
    // Nothing came twice, and what a server that closed in order had sent is all there.
    #expect(arrived == Array(Set(arrived)).sorted())
    for round in 0..<100 where round % 3 != 2 {
      #expect((0..<5).allSatisfy { arrived.contains(round * 5 + $0) }, "round \(round)")
    }
    let recorded = try recording(path).tracks.flatMap { $0.points.latitudes }.map { Int($0 * 1000 + 0.5) }
    #expect(recorded == arrived)
  }

  @Test(
    "a real gpsd is read as gpsd:// and as tcp://, and found again when it was killed",
    .enabled(if: isInstalled("gpsd"), "gpsd is not installed"), arguments: ["gpsd", "tcp"])
  func realGPSD(scheme: String) throws {
    let receiver = try PlainServer()
    let free = try PlainServer()
    let port = free.port
    free.die()
    let command = ["gpsd", "-N", "-n", "-b", "-S", "\(port)", "tcp://127.0.0.1:\(receiver.port)"]
    let listener = Listener()
    let source = LiveSource(scheme == "gpsd" ? try .loopback(gpsd: port) : try .loopback(tcp: port), options: .quick)
    source.start(listener.handler)
    var second = 0
    for round in 1...2 {
      let gpsd = try Child(command)
      try #require(receiver.accept())
      let count = listener.reports.count { $0.fix?.altitude != nil }
      #expect(
        until(60) {
          second += 1
          receiver.send(epoch(second))
          usleep(20_000)
          return listener.reports.count { $0.fix?.altitude != nil } >= count + 5
        }, "round \(round)")
      gpsd.end(SIGKILL)
      receiver.hangUp()
    }
    source.stop()
    for fix in listener.reports.compactMap(\.fix) {
      #expect(abs(fix.coordinate.latitude - 39.9073) < 0.02 && abs(fix.coordinate.longitude - 116.3913) < 0.0001)
    }
  }

  /// What a receiver says in one second.
  private func epoch(_ second: Int) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "08\(padded(second / 60 % 60))\(padded(second % 60)).00"
    let minutes = "54.\(4380 + second)"
    return sentence("GPRMC,\(time),A,39\(minutes),N,11623.4780,E,3.5,0.0,010524,,,A")
      + sentence("GPGSA,A,3,01,02,03,04,05,06,,,,,,,1.5,1.0,1.2")
      + sentence("GPGGA,\(time),39\(minutes),N,11623.4780,E,1,08,1.0,45.2,M,-9.0,M,,")
  }
}
