// The hub and its clients: everybody gets everything, and nobody waits for anybody.

import LiveProtocols
import Testing
import TrackPlayback

@testable import LiveFeeds

@Suite struct HubTests {
  @Test func whatIsPublishedReachesEveryWatcher() throws {
    let fixture = HubFixture()
    let port = try fixture.gpsdPort()
    let clients = try (0..<3).map { _ in try fixture.watcher(port) }
    for number in 1...50 { fixture.hub.publish([.fix(number), .someSky]) }
    for client in clients {
      for number in 1...50 {
        let line = try #require(client.line { $0.contains("TPV") })
        #expect(LiveFeedsTests.number(ofFix: line) == number)
      }
    }
  }

  @Test func whoHasNotAskedIsSentNothing() throws {
    let fixture = HubFixture()
    let port = try fixture.gpsdPort()
    let silent = try #require(PlainClient(port: port))
    #expect(silent.line()?.contains("\"class\":\"VERSION\"") == true)
    let watcher = try fixture.watcher(port)
    fixture.hub.publish(.fix(1))
    #expect(watcher.line { $0.contains("TPV") } != nil)
    #expect(silent.bytes(within: 0.05) == nil)
    #expect(fixture.hub.listenerCount == 1)
  }

  @Test func twoHundredClientsGetEveryFix() throws {
    let fixture = HubFixture()
    let port = try fixture.gpsdPort()
    let clients = try (0..<200).map { _ in try fixture.watcher(port) }
    #expect(until { fixture.hub.listenerCount == 200 })
    for number in 1...20 { fixture.hub.publish(.fix(number)) }
    for client in clients {
      let numbers = (1...20).map { _ in client.line { $0.contains("TPV") }.flatMap(LiveFeedsTests.number(ofFix:)) }
      #expect(numbers == (1...20).map { $0 })
    }
  }

  @Test func aSlowClientIsDroppedAndTheOthersGetEverything() throws {
    var limits = FeedLimits()
    limits.queuedBytes = 16 * 1024
    limits.socketBuffer = 4 * 1024
    let fixture = HubFixture(limits: limits)
    let port = try fixture.gpsdPort()
    // It watches, and never reads what comes.
    let slow = try fixture.watcher(port, receiveBuffer: 4 * 1024)
    let quick = try fixture.watcher(port)
    #expect(until { fixture.hub.listenerCount == 2 })
    var last = 0
    // As much as any buffer of the system holds, and no more than the quick one has room for before it reads.
    while fixture.hub.listenerCount == 2, last < 100_000 {
      last += 1
      fixture.hub.publish([.fix(last), .someSky])
      let line = try #require(quick.line { $0.contains("TPV") })
      #expect(LiveFeedsTests.number(ofFix: line) == last)
    }
    #expect(fixture.hub.listenerCount == 1)
    #expect(fixture.words.list.contains { $0.contains("too slow; dropped") })
    for number in last + 1...last + 20 {
      fixture.hub.publish(.fix(number))
      #expect(quick.line { $0.contains("TPV") }.flatMap(LiveFeedsTests.number(ofFix:)) == number)
    }
    #expect(slow.isClosed())
  }

  @Test func aClientThatDiesIsForgotten() throws {
    let fixture = HubFixture()
    let port = try fixture.gpsdPort()
    var dying: PlainClient? = try fixture.watcher(port)
    let other = try fixture.watcher(port)
    #expect(until { fixture.hub.listenerCount == 2 })
    fixture.hub.publish(.fix(1))
    // Closed with unread bytes: the server gets a reset.
    dying = nil
    #expect(dying == nil)
    #expect(until { fixture.hub.listenerCount == 1 })
    fixture.hub.publish(.fix(2))
    #expect(other.line { number(ofFix: $0) == 2 } != nil)
  }

  @Test func anOversizedRequestIsCutOff() throws {
    let fixture = HubFixture()
    let port = try fixture.gpsdPort()
    let hostile = try #require(PlainClient(port: port))
    hostile.send("?WATCH={" + String(repeating: "x", count: 100_000))
    #expect(hostile.isClosed())
    #expect(try fixture.watcher(port).line(within: 0.01) == nil)
  }

  @Test func aClientThatSaysNothingIsClosed() throws {
    var limits = FeedLimits()
    limits.silentSeconds = 0.2
    let fixture = HubFixture(limits: limits)
    let port = try fixture.gpsdPort()
    let watcher = try fixture.watcher(port)
    let silent = try #require(PlainClient(port: port))
    #expect(silent.isClosed())
    fixture.hub.publish(.fix(1))
    #expect(watcher.line { number(ofFix: $0) == 1 } != nil)
  }

  @Test func moreClientsThanAreAllowedAreTurnedAway() throws {
    var limits = FeedLimits()
    limits.clients = 2
    let fixture = HubFixture(limits: limits)
    let port = try fixture.gpsdPort()
    let clients = try (0..<2).map { _ in try fixture.watcher(port) }
    #expect(try #require(PlainClient(port: port)).isClosed())
    fixture.hub.publish(.fix(7))
    for client in clients { #expect(client.line { number(ofFix: $0) == 7 } != nil) }
  }

  @Test func theSamePortCanBeHadAgainAtOnce() throws {
    var first: HubFixture? = HubFixture()
    let port = steadyPort()
    let address = try #require(NetworkAddress(host: "127.0.0.1", port: port))
    _ = try first?.hub.open(.gpsd(address))
    let client = try first?.watcher(port)
    // The server closes first, so that its port is left in TIME_WAIT, where the system keeps it for a minute.
    first = nil
    #expect(client?.isClosed() == true)
    let second = HubFixture()
    #expect(until(20) { (try? second.hub.open(.gpsd(address)))?.network?.port == port })
    let third = HubFixture()
    #expect(throws: FeedError.self) { try third.hub.open(.gpsd(address)) }
  }

  @Test func whatWasPublishedArrivesBeforeTheEnd() throws {
    let fixture = HubFixture()
    let client = try fixture.watcher(try fixture.gpsdPort())
    for number in 1...500 { fixture.hub.publish(.fix(number)) }
    fixture.hub.stop()
    var last = 0
    while let line = client.line() { last = number(ofFix: line) ?? last }
    #expect(last == 500)
  }

  @Test func anIPv6ServerIsReached() throws {
    let fixture = HubFixture()
    let address = try #require(NetworkAddress(host: "::1", port: 0))
    let output = try fixture.hub.open(.gpsd(address))
    #expect(output.network?.host == "::1")
    #expect((output.network?.port ?? 0) > 0)
  }
}
