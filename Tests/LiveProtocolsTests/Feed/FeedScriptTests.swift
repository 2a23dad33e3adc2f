import LiveProtocols
import Testing
import TrackGeodesy
import TrackPlayback

@Suite("Feed scripts")
struct FeedScriptTests {
  @Test("Times are absolute, or counted from the line before; remarks and blank lines are passed over")
  func times() throws {
    var script = try FeedScript(
      parsing: """
        # a script
        5.0  pause          # stand still
        +2   resume

        1:30 seek 50%
        1:30 speed 10
        1:00:00.5 quit
        """)
    #expect(
      script.commands == [
        ScriptedCommand(time: .seconds(5), command: .pause), ScriptedCommand(time: .seconds(7), command: .resume),
        ScriptedCommand(time: .seconds(90), command: .seek(.share(0.5))), ScriptedCommand(time: .seconds(90), command: .speed(10)),
        ScriptedCommand(time: .milliseconds(3_600_500), command: .quit),
      ])
    #expect(script.nextDue == .seconds(5))
    let early = script.due(until: .seconds(4))
    #expect(early.isEmpty)
    let most = script.due(until: .seconds(90))
    #expect(most.count == 4)
    #expect(script.nextDue == .milliseconds(3_600_500))
    let last = script.due(until: .seconds(4000))
    #expect(last.map(\.command) == [.quit])
    #expect(script.nextDue == nil)
  }

  @Test("A location in another datum")
  func datum() throws {
    let script = try FeedScript(parsing: "0 set 39.91640428150164,116.41024449916938 gcj02\r\n1 release\r\n")
    guard case .setLocation(let fix) = script.commands.first?.command else {
      Issue.record("no location")
      return
    }
    #expect(abs(fix.coordinate.longitude - 116.404) < 1e-9)
    #expect(script.commands.count == 2)
  }

  @Test(
    "What is wrong is said with its line",
    arguments: [
      ("x pause", 1), ("1 pause\n2", 2), ("\n\n3 dance", 3), ("5 pause\n4 resume", 2), ("5 pause\n-1 resume", 2), ("1 get position", 1),
      ("1 status", 1), ("1e99 pause", 1), ("nan pause", 1), ("+ pause", 1), ("1:99 pause", 1), ("++1 pause", 1), ("1 set 99,0", 1),
      ("1 seek", 1),
    ])
  func errors(_ text: String, _ line: Int) {
    let error = #expect(throws: FeedScriptError.self) { try FeedScript(parsing: text) }
    #expect(error?.line == line)
    #expect(error?.description.hasPrefix("line \(line): ") == true)
  }

  @Test("Hostile text is an error and safe to show")
  func hostile() {
    let error = #expect(throws: FeedScriptError.self) { try FeedScript(parsing: "1 \u{1B}[2J\u{202E}") }
    #expect(error?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E } == true)
    #expect(throws: FeedScriptError.self) { try FeedScript(parsing: String(repeating: "0 pause\n", count: FeedScript.limit + 1)) }
    #expect(throws: FeedScriptError.self) { try FeedScript(parsing: String(repeating: "9", count: 1_000_000)) }
  }
}
