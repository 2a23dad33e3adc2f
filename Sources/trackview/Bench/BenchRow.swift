// One line of the table.

import TrackGeodesy

/// What a figure counts.
enum BenchUnit {
  case milliseconds, microseconds, bytes, megabytes, percent, count, megabytesPerSecond
  /// So many times a reference; the second is written with a sign.
  case ratio, times

  /// The figure with its unit, with as many decimals as say something.
  func text(_ value: Double) -> String {
    switch self {
    case .milliseconds: DecimalText.fixed(value, digits: value < 1 ? 3 : value < 100 ? 2 : 0) + " ms"
    case .microseconds: DecimalText.fixed(value, digits: value < 10 ? 2 : 0) + " µs"
    case .ratio: DecimalText.fixed(value, digits: 2)
    case .times: DecimalText.fixed(value, digits: 1) + "×"
    case .bytes: DecimalText.fixed(value, digits: 0, grouped: true) + " B"
    case .megabytes: DecimalText.fixed(value, digits: 1) + " MB"
    case .percent: DecimalText.fixed(value, digits: 1) + " %"
    case .count: DecimalText.fixed(value, digits: value == value.rounded() ? 0 : 1)
    case .megabytesPerSecond: DecimalText.fixed(value, digits: value < 10 ? 1 : 0) + " MB/s"
    }
  }
}

/// What was measured, what was to be reached, and what something else took in the same run.
struct BenchRow {
  enum Verdict: String {
    case ok
    case missed = "MISSED"
    case none = ""
  }

  var what: String
  var measured: String
  var figure = ""
  var reference = ""
  var verdict = Verdict.none

  /// A row that tells something without a figure to reach.
  init(_ what: String, measured: String, reference: String = "") {
    self.what = what
    self.measured = measured
    self.reference = reference
  }

  /// A row with a figure not to be exceeded.
  init(_ what: String, _ value: Double, _ unit: BenchUnit, atMost limit: Double? = nil, reference: String = "") {
    self.init(what, measured: unit.text(value), reference: reference)
    guard let limit else { return }
    figure = limit == 0 ? "0" : "≤ " + unit.text(limit).replacingTrailingZeros
    verdict = value <= limit ? .ok : .missed
  }

  /// A row with a figure to be reached or exceeded.
  init(_ what: String, _ value: Double, _ unit: BenchUnit, atLeast limit: Double, reference: String = "") {
    self.init(what, measured: unit.text(value), reference: reference)
    figure = "≥ " + unit.text(limit).replacingTrailingZeros
    verdict = value >= limit ? .ok : .missed
  }

  /// A row with a median and a 99th percentile, each with its figure.
  init(_ what: String, _ samples: Samples, _ unit: BenchUnit, median: Double? = nil, percentile99: Double? = nil, reference: String = "") {
    self.init(what, measured: "\(unit.text(samples.median)), p99 \(unit.text(samples.percentile(99)))", reference: reference)
    guard let median else { return }
    figure = "≤ " + unit.text(median).replacingTrailingZeros
    verdict = samples.median <= median ? .ok : .missed
    guard let percentile99 else { return }
    figure += ", p99 ≤ " + unit.text(percentile99).replacingTrailingZeros
    if samples.percentile(99) > percentile99 { verdict = .missed }
  }
}

extension String {
  /// `0.250 ms` as `0.25 ms`, `10.00 ms` as `10 ms`: a figure to reach is written as it was set.
  fileprivate var replacingTrailingZeros: String {
    guard let space = firstIndex(of: " "), self[..<space].contains(".") else { return self }
    var number = self[..<space]
    while number.last == "0" { number.removeLast() }
    if number.last == "." { number.removeLast() }
    return String(number) + self[space...]
  }
}
