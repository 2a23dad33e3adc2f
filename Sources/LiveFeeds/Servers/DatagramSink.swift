// Owns `DatagramSink`: NMEA sentences as datagrams.

import NIOCore
import TrackPlayback

/// Sends every epoch's sentences to one address, in one datagram as long as that fits into a frame of any network.
final class DatagramSink: FeedSink {
  /// Bytes of a datagram at most: below what Ethernet and most tunnels carry in one piece.
  static let limit = 1_400

  private let channel: any Channel
  private let target: SocketAddress

  init(_ channel: any Channel, _ target: SocketAddress) {
    self.channel = channel
    self.target = target
  }

  /// Nobody knows.
  var isListening: Bool { false }

  func take(_ batch: FeedBatch) {
    for epoch in batch.epochs {
      for piece in NMEAPieces(epoch, limit: Self.limit) {
        channel.write(AddressedEnvelope(remoteAddress: target, data: ByteBuffer(bytes: piece)), promise: nil)
      }
    }
    channel.flush()
  }

  func finish(by deadline: NIODeadline, _ done: @escaping () -> Void) {
    channel.close(promise: nil)
    done()
  }
}

/// Sentences in pieces of at most so many bytes, cut between sentences. One that is longer is left out.
struct NMEAPieces: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>
  private let limit: Int

  init(_ sentences: [UInt8], limit: Int) {
    rest = sentences[...]
    self.limit = limit
  }

  mutating func next() -> ArraySlice<UInt8>? {
    var end = rest.startIndex
    while end < rest.endIndex {
      let next = (rest[end...].firstIndex(of: 0x0A) ?? rest.endIndex - 1) + 1
      if next - rest.startIndex <= limit {
        end = next
      } else if end == rest.startIndex {
        rest = rest[next...]
        end = rest.startIndex
      } else {
        break
      }
    }
    guard end > rest.startIndex else { return nil }
    defer { rest = rest[end...] }
    return rest[..<end]
  }
}
