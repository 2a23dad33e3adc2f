// Owns how a simulated receiver words its reports: the true fix with errors, what it estimates of them, and what it says without a fix.

import TrackFormats
import TrackGeodesy
import TrackPlayback

/// The errors of one moment, in metres and metres a second, and their deviations.
struct ReceiverErrors: Sendable {
  var north = 0.0
  var east = 0.0
  var up = 0.0
  /// The deviation to the north, and to the east; 0 where there are no errors.
  var deviation = 0.0
  var verticalDeviation = 0.0
  /// Of the velocity: north, east, and the deviation of each.
  var velocity = (north: 0.0, east: 0.0, deviation: 0.0)

  /// The radius in deviations that holds 68 % of the errors in the plane: √(−2 ln 0.32).
  static let share68 = 1.509_592_2
}

extension ReceiverModel {
  /// A report without a fix.
  func emptyReport(at time: Double) -> ReceiverReport {
    ReceiverReport(source: source, mode: .none, time: time)
  }

  /// The report of a true fix; without errors it is given out as it is.
  mutating func report(of truth: Fix, time: Double, errors: ReceiverErrors?) -> ReceiverReport {
    var fix = truth
    fix.time = time
    let climb = climb(to: truth)
    var estimates = ErrorEstimates()
    if let errors { err(&fix, errors, into: &estimates) }
    describe(fix, into: &estimates)
    return ReceiverReport(
      source: source, mode: fix.altitude == nil ? .twoDimensional : .threeDimensional, status: isMarkedSimulated ? .simulated : .normal,
      time: time, fix: fix, climb: climb, magneticVariation: variation(at: truth.coordinate, time: time), errors: estimates)
  }

  // MARK: Errors

  private func err(_ fix: inout Fix, _ errors: ReceiverErrors, into estimates: inout ErrorEstimates) {
    if errors.deviation > 0 {
      fix.coordinate = Self.moved(fix.coordinate, north: errors.north, east: errors.east)
      fix.horizontalAccuracy = errors.deviation * ReceiverErrors.share68
      if let altitude = fix.altitude {
        fix.altitude = altitude + errors.up
        estimates.vertical = errors.verticalDeviation
      }
    }
    guard errors.velocity.deviation > 0, let speed = fix.speed else { return }
    let direction = SteadyMath.sineCosine(fix.course ?? heldCourse)
    let north = speed * direction.cosine + errors.velocity.north
    let east = speed * direction.sine + errors.velocity.east
    fix.speed = SteadyMath.length(north, east)
    estimates.speed = errors.velocity.deviation
    // Too slow to tell a course from: the one before is held, as receivers do.
    guard speed >= max(0.5, 3 * errors.velocity.deviation) else { return }
    fix.course = Angle.normalized360(SteadyMath.angle(east, north))
    estimates.course = min(180, errors.velocity.deviation / speed * (180 / Double.pi))
  }

  /// The estimates that follow from the accuracy stated.
  private func describe(_ fix: Fix, into estimates: inout ErrorEstimates) {
    guard let accuracy = fix.horizontalAccuracy, accuracy >= 0 else { return }
    estimates.horizontal = accuracy
    estimates.latitude = accuracy / ReceiverErrors.share68
    estimates.longitude = accuracy / ReceiverErrors.share68
    guard fix.altitude != nil else { return }
    let vertical = estimates.vertical ?? accuracy * parameters.vertical
    estimates.vertical = vertical
    estimates.spherical = SteadyMath.length(accuracy, vertical)
  }

  /// A place so many metres from another, by the radii of curvature there: good to a millimetre for some hundred metres.
  static func moved(_ place: Coordinate, north: Double, east: Double) -> Coordinate {
    let ellipsoid = Ellipsoid.wgs84
    let (sine, cosine) = SteadyMath.sineCosine(place.latitude)
    let w = (1 - ellipsoid.eccentricitySquared * sine * sine).squareRoot()
    let meridional = ellipsoid.equatorialRadius * (1 - ellipsoid.eccentricitySquared) / (w * w * w)
    let transverse = ellipsoid.equatorialRadius / w * max(cosine, 1e-6)
    var latitude = place.latitude + north / meridional * (180 / Double.pi)
    var longitude = place.longitude + east / transverse * (180 / Double.pi)
    if abs(latitude) > 90 {
      latitude = (latitude > 0 ? 180 : -180) - latitude
      longitude += 180
    }
    return Coordinate(latitude: max(-90, min(90, latitude)), longitude: Angle.normalized180(longitude))
  }

  // MARK: What follows from the truth

  /// Metres a second upwards since the fix before; `nil` where that cannot be told or is a leap.
  private func climb(to fix: Fix) -> Double? {
    guard let altitude = fix.altitude, let before = previous?.fix.altitude, let then = previous?.clock, clock > then else { return nil }
    let climb = (altitude - before) / (clock - then)
    return abs(climb) <= 100 ? climb : nil
  }

  /// The magnetic declination to a hundredth of a degree; reckoned anew where the place or the time has changed.
  private mutating func variation(at place: Coordinate, time: Double) -> Double? {
    if let magnetic, abs(magnetic.place.latitude - place.latitude) < 0.01, abs(magnetic.place.longitude - place.longitude) < 0.01,
      abs(magnetic.time - time) < 86_400
    {
      return magnetic.declination
    }
    let year = 1970 + time / 31_556_952
    let model = MagneticModel.wmm2025
    let declination =
      model.validYears.contains(year)
      ? (model.declination(at: place, altitude: 0, decimalYear: year) * 100).rounded() / 100 : nil
    magnetic = (place, time, declination)
    return declination
  }
}
