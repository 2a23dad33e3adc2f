// Owns `GPSDText`: the lines of a gpsd server.

import TrackFormats
import TrackPlayback

/// Writes the lines of gpsd's JSON protocol, version 3.14: each ended by CR LF, at most 10,240 bytes long, nothing ever `null`.
///
/// The members, their order and their digits are those of gpsd 3.22; what is not known is left out, and what is not finite with it.
/// Every `append` leaves the buffer's capacity alone, so that a buffer that is used again allocates nothing.
public enum GPSDText {
  /// The longest line, with its end (`GPS_JSON_RESPONSE_MAX` of gpsd).
  public static let lineLimit = 10_240
  /// The longest name of a device or of a release in bytes: the client library has room for so many.
  static let pathLimit = 127
  static let releaseLimit = 63
  /// The most satellites of a line. Those in use come first where there are more.
  static let satelliteLimit = 72

  // MARK: - Lines

  /// Appends what greets a client, and answers `?VERSION;`.
  public static func appendVersion(release: String, to output: inout [UInt8]) {
    output.put("{\"class\":\"VERSION\"")
    output.putMember(",\"release\":", release, limit: releaseLimit)
    output.putMember(",\"rev\":", release, limit: releaseLimit)
    output.put(",\"proto_major\":3,\"proto_minor\":14}\r\n")
  }

  /// Appends the list of devices.
  public static func appendDevices(_ devices: some Sequence<GPSDDevice>, to output: inout [UInt8]) {
    let start = output.count
    output.put("{\"class\":\"DEVICES\",\"devices\":[")
    var isFirst = true
    for device in devices {
      let mark = output.count
      if !isFirst { output.append(0x2C) }
      appendObject(device, to: &output)
      guard output.count - start <= lineLimit - 4 else {
        output.removeSubrange(mark...)
        break
      }
      isFirst = false
    }
    output.put("]}\r\n")
  }

  /// Appends one device.
  public static func append(_ device: GPSDDevice, to output: inout [UInt8]) {
    appendObject(device, to: &output)
    output.put("\r\n")
  }

  /// Appends a report as TPV.
  /// - Parameter path: The name of the device.
  public static func append(_ report: ReceiverReport, path: String, to output: inout [UInt8]) {
    appendObject(report, path, to: &output)
    output.put("\r\n")
  }

  /// Appends a view of the sky as SKY.
  /// - Parameter path: The name of the device.
  public static func append(_ sky: SkyView, path: String, to output: inout [UInt8]) {
    appendObject(sky, path, to: &output)
    output.put("\r\n")
  }

  /// Appends where a device points, as ATT; nothing where that is not known.
  /// - Parameter path: The name of the device.
  public static func append(_ heading: Heading, path: String, to output: inout [UInt8]) {
    let degrees = (heading.true.flatMap(NMEAReportWriter.wrapped), heading.magnetic.flatMap(NMEAReportWriter.wrapped))
    guard degrees.0 != nil || degrees.1 != nil else { return }
    output.put("{\"class\":\"ATT\"")
    output.putMember(",\"device\":", path, limit: pathLimit)
    output.putMember(time: heading.time)
    output.putMember(",\"heading\":", degrees.0, decimals: 4)
    output.putMember(",\"mheading\":", degrees.1, decimals: 4)
    output.put("}\r\n")
  }

  /// Appends a complaint.
  public static func appendError(_ message: String, to output: inout [UInt8]) {
    output.put("{\"class\":\"ERROR\"")
    output.putMember(",\"message\":", message, limit: 200)
    output.put("}\r\n")
  }

  /// Appends what a client watches.
  public static func append(_ watch: GPSDWatch, to output: inout [UInt8]) {
    output.put("{\"class\":\"WATCH\"")
    output.putMember(",\"enable\":", watch.isEnabled)
    output.putMember(",\"json\":", watch.json)
    output.putMember(",\"nmea\":", watch.nmea)
    output.putMember(",\"raw\":", watch.raw)
    output.putMember(",\"scaled\":", watch.scaled)
    output.putMember(",\"timing\":", watch.timing)
    output.putMember(",\"split24\":", watch.split24)
    output.putMember(",\"pps\":", watch.pps)
    if let device = watch.device { output.putMember(",\"device\":", device, limit: pathLimit) }
    output.put("}\r\n")
  }

  /// Appends the answer to a poll: what each device said last.
  /// - Parameter device: The only one that is asked for, or all.
  public static func appendPoll(_ state: GPSDServerState, device: String? = nil, to output: inout [UInt8]) {
    let start = output.count
    let entries = state.entries.filter { device == nil || $0.device.path == device }
    output.put("{\"class\":\"POLL\"")
    output.putMember(time: state.time)
    output.putMember(",\"active\":", entries.count { $0.report != nil || $0.sky != nil })
    output.put(",\"tpv\":[")
    // Half of the line at most for the reports, so that a view of the sky has room.
    appendList(entries, within: start + lineLimit / 2, to: &output) { entry, output in
      guard let report = entry.report else { return }
      appendObject(report, entry.device.path, to: &output)
    }
    output.put("],\"gst\":[],\"sky\":[")
    appendList(entries, within: start + lineLimit - 4, to: &output) { entry, output in
      guard let sky = entry.sky else { return }
      appendObject(sky, entry.device.path, satelliteLimit: 48, to: &output)
    }
    output.put("]}\r\n")
  }

  /// Appends objects with commas between them, as far as they fit.
  private static func appendList(
    _ entries: [GPSDServerState.Entry], within end: Int, to output: inout [UInt8],
    _ append: (GPSDServerState.Entry, inout [UInt8]) -> Void
  ) {
    var isFirst = true
    for entry in entries {
      let mark = output.count
      if !isFirst { output.append(0x2C) }
      let before = output.count
      append(entry, &output)
      if output.count == before {
        output.removeSubrange(mark...)
      } else if output.count > end {
        output.removeSubrange(mark...)
        return
      } else {
        isFirst = false
      }
    }
  }

  // MARK: - Objects

  private static func appendObject(_ device: GPSDDevice, to output: inout [UInt8]) {
    output.put("{\"class\":\"DEVICE\"")
    output.putMember(",\"path\":", device.path, limit: pathLimit)
    output.putMember(",\"driver\":", device.driver, limit: releaseLimit)
    output.putMember(",\"subtype\":", device.subtype, limit: releaseLimit)
    if let activated = device.activated { output.putMember(",\"activated\":", moment: activated) }
    // It has sent fixes (SEEN_GPS).
    output.put(",\"flags\":1}")
  }

  private static func appendObject(_ report: ReceiverReport, _ path: String, to output: inout [UInt8]) {
    output.put("{\"class\":\"TPV\"")
    output.putMember(",\"device\":", path, limit: pathLimit)
    if report.status != .unknown {
      output.putMember(",\"status\":", Int(report.status.rawValue))
    }
    output.putMember(",\"mode\":", Int(report.statedMode.rawValue))
    let errors = report.errors
    output.putMember(time: report.time ?? report.fix?.time)
    output.putMember(",\"ept\":", errors.time, decimals: 3)
    if let fix = report.placedFix { appendFix(fix, report, to: &output) }
    output.append(0x7D)
  }

  private static func appendFix(_ fix: Fix, _ report: ReceiverReport, to output: inout [UInt8]) {
    let errors = report.errors
    output.putMembers(fix.coordinate)
    let heights = report.heights
    output.putMember(",\"altHAE\":", heights.aboveEllipsoid, decimals: 4)
    output.putMember(",\"altMSL\":", heights.aboveSea, decimals: 4)
    output.putMember(",\"alt\":", heights.aboveSea ?? heights.aboveEllipsoid, decimals: 4)
    output.putMember(",\"epx\":", errors.longitude, decimals: 3)
    output.putMember(",\"epy\":", errors.latitude, decimals: 3)
    output.putMember(",\"epv\":", errors.vertical, decimals: 3)
    output.putMember(",\"track\":", fix.course.flatMap(NMEAReportWriter.wrapped), decimals: 4)
    // The protocol's text gives the sign of magvar both ways; every gpsd sends east as positive, and adds it to the track where it
    // had to be taken off.
    output.putMember(",\"magtrack\":", report.courseFromMagneticNorth.flatMap(NMEAReportWriter.wrapped), decimals: 4)
    output.putMember(",\"magvar\":", report.magneticVariation, decimals: 1)
    output.putMember(",\"speed\":", fix.speed, decimals: 3)
    output.putMember(",\"climb\":", report.climb, decimals: 3)
    output.putMember(",\"epd\":", errors.course, decimals: 4)
    output.putMember(",\"eps\":", errors.speed, decimals: 3)
    output.putMember(",\"epc\":", errors.climb, decimals: 3)
    output.putMember(",\"geoidSep\":", heights.separation, decimals: 3)
    output.putMember(",\"eph\":", errors.horizontal ?? fix.horizontalAccuracy, decimals: 3)
    output.putMember(",\"sep\":", errors.spherical, decimals: 3)
  }

  private static func appendObject(_ sky: SkyView, _ path: String, satelliteLimit: Int = satelliteLimit, to output: inout [UInt8]) {
    output.put("{\"class\":\"SKY\"")
    output.putMember(",\"device\":", path, limit: pathLimit)
    output.putMember(time: sky.time)
    let dilution = sky.dilution
    output.putMember(",\"xdop\":", dilution.longitude, decimals: 2)
    output.putMember(",\"ydop\":", dilution.latitude, decimals: 2)
    output.putMember(",\"vdop\":", dilution.vertical, decimals: 2)
    output.putMember(",\"tdop\":", dilution.time, decimals: 2)
    output.putMember(",\"hdop\":", dilution.horizontal, decimals: 2)
    output.putMember(",\"gdop\":", dilution.geometric, decimals: 2)
    output.putMember(",\"pdop\":", dilution.position, decimals: 2)
    var satellites = sky.satellites
    if satellites.count > satelliteLimit {
      satellites = Array((satellites.filter(\.isUsed) + satellites.filter { !$0.isUsed }).prefix(satelliteLimit))
    }
    output.putMember(",\"nSat\":", satellites.count)
    output.putMember(",\"uSat\":", satellites.count(where: \.isUsed))
    output.put(",\"satellites\":[")
    for (index, satellite) in satellites.enumerated() {
      if index > 0 { output.append(0x2C) }
      appendObject(satellite, to: &output)
    }
    output.put("]}")
  }

  private static func appendObject(_ satellite: Satellite, to output: inout [UInt8]) {
    output.putMember("{\"PRN\":", Int(Int16(clamping: satellite.number)))
    output.putMember(",\"el\":", satellite.elevation, decimals: 1)
    output.putMember(",\"az\":", satellite.azimuth, decimals: 1)
    output.putMember(",\"ss\":", satellite.signal, decimals: 1)
    output.putMember(",\"used\":", satellite.isUsed)
    if let system = satellite.system {
      output.putMember(",\"gnssid\":", Int(system.rawValue))
    }
    if let number = satellite.systemNumber {
      output.putMember(",\"svid\":", Int(Int16(clamping: number)))
    }
    output.append(0x7D)
  }
}
