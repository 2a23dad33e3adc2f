// Owns `SourceQueue`: events of sources on their way to a thread that waits in `poll`.

import CPlatform
import LiveProtocols
import Synchronization
import TrackPlayback

/// An event and the source that it is of.
public struct SourceNews: Sendable, Hashable {
  /// The number that the source was given.
  public var source: Int
  public var event: SourceEvent
}

/// A queue between the threads of sources and one that waits in `poll`. Bounded: where that one does not come for them, headings, views of the
/// sky and words go first, the oldest before the newer, and then the oldest fixes, which are counted.
public final class SourceQueue: Sendable {
  /// Readable while there is news.
  public var descriptor: Int32 { pipe.descriptor }
  private let pipe: WakeDescriptor
  private let room: WakeDescriptor
  private let limit: Int
  /// Words of sources that wait at most beside the messages.
  private static let wordLimit = 1000
  private let box = Mutex(Box())

  private struct Box {
    var news: [SourceNews] = []
    var messages = 0
    var droppedFixes = 0
    var droppedOthers = 0
    var isClosed = false

    /// Drops down to nine tenths of the limit, so that this is seldom done.
    mutating func makeRoom(limit: Int) {
      var excess = messages - limit * 9 / 10
      drop(&excess) { if case .report = $0 { false } else { true } }
      drop(&excess) { _ in true }
      news.removeAll { if case .messages([], _, _) = $0.event { true } else { false } }
    }

    /// Leaves of the words only the last hundred.
    mutating func dropWords() {
      var rest = news.count { $0.event.isWord } - 100
      news.removeAll { one in
        guard rest > 0, one.event.isWord else { return false }
        rest -= 1
        return true
      }
    }

    private mutating func drop(_ excess: inout Int, where isWanted: (ReceiverMessage) -> Bool) {
      for index in news.indices {
        guard excess > 0 else { return }
        guard case .messages(let all, let arrival, let wall) = news[index].event else { continue }
        var kept: [ReceiverMessage] = []
        for message in all {
          guard excess > 0, isWanted(message) else {
            kept.append(message)
            continue
          }
          excess -= 1
          messages -= 1
          if case .report(let report) = message, report.fix != nil { droppedFixes += 1 } else { droppedOthers += 1 }
        }
        news[index].event = .messages(kept, arrival: arrival, wall: wall)
      }
    }
  }

  /// - Parameter limit: Messages that wait at most; 50,000 take about 20 MB.
  /// - Throws: where the process has no descriptors left, in words for a person.
  public init(limit: Int = 50_000) throws(FeedError) {
    self.limit = max(1, limit)
    pipe = try WakeDescriptor()
    room = try WakeDescriptor()
  }

  /// What to start a source with.
  /// - Parameters:
  ///   - source: A number for it.
  ///   - waits: Whether its thread may wait for room instead of losing anything, as for standard input.
  public func handler(for source: Int = 0, waits: Bool = false) -> @Sendable (SourceEvent) -> Void {
    { [self] event in post(SourceNews(source: source, event: event), waits: waits) }
  }

  /// Adds an event.
  public func post(_ news: SourceNews, waits: Bool = false) {
    while waits, box.withLock({ !$0.isClosed && $0.messages >= limit }) {
      _ = cp_wait(room.descriptor, -1, 0.1)
      room.clear()
    }
    let isFirst = box.withLock { box in
      guard !box.isClosed else { return false }
      box.news.append(news)
      if case .messages(let messages, _, _) = news.event { box.messages += messages.count }
      if box.messages > limit { box.makeRoom(limit: limit) }
      if box.news.count > limit + Self.wordLimit { box.dropWords() }
      return box.news.count == 1
    }
    if isFirst { pipe.wake() }
  }

  /// What has come since the last time, in order.
  public func take() -> [SourceNews] {
    pipe.clear()
    let news = box.withLock { box in
      defer {
        box.news = []
        box.messages = 0
      }
      return box.news
    }
    room.wake()
    return news
  }

  /// How many fixes, and how many other messages, were dropped so far.
  public var dropped: (fixes: Int, others: Int) { box.withLock { ($0.droppedFixes, $0.droppedOthers) } }

  /// From now on nothing is taken, and nobody waits.
  public func close() {
    box.withLock { box in
      box.isClosed = true
      box.news = []
      box.messages = 0
    }
    room.wake()
  }
}

extension SourceEvent {
  /// Whether it tells of the source, and brings nothing from it.
  fileprivate var isWord: Bool { if case .messages = self { false } else { true } }
}
