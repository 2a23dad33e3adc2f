// Owns `ControlProperty`: the names under which a control socket shows what there is, in one table.

/// What can be asked for, observed and, some of it, set over a control socket.
///
/// A property that does not apply (no route is open, no fix has come) is unavailable: asking is an error, an observer gets `null`.
public enum ControlProperty: String, Sendable, Hashable, CaseIterable {
  case state
  case position
  case duration
  case percent
  case paused
  case speed
  case rate
  case loop
  case lap
  case fix
  case latitude
  case longitude
  case altitude
  case course
  case groundSpeed = "ground-speed"
  case accuracy
  case time
  case mock
  case route
  case live
  case outputs
  case clients
  case sent
  case accepted
  case rejected
  case version

  /// The property of a name; `_` is as good as `-`.
  public init?(name: String) {
    guard name.utf8.count <= 64 else { return nil }
    self.init(rawValue: String(name.map { $0 == "_" ? "-" : $0 }))
  }

  /// What it holds: the type in JSON's terms, the unit (or nothing), whether it can be set, and what it means.
  public var row: (type: String, unit: String, isWritable: Bool, meaning: String) {
    switch self {
    case .state: ("string", "", false, "`playing`, `paused` or `ended`; live `searching`, `moving`, `stopped` or `no-signal`")
    case .position: ("number", "s", true, "where playback is, from the start of the route; setting it seeks")
    case .duration: ("number", "s", false, "how long the route is")
    case .percent: ("number", "%", true, "the position as a share of the duration; setting it seeks")
    case .paused: ("boolean", "", true, "whether time stands still because someone wants it to")
    case .speed: ("number", "×", true, "how many times faster than the route's own times, 0.01 to 10000")
    case .rate: ("number", "Hz", true, "fixes a second that are given out, 0.01 to 100")
    case .loop: ("boolean", "", true, "whether it begins again at the end")
    case .lap: ("number", "", false, "how often it has begun again")
    case .fix:
      ("object", "", false, "the last fix given out or received: latitude, longitude, altitude, course, speed, accuracy, time, simulated")
    case .latitude: ("number", "°", false, "of the last fix, WGS 84, north positive")
    case .longitude: ("number", "°", false, "of the last fix, WGS 84, east positive")
    case .altitude: ("number", "m", false, "of the last fix")
    case .course: ("number", "°", false, "over the ground, from true north")
    case .groundSpeed: ("number", "m/s", false, "over the ground")
    case .accuracy: ("number", "m", false, "the radius that holds the true place with 68 % likelihood")
    case .time: ("number", "s", false, "of the last fix, since 1970-01-01T00:00:00 UTC")
    case .mock: ("object", "", true, "the location set by hand: latitude, longitude and what else was given; `null` while there is none")
    case .route: ("string", "", false, "the name of the route or of the live source")
    case .live: ("boolean", "", false, "whether positions come from a receiver and not from a route")
    case .outputs: ("array", "", false, "the addresses at which positions are given out")
    case .clients: ("number", "", false, "how many programs listen")
    case .sent: ("number", "", false, "how many fixes were given out")
    case .accepted: ("number", "", false, "how many fixes of a live source were accepted")
    case .rejected: ("number", "", false, "how many were not")
    case .version: ("string", "", false, "the program and its version")
    }
  }

  /// The table for the documentation, in Markdown.
  public static var markdown: String {
    var text = "| property | type | unit | set | meaning |\n|---|---|---|---|---|\n"
    for property in allCases {
      let row = property.row
      text += "| `\(property.rawValue)` | \(row.type) | \(row.unit) | \(row.isWritable ? "yes" : "") | \(row.meaning) |\n"
    }
    return text
  }
}
