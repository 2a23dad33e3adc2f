// Bytes in other forms, for tests.

/// The bytes that hexadecimal digits stand for.
public func bytes(hex: String) -> [UInt8] {
  let digits = Array(hex.utf8)
  return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) }
}

/// Bytes in gzip's form, stored and not compressed (RFC 1952; RFC 1951, 3.2.4).
public func gzip(_ bytes: [UInt8]) -> [UInt8] {
  func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
  for start in stride(from: 0, to: max(1, bytes.count), by: 65_535) {
    let part = bytes[start..<min(start + 65_535, bytes.count)]
    let length = UInt16(part.count)
    packed.append(part.endIndex == bytes.count ? 1 : 0)
    packed += [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + part
  }
  return packed + little(checksum(bytes)) + little(UInt32(bytes.count))
}

/// CRC-32 as RFC 1952, section 8, has it.
public func checksum(_ bytes: [UInt8]) -> UInt32 {
  var value: UInt32 = .max
  for byte in bytes {
    value ^= UInt32(byte)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
  return ~value
}
