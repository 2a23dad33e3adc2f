// Owns `GPSDComparison`: one of gpsd's test logs, read by us and by gpsd, field by field.

import LiveProtocols
import TrackFormats
import TrackPlayback

/// How a field of a report differs.
struct GPSDDifference: Hashable {
  enum Kind: String, Hashable {
    /// gpsd tells it, we do not.
    case theirs = "gpsd only"
    /// We tell it, gpsd does not.
    case ours = "ours only"
    /// Both tell it, and not the same.
    case value = "differs"
  }
  var field: String
  var kind: Kind
}

/// Two readings of one log.
struct GPSDComparison {
  /// How often each difference occurs.
  private(set) var differences: [GPSDDifference: Int] = [:]
  /// The first of each difference, for whoever looks into it.
  private(set) var examples: [GPSDDifference: String] = [:]
  /// Moments and views of the sky that both tell.
  private(set) var commonReports = 0
  private(set) var commonViews = 0
  private(set) var theirReports = 0
  private(set) var theirViews = 0
  /// What gpsd adds to the times of receivers whose ten bits of week number ran over, in seconds.
  private(set) var rollover = 0.0

  init(log: [UInt8], check: [UInt8]) {
    compareReports(log, check)
    compareViews(check)
  }

  private mutating func note(_ field: String, _ kind: GPSDDifference.Kind, _ example: @autoclosure () -> String) {
    let difference = GPSDDifference(field: field, kind: kind)
    differences[difference, default: 0] += 1
    if examples[difference] == nil { examples[difference] = example() }
  }

  private mutating func compare(_ field: String, _ theirs: Double?, _ ours: Double?, _ tolerance: Double, _ at: String) {
    switch (theirs, ours) {
    case (nil, nil): break
    case (let theirs?, nil): note(field, .theirs, "\(at): \(theirs)")
    case (nil, let ours?): note(field, .ours, "\(at): \(ours)")
    case (let theirs?, let ours?):
      if !(abs(theirs - ours) <= tolerance) { note(field, .value, "\(at): gpsd \(theirs), ours \(ours)") }
    }
  }
}

// MARK: - Reports

extension GPSDComparison {
  /// Puts the last report about each moment side by side.
  private mutating func compareReports(_ log: [UInt8], _ check: [UInt8]) {
    var theirs: [Int: JSONValue] = [:]
    for line in Fixtures.lines(check) where line.first == 0x7B {
      guard let value = JSONValue.parse(line.span)?.value, value["class"]?.string == "TPV", let text = value["time"]?.string,
        let time = TimestampParser.parse(Array(text.utf8).span)
      else { continue }
      theirs[Self.key(time)] = value
    }
    var ours: [Int: ReceiverReport] = [:]
    var decoder = ReceiverDecoder()
    for case .report(let report) in decoder.decode(log) + decoder.finish() {
      if let time = report.time { ours[Self.key(time)] = report }
    }
    theirReports = theirs.count
    rollover = Self.rollover(theirs, ours)
    let shift = Self.key(rollover)
    for (key, value) in theirs.sorted(by: { $0.key < $1.key }) {
      let at = value["time"]?.string ?? ""
      guard let report = ours[key - shift] else {
        note("moment", .theirs, at)
        continue
      }
      commonReports += 1
      if shift != 0 { note("time", .value, at) }
      compare(value, report, at)
    }
    for (key, report) in ours.sorted(by: { $0.key < $1.key }) where theirs[key + shift] == nil {
      note(report.fix == nil ? "clock" : "moment", .ours, "\(CalendarTime(Double(key) / 100)?.iso8601 ?? "")")
    }
  }

  /// Hundredths of a second tell moments apart.
  private static func key(_ time: Double) -> Int { Int((time * 100).rounded()) }

  private static func rollover(_ theirs: [Int: JSONValue], _ ours: [Int: ReceiverReport]) -> Double {
    let weeks = 1024 * 7 * 86_400.0
    let candidates = [0, weeks, 2 * weeks, -weeks]
    func matches(_ shift: Double) -> Int { theirs.keys.count { ours[$0 - key(shift)] != nil } }
    return candidates.max { matches($0) < matches($1) } ?? 0
  }

  /// The fields of one moment, each within half of the last digit that gpsd prints.
  private mutating func compare(_ theirs: JSONValue, _ ours: ReceiverReport, _ at: String) {
    func number(_ name: String) -> Double? { theirs[name]?.number }
    let status = number("status") ?? 1
    compare("mode", number("mode") ?? 0, Double(ours.mode.rawValue), 0, at)
    // gpsd leaves the usual one out, and the unknown one.
    compare("status", status, ours.status == .unknown ? 1 : Double(ours.status.rawValue), 0, at)
    compare("lat", number("lat"), ours.fix?.coordinate.latitude, 6e-10, at)
    compare("lon", number("lon"), ours.fix?.coordinate.longitude, 6e-10, at)
    compare("altMSL", number("altMSL"), ours.fix?.altitude, 6e-5, at)
    compare("altHAE", number("altHAE"), ours.ellipsoidalHeight, 6e-5, at)
    compare("geoidSep", number("geoidSep"), ours.geoidSeparation, 6e-4, at)
    compare("speed", number("speed"), ours.fix?.speed, 6e-4, at)
    compare("track", number("track"), ours.fix?.course, 6e-5, at)
    compare("climb", number("climb"), ours.climb, 6e-4, at)
    compare("magvar", number("magvar"), ours.magneticVariation, 0.06, at)
    compare("magtrack", number("magtrack"), ours.magneticCourse, 6e-5, at)
    compare("eph", number("eph"), ours.errors.horizontal, 6e-4, at)
    compare("epv", number("epv"), ours.errors.vertical, 6e-4, at)
    compare("sep", number("sep"), ours.errors.spherical, 6e-4, at)
    compare("epx", number("epx"), ours.errors.longitude, 6e-4, at)
    compare("epy", number("epy"), ours.errors.latitude, 6e-4, at)
    compare("eps", number("eps"), ours.errors.speed, 6e-3, at)
    compare("epc", number("epc"), ours.errors.climb, 6e-3, at)
    compare("epd", number("epd"), ours.errors.course, 6e-3, at)
    compare("ept", number("ept"), ours.errors.time, 6e-4, at)
  }
}

// MARK: - Views of the sky

extension GPSDComparison {
  /// Puts each of gpsd's views that name satellites beside ours of the same sentences: the first that comes with the last of them or later.
  private mutating func compareViews(_ check: [UInt8]) {
    var theirs: [(place: Int, view: JSONValue)] = []
    var ours: [(place: Int, view: SkyView)] = []
    var decoder = ReceiverDecoder()
    var place = 0
    for line in Fixtures.lines(check) {
      if line.first == 0x7B {
        guard let value = JSONValue.parse(line.span)?.value, value["class"]?.string == "SKY", value["satellites"] != nil else { continue }
        theirs.append((place, value))
      } else {
        place += 1
        for case .sky(let view) in decoder.decode(line + [0x0A]) { ours.append((place, view)) }
      }
    }
    for case .sky(let view) in decoder.finish() { ours.append((place, view)) }
    theirViews = theirs.count
    for (index, view) in theirs.enumerated() {
      // Of several behind each other, as one for each talker, the last has them all.
      let end = index + 1 < theirs.count ? theirs[index + 1].place : .max
      guard let same = ours.first(where: { $0.place >= view.place }) else {
        note("view", .theirs, "sentence \(view.place)")
        continue
      }
      if same.place >= end { continue }
      commonViews += 1
      compare(view.view, same.view, "sentence \(view.place)")
    }
  }

  private mutating func compare(_ theirs: JSONValue, _ ours: SkyView, _ at: String) {
    func number(_ name: String) -> Double? { theirs[name]?.number }
    compare("hdop", number("hdop"), ours.dilution.horizontal, 6e-3, at)
    compare("vdop", number("vdop"), ours.dilution.vertical, 6e-3, at)
    compare("pdop", number("pdop"), ours.dilution.position, 6e-3, at)
    compare("gdop", number("gdop"), ours.dilution.geometric, 6e-3, at)
    compare("tdop", number("tdop"), ours.dilution.time, 6e-3, at)
    compare("xdop", number("xdop"), ours.dilution.longitude, 6e-3, at)
    compare("ydop", number("ydop"), ours.dilution.latitude, 6e-3, at)
    // A satellite whose several signals gpsd lists one by one is one, with the strongest.
    var known: [Int: [JSONValue]] = [:]
    for satellite in theirs["satellites"]?.array ?? [] {
      guard let number = satellite["PRN"]?.number.flatMap({ Int(exactly: $0) }) else { continue }
      known[number, default: []].append(satellite)
    }
    for satellite in ours.satellites {
      let at = "\(at), satellite \(satellite.number)"
      guard let signals = known.removeValue(forKey: satellite.number) else {
        note("satellite", .ours, at)
        continue
      }
      func first(_ name: String) -> Double? { signals.lazy.compactMap { $0[name]?.number }.first }
      compare("used", signals.contains { $0["used"]?.bool == true } ? 1 : 0, satellite.isUsed ? 1 : 0, 0, at)
      compare("gnssid", first("gnssid"), satellite.system.map { Double($0.rawValue) }, 0, at)
      compare("svid", first("svid"), satellite.systemNumber.map { Double($0) }, 0, at)
      compare("el", first("el"), satellite.elevation, 0.06, at)
      compare("az", first("az"), satellite.azimuth, 0.06, at)
      compare("ss", signals.compactMap { $0["ss"]?.number }.max(), satellite.signal, 0.06, at)
    }
    for number in known.keys.sorted() { note("satellite", .theirs, "\(at), satellite \(number)") }
  }
}
