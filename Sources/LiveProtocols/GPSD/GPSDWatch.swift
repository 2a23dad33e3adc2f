// Owns `GPSDWatch`: what a client of a gpsd server wants to hear.

import TrackFormats

/// What a client of a gpsd server wants to hear. What a request does not name stays as it was.
public struct GPSDWatch: Sendable, Hashable {
  /// Whether it wants to hear anything.
  public var isEnabled = false
  /// JSON reports.
  public var json = false
  /// NMEA sentences.
  public var nmea = false
  /// 1: what the device sends, as text; 2: as it is. That of ours is NMEA both times.
  public var raw = 0
  /// Told and remembered; they change nothing of what a receiver of positions says.
  public var scaled = false
  public var timing = false
  public var split24 = false
  public var pps = false
  /// The only device, or all of them.
  public var device: String?

  /// Nothing is wanted.
  public init() {}

  /// Takes in the argument of a request.
  /// - Returns: What is wrong with it; the watch stays as it was then.
  mutating func take(_ value: JSONValue) -> String? {
    guard case .object(let members) = value else { return "an object is expected" }
    var new = self
    new.isEnabled = true
    for member in members {
      if case .null = member.value { continue }
      switch member.name {
      case "enable", "json", "nmea", "scaled", "timing", "split24", "pps":
        guard let flag = member.value.bool else { return "\(member.name) has to be true or false" }
        new.set(member.name, flag)
      case "raw":
        guard let number = member.value.number, let level = Int(exactly: number), (0...2).contains(level) else {
          return "raw has to be 0, 1 or 2"
        }
        new.raw = level
      case "device":
        guard let path = member.value.string else { return "device has to be a text" }
        new.device = path.isEmpty ? nil : path
      default: break
      }
    }
    self = new
    return nil
  }

  private mutating func set(_ name: String, _ flag: Bool) {
    switch name {
    case "enable": isEnabled = flag
    case "json": json = flag
    case "nmea": nmea = flag
    case "scaled": scaled = flag
    case "timing": timing = flag
    case "split24": split24 = flag
    case "pps": pps = flag
    default: break
    }
  }
}
