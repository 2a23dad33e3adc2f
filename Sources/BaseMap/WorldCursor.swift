// Owns reading the numbers of a tile of the embedded world, front to back, never beyond its end.

/// A place among the bytes of a tile. What lies beyond the end reads as 0; every loop is bounded by the bytes that are left.
struct WorldCursor {
  /// The tile's bytes, which live as long as the world's.
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0
  private var end: Int
  private let frame: Int

  /// - Parameter frame: the steps on a tile's side; points are kept within it.
  init(_ bytes: UnsafeRawBufferPointer, frame: Int) {
    self.bytes = bytes
    self.frame = frame
    end = bytes.count
  }

  /// How many bytes there are to come.
  var left: Int { end - position }

  mutating func byte() -> UInt8 {
    guard position < end else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number in groups of seven bits, the lowest first; no more than 35 bits.
  mutating func number() -> Int {
    var value = 0
    var shift = 0
    while shift < 35, position < end {
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 127) << shift
      if byte < 128 { break }
      shift += 7
    }
    return value
  }

  /// A number of things that take at least so many bytes each: no more than could be there.
  mutating func count(ofSize size: Int) -> Int { min(number(), left / size) }

  /// A point as the difference from the one before, kept within the frame.
  mutating func point(from previous: LocalPoint) -> LocalPoint {
    LocalPoint(x: coordinate(previous.x), y: coordinate(previous.y))
  }

  private mutating func coordinate(_ previous: Int32) -> Int32 {
    let zigzag = number()
    let difference = zigzag & 1 == 0 ? zigzag >> 1 : -(zigzag >> 1) - 1
    return Int32(truncatingIfNeeded: min(frame, max(0, Int(previous) + difference)))
  }

  /// The next block's kind and a cursor over its content; moves behind it. `nil` at the end.
  mutating func block() -> (kind: UInt8, content: WorldCursor)? {
    guard left > 0 else { return nil }
    let kind = byte()
    let count = min(number(), left)
    var content = self
    content.end = position + count
    position += count
    return (kind, content)
  }
}
