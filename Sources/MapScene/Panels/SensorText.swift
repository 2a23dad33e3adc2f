// Heart rate, cadence, power and temperature at the playhead, in words.

import TrackGeodesy
import TrackPlayback

/// What the sensors of a track say, as texts.
public enum SensorText {
  /// How many lines they take in the side panel: what the track has at all, so that the panel keeps its shape.
  public static func rows(_ journey: Journey) -> Int {
    let points = journey.track.points
    let heart = !points.heartRates.isEmpty || !points.cadences.isEmpty
    let power = !points.powers.isEmpty || !points.temperatures.isEmpty
    return (heart ? 1 : 0) + (power ? 1 : 0)
  }

  /// The lines of the side panel: heart rate and cadence, power and temperature.
  static func lines(_ moment: Moment) -> [String] {
    let points = moment.journey.track.points
    var lines: [String] = []
    let parts = parts(moment)
    if !points.heartRates.isEmpty || !points.cadences.isEmpty { lines.append(parts.prefix(2).compactMap { $0 }.joined(separator: "  ")) }
    if !points.powers.isEmpty || !points.temperatures.isEmpty { lines.append(parts.suffix(2).compactMap { $0 }.joined(separator: "  ")) }
    return lines
  }

  /// All in one line; `nil` where nothing is known here.
  public static func line(_ moment: Moment) -> String? { wordings(moment).first }

  /// All in one line, then fewer and fewer of it; empty where nothing is known here.
  static func wordings(_ moment: Moment) -> [String] {
    let known = parts(moment).compactMap { $0 }
    return known.indices.reversed().map { known[...$0].joined(separator: "  ") }
  }

  private static func parts(_ moment: Moment) -> [String?] {
    let look = moment.look
    let sensors = moment.pose.sensors
    func whole(_ value: Double) -> String { DecimalText.fixed(value, digits: 0) }
    return [
      sensors.heartRate.map { look.say("\(whole($0)) bpm", "心率 \(whole($0))") },
      sensors.cadence.map { look.say("\(whole($0)) rpm", "踏频 \(whole($0))") },
      sensors.power.map { "\(whole($0)) W" },
      sensors.temperature.map { celsius in
        look.units == .imperial
          ? "\(whole(celsius * 1.8 + 32)) \(look.glyphs.degree)F" : "\(whole(celsius)) \(look.glyphs.degree)C"
      },
    ]
  }
}
