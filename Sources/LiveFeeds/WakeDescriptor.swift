// Owns `WakeDescriptor`: how another thread wakes a loop that sleeps in `poll`.

import Synchronization

/// A descriptor that is readable after somebody has called `wake`, until `clear`.
public final class WakeDescriptor: Sendable {
  /// For `poll`.
  public let descriptor: Int32
  private let writeEnd: Int32
  private let isAwake = Mutex(false)

  /// - Throws: where the system has no descriptors left.
  public init() throws(FeedError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("trackview", "make a pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// Makes it readable; any thread.
  public func wake() {
    isAwake.withLock { isAwake in
      guard !isAwake else { return }
      isAwake = true
      var byte: UInt8 = 1
      _ = systemWrite(writeEnd, &byte, 1)
    }
  }

  /// Makes it unreadable; before the work is taken that it was woken for.
  public func clear() {
    isAwake.withLock { isAwake in
      var bytes = [UInt8](repeating: 0, count: 16)
      while read(descriptor, &bytes, bytes.count) > 0 {}
      isAwake = false
    }
  }
}
