// When a fix is good enough, sentence by sentence of its row in the design.

import Testing
import TrackGeodesy
import TrackPlayback

/// A fix so many metres east, of an accuracy, at a time.
private func fix(_ metres: Double = 0, accuracy: Double?, time: Double?) -> Fix {
  Fix(coordinate: place(metres, 0), time: time, horizontalAccuracy: accuracy)
}

@Suite struct FixAcquisitionTests {
  /// A search that began at 1000.
  private func begun(_ options: FixAcquisitionOptions = .init()) -> FixAcquisition {
    var search = FixAcquisition(options: options)
    search.start(at: 1000)
    return search
  }

  // MARK: Dropped

  @Test func aFixOverFiveSecondsOldIsDropped() {
    var search = begun()
    #expect(search.receive(fix(accuracy: 50, time: 994.9), at: 1000) == .tooOld(1000 - 994.9))
    #expect(search.best == nil && search.status == .searching)
    #expect(search.receive(fix(accuracy: 50, time: 995), at: 1000) == .kept)
  }

  @Test(arguments: [-1, -0.001, .nan, -.infinity] as [Double])
  func aFixWhoseAccuracyIsInvalidIsDropped(accuracy: Double) {
    var search = begun()
    #expect(search.receive(fix(accuracy: accuracy, time: 1000), at: 1000) == .invalidAccuracy && search.best == nil)
  }

  @Test func aFixWithoutAPlaceIsDropped() {
    var search = begun()
    let nowhere = Fix(coordinate: Coordinate(latitude: .nan, longitude: 0), time: 1000, horizontalAccuracy: 3)
    #expect(search.receive(nowhere, at: 1000) == .invalidPlace)
  }

  // MARK: Kept

  @Test func aFixIsKeptIfThereIsNoneYetOrIfItIsStrictlyMoreAccurate() {
    var search = begun()
    #expect(search.receive(fix(0, accuracy: 100, time: 1000), at: 1000) == .kept)
    #expect(search.receive(fix(20, accuracy: 100, time: 1001), at: 1001) == .notBetter)
    #expect(search.receive(fix(20, accuracy: 101, time: 1002), at: 1002) == .notBetter)
    #expect(search.best?.time == 1000)
    #expect(search.receive(fix(20, accuracy: 99, time: 1003), at: 1003) == .kept)
    #expect(search.best?.time == 1003 && search.status == .searching)
  }

  @Test func keepingAFixClearsTheLastError() {
    var search = begun()
    search.fail(.positionUnknown)
    #expect(search.lastError == .positionUnknown)
    search.receive(fix(accuracy: -1, time: 1001), at: 1001)
    #expect(search.lastError == .positionUnknown)
    search.receive(fix(accuracy: 80, time: 1002), at: 1002)
    #expect(search.lastError == nil)
  }

  @Test func anUnknownAccuracyIsWorseThanAnyKnownAndNeverGoodEnough() {
    var search = begun()
    #expect(search.receive(fix(0, accuracy: nil, time: 1000), at: 1000) == .kept)
    #expect(search.receive(fix(9, accuracy: nil, time: 1001), at: 1001) == .notBetter)
    #expect(search.receive(fix(9, accuracy: 5000, time: 1002), at: 1002) == .kept)
    #expect(search.receive(fix(9, accuracy: nil, time: 1003), at: 1003) == .notBetter && search.status == .searching)
  }

  // MARK: Done

  @Test(arguments: [(10.0, true), (9.9, true), (0, true), (10.1, false)])
  func itIsDoneWhenTheAccuracyIsAtMostTheDesiredOne(accuracy: Double, isDone: Bool) {
    var search = begun()
    #expect(search.receive(fix(accuracy: accuracy, time: 1000), at: 1000) == (isDone ? .found : .kept))
    #expect(search.status == (isDone ? .found : .searching))
    #expect(search.receive(fix(accuracy: 1, time: 1001), at: 1001) == (isDone ? .ignored : .found))
  }

  @Test func theDesiredAccuracyCanBeSet() {
    var search = begun(.init(desiredAccuracy: 100))
    #expect(search.receive(fix(accuracy: 100, time: 1000), at: 1000) == .found)
  }

  @Test(arguments: [
    (0.9, 10.1, 50.0, true), (0, 10.1, 60, true), (0.9, 10, 50, false), (1.1, 10.1, 50, false), (0.9, 10.1, 49, false),
  ])
  func itIsForcedByAReadingNoMoreAccurateUnderAMetreAwayAndOverTenSecondsLater(
    metres: Double, later: Double, accuracy: Double, isForced: Bool
  ) {
    var search = begun()
    search.receive(fix(0, accuracy: 50, time: 1000), at: 1000)
    let verdict = search.receive(fix(metres, accuracy: accuracy, time: 1000 + later), at: 1000 + later)
    #expect((verdict == .forced) == isForced && (search.status == .forced) == isForced)
    if isForced { #expect(search.best?.time == 1000 && search.place.request?.number == 1) }
  }

  @Test func itIsItsOwnTimestampThatCountsForThat() {
    var search = begun()
    search.receive(fix(accuracy: 50, time: 1000), at: 1000)
    #expect(search.receive(fix(accuracy: 50, time: 1009), at: 1012) == .notBetter)
    #expect(search.receive(fix(accuracy: 50, time: 1010.5), at: 1012.1) == .forced)
  }

  @Test func withoutTimestampsTheArrivalCounts() {
    var search = begun()
    search.receive(fix(accuracy: nil, time: nil), at: 1000)
    #expect(search.receive(fix(accuracy: nil, time: nil), at: 1010) == .notBetter)
    #expect(search.receive(fix(accuracy: nil, time: nil), at: 1010.5) == .forced)
  }

  // MARK: The limit

  @Test func withNoFixInSixtySecondsItEndsInAnErrorOfItsOwn() {
    var search = begun()
    #expect(search.deadline == 1060)
    search.receive(fix(accuracy: -1, time: 1030), at: 1030)
    search.advance(to: 1059.9)
    #expect(search.isSearching)
    search.advance(to: 1060)
    #expect(search.status == .timedOut && search.lastError == .timedOut && search.deadline == nil)
    #expect(search.receive(fix(accuracy: 5, time: 1061), at: 1061) == .ignored)
  }

  @Test func aFixThatComesAfterTheLimitComesTooLateAlsoIfNobodyLetTimePass() {
    var search = begun()
    #expect(search.receive(fix(accuracy: 5, time: 1060), at: 1060) == .ignored && search.status == .timedOut)
  }

  @Test func stoppingCancelsTheLimit() {
    var search = begun()
    search.stop()
    #expect(search.deadline == nil)
    search.advance(to: 9999)
    #expect(search.status == .idle && search.lastError == nil)
    #expect(search.receive(fix(accuracy: 5, time: 9999), at: 9999) == .ignored)
  }

  @Test func aFixThatIsOnlyTooPoorNeverTimesOutAndItsAgeIsShown() {
    var search = begun()
    search.receive(fix(accuracy: 500, time: 1001), at: 1002)
    #expect(search.deadline == nil && search.ageOfBest(at: 1002) == 1)
    search.advance(to: 5000)
    #expect(search.status == .searching && search.best?.horizontalAccuracy == 500 && search.ageOfBest(at: 5000) == 3999)
  }

  @Test func aPassingErrorDoesNotEndTheSearchAndASourceThatIsNotThereDoes() {
    var search = begun()
    search.fail(.positionUnknown)
    #expect(search.status == .searching && search.lastError == .positionUnknown)
    search.fail(.locationUnavailable)
    #expect(search.status == .failed(.locationUnavailable) && search.lastError == .locationUnavailable)
    search.fail(.denied)
    #expect(search.status == .failed(.locationUnavailable))
  }

  @Test func startBeginsAnew() {
    var search = begun()
    search.receive(fix(accuracy: 5, time: 1000), at: 1000)
    if let request = search.place.request { search.answer(request, with: .success("Beijing")) }
    search.start(at: 2000)
    #expect(search.status == .searching && search.best == nil && search.place.name == nil && search.deadline == 2060)
  }

  // MARK: The place's name

  @Test func aKeptFixIsAskedForUnlessARequestIsUnderWay() throws {
    var search = begun()
    search.receive(fix(0, accuracy: 100, time: 1000), at: 1000)
    let first = try #require(search.place.request)
    #expect(first.coordinate == place(0, 0))
    search.receive(fix(50, accuracy: 90, time: 1001), at: 1001)
    #expect(search.place.request == first)
    search.answer(first, with: .success("Haidian"))
    #expect(search.place.name == "Haidian" && search.place.request == nil)
    search.receive(fix(60, accuracy: 80, time: 1002), at: 1002)
    #expect(search.place.request?.coordinate == place(60, 0))
  }

  @Test func aRequestThatFailsClearsThePlace() throws {
    var search = begun()
    search.receive(fix(0, accuracy: 100, time: 1000), at: 1000)
    search.answer(try #require(search.place.request), with: .success("Haidian"))
    search.receive(fix(50, accuracy: 90, time: 1001), at: 1001)
    search.answer(try #require(search.place.request), with: .failure(.init("no answer")))
    #expect(search.place.name == nil && search.place.failure == "no answer")
  }

  @Test func theFinalFixForcesAFreshRequestUnlessItLiesAtDistanceNull() throws {
    for (metres, isForced) in [(0.0, false), (30, true)] {
      var search = begun()
      search.receive(fix(0, accuracy: 100, time: 1000), at: 1000)
      let first = try #require(search.place.request)
      search.receive(fix(metres, accuracy: 8, time: 1001), at: 1001)
      #expect(search.status == .found && (search.place.request != first) == isForced)
      search.answer(first, with: .success("old"))
      #expect(search.place.name == (isForced ? nil : "old"))
      if isForced { #expect(search.place.request?.coordinate == place(30, 0)) }
    }
  }

  // MARK: Clocks that differ

  @Test func whereFixesArriveSteadilyWithOtherTimesAgeCountsFromArrivalAndTheDifferenceIsShown() {
    var search = begun()
    // A board whose clock began in 1980.
    #expect(search.receive(fix(0, accuracy: 50, time: 10), at: 1000) == .tooOld(990))
    #expect(search.receive(fix(0, accuracy: 50, time: 11), at: 1001) == .tooOld(990))
    #expect(search.clockDifference == nil)
    #expect(search.receive(fix(0, accuracy: 50, time: 12), at: 1002) == .kept)
    #expect(search.clockDifference == 990 && search.ageOfBest(at: 1004) == 2)
    #expect(search.receive(fix(0, accuracy: 9, time: 13), at: 1003) == .found)
  }

  @Test func aLogReplayedTenTimesAsFastIsSteadyToo() {
    var search = begun()
    let verdicts = (0..<3).map { search.receive(fix(0, accuracy: 50, time: Double($0)), at: 1000 + Double($0) / 10) }
    #expect(verdicts.last == .kept && search.clockDifference == 998.2)
  }

  @Test func aBurstOfLateFixesIsOldAndNotADifferentClock() {
    var search = begun()
    for second in 0..<10 {
      let verdict = search.receive(fix(0, accuracy: 50, time: 980 + Double(second)), at: 1000 + Double(second) / 1000)
      if case .tooOld = verdict { continue }
      Issue.record("\(verdict) at \(second)")
    }
  }

  @Test func afterFixesInTimeAFewLateOnesAreOld() {
    var search = begun(.init(desiredAccuracy: 1))
    for second in 0..<10 { search.receive(fix(0, accuracy: 50, time: 1000 + Double(second)), at: 1000 + Double(second)) }
    #expect(search.receive(fix(0, accuracy: 40, time: 1010), at: 1020) == .tooOld(10))
    #expect(search.receive(fix(0, accuracy: 40, time: 1020.5), at: 1021) == .kept)
  }

  @Test func aSourceWhoseClockRunsAheadIsBelievedAndItsFixesAgeToo() {
    var search = begun()
    #expect(search.receive(fix(0, accuracy: 50, time: 1500), at: 1000) == .kept && search.ageOfBest(at: 1003) == 3)
    search.receive(fix(0, accuracy: 40, time: 1501), at: 1001)
    search.receive(fix(0, accuracy: 30, time: 1502), at: 1002)
    #expect(search.clockDifference == -500 && search.ageOfBest(at: 1004) == 2)
  }

  @Test func aPauseLongerThanTheAllowedAgeIsNotSteady() {
    var search = begun()
    for index in 0..<6 {
      #expect(search.receive(fix(0, accuracy: 50, time: Double(index) * 6), at: 1000 + Double(index) * 6) == .tooOld(1000))
    }
  }

  @Test(arguments: 0..<30)
  func whateverComesTheBestNeverGetsWorse(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var search = begun()
    var best = Double.infinity
    for step in 0..<200 {
      let accuracy = [nil, -1, .nan, .infinity, Double.random(in: 0...300, using: &random)].randomElement(using: &random) ?? nil
      let time = [nil, .nan, 1e300, -1e300, 1000 + Double(step) / 4].randomElement(using: &random) ?? nil
      search.receive(fix(Double.random(in: 0...3, using: &random), accuracy: accuracy, time: time), at: 1000 + Double(step) / 4)
      let now = search.best.map { $0.horizontalAccuracy ?? .infinity } ?? .infinity
      #expect(now <= best, "seed \(seed)")
      best = now
    }
  }
}
