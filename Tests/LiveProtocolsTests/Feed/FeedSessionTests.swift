import LiveProtocols
import Testing
import TrackFormats
import TrackGeodesy
import TrackPlayback

/// A feed behind a reference, so that expectations can drive it.
private final class Feed {
  var session: FeedSession
  init(_ session: FeedSession) { self.session = session }

  var nextDue: Duration? { session.nextDue }
  var isDone: Bool { session.isDone }
  func due(until now: Duration) -> [FeedMessage] { session.due(until: now) }
  func takeEvents() -> [ControlEvent] { session.takeEvents() }
  func ask(_ line: String) -> String {
    var client = ControlSession()
    return String(decoding: client.receive(Array((line + "\n").utf8), target: &session), as: UTF8.self)
  }
}

@Suite("A feed as a whole")
struct FeedSessionTests {
  private let route = equator(Array(stride(from: 0, through: 60, by: 1)))

  private func session(
    _ parameters: ReceiverParameters = ReceiverParameters(), options: FeedOptions = FeedOptions(clock: .start(1_767_225_600)),
    script: String = "", seed: UInt64 = 1
  ) throws -> Feed {
    let session = FeedSession(
      player: FeedPlayer(timeline: route, options: options), receiver: ReceiverModel(parameters, seed: seed),
      script: try FeedScript(parsing: script), route: "equator")
    return Feed(session)
  }
  private func reports(_ messages: [FeedMessage]) -> [(due: Duration, report: ReceiverReport)] {
    messages.compactMap { message in if case .report(let report) = message.message { (message.due, report) } else { nil } }
  }
  @Test("Every second a sky and a report, marked as simulated")
  func messages() throws {
    let session = try session()
    let out = session.due(until: .seconds(2))
    #expect(out.count == 6)
    let reports = reports(out)
    #expect(reports.map(\.due) == [.zero, .seconds(1), .seconds(2)])
    #expect(reports.allSatisfy { $0.report.isSimulated && $0.report.fix?.time == $0.report.time })
    #expect(reports.map(\.report.time) == [1_767_225_600, 1_767_225_601, 1_767_225_602])
    #expect(session.session.sentCount == 3)
  }

  @Test("At ten fixes a second the sky still comes once")
  func skyRate() throws {
    let session = try session(options: FeedOptions(rate: 10, clock: .start(1_767_225_600)))
    let out = session.due(until: .milliseconds(9900))
    #expect(out.count { if case .sky = $0.message { true } else { false } } == 10)
    #expect(reports(out).count == 100)
  }

  @Test("A script acts at its moments, whenever the feed is asked")
  func scripts() throws {
    let script = "2.5 set 10,20\n+1.5 release\n6 pause\n8 resume\n10 lose 3\n15 quit"
    let all = try session(script: script)
    let whole = all.due(until: .seconds(60))
    let pieces = try session(script: script)
    var parts: [FeedMessage] = []
    for step in 0...600 { parts += pieces.due(until: .milliseconds(100 * step)) }
    #expect(whole == parts)
    #expect(all.isDone && all.session.hasQuit && all.nextDue == nil)
    let told = reports(whole)
    #expect(told.filter { $0.report.fix?.coordinate.latitude == 10 }.map(\.due) == [.milliseconds(2500), .seconds(3)])
    #expect(told.filter { $0.report.fix?.speed == 0 && $0.report.fix?.coordinate.latitude == 0 }.map(\.due) == [.seconds(6), .seconds(7)])
    #expect(told.filter { $0.report.fix == nil }.map(\.due) == [.seconds(10), .seconds(11), .seconds(12)])
    #expect(told.last?.due == .seconds(14))
    #expect(all.takeEvents() == [.fixLost, .fixFound, .shutdown])
    #expect(all.takeEvents().isEmpty)
  }

  @Test("The same seed gives the same messages, another one others")
  func seeds() throws {
    let canyon = ReceiverParameters(.cityCanyon)
    let one = try session(canyon, seed: 7)
    let two = try session(canyon, seed: 7)
    let three = try session(canyon, seed: 8)
    let messages = one.due(until: .seconds(60))
    #expect(messages == two.due(until: .seconds(60)))
    #expect(messages != three.due(until: .seconds(60)))
  }

  @Test("A control socket's mock is given out at once by the next taking")
  func control() throws {
    let session = try session()
    _ = session.due(until: .milliseconds(1300))
    #expect(
      session.ask("set 39.5,116.25") == "{\"request_id\":0,\"error\":\"success\",\"data\":{\"latitude\":39.5,\"longitude\":116.25}}\n")
    let out = reports(session.due(until: .milliseconds(1300)))
    #expect(out.map(\.due) == [.milliseconds(1300)])
    #expect(out.first?.report.fix?.coordinate == Coordinate(latitude: 39.5, longitude: 116.25))
    #expect(session.ask("get mock").contains("39.5"))
    _ = session.ask("release")
    #expect(reports(session.due(until: .milliseconds(1300))).first?.report.fix?.coordinate.latitude == 0)
    #expect(session.ask("{\"command\":[\"get_property\",\"mock\"]}") == "{\"request_id\":0,\"error\":\"success\"}\n")
  }

  @Test("A mock is given out exactly, however bad the reception")
  func exactMock() throws {
    var parameters = ReceiverParameters(.cityCanyon)
    parameters.coldStart = 1000
    let session = try session(parameters)
    let place = Coordinate(latitude: 48, longitude: 11)
    #expect(reports(session.due(until: .seconds(3))).allSatisfy { $0.report.fix == nil && $0.report.mode == .none })
    _ = session.ask("set 48,11")
    #expect(reports(session.due(until: .seconds(4))).allSatisfy { $0.report.fix?.coordinate == place })
  }

  @Test("Properties")
  func properties() throws {
    let session = try session()
    session.session.outputs = ["gpsd:127.0.0.1:2947"]
    session.session.clientCount = 2
    _ = session.due(until: .seconds(30))
    #expect(
      session.ask("status")
        == "{\"request_id\":0,\"error\":\"success\",\"data\":{\"state\":\"playing\",\"position\":30,\"duration\":60,\"percent\":50,"
        + "\"paused\":false,\"speed\":1,\"rate\":1,\"loop\":false,\"lap\":0,\"fix\":{\"latitude\":0,\"longitude\":0.03,\"course\":90,"
        + "\"speed\":111.319,\"accuracy\":5,\"time\":1767225630,\"simulated\":true},\"latitude\":0,\"longitude\":0.03,\"course\":90,"
        + "\"ground-speed\":111.319,\"accuracy\":5,\"time\":1767225630,\"mock\":null,\"route\":\"equator\",\"live\":false,"
        + "\"outputs\":[\"gpsd:127.0.0.1:2947\"],\"clients\":2,\"sent\":31}}\n")
    #expect(session.ask("get accepted").contains("property unavailable"))
    #expect(session.ask("seek 50%").contains("\"data\":30"))
    #expect(session.ask("seek +10").contains("\"data\":40"))
    #expect(session.ask("toggle").contains("\"paused\""))
    #expect(session.ask("get paused").contains("true"))
    #expect(session.ask("speed 2").contains("\"data\":2"))
    #expect(session.ask("set-property paused no").contains("playing"))
  }

  @Test("An observer hears of a pause that another client caused")
  func observers() throws {
    let session = try session()
    var watcher = ControlSession()
    _ = watcher.receive(Array("observe 3 paused\n".utf8), target: &session.session)
    _ = session.ask("pause")
    let changes = String(decoding: watcher.changes(of: session.session), as: UTF8.self)
    #expect(
      changes
        == "{\"event\":\"property-change\",\"id\":3,\"name\":\"paused\",\"data\":true}\n")
  }

  @Test("It is done when route and script are")
  func done() throws {
    let session = try session(script: "70 seek 59")
    _ = session.due(until: .seconds(65))
    #expect(!session.isDone)
    #expect(session.takeEvents() == [.ended])
    #expect(session.nextDue == .seconds(70))
    #expect(reports(session.due(until: .seconds(80))).map(\.due) == [.seconds(70), .seconds(71)])
    #expect(session.isDone)
    #expect(session.nextDue == nil)
  }
}
