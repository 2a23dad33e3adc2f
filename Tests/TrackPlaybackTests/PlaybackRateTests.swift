// The speed multiplier: steps that undo one another, limits, text.

import Testing
import TrackPlayback

@Suite struct PlaybackRateTests {
  @Test(arguments: 0..<50)
  func stepsUndoOneAnotherExactly(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let first = PlaybackRate(Double.random(in: 0.5...4, using: &random))
    var rate = first
    let steps = (0..<12).map { _ in Int.random(in: 0..<4, using: &random) }
    let act: [(inout PlaybackRate) -> Void] = [{ $0.increase() }, { $0.double() }, { $0.decrease() }, { $0.halve() }]
    // Whatever was done is undone in any order: here in the same one.
    for step in steps { act[step](&rate) }
    let between = rate.value
    guard between > 0.02, between < 5000 else { return }
    for step in steps { act[(step + 2) % 4](&rate) }
    #expect(rate.value == first.value && rate.doublings == 0 && rate.tenths == 0, "seed \(seed)")
  }

  @Test func theRangeIsKeptAndTheStepToItsEndIsUndone() {
    var rate = PlaybackRate(6000)
    for _ in 0..<5 { rate.double() }
    #expect(rate.value == 10_000)
    rate.halve()
    #expect(rate.value == 6000)
    rate = PlaybackRate(0.015)
    for _ in 0..<5 { rate.halve() }
    #expect(rate.value == 0.01)
    rate.double()
    #expect(rate.value == 0.015)
  }

  @Test(arguments: [
    (1, "1×"), (1.1, "1.1×"), (0.5, "0.5×"), (1000, "1000×"), (10_000, "10000×"), (0.01, "0.01×"), (2.5937, "2.59×"), (99.97, "100×"),
    (0.0125, "0.013×"), (12.34, "12.3×"), (9.999, "10×"),
  ])
  func itsTextIsShort(value: Double, text: String) {
    #expect(PlaybackRate(value).text == text)
  }

  @Test func ratesThatCannotBeAreClamped() {
    #expect(PlaybackRate(.nan).value == 1 && PlaybackRate(-3).value == 0.01 && PlaybackRate(.infinity).value == 10_000)
  }

  @Test func tenThousandCrossedStepsDoNoHarm() {
    var rate = PlaybackRate.normal
    for step in 0..<10_000 {
      if step.isMultiple(of: 8) { rate.halve() } else { rate.increase() }
      #expect(PlaybackRate.range.contains(rate.value))
    }
  }
}
