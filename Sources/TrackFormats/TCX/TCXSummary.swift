// Owns `TCXSummary`: what an activity holds besides positions, and the words for it.

import TrackGeodesy

/// What the trackpoints of an activity measured, positions aside.
struct TCXSummary {
  private(set) var pointCount = 0
  private(set) var positionCount = 0
  private var firstTime = Double.nan
  private var lastTime = Double.nan
  private var lastDistance = Double.nan
  private var heartRateSum = 0.0
  private var heartRateCount = 0
  private var powerSum = 0.0
  private var powerCount = 0

  @inline(__always)
  mutating func count(_ point: TCXPoint) {
    pointCount += 1
    if point.hasPosition {
      positionCount += 1
      return
    }
    if firstTime.isNaN { firstTime = point.time }
    if !point.time.isNaN { lastTime = point.time }
    if !point.distance.isNaN { lastDistance = point.distance }
    if point.heartRate > 0 {
      heartRateSum += point.heartRate
      heartRateCount += 1
    }
    if !point.watts.isNaN {
      powerSum += point.watts
      powerCount += 1
    }
  }

  /// Such as `biking, 45:12, 18.2 km, 2 laps, heart rate 131, power 180 W`; the last two are means.
  func text(sport: String?, laps: [TCXLap]) -> String {
    let duration = Self.sum(laps.map(\.duration)) ?? Self.known(lastTime - firstTime)
    let distance = Self.sum(laps.map(\.distance)) ?? Self.known(lastDistance)
    var parts: [String] = []
    if let sport { parts.append(sport == "Other" ? "sport not named" : sport.lowercased()) }
    if let duration, duration > 0 { parts.append(Self.clock(duration)) }
    if let distance, distance > 0 { parts.append(Self.length(distance)) }
    if !laps.isEmpty { parts.append(laps.count == 1 ? "1 lap" : "\(laps.count) laps") }
    if let heartRate = meanHeartRate(laps) { parts.append("heart rate \(DecimalText.fixed(heartRate, digits: 0))") }
    if powerCount > 0 { parts.append("power \(DecimalText.fixed(powerSum / Double(powerCount), digits: 0)) W") }
    return parts.isEmpty ? "nothing else either" : parts.joined(separator: ", ")
  }

  /// The mean over the trackpoints, else that of the laps' own means by their durations.
  private func meanHeartRate(_ laps: [TCXLap]) -> Double? {
    if heartRateCount > 0 { return heartRateSum / Double(heartRateCount) }
    var sum = 0.0
    var weight = 0.0
    for lap in laps where lap.heartRate > 0 {
      let share = lap.duration > 0 ? lap.duration : 1
      sum += lap.heartRate * share
      weight += share
    }
    return weight > 0 ? sum / weight : nil
  }

  private static func known(_ value: Double) -> Double? { value.isFinite ? value : nil }

  private static func sum(_ values: [Double]) -> Double? {
    let known = values.filter { $0.isFinite }
    return known.isEmpty ? nil : known.reduce(0, +)
  }

  /// `45:12`, `1:02:03`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e12).rounded())
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(whole % 60))" : "\(minutes):\(padded(whole % 60))"
  }

  private static func length(_ metres: Double) -> String {
    metres < 999.5 ? "\(DecimalText.fixed(metres, digits: 0)) m" : "\(DecimalText.fixed(metres / 1000, digits: 1)) km"
  }
}
