// Owns `RecorderError`: why a recording cannot begin or go on.

/// Why a recording cannot begin or go on.
public struct RecorderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence for a person, with the file's name, without a full stop.
  public let description: String

  init(_ description: String) { self.description = description }
}
