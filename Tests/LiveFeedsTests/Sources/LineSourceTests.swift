// Sources on a serial line and on standard input.

import CPlatform
import LiveProtocols
import Testing
import TrackPlayback

@testable import LiveFeeds

/// A receiver on a pseudo-terminal, found by a link of its own.
private final class FakeReceiver {
  private(set) var controller: Int32 = -1
  private let link: String

  init(link: String) throws {
    self.link = link
    try plugIn()
  }

  deinit { pullOut() }

  func plugIn() throws {
    var terminal: Int32 = -1
    try #require(cp_open_pty(&controller, &terminal, 80, 24) == 0)
    let name = String(cString: ttyname(terminal))
    var modes = termios()
    tcgetattr(terminal, &modes)
    cfmakeraw(&modes)
    tcsetattr(terminal, TCSANOW, &modes)
    close(terminal)
    unlink(link)
    try #require(symlink(name, link) == 0)
  }

  func pullOut() {
    if controller >= 0 { close(controller) }
    controller = -1
    unlink(link)
  }

  func send(_ text: String) { send(Array(text.utf8)) }
  func send(_ bytes: [UInt8]) { _ = write(controller, bytes, bytes.count) }

  /// The speed that the line was set to.
  var speed: speed_t {
    var modes = termios()
    tcgetattr(controller, &modes)
    return cfgetispeed(&modes)
  }
}

@Suite struct LineSourceTests {
  private let folder = TemporaryFolder()
  private var link: String { folder.path + "/gps" }

  @Test("a serial line is read at its speed, and again once its plug is back") func serial() throws {
    let receiver = try FakeReceiver(link: link)
    let listener = Listener()
    let source = LiveSource(try #require(try SourceAddress(parsing: "serial:\(link)?baud=38400")), options: .quick)
    source.start(listener.handler)
    #expect(until { listener.connections == ["\(link), 38400 baud"] })
    #expect(receiver.speed == speed_t(B38400))
    // The line is met in the middle of something.
    receiver.send("9.5 116.4\n39.9 116.4\n")
    #expect(until { listener.reports.count == 1 })
    #expect(listener.reports[0].fix?.coordinate.latitude == 39.9)
    receiver.pullOut()
    #expect(until { listener.losses.count >= 3 })
    #expect(Set(listener.losses).isSubset(of: ["Input/output error", "the line hung up", "No such file or directory"]))
    try receiver.plugIn()
    #expect(until { listener.connections.count == 2 })
    receiver.send("\n39.8 116.4\n")
    #expect(until { listener.reports.count == 2 })
    source.stop()
  }

  @Test("where no speed is stated the usual ones are tried, and the one that makes sense is kept") func speeds() throws {
    let receiver = try FakeReceiver(link: link)
    let listener = Listener()
    var options = SourceOptions.quick
    options.baudPatience = 0.1
    let source = LiveSource(try #require(try SourceAddress(parsing: "serial:\(link)")), options: options)
    source.start(listener.handler)
    #expect(until { listener.connections == ["\(link), trying 9600 baud"] })
    #expect(
      until {
        receiver.send([0xF8, 0x80, 0x00, 0x78, 0xFE])
        return receiver.speed == speed_t(B115200)
      })
    #expect(listener.connections.prefix(3) == ["\(link), trying 9600 baud", "\(link), trying 4800 baud", "\(link), trying 115200 baud"])
    var second = 0
    #expect(
      until {
        second += 1
        receiver.send(sentence("GPRMC,0830\(10 + second % 50).00,A,3954.4380,N,11623.4780,E,3.5,91.0,010524,,,A"))
        return !listener.reports.isEmpty
      })
    let settled = try #require(listener.connections.last)
    #expect(!settled.contains("trying"))
    usleep(300_000)
    #expect(listener.connections.last == settled)
    source.stop()
  }

  @Test("what is no serial line, or not there, is said and tried again") func noLine() throws {
    let file = folder.path + "/file"
    write([1], to: file)
    for (path, reason) in [(file, "Inappropriate ioctl for device"), (folder.path + "/none", "No such file or directory")] {
      let listener = Listener()
      let source = LiveSource(.serial(path: path, baud: 9600), options: .quick)
      source.start(listener.handler)
      #expect(until { listener.losses.count >= 2 })
      #expect(listener.losses.first == reason)
      source.stop()
    }
  }

  @Test("standard input is read to its end, after what was read of it before") func standardInput() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let listener = Listener()
    var options = SourceOptions.quick
    options.standardInput = ends[0]
    options.standardInputBeginning = Array("1 2\n3".utf8)
    let source = LiveSource(.standardInput, options: options)
    source.start(listener.handler)
    #expect(until { listener.reports.count == 1 })
    _ = write(ends[1], " 4\n5 6", 6)
    #expect(until { listener.reports.count == 2 })
    #expect(!listener.isEnded)
    close(ends[1])
    #expect(until { listener.isEnded })
    // The last line has no end of its own.
    #expect(listener.reports.map { $0.fix?.coordinate.latitude } == [1, 3, 5])
    #expect(listener.events.last == .ended(reason: nil))
    source.stop()
  }

  @Test("a descriptor that cannot be read ends with the reason") func unreadable() throws {
    let listener = Listener()
    var options = SourceOptions.quick
    options.standardInput = open(folder.path, O_RDONLY | O_CLOEXEC)
    defer { close(options.standardInput) }
    let source = LiveSource(.standardInput, options: options)
    source.start(listener.handler)
    #expect(until { listener.events.last == .ended(reason: "Is a directory") })
    source.stop()
  }
}
