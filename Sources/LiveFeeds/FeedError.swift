// Owns `FeedError`: why an output or a control socket cannot be had.

import NIOCore
import TrackFormats

/// Why something cannot be opened, in words for a person.
public struct FeedError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence, safe for a terminal.
  public let description: String

  /// An error; what is quoted in it is cleaned.
  public init(_ text: String) { description = TextCleaning.cleaned(text, limit: 1_000) }

  /// An error of the system: `gpsd:127.0.0.1:2947: cannot listen: address already in use`.
  static func system(_ what: String, _ doing: String, code: Int32 = errno) -> FeedError {
    let reason = code == EADDRINUSE ? "another program has that port" : String(cString: strerror(code))
    return FeedError("\(what): cannot \(doing): \(reason)")
  }

  /// An error that NIO threw.
  static func wrapping(_ error: any Error, _ what: String, _ doing: String) -> FeedError {
    if let error = error as? FeedError { return error }
    if let error = error as? IOError { return .system(what, doing, code: error.errnoCode) }
    if error is SocketAddressError { return FeedError("\(what): there is no such host") }
    return FeedError("\(what): cannot \(doing): \(error)")
  }
}
