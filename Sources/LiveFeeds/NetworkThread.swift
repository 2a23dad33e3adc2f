// Owns `NetworkThread`: the one thread on which the sockets of a program live.

import NIOCore
import NIOPosix

/// The one thread on which sockets live; it starts when this is made, so make it when the first socket is wanted.
///
/// Servers, the control socket and sources share one. None of them does anything on it that can block.
public final class NetworkThread: Sendable {
  package let group: MultiThreadedEventLoopGroup
  /// The loop of the thread.
  package var loop: any EventLoop { group.any() }

  /// Starts the thread.
  public init() { group = MultiThreadedEventLoopGroup(numberOfThreads: 1) }

  /// Ends the thread and waits for that; what is still open is closed. Not to be called on the thread itself.
  public func stop() { try? group.syncShutdownGracefully() }
}
