// Owns `FeedBatch`: messages that go out together, each encoded at most once in each form.

import NIOCore
import TrackPlayback

/// Messages that go out together. Whoever wants the same forms of the same messages gets the same bytes, which are made once.
final class FeedBatch {
  /// How many messages a batch holds at most: two bits of a `Selection` each.
  static let limit = 32

  /// Two bits a message: the forms in which it is wanted.
  typealias Selection = UInt64

  let messages: [ReceiverMessage]
  private let state: FeedState
  private let json: [[UInt8]]
  private var nmea: [[UInt8]?]
  private var combined: [Selection: ByteBuffer] = [:]

  /// - Parameters:
  ///   - messages: at most `limit`; more are left out.
  ///   - state: what was known before them; it learns them.
  init(_ messages: [ReceiverMessage], _ state: FeedState) {
    self.messages = Array(messages.prefix(Self.limit))
    self.state = state
    // All are learnt before any becomes sentences, so that a sky goes out with the report it came with, whichever is first.
    json = self.messages.map { state.lines($0) }
    nmea = Array(repeating: nil, count: self.messages.count)
  }

  /// The selection of what a client wants.
  func selection(_ forms: (ReceiverMessage) -> FeedForms) -> Selection {
    var selection: Selection = 0
    for (index, message) in messages.enumerated() { selection |= Selection(forms(message).rawValue & 3) << (2 * Selection(index)) }
    return selection
  }

  /// The bytes of a selection, in the order of the messages; `nil` where there are none.
  func bytes(_ selection: Selection) -> ByteBuffer? {
    guard selection != 0 else { return nil }
    if let made = combined[selection] { return made.readableBytes > 0 ? made : nil }
    var buffer = ByteBuffer()
    for index in messages.indices {
      let forms = FeedForms(rawValue: UInt8(truncatingIfNeeded: selection >> (2 * Selection(index))) & 3)
      if forms.contains(.json) { buffer.writeBytes(json[index]) }
      if forms.contains(.nmea) { buffer.writeBytes(sentences(index)) }
    }
    combined[selection] = buffer
    return buffer.readableBytes > 0 ? buffer : nil
  }

  /// The NMEA sentences of all messages, an element for each epoch.
  var epochs: [[UInt8]] { messages.indices.map(sentences).filter { !$0.isEmpty } }

  private func sentences(_ index: Int) -> [UInt8] {
    if let made = nmea[index] { return made }
    let sentences = state.sentences(messages[index])
    nmea[index] = sentences
    return sentences
  }
}
