// Owns `TCXElement`: the elements of TCX that the reader acts upon, and where each may stand.

/// An element of the Training Center Database, as far as it means something here.
enum TCXElement: UInt8, Hashable {
  case database
  /// Something around activities or courses that has no meaning of its own, such as `Activities` or version 1's `Running`.
  case container
  case session, activity, transition, course
  case lap, track, trackPoint, position, coursePoint
  /// `HeartRateBpm` and `AverageHeartRateBpm`, around their `Value`.
  case heartRateOfPoint, heartRateOfLap
  case extensions
  // Fields.
  case id, notes, name, time, latitude, longitude, altitude, distance, heartRate, lapHeartRate, cadence
  case speed, watts, runCadence, duration, pointType
  /// Anything else; what is within it is passed over.
  case other

  /// Whether the text within it is wanted.
  var isField: Bool { rawValue >= TCXElement.id.rawValue && self != .other }

  /// What an element is within another.
  ///
  /// - Parameter name: The local name, in ASCII. Prefixes tell nothing: writers choose them as they like.
  static func child(_ name: UnsafeBufferPointer<UInt8>, of parent: TCXElement) -> TCXElement {
    switch parent {
    case .trackPoint: inTrackPoint(name)
    case .position: name.spells("LatitudeDegrees") ? .latitude : name.spells("LongitudeDegrees") ? .longitude : .other
    case .heartRateOfPoint: name.spells("Value") ? .heartRate : .other
    case .heartRateOfLap: name.spells("Value") ? .lapHeartRate : .other
    case .extensions: inExtensions(name)
    case .track: name.spells("Trackpoint") ? .trackPoint : .other
    case .lap, .transition: inLap(name)
    case .activity: inActivity(name)
    case .course: name.spells("CoursePoint") ? .coursePoint : inActivity(name)
    case .coursePoint: inCoursePoint(name)
    case .database, .container: around(name)
    case .session: name.spells("Notes") ? .notes : around(name)
    default: .other
    }
  }

  private static func inTrackPoint(_ name: UnsafeBufferPointer<UInt8>) -> TCXElement {
    switch name.count {
    case 4: name.spells("Time") ? .time : .other
    case 7: name.spells("Cadence") ? .cadence : .other
    case 8: name.spells("Position") ? .position : .other
    case 10: name.spells("Extensions") ? .extensions : .other
    case 12: name.spells("HeartRateBpm") ? .heartRateOfPoint : .other
    case 14: name.spells("AltitudeMeters") ? .altitude : name.spells("DistanceMeters") ? .distance : .other
    default: .other
    }
  }

  /// What stands in a trackpoint's `Extensions`: the elements of `TPX` (ActivityExtension v2), and whatever is around them.
  private static func inExtensions(_ name: UnsafeBufferPointer<UInt8>) -> TCXElement {
    switch name.count {
    case 5: name.spells("Speed") ? .speed : name.spells("Watts") ? .watts : .extensions
    case 10: name.spells("RunCadence") ? .runCadence : .extensions
    default: .extensions
    }
  }

  private static func inLap(_ name: UnsafeBufferPointer<UInt8>) -> TCXElement {
    switch name.count {
    case 4: name.spells("Name") ? .name : .other
    case 5: name.spells("Track") ? .track : name.spells("Notes") ? .notes : .other
    case 14: name.spells("DistanceMeters") ? .distance : .other
    case 16: name.spells("TotalTimeSeconds") ? .duration : .other
    case 19: name.spells("AverageHeartRateBpm") ? .heartRateOfLap : .other
    default: .other
    }
  }

  private static func inActivity(_ name: UnsafeBufferPointer<UInt8>) -> TCXElement {
    switch name.count {
    case 2: name.spells("Id") ? .id : .other
    case 3: name.spells("Lap") ? .lap : .other
    case 4: name.spells("Name") ? .name : .other
    case 5: name.spells("Track") ? .track : name.spells("Notes") ? .notes : .other
    default: .other
    }
  }

  private static func inCoursePoint(_ name: UnsafeBufferPointer<UInt8>) -> TCXElement {
    switch name.count {
    case 4: name.spells("Name") ? .name : name.spells("Time") ? .time : .other
    case 8: name.spells("Position") ? .position : .other
    case 9: name.spells("PointType") ? .pointType : .other
    case 14: name.spells("AltitudeMeters") ? .altitude : .other
    default: .other
    }
  }

  /// What stands in the document and in its folders, of either version.
  private static func around(_ name: UnsafeBufferPointer<UInt8>) -> TCXElement {
    if name.spells("Activity") || name.spells("Run") { return .activity }
    if name.spells("Course") { return .course }
    if name.spells("Transition") { return .transition }
    if name.spells("MultiSportSession") { return .session }
    // `Folders` of version 2 only lists what stands elsewhere; `Workouts` are plans without a place.
    return name.spells("Folders") || name.spells("Workouts") || name.spells("Author") || name.spells("Id") ? .other : .container
  }
}
