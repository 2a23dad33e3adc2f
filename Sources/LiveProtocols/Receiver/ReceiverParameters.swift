// Owns `ReceiverParameters`: how well a simulated receiver receives, by presets and one by one.

import TrackFormats

/// Where a simulated receiver is.
public enum ReceiverPreset: String, Sendable, Hashable, CaseIterable {
  /// Nowhere: what it is given it gives out.
  case perfect
  case openSky = "open-sky"
  case cityCanyon = "city-canyon"
  case tunnel
}

/// How well a simulated receiver receives.
public struct ReceiverParameters: Sendable, Hashable {
  /// The accuracy that it states where the horizontal dilution of precision is 1: the radius in metres that holds 68 % of its errors. 0 adds
  /// no errors and states the accuracy of the route.
  public var accuracy = 0.0
  /// The seconds over which an error is forgotten: after so long, 1/e of it is left.
  public var drift = 60.0
  /// The share of the error's variance that is new in each fix, 0…1.
  public var flicker = 0.03
  /// How many times the vertical error is the horizontal one.
  public var vertical = 1.7
  /// The error of the velocity in metres a second, north and east each.
  public var velocity = 0.0
  /// Leaps by reflected signals: how many an hour, their size in metres (deviation north and east each), and their mean length in seconds.
  public var jumps = 0.0
  public var jumpSize = 15.0
  public var jumpTime = 15.0
  /// Times without a fix: how many an hour, and their mean length in seconds.
  public var dropouts = 0.0
  public var dropoutTime = 10.0
  /// Fixes held back and then delivered all at once: how often an hour, and for how many seconds on average.
  public var bursts = 0.0
  public var burstTime = 4.0
  /// The seconds before the first fix.
  public var coldStart = 0.0
  /// The height in degrees up to which houses cover the sky on both sides of the way.
  public var mask = 5.0

  /// Perfect reception.
  public init() {}

  /// Reception as in a preset.
  public init(_ preset: ReceiverPreset) {
    switch preset {
    case .perfect: break
    case .openSky: (accuracy, drift, velocity) = (4, 120, 0.08)
    case .cityCanyon:
      (accuracy, drift, flicker, velocity, mask) = (7, 40, 0.06, 0.3, 45)
      (jumps, jumpSize, jumpTime) = (40, 18, 20)
      (dropouts, dropoutTime) = (6, 5)
      (bursts, burstTime) = (6, 4)
    case .tunnel:
      (accuracy, drift, velocity) = (5, 90, 0.15)
      (dropouts, dropoutTime) = (20, 45)
    }
  }

  /// One of the numbers: its name, unit, range and meaning, and where it stands.
  struct Entry: Sendable {
    var name: String
    var unit: String
    var range: ClosedRange<Double>
    var meaning: String
    var path: WritableKeyPath<ReceiverParameters, Double> & Sendable
  }

  static var entries: [Entry] {
    [
      Entry(name: "accuracy", unit: "m", range: 0...1000, meaning: "stated accuracy where HDOP is 1 (0: no errors)", path: \.accuracy),
      Entry(name: "drift", unit: "s", range: 0...86_400, meaning: "time over which an error is forgotten", path: \.drift),
      Entry(name: "flicker", unit: "", range: 0...1, meaning: "share of the error that is new in each fix", path: \.flicker),
      Entry(name: "vertical", unit: "×", range: 0...10, meaning: "vertical error as a multiple of the horizontal one", path: \.vertical),
      Entry(name: "velocity", unit: "m/s", range: 0...100, meaning: "error of the velocity", path: \.velocity),
      Entry(name: "jumps", unit: "an hour", range: 0...3600, meaning: "leaps by reflected signals", path: \.jumps),
      Entry(name: "jump-size", unit: "m", range: 0...10_000, meaning: "how far they go", path: \.jumpSize),
      Entry(name: "jump-time", unit: "s", range: 0.1...3600, meaning: "how long they last", path: \.jumpTime),
      Entry(name: "dropouts", unit: "an hour", range: 0...3600, meaning: "times without a fix", path: \.dropouts),
      Entry(name: "dropout-time", unit: "s", range: 0.1...86_400, meaning: "how long they last", path: \.dropoutTime),
      Entry(name: "bursts", unit: "an hour", range: 0...3600, meaning: "fixes held back and delivered all at once", path: \.bursts),
      Entry(name: "burst-time", unit: "s", range: 0.1...120, meaning: "how long they are held back", path: \.burstTime),
      Entry(name: "cold-start", unit: "s", range: 0...86_400, meaning: "time before the first fix", path: \.coldStart),
      Entry(name: "mask", unit: "°", range: 0...85, meaning: "height of the houses on both sides", path: \.mask),
    ]
  }

  /// Reads `city-canyon`, `open-sky,accuracy=8,dropouts=20`, `cold-start=30`: a preset (perfect if there is none) and what differs from it.
  public init(parsing text: String) throws(AddressError) {
    guard text.utf8.count <= 1000 else { throw AddressError("the realism is too long") }
    var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if let first = parts.first, !first.contains("=") {
      guard let preset = ReceiverPreset(rawValue: first) else {
        let names = ReceiverPreset.allCases.map(\.rawValue).joined(separator: ", ")
        throw AddressError("\(NetworkAddress.quoted(first)) is no realism: \(names), or NAME=NUMBER")
      }
      self.init(preset)
      parts.removeFirst()
    } else {
      self.init()
    }
    for part in parts { try set(part) }
  }

  private mutating func set(_ part: String) throws(AddressError) {
    let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let entry = Self.entries.first(where: { $0.name == sides.first }) else {
      throw AddressError("\(NetworkAddress.quoted(part)) is no setting: \(Self.entries.map(\.name).joined(separator: ", "))")
    }
    guard sides.count == 2, let value = ControlNumber.plain(sides[1]), entry.range.contains(value) else {
      let (low, high) = (entry.range.lowerBound, entry.range.upperBound)
      throw AddressError("\(entry.name) takes a number from \(JSONValue.number(low).text) to \(JSONValue.number(high).text)")
    }
    self[keyPath: entry.path] = value
  }

  /// The same with every number inside its range.
  var usable: ReceiverParameters {
    var result = self
    for entry in Self.entries {
      let value = result[keyPath: entry.path]
      let inside = max(entry.range.lowerBound, min(entry.range.upperBound, value))
      result[keyPath: entry.path] = value.isNaN ? entry.range.lowerBound : inside
    }
    return result
  }

  /// The table for the documentation, in Markdown: the numbers, and what the presets set them to.
  public static var markdown: String {
    let presets = ReceiverPreset.allCases
    var text = "| name | unit | " + presets.map(\.rawValue).joined(separator: " | ") + " | meaning |\n"
    text += "|---|---|" + String(repeating: "---|", count: presets.count) + "---|\n"
    for entry in entries {
      let values = presets.map { JSONValue.number(ReceiverParameters($0)[keyPath: entry.path]).text }
      text += "| `\(entry.name)` | \(entry.unit) | \(values.joined(separator: " | ")) | \(entry.meaning) |\n"
    }
    return text
  }
}
