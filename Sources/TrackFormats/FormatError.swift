// Owns `FormatError`: why a file could not be used at all.

/// Why a file could not be used at all.
public struct FormatError: Error, Sendable, Hashable {
  /// The kind of failure, for programs and tests.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There is not one byte.
    case empty
    /// There is nothing but white space.
    case blank
    /// It is not text, and no binary format that is read.
    case binary
    /// It is text, but of no format that is read.
    case unknownFormat
    /// The format is known, and there is no usable coordinate.
    case noCoordinates
    /// The numbers only make sense in the other order.
    case reversedOrder
    /// It does not follow its format's grammar, from the start.
    case malformed
    /// It asks for more than a track needs: entity bombs, absurd nesting, endless tags.
    case refused
    /// It is an activity of a format that is read, recorded without positions (indoors, or in a pool).
    case noPositions
    /// It is larger than what is read at once, or would be once unpacked.
    case tooLarge
    /// Whoever watched the reading ended it.
    case cancelled
    /// There was no memory for it.
    case outOfMemory
  }

  /// The kind of failure.
  public var code: Code
  /// The line, from 1, where one can be named.
  public var line: Int?
  /// The offset in bytes from the start of the file, where one can be named.
  public var byteOffset: Int?
  /// One sentence, without the file's name and without a full stop, safe to print on a terminal.
  public var message: String

  /// An error; the message is cleaned, so pieces of a file may stand in it.
  public init(_ code: Code, line: Int? = nil, byteOffset: Int? = nil, message: String) {
    self.code = code
    self.line = line
    self.byteOffset = byteOffset
    self.message = TextCleaning.cleaned(message, limit: 512)
  }
}

extension FormatError {
  /// The reading was ended by its ``ReadMonitor``.
  static var cancelled: FormatError { FormatError(.cancelled, message: "reading it was cancelled") }
}

extension FormatError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
