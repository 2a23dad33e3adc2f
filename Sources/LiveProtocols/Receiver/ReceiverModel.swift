// Owns `ReceiverModel`: what a receiver would say of a true place, with its errors. How it forms a report stands in
// `ReceiverModel+Reports.swift`.

import TrackGeodesy
import TrackPlayback

/// What a receiver would say of a true place, with its errors: repeatable, and honest about its accuracy.
///
/// ```
///                     ┌ drift, forgotten slowly ┐
///  true fix ──────────┤ leaps                   ├──► report, sky view (at most one a second)
///  (place, time, …)   │ velocity                │
///                     └ none at all · held back ┘
/// ```
///
/// **Accuracy.** The error to the north and the one to the east are independent, normal and of the same deviation σ at every moment, where σ
/// follows the satellites' geometry, leaps, and the time since reception came back. So the true error is within 1.5096 σ in 68 % of all cases
/// (√(−2 ln 0.32), the Rayleigh distribution), and that is the accuracy it states: neither better nor worse than it is.
///
/// **Repeatable.** All chance comes from the seed; the same seed and the same fixes give the same messages on every machine (see
/// ``SteadyMath``). Each kind of error draws from a sequence of its own, so that changing one leaves the others as they were.
///
/// It reads no clock: moments are the times of the fixes.
public struct ReceiverModel: Sendable {
  /// How it receives.
  public let parameters: ReceiverParameters
  /// What its messages name as their source.
  public let source: String
  /// Whether its reports say that they are made up.
  public let isMarkedSimulated: Bool

  let sky: SimulatedSky
  var north: CorrelatedNoise
  var east: CorrelatedNoise
  var up: CorrelatedNoise
  var northward: CorrelatedNoise
  var eastward: CorrelatedNoise
  private var jumpSpells: RandomSpells
  private var dropoutSpells: RandomSpells
  private var burstSpells: RandomSpells
  private var jumpRandom: SteadyRandom
  /// The leap that is under way: when it began, and metres north and east.
  private var jump: (began: Double, north: Double, east: Double)?

  /// Seconds since the first fix, and the time of the last.
  private(set) var clock = 0.0
  private var lastTime: Double?
  private var hasBegun = false
  private var lostUntil = -Double.infinity
  /// When reception came back.
  private var foundAt = -Double.infinity
  private var wasLost = false
  /// When the last sky was sent, and its horizontal dilution.
  private var skySentAt = -Double.infinity
  var dilution = DilutionOfPrecision()
  /// The course held while standing, in degrees.
  var heldCourse = 0.0
  /// The true altitude and place before, for climb and speed.
  var previous: (fix: Fix, clock: Double)?
  /// The magnetic declination, and where and when it was reckoned.
  var magnetic: (place: Coordinate, time: Double, declination: Double?)?
  private var heldBack: [ReceiverMessage] = []

  /// The most messages that are held back.
  private static let heldBackLimit = 4096

  /// A receiver that has just been switched on.
  public init(
    _ parameters: ReceiverParameters = ReceiverParameters(), seed: UInt64 = 1, source: String = "", isMarkedSimulated: Bool = true
  ) {
    let parameters = parameters.usable
    self.parameters = parameters
    self.source = source
    self.isMarkedSimulated = isMarkedSimulated
    sky = SimulatedSky(seed: seed, mask: parameters.mask, hasNoise: parameters.accuracy > 0)
    func drift(_ stream: UInt64) -> CorrelatedNoise {
      CorrelatedNoise(seed: seed, stream: stream, correlationTime: parameters.drift, fastShare: parameters.flicker)
    }
    (north, east, up) = (drift(1), drift(2), drift(3))
    northward = CorrelatedNoise(seed: seed, stream: 4, correlationTime: 2)
    eastward = CorrelatedNoise(seed: seed, stream: 5, correlationTime: 2)
    jumpSpells = RandomSpells(seed: seed, stream: 6, perHour: parameters.jumps, duration: parameters.jumpTime)
    dropoutSpells = RandomSpells(seed: seed, stream: 7, perHour: parameters.dropouts, duration: parameters.dropoutTime)
    burstSpells = RandomSpells(seed: seed, stream: 8, perHour: parameters.bursts, duration: parameters.burstTime)
    jumpRandom = SteadyRandom(seed: seed, stream: 9)
  }

  /// Whether the last fix given was one that it had no reception for.
  public var isLost: Bool { wasLost }

  /// What the receiver says now that it is truly at a fix: nothing, a report, or several with their own times where some were held back; before a
  /// report the sky view that goes with it, if one is due.
  ///
  /// - Parameters:
  ///   - fix: the truth; its time is the moment, in seconds since 1970 UTC. A fix without a time is one second after the one before.
  ///   - isExact: gives it out without errors, at once, as a place that was set by hand.
  public mutating func messages(for fix: Fix, isExact: Bool = false) -> [ReceiverMessage] {
    guard fix.coordinate.isValid else { return [] }
    let time = fix.time.flatMap { $0.isFinite ? $0 : nil } ?? (lastTime ?? 0) + 1
    let passed = hasBegun ? max(0, min(86_400, time - (lastTime ?? time))) : 0
    (hasBegun, lastTime) = (true, time)
    clock += passed
    let reception = isExact ? SimulatedSky.Reception.good : reception()
    noteReception(reception)
    var out: [ReceiverMessage] = []
    if let view = skyView(for: fix, time: time, reception: reception) { out.append(.sky(view)) }
    let leap = currentJump()
    let errors = errors(after: passed, jump: leap)
    let report = reception == .good ? report(of: fix, time: time, errors: isExact ? nil : errors) : emptyReport(at: time)
    previous = (fix, clock)
    out.append(.report(report))
    if burstSpells.isOn(at: clock), !isExact, heldBack.count < Self.heldBackLimit {
      heldBack += out
      return []
    }
    defer { heldBack = [] }
    return heldBack + out
  }

  /// What is still held back, when nothing more comes.
  public mutating func finish() -> [ReceiverMessage] {
    defer { heldBack = [] }
    return heldBack
  }

  /// Lets it have no reception for so many seconds from its last fix on; 0 gives it back.
  public mutating func lose(for seconds: Double) {
    lostUntil = seconds > 0 ? clock + min(seconds, 1e9) : -Double.infinity
  }

  // MARK: Parts

  private mutating func reception() -> SimulatedSky.Reception {
    let hasDropout = dropoutSpells.isOn(at: clock)
    if clock < parameters.coldStart { return .searching(clock / parameters.coldStart) }
    return hasDropout || clock < lostUntil ? .lost : .good
  }

  private mutating func noteReception(_ reception: SimulatedSky.Reception) {
    let isLost = reception != .good
    if wasLost, !isLost { foundAt = clock }
    // The sky changes at once when reception does.
    if wasLost != isLost { skySentAt = -Double.infinity }
    wasLost = isLost
  }

  /// A sky view, if the last one is a second old.
  private mutating func skyView(for fix: Fix, time: Double, reception: SimulatedSky.Reception) -> SkyView? {
    guard clock - skySentAt >= 0.999 else { return nil }
    skySentAt = clock
    if let course = fix.course, course.isFinite { heldCourse = course.rounded() }
    var view = sky.view(from: fix.coordinate, time: time, street: heldCourse, reception: reception)
    view.source = source
    if reception == .good { dilution = view.dilution }
    return view
  }

  private mutating func currentJump() -> (north: Double, east: Double)? {
    guard jumpSpells.isOn(at: clock), let began = jumpSpells.began else {
      jump = nil
      return nil
    }
    if jump?.began != began {
      jump = (began, jumpRandom.normal() * parameters.jumpSize, jumpRandom.normal() * parameters.jumpSize)
    }
    return jump.map { ($0.north, $0.east) }
  }

  /// By how much the reception of the last minute makes errors larger: five times right after it came back, and 1/e of that each ten seconds.
  private var recovery: Double { 1 + 4 * SteadyMath.exponential(-(clock - foundAt) / 10) }

  /// The errors of the moment. Always drawn, so that what comes later does not depend on who wanted them.
  private mutating func errors(after passed: Double, jump: (north: Double, east: Double)?) -> ReceiverErrors {
    let drawn = (north.next(after: passed), east.next(after: passed), up.next(after: passed))
    let velocity = (northward.next(after: passed), eastward.next(after: passed))
    var errors = ReceiverErrors()
    errors.velocity = (velocity.0 * parameters.velocity, velocity.1 * parameters.velocity, parameters.velocity)
    guard parameters.accuracy > 0 || jump != nil else { return errors }
    let geometry = max(0.5, min(10, dilution.horizontal ?? 1))
    let deviation = parameters.accuracy / ReceiverErrors.share68 * geometry * (foundAt.isFinite ? recovery : 1)
    let size = jump == nil ? 0 : parameters.jumpSize
    errors.north = drawn.0 * deviation + (jump?.north ?? 0)
    errors.east = drawn.1 * deviation + (jump?.east ?? 0)
    errors.deviation = SteadyMath.length(deviation, size)
    errors.verticalDeviation = errors.deviation * ReceiverErrors.share68 * parameters.vertical
    errors.up = drawn.2 * errors.verticalDeviation
    return errors
  }
}
