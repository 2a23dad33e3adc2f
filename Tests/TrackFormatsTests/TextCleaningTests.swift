// Tests that text from files is safe to show.

import Testing

@testable import TrackFormats

@Suite struct TextCleaningTests {
  // A span may not stand within an expectation.
  static func name(_ bytes: [UInt8]) -> String? { TextCleaning.name(bytes.span) }

  @Test(
    "What a terminal would obey or a reader be misled by goes",
    arguments: [
      ("plain", "plain"), ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"), ("a\u{07}b\u{9B}c\u{7F}d", "abcd"), ("  a \t\r\n b  ", "a b"),
      ("a\u{2028}b\u{3000}c\u{A0}d", "a b c d"), ("\u{202E}gpj.exe\u{2066}", "gpj.exe"), ("a\u{200B}\u{FEFF}\u{AD}b", "ab"),
      ("x\u{E000}\u{F8FF}\u{10FFFD}y", "xy"), ("a\u{FFFE}\u{1FFFF}b", "ab"), ("中关村 Zhongguancun", "中关村 Zhongguancun"),
      ("é e\u{301} 🚴", "é e\u{301} 🚴"), ("\u{0}\u{1}", ""), ("", ""),
    ])
  func cleaned(text: String, expected: String) {
    #expect(Array(TextCleaning.cleaned(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("A name has at most 256 scalars")
  func bounded() {
    #expect(TextCleaning.cleaned(String(repeating: "x ", count: 1000)).unicodeScalars.count <= 256)
    #expect(Self.name([UInt8](repeating: 0x61, count: 1_000_000))?.count == 256)
  }

  @Test("Bytes that are not UTF-8 show as such, and nothing is no name")
  func names() {
    #expect(Self.name([0x43, 0x61, 0x66, 0xE9]) == "Caf\u{FFFD}")
    #expect(Self.name([0x20, 0x09, 0x00]) == nil)
  }

  @Test("Cleaning twice changes nothing")
  func idempotent() {
    let seed: UInt64 = 99
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...600, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let once = TextCleaning.cleaned(String(decoding: bytes, as: UTF8.self))
      #expect(TextCleaning.cleaned(once) == once, "seed \(seed)")
    }
  }
}
