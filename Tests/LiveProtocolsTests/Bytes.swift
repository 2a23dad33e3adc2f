// Bytes and texts, for what goes over a wire.

/// A text as bytes, each line ended by CR LF.
func wire(_ lines: String...) -> [UInt8] { lines.flatMap { Array($0.utf8) + [13, 10] } }

/// The lines of what was written, without their ends.
func lines(_ bytes: [UInt8]) -> [String] {
  String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true).map(String.init)
}
