// The rules by which live fixes are taken: each row of the table at `FixFilter`.

import Testing
import TrackGeodesy

@testable import TrackPlayback

/// A report of a fix so many metres from a corner of Beijing.
func report(
  _ east: Double, _ north: Double = 0, time: Double?, accuracy: Double? = 5, speed: Double? = nil, source: String = "",
  mode: FixMode = .threeDimensional
) -> ReceiverReport {
  let fix = Fix(coordinate: place(east, north), time: time, speed: speed, horizontalAccuracy: accuracy)
  return ReceiverReport(source: source, mode: mode, time: time, fix: fix)
}

/// A filter that an expectation can call.
private final class Judge {
  private var filter = FixFilter()
  var counts: FixCounts { filter.counts }
  var last: Fix? { filter.last }

  func receive(_ report: ReceiverReport, hostTime: Double) -> FixVerdict { filter.receive(report, hostTime: hostTime) }
}

@Suite("The rules for live fixes")
struct FixFilterTests {
  /// A filter that has taken a fix at 0 m, 1000 s, at the host's 5000 s.
  private func started() -> Judge {
    let filter = Judge()
    _ = filter.receive(report(0, time: 1000), hostTime: 5000)
    return filter
  }

  @Test("the first fix is taken, and begins a segment")
  func first() {
    let filter = Judge()
    let verdict = filter.receive(report(0, time: 1000), hostTime: 5000)
    #expect(verdict == .accepted(Fix(coordinate: place(0, 0), time: 1000, horizontalAccuracy: 5), newSegment: .first))
    #expect(verdict.startsSegment)
    #expect(filter.counts.raw == 1 && filter.counts.accepted == 1 && filter.counts.rejected == 0)
  }

  @Test("a fix that goes on is taken without a new segment")
  func next() {
    let filter = started()
    let verdict = filter.receive(report(10, time: 1001), hostTime: 5001)
    #expect(verdict.fix?.time == 1001)
    #expect(!verdict.startsSegment)
  }

  @Test("no fix", arguments: [ReceiverReport(mode: .none), ReceiverReport(mode: .unknown, time: 1001), report(0, time: 1001, mode: .none)])
  func noFix(_ report: ReceiverReport) {
    let filter = started()
    #expect(filter.receive(report, hostTime: 5001) == .rejected(.noFix))
    #expect(filter.counts[.noFix] == 1)
  }

  @Test("places that are none", arguments: [(91.0, 0.0), (-90.001, 0), (.nan, 0), (0, .nan), (0, .infinity), (.infinity, 0)])
  func invalidPlace(_ latitude: Double, _ longitude: Double) {
    let filter = Judge()
    let fix = Fix(coordinate: Coordinate(latitude: latitude, longitude: longitude), time: 1)
    #expect(filter.receive(ReceiverReport(mode: .twoDimensional, fix: fix), hostTime: 5) == .rejected(.invalidPlace))
    #expect(filter.last == nil)
  }

  @Test("a longitude beyond 180° is wrapped, not refused")
  func wrapped() {
    let filter = Judge()
    let fix = Fix(coordinate: Coordinate(latitude: 1, longitude: 190), time: 1)
    #expect(filter.receive(ReceiverReport(mode: .twoDimensional, fix: fix), hostTime: 5).fix?.coordinate.longitude == -170)
  }

  @Test("accuracies that call the fix invalid", arguments: [-1.0, -0.001, .nan])
  func invalidAccuracy(_ accuracy: Double) {
    let filter = started()
    #expect(filter.receive(report(1, time: 1001, accuracy: accuracy), hostTime: 5001) == .rejected(.invalidAccuracy))
  }

  @Test("an accuracy of 0, or none, is fine", arguments: [0.0, nil])
  func validAccuracy(_ accuracy: Double?) {
    let filter = started()
    #expect(filter.receive(report(1, time: 1001, accuracy: accuracy), hostTime: 5001).fix != nil)
  }

  @Test("the same place at the same time is a duplicate; another place is not, nor the same place later")
  func duplicate() {
    let filter = started()
    #expect(filter.receive(report(0, time: 1000), hostTime: 5000.2) == .rejected(.duplicate))
    #expect(filter.receive(report(1, time: 1000), hostTime: 5000.4).fix != nil)
    #expect(filter.receive(report(1, time: 1001), hostTime: 5001).fix != nil)
    #expect(filter.counts[.duplicate] == 1)
  }

  @Test("without times, a fix counts from its arrival")
  func arrival() {
    let filter = Judge()
    #expect(filter.receive(report(0, time: nil), hostTime: 5000).fix?.time == 5000)
    #expect(filter.receive(report(0, time: nil), hostTime: 5001).fix?.time == 5001)
    #expect(filter.receive(report(0, time: nil), hostTime: 5001) == .rejected(.duplicate))
  }

  @Test("a fix without a time between those that have one is put on their clock")
  func arrivalOnTheSourcesClock() {
    let filter = started()
    #expect(filter.receive(report(1, time: nil), hostTime: 5002.5).fix?.time == 1002.5)
  }

  @Test("times that are none count as missing", arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func impossibleTimes(_ time: Double) {
    let filter = started()
    #expect(filter.receive(report(1, time: time), hostTime: 5001).fix?.time == 1001)
  }

  @Test("a late fix is not taken, and what comes next goes on")
  func late() {
    let filter = started()
    _ = filter.receive(report(20, time: 1002), hostTime: 5002)
    #expect(filter.receive(report(10, time: 1001), hostTime: 5002.1) == .rejected(.late))
    #expect(
      filter.receive(report(30, time: 1003), hostTime: 5003)
        == .accepted(report(30, time: 1003).fix ?? Fix(coordinate: place(0, 0)), newSegment: nil))
  }

  @Test("a burst of late fixes is no reset clock")
  func lateBurst() {
    let filter = started()
    _ = filter.receive(report(100, time: 1010), hostTime: 5010)
    for step in 1...9 {
      #expect(filter.receive(report(Double(step) * 10, time: 1000 + Double(step)), hostTime: 5010.01 * 1) == .rejected(.late))
    }
    #expect(filter.receive(report(110, time: 1011), hostTime: 5011).startsSegment == false)
    #expect(filter.counts[.late] == 9 && filter.counts.clockResets == 0)
  }

  @Test("three late fixes at the pace of time are a clock that was set back")
  func clockReset() {
    let filter = started()
    #expect(filter.receive(report(10, time: 500), hostTime: 5001) == .rejected(.late))
    #expect(filter.receive(report(20, time: 501), hostTime: 5002) == .rejected(.late))
    #expect(
      filter.receive(report(30, time: 502), hostTime: 5003)
        == .accepted(report(30, time: 502).fix ?? Fix(coordinate: place(0, 0)), newSegment: .clockReset))
    #expect(filter.receive(report(40, time: 503), hostTime: 5004).startsSegment == false)
    #expect(filter.counts.clockResets == 1 && filter.counts[.late] == 2 && filter.counts.accepted == 3)
  }

  @Test("late fixes with one taken in between prove nothing")
  func interruptedReset() {
    let filter = started()
    for round in 0..<5 {
      let time = Double(round)
      #expect(filter.receive(report(10, time: 500 + time), hostTime: 5001 + time) == .rejected(.late))
      #expect(filter.receive(report(10, time: 510 + time), hostTime: 5001.3 + time) == .rejected(.late))
      #expect(filter.receive(report(time, time: 1001 + time), hostTime: 5001.6 + time).startsSegment == false)
    }
  }

  @Test("late fixes that go back among themselves prove nothing")
  func unorderedLate() {
    let filter = started()
    for step in 0..<40 { #expect(filter.receive(report(0, time: 900 - Double(step)), hostTime: 5001 + Double(step)) == .rejected(.late)) }
  }

  @Test("twenty late fixes in a row are believed however fast they come, as from a log read at once")
  func clockResetOfALog() {
    let filter = started()
    var verdicts: [FixVerdict] = []
    for step in 0..<25 { verdicts.append(filter.receive(report(Double(step), time: 500 + Double(step)), hostTime: 5000)) }
    #expect(verdicts.firstIndex { $0.fix != nil } == FixFilter.provingBurst - 1)
    #expect(filter.counts.clockResets == 1 && filter.counts[.late] == FixFilter.provingBurst - 1)
  }

  @Test("what is farther than 1,500 km/h allow is impossible; what is not is taken")
  func impossible() {
    let filter = started()
    #expect(filter.receive(report(4200, time: 1010), hostTime: 5010) == .rejected(.impossible))
    #expect(filter.receive(report(4150, time: 1010), hostTime: 5010).fix != nil)
  }

  @Test("within a second the speed says nothing beyond 417 m")
  func withinASecond() {
    let filter = started()
    #expect(filter.receive(report(400, time: 1000.1), hostTime: 5000.1).fix != nil)
    #expect(filter.receive(report(850, time: 1000.2), hostTime: 5000.2) == .rejected(.impossible))
  }

  @Test("an outlier is not taken, and what comes next goes on")
  func outlier() {
    let filter = started()
    #expect(filter.receive(report(50_000, time: 1001), hostTime: 5001) == .rejected(.impossible))
    #expect(filter.receive(report(20, time: 1002), hostTime: 5002).startsSegment == false)
  }

  @Test("three that agree with each other are believed: the source is somewhere else")
  func jump() {
    let filter = started()
    #expect(filter.receive(report(50_000, time: 1001), hostTime: 5001) == .rejected(.impossible))
    #expect(filter.receive(report(50_010, time: 1002), hostTime: 5002) == .rejected(.impossible))
    let third = filter.receive(report(50_020, time: 1003), hostTime: 5003)
    #expect(third.startsSegment)
    #expect(filter.counts.jumps == 1 && filter.counts[.impossible] == 2)
    #expect(filter.receive(report(50_030, time: 1004), hostTime: 5004).startsSegment == false)
  }

  @Test("outliers all over the place are never believed")
  func scattered() {
    let filter = started()
    for step in 1...30 {
      let east = Double(step % 2 == 0 ? 1 : -1) * 60_000
      #expect(filter.receive(report(east, time: 1000 + Double(step)), hostTime: 5000 + Double(step)) == .rejected(.impossible))
    }
  }

  @Test("a first fix that was wrong is overcome")
  func wrongFirst() {
    let filter = Judge()
    let nowhere = Fix(coordinate: Coordinate(latitude: 0, longitude: 0), time: 1000)
    _ = filter.receive(ReceiverReport(mode: .twoDimensional, fix: nowhere), hostTime: 5000)
    let verdicts = (1...4).map { filter.receive(report(Double($0), time: 1000 + Double($0)), hostTime: 5000 + Double($0)) }
    #expect(verdicts.map { $0.fix != nil } == [false, false, true, true])
  }

  @Test("the counts add up, whatever comes, and no number traps")
  func hostile() {
    var random = SeededGenerator(seed: 7)
    let numbers: [Double] = [0, 1, -1, 1e300, -1e300, .nan, .infinity, -.infinity, 1000, 999, 1e12, 180, 90, .leastNonzeroMagnitude]
    let filter = Judge()
    func any() -> Double { numbers.randomElement(using: &random) ?? 0 }
    for round in 1...20_000 {
      let fix = Fix(
        coordinate: Coordinate(latitude: any(), longitude: any()), time: Bool.random(using: &random) ? any() : nil,
        horizontalAccuracy: Bool.random(using: &random) ? any() : nil)
      let report = ReceiverReport(
        mode: FixMode.allCases.randomElement(using: &random) ?? .none, time: any(),
        fix: Int.random(in: 0..<9, using: &random) > 0 ? fix : nil)
      let verdict = filter.receive(report, hostTime: any())
      if let taken = verdict.fix { #expect(taken.coordinate.isValid && (taken.time ?? .nan).isFinite) }
      #expect(filter.counts.raw == round)
    }
    #expect(filter.counts.accepted > 0)
  }

  @Test("counts of several sources are added reason by reason")
  func sums() {
    let one = started()
    _ = one.receive(report(0, time: 1000), hostTime: 5000)
    let sum = one.counts + one.counts
    #expect(sum.raw == 4 && sum.accepted == 2 && sum[.duplicate] == 2 && sum[.late] == 0)
  }
}
