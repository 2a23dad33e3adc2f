// Owns how the members of gpsd's reports become values of ours.

import TrackFormats
import TrackPlayback

/// The members of gpsd's TPV, SKY and ATT as values.
enum GPSDReport {
  /// A TPV. Until release 3.20 its altitude is `alt`, above the sea; since then `altMSL` and `altHAE`. Without a `mode` (before 3.0) a
  /// position is what makes a fix.
  /// - Returns: `nil` where its position lies nowhere.
  static func report(_ value: JSONValue) -> ReceiverReport? {
    let mode = value["mode"]?.number.flatMap { UInt8(exactly: $0) }.flatMap { FixMode(rawValue: $0) } ?? .unknown
    var report = ReceiverReport(
      source: MessageLimits.name(value["device"]?.string), mode: mode, status: status(value["status"]), time: time(value["time"]),
      ellipsoidalHeight: MessageLimits.altitude(value["altHAE"]?.number),
      geoidSeparation: MessageLimits.altitude(value["geoidSep"]?.number), climb: MessageLimits.climb(value["climb"]?.number),
      magneticVariation: MessageLimits.variation(value["magvar"]?.number), magneticCourse: MessageLimits.course(value["magtrack"]?.number),
      errors: errors(value))
    guard mode != .none, value["lat"] != nil || value["lon"] != nil else { return report }
    guard let place = MessageLimits.place(value["lat"]?.number, value["lon"]?.number) else { return nil }
    let aboveSea = MessageLimits.altitude(value["altMSL"]?.number) ?? MessageLimits.altitude(value["alt"]?.number)
    report.fix = Fix(
      coordinate: place, altitude: aboveSea ?? report.ellipsoidalHeight, time: report.time,
      course: MessageLimits.course(value["track"]?.number), speed: MessageLimits.speed(value["speed"]?.number),
      horizontalAccuracy: accuracy(report.errors))
    return report
  }

  private static func errors(_ value: JSONValue) -> ErrorEstimates {
    func error(_ name: String) -> Double? { MessageLimits.magnitude(value[name]?.number) }
    var errors = ErrorEstimates()
    errors.longitude = error("epx")
    errors.latitude = error("epy")
    errors.vertical = error("epv")
    errors.horizontal = error("eph")
    errors.spherical = error("sep")
    errors.speed = error("eps")
    errors.climb = error("epc")
    errors.course = error("epd")
    errors.time = error("ept")
    return errors
  }

  /// The radius that a fix may be off by: `eph`, before release 3.20 out of `epx` and `epy`.
  private static func accuracy(_ errors: ErrorEstimates) -> Double? {
    if let horizontal = errors.horizontal { return horizontal }
    guard let east = errors.longitude, let north = errors.latitude else { return nil }
    return (east * east + north * north).squareRoot()
  }

  /// ISO 8601, or a number as releases before 3.0 wrote.
  static func time(_ value: JSONValue?) -> Double? {
    switch value {
    case .string(let text):
      var offset: Int?
      let bytes = Array(text.utf8)
      return MessageLimits.time(JSONMoment.seconds(bytes.span, offset: &offset))
    case .number(let number): return MessageLimits.time(JSONMoment.seconds(number))
    default: return nil
    }
  }

  /// A status by its number. A name is taken as well: of the words of gpsd's clients, and of programs that speak its protocol.
  private static func status(_ value: JSONValue?) -> FixStatus {
    if let number = value?.number { return UInt8(exactly: number).flatMap { FixStatus(rawValue: $0) } ?? .unknown }
    switch value?.string?.uppercased() {
    case "NORMAL", "GPS", "FIX": return .normal
    case "DGPS": return .differential
    case "RTK_FIX", "RTK FIXED", "RTK FIX": return .rtkFixed
    case "RTK_FLT", "RTK FLOATING", "RTK FLOAT": return .rtkFloat
    case "DR": return .deadReckoning
    case "GNSSDR": return .combined
    case "TIME", "SURVEYED": return .time
    case "SIM", "SIMULATED": return .simulated
    case "PPS_FIX", "P(Y)": return .militaryPrecise
    default: return .unknown
    }
  }

  /// An ATT's heading: `heading` counts from true north, `mheading` (since release 3.23) from magnetic north.
  /// - Returns: `nil` where it tells neither.
  static func heading(_ value: JSONValue) -> Heading? {
    let heading = Heading(
      magnetic: MessageLimits.course(value["mheading"]?.number), true: MessageLimits.course(value["heading"]?.number),
      time: time(value["time"]))
    return heading.magnetic == nil && heading.true == nil ? nil : heading
  }

  /// A SKY.
  static func sky(_ value: JSONValue) -> SkyView {
    func dilution(_ name: String) -> Double? { MessageLimits.magnitude(value[name]?.number) }
    var view = SkyView(source: MessageLimits.name(value["device"]?.string), time: time(value["time"]))
    view.dilution.horizontal = dilution("hdop")
    view.dilution.vertical = dilution("vdop")
    view.dilution.position = dilution("pdop")
    view.dilution.time = dilution("tdop")
    view.dilution.geometric = dilution("gdop")
    view.dilution.longitude = dilution("xdop")
    view.dilution.latitude = dilution("ydop")
    view.satellites = (value["satellites"]?.array ?? []).prefix(NMEASky.satelliteLimit).compactMap { satellite($0) }
    return view
  }

  private static func satellite(_ value: JSONValue) -> Satellite? {
    guard let number = value["PRN"]?.number.flatMap({ Int(exactly: $0) }), abs(number) <= 100_000 else { return nil }
    return Satellite(
      number: number, system: value["gnssid"]?.number.flatMap { UInt8(exactly: $0) }.flatMap { Satellite.System(rawValue: $0) },
      systemNumber: value["svid"]?.number.flatMap { UInt16(exactly: $0) }.map { Int($0) },
      elevation: MessageLimits.variation(value["el"]?.number), azimuth: MessageLimits.course(value["az"]?.number),
      signal: MessageLimits.magnitude(value["ss"]?.number), isUsed: value["used"]?.bool ?? false)
  }
}
