// Owns how tracks are written as NMEA 0183.

import TrackPlayback

extension NMEAFormat {
  /// Writes each point as GGA and RMC, which every program reads; ZDA follows where two digits of the year are not enough.
  ///
  /// Positions have six decimals of minutes (2 mm), times milliseconds. The points of a track without any times get one second
  /// each, from 2000-01-01T00:00:00Z on; a point without a time in a track with times gets none.
  public static func write(_ document: TrackDocument, into output: inout ByteOutput) {
    var line = NMEALine()
    var madeUp = madeUpStart
    for track in document.tracks {
      let points = track.points
      for index in 0..<points.count {
        if output.isFailed { return }
        var time = points.time(at: index)
        if !points.hasTimes {
          time = madeUp
          madeUp += 1
        }
        write(points, index, time, &line, into: &output)
      }
    }
  }

  /// 2000-01-01T00:00:00Z in seconds since 1970: a year that two digits can tell.
  private static let madeUpStart = 946_684_800.0

  private static func write(
    _ points: TrackPoints, _ index: Int, _ time: Double?, _ line: inout NMEALine, into output: inout ByteOutput
  ) {
    let moment = time.flatMap { NMEAMoment($0) }
    line.begin("GPGGA,")
    line.put(timeOf: moment)
    line.put(latitude: points.latitudes[index])
    line.put(longitude: points.longitudes[index])
    // Quality 1, "a GPS fix"; how many satellites and how well they stood no track tells.
    line.put("1,,,")
    if let altitude = points.altitude(at: index) {
      line.put(altitude, decimals: 2)
      line.put(",M,,M,,")
    } else {
      line.put(",M,,M,,")
    }
    line.end(into: &output)
    line.begin("GPRMC,")
    line.put(timeOf: moment)
    line.put("A,")
    line.put(latitude: points.latitudes[index])
    line.put(longitude: points.longitudes[index])
    if let speed = points.speed(at: index) { line.put(speed * 3600 / 1852, decimals: 3) }
    line.put(",")
    if let course = points.course(at: index) { line.put(course, decimals: 2) }
    line.put(",")
    if let moment { line.put(dateOf: moment) }
    line.put(",,,A")
    line.end(into: &output)
    guard let moment, moment.needsWholeYear else { return }
    line.begin("GPZDA,")
    line.put(wholeDateOf: moment)
    line.end(into: &output)
  }

  /// What of a document the format cannot hold.
  public static func losses(of document: TrackDocument) -> [String] {
    var losses: [String] = []
    let tracks = document.tracks
    if document.name != nil || tracks.contains(where: { $0.name != nil }) { losses.append("names") }
    let segments = tracks.reduce(0) { $0 + $1.segments.count }
    if segments > 1 { losses.append("the borders of \(segments) segments") }
    let waypoints = tracks.reduce(0) { $0 + $1.waypoints.count }
    if waypoints > 0 { losses.append(waypoints == 1 ? "1 waypoint" : "\(waypoints) waypoints") }
    if !document.routes.isEmpty { losses.append(document.routes.count == 1 ? "1 route" : "\(document.routes.count) routes") }
    if tracks.contains(where: { !$0.points.accuracies.isEmpty }) { losses.append("accuracies") }
    if tracks.contains(where: { $0.points.hasSensors }) { losses.append("values of sensors") }
    let untimed = tracks.reduce(0) { $0 + ($1.points.hasTimes ? 0 : $1.points.count) }
    if untimed > 0 { losses.append("points without times; \(untimed) get one second each, from 2000-01-01 on") }
    let close = tracks.reduce(0) { $0 + closePoints($1.points) }
    if close > 0 { losses.append("two points of one moment; \(close) will be merged with the one before") }
    return losses
  }

  /// How many points lie less than the reader's tolerance behind the one before.
  private static func closePoints(_ points: TrackPoints) -> Int {
    guard points.hasTimes else { return 0 }
    var count = 0
    var last = Double.nan
    for time in points.times {
      if abs(time - last) < 0.01 { count += 1 }
      last = time
    }
    return count
  }
}

/// A moment, rounded to the milliseconds that are written.
private struct NMEAMoment {
  let calendar: CalendarTime
  let millisecond: Int

  init?(_ time: Double) {
    guard abs(time) < 1e12 else { return nil }
    let rounded = (time * 1000).rounded() / 1000
    guard let calendar = CalendarTime(rounded) else { return nil }
    self.calendar = calendar
    millisecond = min(999, (calendar.microsecond + 500) / 1000)
  }

  /// Whether a year of two digits would be read as another.
  var needsWholeYear: Bool { calendar.year < 1980 || calendar.year > 2079 }
}

/// One sentence under way; the buffer is used again for each.
private struct NMEALine {
  private var bytes: [UInt8] = []

  mutating func begin(_ address: StaticString) {
    bytes.removeAll(keepingCapacity: true)
    put(address)
  }

  /// Adds `$`, the checksum and the line's end, and hands the sentence over.
  mutating func end(into output: inout ByteOutput) {
    var sum: UInt8 = 0
    output.put(0x24 as UInt8)
    for byte in bytes {
      sum ^= byte
      output.put(byte)
    }
    output.put(0x2A as UInt8)
    output.put(Self.hexadecimal(sum >> 4))
    output.put(Self.hexadecimal(sum & 15))
    output.put(.carriageReturn)
    output.put(.lineFeed)
  }

  private static func hexadecimal(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  mutating func put(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// A number of at least so many digits.
  private mutating func put(_ number: Int, width: Int) {
    var divisor = 1
    var digits = 1
    while digits < width || number / divisor >= 10 {
      divisor *= 10
      digits += 1
    }
    while divisor > 0 {
      bytes.append(0x30 + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// A number with so many digits behind the point; beyond what a whole number of them can hold, nothing.
  mutating func put(_ number: Double, decimals: Int) {
    let scale = decimals == 2 ? 100.0 : 1000.0
    guard abs(number) < 1e12 else { return }
    let scaled = Int((abs(number) * scale).rounded())
    if number < 0, scaled > 0 { bytes.append(.minus) }
    put(scaled / Int(scale), width: 1)
    bytes.append(.point)
    put(scaled % Int(scale), width: decimals)
  }

  mutating func put(latitude: Double) { put(angle: latitude, width: 2, positive: "N,", negative: "S,") }
  mutating func put(longitude: Double) { put(angle: longitude, width: 3, positive: "E,", negative: "W,") }

  private mutating func put(angle: Double, width: Int, positive: StaticString, negative: StaticString) {
    // In millionths of minutes, so that no rounding gives 60 minutes.
    let parts = Int((abs(angle) * 60_000_000).rounded())
    put(parts / 60_000_000, width: width)
    put(parts / 1_000_000 % 60, width: 2)
    bytes.append(.point)
    put(parts % 1_000_000, width: 6)
    bytes.append(.comma)
    put(angle < 0 ? negative : positive)
  }

  /// `hhmmss.sss,`, or only the comma.
  mutating func put(timeOf moment: NMEAMoment?) {
    if let moment {
      put(moment.calendar.hour * 10_000 + moment.calendar.minute * 100 + moment.calendar.second, width: 6)
      bytes.append(.point)
      put(moment.millisecond, width: 3)
    }
    bytes.append(.comma)
  }

  /// `ddmmyy`
  mutating func put(dateOf moment: NMEAMoment) {
    put(moment.calendar.day * 10_000 + moment.calendar.month * 100 + moment.calendar.year % 100, width: 6)
  }

  /// `hhmmss.sss,dd,mm,yyyy,00,00`
  mutating func put(wholeDateOf moment: NMEAMoment) {
    put(timeOf: moment)
    put(moment.calendar.day, width: 2)
    bytes.append(.comma)
    put(moment.calendar.month, width: 2)
    bytes.append(.comma)
    put(moment.calendar.year, width: 4)
    put(",00,00")
  }
}
