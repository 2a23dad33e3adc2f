// Owns `StreamWriter`: writing to a descriptor that may block, on a thread of its own.

import NIOPosix
import Synchronization

/// Writes pieces of bytes one after another to a descriptor that may block, on a thread of its own.
final class StreamWriter: Sendable {
  private struct State {
    var bytes = 0
    /// The system's error that ended it.
    var failure: Int32?
  }

  private let descriptor: Int32
  private let threads = NIOThreadPool(numberOfThreads: 1)
  private let state = Mutex(State())
  private let failed: @Sendable (Int32) -> Void

  /// - Parameter failed: called once, on the writing thread, with the system's error when nothing more can be written.
  init(_ descriptor: Int32, failed: @escaping @Sendable (Int32) -> Void) {
    self.descriptor = descriptor
    self.failed = failed
    threads.start()
  }

  /// Bytes that were handed over and are not yet written.
  var pendingBytes: Int { state.withLock { $0.bytes } }

  /// Hands bytes over; returns at once.
  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, state.withLock({ $0.failure == nil }) else { return }
    state.withLock { $0.bytes += bytes.count }
    threads.submit { [self] _ in
      put(bytes)
      state.withLock { $0.bytes -= bytes.count }
    }
  }

  /// Calls `done` on the writing thread when all that was handed over is written, or has failed.
  func flush(_ done: @escaping @Sendable () -> Void) { threads.submit { _ in done() } }

  /// Ends the thread once it is through.
  func stop() { threads.shutdownGracefully { _ in } }

  private func put(_ bytes: [UInt8]) {
    guard state.withLock({ $0.failure == nil }) else { return }
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        done += count
      } else if errno == EAGAIN {
        // Somebody has made it non-blocking.
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, -1)
      } else if errno != EINTR {
        let code = errno
        state.withLock { $0.failure = code }
        failed(code)
        return
      }
    }
  }
}

/// `write` of the C library, by a name that no method has.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
