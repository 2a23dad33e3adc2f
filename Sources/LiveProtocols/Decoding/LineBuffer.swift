// Owns `LineBuffer`: the beginning of a line whose end has not come yet, and the ends of lines.

import TrackFormats

/// Keeps the beginning of a line until its end comes, never more than a limit of it.
struct LineBuffer: Sendable, Hashable {
  /// The bytes of the line so far.
  private(set) var bytes: [UInt8] = []
  /// Whether the line under way is too long already, so that its rest is dropped.
  private(set) var isOverlong = false
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Whether a line begins with the next byte.
  var isAtLineStart: Bool { bytes.isEmpty && !isOverlong }

  /// The index of the first byte that ends a line at or behind `start`, or the end of the bytes. Lines end at a line feed or carriage
  /// return, and at the record separator that begins the records of a JSON text sequence (RFC 7464).
  @inline(__always)
  static func end(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20, byte == 0x0A || byte == 0x0D || byte == 0x1E { break }
      index += 1
    }
    return index
  }

  /// Keeps more of a line.
  mutating func append(_ piece: Span<UInt8>) {
    guard !isOverlong else { return }
    guard bytes.count + piece.count <= limit else {
      isOverlong = true
      bytes.removeAll(keepingCapacity: true)
      return
    }
    for index in piece.indices { bytes.append(piece[index]) }
  }

  /// Ends the line under way.
  /// - Returns: The line; `nil` where it was too long.
  mutating func takeLine() -> [UInt8]? {
    defer {
      isOverlong = false
      bytes = []
    }
    return isOverlong ? nil : bytes
  }
}
