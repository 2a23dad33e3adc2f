// gpsd's own clients against our server: each believes it.

import LiveProtocols
import Testing

@testable import LiveFeeds

@Suite(.serialized) struct RealClientTests {
  /// A server with a drive, for as long as a test needs it.
  private final class Fixture {
    let port: Int
    private let drive: Drive

    init() throws {
      let hub = HubFixture()
      port = try hub.gpsdPort()
      drive = Drive(hub)
    }
  }

  private static let missingClients: Comment = "gpsd's clients are not installed (Debian: gpsd-clients)"
  private static let hasPipe = Program.isInstalled("gpspipe", "-V")
  private static let hasScreenClients = ScreenProgram.isInstalled && Program.isInstalled("cgps", "-V")
  private static let hasPython = hasModule("gps")
  private static let hasPackage = hasModule("gpsdclient")

  private static func hasModule(_ name: String) -> Bool { (try? Program(["/usr/bin/python3", "-c", "import \(name)"]))?.wait() == 0 }

  @Test(.enabled(if: hasPipe, missingClients)) func gpspipeWatchesJSON() throws {
    let fixture = try Fixture()
    let text = try Program.output(of: ["gpspipe", "-w", "-n", "12", "127.0.0.1:\(fixture.port)"])
    #expect(Program.contains(text, "\"class\":\"VERSION\""))
    #expect(Program.contains(text, "\"class\":\"WATCH\""))
    #expect(Program.contains(text, "\"class\":\"TPV\"") && Drive.isShown(in: text), "\(text)")
    #expect(Program.contains(text, "\"class\":\"SKY\"") && Program.contains(text, "\"uSat\":6"), "\(text)")
  }

  @Test(.enabled(if: hasPipe, missingClients)) func gpspipeWatchesSentences() throws {
    let fixture = try Fixture()
    let text = try Program.output(of: ["gpspipe", "-r", "-n", "25", "127.0.0.1:\(fixture.port)"])
    #expect(Program.contains(text, "$GPGGA,") && Program.contains(text, "$GPRMC,"), "\(text)")
    #expect(Program.contains(text, ",3954.9") && Program.contains(text, ",11623.4"), "\(text)")
  }

  @Test(.enabled(if: hasScreenClients, missingClients)) func cgpsShowsASimulatedFix() throws {
    let fixture = try Fixture()
    let client = try ScreenProgram(["cgps", "-m", "127.0.0.1:\(fixture.port)"])
    #expect(
      client.shows { Program.contains($0, "3D SIM FIX") && Program.contains($0, "39.91") && Program.contains($0, "116.39060000") },
      "\(client.text)")
  }

  @Test(.enabled(if: hasScreenClients, missingClients)) func gpsmonShowsThePosition() throws {
    let fixture = try Fixture()
    let client = try ScreenProgram(["gpsmon", "127.0.0.1:\(fixture.port)"], columns: 120, rows: 40)
    #expect(client.shows { Program.contains($0, "39 54") || Program.contains($0, "3954.9") }, "\(client.text)")
  }

  @Test(.enabled(if: Program.isInstalled("gpsprof", "-V"), missingClients)) func gpsprofProfilesTheFixes() throws {
    let fixture = try Fixture()
    let text = try Program.output(of: ["gpsprof", "-f", "space", "-n", "20", "127.0.0.1:\(fixture.port)"])
    #expect(Program.contains(text, "116.390600"), "\(text)")
  }

  @Test(.enabled(if: hasPython, "Python's gps is not installed (Debian: python3-gps)")) func pythonsClientGetsAFix() throws {
    let fixture = try Fixture()
    let script = """
      import gps
      session = gps.gps(host="127.0.0.1", port="\(fixture.port)", mode=gps.WATCH_ENABLE)
      for report in session:
          if report["class"] == "TPV" and session.valid & gps.LATLON_SET:
              print(report["class"], session.fix.mode, session.fix.latitude, session.fix.longitude, session.fix.status)
              break
      """
    let text = try Program.output(of: ["/usr/bin/python3", "-c", script])
    #expect(text.hasPrefix("TPV 3 39.9") && Program.contains(text, " 116.3906 "), "\(text)")
  }

  @Test(.enabled(if: hasPackage, "PyPI's gpsdclient is not installed for /usr/bin/python3")) func aPackageOfPyPIGetsAFix() throws {
    let fixture = try Fixture()
    let script = """
      import gpsdclient
      with gpsdclient.GPSDClient(host="127.0.0.1", port=\(fixture.port)) as client:
          for report in client.dict_stream(convert_datetime=True, filter=["TPV"]):
              print(report["mode"], report["lat"], report["lon"], report["time"].year)
              break
      """
    let text = try Program.output(of: ["/usr/bin/python3", "-c", script])
    #expect(text.hasPrefix("3 39.9") && Program.contains(text, " 116.3906 20"), "\(text)")
  }
}
