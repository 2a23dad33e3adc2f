// The time of day where a track is.

import BaseMap
import MapScene
import TrackFormats
import TrackGeodesy
import TrackPlayback

/// A time zone, as far as a moment needs it.
struct LocalClock: Sendable {
  /// `Asia/Shanghai`, `UTC+08:00`, `UTC`.
  let name: String
  /// Seconds ahead of UTC at a moment.
  let offset: @Sendable (Double) -> Int

  /// Whose clock is wanted.
  enum Choice: Sendable {
    case utc
    case local(Environment)

    func clock(of track: Track?) -> LocalClock {
      switch self {
      case .utc: .utc
      case .local(let environment): LocalClock(of: track, environment: environment)
      }
    }
  }

  static let utc = LocalClock(name: "UTC") { _ in 0 }

  init(name: String, offset: @escaping @Sendable (Double) -> Int) {
    self.name = name
    self.offset = offset
  }

  /// The clock of the place where a track starts (`Places.clockTown`), as far as the system knows its rules; else the offset that the track
  /// itself states; else UTC.
  init(of track: Track?, environment: Environment) {
    if let track, !track.points.isEmpty, let zone = Places.embedded.clockTown(at: track.points.coordinate(at: 0))?.city.timeZone,
      let rules = ZoneFile.rules(for: zone, environment: environment)
    {
      self.init(name: zone) { rules.offset(at: $0) }
    } else if let stated = track?.utcOffset {
      self.init(name: "UTC" + Self.sign(stated)) { _ in stated }
    } else {
      self = .utc
    }
  }

  /// The offsets while a track lasts.
  func offsets(from start: Double, to end: Double) -> ZoneOffsets {
    var offsets = ZoneOffsets(first: offset(start))
    guard start.isFinite, end.isFinite, end > start else { return offsets }
    // Clocks are changed at whole minutes, and not twice within a week.
    var from = start
    while from < end, offsets.changes.count < 1000 {
      let to = min(end, from + 7 * 86_400)
      if offset(to) != offset(from) {
        var (low, high) = (from, to)
        while high - low > 0.5 {
          let middle = (low + high) / 2
          if offset(middle) == offset(from) { low = middle } else { high = middle }
        }
        offsets.changes.append(.init(time: high.rounded(), offset: offset(to)))
      }
      from = to
    }
    return offsets
  }

  /// `2024-05-01 16:30:00 Asia/Shanghai (UTC+08:00)`
  func text(_ time: Double) -> String {
    let ahead = offset(time)
    guard let moment = CalendarTime((time + Double(ahead)).rounded()) else { return "out of range" }
    let zone = name.hasPrefix("UTC") ? name : "\(name) (UTC\(Self.sign(ahead)))"
    return "\(moment.date) \(moment.timeOfDay) \(zone)"
  }

  /// `2024-05-01T16:30:00+08:00`
  func iso8601(_ time: Double) -> String {
    let ahead = offset(time)
    guard let moment = CalendarTime(time + Double(ahead)) else { return "" }
    return ahead == 0 ? moment.iso8601 : moment.iso8601.dropLast() + Self.sign(ahead)
  }

  /// `+08:00`
  private static func sign(_ seconds: Int) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let minutes = abs(seconds) / 60
    return (seconds < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }
}
