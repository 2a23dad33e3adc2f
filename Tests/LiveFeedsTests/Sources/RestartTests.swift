// A source that dies a hundred times: found again each time, and every fix that reached us is recorded once.

import LiveProtocols
import Testing
import TrackPlayback

@testable import LiveFeeds
@testable import TrackFormats

@Suite(.serialized) struct RestartTests {
  @Test("a source killed and restarted 100 times is found again each time; each fix that came is recorded exactly once")
  func hundredDeaths() throws {
    let folder = ScratchFolder()
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
    "a real gpsd that replays a log is read as gpsd:// and as tcp://",
    .enabled(if: isInstalled("gpsfake") && isInstalled("gpsd"), "gpsfake or gpsd is not installed"), arguments: ["gpsd", "tcp"])
  func realGPSD(scheme: String) throws {
    let folder = ScratchFolder()
    let log = folder.path + "/walk.log"
    var text = "# Name: a walk\n# Date: 2024-05-01\n"
    for second in 0..<50 {
      let time = "0830\(second < 10 ? "0" : "")\(second).00"
      let minutes = "54.\(4380 + second)"
      text += sentence("GPRMC,\(time),A,39\(minutes),N,11623.4780,E,3.5,0.0,010524,,,A")
      text += sentence("GPGGA,\(time),39\(minutes),N,11623.4780,E,1,08,1.0,45.2,M,-9.0,M,,")
    }
    setContents(log, Array(text.utf8))
    let free = try PlainServer()
    let port = free.port
    free.die()
    let gpsfake = try Child(["gpsfake", "-n", "-c", "0.05", "-P", "\(port)", log])
    let listener = Listener()
    let source = LiveSource(scheme == "gpsd" ? try .loopback(gpsd: port) : try .loopback(tcp: port), options: .quick)
    source.start(listener.handler)
    #expect(until(60) { listener.reports.count { $0.fix != nil } >= 10 })
    source.stop()
    gpsfake.end(SIGINT)
    let fixes = listener.reports.compactMap(\.fix)
    for fix in fixes {
      #expect(abs(fix.coordinate.latitude - 39.9073) < 0.01 && abs(fix.coordinate.longitude - 116.3913) < 0.0001)
    }
    #expect(fixes.contains { $0.altitude == 45.2 })
  }
}
