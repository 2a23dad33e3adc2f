// Owns `FeedSink` and `ClientSession`: what takes messages on the network thread, and what one client of a server asked for.

import NIOCore
import TrackPlayback

/// In which form somebody wants a message; the bits are those of `GPSDSession.Delivery`.
struct FeedForms: OptionSet, Hashable {
  let rawValue: UInt8
  /// A line of gpsd's JSON.
  static let json = FeedForms(rawValue: 1)
  /// The NMEA sentences of an epoch; the sky comes with the report.
  static let nmea = FeedForms(rawValue: 2)
}

/// Something that takes messages; lives on the network thread.
protocol FeedSink: AnyObject {
  /// Whether somebody gets what is sent.
  var isListening: Bool { get }
  /// Takes messages; must not block.
  func take(_ batch: FeedBatch)
  /// Closes after what was taken has gone out. `done` is called once, also where it never goes out and `deadline` has passed.
  func finish(by deadline: NIODeadline, _ done: @escaping () -> Void)
}

/// The pure half of a connection: what a client says, what it is answered, what it wants to be sent.
protocol ClientSession {
  /// What a client is told when it comes.
  func greeting(_ state: FeedState) -> [UInt8]
  /// Whether it has said what it wants, so that its silence is no reason to close.
  var hasAsked: Bool { get }
  /// Whether it is to be closed after the last answer.
  var shouldClose: Bool { get }
  /// Whether it wants any messages at all.
  var isListening: Bool { get }
  /// Takes bytes of any slicing.
  /// - Returns: the answer.
  mutating func receive(_ bytes: [UInt8], _ state: FeedState) -> [UInt8]
  /// In which forms it wants a message.
  func forms(of message: ReceiverMessage, _ state: FeedState) -> FeedForms
}

/// A client that only listens: NMEA over a stream. What it says is passed over.
struct ListeningSession: ClientSession {
  func greeting(_ state: FeedState) -> [UInt8] { [] }
  var hasAsked: Bool { true }
  var shouldClose: Bool { false }
  var isListening: Bool { true }
  mutating func receive(_ bytes: [UInt8], _ state: FeedState) -> [UInt8] { [] }
  func forms(of message: ReceiverMessage, _ state: FeedState) -> FeedForms { .nmea }
}
