// Sources on the network: what they say, how they go and come back, what they do to nonsense.

import LiveProtocols
import Testing
import TrackPlayback

@testable import LiveFeeds

@Suite struct NetworkSourceTests {
  @Test("a TCP server's lines come as messages, with the moment of their arrival") func tcp() throws {
    let server = try PlainServer()
    let listener = Listener()
    let address = try SourceAddress.loopback(tcp: server.port)
    let source = LiveSource(address, options: .quick)
    let before = (HostClock.monotonic, HostClock.wall)
    source.start(listener.handler)
    #expect(server.accept())
    server.send("39.9073 116.3913\nbus 39.91 116.")
    server.send("40\n")
    #expect(until { listener.reports.count == 2 })
    source.stop()
    #expect(listener.connections == [address.description])
    #expect(listener.events.first == .connecting)
    #expect(listener.reports.map(\.source) == ["", "bus"])
    #expect(listener.reports.map { $0.fix?.coordinate.latitude } == [39.9073, 39.91])
    for case .messages(_, let arrival, let wall) in listener.events {
      #expect(arrival >= before.0 && arrival <= HostClock.monotonic && wall >= before.1 && wall <= HostClock.wall)
    }
  }

  @Test("a gpsd is asked for reports, of the named device, and behind tcp:// once it has greeted") func gpsd() throws {
    let server = try PlainServer()
    let listener = Listener()
    let source = LiveSource(try .loopback(gpsd: server.port, device: "/dev/tty\"0"), options: .quick)
    source.start(listener.handler)
    #expect(server.accept())
    #expect(server.heard("\n") == "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/tty\\\"0\"};\n")
    server.send("{\"class\":\"VERSION\",\"release\":\"3.25\",\"proto_major\":3,\"proto_minor\":15}\r\n")
    server.send("{\"class\":\"TPV\",\"device\":\"/dev/ttyUSB0\",\"mode\":3,\"lat\":39.9,\"lon\":116.4}\r\n")
    #expect(until { listener.reports.count == 1 })
    #expect(listener.reports[0].source == "/dev/ttyUSB0" && listener.reports[0].mode == .threeDimensional)
    source.stop()

    let other = try PlainServer()
    let plain = LiveSource(try .loopback(tcp: other.port), options: .quick)
    plain.start(listener.handler)
    #expect(other.accept())
    other.send("{\"class\":\"VER")
    #expect(other.heard("\n", within: 0.2).isEmpty)
    other.send("SION\",\"release\":\"3.25\",\"proto_major\":3,\"proto_minor\":15}\r\n")
    #expect(other.heard("\n") == "?WATCH={\"enable\":true,\"json\":true};\n")
    plain.stop()
  }

  @Test("a silent gpsd is asked whether it is there, and given up if it does not answer; a silent server is only said") func silence()
    throws
  {
    var options = SourceOptions.quick
    options.silence = 0.15
    let server = try PlainServer()
    let listener = Listener()
    let source = LiveSource(try .loopback(gpsd: server.port), options: options)
    source.start(listener.handler)
    #expect(server.accept())
    #expect(server.heard("?DEVICES;\n").hasSuffix("?DEVICES;\n"))
    server.send("{\"class\":\"DEVICES\",\"devices\":[]}\r\n")
    #expect(server.heard("?DEVICES;\n") == "?DEVICES;\n")
    #expect(until { listener.losses == ["gpsd does not answer"] })
    #expect(server.accept())
    source.stop()

    let quiet = try PlainServer()
    let hearer = Listener()
    let plain = LiveSource(try .loopback(tcp: quiet.port), options: options)
    plain.start(hearer.handler)
    #expect(quiet.accept())
    #expect(until { hearer.silences == 1 })
    usleep(500_000)
    #expect(hearer.silences == 1 && hearer.losses.isEmpty)
    quiet.send("1 2\n")
    #expect(until { hearer.silences == 2 })
    plain.stop()
  }

  @Test("bytes without sense are said once; where lines make sense nothing is said") func rubbish() throws {
    var options = SourceOptions.quick
    options.puzzlement = 0.2
    let server = try PlainServer()
    let listener = Listener()
    let source = LiveSource(try .loopback(tcp: server.port), options: options)
    source.start(listener.handler)
    #expect(server.accept())
    #expect(
      until {
        server.send("\u{1}\u{2}no sense\r\n")
        return listener.puzzlements == 1
      })
    server.send("39.9 116.4\n")
    #expect(until { !listener.reports.isEmpty })
    server.send("again none\r\n")
    #expect(!until(0.3) { listener.puzzlements > 1 })
    source.stop()
  }

  @Test("an epoch whose end cannot be seen comes out when the receiver falls silent") func flush() throws {
    let server = try PlainServer()
    let listener = Listener()
    let source = LiveSource(try .loopback(tcp: server.port), options: .quick)
    source.start(listener.handler)
    #expect(server.accept())
    server.send(sentence("GPRMC,083000.00,A,3954.4380,N,11623.4780,E,3.5,91.0,010524,,,A"))
    server.send(sentence("GPGGA,083000.00,3954.4380,N,11623.4780,E,1,08,1.0,45.2,M,-9.0,M,,"))
    #expect(until { !listener.reports.isEmpty })
    let report = try #require(listener.reports.last)
    #expect(report.fix?.altitude == 45.2 && report.time == 1_714_552_200)
    source.stop()
  }

  @Test("who is not there is tried again and again, and the reason is said") func nobodyThere() throws {
    let server = try PlainServer()
    server.die()
    let listener = Listener()
    let source = LiveSource(try .loopback(tcp: server.port), options: .quick)
    source.start(listener.handler)
    #expect(until { listener.losses.count >= 3 })
    #expect(Set(listener.losses) == ["Connection refused"])
    try server.listenAgain()
    #expect(server.accept())
    server.send("1 2\n")
    #expect(until { listener.reports.count == 1 })
    source.stop()
    let unknown = Listener()
    let lost = LiveSource(.tcp(try #require(NetworkAddress(host: "nowhere.invalid", port: 1))), options: .quick)
    lost.start(unknown.handler)
    #expect(until(30) { !unknown.losses.isEmpty })
    #expect(unknown.losses.first == "the name nowhere.invalid cannot be found")
    lost.stop()
  }

  @Test("nonsense and a line without an end do no harm") func nonsense() throws {
    let server = try PlainServer()
    let listener = Listener()
    let source = LiveSource(try .loopback(tcp: server.port), options: .quick)
    source.start(listener.handler)
    #expect(server.accept())
    var seed: UInt64 = 1
    for _ in 0..<40 {
      server.send(
        (0..<50_000).map { _ in
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return UInt8(truncatingIfNeeded: seed >> 33)
        })
    }
    server.send([UInt8](repeating: 0x41, count: 4 << 20))
    server.send("\n39.9 116.4\n")
    #expect(until(30) { listener.reports.contains { $0.fix?.coordinate.latitude == 39.9 } })
    #expect(listener.losses.isEmpty)
    source.stop()
  }

  @Test("after stop nothing comes, and the connection is closed") func stop() throws {
    let server = try PlainServer()
    let listener = Listener()
    let source = LiveSource(try .loopback(tcp: server.port), options: .quick)
    source.start(listener.handler)
    #expect(server.accept())
    server.send("1 2\n")
    #expect(until { listener.reports.count == 1 })
    source.stop()
    let count = listener.events.count
    // The client's end is closed: reading says so.
    let start = monotonicSeconds
    #expect(server.heard("never").isEmpty && monotonicSeconds - start < 9)
    source.start(listener.handler)
    server.send("3 4\n")
    usleep(100_000)
    #expect(listener.events.count == count)
  }
}

@Suite struct DatagramSourceTests {
  /// A source on a free port.
  private func start(_ listener: Listener) throws -> (source: LiveSource, port: Int) {
    let source = LiveSource(.udp(try #require(NetworkAddress(host: "127.0.0.1", port: 0))), options: .quick)
    source.start(listener.handler)
    #expect(until { !listener.connections.isEmpty })
    let port = try #require(listener.connections.first?.split(separator: ":").last.flatMap { Int($0) })
    return (source, port)
  }

  @Test("a datagram is whole lines, whether it ends in one or not; long ones are not cut") func lines() throws {
    let listener = Listener()
    let (source, port) = try start(listener)
    let sender = DatagramSender(port: port)
    sender.send("1 2")
    sender.send("3 4\n5 6\n")
    sender.send((0..<4000).map { "7 \($0 % 90)\n" }.joined())
    #expect(until { listener.reports.count == 4003 })
    #expect(listener.reports.prefix(3).map { $0.fix?.coordinate.latitude } == [1, 3, 5])
    source.stop()
  }

  @Test("the sentences of two senders are not mixed up") func senders() throws {
    let listener = Listener()
    let (source, port) = try start(listener)
    let (one, other) = (DatagramSender(port: port), DatagramSender(port: port))
    for second in 0..<5 {
      let time = "08300\(second).00"
      one.send(sentence("GPRMC,\(time),A,1000.0000,N,02000.0000,E,0.0,0.0,010524,,,A"))
      other.send(sentence("GPRMC,\(time),A,3000.0000,N,04000.0000,E,0.0,0.0,010524,,,A"))
      one.send(sentence("GPGGA,\(time),1000.0000,N,02000.0000,E,1,08,1.0,100.0,M,0.0,M,,"))
      other.send(sentence("GPGGA,\(time),3000.0000,N,04000.0000,E,1,08,1.0,300.0,M,0.0,M,,"))
    }
    #expect(until { listener.reports.count { $0.fix?.altitude != nil } >= 10 })
    for report in listener.reports {
      guard let fix = report.fix, let altitude = fix.altitude else { continue }
      #expect(altitude == fix.coordinate.latitude * 10)
    }
    source.stop()
  }

  @Test("a port that another has is said and tried again") func taken() throws {
    let listener = Listener()
    let (source, port) = try start(listener)
    let second = Listener()
    let other = LiveSource(.udp(try #require(NetworkAddress(host: "127.0.0.1", port: port))), options: .quick)
    other.start(second.handler)
    #expect(until { second.losses.count >= 2 })
    #expect(second.losses.first == "Address already in use")
    source.stop()
    #expect(until { !second.connections.isEmpty })
    DatagramSender(port: port).send("1 2")
    #expect(until { second.reports.count == 1 })
    other.stop()
  }
}
