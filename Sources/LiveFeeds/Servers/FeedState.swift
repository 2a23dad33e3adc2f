// Owns `FeedState`: what was said last, for those who ask for it and those who come late.

import TrackPlayback

/// What was said last of each receiver. Lives on the network thread.
final class FeedState {
  /// How many receivers are remembered; those that come later are passed on, but not answered for.
  static let limit = 256

  private(set) var reports: [String: ReceiverReport] = [:]
  private(set) var skies: [String: SkyView] = [:]
  /// The receivers in the order in which they were heard first.
  private(set) var sources: [String] = []
  /// Skies that have not yet gone out as NMEA: they wait for the next report.
  private var unsentSkies: [String: SkyView] = [:]

  /// Remembers a message.
  func learn(_ message: ReceiverMessage) {
    let source = message.source
    switch message {
    case .report(let report):
      guard hasRoom(for: source) else { return }
      reports[source] = report
    case .sky(let sky):
      guard hasRoom(for: source) else { return }
      skies[source] = sky
      unsentSkies[source] = sky
    case .heading, .notice: break
    }
  }

  /// The sky that goes out with the next report of a receiver, once.
  func takeUnsentSky(of source: String) -> SkyView? { unsentSkies.removeValue(forKey: source) }

  private func hasRoom(for source: String) -> Bool {
    if reports[source] != nil || skies[source] != nil { return true }
    guard sources.count < Self.limit else { return false }
    sources.append(source)
    return true
  }
}
