// Owns how the tests of the live protocols reach gpsd's own files.

@_exported import TestBasics

/// Files by others.
enum Fixtures {
  /// gpsd's own test logs, each `X.log` with what gpsd makes of it in `X.log.chk`; `nil` where they are absent.
  static let gpsd = fixture("gpsd")

  /// The lines of a text without their ends.
  static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: true).map { line in
      line.last == 0x0D ? Array(line.dropLast()) : Array(line)
    }
  }
}
