// Owns `GPSDDecoder`: gpsd's JSON reports as messages.

import TrackFormats
import TrackPlayback

/// Makes messages of gpsd's reports (gpsd_json(5), protocol 3), of every version since 3.0.
///
/// TPV, SKY, ATT and what a POLL carries of them are read; VERSION, DEVICES, DEVICE and ERROR become words; every other class is passed over.
struct GPSDDecoder: Sendable {
  /// The satellites that each device saw last, for the SKY reports that only tell the dilution of precision.
  private var satellites: [(source: String, list: [Satellite])] = []
  /// So many devices are told apart: a gpsd serves a handful.
  static let deviceLimit = 64

  mutating func take(_ value: JSONValue, class name: String, into messages: inout [ReceiverMessage]) -> LineOutcome {
    switch name {
    case "TPV":
      guard let report = GPSDReport.report(value) else { return .malformed }
      messages.append(.report(report))
    case "SKY": messages.append(.sky(sky(value)))
    case "ATT":
      guard let heading = GPSDReport.heading(value) else { return .passedOver }
      messages.append(.heading(heading, source: MessageLimits.name(value["device"]?.string)))
    case "POLL":
      for member in ["tpv", "sky"] {
        for report in value[member]?.array ?? [] {
          guard let inner = report["class"]?.string, inner == "TPV" || inner == "SKY" else { continue }
          if case .malformed = take(report, class: inner, into: &messages) { return .malformed }
        }
      }
    default:
      guard let words = Self.words(value, class: name) else { return .passedOver }
      messages.append(.notice(words))
    }
    return .read
  }

  private mutating func sky(_ value: JSONValue) -> SkyView {
    var view = GPSDReport.sky(value)
    let index = satellites.firstIndex { $0.source == view.source }
    if value["satellites"] == nil {
      if let index { view.satellites = satellites[index].list }
    } else if let index {
      satellites[index].list = view.satellites
    } else {
      if satellites.count == Self.deviceLimit { satellites.removeFirst() }
      satellites.append((view.source, view.satellites))
    }
    return view
  }

  /// What a report of another class says in words, if anything.
  private static func words(_ value: JSONValue, class name: String) -> String? {
    switch name {
    case "VERSION":
      let release = value["release"]?.string ?? "of an unknown version"
      return "gpsd \(release)"
    case "DEVICES":
      let paths = (value["devices"]?.array ?? []).compactMap { $0["path"]?.string }
      return paths.isEmpty ? "gpsd has no device" : "gpsd reads " + paths.joined(separator: ", ")
    case "DEVICE":
      guard let path = value["path"]?.string else { return nil }
      let isActive = value["activated"].map { $0.string.map { !$0.isEmpty } ?? ($0.number != 0) } ?? false
      return isActive ? "gpsd reads \(path)" : "gpsd lost \(path)"
    case "ERROR": return "gpsd says: " + (value["message"]?.string ?? "an error")
    default: return nil
    }
  }
}
