// The location simulator, sentence by sentence of its row in the design.

import Synchronization
import Testing
import TrackGeodesy
import TrackPlayback

@Suite(.timeLimit(.minutes(15))) struct LocationSimulatorTests {
  private let clock = ManualClock()

  /// A simulator of points so many metres east, and who listens to it.
  private func simulator(
    _ metres: [Double], filter: Double? = nil, keepsRunning: Bool = false, interval: Duration = .seconds(1)
  ) -> (LocationSimulator, Recorder) {
    let simulator = LocationSimulator(clock: clock, updateInterval: interval, distanceFilter: filter, keepsRunning: keepsRunning)
    simulator.load(fixes(metres))
    let recorder = Recorder()
    simulator.delegate = recorder
    return (simulator, recorder)
  }

  /// Plays a simulator to the end of its route, on a clock that runs by itself: the metres and the times of what came out.
  private func played(
    _ metres: [Double], filter: Double?, keepsRunning: Bool = false, count: Int = .max
  ) async -> (metres: [Int], times: [Double]) {
    let simulator = LocationSimulator(
      clock: ManualClock(isFreeRunning: true, until: 20), distanceFilter: filter, keepsRunning: keepsRunning)
    simulator.load(fixes(metres))
    let updates = simulator.updates(buffering: .max)
    simulator.start(at: 0)
    var seen: [Location] = []
    for await update in updates {
      seen.append(update.current)
      if seen.count >= count { break }
    }
    simulator.stop()
    return (seen.map(metresEast), seen.map { $0.fix.time ?? .nan })
  }

  // MARK: Loading

  @Test func loadingAgainAppends() async {
    let (simulator, recorder) = simulator([0, 10])
    simulator.load(track([(50, 0), (60, 0)]))
    #expect(simulator.pointCount == 4)
    simulator.start(at: 0)
    await clock.step(3)
    while simulator.isRunning { await Task.yield() }
    #expect(recorder.metres == [0, 10, 50, 60])
  }

  @Test func whatIsLoadedWhileItPlaysIsPlayedToo() async {
    let (simulator, recorder) = simulator([0, 10], keepsRunning: true)
    simulator.start(at: 0)
    await clock.settle()
    simulator.load(fixes([20]))
    await clock.step(3)
    await clock.settle()
    #expect(recorder.metres == [0, 10, 20, 0])
    simulator.unload()
    #expect(simulator.pointCount == 0 && !simulator.isRunning)
  }

  @Test func aPlaceThatIsNoneIsLeftOut() {
    let simulator = LocationSimulator(clock: clock)
    simulator.load([Fix(coordinate: Coordinate(latitude: 91, longitude: 0)), Fix(coordinate: Coordinate(latitude: .nan, longitude: 0))])
    #expect(simulator.pointCount == 0)
  }

  @Test func startingWithNothingLoadedIsAFailure() async {
    let (simulator, recorder) = simulator([])
    let updates = simulator.updates()
    simulator.start(at: 0)
    for await _ in updates { Issue.record("an update of nothing") }
    #expect(recorder.errors == [.nothingToPlay] && recorder.lists.isEmpty && !simulator.isRunning)
  }

  // MARK: Updates

  @Test func startEmitsTheFirstAtOnceThenOneEveryInterval() async {
    let (simulator, recorder) = simulator([0, 10, 20])
    simulator.start(at: 0)
    await clock.settle()
    #expect(recorder.metres == [0] && clock.seconds == 0)
    await clock.step()
    await clock.settle()
    #expect(recorder.metres == [0, 10] && clock.seconds == 1)
    await clock.step()
    while simulator.isRunning { await Task.yield() }
    #expect(recorder.metres == [0, 10, 20] && clock.seconds == 2)
  }

  @Test func theIntervalIsASecondUnlessSetAndOneThatIsNoneIsASecond() {
    #expect(LocationSimulator(clock: clock).updateInterval == .seconds(1))
    #expect(LocationSimulator(clock: clock, updateInterval: .zero).updateInterval == .seconds(1))
    let simulator = LocationSimulator(clock: clock, updateInterval: .milliseconds(50))
    #expect(simulator.updateInterval == .milliseconds(50))
    simulator.updateInterval = .seconds(-3)
    #expect(simulator.updateInterval == .seconds(1))
  }

  @Test func eachUpdateIsThePairOfPreviousAndCurrentAndInTheFirstBothAreTheSame() async {
    let (simulator, recorder) = simulator([0, 10, 20], keepsRunning: true)
    let updates = simulator.updates()
    simulator.start(at: 0)
    await clock.step(2)
    await clock.settle()
    #expect(recorder.lists.map { $0.map(metresEast) } == [[0, 0], [0, 10], [10, 20]])
    #expect(recorder.lists[0][0] == recorder.lists[0][1] && recorder.lists[1][0] == recorder.lists[0][1])
    var pairs: [[Location]] = []
    for await update in updates {
      pairs.append(update.locations)
      if pairs.count == 3 { break }
    }
    #expect(pairs == recorder.lists)
  }

  @Test func aFixCarriesTheTimeOfItsEmissionCourseSpeedAltitudeAndAccuracy() async {
    let simulator = LocationSimulator(clock: clock, updateInterval: .seconds(2), keepsRunning: true)
    let recorder = Recorder()
    simulator.delegate = recorder
    simulator.load([
      Fix(coordinate: place(0, 0), altitude: 40, time: 77), Fix(coordinate: place(0, 30), altitude: 41, horizontalAccuracy: 3),
      Fix(coordinate: place(0, 30)), Fix(coordinate: place(30, 30), altitude: 42, course: 123, speed: 9),
    ])
    simulator.horizontalAccuracy = 8
    simulator.start(at: 1_767_225_600)
    await clock.step(3)
    await clock.settle()
    let fixes = recorder.lists.compactMap(\.last).map(\.fix)
    #expect(fixes.map(\.time) == [1_767_225_600, 1_767_225_602, 1_767_225_604, 1_767_225_606])
    #expect(fixes.map(\.altitude) == [40, 41, nil, 42])
    #expect(fixes.map(\.horizontalAccuracy) == [8, 3, 8, 8])
    // 30 m in 2 s; the first fix looks ahead, and standing holds the course. A recorded course wins, a recorded speed does not.
    #expect(zip(fixes, [15, 15, 0, 15.0]).allSatisfy { abs(($0.speed ?? -1) - $1) < 0.01 })
    #expect(zip(fixes, [0, 0, 0, 123.0]).allSatisfy { abs(Angle.shortestTurn(from: $0.course ?? 99, to: $1)) < 0.01 })
    #expect(recorder.lists.allSatisfy { $0.allSatisfy(\.isSimulated) })
  }

  @Test func acrossTheGapBetweenTwoSegmentsNothingIsDriven() async {
    let simulator = LocationSimulator(clock: ManualClock(isFreeRunning: true))
    simulator.load(track([(0, 0), (10, 0), (10, 500), (10, 520)], breaks: [2]))
    let updates = simulator.updates()
    simulator.start(at: 0)
    var speeds: [Int] = []
    for await update in updates { speeds.append(Int((update.current.fix.speed ?? -1).rounded())) }
    #expect(speeds == [10, 10, 20, 20])
  }

  // MARK: Distance filter

  @Test(
    arguments: [
      (nil, [0, 0, 4, 8, 12, 12, 30], [0, 1, 2, 3, 4, 5, 6]),
      (0, [0, 4, 8, 12, 30], [0, 2, 3, 4, 6]),
      (5, [0, 8, 30], [0, 3, 6]),
      (.nan, [0, 0, 4, 8, 12, 12, 30], [0, 1, 2, 3, 4, 5, 6]),
    ] as [(Double?, [Int], [Double])])
  func onlyWhatIsFartherThanTheFilterFromTheLastDeliveredGoesOutAndTheIntervalPasses(
    filter: Double?, metres: [Int], times: [Double]
  ) async {
    let seen = await played([0, 0, 4, 8, 12, 12, 30], filter: filter)
    #expect(seen.metres == metres && seen.times == times)
  }

  @Test func theFilterIsStrict() async {
    let far = place(0, 7)
    let exact = Geodesic.wgs84.distance(from: place(0, 0), to: far)
    for (filter, count) in [(exact, 1), (exact.nextDown, 2)] {
      let simulator = LocationSimulator(clock: ManualClock(isFreeRunning: true), distanceFilter: filter)
      simulator.load([Fix(coordinate: place(0, 0)), Fix(coordinate: far)])
      let updates = simulator.updates()
      simulator.start(at: 0)
      var seen = 0
      for await _ in updates { seen += 1 }
      #expect(seen == count, "\(filter)")
    }
  }

  @Test func aLoopWhoseLastPointIsItsFirstGoesOnUnderAFilter() async {
    let seen = await played([0, 50, 0], filter: 0, keepsRunning: true, count: 5)
    #expect(seen.metres == [0, 50, 0, 50, 0] && seen.times == [0, 1, 2, 4, 5])
  }

  // MARK: The end

  @Test func atTheEndItStops() async {
    let seen = await played([0, 10], filter: nil)
    #expect(seen.metres == [0, 10])
  }

  @Test func withKeepRunningItBeginsAgainAtTheFirstPointAnIntervalLater() async {
    let seen = await played([0, 10, 20], filter: nil, keepsRunning: true, count: 7)
    #expect(seen.metres == [0, 10, 20, 0, 10, 20, 0] && seen.times == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func nothingComesAfterStop() async {
    let (simulator, recorder) = simulator([0, 10, 20, 30])
    let updates = simulator.updates()
    simulator.start(at: 0)
    await clock.step(1)
    await clock.settle()
    simulator.stop()
    #expect(clock.sleeperCount == 0 && !simulator.isRunning)
    clock.advance(by: .seconds(100))
    for await _ in updates { Issue.record("an update that waited to be read came after stop") }
    #expect(recorder.metres == [0, 10])
  }

  @Test func aCallbackMayStop() async {
    let simulator = LocationSimulator(clock: ManualClock(isFreeRunning: true))
    simulator.load(fixes([0, 10, 20]))
    let recorder = Recorder { ($0 as? LocationSimulator)?.stop() }
    simulator.delegate = recorder
    simulator.start(at: 0)
    while simulator.isRunning { await Task.yield() }
    #expect(recorder.metres == [0])
  }

  @Test func startAgainBeginsAtTheFirstPointWithOneTimerAndAPairOfEquals() async {
    let (simulator, recorder) = simulator([0, 10, 20, 30], keepsRunning: true)
    simulator.start(at: 0)
    await clock.step(2)
    await clock.settle()
    simulator.start(at: 500)
    while recorder.lists.count < 4 { await Task.yield() }
    await clock.settle()
    #expect(clock.sleeperCount == 1)
    await clock.step(2)
    await clock.settle()
    #expect(recorder.lists.map { $0.map(metresEast) } == [[0, 0], [0, 10], [10, 20], [0, 0], [0, 10], [10, 20]])
    #expect(recorder.lists.suffix(3).compactMap(\.last?.fix.time) == [500, 501, 502] && clock.seconds == 4)
  }

  @Test func aSimulatorThatNobodyKeepsStops() async {
    var simulator: LocationSimulator? = LocationSimulator(clock: clock, keepsRunning: true)
    simulator?.load(fixes([0, 10]))
    let updates = simulator?.updates()
    simulator?.start(at: 0)
    await clock.settle()
    simulator = nil
    guard let updates else { return }
    var count = 0
    for await _ in updates { count += 1 }
    #expect(count == 1 && clock.sleeperCount == 0)
  }

  // MARK: Time

  @Test func aChangedIntervalHoldsFromTheNextUpdateOn() async {
    let (simulator, recorder) = simulator([0, 10, 20, 30], keepsRunning: true)
    simulator.start(at: 0)
    await clock.settle()
    simulator.updateInterval = .milliseconds(250)
    await clock.step(3)
    await clock.settle()
    #expect(recorder.lists.compactMap(\.last?.fix.time) == [0, 1, 1.25, 1.5] && clock.seconds == 1.5)
  }

  @Test func whatComesLateFollowsAtOnceWithItsOwnTime() async {
    let (simulator, recorder) = simulator([0, 10, 20, 30, 40], keepsRunning: true)
    simulator.start(at: 0)
    await clock.settle()
    clock.advance(by: .milliseconds(3500))
    while recorder.lists.count < 4 { await Task.yield() }
    await clock.step()
    await clock.settle()
    #expect(recorder.lists.compactMap(\.last?.fix.time) == [0, 1, 2, 3, 4] && clock.seconds == 4)
  }

  @Test func aReaderThatIsCancelledEndsAtOnceAndTheOthersGoOn() async {
    let (simulator, recorder) = simulator([0, 10], keepsRunning: true)
    let updates = simulator.updates()
    let reader = Task {
      var count = 0
      for await _ in updates { count += 1 }
      return count
    }
    reader.cancel()
    #expect(await reader.value == 0)
    simulator.start(at: 0)
    await clock.step(2)
    await clock.settle()
    #expect(recorder.lists.count == 3)
  }

  // MARK: Who is told

  @Test func aReaderThatIsTooSlowLosesTheOldest() async {
    let simulator = LocationSimulator(clock: ManualClock(isFreeRunning: true))
    simulator.load(fixes([0, 10, 20, 30, 40]))
    let slow = simulator.updates(buffering: 2)
    let patient = simulator.updates()
    simulator.start(at: 0)
    while simulator.isRunning { await Task.yield() }
    var seen: [Int] = []
    for await update in slow { seen.append(metresEast(update.current)) }
    #expect(seen == [30, 40])
    seen = []
    for await update in patient { seen.append(metresEast(update.current)) }
    #expect(seen == [0, 10, 20, 30, 40])
  }

  @Test func aDelegateIsHeldWeaklyAndHearsOnlyWhatItHandles() async {
    let (simulator, _) = simulator([0, 10], keepsRunning: true)
    #expect(simulator.delegate == nil)
    let deaf = Recorder(handling: [.failures])
    simulator.delegate = deaf
    simulator.start(at: 0)
    await clock.step(2)
    await clock.settle()
    #expect(deaf.lists.isEmpty)
    #expect(simulator.available == [.locations, .failures] && simulator.shortcomings == [.headingUnavailable])
  }

  @Test func callsFromManyThreadsDoNoHarm() async {
    let simulator = LocationSimulator(clock: ManualClock(isFreeRunning: true), keepsRunning: true)
    simulator.load(fixes([0, 10, 20]))
    let inside = Mutex(0)
    let most = Mutex(0)
    let recorder = Recorder { _ in
      let now = inside.withLock { count in
        count += 1
        return count
      }
      most.withLock { $0 = max($0, now) }
      inside.withLock { $0 -= 1 }
    }
    simulator.delegate = recorder
    await withTaskGroup { group in
      for worker in 0..<8 {
        group.addTask {
          for round in 0..<50 {
            if (worker + round).isMultiple(of: 3) { simulator.stop() } else { simulator.start(at: Double(round)) }
            await Task.yield()
          }
        }
      }
    }
    simulator.stop()
    let count = recorder.lists.count
    for _ in 0..<100 { await Task.yield() }
    #expect(recorder.lists.count == count && most.withLock { $0 } <= 1)
  }

  // MARK: The other systems believe it

  @Test func aMarkerDrivesItsFixesAtTheirPaceAndASearchFindsTheFirst() async {
    let simulator = LocationSimulator(clock: ManualClock(isFreeRunning: true))
    simulator.load(track([(0, 0), (10, 0), (30, 0), (30, 0), (30, 5), (30, 20)]))
    let updates = simulator.updates()
    simulator.start(at: 1000)
    var marker = LiveMarker(id: "car", options: SmoothMarkerOptions(bufferSize: 6))
    var search = FixAcquisition()
    search.start(at: 1000)
    for await update in updates {
      let now = update.current.fix.time ?? 0
      marker.add(update.locations, at: now)
      search.receive(update.current.fix, at: now)
    }
    #expect(search.status == .found && search.best?.time == 1000)
    // Set out at 1005, when the sixth is in: one second a leg.
    let shown = [1005, 1006, 1007, 1008, 1009, 1010.0].compactMap { marker.pose(at: $0)?.coordinate }
    let truth = [(0.0, 0.0), (10, 0), (30, 0), (30, 0), (30, 5), (30, 20)].map { place($0.0, $0.1) }
    #expect(zip(shown, truth).allSatisfy { Geodesic.wgs84.distance(from: $0, to: $1) < 0.01 } && shown.count == truth.count)
  }
}
