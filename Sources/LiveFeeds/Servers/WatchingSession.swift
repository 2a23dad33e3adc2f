// Owns `WatchingSession`: a client of gpsd's protocol, as the servers here see it.

import LiveProtocols
import TrackPlayback

/// A client of gpsd's protocol.
struct WatchingSession: ClientSession {
  private var session = GPSDSession()
  private(set) var hasAsked = false

  func greeting(_ state: FeedState) -> [UInt8] { GPSDSession.greeting(release: state.server.release) }
  var shouldClose: Bool { session.shouldClose }
  var isListening: Bool {
    session.watch.isEnabled && !session.shouldClose && (session.watch.json || session.watch.nmea || session.watch.raw > 0)
  }

  mutating func receive(_ bytes: [UInt8], _ state: FeedState) -> [UInt8] {
    let answer = session.receive(bytes, state: state.asked())
    // Noise is no question: whoever only sends line ends still goes.
    if !answer.isEmpty { hasAsked = true }
    return answer
  }

  func forms(of message: ReceiverMessage, _ state: FeedState) -> FeedForms {
    FeedForms(rawValue: session.wants(state.server.path(of: message.source)).rawValue)
  }
}
