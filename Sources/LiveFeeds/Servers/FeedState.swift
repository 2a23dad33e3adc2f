// Owns `FeedState`: what was said last, and what it is as text.

import LiveProtocols
import TrackPlayback

/// What was said last of each receiver, for those who ask and for those who come late, and how it is written. Lives on the network thread.
final class FeedState {
  private(set) var server: GPSDServerState
  /// The last sky of each device, and whether its satellites have gone out as NMEA.
  private var skies: [String: (view: SkyView, isTold: Bool)] = [:]

  /// - Parameters:
  ///   - release: who the program says that it is.
  ///   - device: the name of the receiver whose messages name none.
  ///   - isThere: whether that receiver is listed before it has said anything.
  init(release: String, device: String, isThere: Bool) {
    let devices = isThere ? [GPSDDevice(path: device, activated: WallTime.now)] : []
    server = GPSDServerState(devices: devices, defaultPath: device, release: release)
  }

  /// The state as it is told to a client that asks now.
  func asked() -> GPSDServerState {
    server.time = WallTime.now
    return server
  }

  /// Remembers a message.
  /// - Returns: the lines that tell watchers of JSON of it.
  func lines(_ message: ReceiverMessage) -> [UInt8] {
    server.time = WallTime.now
    let path = server.path(of: message.source)
    var lines: [UInt8] = []
    if let device = server.take(message) { GPSDText.append(device, to: &lines) }
    switch message {
    case .report(let report): GPSDText.append(report, path: path, to: &lines)
    case .sky(let sky):
      GPSDText.append(sky, path: path, to: &lines)
      if skies[path] != nil || skies.count < GPSDServerState.deviceLimit { skies[path] = (sky, false) }
    case .heading(let heading, _): GPSDText.append(heading, path: path, to: &lines)
    case .notice: break
    }
    return lines
  }

  /// The sentences of a message. The satellites go out once, with the report that follows them.
  func sentences(_ message: ReceiverMessage) -> [UInt8] {
    switch message {
    case .report(let report):
      let path = server.path(of: report.source)
      let sky = skies[path]
      skies[path]?.isTold = true
      return NMEAText.sentences(for: report, sky: sky?.view, sky?.isTold == false ? .usual : .withoutSky)
    case .heading(let heading, _):
      var sentences: [UInt8] = []
      NMEAText.append(heading, to: &sentences)
      return sentences
    case .sky, .notice: return []
    }
  }
}

/// The date.
enum WallTime {
  /// Seconds since 1970 UTC.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
