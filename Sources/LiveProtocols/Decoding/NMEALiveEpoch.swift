// Owns `NMEALiveEpoch`: what the sentences of one moment have told so far, and the report that they make.

import TrackFormats
import TrackGeodesy
import TrackPlayback

/// What the sentences of one moment have told so far.
struct NMEALiveEpoch: Sendable {
  /// Which sentence a position is from, the better the greater.
  enum Rank: UInt8, Sendable, Comparable {
    case none, gll, rmc, gns, gga
    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// Whether a sentence that begins an epoch has come.
  var isOpen = false
  /// Whether the source fell silent after it.
  var isPast = false
  /// Seconds of the day, NaN where no sentence told.
  var timeOfDay = Double.nan
  /// Days since 1970, where a sentence told.
  var day: Int?
  /// Whether ``day`` is from a ZDA, which tells the century too.
  var hasWholeYear = false
  /// The day that a receiver without a fix claims, which is that of its battery's clock.
  var claimedDay: Int?
  var rank = Rank.none
  var latitude = 0.0
  var longitude = 0.0
  /// Metres above the sea, and of the geoid above the ellipsoid.
  var altitude: Double?
  var separation: Double?
  var speed: Double?
  var course: Double?
  var magneticCourse: Double?
  var variation: Double?
  var climb: Double?
  /// What GST tells: standard deviations in metres.
  var deviation: (latitude: Double, longitude: Double, altitude: Double?)?
  /// What GGA says of the fix, and what the mode letters of the others say.
  var quality = FixStatus.unknown
  var letter = FixStatus.unknown
  /// The best that the GSA sentences of several systems say.
  var mode = FixMode.unknown
  /// Satellites that GGA or GNS counts.
  var satelliteCount: Int?
  /// Whether an RMC says that there is no fix, or that there is one.
  var isVoid = false
  var isActive = false
  /// Which sentences have come, as bits.
  var names: UInt32 = 0
  /// The report that has been given out, and with which sentence.
  var emitted: ReceiverReport?
  var emittedAt: NMEACycle.Place?

  mutating func place(_ latitude: Double, _ longitude: Double, _ rank: Rank) {
    // The satellite systems of one receiver may each have a sentence of their own: the first stays.
    guard rank > self.rank else { return }
    (self.latitude, self.longitude, self.rank) = (latitude, longitude, rank)
  }

  /// Whether there is a fix.
  var hasFix: Bool { rank > .none && (!isVoid || isActive) }

  /// How the fix was come by: GGA's quality, where it says more than that there is one, else the letters.
  var status: FixStatus {
    guard hasFix else { return letter == .simulated || quality == .simulated ? .simulated : .unknown }
    if quality == .unknown || (quality == .normal && letter != .unknown) { return letter }
    return quality
  }

  /// How much of the position is known. GSA says; without it an altitude out of four satellites, or out of a number not told, makes three.
  var fixMode: FixMode {
    guard hasFix else { return .none }
    if mode >= .twoDimensional { return mode }
    return altitude != nil && (satelliteCount ?? 4) >= 4 ? .threeDimensional : .twoDimensional
  }
}

/// What an epoch needs of those around it to make a report.
struct NMEASurroundings {
  /// As of the end of the epoch before.
  var clock: NMEAClock
  var dilution: DilutionOfPrecision
  /// The height of the fix before.
  var lastHeight: NMEAHeight?
}

/// A height and its moment, seconds as the clock counts them and metres.
struct NMEAHeight: Sendable {
  var time: Double
  var aboveSea: Double
  var aboveEllipsoid: Double?
}

extension NMEALiveEpoch {
  /// The moment of the epoch as the clock counts it, be its date known or not.
  func moment(_ clock: inout NMEAClock) -> Double? {
    timeOfDay.isNaN ? nil : clock.moment(timeOfDay, day: day)
  }

  /// What the epoch comes to so far.
  func report(_ around: NMEASurroundings) -> ReceiverReport {
    var clock = around.clock
    let moment = moment(&clock)
    var time = clock.isDated ? moment : nil
    if !clock.isDated, let claimedDay, moment != nil { time = Double(claimedDay) * 86_400 + timeOfDay }
    var report = ReceiverReport(mode: fixMode, status: status, time: MessageLimits.time(time))
    guard hasFix else { return report }
    report.geoidSeparation = separation
    report.magneticVariation = variation
    report.magneticCourse = magneticCourse
    if let altitude, let separation { report.ellipsoidalHeight = altitude + separation }
    report.climb = climb ?? derivedClimb(height(at: moment), from: around.lastHeight)
    report.errors = errors(around.dilution)
    report.fix = Fix(
      coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: altitude, time: report.time,
      course: MessageLimits.course(course), speed: speed, horizontalAccuracy: report.errors.horizontal)
    return report
  }

  /// The height of the fix, if it has one.
  func height(at moment: Double?) -> NMEAHeight? {
    guard hasFix, let altitude, let moment else { return nil }
    return NMEAHeight(time: moment, aboveSea: altitude, aboveEllipsoid: separation.map { altitude + $0 })
  }

  /// The change of height since the fix before, over no more than five seconds.
  private func derivedClimb(_ height: NMEAHeight?, from last: NMEAHeight?) -> Double? {
    guard let height, let last, height.time > last.time, height.time - last.time <= 5 else { return nil }
    var change = height.aboveSea - last.aboveSea
    if let now = height.aboveEllipsoid, let before = last.aboveEllipsoid { change = now - before }
    return MessageLimits.climb(change / (height.time - last.time))
  }

  /// The errors: GST's standard deviations where there are some; else the dilutions of precision times the range errors that gpsd takes for
  /// granted (19 m in the plane and in space, 23 m upwards; a quarter of that with corrections), of which gpsd says that their certainty is
  /// not known.
  private func errors(_ dilution: DilutionOfPrecision) -> ErrorEstimates {
    var errors = ErrorEstimates()
    if let deviation {
      errors.latitude = deviation.latitude
      errors.longitude = deviation.longitude
      errors.vertical = deviation.altitude
      // The distance root mean square, which holds 63 to 68 % of positions.
      errors.horizontal = (deviation.latitude * deviation.latitude + deviation.longitude * deviation.longitude).squareRoot()
      return errors
    }
    let share = status == .differential || status == .rtkFixed || status == .rtkFloat ? 0.25 : 1
    errors.horizontal = dilution.horizontal.map { $0 * 19 * share }
    guard fixMode == .threeDimensional else { return errors }
    errors.vertical = dilution.vertical.map { $0 * 23 * share }
    errors.spherical = dilution.position.map { $0 * 19 * share }
    return errors
  }
}
