// Owns `DeliveryGate`: callbacks of one source, one at a time, in order, without a dead end when a callback calls back.

import Synchronization

/// Lets callbacks of one source run one at a time.
///
/// A source either only ever uses ``run(_:)``, from a task of its own, and can then wait until nothing runs any more; or only ``post(_:)``,
/// from any thread, which never waits:
///
/// ```
///  thread 1   post a ► a ─────────► b ─► c     b was posted from within a, c by another thread meanwhile
///  thread 2              post c ┘               returns at once
/// ```
final class DeliveryGate: Sendable {
  /// The gates whose callbacks the current task is in.
  @TaskLocal private static var entered: [ObjectIdentifier] = []

  private let gate = Mutex(())
  private let queued = Mutex<[@Sendable () -> Void]>([])

  /// Runs a job once no other runs. Not to be called from inside one.
  func run(_ job: () -> Void) {
    gate.withLock { _ in
      Self.$entered.withValue(Self.entered + [ObjectIdentifier(self)]) { job() }
    }
  }

  /// Returns once the job under way, if any, has returned; at once inside it.
  func waitUntilQuiet() {
    if !Self.entered.contains(ObjectIdentifier(self)) { gate.withLock { _ in } }
  }

  /// Runs a job when those before it have run: at once, or by whoever runs them.
  func post(_ job: @escaping @Sendable () -> Void) {
    queued.withLock { $0.append(job) }
    // Whoever holds the gate may just have found the queue empty: so both ask again after letting go.
    while queued.withLock({ !$0.isEmpty }) {
      let isMine: Void? = gate.withLockIfAvailable { _ in
        while let next = queued.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { next() }
      }
      if isMine == nil { return }
    }
  }
}
