// Owns packed files for the tests: some by other programs, and archives put together by hand so that they can lie.

@testable import TrackFormats

/// Packed files.
enum PackedSamples {
  /// Twenty positions from 116,40 on and the name 上地, by Python's `gzip`.
  static let coordinates = bytes(
    hex: "1f8b08000000000002032dcebb0d02311444d17cab5889d4429e5d3f7fb61b024228841a28829082a00f06f946231d4d704febfd72bb1eebe7fdf83e"
      + "5f8b54cf39e754f27f728a0c098a1482b649f26b8376c8af1d2a9336bf0a14905f01d549bb5f156a905f0dea938a5f1d1a905f6392a88f9c2af5a23e"
      + "2255ea457df58b7a515ffda25ed437bfa817f5cd2fea457df78b7a51dffda25ed40fbfa817f5c3afb1fc00847e8e3e8b010000")

  /// `123_ACTIVITY.gpx` alone, a track "one" of 1,2 and 1.5,2.5, deflated, by Python's `zipfile`.
  static let single = bytes(
    hex: "504b0304140000000800c043a158064eb504450000006b000000100000003132335f41435449564954592e677078b3492fa8b0b32929cab6b3c94bcc"
      + "4db5cbcf4bb5d107b34082c5a9e960baa0442127b1c456dd505d21273fcf56dd485d1f555ccf1426036401e5f4619af5c146eb836c0100504b010214"
      + "03140000000800c043a158064eb504450000006b0000001000000000000000000000008001000000003132335f41435449564954592e677078504b05"
      + "0600000000010001003e000000730000000000")

  /// `a.gpx` and `b/c.gpx`, tracks "one" and "two", written as a stream: lengths and checksums stand behind the data.
  static let streamed = bytes(
    hex: "504b0304140008000800c043a15800000000000000000000000005000000612e677078b3492fa8b0b32929cab6b3c94bcc4db5cbcf4bb5d107b34082"
      + "c5a9e960baa0442127b1c456dd505d21273fcf56dd485d1f555ccf1426036401e5f4619af5c146eb836c0100504b0708064eb504450000006b000000"
      + "504b0304140008000800c043a15800000000000000000000000007000000622f632e677078b3492fa8b0b32929cab6b3c94bcc4db52b29cfb7d107b3"
      + "4082c5a9e960baa0442127b1c456dd505d21273fcf56dd485d1f555ccf1426036401e5f4619af5c146eb836c0100504b0708be5da4ba450000006b00"
      + "0000504b01021403140008000800c043a158064eb504450000006b000000050000000000000000000000800100000000612e677078504b0102140314"
      + "0008000800c043a158be5da4ba450000006b000000070000000000000000000000800178000000622f632e677078504b050600000000020002006800"
      + "0000f20000000000")

  /// A mebibyte of zeros by gzip, which packs a thousand to one.
  static let zeros: [UInt8] =
    bytes(hex: "1f8b0800000000000203edc13101000000c2a0f54f6d085fa0") + [UInt8](repeating: 0, count: 1016)
    + bytes(hex: "3e031cea38a700001000")
}

/// A file for an archive that is put together by hand.
struct ZipPart {
  var name: String
  var content: [UInt8]
  var method: UInt16 = 0
  var flags: UInt16 = 0x800
  /// What the headers say of the lengths, where they lie.
  var stated: UInt32?
  /// Whether the headers state a wrong checksum.
  var isDamaged = false

  init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  init(_ name: String, _ content: [UInt8]) { (self.name, self.content) = (name, content) }
}

/// An archive whose files are stored; APPNOTE.TXT 6.3.10, 4.3.
func zip(_ parts: [ZipPart]) -> [UInt8] {
  func two(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
  func four(_ value: UInt32) -> [UInt8] { two(UInt16(value & 0xFFFF)) + two(UInt16(value >> 16)) }
  var result: [UInt8] = []
  var directory: [UInt8] = []
  for part in parts {
    let length = part.stated ?? UInt32(part.content.count)
    let checksum = checksum(part.content) ^ (part.isDamaged ? 1 : 0)
    let name = Array(part.name.utf8)
    let common =
      two(20) + two(part.flags) + two(part.method) + four(0x58A1_43C0) + four(checksum) + four(length) + four(length)
      + two(UInt16(name.count)) + two(0)
    directory += [0x50, 0x4B, 1, 2] + two(20) + common + two(0) + two(0) + two(0) + four(0) + four(UInt32(result.count)) + name
    result += [0x50, 0x4B, 3, 4] + common + name + part.content
  }
  let end =
    [0x50, 0x4B, 5, 6] + two(0) + two(0) + two(UInt16(parts.count)) + two(UInt16(parts.count)) + four(UInt32(directory.count))
    + four(UInt32(result.count)) + two(0)
  return result + directory + end
}
