import Testing

@testable import LiveProtocols

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Functions that are the same everywhere")
struct SteadyMathTests {
  @Test("They agree with the C library to 1e-14")
  func values() {
    for index in -4000...4000 {
      let x = Double(index) * 0.1737
      #expect(abs(SteadyMath.sineCosine(x).sine - sin(x.remainder(dividingBy: 360) * .pi / 180)) < 1e-14)
      #expect(abs(SteadyMath.sineCosine(x).cosine - cos(x.remainder(dividingBy: 360) * .pi / 180)) < 1e-14)
      let power = Double(index) / 10
      #expect(abs(SteadyMath.exponential(power) / exp(power) - 1) < 1e-13)
      let positive = exp(power / 2)
      #expect(abs(SteadyMath.logarithm(positive) - log(positive)) < 1e-13)
      let (u, v) = (cos(Double(index)), sin(Double(index) * 1.7))
      #expect(abs(SteadyMath.angle(v, u) - atan2(v, u) * 180 / .pi) < 1e-12)
    }
    #expect(SteadyMath.exponential(-1e9) == 0)
    #expect(SteadyMath.exponential(1e9).isFinite)
    #expect(SteadyMath.angle(0, 0) == 0)
    #expect(SteadyMath.sineCosine(.nan).sine == 0)
  }

  @Test("Normal numbers are normal")
  func normal() {
    var random = SteadyRandom(seed: 3, stream: 1)
    let values = (0..<200_000).map { _ in random.normal() }
    let mean = values.reduce(0, +) / 200_000
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 200_000
    #expect(abs(mean) < 0.01 && abs(variance - 1) < 0.015)
    #expect(abs(Double(values.count { abs($0) <= 1 }) / 200_000 - 0.6827) < 0.004)
    #expect(abs(Double(values.count { $0 > 2 }) / 200_000 - 0.02275) < 0.002)
  }

  @Test("Correlated noise has deviation 1 whatever the interval, and forgets to 1/e after its time")
  func noise() {
    for interval in [0.1, 1, 30] {
      var noise = CorrelatedNoise(seed: 5, stream: 1, correlationTime: 10, fastShare: 0.1)
      let values = (0..<200_000).map { _ in noise.next(after: interval) }
      let variance = values.reduce(0) { $0 + $1 * $1 } / 200_000
      // At 0.1 s there are but a thousand independent values.
      #expect(abs(variance - 1) < (interval < 1 ? 0.15 : 0.05), "interval \(interval): \(variance)")
    }
    var noise = CorrelatedNoise(seed: 6, stream: 1, correlationTime: 10)
    let values = (0..<400_000).map { _ in noise.next(after: 1) }
    let product = zip(values, values.dropFirst(10)).reduce(0) { $0 + $1.0 * $1.1 } / 399_990
    #expect(abs(product - 0.368) < 0.04)
  }

  @Test("Spells come as often and last as long as said")
  func spells() {
    var spells = RandomSpells(seed: 9, stream: 1, perHour: 60, duration: 10)
    var on = 0
    var begins: Set<Double> = []
    for second in 0..<360_000 {
      if spells.isOn(at: Double(second)) {
        on += 1
        if let began = spells.began { begins.insert(began) }
      }
    }
    #expect(abs(Double(begins.count) - 6000) < 400)
    #expect(abs(Double(on) / Double(begins.count) - 10) < 1)
    var none = RandomSpells(seed: 9, stream: 1, perHour: 0, duration: 10)
    let isOn = none.isOn(at: 1e12)
    #expect(!isOn)
  }
}
