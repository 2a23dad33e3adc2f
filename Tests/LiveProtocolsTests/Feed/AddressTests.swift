import LiveProtocols
import Testing

@Suite("Addresses of outputs and sources")
struct AddressTests {
  private func output(_ text: String) throws -> OutputAddress { try OutputAddress(parsing: text) }
  private func source(_ text: String) throws -> SourceAddress? { try SourceAddress(parsing: text) }
  private func network(_ host: String, _ port: Int) throws -> NetworkAddress { try #require(NetworkAddress(host: host, port: port)) }

  @Test("A server listens on this machine only, unless a host is written")
  func defaults() throws {
    #expect(try output("gpsd:2947") == .gpsd(network("127.0.0.1", 2947)))
    #expect(try output("gpsd:0") == .gpsd(network("127.0.0.1", 0)))
    #expect(try output("gpsd:0.0.0.0:2947") == .gpsd(network("0.0.0.0", 2947)))
    #expect(try output("gpsd:[::1]:2947") == .gpsd(network("::1", 2947)))
    #expect(try output("nmea-tcp:[fe80::1%eth0]:10110") == .nmeaTCP(network("fe80::1%eth0", 10110)))
    #expect(try !output("gpsd:2947").leavesThisMachine)
    #expect(try !output("gpsd:[::1]:2947").leavesThisMachine)
    #expect(try !output("gpsd:localhost:2947").leavesThisMachine)
    #expect(try output("gpsd:0.0.0.0:2947").leavesThisMachine)
    #expect(try output("gpsd:127.evil.example:2947").leavesThisMachine)
  }

  @Test("The other outputs")
  func others() throws {
    #expect(try output("nmea-udp:gps.example:10110") == .nmeaUDP(network("gps.example", 10110)))
    #expect(try output("pty") == .pty(link: nil))
    #expect(try output("pty:/run/gps:0") == .pty(link: "/run/gps:0"))
    #expect(try output("nmea-socket:/run/gps.sock") == .nmeaSocket(path: "/run/gps.sock"))
    #expect(try output("stdout:gpx") == .standardOutput(.gpx))
  }

  @Test(
    "An address is read again as it was written",
    arguments: [
      "gpsd:127.0.0.1:2947", "gpsd:[::1]:0", "nmea-tcp:localhost:10110", "nmea-udp:[ff02::1]:10110", "pty", "pty:/x", "nmea-socket:a b",
      "stdout:nmea",
    ])
  func roundTrip(_ text: String) throws { #expect(try output(text).description == text) }

  @Test(
    "What is wrong is said, and is safe to show",
    arguments: [
      "", ":", "gpsd", "gpsd:", "gpsd:x", "gpsd:65536", "gpsd:-1", "gpsd:+1", "gpsd: 1", "gpsd:1:2:3", "gpsd:::1", "gpsd:[::1]",
      "gpsd:[::1",
      "gpsd:[zz]:1", "gpsd:[::1]x:1", "gpsd:999999999999999999999", "gpsd:a b:1", "gpsd:..:1", "gpsd:-h:1", "gpsd:\u{1B}[2J:1",
      "gpsd:h\0:1",
      "gpsd:ｌocal:1", "gpsd:٣", "nmea-udp:10110", "nmea-udp::1", "nmea-udp:h:0", "nmea-tcp", "pty:", "pty:\n", "nmea-socket:",
      "nmea-socket:\u{202E}\0", "stdout", "stdout:", "stdout:xml", "stdout:NMEA", "GPSD:1", "serial:/dev/x", "http://x:1",
    ])
  func errors(_ text: String) {
    let error = #expect(throws: AddressError.self) { try OutputAddress(parsing: text) }
    let message = error?.description ?? ""
    #expect(!message.isEmpty)
    #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E })
  }

  @Test("A socket's path has the bytes that the system allows")
  func pathLimit() throws {
    let path = String(repeating: "x", count: 107)
    #expect(try output("nmea-socket:" + path) == .nmeaSocket(path: path))
    #expect(throws: AddressError.self) { try OutputAddress(parsing: "nmea-socket:x" + path) }
    #expect(throws: AddressError.self) { try OutputAddress(parsing: "gpsd:" + String(repeating: "h", count: 100_000) + ":1") }
  }

  @Test("Sources")
  func sources() throws {
    #expect(try source("gpsd://") == .gpsd(network("127.0.0.1", 2947), device: nil))
    #expect(try source("gpsd://gps.example") == .gpsd(network("gps.example", 2947), device: nil))
    #expect(try source("gpsd://gps.example/") == .gpsd(network("gps.example", 2947), device: nil))
    #expect(try source("gpsd://:3000") == .gpsd(network("127.0.0.1", 3000), device: nil))
    #expect(try source("GPSD://[::1]:3000/dev/ttyUSB0") == .gpsd(network("::1", 3000), device: "/dev/ttyUSB0"))
    #expect(try source("gpsd://[::1]") == .gpsd(network("::1", 2947), device: nil))
    #expect(try source("tcp://10.0.0.1:4001") == .tcp(network("10.0.0.1", 4001)))
    #expect(try source("tcp://10.0.0.1:4001/") == .tcp(network("10.0.0.1", 4001)))
    #expect(try source("udp://:5000") == .udp(network("127.0.0.1", 5000)))
    #expect(try source("udp://0.0.0.0:0") == .udp(network("0.0.0.0", 0)))
    #expect(try source("serial:/dev/ttyUSB0") == .serial(path: "/dev/ttyUSB0", baud: nil))
    #expect(try source("serial:///dev/ttyUSB0?baud=9600") == .serial(path: "/dev/ttyUSB0", baud: 9600))
    #expect(try source("-") == .standardInput)
    #expect(try source("stdin:") == .standardInput)
  }

  @Test(
    "A plain path is no source",
    arguments: ["", "beijing", "a/b.gpx", "gpsd", "gpsd:2947", "tcp:/x", "./gpsd://x", "--", "http://x/", "é://"])
  func paths(_ text: String) throws {
    #expect(!SourceAddress.isAddress(text))
    #expect(try source(text) == nil)
  }

  @Test(
    "A source that cannot be is an error, not a path",
    arguments: [
      "tcp://", "tcp://host", "tcp://:1", "tcp://host:0", "tcp://u@h:1", "tcp://h:1/x", "tcp://::1:80", "udp://", "udp://host",
      "udp://h:99999",
      "gpsd://h:0", "gpsd://h:x", "gpsd://h:1/\u{1B}", "gpsd://h:1:/dev/x", "serial:", "serial:?baud=9600", "serial:/dev/x?baud=9601",
      "serial:/dev/x?baud", "serial:/dev/x?speed=9600", "serial:/dev/x?baud=9600?baud=1", "serial:/a\0b", "stdin:x",
    ])
  func sourceErrors(_ text: String) {
    #expect(SourceAddress.isAddress(text))
    #expect(throws: AddressError.self) { try SourceAddress(parsing: text) }
  }

  @Test(
    "A source is read again as it was written",
    arguments: ["gpsd://127.0.0.1:2947/dev/x", "tcp://[::1]:1", "udp://127.0.0.1:5000", "serial:/dev/x?baud=4800", "serial:COM1", "stdin:"])
  func sourceRoundTrip(_ text: String) throws { #expect(try source(text)?.description == text) }
}
