// The outputs that are no clients of a port: datagrams, pseudo-terminals, sockets in the file system.

import LiveProtocols
import Testing
import TrackPlayback

@testable import LiveFeeds

@Suite struct OutputTests {
  @Test func sentencesOverTCP() throws {
    let fixture = HubFixture()
    let client = try #require(PlainClient(port: try fixture.nmeaPort()))
    #expect(until { fixture.hub.listenerCount == 1 })
    fixture.hub.publish([.fix(1), .someSky])
    #expect(client.line()?.hasPrefix("$G") == true)
  }

  @Test func sentencesAsDatagrams() throws {
    let fixture = HubFixture()
    let receiver = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(receiver) }
    let port = try #require(boundPort(of: receiver))
    let address = try #require(NetworkAddress(host: "127.0.0.1", port: port))
    _ = try fixture.hub.open(.nmeaUDP(address))
    for number in 1...3 {
      fixture.hub.publish([.fix(number), .someSky])
      var polled = pollfd(fd: receiver, events: Int16(POLLIN), revents: 0)
      #expect(poll(&polled, 1, 10_000) == 1)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(receiver, &buffer, buffer.count)
      #expect(count > 0 && count <= 1_400)
      #expect(buffer.first == UInt8(ascii: "$"))
      #expect(buffer[max(0, count - 1)] == UInt8(ascii: "\n"))
    }
  }

  @Test func datagramsToNobodyDoNoHarm() throws {
    let fixture = HubFixture()
    let probe = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let port = try #require(boundPort(of: probe))
    close(probe)
    _ = try fixture.hub.open(.nmeaUDP(try #require(NetworkAddress(host: "127.0.0.1", port: port))))
    let watcher = try fixture.watcher(try fixture.gpsdPort())
    for number in 1...5 {
      fixture.hub.publish(.fix(number))
      #expect(watcher.line { LiveFeedsTests.number(ofFix: $0) == number } != nil)
    }
  }

  @Test func sentencesArePackedBetweenLineEnds() {
    let sentences = Array("$A,1\r\n$B,22\r\n$C,333\r\n".utf8)
    func pieces(_ limit: Int) -> [String] { NMEAPieces(sentences, limit: limit).map { String(decoding: $0, as: UTF8.self) } }
    #expect(pieces(100) == ["$A,1\r\n$B,22\r\n$C,333\r\n"])
    #expect(pieces(14) == ["$A,1\r\n$B,22\r\n", "$C,333\r\n"])
    #expect(pieces(8) == ["$A,1\r\n", "$B,22\r\n", "$C,333\r\n"])
    // What fits into no piece is left out.
    #expect(pieces(7) == ["$A,1\r\n", "$B,22\r\n"])
    #expect(pieces(1) == [])
  }

  // MARK: Pseudo-terminals

  @Test func aReaderOfThePtyGetsSentences() throws {
    let fixture = HubFixture()
    let path = try #require(try fixture.hub.open(.pty(link: nil)).path)
    let reader = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
    defer { close(reader) }
    fixture.hub.publish([.fix(1), .someSky])
    #expect(text(reader).hasPrefix("$G"))
    fixture.hub.refreshListeners()
    #expect(until { fixture.hub.listenerCount == 1 })
  }

  @Test func whoOpensThePtyLaterGetsNothingOfThePast() throws {
    let fixture = HubFixture()
    let path = try #require(try fixture.hub.open(.pty(link: nil)).path)
    let watcher = try fixture.watcher(try fixture.gpsdPort())
    func publish(_ number: Int) throws {
      fixture.hub.publish(.fix(number))
      #expect(watcher.line { LiveFeedsTests.number(ofFix: $0) == number } != nil)
      // The device comes after the clients.
      try fixture.thread.loop.submit {}.wait()
    }
    // Nobody reads; then one who opens it and reads nothing; then it is closed again.
    for number in 1...100 { try publish(number) }
    var reader = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    for number in 101...1_000 { try publish(number) }
    close(reader)
    for number in 1_001...1_010 { try publish(number) }
    reader = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    var buffer = [UInt8](repeating: 0, count: 1_024)
    #expect(read(reader, &buffer, buffer.count) <= 0)
    try publish(1_011)
    #expect(text(reader).hasPrefix("$G"))
  }

  @Test func aReaderThatStopsReadingLosesWholeSentences() throws {
    let fixture = HubFixture()
    let path = try #require(try fixture.hub.open(.pty(link: nil)).path)
    let watcher = try fixture.watcher(try fixture.gpsdPort())
    let reader = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    var out = ""
    for number in 1...3_000 {
      fixture.hub.publish([.fix(number), .someSky])
      #expect(watcher.line { LiveFeedsTests.number(ofFix: $0) == number } != nil)
      if number % 1_000 == 0 { out += text(reader, within: 0) }
    }
    fixture.hub.publish(.fix(3_001))
    out += text(reader)
    let lines = out.split(separator: "\r\n")
    #expect(lines.count > 50)
    for line in lines { #expect(line.hasPrefix("$") && !line.dropFirst().contains("$"), "\(line)") }
  }

  @Test func theLinkIsMadeReplacedAndRemoved() throws {
    let folder = TemporaryFolder()
    let link = folder.path + "/gps"
    // As a killed program leaves it.
    symlink("/dev/pts/99999", link)
    do {
      let fixture = HubFixture()
      let output = try fixture.hub.open(.pty(link: link))
      #expect(target(link) == output.path)
      #expect(output.link == link)
    }
    #expect(target(link) == nil)
  }

  @Test func whatIsNoLinkOfOursStays() throws {
    let folder = TemporaryFolder()
    let file = folder.path + "/a"
    close(open(file, O_CREAT | O_WRONLY, 0o600))
    let link = folder.path + "/b"
    symlink(file, link)
    let fixture = HubFixture()
    #expect(throws: FeedError.self) { try fixture.hub.open(.pty(link: file)) }
    #expect(throws: FeedError.self) { try fixture.hub.open(.pty(link: link)) }
    #expect(target(link) == file)
    // A link that another has put there meanwhile is not ours to remove.
    let mine = folder.path + "/c"
    _ = try fixture.hub.open(.pty(link: mine))
    unlink(mine)
    symlink(file, mine)
    fixture.hub.stop()
    #expect(target(mine) == file)
  }

  // MARK: Sockets in the file system

  @Test func everybodyMayListenOnTheSocket() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/socket"
    let fixture = HubFixture()
    #expect(try fixture.hub.open(.nmeaSocket(path: path)).path == path)
    #expect(mode(path) == 0o666)
    let client = try #require(PlainClient(path: path))
    #expect(until { fixture.hub.listenerCount == 1 })
    fixture.hub.publish(.fix(1))
    #expect(client.line()?.hasPrefix("$G") == true)
    fixture.hub.stop()
    #expect(mode(path) == nil)
  }

  @Test func aSocketThatIsUsedIsRefusedAndOneThatIsLeftIsReplaced() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/socket"
    let left = try SocketFile(path: path, mode: 0o600)
    #expect(mode(path) == 0o600)
    #expect(throws: FeedError.self) { try SocketFile(path: path, mode: 0o600) }
    // As when its program is killed. A program that another test starts at this moment may hold a copy until it runs.
    close(left.descriptor)
    var made: SocketFile?
    #expect(
      until {
        made = try? SocketFile(path: path, mode: 0o600)
        return made != nil
      })
    let again = try #require(made)
    // The one who was there first does not remove what is another's now.
    left.remove()
    #expect(mode(path) == 0o600)
    again.remove()
    #expect(mode(path) == nil)
    close(again.descriptor)
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    #expect(throws: FeedError.self) { try SocketFile(path: path, mode: 0o600) }
    #expect(throws: FeedError.self) { try SocketFile(path: folder.path + "/none/a", mode: 0o600) }
    #expect(throws: FeedError.self) { try SocketFile(path: "/" + String(repeating: "x", count: 200), mode: 0o600) }
  }

  // MARK: The system

  /// What can be read now, or comes first within so many seconds.
  private func text(_ descriptor: Int32, within seconds: Double = 10) -> String {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var out: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while poll(&polled, 1, out.isEmpty ? Int32(seconds * 1000) : 50) > 0 {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      out += buffer[..<count]
    }
    return String(decoding: out, as: UTF8.self)
  }

  private func target(_ link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 1_024)
    let count = readlink(link, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
