import LiveProtocols
import Testing
import TrackFormats
import TrackGeodesy
import TrackPlayback

/// A target that remembers what it was told.
struct RecordingTarget: ControlTarget {
  var values: [ControlProperty: JSONValue] = [.position: .number(12.5), .mock: .null, .route: .string("a \"b\"")]
  var commands: [ControlCommand] = []

  func value(of property: ControlProperty) -> JSONValue? { values[property] }

  mutating func perform(_ command: ControlCommand) -> Result<JSONValue, ControlFailure> {
    commands.append(command)
    if case .pause = command { values[.paused] = .bool(true) }
    if case .step = command { return .failure(ControlFailure(.notPossible, "no \u{1B}[2J steps")) }
    return .success(.null)
  }
}

@Suite("Control protocol")
struct ControlProtocolTests {
  private func exchange(_ text: String) -> (replies: [String], commands: [ControlCommand]) {
    var session = ControlSession()
    var target = RecordingTarget()
    let out = session.receive(Array(text.utf8), target: &target)
    return (lines(out), target.commands)
  }
  private func lines(_ bytes: [UInt8]) -> [String] { String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init) }
  private func command(_ text: String) throws -> ControlCommand { try ControlRequest.command(text) }

  @Test("A property is asked for and given, marked with the request's number")
  func get() {
    #expect(
      exchange("{\"command\":[\"get_property\",\"position\"],\"request_id\":1}\n").replies == [
        "{\"request_id\":1,\"error\":\"success\",\"data\":12.5}"
      ])
    #expect(exchange("get route\n").replies == ["{\"request_id\":0,\"error\":\"success\",\"data\":\"a \\\"b\\\"\"}"])
    #expect(exchange("{\"request_id\":\"x\",\"command\":\"get mock\"}\r\n").replies == ["{\"request_id\":\"x\",\"error\":\"success\"}"])
  }

  @Test("What is unknown and what is unavailable are told apart")
  func missing() {
    #expect(exchange("get nonsense\n").replies[0].contains("\"error\":\"property not found\""))
    #expect(exchange("get clients\n").replies[0].contains("\"error\":\"property unavailable\""))
    #expect(exchange("set-property clients 3\n").replies[0].contains("\"error\":\"property is read-only\""))
  }

  @Test("An observed property is told now, and when it changes, and not otherwise")
  func observe() {
    var session = ControlSession()
    var target = RecordingTarget()
    let first = session.receive(Array("{\"command\":[\"observe_property\",7,\"paused\"],\"request_id\":2}\n".utf8), target: &target)
    #expect(
      lines(first) == [
        "{\"request_id\":2,\"error\":\"success\"}", "{\"event\":\"property-change\",\"id\":7,\"name\":\"paused\",\"data\":null}",
      ])
    #expect(session.changes(of: target).isEmpty)
    #expect(lines(session.receive(Array("pause\n".utf8), target: &target)) == ["{\"request_id\":0,\"error\":\"success\"}"])
    #expect(lines(session.changes(of: target)) == ["{\"event\":\"property-change\",\"id\":7,\"name\":\"paused\",\"data\":true}"])
    #expect(session.changes(of: target).isEmpty)
    #expect(lines(session.receive(Array("unobserve 7\n".utf8), target: &target)) == ["{\"request_id\":0,\"error\":\"success\",\"data\":1}"])
    target.values[.paused] = .bool(false)
    #expect(session.changes(of: target).isEmpty)
    #expect(!session.isObserving)
  }

  @Test("Status gives every property that is available, in the order of the table")
  func status() {
    #expect(
      exchange("status\n").replies == [
        "{\"request_id\":0,\"error\":\"success\",\"data\":{\"position\":12.5,\"mock\":null,\"route\":\"a \\\"b\\\"\"}}"
      ])
  }

  @Test(
    "Commands as people write them",
    arguments: [
      ("pause", .pause), ("  resume  ", .resume), ("play", .resume), ("toggle", .toggle), ("release", .release), ("hold", .hold),
      ("quit", .quit),
      ("seek 90", .seek(.position(90))), ("seek 1:30", .seek(.position(90))), ("seek 1:02:03.5", .seek(.position(3723.5))),
      ("seek 50%", .seek(.share(0.5))), ("seek +10", .seek(.relative(10))), ("seek -1:10", .seek(.relative(-70))),
      ("seek 10 relative", .seek(.relative(10))), ("seek 25 absolute-percent", .seek(.share(0.25))), ("speed 10", .speed(10)),
      ("rate 5", .rate(5)), ("step", .step(1)), ("step -3", .step(-3)), ("loop", .loop(true)), ("loop no", .loop(false)),
      ("lose 12", .lose(12)),
      ("set_property paused yes", .pause), ("set-property paused false", .resume), ("set-property speed 2", .speed(2)),
      ("set-property percent 25", .seek(.share(0.25))), ("set-property mock null", .release),
    ] as [(String, ControlCommand)])
  func words(_ text: String, _ expected: ControlCommand) throws { #expect(try command(text) == expected) }

  @Test("The same commands in JSON")
  func json() {
    let texts = [
      "{\"command\":[\"seek\",90]}", "{\"command\":[\"seek\",-5]}", "{\"command\":[\"seek\",\"50%\"]}", "{\"command\":[\"speed\",2.5]}",
      "{\"command\":[\"set_property\",\"loop\",true]}", "{\"command\":[\"set_property\",\"mock\",null]}", "{\"command\":[\"step\",-2]}",
      "{\"command\":[\"set-location\",1,2,{\"a\":1}]}",
    ]
    let (replies, commands) = exchange(texts.joined(separator: "\n") + "\n")
    #expect(
      commands == [.seek(.position(90)), .seek(.relative(-5)), .seek(.share(0.5)), .speed(2.5), .loop(true), .release, .step(-2)])
    #expect(replies.count == 8)
    #expect(replies[6] == "{\"request_id\":0,\"error\":\"error running command\",\"message\":\"no [2J steps\"}")
    #expect(replies[7].contains("invalid parameter"))
  }

  @Test("A location is latitude first, in any datum, and comes out as WGS 84")
  func locations() throws {
    let place = Coordinate(latitude: 39.9073, longitude: 116.3913)
    for text in ["set 39.9073,116.3913", "set 39.9073 116.3913", "set-location 39.9073, 116.3913 wgs84", "set 39.9073 , 116.3913 WGS-84"] {
      #expect(try command(text) == .setLocation(Fix(coordinate: place)), "\(text)")
    }
    #expect(try command("set -33.5,-70,520") == .setLocation(Fix(coordinate: Coordinate(latitude: -33.5, longitude: -70), altitude: 520)))
    // The value that the original's constants give: 116.404,39.915 becomes 116.41024449916938,39.91640428150164.
    guard case .setLocation(let fix) = try command("set 39.91640428150164,116.41024449916938 gcj02") else {
      Issue.record("not a location")
      return
    }
    #expect(abs(fix.coordinate.latitude - 39.915) < 1e-9 && abs(fix.coordinate.longitude - 116.404) < 1e-9)
    let (_, commands) = exchange(
      "{\"command\":[\"set_property\",\"mock\",{\"latitude\":1,\"longitude\":2,\"altitude\":3,\"course\":360,\"speed\":5,\"accuracy\":6}]}\n"
        + "{\"command\":[\"set-location\",1,2]}\n{\"command\":[\"set-location\",{\"latitude\":1,\"longitude\":2}]}\n")
    let corner = Coordinate(latitude: 1, longitude: 2)
    #expect(
      commands == [
        .setLocation(Fix(coordinate: corner, altitude: 3, course: 0, speed: 5, horizontalAccuracy: 6)),
        .setLocation(Fix(coordinate: corner)),
        .setLocation(Fix(coordinate: corner)),
      ])
  }

  @Test(
    "What is wrong is answered with an error and does nothing",
    arguments: [
      "dance", "{", "{}", "{\"command\":[]}", "{\"command\":[1]}", "{\"command\":{}}", "{\"command\":[\"pause\"],\"request_id\":[1]}",
      "{\"command\":[\"pause\"]} x", "[\"pause\"]", "seek", "seek x", "seek 1:60", "seek 101%", "seek 1e99", "seek nan", "seek 1 2",
      "seek 50% relative",
      "seek --5", "speed", "speed 0", "speed -1", "speed inf", "speed 0x10", "speed 1 2", "rate 1000", "step 1.5", "step 1e30",
      "loop maybe",
      "pause now", "set", "set 1", "set 91,0", "set 0,181", "set a,b", "set 1,2,3,4", "set 1,2 mars", "set 1,2 gcj02 x", "set 1,2,nan",
      "lose -1",
      "set-property", "set-property nothing 1", "set-property position -1", "observe", "observe x", "observe 1.5 position", "unobserve x",
      "enable-event nothing", "{\"command\":[\"set-location\",{\"latitude\":1}]}",
      "{\"command\":[\"set-location\",{\"latitude\":91,\"longitude\":0}]}",
      "{\"command\":[\"set-location\",{\"latitude\":1,\"longitude\":0,\"speed\":\"x\"}]}", "{\"command\":[\"seek\",1e300]}",
      "{\"command\":[\"step\",1e300]}", "\u{0}\u{1}\u{7F}", "{\"command\":[\"\u{202E}\"]}",
    ])
  func errors(_ text: String) {
    let (replies, commands) = exchange(text + "\n")
    #expect(commands.isEmpty)
    #expect(replies.count == 1)
    let reply = replies.first.flatMap { ControlReply(line: $0) }
    guard case .failure(let failure) = reply?.result else {
      Issue.record("no error for \(text): \(replies)")
      return
    }
    #expect(!failure.message.isEmpty)
    #expect(replies.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E })
  }

  @Test("Blank lines and remarks are passed over")
  func blank() { #expect(exchange("\n\r\n   \n# a remark\n").replies.isEmpty) }

  @Test("Lines come in any pieces, and the last one may lack its end")
  func pieces() {
    var session = ControlSession()
    var target = RecordingTarget()
    var out: [UInt8] = []
    for byte in "{\"command\":[\"get_property\",\"position\"],\"request_id\":1}\npause".utf8 {
      out += session.receive([byte], target: &target)
    }
    #expect(lines(out) == ["{\"request_id\":1,\"error\":\"success\",\"data\":12.5}"])
    #expect(target.commands.isEmpty)
    #expect(lines(session.finish(target: &target)).count == 1)
    #expect(target.commands == [.pause])
    #expect(session.finish(target: &target).isEmpty)
  }

  @Test("A line without end is answered once and forgotten; the next one counts")
  func endless() {
    var session = ControlSession()
    var target = RecordingTarget()
    let out = session.receive(Array(repeating: UInt8(ascii: "a"), count: 1_000_000), target: &target)
    #expect(lines(out).count == 1)
    #expect(lines(out).first?.contains("65536") == true)
    #expect(lines(session.receive(Array("aaa\npause\n".utf8), target: &target)) == ["{\"request_id\":0,\"error\":\"success\"}"])
    #expect(target.commands == [.pause])
  }

  @Test("A client observes at most 64 properties")
  func manyObservations() {
    let replies = exchange(String(repeating: "observe position\n", count: 65)).replies
    #expect(replies.count { $0.contains("property-change") } == 64)
    #expect(replies.last?.contains("error running command") == true)
  }

  @Test("Events are told unless they are not wanted")
  func events() {
    var session = ControlSession()
    var target = RecordingTarget()
    #expect(lines(session.event(.fixLost)) == ["{\"event\":\"fix-lost\"}"])
    _ = session.receive(Array("disable_event all\nenable_event ended\n".utf8), target: &target)
    #expect(session.event(.fixLost).isEmpty)
    #expect(lines(session.event(.ended)) == ["{\"event\":\"ended\"}"])
  }

  @Test("Deeply nested and huge JSON is an error, not a crash")
  func nested() {
    let deep = "{\"command\":" + String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000) + "}"
    #expect(exchange(deep + "\n").replies.count == 1)
    let wide = "{\"command\":[" + String(repeating: "1,", count: 20_000) + "1]}"
    #expect(exchange(wide + "\n").replies.count == 1)
  }

  @Test("What a client sends is what a session reads, and the reply is read back")
  func client() throws {
    var session = ControlSession()
    var target = RecordingTarget()
    let out = session.receive(ControlRequest.line(["set", "39.9,116.4", "wgs84"], id: 9), target: &target)
    #expect(target.commands == [.setLocation(Fix(coordinate: Coordinate(latitude: 39.9, longitude: 116.4)))])
    let reply = try #require(ControlReply(line: lines(out)[0]))
    #expect(reply.id == .number(9))
    #expect(reply.result == .success(.null))
    #expect(ControlReply(line: "{\"event\":\"ended\"}") == nil)
    #expect(ControlReply(line: "hello") == nil)
    #expect(ControlReply.text(target.status) == "position: 12.5 s\nmock: null\nroute: a \"b\"")
  }

  @Test("Every command and property has its row, and no two have one name")
  func tables() {
    let names = ControlVerb.allCases.flatMap { [$0.rawValue] + [$0.row.short].compactMap(\.self) }
    #expect(Set(names).count == names.count)
    for verb in ControlVerb.allCases { #expect(ControlVerb.markdown.contains("`\(verb.rawValue)")) }
    for property in ControlProperty.allCases {
      #expect(ControlProperty.markdown.contains("| `\(property.rawValue)` |"))
      #expect(ControlProperty(name: property.rawValue) == property)
    }
  }
}
