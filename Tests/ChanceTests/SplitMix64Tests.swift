// Tests of the random numbers that a seed gives again.

import Chance
import Testing

@Suite("Chance")
struct SplitMix64Tests {
  @Test("The numbers are those of SplitMix64")
  func published() {
    // The first outputs of the published generator with the seed 1234567, as its authors' C code gives them.
    var random = SplitMix64(seed: 1_234_567)
    for value in [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423] as [UInt64] {
      #expect(random.next() == value)
    }
  }

  @Test("Shares are even in 0 ..< 1")
  func shares() {
    var random = SplitMix64(seed: 9)
    var counts = [Int](repeating: 0, count: 10)
    for _ in 0..<100_000 {
      let share = random.unit()
      guard share >= 0, share < 1 else {
        Issue.record("\(share) is no share")
        return
      }
      counts[Int(share * 10)] += 1
    }
    for count in counts { #expect(abs(count - 10_000) < 500) }
  }
}
