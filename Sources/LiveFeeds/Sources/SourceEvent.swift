// Owns `SourceEvent` and `SourceOptions`: what a live source tells, and how patient it is.

import TrackPlayback

/// What a live source tells.
public enum SourceEvent: Sendable, Hashable {
  /// It is being opened.
  case connecting
  /// It is open; a description for a person, cleaned: where to, or at what speed. Said again when that changes.
  case connected(String)
  /// What came in one piece, never empty, and when: ``HostClock/monotonic`` and ``HostClock/wall``.
  case messages([ReceiverMessage], arrival: Double, wall: Double)
  /// Nothing has come for so many seconds; said once a silence. It ends with the next messages.
  case silent(seconds: Double)
  /// Bytes have come for ``SourceOptions/puzzlement`` seconds, and no line of them is one of a protocol; said once a connection.
  case notUnderstood
  /// It is gone, in words without a full stop, and is tried again after so many seconds.
  case lost(reason: String, retryIn: Double)
  /// Standard input is at its end, or cannot be read (then with the reason); nothing more comes.
  case ended(reason: String?)
}

/// How patient a live source is.
public struct SourceOptions: Sendable, Hashable {
  /// How long it waits before it tries again.
  public var reconnection = Reconnection()
  /// Seconds for a connection to come about.
  public var connectTimeout = 10.0
  /// Seconds of silence after which what was held back, an epoch whose end cannot be seen, is let go.
  public var flushAfter = 0.25
  /// Seconds of silence that are worth a word. A gpsd is asked for its devices then; if that brings nothing for as long again, the connection
  /// counts as lost. Other sources may be silent for ever.
  public var silence = 10.0
  /// Seconds that a serial line without a stated speed may bring bytes without sense, before the next speed is tried.
  public var baudPatience = 2.5
  /// Seconds that bytes may come without a line that makes sense before it is said.
  public var puzzlement = 3.0
  /// Where standard input is read from, and what somebody read of it already.
  public var standardInput: Int32 = 0
  public var standardInputBeginning: [UInt8] = []

  /// The usual patience.
  public init() {}
}
