// Owns `FITHeader` and `FITChecksum`: what frames the messages of a FIT file.

/// The header of a FIT file ("FIT Protocol", file header).
///
///     0       1         2 … 3    4 … 7      8 … 11   12 … 13
///     length  protocol  profile  data size  ".FIT"   checksum of the first twelve bytes, or 0, or not there
struct FITHeader {
  /// The number of bytes of the header, at least 12.
  let length: Int
  /// How many bytes of messages follow, as the file says; a recording that was never finished says 0 or too much.
  let dataSize: Int
  /// The checksum of the header where it states one.
  let checksum: UInt16?

  /// The length of the shortest header.
  static let shortest = 12

  /// The header at a place, `nil` where there is none.
  init?(_ bytes: Span<UInt8>, at start: Int) {
    guard start >= 0, bytes.count - start >= Self.shortest, bytes.hasBytes(".FIT", at: start + 8) else { return nil }
    length = Int(bytes[start])
    guard length >= Self.shortest else { return nil }
    let raw = bytes.bytes
    dataSize = Int(UInt32(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: start + 4, as: UInt32.self)))
    checksum = length >= 14 && bytes.count - start >= 14 ? FITChecksum.stated(bytes, at: start + 12) : nil
  }
}

/// The checksum of FIT files: CRC-16 with the polynomial x¹⁶ + x¹⁵ + x² + 1, bits reversed (0xA001), from 0.
enum FITChecksum {
  /// The checksum of a part of a file.
  static func of(_ bytes: Span<UInt8>) -> UInt16 {
    let tables = tables.span
    var sum: UInt16 = 0
    var index = 0
    // Eight bytes at a step: each has a table that carries it over the bytes behind it, and the step is their sum.
    while index <= bytes.count - 8 {
      var folded = tables[7 * 256 + Int(bytes[index] ^ UInt8(truncatingIfNeeded: sum))]
      folded ^= tables[6 * 256 + Int(bytes[index + 1] ^ UInt8(truncatingIfNeeded: sum >> 8))]
      for place in 2..<8 { folded ^= tables[(7 - place) * 256 + Int(bytes[index + place])] }
      sum = folded
      index += 8
    }
    return plain(bytes.extracting(index..<bytes.count), from: sum)
  }

  /// The plain twin: a byte at a step.
  static func plain(_ bytes: Span<UInt8>, from start: UInt16 = 0) -> UInt16 {
    var sum = start
    for index in bytes.indices { sum = sum >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[index])] }
    return sum
  }

  /// The checksum that stands at a place, low byte first; the place is inside.
  static func stated(_ bytes: Span<UInt8>, at offset: Int) -> UInt16 { UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8 }

  /// As people write it: `0xA1D5`.
  static func text(_ sum: UInt16) -> String {
    let digits = String(sum, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  /// Eight tables of 256: the first carries one byte through, each next one byte further.
  private static let tables: [UInt16] = {
    var tables = [UInt16](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var sum = UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
      tables[byte] = sum
    }
    for place in 256..<tables.count {
      let before = tables[place - 256]
      tables[place] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()
}
