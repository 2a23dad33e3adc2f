// Conversations with clients of gpsd, as real ones hold them: what they send was taken down from the programs of Debian 12 (gpsd 3.22).

import LiveProtocols
import Testing
import TrackFormats
import TrackGeodesy
import TrackPlayback

@Suite("gpsd: conversations")
struct GPSDSessionTests {
  static let state: GPSDServerState = {
    var state = GPSDServerState(
      devices: [GPSDDevice(path: "walk.gpx", activated: 1_774_267_200)], defaultPath: "walk.gpx", release: "trackview 1",
      time: 1_774_267_201)
    _ = state.take(.report(GPSDTextTests.report))
    return state
  }()

  private static let version = #"{"class":"VERSION","release":"trackview 1","rev":"trackview 1","proto_major":3,"proto_minor":14}"#
  private static let device =
    #"{"class":"DEVICE","path":"walk.gpx","driver":"NMEA0183","subtype":"trackview","activated":"2026-03-23T12:00:00.000Z","flags":1}"#
  private static let devices = #"{"class":"DEVICES","devices":["# + device + "]}"

  private static func watch(
    _ enable: Bool, json: Bool = false, nmea: Bool = false, raw: Int = 0, scaled: Bool = false, timing: Bool = false, split24: Bool = false,
    pps: Bool = false
  ) -> String {
    #"{"class":"WATCH","enable":\#(enable),"json":\#(json),"nmea":\#(nmea),"raw":\#(raw),"scaled":\#(scaled),"timing":\#(timing),"#
      + #""split24":\#(split24),"pps":\#(pps)}"#
  }

  /// What a client sends, what it gets, and what it wants from then on.
  struct Dialogue: CustomTestStringConvertible {
    var client: String
    var turns: [(sent: String, answers: [String])]
    var wants: GPSDSession.Delivery
    var testDescription: String { client }
  }

  static let dialogues: [Dialogue] = [
    Dialogue(
      client: "gpspipe -w, gpxlogger, gps2udp",
      turns: [("?WATCH={\"enable\":true,\"json\":true};\n", [devices, watch(true, json: true)])], wants: .json),
    Dialogue(
      client: "gpspipe -r", turns: [("?WATCH={\"enable\":true,\"nmea\":true};\n", [devices, watch(true, nmea: true)])], wants: .nmea),
    Dialogue(
      client: "gpspipe -R", turns: [("?WATCH={\"enable\":true,\"raw\":2};\n", [devices, watch(true, raw: 2)])], wants: .nmea),
    Dialogue(
      client: "gpspipe -w -2 -p",
      turns: [
        (
          "?WATCH={\"enable\":true,\"json\":true,\"timing\":true,\"split24\":true};\n",
          [devices, watch(true, json: true, timing: true, split24: true)]
        )
      ], wants: .json),
    Dialogue(
      client: "gpsmon, which sends no semicolon",
      turns: [("?WATCH={\"raw\":2,\"pps\":true}\r\n", [devices, watch(true, raw: 2, pps: true)])], wants: .nmea),
    Dialogue(
      client: "gpsprof and python-gps, which send no semicolon and say goodbye",
      turns: [
        ("?WATCH={\"enable\":true,\"json\":true}\n", [devices, watch(true, json: true)]),
        ("?WATCH={\"enable\":false,\"json\":false,\"timing\":false}\n", [devices, watch(false)]),
      ], wants: []),
    Dialogue(
      client: "a person with nc",
      turns: [
        ("?VERSION;\r\n", [version]), ("?DEVICES;\r\n", [devices]), ("?DEVICE;\r\n", [device]), ("?WATCH;\r\n", [devices, watch(false)]),
        ("?VERSION\n", [version]), ("\n", []),
      ], wants: []),
    Dialogue(
      client: "several requests on a line, and JSON and NMEA at once",
      turns: [
        (
          "?VERSION;?DEVICES;?WATCH={\"json\":true,\"nmea\":true};?WATCH;\n",
          [version, devices, devices, watch(true, json: true, nmea: true), devices, watch(true, json: true, nmea: true)]
        )
      ], wants: [.json, .nmea]),
    Dialogue(
      client: "one that enables, and names nothing to hear",
      turns: [("?WATCH={\"enable\":true};\n", [devices, watch(true)])], wants: []),
    Dialogue(
      client: "one that stops and goes on: what it wanted is remembered",
      turns: [
        ("?WATCH={\"enable\":true,\"json\":true,\"scaled\":true};", [devices, watch(true, json: true, scaled: true)]),
        ("?WATCH={\"enable\":false};", [devices, watch(false, json: true, scaled: true)]),
        ("?WATCH={};", [devices, watch(true, json: true, scaled: true)]),
      ], wants: .json),
    Dialogue(
      client: "one in pieces, with spaces, unknown members and null",
      turns: [
        ("?WA", []), ("TCH= {\"en", []), ("able\":true,\"x\":\"}\\\"{\",\"raw\":null", []),
        (",\"json\":true}", [devices, watch(true, json: true)]), (";\r", []), ("\n?VERS", []), ("ION;", [version]),
      ], wants: .json),
    Dialogue(
      client: "one that changes the device",
      turns: [
        ("?DEVICE={\"path\":\"walk.gpx\",\"bps\":4800};\n", [device]), ("?DEVICE={\"bps\":4800};\n", [device]),
        ("?DEVICE={\"path\":\"/x\"};\n", [#"{"class":"ERROR","message":"Can't open /x."}"#]),
      ], wants: []),
    Dialogue(
      client: "one that makes mistakes",
      turns: [
        ("?FOO;\n", [#"{"class":"ERROR","message":"Unrecognized request '?FOO'"}"#]),
        ("?version;\n", [#"{"class":"ERROR","message":"Unrecognized request '?version'"}"#]),
        ("GET / HTTP/1.1\r\n", [#"{"class":"ERROR","message":"Unrecognized request 'GET / HTTP/1.1'"}"#]),
        ("?WATCH=[];\n", [#"{"class":"ERROR","message":"Invalid WATCH: the argument is not a JSON object"}"#]),
        ("?WATCH={\"enable\":tru};\n", [#"{"class":"ERROR","message":"Invalid WATCH: the argument is not a JSON object"}"#]),
        ("?WATCH={\"enable\":true\n", [#"{"class":"ERROR","message":"Invalid WATCH: the argument is not a JSON object"}"#]),
        ("?WATCH={\"enable\":1};\n", [#"{"class":"ERROR","message":"Invalid WATCH: enable has to be true or false"}"#]),
        ("?WATCH={\"raw\":1e300};\n", [#"{"class":"ERROR","message":"Invalid WATCH: raw has to be 0, 1 or 2"}"#]),
        ("?WATCH={\"device\":5};\n", [#"{"class":"ERROR","message":"Invalid WATCH: device has to be a text"}"#]),
        ("?WATCH={\"device\":\"/dev/none\"};\n", [#"{"class":"ERROR","message":"No such device as /dev/none"}"#]),
        ("?WATCH;\n", [devices, watch(false)]),
      ], wants: []),
  ]

  @Test("A conversation goes as with gpsd", arguments: dialogues)
  func dialogue(_ dialogue: Dialogue) {
    var session = GPSDSession()
    for turn in dialogue.turns {
      #expect(lines(session.receive(Array(turn.sent.utf8), state: Self.state)) == turn.answers, "\(turn.sent)")
    }
    #expect(session.wants("walk.gpx") == dialogue.wants)
    #expect(!session.shouldClose)
  }

  @Test("A conversation is the same in whatever pieces it comes", arguments: dialogues)
  func pieces(_ dialogue: Dialogue) {
    let sent = dialogue.turns.flatMap { Array($0.sent.utf8) }
    let expected = dialogue.turns.flatMap(\.answers)
    for cut in 0...sent.count {
      var session = GPSDSession()
      let found = session.receive(Array(sent[..<cut]), state: Self.state) + session.receive(Array(sent[cut...]), state: Self.state)
      #expect(lines(found) == expected)
    }
    var session = GPSDSession()
    #expect(lines(sent.flatMap { session.receive([$0], state: Self.state) }) == expected)
  }

  @Test("A client that names a device hears that one alone")
  func device() {
    var state = Self.state
    #expect(state.take(.sky(SkyView(source: "bus"))) == GPSDDevice(path: "bus", activated: 1_774_267_201))
    #expect(state.take(.sky(SkyView(source: "bus"))) == nil)
    #expect(state.take(.notice("hello")) == nil)
    var session = GPSDSession()
    let answers = lines(session.receive(Array("?WATCH={\"json\":true,\"device\":\"bus\"};".utf8), state: state))
    #expect(answers.last?.hasSuffix(#""pps":false,"device":"bus"}"#) == true)
    #expect(session.wants("bus") == .json)
    #expect(session.wants("walk.gpx") == [])
    let poll = lines(session.receive(Array("?POLL;".utf8), state: state))
    #expect(poll.first?.contains("walk.gpx") == false)
  }

  @Test("A poll tells what each device said last")
  func poll() {
    var session = GPSDSession()
    #expect(
      lines(session.receive(wire("?POLL;"), state: GPSDServerState(time: 0)))
        == [#"{"class":"POLL","time":"1970-01-01T00:00:00.000Z","active":0,"tpv":[],"gst":[],"sky":[]}"#])
    var state = Self.state
    _ = state.take(.sky(SkyView(source: "bus")))
    let value = lines(session.receive(wire("?POLL;"), state: state)).first.flatMap { JSONValue.parse($0) }
    #expect(value?["active"]?.number == 2)
    #expect(value?["tpv"]?.array?.map { $0["device"]?.string } == ["walk.gpx"])
    #expect(value?["tpv"]?.array?.first?["lat"]?.number == 31.2304)
    #expect(value?["sky"]?.array?.map { $0["device"]?.string } == ["bus"])
  }

  @Test("A request without an end is kept up to 512 bytes; a longer one is answered and cut off")
  func oversized() {
    for start in ["x", "?", "?WATCH={\"a\":\"", "?WATCH=", "?WATCH={\"a\":[[[[", "?WATCH={{{{{"] {
      for piece in [1, 7, 100, 100_000] {
        var session = GPSDSession()
        var answers = session.receive(Array(start.utf8), state: Self.state)
        var sent = start.utf8.count
        while sent < 100_000, !session.shouldClose {
          answers += session.receive([UInt8](repeating: start == "?WATCH=" ? 0x20 : 0x7B, count: piece), state: Self.state)
          sent += piece
        }
        #expect(session.shouldClose)
        #expect(sent <= GPSDSession.requestLimit + start.utf8.count + piece)
        #expect(lines(answers) == [#"{"class":"ERROR","message":"Request too long"}"#])
        #expect(session.receive(wire("?VERSION;"), state: Self.state).isEmpty)
        #expect(session.wants("walk.gpx") == [])
      }
    }
  }

  @Test("Requests without end cannot make the answers grow: they are cut off")
  func flood() {
    var session = GPSDSession()
    let answers = session.receive(Array(String(repeating: "?POLL;", count: 100_000).utf8), state: Self.state)
    #expect(answers.count < GPSDSession.replyLimit + GPSDText.lineLimit + 100)
    #expect(lines(answers).last == #"{"class":"ERROR","message":"Too many requests at once"}"#)
    #expect(session.shouldClose)
    // Line ends without end have no answer, and do no harm.
    var patient = GPSDSession()
    #expect(patient.receive([UInt8](repeating: 10, count: 1_000_000), state: Self.state).isEmpty)
    #expect(!patient.shouldClose)
  }

  @Test("What a client sends comes back without anything that a terminal would obey")
  func controls() {
    var session = GPSDSession()
    let answers = session.receive(Array("\u{1B}[2J\u{202E}evil\n?\u{7}\u{1B}x;".utf8) + [0xFF, 0xFE, 0x0A], state: Self.state)
    #expect(lines(answers).count == 3)
    #expect(answers.allSatisfy { $0 >= 0x20 || $0 == 13 || $0 == 10 })
    #expect(!String(decoding: answers, as: UTF8.self).contains("\u{202E}"))
    for line in lines(answers) { #expect(JSONValue.parse(line)?["class"]?.string == "ERROR") }
  }

  @Test("The greeting says who is speaking, and which protocol")
  func greeting() {
    #expect(GPSDSession.greeting(release: "trackview 1") == wire(Self.version))
  }
}
