// The far end of a pseudo-terminal that this very process writes to: a thread reads all of it away and counts.

import CPlatform
import Synchronization

/// A terminal that swallows everything.
final class PtyDrain: Sendable {
  /// The end to write to, the terminal.
  let terminal: Int32
  private let controller: Int32
  private let counted = Atomic<Int>(0)

  /// Bytes that have arrived.
  var bytes: Int { counted.load(ordering: .relaxed) }

  init(columns: Int, rows: Int) throws(ProgramError) {
    var ours: Int32 = -1
    var theirs: Int32 = -1
    guard cp_open_pty(&ours, &theirs, Int32(columns), Int32(rows)) == 0 else { throw ProgramError("no pseudo-terminal to be had") }
    controller = ours
    terminal = theirs
    var thread = pthread_t()
    // The thread keeps the drain alive until the terminal's end is closed.
    let context = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<PtyDrain>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard failure == 0 else {
      context.release()
      throw ProgramError("no thread to be had")
    }
    pthread_detach(thread)
  }

  private func run() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(controller, &buffer, buffer.count)
      guard count > 0 || (count < 0 && errno == EINTR) else { break }
      if count > 0 { counted.add(count, ordering: .relaxed) }
    }
    close(controller)
  }

  /// Waits until so many bytes have arrived, at most two seconds.
  func settle(at wanted: Int) -> Int {
    let deadline = MonotonicClock.seconds + 2
    while bytes < wanted, MonotonicClock.seconds < deadline { sched_yield() }
    return bytes
  }

  /// No more to come: the thread ends.
  func finish() { close(terminal) }
}
