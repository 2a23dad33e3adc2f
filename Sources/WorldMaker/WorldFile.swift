// Owns the writing of `world.bin`: a header, a table of sections, the sections. `BaseMap` reads it; docs/decisions/0011 draws it.

/// Bytes in little endian order.
struct LittleEndianBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> Value(shift))) }
  }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
}

/// The sections of `world.bin` put together.
struct WorldFile {
  private static let version: UInt32 = 4
  private var sections: [(tag: String, bytes: [UInt8])] = []

  /// Adds a section; its tag has four letters.
  mutating func add(_ tag: String, _ content: LittleEndianBytes) { sections.append((tag, content.bytes)) }

  /// Magic, version, number of sections; tag, offset and length of each; then each, at multiples of eight bytes.
  func bytes() -> [UInt8] {
    var file = LittleEndianBytes()
    file.append("TVWORLD\0".utf8)
    file.append(Self.version)
    file.append(UInt32(sections.count))
    var offset = (16 + sections.count * 12 + 7) / 8 * 8
    for section in sections {
      file.append(section.tag.utf8)
      file.append(UInt32(offset))
      file.append(UInt32(section.bytes.count))
      offset = (offset + section.bytes.count + 7) / 8 * 8
    }
    for section in sections {
      while file.bytes.count % 8 != 0 { file.append(UInt8(0)) }
      file.append(section.bytes)
    }
    return file.bytes
  }
}
