// Owns what of a report may be said to others: a place only where it is one, heights told apart, a course from magnetic north.

import TrackPlayback

extension ReceiverReport {
  /// The fix where the mode has one and it is a place on the globe.
  var placedFix: Fix? {
    guard mode != .none, let fix, fix.coordinate.isValid else { return nil }
    return fix
  }

  /// The mode, as it follows from the fix where it is not said.
  var statedMode: FixMode {
    guard let fix = placedFix else { return mode == .unknown && fix == nil && time == nil ? .unknown : .none }
    if mode >= .twoDimensional { return mode }
    return fix.altitude == nil && ellipsoidalHeight == nil ? .twoDimensional : .threeDimensional
  }

  /// The heights of the fix in metres, above the sea and above the ellipsoid, and the geoid above the ellipsoid.
  ///
  /// One of them follows from the two others. An altitude that equals the height above the ellipsoid, with no separation known, is that
  /// height and not one above the sea.
  var heights: (aboveSea: Double?, aboveEllipsoid: Double?, separation: Double?) {
    var aboveSea = fix?.altitude
    var aboveEllipsoid = ellipsoidalHeight
    var separation = geoidSeparation
    if separation == nil, let height = aboveEllipsoid, aboveSea == height { aboveSea = nil }
    if let separation {
      if aboveSea == nil, let height = aboveEllipsoid { aboveSea = height - separation }
      if aboveEllipsoid == nil, let altitude = aboveSea { aboveEllipsoid = altitude + separation }
    } else if let height = aboveEllipsoid, let altitude = aboveSea {
      separation = height - altitude
    }
    return (aboveSea, aboveEllipsoid, separation)
  }

  /// The course over the ground in degrees from magnetic north: what is said, else the true course less the variation (east positive).
  var courseFromMagneticNorth: Double? {
    if let magneticCourse { return magneticCourse }
    guard let course = fix?.course, let magneticVariation else { return nil }
    return course - magneticVariation
  }
}
