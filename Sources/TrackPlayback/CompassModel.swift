// Owns `CompassModel`: what a compass shows while headings and fixes come in.

import TrackGeodesy

/// A compass: true and magnetic heading, their accuracy, and a ring that turns the shorter way.
///
/// The heading comes from the source where it has a compass, else it is the course over the ground. It is held while standing still, and
/// while the source calls it invalid. Where only one of true and magnetic is given, the World Magnetic Model gives the other, at the place
/// and time of the last fix: magnetic = true − declination, east positive.
///
/// ```
///  heading        350   0   10   350          ring turned by minus the heading; letters upright
///  ringRotation  −350 −360 −370 −350          never by more than half a turn, so that it may be animated from one to the next
/// ```
public struct CompassModel: Sendable {
  /// The north that drives the ring and the number.
  public enum North: Sendable, Hashable {
    case magnetic, `true`
  }

  /// What can be said about the heading shown.
  public enum Status: Sendable, Hashable {
    /// None has come yet.
    case unknown
    /// It holds.
    case valid
    /// It holds roughly: interference, or an accuracy beyond ``CompassModel/calibrationLimit``.
    case uncalibrated
    /// The source calls it invalid (a negative accuracy): ring and number hold still.
    case invalid
  }

  /// Which north drives the ring and the number; magnetic by default.
  public var north: North { didSet { turnRing() } }
  /// Degrees clockwise added to every heading, for a device that does not point ahead; turns the ring and the number alike.
  public var headingOffset: Double { didSet { turnRing() } }
  /// The accuracy in degrees beyond which a heading counts as uncalibrated.
  public var calibrationLimit = 25.0

  /// What can be said about the heading shown.
  public private(set) var status = Status.unknown
  /// The accuracy of the source's last heading in degrees; 0 is valid, `nil` is unknown or a course.
  public private(set) var accuracy: Double?
  /// Degrees clockwise by which the ring is turned, without bound: it follows minus the heading the shorter way.
  public private(set) var ringRotation = 0.0
  /// Whether the heading comes from the source's compass rather than from the course.
  public private(set) var isFromCompass = false

  /// The headings without the offset, 0 ..< 360.
  private var trueValue: Double?
  private var magneticValue: Double?
  /// The source's last valid heading.
  private var lastHeading: Heading?
  /// The last fix with a place; the fix from which the course is measured where none is stated.
  private var fix: Fix?
  private var reference: Fix?
  private let model: MagneticModel
  private let fallbackYear: Double

  /// A compass that shows nothing yet.
  ///
  /// - Parameters:
  ///   - north: which north drives the ring and the number.
  ///   - headingOffset: degrees clockwise added to every heading.
  ///   - model: the magnetic model; its own years are used for fixes without a time.
  public init(north: North = .magnetic, headingOffset: Double = 0, model: MagneticModel = .wmm2025) {
    self.north = north
    self.headingOffset = headingOffset
    self.model = model
    fallbackYear = (model.validYears.lowerBound + model.validYears.upperBound) / 2
  }

  // MARK: What is shown

  /// The heading in degrees from true north, 0 ..< 360, with the offset; `nil` until it is known.
  public var trueHeading: Double? { trueValue.map(turned) }
  /// The heading in degrees from magnetic north, 0 ..< 360, with the offset; `nil` until it is known.
  public var magneticHeading: Double? { magneticValue.map(turned) }
  /// The number to show, 0 ..< 360: that of ``north``, or of the other while only that is known.
  public var heading: Double? {
    switch north {
    case .magnetic: magneticHeading ?? trueHeading
    case .true: trueHeading ?? magneticHeading
    }
  }
  /// The direction faced, in words, by the number shown.
  public var direction: CompassPoint? { heading.flatMap(CompassPoint.init(heading:)) }
  /// Whether the person should be asked to calibrate.
  public var needsCalibration: Bool { status == .uncalibrated || status == .invalid }
  /// Degrees by which magnetic north lies east of true north at the last fix; `nil` before one.
  public var declination: Double? { field?.declination }
  /// Whether the last fix lies near a magnetic pole, where compasses are of no use, or outside the model's years.
  public var isModelUnreliable: Bool {
    guard let fix, let field else { return false }
    return field.isUnreliable || !model.validYears.contains(Self.year(of: fix) ?? fallbackYear)
  }

  // MARK: What comes in

  /// Takes in a heading of the source's compass; from then on the course is no longer used.
  ///
  /// A negative accuracy, or a heading without a finite number, makes it invalid: what was shown stays.
  public mutating func update(_ heading: Heading) {
    isFromCompass = true
    accuracy = heading.accuracy
    guard heading.isValid else {
      status = .invalid
      return
    }
    status = heading.isInterfered || (heading.accuracy ?? 0) > calibrationLimit ? .uncalibrated : .valid
    lastHeading = heading
    show(heading)
  }

  /// Takes in a fix: its place and time for the declination, and its course where the source has no compass.
  ///
  /// A course that is missing is computed from the place of an earlier fix once it lies farther off than either is uncertain; a speed below
  /// 0.2 m/s holds the course. A fix without a valid place is ignored.
  public mutating func update(_ fix: Fix) {
    guard fix.coordinate.isValid else { return }
    self.fix = fix
    if isFromCompass {
      if let lastHeading { show(lastHeading) }
      return
    }
    guard let course = course(to: fix), let declination else { return }
    trueValue = course
    magneticValue = Angle.normalized360(course - declination)
    status = .valid
    turnRing()
  }

  /// Takes in the last of some locations, as a ``LocationDelegate`` gets them.
  public mutating func update(_ locations: [Location]) {
    if let last = locations.last { update(last.fix) }
  }

  /// Shows a valid heading: what it does not say follows from the declination, once that is known.
  private mutating func show(_ heading: Heading) {
    let magnetic = heading.magnetic.flatMap(Self.finite)
    let given = heading.true.flatMap(Self.finite)
    trueValue = (given ?? magnetic.flatMap { value in declination.map { value + $0 } }).map(Angle.normalized360)
    magneticValue = (magnetic ?? given.flatMap { value in declination.map { value - $0 } }).map(Angle.normalized360)
    turnRing()
  }

  /// Uses the course again, after the source's compass has gone; what is shown stays until one comes.
  public mutating func forgetCompass() {
    isFromCompass = false
    lastHeading = nil
    accuracy = nil
    status = heading == nil ? .unknown : .valid
  }

  // MARK: How

  /// The course at a fix, `nil` where the old one is held.
  private mutating func course(to fix: Fix) -> Double? {
    if let stated = SmoothMarker.course(of: fix) {
      reference = fix
      return stated
    }
    if let speed = fix.speed, speed >= 0, speed < 0.2 { return nil }
    guard let from = reference else {
      reference = fix
      return nil
    }
    let path = Geodesic.wgs84.inverse(from: from.coordinate, to: fix.coordinate)
    let doubt = max(from.horizontalAccuracy ?? 0, fix.horizontalAccuracy ?? 0, Timeline.stillLength)
    guard path.distance > doubt else { return nil }
    reference = fix
    return path.finalCourse
  }

  /// The field at the last fix.
  private var field: MagneticField? {
    guard let fix else { return nil }
    let altitude = fix.altitude.flatMap(Self.finite).map { min(max($0, -1000), 850_000) } ?? 0
    // Far outside its years the model would drift off without bound.
    let year = min(max(Self.year(of: fix) ?? fallbackYear, model.validYears.lowerBound - 5), model.validYears.upperBound + 5)
    return model.field(at: fix.coordinate, altitude: altitude, decimalYear: year)
  }

  private static func year(of fix: Fix) -> Double? { fix.time.flatMap(finite).map(CompassReading.decimalYear) }

  private static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

  private func turned(_ value: Double) -> Double { Angle.normalized360(value + (headingOffset.isFinite ? headingOffset : 0)) }

  /// Turns the ring to minus the heading, the shorter way from where it is.
  private mutating func turnRing() {
    guard let heading else { return }
    ringRotation += Angle.shortestTurn(from: ringRotation, to: -heading)
  }
}
