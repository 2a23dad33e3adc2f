// Owns `PlaybackRate`: the speed multiplier as a person sets it, in steps that undo one another exactly.

/// How many seconds of a timeline pass in one second: 0.01…10,000.
///
/// The rate is kept as a base and two counts of steps, so that ten steps up and ten steps down are where they began, to
/// the last bit. At either end of the range further steps do nothing; the one that gets there is still undone exactly.
public struct PlaybackRate: Sendable, Hashable {
  /// The rate before any step.
  public private(set) var base: Double
  /// How often it was doubled; negative is halved.
  public private(set) var doublings: Int
  /// How often it was raised by a tenth; negative is lowered.
  public private(set) var tenths: Int

  /// The rates allowed.
  public static let range: ClosedRange<Double> = 0.01...10_000
  /// The rate at which one second is one second.
  public static let normal = PlaybackRate(1)

  /// A rate; values outside ``range`` are clamped, NaN is 1.
  public init(_ value: Double) {
    base = value.isNaN ? 1 : min(Self.range.upperBound, max(Self.range.lowerBound, value))
    doublings = 0
    tenths = 0
  }

  /// The rate: base · 2^doublings · 1.1^tenths within ``range``.
  public var value: Double { min(Self.range.upperBound, max(Self.range.lowerBound, unlimited)) }

  /// 10 % faster; undoes ``decrease()``.
  public mutating func increase() { if unlimited < Self.range.upperBound { step(doublings: 0, tenths: 1) } }
  /// The same step down; undoes ``increase()``.
  public mutating func decrease() { if unlimited > Self.range.lowerBound { step(doublings: 0, tenths: -1) } }
  /// Twice as fast; undoes ``halve()``.
  public mutating func double() { if unlimited < Self.range.upperBound { step(doublings: 1, tenths: 0) } }
  /// Half as fast; undoes ``double()``.
  public mutating func halve() { if unlimited > Self.range.lowerBound { step(doublings: -1, tenths: 0) } }

  /// The rate for the eye, to about three digits: `1×`, `1.1×`, `0.5×`, `1000×`.
  public var text: String {
    let value = value
    let decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.0995 ? 2 : 3
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    var fraction = String(scaled % scale + scale).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return decimals == 0 || fraction.isEmpty ? "\(scaled / scale)×" : "\(scaled / scale).\(fraction)×"
  }

  /// The rate without the limits; beyond them by one step at most.
  private var unlimited: Double {
    let doubled = base * Double(sign: .plus, exponent: doublings, significand: 1)
    var power = 1.0
    for _ in 0..<abs(tenths) { power *= 1.1 }
    return tenths < 0 ? doubled / power : doubled * power
  }

  private mutating func step(doublings: Int, tenths: Int) {
    self.doublings += doublings
    self.tenths += tenths
    // Only someone who turns one step up and the other down hundreds of times gets here.
    if abs(self.doublings) > 400 || abs(self.tenths) > 400 { self = PlaybackRate(value) }
  }
}

extension PlaybackRate {
  /// Whether two rates are equally fast, however they were set.
  public static func == (one: PlaybackRate, other: PlaybackRate) -> Bool { one.value == other.value }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
