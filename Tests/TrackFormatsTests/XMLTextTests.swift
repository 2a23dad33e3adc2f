// Tests the texts of XML fields.

import Testing

@testable import TrackFormats

@Suite struct XMLTextTests {
  @Test("The quick way to a name gives what cleaning gives", arguments: 0..<300)
  func names(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = Array("aZ09 ._-<&".utf8) + (seed % 3 == 0 ? [0x09, 0x7F, 0xC3, 0xA9, 0x20, 0x20] : [])
    let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
    }
    var field = XMLField()
    field.open()
    let middle = bytes.count / 2
    for piece in [Array(bytes[..<middle]), Array(bytes[middle...])] { piece.withUnsafeBufferPointer { field.take($0) } }
    #expect(field.name == TextCleaning.name(bytes.span), "seed \(seed)")
  }

  @Test("A field takes no more than its limit, and nothing once it is closed")
  func limit() {
    var field = XMLField()
    let piece = [UInt8](repeating: 0x61, count: 3000)
    field.open()
    for _ in 0..<3 { piece.withUnsafeBufferPointer { field.take($0) } }
    #expect(field.bytes.count == XMLField.limit)
    field.close()
    field.open()
    #expect(field.bytes.isEmpty)
    field.close()
    piece.withUnsafeBufferPointer { field.take($0) }
    #expect(field.bytes.isEmpty)
  }
}
