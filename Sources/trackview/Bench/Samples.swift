// Measured values and what is told of them.

/// Values of repeated measurements.
struct Samples {
  private var values: [Double] = []

  init() {}
  init(_ values: [Double]) { for value in values { add(value) } }

  var count: Int { values.count }
  var isEmpty: Bool { values.isEmpty }
  var mean: Double { values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count) }

  mutating func add(_ value: Double) { values.append(value) }

  /// The value that `percent` of all do not exceed (nearest rank); NaN without values.
  func percentile(_ percent: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let rank = Int((percent / 100 * Double(values.count)).rounded(.up))
    return values.sorted()[min(max(rank, 1), values.count) - 1]
  }

  var median: Double { percentile(50) }
  var most: Double { values.max() ?? .nan }

  /// Milliseconds of each run of `body`: at least `runs`, then until `seconds` have passed. The first run only warms up.
  static func milliseconds(runs: Int = 20, seconds: Double = 0.3, _ body: () -> Void) -> Samples {
    var samples = Samples()
    body()
    let began = MonotonicClock.seconds
    while samples.count < runs || (MonotonicClock.seconds - began < seconds && samples.count < 5_000) {
      let start = MonotonicClock.seconds
      body()
      samples.add((MonotonicClock.seconds - start) * 1e3)
    }
    return samples
  }
}

extension Samples {
  /// Milliseconds of two things run in turns, so that what else the machine does falls on both alike. The first runs only warm up.
  static func alternating(runs: Int, _ one: () -> Void, _ other: () -> Void) -> (Samples, Samples) {
    var (first, second) = (Samples(), Samples())
    for run in 0...runs {
      for isFirst in [true, false] {
        let start = MonotonicClock.seconds
        if isFirst { one() } else { other() }
        let time = (MonotonicClock.seconds - start) * 1e3
        if run == 0 { continue }
        if isFirst { first.add(time) } else { second.add(time) }
      }
    }
    return (first, second)
  }
}

/// Keeps the compiler from leaving out what nobody reads.
@inline(never)
func keep<Value>(_ value: borrowing Value) {}
