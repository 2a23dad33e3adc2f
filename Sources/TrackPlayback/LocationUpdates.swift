// Owns `LocationUpdates`: the updates of a source as an asynchronous sequence, and the list of those who read them.

import Synchronization

/// The updates of a location source, as they come.
///
/// Ends when the source stops or its route is over; after `stop()` nothing more comes out, not even what was waiting to be read. Each
/// sequence is read by one task. A reader that is too slow loses the oldest updates beyond its buffer and slows nobody down.
/// Cancelling the task ends the iteration at once.
public struct LocationUpdates: AsyncSequence, Sendable {
  /// A pair, previous and current.
  public typealias Element = LocationUpdate
  /// Reading does not fail; failures go to the delegate.
  public typealias Failure = Never

  let stream: AsyncStream<LocationUpdate>
  let subscription: Subscription

  /// Begins to read.
  public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator(), subscription: subscription) }

  /// Reads the updates one by one.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<LocationUpdate>.Iterator
    let subscription: Subscription

    /// The next update; `nil` once the source has stopped, and when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> LocationUpdate? {
      guard let update = await base.next(isolation: actor), !subscription.isCut.load(ordering: .acquiring) else { return nil }
      return update
    }
  }

  /// What a source keeps of a reader.
  final class Subscription: Sendable {
    let continuation: AsyncStream<LocationUpdate>.Continuation
    /// Whether what waits to be read is void.
    let isCut = Atomic(false)

    init(_ continuation: AsyncStream<LocationUpdate>.Continuation) { self.continuation = continuation }

    /// Ends the sequence after what waits to be read, or before it.
    func end(isCut cut: Bool) {
      if cut { isCut.store(true, ordering: .releasing) }
      continuation.finish()
    }
  }
}

/// Who reads the updates of a source.
struct LocationReaders {
  private var subscriptions: [ObjectIdentifier: LocationUpdates.Subscription] = [:]

  /// Adds a reader; `onEnd` is called when it is no longer read.
  mutating func add(buffering count: Int, onEnd: @escaping @Sendable (ObjectIdentifier) -> Void) -> LocationUpdates {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LocationUpdate.self, bufferingPolicy: .bufferingNewest(Swift.max(1, count)))
    let subscription = LocationUpdates.Subscription(continuation)
    let id = ObjectIdentifier(subscription)
    // Kept alive by the sequence and by this list, so that the identity stays its own.
    subscriptions[id] = subscription
    continuation.onTermination = { _ in onEnd(id) }
    return LocationUpdates(stream: stream, subscription: subscription)
  }

  /// Forgets a reader.
  mutating func remove(_ id: ObjectIdentifier) { subscriptions[id] = nil }

  /// Takes all readers out.
  mutating func takeAll() -> [LocationUpdates.Subscription] {
    defer { subscriptions = [:] }
    return Array(subscriptions.values)
  }

  /// All readers.
  var all: [LocationUpdates.Subscription] { Array(subscriptions.values) }
}
