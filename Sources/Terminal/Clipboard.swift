// Text for the terminal's clipboard.

/// The control string of xterm's OSC 52.
enum Clipboard {
  /// Terminals refuse longer ones.
  static let limit = 8 * 1024

  static func request(_ text: String) -> [UInt8] {
    Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8.prefix(limit))) + Array("\u{1B}\\".utf8)
  }

  /// RFC 4648, section 4.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for byte in group { bits = bits << 8 | UInt32(byte) }
      bits <<= UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        out.append(place <= group.count ? letters[Int(bits >> UInt32(18 - 6 * place) & 63)] : 0x3D)
      }
    }
    return out
  }
}
