// Owns `FITContent`: what the messages of one FIT file say, and the track that they make.

import TrackGeodesy
import TrackPlayback

/// A lap or session as far as it matters here; times in seconds since 1970.
struct FITStretch {
  var start: Double
  var end: Double
  var sport: Int?
  var subSport: Int?
}

/// What the messages of one FIT file say.
struct FITContent {
  /// The records that have a position.
  var points = TrackPoints()
  /// The type of the file (type `file`), where it says.
  private(set) var fileType: Int?
  private(set) var laps: [FITStretch] = []
  private(set) var lapCount = 0
  private(set) var sessions: [FITStretch] = []
  private(set) var totals = FITTotals()
  /// The sport as the file's own message of it says.
  private(set) var sport: (main: Int?, sub: Int?)
  private var name: String?
  private var places = TrackPoints()
  private var waypoints: [Waypoint] = []
  private var utcOffset: Int?

  /// Takes what a message other than a record says.
  mutating func take(
    _ message: UInt16, of local: Int, _ definitions: FITDefinitions, _ bytes: Span<UInt8>, at body: Int, time: Double?, datum: Datum
  ) {
    func number(_ field: UInt8) -> Double? { definitions.number(field, of: local, in: bytes, at: body) }
    func integer(_ field: UInt8) -> Int? { number(field).flatMap { Int(exactly: $0) } }
    func text(_ field: UInt8) -> String? { definitions.text(field, of: local, in: bytes, at: body) }
    switch message {
    case FITProfile.fileID: fileType = fileType ?? integer(0)
    case FITProfile.sport:
      sport = (sport.main ?? integer(0), sport.sub ?? integer(1))
      name = name ?? text(3)
    case FITProfile.course:
      sport = (sport.main ?? integer(4), sport.sub ?? integer(7))
      name = text(5) ?? name
    case FITProfile.session:
      let stretch = stretch(start: number(2), elapsed: number(7), time: time, after: sessions.last?.end)
      if var stretch {
        (stretch.sport, stretch.subSport) = (integer(5), integer(6))
        sessions.append(stretch)
      }
      totals.addSession(sport: integer(5), sub: integer(6), duration: number(8) ?? number(7), distance: number(9))
      name = name ?? text(110)
    case FITProfile.lap:
      lapCount += 1
      if let lap = stretch(start: number(2), elapsed: number(7), time: time, after: laps.last?.end) { laps.append(lap) }
    case FITProfile.activity: takeLocalTime(number(5), time: time)
    case FITProfile.location:
      addPlace(text(0), latitude: number(1), longitude: number(2), altitude: number(4), time: time, symbol: nil, datum: datum)
    case FITProfile.coursePoint:
      let kind = integer(5).flatMap(FITProfile.coursePointName)
      let moment = FITProfile.time(number(1)) ?? time
      addPlace(text(6) ?? kind, latitude: number(2), longitude: number(3), altitude: nil, time: moment, symbol: kind, datum: datum)
    default: break
    }
  }

  /// Counts a record without a position.
  mutating func count(_ raw: RawSpan, _ layout: FITLayout, at body: Int, time: Double?) {
    totals.addRecord(
      SensorValues(raw, layout, at: body), distance: raw.value(of: layout.distance, at: body),
      hasSpeed: raw.value(of: layout.enhancedSpeed, at: body) ?? raw.value(of: layout.speed, at: body) != nil, time: time)
  }

  /// A lap or session by its start and length, or the time of its message; what has no start begins where the last one ended.
  private func stretch(start: Double?, elapsed: Double?, time: Double?, after last: Double?) -> FITStretch? {
    guard let start = FITProfile.time(start) ?? last else { return nil }
    return FITStretch(start: start, end: max(time ?? start, start + (elapsed ?? 0) / 1000))
  }

  /// The clock's offset, where the local time differs from the time by whole quarters of an hour and no more than clocks do.
  private mutating func takeLocalTime(_ local: Double?, time: Double?) {
    guard let local = FITProfile.time(local), let time else { return }
    let quarters = ((local - time) / 900).rounded()
    guard abs(quarters) <= 14 * 4, abs(local - time - quarters * 900) <= 60 else { return }
    utcOffset = Int(quarters) * 900
  }

  private mutating func addPlace(
    _ name: String?, latitude: Double?, longitude: Double?, altitude: Double?, time: Double?, symbol: String?, datum: Datum
  ) {
    guard let latitude, let longitude else { return }
    let place = Coordinate(latitude: FITProfile.degrees(latitude), longitude: FITProfile.degrees(longitude))
    let fix = Fix(coordinate: datum.toWGS84(place), altitude: altitude.map { $0 / 5 - 500 }, time: time)
    guard places.append(fix), let name else { return }
    waypoints.append(
      Waypoint(
        name: name, coordinate: places.coordinate(at: places.count - 1), altitude: fix.altitude, time: time, symbol: symbol,
        pointIndex: places.count - 1))
  }
}

// MARK: - The track

extension FITContent {
  /// The records as a track; the places where there is no record; `nil` where there is neither.
  func track(datum: Datum, isDatumStated: Bool) -> Track? {
    let arePlaces = points.isEmpty
    guard !points.isEmpty || !places.isEmpty else { return nil }
    let sportName = totals.sportName ?? FITProfile.sportName(sport.main, sub: sport.sub)
    return Track(
      name: name ?? sportName.map(Self.capitalized), points: arePlaces ? places : points, segments: arePlaces ? nil : segments,
      waypoints: waypoints.map { waypoint in
        var waypoint = waypoint
        if !arePlaces { waypoint.pointIndex = nil }
        return waypoint
      },
      datum: datum, isDatumStated: isDatumStated, utcOffset: utcOffset)
  }

  /// The points divided by laps, or by sessions where there are no laps.
  private var segments: [TrackSegment]? {
    let stretches = namedStretches
    guard !stretches.isEmpty, points.hasTimes else { return nil }
    var segments: [TrackSegment] = []
    var current = 0
    var start = 0
    for index in 0..<points.count {
      guard let time = points.time(at: index) else { continue }
      var following = current
      // Laps only go on, so that times out of order cannot cut a track to pieces. What precedes the first belongs to it.
      while following + 1 < stretches.count, time >= stretches[following + 1].start { following += 1 }
      let isBehind = following == stretches.count - 1 && time > stretches[following].end + 1
      if isBehind { following = stretches.count }
      guard following != current else { continue }
      if start < index { segments.append(TrackSegment(name: stretches[current].name, range: start..<index, isContinuation: true)) }
      (current, start) = (following, index)
      if isBehind { break }
    }
    let name = current < stretches.count ? stretches[current].name : nil
    segments.append(TrackSegment(name: name, range: start..<points.count, isContinuation: true))
    return segments
  }

  /// The laps in the order of their starts, with their names.
  private var namedStretches: [(name: String, start: Double, end: Double)] {
    let sessions = sessions.sorted { $0.start < $1.start }
    let laps = laps.sorted { $0.start < $1.start }
    guard sessions.count > 1 else { return laps.enumerated().map { ("Lap \($0.offset + 1)", $0.element.start, $0.element.end) } }
    let sports = sessions.enumerated().map { index, session in
      Self.capitalized(FITProfile.sportName(session.sport, sub: session.subSport) ?? "Session \(index + 1)")
    }
    guard !laps.isEmpty else { return sessions.indices.map { (sports[$0], sessions[$0].start, sessions[$0].end) } }
    let owners = laps.map { lap in max(0, sessions.partition(before: lap.start) - 1) }
    var seen = [Int](repeating: 0, count: sessions.count)
    var whole = [Int](repeating: 0, count: sessions.count)
    for owner in owners { whole[owner] += 1 }
    return laps.indices.map { index in
      let owner = owners[index]
      seen[owner] += 1
      let name = whole[owner] == 1 ? sports[owner] : "\(sports[owner]), lap \(seen[owner])"
      return (name, laps[index].start, laps[index].end)
    }
  }

  /// One of our words with a capital letter at its start.
  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

extension [FITStretch] {
  /// How many of these, which are in order, have begun at a time.
  fileprivate func partition(before time: Double) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
