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
