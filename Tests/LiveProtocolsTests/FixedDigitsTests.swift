import Testing
import TrackFormats

@Suite("Numbers of a fixed number of digits")
struct FixedDigitsTests {
  private func text(_ number: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    bytes.put(number, decimals: decimals)
    #expect(bytes.isEmpty == ![UInt8].canPut(number, decimals: decimals))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Numbers are rounded, and have all their digits")
  func numbers() {
    let found = [
      text(0, 0), text(0, 2), text(-0.0, 2), text(-0.004, 2), text(-0.005, 2), text(0.5, 0), text(9.996, 2), text(99.9999, 3), text(1, 9),
      text(-179.123456789, 9), text(31.2304, 9), text(999_999_999.999, 3), text(1e8, 9), text(0.000000001, 9), text(12, -3), text(0.25, 20),
    ]
    #expect(
      found == [
        "0", "0.00", "0.00", "0.00", "-0.01", "1", "10.00", "100.000", "1.000000000", "-179.123456789", "31.230400000", "999999999.999",
        "100000000.000000000", "0.000000001", "12", "0.250000000",
      ])
  }

  @Test("What is not finite, or has too many digits, is nothing")
  func nothing() {
    for number in [Double.nan, .infinity, -.infinity, 1e18, -1e300] { #expect(text(number, 0) == "") }
    #expect(text(1e9, 9) == "")
    #expect(text(999_999_999, 9) == "999999999.000000000")
  }

  @Test("Whole numbers have at least their width")
  func whole() {
    var bytes: [UInt8] = []
    for number in [0, 7, 10, 12_345, UInt64.max] {
      bytes.put(number, width: 3)
      bytes.append(0x20)
    }
    bytes.put(Int.min)
    #expect(String(decoding: bytes, as: UTF8.self) == "000 007 010 12345 18446744073709551615 -9223372036854775808")
  }
}
