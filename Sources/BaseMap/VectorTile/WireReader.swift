// Owns `WireReader`: protocol-buffer wire format, read where it lies, without copies and without trust.

/// A run of the tile's bytes.
struct ByteRange: Sendable {
  var start: Int32
  var end: Int32
  var count: Int { Int(end) - Int(start) }
}

/// A cursor over a run of bytes. Whatever does not fit sets ``isBroken`` and moves to the end, so that loops over ``isAtEnd`` stop.
///
/// Source: Protocol Buffers, "Encoding": a field is a varint `number << 3 | wire type`, then its content.
struct WireReader {
  /// The bytes of the whole tile; they outlive the reader.
  let base: UnsafePointer<UInt8>
  private(set) var position: Int
  private(set) var end: Int
  /// Whether something did not fit.
  private(set) var isBroken = false

  @inline(__always)
  init(_ base: UnsafePointer<UInt8>, _ range: ByteRange) {
    self.base = base
    position = Int(range.start)
    end = Int(range.end)
  }

  @inline(__always) var isAtEnd: Bool { position >= end }
  @inline(__always) var remaining: Int { end - position }

  @inline(__always)
  mutating func fail() {
    isBroken = true
    position = end
  }

  /// The next varint; 0 where there is none.
  @inline(__always)
  mutating func varint() -> UInt64 {
    if position < end {
      let first = base[position]
      if first < 0x80 {
        position += 1
        return UInt64(first)
      }
      if position + 1 < end {
        let second = base[position + 1]
        if second < 0x80 {
          position += 2
          return UInt64(first & 0x7F) | UInt64(second) << 7
        }
      }
    }
    return longVarint()
  }

  @inline(never)
  private mutating func longVarint() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end, shift < 64 {
      let byte = base[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    fail()
    return 0
  }

  /// The next varint as 32 bits; what is beyond them is dropped, as protocol buffers want it.
  @inline(__always) mutating func word() -> UInt32 { UInt32(truncatingIfNeeded: varint()) }

  /// The next zigzag varint of 32 bits.
  @inline(__always)
  mutating func zigzag() -> Int {
    let value = word()
    return Int(Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1))
  }

  /// A run with its length before it.
  @inline(__always)
  mutating func run() -> ByteRange {
    let count = varint()
    guard count <= UInt64(max(0, end - position)) else {
      fail()
      return ByteRange(start: 0, end: 0)
    }
    let start = position
    position += Int(count)
    return ByteRange(start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: position))
  }

  /// Four bytes, the lowest first.
  mutating func fixed32() -> UInt32 {
    guard remaining >= 4 else {
      fail()
      return 0
    }
    defer { position += 4 }
    return UInt32(littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt32.self))
  }

  /// Eight bytes, the lowest first.
  mutating func fixed64() -> UInt64 {
    guard remaining >= 8 else {
      fail()
      return 0
    }
    defer { position += 8 }
    return UInt64(littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
  }

  /// Leaves out a field's content. Groups are older than vector tiles and break the run.
  mutating func skip(_ wireType: UInt32) {
    switch wireType {
    case Wire.varint: _ = varint()
    case Wire.fixed64: _ = fixed64()
    case Wire.run: _ = run()
    case Wire.fixed32: _ = fixed32()
    default: fail()
    }
  }
}

/// Wire types.
enum Wire {
  static let varint: UInt32 = 0
  static let fixed64: UInt32 = 1
  static let run: UInt32 = 2
  static let fixed32: UInt32 = 5
}
