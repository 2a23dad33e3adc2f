// Owns `FITTotals`: what an activity without positions holds, and the sentence that says so.

import TrackPlayback

/// What sessions and records without positions add up to.
struct FITTotals {
  private var sports: [String] = []
  private var sessionCount = 0
  /// Milliseconds, of the sessions.
  private var duration = 0.0
  /// Centimetres, of the sessions.
  private var distance = 0.0
  private(set) var recordCount = 0
  private var firstTime: Double?
  private var lastTime: Double?
  private var lastDistance: Double?
  private var channels: Channels = []

  private struct Channels: OptionSet {
    let rawValue: UInt8
    static let heartRate = Channels(rawValue: 1)
    static let cadence = Channels(rawValue: 2)
    static let power = Channels(rawValue: 4)
    static let temperature = Channels(rawValue: 8)
    static let speed = Channels(rawValue: 16)
  }

  /// Whether an activity is told of at all.
  var isEmpty: Bool { sessionCount == 0 && recordCount == 0 }

  /// The sport of the only session, or of the sessions that agree; `nil` where they do not say.
  var sportName: String? { sports.count == 1 ? sports[0] : nil }

  mutating func addSession(sport: Int?, sub: Int?, duration: Double?, distance: Double?) {
    sessionCount += 1
    self.duration += duration ?? 0
    self.distance += distance ?? 0
    // A handful is all that a sentence can name.
    if let name = FITProfile.sportName(sport, sub: sub), !sports.contains(name), sports.count < 6 { sports.append(name) }
  }

  mutating func addRecord(_ sensors: SensorValues, distance: Double?, hasSpeed: Bool, time: Double?) {
    recordCount += 1
    if let time {
      firstTime = firstTime ?? time
      lastTime = time
    }
    lastDistance = distance ?? lastDistance
    if sensors.heartRate != nil { channels.insert(.heartRate) }
    if sensors.cadence != nil { channels.insert(.cadence) }
    if sensors.power != nil { channels.insert(.power) }
    if sensors.temperature != nil { channels.insert(.temperature) }
    if hasSpeed { channels.insert(.speed) }
  }

  /// The parts of the sentence: sport, duration, distance, laps, what was measured.
  func parts(lapCount: Int, sport: String?) -> [String] {
    var parts = sports.isEmpty ? [sport].compactMap { $0 } : sports
    let recorded = lastTime.flatMap { last in firstTime.map { last - $0 } } ?? 0
    let seconds = duration > 0 ? duration / 1000 : recorded
    if seconds >= 1 { parts.append(Self.clock(seconds)) }
    let metres = (distance > 0 ? distance : lastDistance ?? 0) / 100
    if metres >= 1 { parts.append(Self.length(metres)) }
    if lapCount > 0 { parts.append(lapCount == 1 ? "1 lap" : "\(lapCount) laps") }
    if channels.contains(.heartRate) { parts.append("heart rate") }
    if channels.contains(.cadence) { parts.append("cadence") }
    if channels.contains(.power) { parts.append("power") }
    if channels.contains(.temperature) { parts.append("temperature") }
    if channels.contains(.speed) { parts.append("speed") }
    return parts
  }

  /// `45:12`, or `1:02:03`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(), 1e9))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = whole / 60 % 60
    return whole < 3600 ? "\(minutes):\(two(whole % 60))" : "\(whole / 3600):\(two(minutes)):\(two(whole % 60))"
  }

  /// `850 m`, or `18.2 km`.
  private static func length(_ metres: Double) -> String {
    if metres < 999.5 { return "\(Int(metres.rounded())) m" }
    let tenths = Int((min(metres, 1e12) / 100).rounded())
    return "\(tenths / 10).\(tenths % 10) km"
  }
}

extension FITContent {
  /// Why there is nothing to play, in a sentence that says what there is.
  func emptiness(truncation: SkippedRecord?) -> FormatError {
    let ending = truncation.map { ", and it breaks off at byte \($0.byteOffset ?? 0)" } ?? ""
    let isActivity = !totals.isEmpty || lapCount > 0
    if isActivity {
      let parts = totals.parts(lapCount: lapCount, sport: FITProfile.sportName(sport.main, sub: sport.sub))
      let what = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
      return FormatError(.noPositions, message: "it is an activity without positions\(what)\(ending)")
    }
    if let truncation {
      return FormatError(
        .malformed, byteOffset: truncation.byteOffset,
        message: "the FIT file breaks off before its first position; \(truncation.text)")
    }
    guard let fileType else {
      return FormatError(.noCoordinates, message: "it is a FIT file that does not say what it is about, and holds no positions")
    }
    let about = FITProfile.fileKind(fileType) ?? "something else (type \(fileType))"
    return FormatError(.noCoordinates, message: "it is a FIT file about \(about), which holds no positions")
  }
}
