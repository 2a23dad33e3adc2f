// Owns `FeedLimits`: how much clients may have.

import NIOCore

/// How much clients of a hub may have.
public struct FeedLimits: Sendable, Hashable {
  /// Clients of all servers together; those who come later are turned away.
  public var clients = 4_096
  /// Bytes that wait for one client in this process before it is dropped; the system's own socket buffer comes on top.
  public var queuedBytes = 256 * 1_024
  /// Bytes of the system's send buffer for each client (Linux doubles it).
  public var socketBuffer = 64 * 1_024
  /// Seconds for which a gpsd client may keep silent after it came.
  public var silentSeconds = 60.0
  /// Messages that wait to be encoded; the oldest go first. They only pile up where the machine stands still.
  public var inbox = 10_000

  /// The usual limits.
  public init() {}

  /// Time for the last answer to a client that is cut off.
  var farewell: TimeAmount { .seconds(1) }
}
