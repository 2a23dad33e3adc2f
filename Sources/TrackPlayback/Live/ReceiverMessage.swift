// Owns `ReceiverMessage`: anything that a receiver sends.

/// Anything that a receiver, or a source of several moving things, sends.
public enum ReceiverMessage: Sendable, Hashable {
  /// A fix, or that there is none.
  case report(ReceiverReport)
  /// The satellites in view.
  case sky(SkyView)
  /// Where the device points, and which device.
  case heading(Heading, source: String)
  /// What it says of itself in words: a version, a device that came or went. Not cleaned.
  case notice(String)

  /// Which receiver, vehicle or person it is of; empty where it is not named.
  public var source: String {
    switch self {
    case .report(let report): report.source
    case .sky(let sky): sky.source
    case .heading(_, let source): source
    case .notice: ""
    }
  }
}
