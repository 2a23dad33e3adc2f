// Owns `FITProfile`: the numbers and names of the global profile that a track needs.

/// Numbers and names of the FIT global profile (Profile of the FIT SDK, tables "Messages" and "Types").
enum FITProfile {
  // Messages.
  static let fileID: UInt16 = 0
  static let sport: UInt16 = 12
  static let session: UInt16 = 18
  static let lap: UInt16 = 19
  static let record: UInt16 = 20
  /// A saved place; not in the published profile, found in the files of watches.
  static let location: UInt16 = 29
  static let course: UInt16 = 31
  static let coursePoint: UInt16 = 32
  static let activity: UInt16 = 34

  /// The field of every message that says when it was written.
  static let timestamp: UInt8 = 253

  /// Whether a message is looked into field by field.
  static func isLookedInto(_ message: UInt16) -> Bool {
    switch message {
    case fileID, sport, session, lap, location, course, coursePoint, activity: true
    default: false
    }
  }

  /// The seconds from 1970 to the start of 1989-12-31 UTC, from where the format counts (type `date_time`).
  static let epoch = 631_065_600.0
  /// Lesser times are seconds since the device was switched on (type `date_time`, `min`).
  static let firstAbsoluteTime: UInt32 = 0x1000_0000

  /// A `date_time` in seconds since 1970, `nil` where it counts from the start of the device.
  static func time(_ stamp: UInt32) -> Double? { stamp < firstAbsoluteTime ? nil : Double(stamp) + epoch }

  /// A `date_time` as it stands in a field.
  static func time(_ value: Double?) -> Double? {
    guard let value, value >= Double(firstAbsoluteTime), value < 0x1_0000_0000 else { return nil }
    return value + epoch
  }

  /// Semicircles in degrees: 2³¹ of them are 180°.
  @inline(__always)
  static func degrees(_ semicircles: Double) -> Double { semicircles * (180 / 2_147_483_648) }

  /// What a file that holds no track is about, by its type (type `file`).
  static func fileKind(_ type: Int) -> String? {
    switch type {
    case 1: "what a device can do"
    case 2: "the settings of a device"
    case 3: "the settings of a sport"
    case 4: "an activity"
    case 5: "a workout to be done"
    case 6: "a course"
    case 7: "a training schedule"
    case 8: "saved places"
    case 9: "body weights"
    case 10: "totals"
    case 11: "goals"
    case 14: "blood pressures"
    case 15, 28, 32: "daily monitoring"
    case 20: "the summary of an activity"
    case 34: "a segment to race on"
    case 35: "a list of segments to race on"
    case 40: "a display's layout"
    default: nil
    }
  }

  /// A sport in words, the more precise sub-sport where there is one; `nil` for "generic".
  static func sportName(_ sport: Int?, sub: Int?) -> String? {
    if let name = sub.flatMap({ subSports[$0] }) { return name }
    return sport.flatMap { sports[$0] }
  }

  /// Sports whose name as a word says more than their sub-sport would (type `sport`).
  private static let sports: [Int: String] = [
    1: "running", 2: "cycling", 3: "transition", 4: "fitness equipment", 5: "swimming", 6: "basketball", 7: "soccer", 8: "tennis",
    9: "American football", 10: "training", 11: "walking", 12: "cross-country skiing", 13: "alpine skiing", 14: "snowboarding",
    15: "rowing", 16: "mountaineering", 17: "hiking", 18: "multisport", 19: "paddling", 20: "flying", 21: "e-biking",
    22: "motorcycling", 23: "boating", 24: "driving", 25: "golf", 26: "hang gliding", 27: "horseback riding", 28: "hunting",
    29: "fishing", 30: "inline skating", 31: "rock climbing", 32: "sailing", 33: "ice skating", 34: "sky diving", 35: "snowshoeing",
    36: "snowmobiling", 37: "stand-up paddleboarding", 38: "surfing", 39: "wakeboarding", 40: "water skiing", 41: "kayaking",
    42: "rafting", 43: "windsurfing", 44: "kitesurfing", 47: "boxing", 48: "floor climbing", 49: "baseball", 53: "diving",
    62: "interval training", 64: "racket sport", 65: "wheelchair, walking pace", 66: "wheelchair, running pace", 67: "meditation",
    69: "disc golf", 71: "cricket", 72: "rugby", 73: "hockey", 74: "lacrosse", 75: "volleyball", 76: "water tubing",
    77: "wakesurfing", 80: "mixed martial arts", 82: "snorkeling", 83: "dance", 84: "jump rope",
  ]

  /// Sub-sports that say the sport as well (type `sub_sport`); the others need their sport and are left out.
  private static let subSports: [Int: String] = [
    1: "treadmill running", 3: "trail running", 5: "spinning", 6: "indoor cycling", 7: "road cycling", 8: "mountain biking",
    11: "cyclocross", 12: "hand cycling", 13: "track cycling", 14: "indoor rowing", 15: "elliptical", 16: "stair climbing",
    17: "lap swimming", 18: "open-water swimming", 19: "flexibility training", 20: "strength training", 25: "indoor skiing",
    26: "cardio training", 27: "indoor walking", 29: "BMX", 30: "casual walking", 31: "speed walking",
    42: "skate skiing", 43: "yoga", 44: "pilates", 45: "indoor running", 46: "gravel cycling", 47: "e-mountain biking",
    62: "breathing exercise", 68: "indoor climbing", 69: "bouldering", 70: "interval training", 84: "pickleball", 85: "padel",
    86: "indoor wheelchair, walking pace", 87: "indoor wheelchair, running pace", 88: "indoor hand cycling", 94: "squash",
    95: "badminton", 96: "racquetball", 97: "table tennis", 110: "canopy flying", 111: "paragliding", 112: "paramotoring",
  ]

  /// What stands at a point of a course, for points without a name (type `course_point`).
  static func coursePointName(_ type: Int) -> String? {
    (0..<coursePoints.count).contains(type) && !coursePoints[type].isEmpty ? coursePoints[type] : nil
  }

  private static let coursePoints = [
    "", "Summit", "Valley", "Water", "Food", "Danger", "Left", "Right", "Straight on", "First aid", "4th category climb",
    "3rd category climb", "2nd category climb", "1st category climb", "Hors catégorie climb", "Sprint", "Left fork", "Right fork",
    "Middle fork", "Slight left", "Sharp left", "Slight right", "Sharp right", "U-turn", "Segment start", "Segment end", "", "Campsite",
    "Aid station", "Rest area", "Distance mark", "Service", "Energy gel", "Sports drink", "Mile marker", "Checkpoint", "Shelter",
    "Meeting spot", "Overlook", "Toilet", "Shower", "Gear", "Sharp curve", "Steep incline", "Tunnel", "Bridge", "Obstacle", "Crossing",
    "Store", "Transition", "Navigation aid", "Transport", "Alert", "Info",
  ]
}
