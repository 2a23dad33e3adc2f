// Owns `WorkerThread`: a thread that waits for descriptors, which no executor of Swift's does.

/// A thread that runs one function and can be waited for. Signals stay with the main thread.
final class WorkerThread: @unchecked Sendable {
  // Set once by `init`; `join` is for one caller.
  private var thread = pthread_t()

  /// Starts the thread.
  init(_ work: @escaping @Sendable () -> Void) throws(FeedError) {
    let box = Unmanaged.passRetained(Work(work))
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        WorkerThread.leaveSignals()
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      throw .system("trackview", "start a thread", code: status)
    }
  }

  /// Waits until the function has returned. Call it once, from another thread.
  func join() { pthread_join(thread, nil) }

  /// Lets the thread clean up after itself; nobody waits for it then.
  func detach() { pthread_detach(thread) }

  /// Blocks the signals that the main thread handles, and SIGXFSZ, so that a file's limit is an error of `write` and not our end.
  private static func leaveSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
