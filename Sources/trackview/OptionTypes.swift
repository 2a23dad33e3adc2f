// The kinds of values that options take.

import ArgumentParser
import Cells
import MapScene
import TrackGeodesy
import TrackPlayback

/// A moment of playback: `50%`, `90`, `1:30`, `1:02:03`, `90s`.
struct TimePoint: ExpressibleByArgument, Hashable {
  enum Kind: Hashable {
    case seconds(Double)
    case share(Double)
  }
  let kind: Kind

  init?(argument: String) {
    if argument.hasSuffix("%") {
      guard let value = Double(argument.dropLast()), (0...100).contains(value) else { return nil }
      kind = .share(value / 100)
      return
    }
    let text = argument.hasSuffix("s") ? String(argument.dropLast()) : argument
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard let value = Double(part), value >= 0, value.isFinite, index == 0 || value < 60 else { return nil }
      seconds = seconds * 60 + value
    }
    guard seconds < 1e9 else { return nil }
    kind = .seconds(seconds)
  }

  /// Seconds on a timeline, within it.
  func seconds(of duration: Double) -> Double {
    switch kind {
    case .seconds(let value): min(value, duration)
    case .share(let share): share * duration
    }
  }
}

/// A size in cells: `120x36`.
struct ScreenSize: ExpressibleByArgument {
  let columns: Int
  let rows: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x")
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]), (1...1000).contains(columns), (1...500).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  /// As help shows it.
  var defaultValueDescription: String { "\(columns)x\(rows)" }
}

/// A speed over ground: `20` (m/s), `20m/s`, `50km/h`, `30mph`, `12kn`.
struct GroundSpeed: ExpressibleByArgument {
  let metresPerSecond: Double

  init?(argument: String) {
    let units = [("km/h", 1 / 3.6), ("kmh", 1 / 3.6), ("m/s", 1), ("mph", 0.44704), ("kn", 1852.0 / 3600)]
    let unit = units.first { argument.lowercased().hasSuffix($0.0) }
    guard let value = Double(argument.dropLast(unit?.0.count ?? 0)), value.isFinite, value > 0, value < 1e6 else { return nil }
    metresPerSecond = value * (unit?.1 ?? 1)
  }
}

/// A number greater than zero.
struct PositiveNumber: ExpressibleByArgument {
  let value: Double
  init?(argument: String) {
    guard let value = Double(argument), value.isFinite, value > 0 else { return nil }
    self.value = value
  }
}

/// A distance filter: metres, or `none`.
struct DistanceFilter: ExpressibleByArgument {
  /// `nil` delivers everything.
  let metres: Double?
  init?(argument: String) {
    if argument == "none" {
      metres = nil
      return
    }
    guard let value = Double(argument), value.isFinite, value >= 0 else { return nil }
    metres = value
  }
}

/// When colours are used: `auto`, `none`, `16`, `256`, `direct`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, none
  case ansi16 = "16"
  case indexed256 = "256"
  case direct

  /// `nil`: let the terminal decide.
  var depth: ColorDepth? {
    switch self {
    case .auto: nil
    case .none: ColorDepth.none
    case .ansi16: .ansi16
    case .indexed256: .indexed256
    case .direct: .direct
    }
  }
}

/// Dark, light, or as the terminal says.
enum BackdropChoice: String, ExpressibleByArgument, CaseIterable { case auto, dark, light }

extension GlyphSet: ExpressibleByArgument {}
extension UnitSystem: ExpressibleByArgument {}
extension CoordinateFormat: ExpressibleByArgument {}
extension NorthReference: ExpressibleByArgument {}
extension Datum: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}
