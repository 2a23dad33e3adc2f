// Owns `TCXActivity`: an activity or course of a TCX document as it grows, and the names that it gets.

import TrackGeodesy
import TrackPlayback

/// A `Trackpoint` or `CoursePoint` while its element is open. NaN is "not said".
struct TCXPoint {
  var latitude = Double.nan
  var longitude = Double.nan
  var altitude = Double.nan
  var time = Double.nan
  var distance = Double.nan
  var heartRate = Double.nan
  var cadence = Double.nan
  var runCadence = Double.nan
  var watts = Double.nan
  var speed = Double.nan
  var hasPosition = false
  var name: String?
  var pointType: String?

  /// Whether it lies on the globe.
  var isUsable: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

  /// Whether it says anything but when it was: points of a time alone are how Garmin's devices mark a pause.
  var isMeasured: Bool {
    !(altitude.isNaN && distance.isNaN && heartRate.isNaN && cadence.isNaN && runCadence.isNaN && watts.isNaN && speed.isNaN)
  }

  /// The point as a fix, converted from the document's datum.
  func fix(datum: Datum) -> Fix {
    func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
    func valid(_ value: Double) -> Double? { value >= 0 ? value : nil }
    var sensors = SensorValues()
    // A heart rate of zero is a sensor that is not worn; a cadence of zero is a leg that rests.
    sensors.heartRate = heartRate > 0 ? heartRate : nil
    sensors.cadence = valid(cadence) ?? valid(runCadence)
    sensors.power = known(watts)
    return Fix(
      coordinate: datum.toWGS84(Coordinate(latitude: latitude, longitude: longitude)), altitude: known(altitude), time: known(time),
      speed: valid(speed), sensors: sensors)
  }
}

/// A lap's own figures; NaN is "not said".
struct TCXLap {
  var duration = Double.nan
  var distance = Double.nan
  var heartRate = Double.nan
  var notes: String?
}

/// An activity, a leg of a multi-sport session, or a course.
struct TCXActivity {
  enum Kind: Hashable { case activity, transition, course }

  let kind: Kind
  /// The `Sport`, such as `Biking`.
  var sport: String?
  var id: String?
  var name: String?
  var notes: String?
  /// The moment in `Id` or in the first lap's `StartTime`.
  var start = Double.nan
  var utcOffset: Int?
  private(set) var laps: [TCXLap] = []
  private(set) var points = TrackPoints()
  /// The named places of a course.
  var places: [Waypoint] = []
  /// Where each `Track` begins, and in which lap; laps count from 1, and 0 is none.
  private var parts: [(lap: Int, start: Int)] = []
  private(set) var summary = TCXSummary()

  init(kind: Kind, sport: String? = nil) {
    self.kind = kind
    self.sport = sport
  }

  mutating func beginLap() { laps.append(TCXLap()) }

  mutating func changeLap(_ change: (inout TCXLap) -> Void) {
    guard !laps.isEmpty else { return }
    change(&laps[laps.count - 1])
  }

  /// A `Track` begins. One without points vanishes.
  mutating func beginTrack(isInLap: Bool) {
    if parts.last?.start == points.count { parts.removeLast() }
    parts.append((isInLap ? laps.count : 0, points.count))
  }

  /// Adds a trackpoint, or only counts what it measured where it has no position.
  @inline(__always)
  mutating func add(_ point: TCXPoint, datum: Datum) {
    summary.count(point)
    if point.isUsable { points.append(point.fix(datum: datum)) }
  }

  /// What is left to say of it where it has no positions.
  var description: String { summary.text(sport: sport, laps: laps) }
}

// MARK: - As a track

extension TCXActivity {
  /// The track, `nil` where there is no position.
  func track(datum: Datum, isDatumStated: Bool) -> Track? {
    guard !points.isEmpty else { return nil }
    return Track(
      name: title, points: points, segments: segments, datum: datum, isDatumStated: isDatumStated, utcOffset: utcOffset
    ).adding(places)
  }

  /// A segment for each `Track` with points, named after its lap.
  private var segments: [TrackSegment] {
    var segments: [TrackSegment] = []
    var before = (lap: 0, part: 0)
    for (index, part) in parts.enumerated() {
      let end = index + 1 < parts.count ? parts[index + 1].start : points.count
      guard part.start < end else { continue }
      before = (part.lap, part.lap == before.lap ? before.part + 1 : 1)
      segments.append(
        TrackSegment(
          name: segmentName(lap: before.lap, part: before.part), range: part.start..<end, isContinuation: before.part == 1))
    }
    return segments
  }

  /// `Lap 2`, `Lap 2, part 2` where the recording was paused within it, with the lap's own notes behind a colon.
  private func segmentName(lap: Int, part: Int) -> String? {
    guard lap > 0, kind != .transition else { return nil }
    let name = part > 1 ? "Lap \(lap), part \(part)" : "Lap \(lap)"
    return laps[lap - 1].notes.map { TextCleaning.cleaned("\(name): \($0)") } ?? name
  }

  /// The name that the document gives, else the sport and the day on the recorder's clock, else the identifier.
  private var title: String? {
    if let given = name ?? notes { return given }
    if kind == .course { return id }
    let kindOfSport = kind == .transition ? "Transition" : sport.map { $0 == "Other" ? "Activity" : $0 }
    let begin = start.isNaN ? points.time(at: 0) ?? .nan : start
    let day = CalendarTime(begin + Double(utcOffset ?? 0))?.date
    guard kindOfSport != nil || day != nil else { return id }
    return TextCleaning.cleaned([kindOfSport ?? "Activity", day].compactMap { $0 }.joined(separator: " "))
  }
}
