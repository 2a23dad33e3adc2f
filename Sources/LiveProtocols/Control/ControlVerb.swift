// Owns `ControlVerb`: the commands of a control socket, in one table.

/// What a control socket can be told.
public enum ControlVerb: String, Sendable, Hashable, CaseIterable {
  case setLocation = "set-location"
  case hold
  case release
  case pause
  case resume
  case toggle
  case seek
  case speed
  case rate
  case step
  case loop
  case lose
  case status
  case getProperty = "get-property"
  case setProperty = "set-property"
  case observeProperty = "observe-property"
  case unobserveProperty = "unobserve-property"
  case enableEvent = "enable-event"
  case disableEvent = "disable-event"
  case quit

  /// The verb of a name or of its short form; `_` is as good as `-`.
  public init?(name: String) {
    guard name.utf8.count <= 64 else { return nil }
    let name = String(name.map { $0 == "_" ? "-" : $0 })
    guard let verb = Self(rawValue: name) ?? Self.allCases.first(where: { $0.row.short == name }) else { return nil }
    self = verb
  }

  /// The short form, if there is one, what follows, and what it does.
  public var row: (short: String?, arguments: String, meaning: String) {
    switch self {
    case .setLocation: ("set", "LAT,LON[,ALT] [wgs84|gcj02|bd09]", "sets or moves the location by hand; every output sees it at once")
    case .hold: (nil, "", "sets the location by hand to where it is")
    case .release: (nil, "", "lets go of the location set by hand")
    case .pause: (nil, "", "lets time stand still")
    case .resume: ("play", "", "lets time pass; at the end of the route it begins again")
    case .toggle: (nil, "", "pauses or resumes")
    case .seek: (nil, "TIME", "goes to 90, 1:30, 1:02:03 or 50%; +10 and -10 go that many seconds ahead and back")
    case .speed: (nil, "X", "sets the speed, 0.01 to 10000 times the route's own")
    case .rate: (nil, "HZ", "sets how many fixes a second are given out, 0.01 to 100")
    case .step: (nil, "[N]", "pauses and goes N points ahead (negative: back); 1 if it is left out")
    case .loop: (nil, "[yes|no]", "says whether to begin again at the end")
    case .lose: (nil, "SECONDS", "lets the simulated receiver have no fix for so long; 0 finds it again")
    case .status: (nil, "", "gives every property that is available")
    case .getProperty: ("get", "NAME", "gives one property")
    case .setProperty: (nil, "NAME VALUE", "sets one property")
    case .observeProperty: ("observe", "[ID] NAME", "tells its value now and whenever it changes, marked with ID (0 if it is left out)")
    case .unobserveProperty: ("unobserve", "ID", "ends all observing marked with ID")
    case .enableEvent: (nil, "NAME|all", "tells of events of that name, as it does from the beginning")
    case .disableEvent: (nil, "NAME|all", "tells of them no more")
    case .quit: (nil, "", "ends the program")
    }
  }

  /// The table for the documentation, in Markdown.
  public static var markdown: String {
    var text = "| command | short | meaning |\n|---|---|---|\n"
    for verb in allCases {
      let row = verb.row
      let usage = (row.arguments.isEmpty ? verb.rawValue : verb.rawValue + " " + row.arguments).split(separator: "|").joined(
        separator: "\\|")
      text += "| `\(usage)` | \(row.short.map { "`\($0)`" } ?? "") | \(row.meaning) |\n"
    }
    return text
  }
}

/// What a control socket tells without being asked.
public enum ControlEvent: String, Sendable, Hashable, CaseIterable {
  /// The end of the route is reached.
  case ended
  /// It has begun again at the start, or turned around.
  case lap
  /// There is no fix any more.
  case fixLost = "fix-lost"
  /// There is one again.
  case fixFound = "fix-found"
  /// The program ends.
  case shutdown

  /// The event of a name; `_` is as good as `-`.
  public init?(name: String) {
    guard name.utf8.count <= 64 else { return nil }
    self.init(rawValue: String(name.map { $0 == "_" ? "-" : $0 }))
  }
}
