// The viewer as a receiver: what its clients see of pause, seek and mock, and what a script can do.

import Testing

extension EndToEnd {
  @Suite("Serving") struct Serving {
    let sandbox = Sandbox()
    private var socketPath: String { sandbox.path + "/control" }

    /// A viewer that serves gpsd on a free port, a client of its control socket, and one of its gpsd.
    private func serving(_ more: String...) throws -> (tmux: Tmux, control: PlainClient, gpsd: PlainClient) {
      let tmux = Tmux(
        sandbox, command: [Sandbox.program, "beijing", "--start", "60", "--serve", "gpsd:0", "--control", socketPath] + more)
      tmux.wait(for: "the viewer") { $0.position != nil }
      let control = try #require(PlainClient(path: socketPath))
      control.say("{\"command\":[\"get_property\",\"outputs\"]}")
      let outputs = try #require(control.line { $0.contains("data") })
      let port = try #require(outputs.split { !$0.isNumber }.compactMap { Int($0) }.last { $0 > 1024 })
      let gpsd = try #require(PlainClient(port: port))
      #expect(gpsd.line { $0.contains("VERSION") } != nil)
      gpsd.say("?WATCH={\"enable\":true,\"json\":true};")
      return (tmux, control, gpsd)
    }

    private func report(_ text: String) -> (String) -> Bool { { $0.contains("\"TPV\"") && $0.contains(text) } }

    @Test("a client sees where the marker is, marked as simulated, a fix a second") func sees() throws {
      let (tmux, _, gpsd) = try serving()
      defer { tmux.press("q") }
      let first = try #require(gpsd.line(where: report("\"lat\":40.03")))
      #expect(first.contains("\"status\":8") && first.contains("\"mode\":3"))
      // With satellites above it, as any receiver's.
      #expect(gpsd.line { $0.contains("\"SKY\"") && $0.contains("\"used\":true") } != nil)
      let begin = monotonicSeconds
      for _ in 0..<3 { #expect(gpsd.line(where: report("lat")) != nil) }
      #expect(monotonicSeconds - begin > 1.5)
    }

    @Test("a pause is a receiver that stands still, and a mock is seen at once") func byHand() throws {
      let (tmux, _, gpsd) = try serving("--rate", "0.2")
      #expect(gpsd.line(where: report("\"lat\":40.03")) != nil)
      // Nothing is due for five seconds: what comes now comes because of the key.
      let begin = monotonicSeconds
      tmux.press("Space")
      #expect(gpsd.line(where: report("\"speed\":0.000")) != nil)
      tmux.press("m")
      tmux.wait(for: "the prompt") { $0.contains("put the marker at") }
      tmux.type("39.9073,116.3913")
      tmux.press("Enter")
      #expect(gpsd.line(where: report("\"lat\":39.907300000,\"lon\":116.391300000")) != nil)
      tmux.wait(for: "the mark") { $0.status.contains("MOCK") && $0.status.contains("39.907300") }
      tmux.press("m")
      #expect(gpsd.line(where: report("\"lat\":40.03")) != nil)
      #expect(monotonicSeconds - begin < 5 || gpsd.line(where: report("lat")) != nil)
    }

    @Test("the control socket sets, asks and observes, and is only the person's own") func control() throws {
      let (tmux, control, gpsd) = try serving()
      #expect(sandbox.shell("stat -c %a control").lines == ["600"])
      control.say("{\"command\":[\"set-location\",\"39.9\",\"116.4\"],\"request_id\":7}")
      #expect(control.line { $0.contains("\"request_id\":7") }?.contains("success") == true)
      #expect(gpsd.line(where: report("\"lat\":39.900000000")) != nil)
      tmux.wait(for: "the mark") { $0.status.contains("MOCK") }
      control.say("{\"command\":[\"observe_property\",1,\"paused\"]}")
      #expect(control.line { $0.contains("property-change") && $0.contains("false") } != nil)
      tmux.press("Space")
      #expect(control.line { $0.contains("property-change") && $0.contains("true") } != nil)
      control.say("{\"command\":[\"release\"]}")
      control.say("{\"command\":[\"seek\",\"50%\"]}")
      tmux.wait(for: "the middle") { $0.position == 1066 && !$0.status.contains("MOCK") }
      control.say("{\"command\":[\"step\",2]}")
      tmux.wait(for: "two points on") { $0.position == 1068 }
      control.say("{\"command\":[\"speed\",4]}")
      control.say("{\"command\":[\"resume\"]}")
      tmux.wait(for: "it plays") { $0.state.contains("▶ 4×") }
      control.say("{\"command\":[\"lose\",60]}")
      #expect(gpsd.line(where: report("\"mode\":1")) != nil)
      control.say("{\"command\":[\"quit\"]}")
      #expect(control.line { $0.contains("shutdown") } != nil)
      #expect(until { tmux.isDead })
      #expect(contents(of: socketPath) == nil && sandbox.shell("ls control").status != 0)
    }

    @Test("what a client says that makes no sense does no harm") func nonsense() throws {
      let (tmux, control, gpsd) = try serving()
      control.say("{]")
      #expect(control.line { $0.contains("error") } != nil)
      control.say(String(repeating: "x", count: 100_000))
      gpsd.say(String(repeating: "?", count: 10_000))
      control.say("{\"command\":[\"status\"],\"request_id\":9}")
      #expect(control.line { $0.contains("\"request_id\":9") } != nil)
      tmux.press("End")
      tmux.wait(for: "the keys work") { $0.contains("the end") || $0.position == 2133 }
    }

    @Test("a port or path that cannot be had is said before the screen opens") func refused() throws {
      let source = LoopbackSource()
      let result = sandbox.trackview("beijing", "--serve", "gpsd:\(source.port)")
      #expect(result.status == 1 && result.errorText.contains("\(source.port)"), "\(result)")
      sandbox.write("taken", "a file")
      let other = sandbox.trackview("beijing", "--control", "taken")
      #expect(other.status == 1 && other.errorText.contains("taken"), "\(other)")
      #expect(text(of: sandbox.path + "/taken") == "a file")
    }

    @Test("a live source goes through to the clients as it is, and a mock takes its place") func passes() throws {
      let source = LoopbackSource()
      let tmux = Tmux(
        sandbox,
        command: [Sandbox.program, "tcp://127.0.0.1:\(source.port)", "--serve", "gpsd:0", "--control", socketPath])
      tmux.wait(for: "the receiver") { $0.contains("moving") }
      let control = try #require(PlainClient(path: socketPath))
      control.say("{\"command\":[\"get_property\",\"outputs\"]}")
      let outputs = try #require(control.line { $0.contains("data") })
      let port = try #require(outputs.split { !$0.isNumber }.compactMap { Int($0) }.last { $0 > 1024 })
      let gpsd = try #require(PlainClient(port: port))
      gpsd.say("?WATCH={\"enable\":true,\"json\":true};")
      let passed = try #require(gpsd.line(where: report("\"/dev/gps\"")))
      #expect(passed.contains("\"lat\":46.5") && !passed.contains("\"status\":8"))
      #expect(gpsd.line { $0.contains("\"SKY\"") && $0.contains("\"uSat\":6") } != nil)
      control.say("{\"command\":[\"set-location\",\"10\",\"20\"]}")
      #expect(gpsd.line(where: report("\"lat\":10.0")) != nil)
      #expect(gpsd.line(where: report("lat"))?.contains("\"lat\":10.0") == true)
      control.say("{\"command\":[\"release\"]}")
      #expect(gpsd.line(where: report("\"lat\":46.5")) != nil)
    }
  }
}
