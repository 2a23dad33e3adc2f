// Tests the unpacking of tiles.

import Testing

@testable import MapSources

@Suite("Unpacking")
struct InflateTests {
  static let text = Array(String(repeating: "a tile of plain text, ", count: 20).utf8)
  /// The text, packed by Python's gzip and zlib, by zstd 1.5.4 and by Google's brotli.
  static let packed: [(Packing, [UInt8])] = [
    (.gzip, bytes(hex: "1f8b08000000000002034b5428c9cc4955c84f5328c849cccc532849ad28d151481c151de4a2009690da2bb8010000")),
    (.zlib, bytes(hex: "789c4b5428c9cc4955c84f5328c849cccc532849ad28d151481c151de4a200f04796b5")),
    (.zstandard, bytes(hex: "28b52ffd0468ed0000b0612074696c65206f6620706c61696e20746578742c2001003e539d4d07ca79d0")),
    (.brotli, bytes(hex: "1bb701f81d09364ed437269e25dd5b588398b1e16d96b2343ab50b6d55423a46d35dc5c50f")),
  ]

  private func outcome(_ bytes: [UInt8], _ packing: Packing?, _ limit: Int = 1 << 20) -> Result<[UInt8], InflateError> {
    Result { () throws(InflateError) in try Inflate.unpacked(bytes, as: packing, limit: limit) }
  }

  @Test("What other programs packed", arguments: packed)
  func others(packing: Packing, bytes: [UInt8]) {
    #expect(outcome(bytes, packing) == .success(Self.text))
    // Brotli has no mark to be known by.
    if packing != .brotli { #expect(outcome(bytes, nil) == .success(Self.text)) }
  }

  @Test("Exactly as much as the limit is whole, one byte more is too much", arguments: packed)
  func limits(packing: Packing, bytes: [UInt8]) {
    #expect(outcome(bytes, packing, Self.text.count) == .success(Self.text))
    #expect(outcome(bytes, packing, Self.text.count - 1) == .failure(.tooLarge(limit: Self.text.count - 1)))
  }

  @Test("Cut anywhere it is said to end too early", arguments: packed)
  func truncated(packing: Packing, bytes: [UInt8]) {
    for count in 0..<bytes.count { #expect(outcome(Array(bytes[..<count]), packing) == .failure(.truncated(packing)), "\(count) bytes") }
  }

  @Test("Changed bytes give an error or something within the limit", arguments: packed)
  func damaged(packing: Packing, bytes: [UInt8]) {
    var numbers = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var bytes = bytes
      bytes[Int.random(in: bytes.indices, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      if case .success(let unpacked) = outcome(bytes, packing, 4096) { #expect(unpacked.count <= 4096) }
    }
  }

  @Test("A bomb of Zstandard's does not come out: a gibibyte of zeros in two kilobytes")
  func bomb() {
    // A frame without a stated size and with a window of 128 KiB, then blocks that each repeat one byte 128 KiB long.
    var bomb: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38]
    for _ in 0..<8192 { bomb += [0x02, 0x00, 0x10, 0x00] }
    bomb += [0x03, 0x00, 0x10, 0x00]
    #expect(outcome(bomb, nil, 1 << 20) == .failure(.tooLarge(limit: 1 << 20)))
  }

  @Test("What is not packed stays as it is")
  func plain() {
    #expect(outcome([0x1A, 0x02, 0x0A, 0x00], nil) == .success([0x1A, 0x02, 0x0A, 0x00]))
    #expect(outcome([], nil) == .success([]))
    #expect(outcome([1, 2, 3], nil, 2) == .failure(.tooLarge(limit: 2)))
  }
}
