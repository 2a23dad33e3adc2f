// Owns `FeedCore`: the half of a hub that lives on the network thread.

import NIOCore
import Synchronization
import TrackPlayback

/// All who take messages, and those who bring them to them. Lives on the network thread.
final class FeedCore {
  let limits: FeedLimits
  let state: FeedState
  let log: @Sendable (String) -> Void
  private let loop: any EventLoop
  private let listenersDidChange: (Int) -> Void
  private var sinks: [any FeedSink] = []
  private var clients: [ObjectIdentifier: ClientHandler] = [:]
  /// Counted, not looked for: thousands may come at once.
  private var listeningClients = 0
  private var servers: [any Channel] = []
  private var cleanups: [() -> Void] = []
  private var sweep: RepeatedTask?
  private var isStopping = false

  init(
    _ limits: FeedLimits, _ state: FeedState, _ loop: any EventLoop, log: @escaping @Sendable (String) -> Void,
    listenersDidChange: @escaping (Int) -> Void
  ) {
    self.limits = limits
    self.state = state
    self.loop = loop
    self.log = log
    self.listenersDidChange = listenersDidChange
  }

  /// Gives messages to all who want them.
  func deliver(_ messages: [ReceiverMessage]) {
    var rest = messages[...]
    while !rest.isEmpty {
      let batch = FeedBatch(Array(rest.prefix(FeedBatch.limit)), state)
      rest = rest.dropFirst(FeedBatch.limit)
      for client in clients.values { client.take(batch) }
      for sink in sinks { sink.take(batch) }
    }
  }

  // MARK: Who takes them

  /// An output that is no client of a server.
  func add(_ sink: any FeedSink) {
    sinks.append(sink)
    listenersChanged()
  }

  /// A client that has come.
  /// - Returns: whether there is room for it.
  func add(_ client: ClientHandler) -> Bool {
    guard clients.count < limits.clients, !isStopping else { return false }
    clients[ObjectIdentifier(client)] = client
    if client.isSilent { watchSilence() }
    if client.isListening { clientListens(1) }
    return true
  }

  /// - Parameter wasListening: whether it was counted among those who are sent something.
  func remove(_ client: ClientHandler, wasListening: Bool) {
    if clients.removeValue(forKey: ObjectIdentifier(client)) != nil, wasListening { clientListens(-1) }
  }

  /// One client more or less is sent something.
  func clientListens(_ change: Int) {
    listeningClients += change
    listenersChanged()
  }

  /// Tells how many are sent something; to be called too where nobody else tells, as with the readers of a pseudo-terminal.
  func listenersChanged() { listenersDidChange(listeningClients + sinks.count { $0.isListening }) }

  /// Looks every few seconds for clients that say nothing, as long as there are any.
  private func watchSilence() {
    guard sweep == nil else { return }
    let interval = TimeAmount.milliseconds(Int64(min(max(limits.silentSeconds / 4, 0.05), 5) * 1000))
    let core = NIOLoopBound(self, eventLoop: loop)
    sweep = loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in core.value.dropSilentClients() }
  }

  private func dropSilentClients() {
    let silent = clients.values.filter(\.isSilent)
    guard !silent.isEmpty else {
      sweep?.cancel()
      sweep = nil
      return
    }
    let limit = TimeAmount.nanoseconds(Int64(limits.silentSeconds * 1e9))
    for client in silent where NIODeadline.now() - client.since > limit { client.dropSilent() }
  }

  // MARK: The end

  func add(_ server: any Channel) { servers.append(server) }
  func onStop(_ cleanup: @escaping () -> Void) { cleanups.append(cleanup) }

  /// Listens no longer, lets everybody have what was sent, and closes.
  func stop(by deadline: NIODeadline, _ done: @escaping () -> Void) {
    guard !isStopping else { return done() }
    isStopping = true
    sweep?.cancel()
    for server in servers { server.close(promise: nil) }
    let all: [any FeedSink] = Array(clients.values) + sinks
    var left = all.count
    let finished = { [self] in
      for cleanup in cleanups { cleanup() }
      cleanups = []
      sinks = []
      done()
    }
    guard left > 0 else { return finished() }
    for sink in all {
      sink.finish(by: deadline) {
        left -= 1
        if left == 0 { finished() }
      }
    }
  }
}
