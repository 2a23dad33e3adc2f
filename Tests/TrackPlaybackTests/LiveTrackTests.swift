// One live source: its states, its age, its history; and several of them within their bounds.

import Testing
import TrackGeodesy

@testable import TrackPlayback

/// A source that can be told of fixes a second apart.
private struct Source {
  var track = LiveTrack(id: "a")
  /// The host's clocks: one that does not go back, and the time of day.
  var now = 0.0
  var hostTime: Double { 1_700_000_000 + now }
  var east = 0.0

  /// Goes on for some seconds at a speed, told each second; without saying it where `isStated` is false.
  mutating func go(_ seconds: Int, at speed: Double, isStated: Bool = true) {
    for _ in 0..<seconds {
      now += 1
      east += speed
      let report = report(east, time: hostTime, speed: isStated ? speed : nil)
      track.receive(.report(report), at: now, hostTime: hostTime)
    }
  }

  mutating func say(_ message: ReceiverMessage) { track.receive(message, at: now, hostTime: hostTime) }
}

@Suite("A live source")
struct LiveTrackTests {
  @Test("it is searched for until the first fix")
  func searching() {
    var source = Source()
    #expect(source.track.state(at: 0) == .searching && source.track.age(at: 0) == nil)
    source.say(.report(ReceiverReport(mode: .none)))
    source.say(.sky(SkyView(satellites: [Satellite(number: 3)])))
    #expect(source.track.state(at: 500) == .searching && source.track.sky?.satellites.count == 1)
    source.go(1, at: 0)
    #expect(source.track.state(at: 1) == .stopped && source.track.age(at: 1.5) == 0.5)
  }

  @Test("it moves from 1 m/s, and stops below 0.5 m/s for three seconds")
  func hysteresis() {
    var source = Source()
    source.go(5, at: 0.9)
    #expect(source.track.state(at: source.now) == .stopped)
    source.go(1, at: 1.0)
    #expect(source.track.state(at: source.now) == .moving)
    source.go(20, at: 0.6)
    #expect(source.track.state(at: source.now) == .moving)
    source.go(3, at: 0.4)
    #expect(source.track.state(at: source.now) == .moving)
    source.go(1, at: 0.6)
    source.go(3, at: 0.4)
    #expect(source.track.state(at: source.now) == .moving)
    source.go(1, at: 0.4)
    #expect(source.track.state(at: source.now) == .stopped)
  }

  @Test("without stated speeds it is measured")
  func measured() {
    var source = Source()
    source.go(8, at: 2, isStated: false)
    #expect(source.track.state(at: source.now) == .moving)
    #expect(abs((source.track.speed ?? 0) - 2) < 0.01)
    source.go(12, at: 0, isStated: false)
    #expect(source.track.state(at: source.now) == .stopped)
  }

  @Test("the signal is lost five seconds after the last of one fix a second, and is back with the next")
  func lost() {
    var source = Source()
    source.go(10, at: 3)
    #expect(source.track.state(at: 14.9) == .moving && source.track.nextChange(after: 11) == 15)
    #expect(source.track.state(at: 15) == .noSignal && source.track.age(at: 22) == 12)
    #expect(source.track.nextChange(after: 15) == nil)
    source.now = 30
    source.go(1, at: 3)
    #expect(source.track.state(at: source.now) == .moving)
  }

  @Test("a source of a fix a minute is not lost after five seconds, but after three of its intervals")
  func slowSource() {
    var track = LiveTrack(id: "slow")
    for index in 0..<10 {
      let now = Double(index) * 60
      track.receive(.report(report(Double(index) * 100, time: now)), at: now, hostTime: now)
    }
    #expect(track.state(at: 540 + 170) == .moving)
    #expect(track.state(at: 540 + 181) == .noSignal)
  }

  @Test("a receiver that says it has no fix is lost after two seconds")
  func noFix() {
    var source = Source()
    source.go(10, at: 3)
    source.now = 11
    source.say(.report(ReceiverReport(mode: .none)))
    source.now = 12
    source.say(.report(ReceiverReport(mode: .none)))
    #expect(source.track.state(at: 12.9) == .moving && source.track.state(at: 13) == .noSignal)
  }

  @Test("rejected fixes leave age, history and marker as they were")
  func rejected() {
    var source = Source()
    source.go(3, at: 1)
    source.now = 3.5
    source.say(.report(report(1, time: source.hostTime - 2)))
    #expect(source.track.age(at: 3.5) == 0.5 && source.track.history.count == 3 && source.track.filter.counts[.late] == 1)
  }

  @Test("the history keeps segments: the reset of a clock begins one")
  func segments() {
    var source = Source()
    source.go(5, at: 1)
    for index in 0..<4 {
      source.now += 1
      source.say(.report(report(10, time: 1000 + Double(index))))
    }
    #expect(source.track.history.segments.map(\.range) == [0..<5, 5..<7])
    #expect(Timeline(growing: source.track.history.track()).track.points.count == 7)
  }

  @Test("the marker sets out at once, and is there a second later")
  func lowLatency() {
    var source = Source()
    source.go(2, at: 10)
    let start = source.track.pose(at: source.now)
    let later = source.track.pose(at: source.now + 0.5)
    let end = source.track.pose(at: source.now + 1)
    func east(_ pose: MarkerPose?) -> Double { (pose?.coordinate.longitude ?? 0) - place(0, 0).longitude }
    let metre = place(1, 0).longitude - place(0, 0).longitude
    #expect(abs(east(start) / metre - 10) < 0.01 && abs(east(later) / metre - 15) < 0.01 && abs(east(end) / metre - 20) < 0.01)
  }

  @Test("an immediate marker is where the last fix says")
  func immediate() {
    var track = LiveTrack(id: "a", options: LiveTrackOptions(motion: .immediate))
    for index in 0..<3 {
      track.receive(.report(report(Double(index) * 10, time: Double(index), speed: 10)), at: Double(index), hostTime: 0)
    }
    #expect(track.pose(at: 2)?.coordinate == place(20, 0))
  }

  @Test("a history beyond its limit loses every other point of its older half")
  func thinned() {
    var track = LiveTrack(id: "a", options: LiveTrackOptions(historyLimit: 100))
    for index in 0..<2_000 { track.receive(.report(report(Double(index), time: Double(index))), at: Double(index), hostTime: 0) }
    let times = track.history.points.times
    #expect(times.count <= 100 && times.count + track.history.thinnedCount == 2_000)
    #expect(times.first == 0 && times.last == 1_999 && times == times.sorted())
    #expect(times.suffix(25).elementsEqual((1_975...1_999).map(Double.init)))
    #expect(track.history.segments.map(\.range) == [0..<times.count])
  }

  @Test("histories of many short segments become shorter as well", arguments: [1, 2, 3, 7])
  func thinnedSegments(_ length: Int) {
    var history = LiveHistory()
    for index in 0..<1_000 { history.append(Fix(coordinate: place(0, 0), time: Double(index)), startsSegment: index % length == 0) }
    for _ in 0..<60 {
      let before = history.count
      history.thin()
      #expect(history.count < before || before < 8)
      #expect(history.segments.last?.range.upperBound == history.count)
    }
    #expect(history.count < 8)
  }
}

@Suite("Several live sources")
struct LiveFleetTests {
  private func say(_ fleet: inout LiveFleet, _ id: String, _ now: Double) -> LiveArrival? {
    fleet.receive(.report(report(now, time: now, source: id)), at: now, hostTime: now)
  }

  @Test("messages go to their sources; the first is followed until another is")
  func order() {
    var fleet = LiveFleet()
    let first = say(&fleet, "b", 1)
    let second = say(&fleet, "a", 1)
    let third = say(&fleet, "b", 2)
    #expect(first?.isNewSource == true && second?.index == 1 && third?.isNewSource == false && third?.index == 0)
    #expect(fleet.order == ["b", "a"] && fleet.focus == "b" && fleet.focused?.history.count == 2)
    fleet.followNext()
    #expect(fleet.focus == "a")
    fleet.followNext()
    #expect(fleet.focus == "b")
    fleet.followNext(-1)
    #expect(fleet.focus == "a")
    fleet.follow("nobody")
    #expect(fleet.focus == "a" && fleet.counts.accepted == 3)
    let notice = fleet.receive(.notice("hello"), at: 3, hostTime: 3)
    #expect(notice == nil && fleet.tracks.count == 2)
  }

  @Test("a source too many is ignored and counted, until one has been silent for an hour; the one followed stays")
  func bounds() {
    var fleet = LiveFleet(options: LiveFleetOptions(sourceLimit: 3))
    for id in ["a", "b", "c", "d"] { _ = say(&fleet, id, 1) }
    #expect(fleet.order == ["a", "b", "c"] && fleet.ignoredCount == 1)
    _ = say(&fleet, "c", 3_000)
    let late = say(&fleet, "e", 4_000)
    #expect(late?.isNewSource == true && fleet.order == ["a", "c", "e"] && fleet.focus == "a" && fleet.index(of: "e") == 2)
    #expect(fleet.track("b") == nil)
  }

  @Test("the histories hold no more points together than they may, whoever talks most")
  func memory() {
    var fleet = LiveFleet(options: LiveFleetOptions(pointLimit: 2_000))
    for index in 0..<10_000 { _ = say(&fleet, index % 3 == 0 ? "s\(index % 17)" : "loud", Double(index)) }
    let total = fleet.tracks.reduce(0) { $0 + $1.history.count }
    #expect(total <= 2_000 && total > 500)
    #expect(fleet.tracks.allSatisfy { $0.history.count > 10 })
  }

  @Test("a long id is cut, so that it cannot fill the memory")
  func longID() {
    var fleet = LiveFleet()
    _ = say(&fleet, String(repeating: "长", count: 10_000), 1)
    #expect((fleet.order.first?.utf8.count ?? .max) <= 130)
  }

  @Test("the quick way through the markers misses none that lies in the box", arguments: [0.0, 59.9, -80, 89], [10.0, 179.9995])
  func quickMarkers(_ latitude: Double, _ longitude: Double) {
    var random = SeededGenerator(seed: 11)
    var fleet = LiveFleet()
    let center = Coordinate(latitude: latitude, longitude: longitude)
    var places = (0..<300).map { _ in
      Coordinate(
        latitude: latitude + Double.random(in: -0.02...0.02, using: &random),
        longitude: longitude + Double.random(in: -0.02...0.02, using: &random)
      ).normalized
    }
    for second in 0..<8 {
      for index in places.indices {
        places[index].latitude += Double.random(in: -0.002...0.002, using: &random)
        let fix = Fix(coordinate: places[index], time: Double(second), speed: Bool.random(using: &random) ? 30 : nil)
        let report = ReceiverReport(source: "\(index)", mode: .threeDimensional, fix: fix)
        fleet.receive(.report(report), at: Double(second), hostTime: 0)
      }
    }
    for now in [7.0, 7.3, 8.5, 30] {
      var visited: Set<String> = []
      fleet.forEachMarker(at: now, around: center, latitudes: 0.01, longitudes: 0.01) { marker in
        visited.insert(marker.id)
        #expect(fleet.tracks[marker.index].id == marker.id && fleet.tracks[marker.index].state(at: now) == marker.state)
      }
      for track in fleet.tracks {
        guard let pose = track.pose(at: now) else { continue }
        let across = abs(Angle.normalized180(pose.coordinate.longitude - longitude))
        guard abs(pose.coordinate.latitude - latitude) <= 0.01, across <= 0.01 else { continue }
        #expect(visited.contains(track.id), "\(track.id) at \(now)")
      }
      #expect(visited.count < 300)
    }
  }

  @Test("twenty thousand sources are told apart quickly")
  func many() {
    var fleet = LiveFleet()
    for round in 0..<2 { for id in 0..<20_000 { _ = say(&fleet, "v\(id)", Double(round)) } }
    #expect(fleet.tracks.count == 20_000 && fleet.counts.accepted == 40_000)
    _ = say(&fleet, "one more", 3)
    #expect(fleet.tracks.count == 20_000 && fleet.ignoredCount == 1)
  }
}
