// A real gpsd that takes us for its receiver: over TCP, UDP, a pseudo-terminal, and as another gpsd.

import LiveProtocols
import Testing

@testable import LiveFeeds

private let hasDaemon = Program.isInstalled("gpsd", "-V")

@Suite(.serialized, .enabled(if: hasDaemon, "gpsd is not installed (Debian: gpsd)")) struct RealDaemonTests {
  /// Starts gpsd with a source and watches what it makes of it.
  /// - Returns: its first TPV with a place of three dimensions that is marked as simulated (before it has learnt which sentence ends an epoch
  ///   it reports the first one that has a place), and what it said of its devices.
  private func daemon(reading source: String) throws -> (report: String?, devices: String?, complaint: String) {
    let port = steadyPort()
    let daemon = try Program(["gpsd", "-N", "-n", "-D", "2", "-S", "\(port)", source])
    var client: PlainClient?
    _ = until { PlainClient(port: port).map { client = $0 } != nil }
    let watcher = try #require(client, "\(daemon.text)")
    watcher.send("?WATCH={\"enable\":true,\"json\":true};\n")
    let devices = watcher.line { $0.contains("\"class\":\"DEVICES\"") }
    let report = watcher.line(where: Self.isWhole)
    return (report, devices, daemon.text)
  }

  private static func isWhole(_ line: String) -> Bool {
    ["\"class\":\"TPV\"", "\"lat\":", "\"mode\":3", "\"status\":8"].allSatisfy { line.contains($0) }
  }

  private func expectDrive(_ answer: (report: String?, devices: String?, complaint: String)) {
    let report = answer.report ?? ""
    #expect(report.contains("\"lat\":39.9") && report.contains("\"lon\":116.3906"), "\(report) \(answer.complaint)")
    #expect(report.contains("\"speed\":20.0") && report.contains("\"track\":1.5"), "\(report)")
  }

  @Test func overTCP() throws {
    let fixture = HubFixture()
    let port = try fixture.nmeaPort()
    let drive = Drive(fixture)
    try withExtendedLifetime(drive) { expectDrive(try daemon(reading: "tcp://127.0.0.1:\(port)")) }
  }

  @Test func overUDP() throws {
    let fixture = HubFixture()
    let port = steadyPort()
    let address = try #require(NetworkAddress(host: "127.0.0.1", port: port))
    _ = try fixture.hub.open(.nmeaUDP(address))
    let drive = Drive(fixture)
    try withExtendedLifetime(drive) { expectDrive(try daemon(reading: "udp://127.0.0.1:\(port)")) }
  }

  @Test func overAPseudoTerminal() throws {
    let fixture = HubFixture()
    let path = try #require(try fixture.hub.open(.pty(link: nil)).path)
    let drive = Drive(fixture)
    try withExtendedLifetime(drive) { expectDrive(try daemon(reading: path)) }
  }

  @Test func asAnotherDaemon() throws {
    let fixture = HubFixture()
    let port = try fixture.gpsdPort()
    let drive = Drive(fixture)
    try withExtendedLifetime(drive) { expectDrive(try daemon(reading: "gpsd://127.0.0.1:\(port)")) }
  }
}
