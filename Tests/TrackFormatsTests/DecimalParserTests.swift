// Tests the number reader against the standard library's.

import Testing

@testable import TrackFormats

@Suite struct DecimalParserTests {
  // A span may not stand within an expectation, so these two make one from a string.
  static func fast(_ text: String) -> Double? { DecimalParser.parse(Array(text.utf8).span) }
  static func slow(_ text: String) -> Double? { DecimalParser.slow(Array(text.utf8).span) }

  @Test(
    "A number has the value that Double(String) gives",
    arguments: [
      "0", "-0", "+1", "1.", ".5", "-.5", "116.31150300652", "40.04571393206", "1e5", "1E-5", "123456789012345678", "9007199254740993",
      "9007199254740993.0", "0.1", "116.31150300652001", "1234567890.123456789", "0.0000000000000000000000001", "00000000000000000000001.5",
      "1e22", "1e23", "1e308", "1e999", "5e-324", "1e-999", "179.99999999999997", "18446744073709551615", "9999999999999999999e-27",
      "2.2250738585072011e-308", "0.500000000000000166533453693773481063544750213623046875",
    ])
  func sameValue(text: String) throws {
    let value = try #require(Self.fast(text))
    #expect(value.bitPattern == (try #require(Double(text))).bitPattern)
  }

  @Test(
    "What is not a decimal number is none",
    arguments: ["", ".", "-", "+", "e5", "1e", "1e+", "nan", "inf", "infinity", "0x10", "1,5", "1 2", "--1", "1..2", "١", "1_000"])
  func notNumbers(text: String) {
    #expect(Self.fast(text) == nil)
  }

  @Test("A number of more than 512 characters is none")
  func endless() {
    #expect(Self.fast(String(repeating: "1", count: 513)) == nil)
    #expect(Self.fast(String(repeating: "1", count: 300)) == Double(String(repeating: "1", count: 300)))
  }

  @Test("Random numbers of every length have the value that Double(String) gives")
  func randomValues() throws {
    let seed: UInt64 = 20_240_501
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40_000 {
      let whole = Int.random(in: 0...6, using: &generator)
      let part = Int.random(in: 0...20, using: &generator)
      var text = Bool.random(using: &generator) ? "-" : ""
      for _ in 0...whole { text += String(Int.random(in: 0...9, using: &generator)) }
      text += "."
      for _ in 0..<part { text += String(Int.random(in: 0...9, using: &generator)) }
      if Int.random(in: 0...9, using: &generator) == 0 { text += "e\(Int.random(in: -40...40, using: &generator))" }
      #expect(Self.fast(text)?.bitPattern == Self.slow(text)?.bitPattern, "\(text), seed \(seed)")
    }
  }

  @Test("Values halfway between two doubles round to even, as with Double(String)")
  func ties() {
    let seed: UInt64 = 7
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      // An odd multiple of half a unit in the last place, written out in full, takes 17 to 19 digits here.
      let mantissa = UInt64.random(in: (1 << 53)...(1 << 54), using: &generator) | 1
      let text = "\(mantissa / 10 * 10 + 5)e-1"
      #expect(Self.fast(text)?.bitPattern == Self.slow(text)?.bitPattern, "\(text), seed \(seed)")
      #expect(Self.fast("\(mantissa)")?.bitPattern == Self.slow("\(mantissa)")?.bitPattern, "\(mantissa), seed \(seed)")
    }
  }
}
