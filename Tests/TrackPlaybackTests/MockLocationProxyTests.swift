// The mock-location proxy, sentence by sentence of its row in the design.

import Synchronization
import Testing
import TrackGeodesy
import TrackPlayback

/// A source that says what a test tells it to.
private final class Receiver: LocationSource {
  private let target = Mutex(WeakTarget())
  struct WeakTarget { weak var value: (any LocationDelegate)? }

  var delegate: (any LocationDelegate)? {
    get { target.withLock { $0.value } }
    set { target.withLock { $0.value = newValue } }
  }
  var available: LocationMessages { .all }

  func say(_ metres: Double..., time: Double? = nil) {
    let locations = metres.map { Location(Fix(coordinate: place($0, 0), time: time, speed: 3, horizontalAccuracy: 7)) }
    delegate?.locationSource(self, didUpdateLocations: locations)
  }
}

@Suite(.timeLimit(.minutes(15))) struct MockLocationProxyTests {
  private let clock = ManualClock()
  private let receiver = Receiver()
  private let consumer = Recorder()
  private let proxy: MockLocationProxy

  init() {
    proxy = MockLocationProxy(clock: clock)
    receiver.delegate = consumer
    proxy.interpose(on: receiver)
  }

  private func mock(_ metres: Double, time: Double? = nil) -> Fix { Fix(coordinate: place(metres, 0), time: time) }

  // MARK: Transparent

  @Test func withNoMockSetEveryMessageGoesOnUntouched() {
    let locations = [Location(mock(1)), Location(mock(2, time: 5), isSimulated: true), Location(mock(3))]
    receiver.delegate?.locationSource(receiver, didUpdateLocations: locations)
    receiver.delegate?.locationSource(receiver, didUpdateHeading: Heading(magnetic: 12))
    receiver.delegate?.locationSource(receiver, didFailWithError: .source("rain"))
    #expect(consumer.lists == [locations] && consumer.headings == [Heading(magnetic: 12)] && consumer.errors == [.source("rain")])
    #expect(consumer.sources == [ObjectIdentifier(receiver)])
    #expect(clock.sleeperCount == 0)
  }

  @Test func itGetsInWhereTheDelegateIsSet() {
    #expect(receiver.delegate === proxy && proxy.delegate === consumer)
    proxy.interpose(on: receiver)
    #expect(receiver.delegate === proxy && proxy.delegate === consumer)
  }

  @Test func askedWhatItHandlesItSaysLocationsAndForTheRestAnswersAsItsTarget() {
    #expect(proxy.handledMessages == .all && proxy.available == .all)
    let deaf = Recorder(handling: [.failures])
    proxy.delegate = deaf
    #expect(proxy.handledMessages == [.locations, .failures])
    proxy.delegate = nil
    #expect(proxy.handledMessages == [.locations])
    #expect(MockLocationProxy(clock: clock).available == [.locations])
  }

  @Test func aMessageThatTheTargetLacksIsDropped() {
    let deaf = Recorder(handling: [.failures])
    proxy.delegate = deaf
    receiver.say(1)
    proxy.set(mock(5))
    receiver.delegate?.locationSource(receiver, didUpdateHeading: Heading(magnetic: 12))
    receiver.delegate?.locationSource(receiver, didFailWithError: .denied)
    #expect(deaf.lists.isEmpty && deaf.headings.isEmpty && deaf.errors == [.denied])
  }

  @Test func onceTheTargetIsGoneItIsSilent() {
    var target: Recorder? = Recorder()
    proxy.delegate = target
    weak let watched = target
    target = nil
    #expect(watched == nil && proxy.delegate == nil)
    receiver.say(1)
    proxy.set(mock(5))
    proxy.release()
    #expect(consumer.lists.isEmpty)
  }

  // MARK: The mock

  @Test func oneMockReplacesTheWholeList() {
    proxy.set(mock(100))
    receiver.say(1, 2, 3)
    #expect(consumer.metres == [100, 100] && consumer.lists.allSatisfy { $0.count == 1 && $0[0].isSimulated })
    #expect(consumer.sources == [ObjectIdentifier(receiver), ObjectIdentifier(receiver)])
  }

  @Test func headingsAndFailuresGoOnUntouchedWhileAMockIsSet() {
    proxy.set(mock(100))
    receiver.delegate?.locationSource(receiver, didUpdateHeading: Heading(magnetic: 12))
    receiver.delegate?.locationSource(receiver, didFailWithError: .positionUnknown)
    #expect(consumer.headings == [Heading(magnetic: 12)] && consumer.errors == [.positionUnknown])
  }

  @Test func theMockCanBeChangedWhileTheProgramRunsAndIsSeenAtOnce() {
    receiver.say(1)
    for metres in [100.0, 200, 300] { proxy.set(mock(metres)) }
    #expect(consumer.metres == [1, 100, 200, 300] && proxy.mock?.coordinate == place(300, 0))
  }

  @Test func allConsumersSeeIt() async {
    let (second, third) = (Recorder(), Recorder())
    proxy.add(second)
    proxy.add(third)
    proxy.add(third)
    let updates = proxy.updates()
    receiver.say(1)
    proxy.set(mock(100))
    proxy.remove(third)
    proxy.release()
    #expect(consumer.metres == [1, 100, 1] && second.metres == [1, 100, 1] && third.metres == [1, 100])
    var pairs: [[Int]] = []
    for await update in updates {
      pairs.append(update.locations.map(metresEast))
      if pairs.count == 3 { break }
    }
    #expect(pairs == [[1, 1], [1, 100], [100, 1]])
  }

  @Test func aMockWithoutASourceIsSentByTheProxyItself() {
    let alone = MockLocationProxy(wrapping: consumer, clock: clock)
    alone.set(mock(100))
    #expect(consumer.metres == [100] && consumer.sources == [ObjectIdentifier(alone)])
  }

  @Test func aPlaceThatIsNoneIsRefused() {
    #expect(!proxy.set(Fix(coordinate: Coordinate(latitude: 91, longitude: 0))))
    #expect(proxy.mock == nil && consumer.lists.isEmpty)
  }

  // MARK: Every interval

  @Test func aMockGoesOutEveryIntervalWhenTheSourceSendsNothing() async {
    proxy.set(mock(100))
    await clock.step(3)
    await clock.settle()
    #expect(consumer.metres == [100, 100, 100, 100] && clock.seconds == 3)
    proxy.set(mock(200))
    await clock.step()
    await clock.settle()
    #expect(consumer.metres == [100, 100, 100, 100, 200, 200] && clock.sleeperCount == 1)
  }

  @Test func whileTheSourceSendsTheMockGoesOutInItsTime() async {
    proxy.set(mock(100))
    await clock.settle()
    for _ in 0..<10 {
      clock.advance(by: .milliseconds(400))
      receiver.say(1)
    }
    #expect(consumer.lists.count == 11)
  }

  @Test func theIntervalCanBeSet() async {
    let quick = MockLocationProxy(wrapping: consumer, clock: clock, updateInterval: .milliseconds(100))
    quick.set(mock(100))
    await clock.step(10)
    await clock.settle()
    #expect(consumer.lists.count == 11 && clock.seconds == 1)
  }

  // MARK: Its time

  @Test func aTimeThatTheMockStatesGoesOn() async {
    proxy.set(mock(100, time: 5000))
    await clock.step(2)
    await clock.settle()
    receiver.say(1, time: 77)
    #expect(consumer.lists.map { $0[0].fix.time } == [5000, 5001, 5002, 5002])
    proxy.set(mock(200))
    #expect(consumer.lists.last?.last?.fix.time == 5002)
  }

  @Test func aMockWithoutATimeTakesThatOfTheSource() async {
    proxy.set(mock(100))
    receiver.say(1, time: 700)
    await clock.step(1)
    await clock.settle()
    receiver.say(1, time: 701)
    #expect(consumer.lists.map { $0[0].fix.time } == [nil, 700, 701, 701])
  }

  @Test func aMockStatesAnAccuracySoThatASearchBelievesIt() {
    proxy.set(mock(100))
    #expect(consumer.lists.last?.last?.fix.horizontalAccuracy == 5)
  }

  // MARK: Hold and release

  @Test func releaseLetsTheSourceThroughAgainBeginningWithWhatItSaidLast() async {
    receiver.say(1)
    proxy.set(mock(100))
    receiver.say(2)
    proxy.release()
    clock.advance(by: .seconds(10))
    receiver.say(3)
    #expect(consumer.metres == [1, 100, 100, 2, 3] && consumer.lists.last?.last?.isSimulated == false)
    #expect(proxy.mock == nil && clock.sleeperCount == 0)
    proxy.release()
    #expect(consumer.lists.count == 5)
  }

  @Test func holdKeepsThePositionStandingStill() async {
    #expect(!proxy.hold() && consumer.lists.isEmpty)
    receiver.say(1, time: 700)
    clock.advance(by: .milliseconds(500))
    #expect(proxy.hold())
    receiver.say(2, time: 701)
    #expect(consumer.metres == [1, 1, 1])
    #expect(consumer.lists[1][0].isSimulated && consumer.lists[1][0].fix.speed == 0 && consumer.lists[1][0].fix.time == 700.5)
    proxy.release()
    #expect(consumer.metres == [1, 1, 1, 2])
  }

  @Test func aProxyThatNobodyKeepsStops() async {
    var alone: MockLocationProxy? = MockLocationProxy(wrapping: consumer, clock: clock)
    alone?.set(mock(100))
    await clock.settle()
    weak let watched = alone
    alone = nil
    #expect(watched == nil)
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  // MARK: Threads

  @Test func aCallbackMaySetAndRelease() {
    let second = Recorder()
    let meddler = Recorder { [proxy] _ in
      if proxy.mock == nil { proxy.set(Fix(coordinate: place(50, 0))) }
    }
    proxy.delegate = meddler
    proxy.add(second)
    receiver.say(1)
    #expect(meddler.metres == [1, 50] && second.metres == [1, 50])
  }

  @Test func aCallbackOfTheMockMayStopASimulatorThatIsCalling() async {
    let simulator = LocationSimulator(clock: ManualClock(isFreeRunning: true), keepsRunning: true)
    simulator.load(fixes([0, 10, 20]))
    let stopper = Recorder { [simulator] source in simulator.stop() }
    simulator.delegate = stopper
    proxy.interpose(on: simulator)
    for round in 0..<50 {
      simulator.start(at: Double(round))
      proxy.set(mock(Double(round)))
      await Task.yield()
    }
    simulator.stop()
    #expect(!simulator.isRunning)
  }

  @Test func allConsumersHearTheSameInTheSameOrderFromManyThreads() async {
    let second = Recorder()
    proxy.add(second)
    await withTaskGroup { group in
      for worker in 0..<8 {
        group.addTask { [proxy, receiver] in
          for round in 0..<100 {
            switch (worker + round) % 4 {
            case 0: proxy.release()
            case 1: proxy.hold()
            case 2: proxy.set(Fix(coordinate: place(Double(round), 0)))
            default: receiver.say(Double(worker))
            }
          }
        }
      }
    }
    proxy.release()
    proxy.set(mock(1000))
    #expect(consumer.lists == second.lists && consumer.metres.last == 1000)
    proxy.release()
  }
}
