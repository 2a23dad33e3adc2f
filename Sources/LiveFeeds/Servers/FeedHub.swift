// Owns `FeedHub`: positions out of the program, to everybody who listens.

import LiveProtocols
import NIOCore
import Synchronization
import TrackPlayback

/// Gives what a receiver says to everybody who listens: gpsd clients, NMEA over TCP, UDP, a pseudo-terminal, a socket in the file system,
/// standard output.
///
/// ```
///  any thread      publish ─► inbox
///  network thread             inbox ─► batch: each message encoded once a form ─► clients and outputs
/// ```
///
/// Nobody delays anybody: `publish` only puts messages into the inbox; a client that does not take what it is sent is dropped once 256 KiB
/// wait for it; what a pseudo-terminal or standard output does not take is left out by whole sentences or lines.
public final class FeedHub: Sendable {
  let loop: any EventLoop
  let core: NIOLoopBoundBox<FeedCore>
  let limits: FeedLimits
  let log: @Sendable (String) -> Void
  let outputEnded: @Sendable (OutputAddress, Int32) -> Void
  private let inbox = Mutex(Inbox())
  private let listeners: ListenerCount

  private struct Inbox {
    var messages: [ReceiverMessage] = []
    var isAwaited = false
    /// Whether the hub was stopped: its thread may have ended.
    var isOver = false
    var dropped = 0
  }

  /// A hub that nobody hears yet.
  /// - Parameters:
  ///   - thread: where its sockets live.
  ///   - release: who the program says that it is: a name and a version.
  ///   - device: what gpsd's clients see as the name of the receiver whose messages name none.
  ///   - isListed: whether that receiver is told to clients before it has said anything.
  ///   - limits: how much clients may have.
  ///   - log: what is worth a word, such as a client that was dropped; called on the network thread. Safe for a terminal.
  ///   - listenersChanged: how many are sent something now, when that has changed; called on the network thread.
  ///   - outputEnded: standard output takes no more, with the system's error (EPIPE where its reader has gone); on a thread of its own.
  public init(
    _ thread: NetworkThread, release: String = "trackview", device: String = "trackview", isListed: Bool = true,
    limits: FeedLimits = FeedLimits(), log: @escaping @Sendable (String) -> Void = { _ in },
    listenersChanged: @escaping @Sendable (Int) -> Void = { _ in },
    outputEnded: @escaping @Sendable (OutputAddress, Int32) -> Void = { _, _ in }
  ) {
    loop = thread.loop
    self.limits = limits
    self.log = log
    self.outputEnded = outputEnded
    let listeners = ListenerCount()
    self.listeners = listeners
    core = NIOLoopBoundBox.makeBoxSendingValue(
      FeedCore(limits, FeedState(release: release, device: device, isThere: isListed), thread.loop, log: log) { count in
        if listeners.set(count) { listenersChanged(count) }
      }, eventLoop: thread.loop)
  }

  /// How many are sent something: clients that asked for it, and outputs that somebody reads, as far as that can be known.
  public var listenerCount: Int { listeners.value }

  /// Messages that were left out because the network thread could not keep up.
  public var droppedMessages: Int { inbox.withLock { $0.dropped } }

  /// Gives messages out, together: a report and the sky that belongs to it go to a client in one piece. Returns at once; any thread.
  public func publish(_ messages: [ReceiverMessage]) {
    guard !messages.isEmpty else { return }
    let isFirst = inbox.withLock { inbox in
      guard !inbox.isOver else { return false }
      inbox.messages += messages
      let excess = inbox.messages.count - limits.inbox
      if excess > 0 {
        inbox.messages.removeFirst(excess)
        inbox.dropped += excess
      }
      defer { inbox.isAwaited = true }
      return !inbox.isAwaited
    }
    if isFirst { loop.execute { [self] in deliver() } }
  }

  /// Gives one message out.
  public func publish(_ message: ReceiverMessage) { publish([message]) }

  /// Looks for readers where nobody tells of them: those of a pseudo-terminal.
  public func refreshListeners() {
    guard !inbox.withLock({ $0.isOver }) else { return }
    loop.execute { [self] in core.value.listenersChanged() }
  }

  /// Gives out what was published, then closes everything, and waits for that; what is published later is passed over. Not to be called on
  /// the network thread, nor after that has ended.
  /// - Parameter seconds: how long clients have to take what waits for them.
  public func stop(within seconds: Double = 2) {
    let wasOver = inbox.withLock { inbox in
      defer { inbox.isOver = true }
      return inbox.isOver
    }
    if wasOver { return }
    let done = loop.makePromise(of: Void.self)
    loop.execute { [self] in
      deliver()
      let deadline = NIODeadline.now() + .milliseconds(Int64(min(max(seconds, 0), 60) * 1000))
      core.value.stop(by: deadline) { done.succeed(()) }
    }
    try? done.futureResult.wait()
  }

  private func deliver() {
    let messages = inbox.withLock { inbox in
      defer {
        inbox.messages = []
        inbox.isAwaited = false
      }
      return inbox.messages
    }
    if !messages.isEmpty { core.value.deliver(messages) }
  }
}

/// A number that several threads look at.
private final class ListenerCount: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  /// - Returns: whether it is another one now.
  func set(_ value: Int) -> Bool {
    number.withLock { number in
      defer { number = value }
      return number != value
    }
  }
}
