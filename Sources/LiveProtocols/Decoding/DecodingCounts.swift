// Owns `DecodingCounts`: how much of what a source sent could be used.

/// How much of what a source sent could be used.
public struct DecodingCounts: Sendable, Hashable {
  /// Bytes that came.
  public var bytes = 0
  /// Lines that were not blank.
  public var lines = 0
  /// Messages that came of them.
  public var messages = 0
  /// Lines longer than ``ReceiverDecoder/lineLimit``, which were dropped.
  public var tooLong = 0
  /// Sentences whose checksum is wrong, or that break off.
  public var badChecksums = 0
  /// Lines that are none of the protocols, or whose values cannot be: a latitude of 95°, JSON that breaks off.
  public var malformed = 0
  /// Lines and sentences that are well-formed and tell nothing that is read here: AIS, gpsd's WATCH, a comment.
  public var passedOver = 0

  /// Nothing yet.
  public init() {}
}
