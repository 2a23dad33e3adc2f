// Stand-ins until the protocols are merged.

import TrackFormats
import TrackPlayback

enum FeedText {
  static func json(_ message: ReceiverMessage) -> [UInt8] {
    guard case .report(let report) = message, let fix = report.fix else { return [] }
    return Array("{\"class\":\"TPV\",\"mode\":3,\"lat\":\(fix.coordinate.latitude),\"lon\":\(fix.coordinate.longitude)}\r\n".utf8)
  }
  static func sentences(_ report: ReceiverReport, _ sky: SkyView?) -> [UInt8] {
    Array("$GPGGA,\(report.fix?.coordinate.latitude ?? 0)\r\n".utf8)
  }
}

struct GPSDClientSession: ClientSession {
  var greeting: [UInt8] { Array("{\"class\":\"VERSION\"}\r\n".utf8) }
  var hasAsked = false
  var shouldClose = false
  var isListening = false
  private var held = 0
  mutating func receive(_ bytes: [UInt8], _ state: FeedState) -> [UInt8] {
    hasAsked = true
    isListening = true
    held += bytes.count
    if held > 512 { shouldClose = true }
    return Array("{\"class\":\"WATCH\",\"enable\":true}\r\n".utf8)
  }
  func forms(of message: ReceiverMessage) -> FeedForms { isListening ? .json : [] }
}
