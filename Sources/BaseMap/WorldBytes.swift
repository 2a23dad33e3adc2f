// Owns `WorldBytes`: the embedded world (`world.bin`) as checked sections.

internal import CWorld

/// The bytes of a world file and where its sections lie; nothing is read outside of them, whatever the file says.
///
///     "TVWORLD\0"  version u32  sections u32 │ tag, offset u32, length u32 │ … │ sections
///
/// All numbers are little endian. docs/decisions/0011-embedded-world.md names the sections.
struct WorldBytes: Sendable {
  /// A stretch of the bytes.
  typealias Section = Range<Int>

  /// The version this code reads.
  static let version = 4

  /// The world that is part of the program; `nil` where it was built without one or with one that is not understood.
  static let embedded: WorldBytes? = WorldBytes(UnsafeRawBufferPointer(start: cworld_bytes(), count: cworld_count()))

  /// How many bytes of the program it is.
  static var embeddedCount: Int { cworld_count() }

  /// The bytes: constants of the program, or a test's own, which live as long as it does.
  private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
  private let sections: [String: Section]

  /// - Parameter bytes: must outlive the value.
  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    let magic: [UInt8] = Array("TVWORLD\0".utf8)
    guard bytes.count >= 16, bytes[..<8].elementsEqual(magic), Self.word(bytes, 8) == Self.version else { return nil }
    let count = Self.word(bytes, 12)
    guard count <= (bytes.count - 16) / 12 else { return nil }
    var sections: [String: Section] = [:]
    for index in 0..<count {
      let entry = 16 + index * 12
      let start = Self.word(bytes, entry + 4)
      let length = Self.word(bytes, entry + 8)
      guard start <= bytes.count, length <= bytes.count - start else { return nil }
      sections[String(decoding: bytes[entry..<(entry + 4)], as: UTF8.self)] = start..<(start + length)
    }
    self.sections = sections
  }

  /// The section of a tag; empty where there is none.
  func section(_ tag: String) -> Section { sections[tag] ?? 0..<0 }

  /// The bytes of a stretch, as far as they are there.
  func raw(_ section: Section) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[section.clamped(to: 0..<bytes.count)]) }

  /// The byte at an index of a section; 0 beyond its end.
  func byte(_ section: Section, _ index: Int) -> Int {
    index >= 0 && index < section.count ? Int(bytes[section.lowerBound + index]) : 0
  }

  /// The 16-bit number at a byte index of a section; 0 beyond its end.
  func short(_ section: Section, _ index: Int) -> Int {
    index >= 0 && index <= section.count - 2 ? byte(section, index) | byte(section, index + 1) << 8 : 0
  }

  /// The 32-bit number at a byte index of a section; 0 beyond its end.
  func word(_ section: Section, _ index: Int) -> Int {
    index >= 0 && index <= section.count - 4 ? Self.word(bytes, section.lowerBound + index) : 0
  }

  /// The 64-bit number at a byte index of a section; 0 beyond its end.
  func long(_ section: Section, _ index: Int) -> UInt64 {
    guard index >= 0, index <= section.count - 8 else { return 0 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: section.lowerBound + index, as: UInt64.self))
  }

  /// The text of so many bytes of UTF-8, as far as the section reaches.
  func text(_ section: Section, _ index: Int, count: Int) -> String {
    let start = section.lowerBound + max(0, min(index, section.count))
    return String(decoding: bytes[start..<min(section.upperBound, start + max(0, count))], as: UTF8.self)
  }

  /// The texts of a section in which each stands behind its length in a byte.
  func texts(_ section: Section) -> [String] {
    var texts: [String] = []
    var index = 0
    while index < section.count {
      let count = byte(section, index)
      texts.append(text(section, index + 1, count: count))
      index += 1 + count
    }
    return texts
  }

  /// One text of a short section in which each stands behind its length in a byte; empty where there is none.
  func text(_ section: Section, number: Int) -> String {
    var start = 0
    for _ in 0..<max(0, number) where start < section.count { start += 1 + byte(section, start) }
    return text(section, start + 1, count: byte(section, start))
  }

  /// One text of a section in which each stands behind its length in a byte; each sixteenth's start is noted in another section, and the
  /// others follow each behind the one before. Empty where there is none.
  func text(_ section: Section, starts: Section, number: Int) -> String {
    guard number >= 0, number / 16 < starts.count / 4 else { return "" }
    var start = word(starts, number / 16 * 4)
    for _ in 0..<(number % 16) { start += 1 + byte(section, start) }
    return text(section, start + 1, count: byte(section, start))
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
  }
}
